import Foundation
import Testing

/// Results that go to a file, and pictures that another program makes.
@Suite struct ResultFileTests {
  private static let converter = ["/usr/bin/rsvg-convert", "/usr/local/bin/rsvg-convert"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let script = "a = --1--|\na.map { $0 + 1 }"

  /// Runs a script with a file of results, and returns the outcome and the file.
  private func run(_ options: String..., script: String = script, path: String? = nil) throws -> (
    Program.Outcome, [String: [UInt8]]
  ) {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "old.svg")
    let environment = path.map { ["PATH": $0] } ?? [:]
    let outcome = try Program(environment: environment, folder: folder.path).run(options + ["-e", script])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (outcome, Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.bytes($0)) }))
  }

  @Test(arguments: [("x.svg", "<svg "), ("x.JSON", "{"), ("x.txt", "     0"), ("x", "     0"), ("old.svg", "<svg ")])
  func endingSelectsTheFormat(name: String, beginning: String) throws {
    let (outcome, files) = try run("-o", name)
    #expect(outcome.end == .status(0))
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    #expect(String(decoding: files[name] ?? [], as: UTF8.self).hasPrefix(beginning))
  }

  @Test func fileHasTheSameAsStandardOutput() throws {
    let (outcome, files) = try run("--output", "x.svg", "--theme", "dark")
    #expect(outcome.status == 0)
    let output = try Program().run("--format", "svg", "--theme", "dark", "-e", Self.script).standardOutput
    #expect(files["x.svg"] == output)
  }

  @Test func scriptIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("--1--|", to: "a.marble")
    let outcome = try Program(folder: folder.path).run("-o", "./a.marble", "a.marble")
    #expect(outcome.status == 64)
    #expect(try folder.bytes("a.marble") == Array("--1--|".utf8))
  }

  @Test func targetOfALinkIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("--1--|", to: "a.marble")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/b.marble", withDestinationPath: "a.marble")
    for (output, script) in [("a.marble", "b.marble"), ("b.marble", "a.marble")] {
      #expect(try Program(folder: folder.path).run("-o", output, script).status == 64)
    }
    #expect(try folder.bytes("a.marble") == Array("--1--|".utf8))
  }

  @Test func otherPictureIsAnError() throws {
    let (outcome, files) = try run("-o", "x.GIF")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("`.gif` is not a format of pictures here. Write `.svg`, `.png` or `.pdf`."))
    #expect(files.count == 1)
    #expect(try run("-o", "x.gif", "--format", "svg").0.status == 0)
  }

  @Test func pageIsAnError() throws {
    let (outcome, files) = try run("-o", "x.html")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("-o writes a drawing, and not a page. For a page, write `rxrepl page "))
    #expect(files.count == 1)
  }

  @Test func hyphenIsStandardOutput() throws {
    let (outcome, files) = try run("-o", "-", "--format", "svg")
    #expect(outcome.output.hasPrefix("<svg "))
    #expect(files.count == 1)
    #expect(try Program(input: Array("-1|".utf8)).run("-o", "-", "-").output == "   0\n_  -1|\n\n")
  }

  /// A converter that fails without saying so.
  @Test(arguments: ["png", "pdf"])
  func missingPictureKeepsTheOldFile(format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "rsvg-convert")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/rsvg-convert")
    try folder.write("old", to: "x.\(format)")
    let path = folder.path + ":/usr/bin:/bin"
    let outcome = try Program(environment: ["PATH": path], folder: folder.path).run("-o", "x.\(format)", "-e", "-1|")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "x.\(format): error: `rsvg-convert` failed, so nothing was written\n")
    #expect(try folder.bytes("x.\(format)") == Array("old".utf8))
  }

  @Test func errorKeepsTheOldFile() throws {
    let (outcome, files) = try run("-o", "old.svg", script: "a = --1--|\na\nx.y()")
    #expect(outcome.status == 2)
    #expect(files == ["old.svg": Array("old".utf8)])
  }

  @Test func failureIsDrawn() throws {
    let (outcome, files) = try run("-o", "x.svg", script: "-1| == -2|")
    #expect(outcome.status == 1)
    #expect(files["x.svg"]?.isEmpty == false)
    #expect(outcome.errors.contains("✗ -e:1"))
  }

  @Test func unwritableFileIsAnError() throws {
    let (outcome, _) = try run("-o", "missing/x.svg")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "missing/x.svg: error: No such file or directory\n  help: create the folder `missing` first\n")
  }

  @Test(
    .enabled(if: converter != nil), arguments: [("png", [0x89, 0x50, 0x4E, 0x47]), ("pdf", [0x25, 0x50, 0x44, 0x46])])
  func pictureIsConverted(format: String, beginning: [UInt8]) throws {
    let (outcome, files) = try run("-o", "x.\(format)")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(files["x.\(format)"]?.starts(with: beginning) == true)
    #expect(files.count == 2)
    #expect(try run("--format", format).0.standardOutput.starts(with: beginning))
  }

  @Test(arguments: ["png", "pdf"])
  func missingConverterIsAnError(format: String) throws {
    let (outcome, files) = try run("-o", "x.\(format)", path: "/nonexistent")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        x.\(format): error: `rsvg-convert` is not installed, which makes \(format.uppercased()) pictures
          help: install it: `apt install librsvg2-bin` on Debian and Ubuntu, `brew install librsvg` on macOS

        """)
    #expect(files.count == 1)
  }

  /// Two pictures on one page must not share their style.
  @Test func themesHaveTheirOwnClasses() throws {
    let names = try ["auto", "light", "dark"].map { theme in
      try Program().run("--format", "svg", "--theme", theme, "-e", Self.script).output.firstMatch(
        of: /class="(mb-\w+)"/)?.1
    }
    #expect(Set(names).count == 3)
  }

  @Test func pictureHasNoExamplesOfHelp() throws {
    let outcome = try Program().run("--format", "svg", "-e", ":help map\n-1|")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("a.map"))
    #expect(outcome.errors.contains("Sends the closure's result"))
    #expect(try Program().run("-e", ":help map").output.contains("= a.map { $0 * 10 } ="))
  }

  @Test func promptFenceEchoesBindings() throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble prompt\na = -1|\n```\n", to: "page.md")
    let program = Program(folder: folder.path)
    #expect(try program.run("page.md").output == "   0\na  -1|\n")
    #expect(try program.run("--format", "svg", "page.md").output.contains("a: 1 at 1"))
  }
}
