import Foundation
import Testing

/// Tests of `rxrepl test --update`: the resulting files.
@Suite(.serialized) struct UpdateTests {
  private static let before = "// so\na = --1--2--|\na == --1--|   // here\na.map { $0 * 10 } ==\n"
  private static let after =
    "// so\na = --1--2--|\na == --1--2--|   // here\na.map { $0 * 10 } == --[10]--[20]--|\n"

  @Test func failedAssertionIsRewritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.before, to: "a.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "a.marble")
    #expect(outcome.end == .status(0))
    #expect(outcome.output.contains("a.marble: 2 timelines updated\n"))
    #expect(outcome.errors == "")
    #expect(try folder.bytes("a.marble") == Array(Self.after.utf8))
    // No assertion fails now.
    let again = try Program(folder: folder.path).run("test", "--update", "a.marble")
    #expect(again.end == .status(0))
    #expect(!again.output.contains("updated"))
  }

  @Test func assertionThatCannotBeRewrittenStillFails() throws {
    let folder = try TemporaryFolder()
    let text =
      "a = cold -1|\nb = -2|\na == b\ncheck \"vcv\"\na.repeat() == -1|\na.repeat() ==\na ==  -2|\n"
    try folder.write(text, to: "a.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "--until", "50", "a.marble")
    #expect(outcome.end == .status(1))
    #expect(outcome.output.contains("a.marble: 1 timeline updated\na.marble: 4 failed assertions cannot be updated\n"))
    let expected = text.replacingOccurrences(of: "==  -2|", with: "==  -1|")
    #expect(try folder.bytes("a.marble") == Array(expected.utf8))
  }

  @Test func fileWithErrorsIsUnchanged() throws {
    let folder = try TemporaryFolder()
    let text = "a = -1|\na == -2|\nb = (\n"
    try folder.write(text, to: "a.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "a.marble")
    #expect(outcome.end == .status(2))
    #expect(outcome.output.contains("a.marble: nothing is updated, because the file has errors\n"))
    #expect(try folder.bytes("a.marble") == Array(text.utf8))
  }

  @Test func nothingIsWrittenInContinuousIntegration() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.before, to: "a.marble")
    let outcome = try Program(environment: ["CI": "true"], folder: folder.path).run("test", "--update", "a.marble")
    #expect(outcome.end == .status(1))
    #expect(outcome.errors == "rxrepl: CI is set, so nothing is updated; use --force to update anyway\n")
    #expect(try folder.bytes("a.marble") == Array(Self.before.utf8))
    // An empty variable counts as unset.
    let empty = try Program(environment: ["CI": ""], folder: folder.path).run("test", "--update", "a.marble")
    #expect(empty.end == .status(0))
    try folder.write(Self.before, to: "a.marble")
    let forced = try Program(environment: ["CI": "1"], folder: folder.path).run(
      "test", "--update", "--force", "a.marble")
    #expect(forced.end == .status(0))
    #expect(try folder.bytes("a.marble") == Array(Self.after.utf8))
  }

  @Test func forceWithoutUpdateIsAUsageError() throws {
    #expect(try Program().run("test", "--force").end == .status(64))
  }

  @Test func linkAndPermissionsAreKept() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.before, to: "real.marble")
    let real = folder.path + "/real.marble"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.marble", withDestinationPath: "real.marble")
    #expect(try Program(folder: folder.path).run("test", "--update", "link.marble").end == .status(0))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.marble") == "real.marble")
    #expect(try folder.bytes("real.marble") == Array(Self.after.utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o640)
    // No temporary file is left.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link.marble", "real.marble"])
  }

  @Test func onlyFilteredAssertionsAreUpdated() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.before, to: "a.marble")
    let outcome = try Program(folder: folder.path).run("test", "--update", "--filter", "map", "a.marble")
    #expect(outcome.end == .status(0))
    let expected = Self.before.replacingOccurrences(of: "* 10 } ==", with: "* 10 } == --[10]--[20]--|")
    #expect(try folder.bytes("a.marble") == Array(expected.utf8))
  }

  @Test func onlyFencesAreUpdated() throws {
    let folder = try TemporaryFolder()
    let text =
      "> - text  \r\n>\r\n>   ```marble\r\n>   a = -1|\r\n>   a == -2|  // so\r\n>   ```\r\n\r\n```marble fails\r\na == -3|\r\n```"
    try folder.write(text, to: "a.md")
    let outcome = try Program(folder: folder.path).run("test", "--update", "a.md")
    #expect(outcome.end == .status(0))
    #expect(try folder.bytes("a.md") == Array(text.replacingOccurrences(of: "a == -2|", with: "a == -1|").utf8))
  }

  /// The limit prevents files from growing, like a full disk.
  ///
  /// The output goes through a pipe, which the limit does not affect.
  @Test(arguments: [["test", "--update"], ["fmt"]])
  func fileIsKeptIfItCannotBeWritten(command: [String]) throws {
    let folder = try TemporaryFolder()
    let written = "a   = --1|\na == --2|\n"
    try folder.write(written, to: "a.marble")
    let line = "{ (trap '' XFSZ; ulimit -f 0; exec \"$@\") 2>&1; echo \"status $?\"; } | cat"
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path] + command + ["a.marble"])
    #expect(outcome.output.contains("a.marble: error: cannot write the file: File too large\n"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("status 2\n"))
    #expect(try folder.bytes("a.marble") == Array(written.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.marble"])
  }
}
