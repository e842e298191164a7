import Foundation
import MarbleSession

/// A fenced block of a Markdown file.
package struct MarkdownFence {
  /// The info string after the opening marks, such as `marble`, `marble fails` or `text`.
  package let info: String
  package let text: String
  package let line: Int
}

/// The root folder of the package.
package let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the fences of a Markdown text in order, or none if one of them is never closed.
package func fences(in text: String) -> [MarkdownFence] {
  let bytes = Array(text.utf8)
  guard let blocks = try? MarkdownScanner.blocks(of: bytes, named: "page.md") else { return [] }
  return blocks.compactMap { block in
    guard case .fence(let fence) = block else { return nil }
    let lines = fence.lines.map { String(decoding: bytes[$0.content], as: UTF8.self) }
    return MarkdownFence(info: fence.info, text: lines.joined(separator: "\n"), line: fence.lineNumber)
  }
}

/// Returns the text of a source's doc comments.
///
/// All other lines are empty, so the line numbers stay the same.
package func documentation(of source: String) -> String {
  source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let trimmed = line.drop { $0 == " " }
    return trimmed.hasPrefix("///") ? String(trimmed.dropFirst(3).drop { $0 == " " }) : ""
  }.joined(separator: "\n")
}

/// Returns the files under a folder that have a path extension, in alphabetical order.
package func files(under folder: String, ending: String) -> [URL] {
  let root = packageRoot.appendingPathComponent(folder)
  let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL]
  return (all ?? []).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
}
