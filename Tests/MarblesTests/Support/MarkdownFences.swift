import Foundation

/// A fenced block of a Markdown file.
struct Fence {
  /// What stands behind the opening marks: `marble`, `marble fails`, `text`.
  let info: String
  let text: String
  let line: Int
}

/// The root of the package.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The fences of a Markdown text, or of the doc comments of a source file, in their order.
func fences(in text: String) -> [Fence] {
  var fences: [Fence] = []
  var open: (info: String, line: Int, body: [String])?
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let isMark = line.hasPrefix("```")
    if isMark, let fence = open {
      fences.append(Fence(info: fence.info, text: fence.body.joined(separator: "\n"), line: fence.line))
      open = nil
    } else if isMark {
      open = (String(line.dropFirst(3)), index + 1, [])
    } else {
      open?.body.append(String(line))
    }
  }
  return fences
}

/// The lines of a source's doc comments, everything else left blank.
func documentation(of source: String) -> String {
  source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let trimmed = line.drop { $0 == " " }
    return trimmed.hasPrefix("///") ? String(trimmed.dropFirst(3).drop { $0 == " " }) : ""
  }.joined(separator: "\n")
}

/// The files beneath a folder with one of some endings, in alphabetical order.
func files(beneath folder: String, ending: String) -> [URL] {
  let root = packageRoot.appendingPathComponent(folder)
  let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL]
  return (all ?? []).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
}
