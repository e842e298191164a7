import Foundation
import Testing

/// The installed files agree with the program.
@Suite struct InstallTests {
  /// The subcommands.
  ///
  /// Each has a section in the manual, such as `.SS rxrepl test`, if it has options.
  static let commands = [
    "test", "fmt", "lint", "docs", "import", "serve", "page", "exercises", "highlight", "mdbook", "lsp", "help",
  ]

  /// Returns the long names of all options in the output of `--help`.
  static func options(of command: String? = nil) throws -> Set<String> {
    let help = try Program().run((command.map { [$0] } ?? []) + ["--help"]).output
    let list = try #require(help.components(separatedBy: "OPTIONS:").last)
    return Set(
      list.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (?:-. ?[^-]*, ?)?(--[a-z-]+)/)?.1 }.map(
        String.init))
  }

  @Test func manualListsExactlyTheOptions() throws {
    let path = Package.root + "/Documentation/rxrepl.1"
    let manual = try String(contentsOfFile: path, encoding: .utf8).replacing("\\-", with: "-")
    let section = try #require(
      manual.components(separatedBy: ".SH OPTIONS").last?.components(separatedBy: ".SH ").first)
    let written = Set(section.matches(of: /^\.B.* (--[a-z-]+)/.anchorsMatchLineEndings()).map { String($0.1) })
    // The option parser handles this option itself, and does not list it.
    #expect(try written == Self.options().union(["--generate-completion-script"]))
  }

  /// Programs that check manuals report longer lines.
  @Test func manualHasNoLongLines() throws {
    let manual = try String(contentsOfFile: Package.root + "/Documentation/rxrepl.1", encoding: .utf8)
    #expect(manual.split(separator: "\n").filter { $0.utf8.count > 80 } == [])
  }

  @Test(arguments: commands)
  func manualListsExactlyTheOptionsOfACommand(command: String) throws {
    let path = Package.root + "/Documentation/rxrepl.1"
    let manual = try String(contentsOfFile: path, encoding: .utf8).replacing("\\-", with: "-")
    let sections = manual.components(separatedBy: "\n.S").filter { $0.hasPrefix("S rxrepl \(command)\n") }
    #expect(sections.count <= 1)
    let written = Set(
      (sections.first ?? "").matches(of: /^\.B.* (--[a-z-]+)/.anchorsMatchLineEndings()).map { String($0.1) })
    #expect(try written.union(["--help"]) == Self.options(of: command))
  }

  @Test func helpBeginsWithExamples() throws {
    let help = try Program().run("--help")
    #expect(help.status == 0)
    let examples = try #require(help.output.range(of: "rxrepl -e 'merge("))
    let usage = try #require(help.output.range(of: "USAGE:"))
    #expect(examples.upperBound < usage.lowerBound)
  }

  /// The option parser would handle this option, but without Foundation, which `make` leaves out, it writes nothing.
  @Test(arguments: [[], ["test"]])
  func optionsAreNotWrittenInJSON(command: [String]) throws {
    let outcome = try Program().run(command + ["--experimental-dump-help"])
    #expect(outcome.end == .status(64))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: Unknown option '--experimental-dump-help'\n"))
  }

  /// Otherwise the same commit would give other bytes in another folder.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/make"), "there is no make"))
  func buildDoesNotContainItsFolder() throws {
    let plan = try Program(folder: Package.root).run(shell: "exec make -n -B", [])
    #expect(plan.output.contains("-Xcc '-ffile-prefix-map=\(Package.root)=.' "))
    #expect(plan.output.contains("-Xswiftc -disable-incremental-llvm-codegen "))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/make"), "there is no make"))
  func makeInstallsTheVimFiles() throws {
    let folder = Package.root + "/Editors/vim/"
    let paths: [String] = [".vim", ".lua"].flatMap { Package.files(in: folder, endingIn: $0) }
    let files = paths.map { $0.dropFirst(folder.count).drop { $0 == "/" } }
    let plan = try Program(folder: Package.root).run(shell: "exec make -n install", [])
    #expect(files.count == 5 && plan.status == 0)
    for file in files { #expect(plan.output.contains("share/vim/vimfiles/\(file)"), "\(file)") }
  }
}
