import Foundation
import Testing

private enum ReleaseTools {
  static let areInstalled = ["make", "dpkg", "dpkg-deb"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}

/// The files of a release, packed with a script in place of the program.
@Suite(.enabled(if: ReleaseTools.areInstalled, "make or dpkg is missing")) struct ReleaseTests {
  /// The release, with the output of `make`.
  private static let shared = Result { try release() }

  private static func release() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\necho \"$*\"\n", to: "program")
    let outcome = try Program(folder: Package.root).run(
      shell: "chmod +x \"$1/program\" && exec make dist build=\"$1\" program=\"$1/program\"", [folder.path])
    try #require(outcome.end == .status(0), "\(outcome.errors)")
    return folder
  }

  private func run(_ line: String, in folder: TemporaryFolder) throws -> Program.Outcome {
    try Program(folder: folder.path + "/dist").run(shell: line, [])
  }

  @Test func archiveContainsTheInstalledFiles() throws {
    let outcome = try run(
      "tar -xzf rxrepl-linux-*.tar.gz && cd rxrepl-* && bin/rxrepl ran && find . -type f | sort", in: Self.shared.get())
    let vim = [".vim", ".lua"].flatMap { Package.files(in: Package.root + "/Editors/vim", endingIn: $0) }.count
    let files = outcome.output.split(separator: "\n")
    #expect(files.first == "ran")
    #expect(files.count { $0.hasPrefix("./share/vim/vimfiles/") } == vim)
    #expect(files.count { $0.hasPrefix("./share/nvim/site/") } == vim)
    #expect(
      files.dropFirst().filter { !$0.contains("vim/") } == [
        "./bin/rxrepl", "./share/bash-completion/completions/rxrepl", "./share/doc/rxrepl/changelog",
        "./share/doc/rxrepl/copyright",
        "./share/fish/vendor_completions.d/rxrepl.fish", "./share/man/man1/rxrepl.1",
        "./share/zsh/site-functions/_rxrepl",
      ])
  }

  /// The package is installed below a folder of the test, never into the system.
  @Test func packageIsInstalledAndRemoved() throws {
    let options = "--force-not-root --force-bad-path --force-depends --log=/dev/null --root=\"$PWD/root\""
    let outcome = try run(
      """
      set -e
      mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates
      touch root/var/lib/dpkg/status
      dpkg \(options) --install rxrepl_*.deb >log
      root/usr/bin/rxrepl installed
      gzip -dc root/usr/share/man/man1/rxrepl.1.gz | head -n 1
      ls root/usr/share/bash-completion/completions root/usr/share/zsh/vendor-completions
      dpkg \(options) --purge rxrepl >>log
      find root/usr
      """, in: Self.shared.get())
    let version = try Program().run("--version").output.dropLast()
    #expect(
      outcome.output.replacing(/"[0-9]{4}-[0-9]{2}-[0-9]{2}"/, with: "\"DATE\"") == """
        installed
        .TH RXREPL 1 "DATE" "rxrepl \(version)"
        root/usr/share/bash-completion/completions:
        rxrepl

        root/usr/share/zsh/vendor-completions:
        _rxrepl

        """)
    #expect(outcome.errors.contains("No such file or directory"))
  }

  /// The tags of the program itself have an override.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/lintian"), "lintian is missing"))
  func packageHasNoFaultsForLintian() throws {
    #expect(try run("lintian --allow-root rxrepl_*.deb", in: Self.shared.get()).output == "")
  }

  @Test func checksumsAreThoseOfTheFiles() throws {
    let outcome = try run("ls | grep ^rxrepl.*z && sha256sum -c SHA256SUMS", in: Self.shared.get())
    #expect(outcome.end == .status(0))
    #expect(outcome.output.components(separatedBy: ": OK").count == 4)
  }

  @Test func sameBuildHasTheSameBytes() throws {
    let folders = try [Self.shared.get(), Self.release()]
    let sums = try folders.map { try run("cat SHA256SUMS", in: $0).output }
    #expect(sums[0] == sums[1])
  }

  @Test func formulaNamesTheArchivesAndTheirChecksums() throws {
    let folder = try TemporaryFolder()
    let archives = ["macos-arm64", "linux-x86_64", "linux-aarch64"]
    let sums = archives.enumerated().map { "\($0)abc  rxrepl-\($1).tar.gz\n" }
    try folder.write(sums.joined(), to: "sums")
    let script = Package.root + "/Scripts/formula"
    let outcome = try Program(folder: folder.path).run(shell: "exec \"$1\" owner/name 1.2.3 sums", [script])
    for (index, archive) in archives.enumerated() {
      let url = "https://github.com/owner/name/releases/download/v1.2.3/rxrepl-\(archive).tar.gz"
      #expect(outcome.output.contains("      url \"\(url)\"\n      sha256 \"\(index)abc\"\n"))
    }
    // What could not be built is left out.
    try folder.write(sums.dropFirst().joined(), to: "sums")
    let incomplete = try Program(folder: folder.path).run(shell: "exec \"$1\" owner/name 1.2.3 sums", [script])
    #expect(!incomplete.output.contains("macos") && incomplete.output.contains("\n\n  on_linux do\n"))
    try folder.write("", to: "sums")
    let empty = try Program(folder: folder.path).run(shell: "exec \"$1\" owner/name 1.2.3 sums", [script])
    #expect(empty.errors == "Scripts/formula: sums has no archive\n")
    #expect(empty.output == "" && empty.end == .status(1))
  }
}
