import Foundation
import Marbles
import TestSupport

/// Vim without a screen and without the user's settings, but with the files of this package.
struct Vim {
  /// The installed Vim, or `nil` if there is no Vim with syntax highlighting.
  static let here = Vim()

  private let path: String

  private init?() {
    let candidates = ["/usr/bin/vim", "/usr/local/bin/vim", "/opt/homebrew/bin/vim"]
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
    guard (try? run("if !has('syntax') | cquit | endif", on: [:])) != nil else { return nil }
  }

  /// Returns the names of the syntax groups of all bytes in the files.
  ///
  /// The group of a line end is empty.
  func groups(of files: [String: String], saying setup: String = "") throws -> [String: [String]] {
    let dump = """
      \(setup)
      filetype plugin on
      syntax enable
      for s:file in glob('*', 0, 1)
        execute 'edit' s:file
        let s:rows = []
        for s:line in range(1, line('$'))
          let s:columns = range(1, col([s:line, '$']) - 1)
          call add(s:rows, join(map(s:columns, {_, c -> synIDattr(synID(s:line, c, 1), 'name') . ','}), ''))
        endfor
        call add(g:rows, s:file)
        call add(g:rows, len(s:rows))
        call extend(g:rows, s:rows)
      endfor
      """
    var rows = try run(dump, on: files)[...]
    var groups: [String: [String]] = [:]
    while let file = rows.popFirst(), let count = rows.popFirst().flatMap({ Int($0) }) {
      // Each name is followed by a comma, so the empty string after the last one is for the line end.
      groups[file] = rows.prefix(count).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map(String.init)
      rows = rows.dropFirst(count)
    }
    return groups
  }

  /// Runs a script in a folder with the files.
  ///
  /// Returns the lines that the script has added to `g:rows`.
  func run(_ script: String, on files: [String: String]) throws -> [String] {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("rxrepl-vim-" + UUID().uuidString)
    let work = folder.appendingPathComponent("work")
    try manager.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: work.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
    let whole = "let g:rows = []\n\(script)\ncall writefile(g:rows, '../rows')\nqall!\n"
    try whole.write(to: folder.appendingPathComponent("script.vim"), atomically: false, encoding: .utf8)

    let editors = packageRoot.appendingPathComponent("Editors/vim").path
    let arguments = [
      "-es", "-u", "NONE", "-i", "NONE", "-n", "-N", "--cmd", "set encoding=utf-8 runtimepath^=\(editors)",
      "-S", "../script.vim",
    ]
    let said = try EditorProcess.run(path, arguments, in: work)
    let rows = try? String(contentsOf: folder.appendingPathComponent("rows"), encoding: .utf8)
    guard let rows else { throw EditorProcess.Failure(said: said) }
    return rows.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
