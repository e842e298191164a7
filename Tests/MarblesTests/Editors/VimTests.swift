import Foundation
import Testing

@testable import Marbles

/// Vim says of every character what the language says.
@Suite struct VimTests {
  private static let vim = ["/usr/bin/vim", "/usr/local/bin/vim", "/opt/homebrew/bin/vim"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: vim != nil, "there is no Vim"))
  func everyCharacterIsWhatTheLanguageSays() throws {
    let texts = EditorText.all
    let groups = try Vim(at: Self.vim ?? "").groups(of: texts.map(\.text))
    for (text, groups) in zip(texts, groups) {
      try #require(groups.count >= text.text.utf8.count, "\(text)")
      #expect(Departure.unknown(in: text) { offset, _ in VimGroups.kind(of: groups[offset]) } == [])
    }
  }
}

/// Vim without a screen and without anybody's settings.
struct Vim {
  let path: String

  init(at path: String) { self.path = path }

  struct Trouble: Error {
    let said: String
  }

  /// The syntax groups of each byte of some scripts; empty where there is none.
  func groups(of texts: [String]) throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rxrepl-vim-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, text) in texts.enumerated() {
      try text.write(to: folder.appendingPathComponent("\(index).marble"), atomically: false, encoding: .utf8)
    }
    try Self.script.write(to: folder.appendingPathComponent("dump.vim"), atomically: false, encoding: .utf8)
    let editors = packageRoot.appendingPathComponent("Editors/vim").path
    try run(
      [
        "-es", "-u", "NONE", "-i", "NONE", "-n", "-N", "--cmd", "set encoding=utf-8 runtimepath^=\(editors)",
        "--cmd", "let g:count = \(texts.count)", "-S", "dump.vim",
      ], in: folder)
    return try texts.indices.map { index in
      let file = folder.appendingPathComponent("\(index).groups")
      let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      // Behind the last comma of a line stands nothing, for its end.
      return Array(
        rows.dropLast().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }.joined())
    }
  }

  /// Writes the group of every column, one line for each line.
  private static let script = """
    filetype plugin on
    syntax enable
    for s:index in range(g:count)
      execute 'edit' s:index . '.marble'
      let s:rows = []
      for s:line in range(1, line('$'))
        let s:columns = range(1, col([s:line, '$']) - 1)
        call add(s:rows, join(map(s:columns, {_, c -> synIDattr(synID(s:line, c, 1), 'name') . ','}), ''))
      endfor
      call writefile(s:rows, s:index . '.groups')
    endfor
    qall!
    """

  private func run(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Trouble(said: String(decoding: said, as: UTF8.self)) }
  }
}

/// What the groups of the syntax file say, in the words of the prompt's own colours.
enum VimGroups {
  static let table: [String: Highlight.Kind] = [
    "Tick": .tick, "Time": .tick, "Value": .value, "Text": .string, "String": .string, "TextEscape": .string,
    "End": .end, "TimelineMark": .punctuation, "TimelineMistake": .mistake, "Punctuation": .punctuation,
    "Comma": .punctuation, "Sign": .punctuation, "Accessor": .punctuation, "Assign": .punctuation,
    "Comparison": .punctuation, "RenamingSign": .punctuation, "Operator": .operator, "Link": .operator,
    "Member": .operator, "Definition": .operator, "Label": .label, "Parameter": .name, "Number": .number,
    "SpeedNumber": .number, "Constant": .keyword, "Throw": .keyword, "In": .keyword, "Keyword": .keyword,
    "Speed": .keyword, "LaneKeyword": .keyword, "Renamed": .value, "RenamedNumber": .number, "Tuple": .value,
    "Command": .command, "Argument": .argument, "Remark": .comment, "LineComment": .comment, "BlockComment": .comment,
    "Name": .name, "Reference": .name, "Binding": .name, "Lane": .name,
  ]

  static func kind(of group: String) -> Highlight.Kind? {
    table[String(group.dropFirst("marble".count))]
  }
}
