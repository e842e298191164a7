import Foundation
import TestSupport

/// The Tree-sitter grammar as Neovim reads it, compiled from the generated parser of this package.
struct TreeSitter: Sendable {
  /// The grammar, or `nil` if there is no Neovim or no C compiler.
  static let here = TreeSitter()

  private static let source = packageRoot.appendingPathComponent("Editors/tree-sitter-marble")
  private let neovim: String

  private init?() {
    let candidates = ["/usr/bin/nvim", "/usr/local/bin/nvim", "/opt/homebrew/bin/nvim"]
    guard let neovim = candidates.first(where: FileManager.default.isExecutableFile),
      FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")
    else { return nil }
    self.neovim = neovim
  }

  /// The captures and the first error of a script.
  struct Reading {
    /// The capture of each byte, or an empty string.
    var captures: [String] = []
    /// The offset of the first error, or `nil` if there is none.
    var error: Int?
  }

  /// Reads scripts with the grammar.
  func readings(of texts: [String]) throws -> [Reading] {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("rxrepl-tree-sitter-" + UUID().uuidString)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    for (index, text) in texts.enumerated() {
      try text.write(to: folder.appendingPathComponent("\(index).marble"), atomically: false, encoding: .utf8)
    }
    try Self.script.write(to: folder.appendingPathComponent("read.lua"), atomically: false, encoding: .utf8)
    let sources = ["parser.c", "scanner.c"].map { Self.source.appendingPathComponent("src/\($0)").path }
    let compile = ["-std=c11", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-o", "marble.so"]
    _ = try EditorProcess.run(
      "/usr/bin/cc", compile + ["-I", Self.source.appendingPathComponent("src").path] + sources, in: folder)
    let query = Self.source.appendingPathComponent("queries/highlights.scm").path
    let said = try EditorProcess.run(
      neovim, ["--headless", "--clean", "-n", "--cmd", "let g:query = '\(query)'", "-c", "luafile read.lua"], in: folder
    )
    var readings = texts.map { Reading(captures: Array(repeating: "", count: $0.utf8.count)) }
    guard let found = try? String(contentsOf: folder.appendingPathComponent("found"), encoding: .utf8) else {
      throw EditorProcess.Failure(said: said)
    }
    for line in found.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let index = Int(words[0]), let start = Int(words[1]), let end = Int(words[2]) else {
        throw EditorProcess.Failure(said: found)
      }
      if words[3] == "ERROR" {
        readings[index].error = min(start, readings[index].error ?? start)
      } else {
        for offset in start..<min(end, readings[index].captures.count) {
          readings[index].captures[offset] = String(words[3])
        }
      }
    }
    return readings
  }

  /// Writes a line for each error and for each capture, the outer ones first: text, start, end and name.
  private static let script = """
    local lines = {}
    local function check()
      local add = vim.treesitter.language and vim.treesitter.language.add
      if add then add('marble', { path = vim.fn.getcwd() .. '/marble.so' })
      else vim.treesitter.require_language('marble', vim.fn.getcwd() .. '/marble.so') end
      local parse = vim.treesitter.query.parse or vim.treesitter.parse_query
      local query = parse('marble', table.concat(vim.fn.readfile(vim.g.query), '\\n'))
      for index = 0, #vim.fn.glob('*.marble', 0, 1) - 1 do
        local file = assert(io.open(index .. '.marble', 'rb'))
        local text = file:read('*a')
        file:close()
        local root = vim.treesitter.get_string_parser(text, 'marble'):parse()[1]:root()
        local function note(node, name)
          local _, _, first = node:start()
          local _, _, last = node:end_()
          table.insert(lines, table.concat({ index, first, last, name }, ' '))
        end
        local function errors(node)
          if node:type() == 'ERROR' or node:missing() then note(node, 'ERROR') end
          for child in node:iter_children() do
            if child:has_error() or child:missing() then errors(child) end
          end
        end
        errors(root)
        for id, node in query:iter_captures(root, text) do note(node, query.captures[id]) end
      end
    end
    local done, reason = pcall(check)
    if not done then lines = { tostring(reason) } end
    vim.fn.writefile(lines, 'found')
    vim.cmd('qall!')
    """
}
