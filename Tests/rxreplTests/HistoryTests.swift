import Foundation
import Testing

@testable import MarbleTerminal
@testable import rxrepl

/// A temporary folder for one test, removed when this object is released.
private final class Scratch {
  let path = NSTemporaryDirectory() + "rxrepl-" + UUID().uuidString

  var history: String { path + "/state/rxrepl/history" }

  func text() throws -> String {
    try String(contentsOfFile: history, encoding: .utf8)
  }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

@Suite struct HistoryTests {
  @Test(arguments: [
    ("map", "map"),
    ("a\nb", "a\\nb"),
    ("a\r\nb", "a\\r\\nb"),
    ("\\n", "\\\\n"),
    ("back\\slash\\\n", "back\\\\slash\\\\\\n"),
    ("\t漢é😀", "\t漢é😀"),
  ])
  func entryIsOneLine(entry: String, line: String) {
    #expect(History.escaped(entry) == line)
    #expect(History.unescaped(line) == entry)
  }

  @Test(arguments: ["\\x", "end\\", "\\\\\\"])
  func unknownEscapeIsKept(line: String) {
    #expect(History.unescaped(line) == line.replacingOccurrences(of: "\\\\", with: "\\"))
  }

  @Test func nextSessionLoadsTheEntries() {
    let scratch = Scratch()
    let first = History(path: scratch.history)
    first.append("one")
    first.append("two\n  lines")
    #expect(first.entries == ["one", "two\n  lines"])
    #expect(History(path: scratch.history).entries == ["one", "two\n  lines"])
  }

  @Test func concurrentSessionsKeepAllEntries() throws {
    let scratch = Scratch()
    let left = History(path: scratch.history)
    let right = History(path: scratch.history)
    left.append("l1")
    right.append("r1")
    left.append("l2")
    #expect(left.entries == ["l1", "l2"])
    #expect(try scratch.text() == "l1\nr1\nl2\n")
  }

  @Test func emptyAndRepeatedEntriesAreNotKept() throws {
    let scratch = Scratch()
    let history = History(path: scratch.history)
    #expect(history.append("a"))
    #expect(!history.append("a"))
    #expect(!history.append(" \n\t"))
    #expect(!history.append(""))
    #expect(history.append("b"))
    #expect(history.append("a"))
    #expect(try scratch.text() == "a\nb\na\n")
  }

  @Test func onlyTheLastThousandEntriesAreLoaded() throws {
    let scratch = Scratch()
    let history = History(path: scratch.history)
    for number in 1...1_005 { history.append("\(number)") }
    let loaded = History(path: scratch.history).entries
    #expect(loaded.count == 1_000)
    #expect(loaded.first == "6")
    #expect(loaded.last == "1005")
    #expect(try scratch.text().hasPrefix("1\n2\n"))
  }

  @Test func longFileIsReadFromItsEnd() {
    let scratch = Scratch()
    let history = History(path: scratch.history)
    for number in 1...3 { history.append("\(number)" + String(repeating: "x", count: 500_000)) }
    #expect(History(path: scratch.history).entries.map(\.first) == ["2", "3"])
  }

  @Test func fileIsReadableOnlyByTheUser() throws {
    let scratch = Scratch()
    History(path: scratch.history).append("secret")
    #expect(try scratch.permissions(scratch.history) == 0o600)
    #expect(try scratch.permissions(scratch.path + "/state/rxrepl") == 0o700)
    #expect(try scratch.permissions(scratch.path + "/state") == 0o700)
  }

  @Test func truncatedLineIsNotExtended() throws {
    let scratch = Scratch()
    History(path: scratch.history).append("whole")
    let file = try #require(FileHandle(forWritingAtPath: scratch.history))
    try file.seekToEnd()
    try file.write(contentsOf: Data("hal".utf8))
    try file.close()
    History(path: scratch.history).append("next")
    #expect(try scratch.text() == "whole\nhal\nnext\n")
  }

  @Test func historyWorksWithoutAFile() {
    for path in [nil, "/proc/none/history", "/dev/null/history"] {
      let history = History(path: path)
      #expect(history.append("a"))
      #expect(history.entries == ["a"])
    }
  }

  @Test func newestLongerEntryIsFound() {
    let history = History(path: nil)
    for entry in ["merge(a)", "mer", "merge(b)", "map\nmore", "other"] { history.append(entry) }
    #expect(history.newest(beginningWith: "mer") == "merge(b)")
    #expect(history.newest(beginningWith: "merge(a") == "merge(a)")
    #expect(history.newest(beginningWith: "map") == "map\nmore")
    #expect(history.newest(beginningWith: "other") == nil)
    #expect(history.newest(beginningWith: "") == nil)
  }
}
