import Foundation

@testable import Marbles

/// A script that an editor may be shown.
struct EditorText: Sendable, CustomStringConvertible {
  /// The file, and the line of a fence in it.
  let place: String
  let text: String

  var description: String { place }

  /// The examples, the fences of the documentation, and the cases of other libraries where they lie beside the package.
  static let all: [EditorText] = {
    let cases = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/conformance/cases")
    let others = (try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)) ?? []
    let scripts =
      files(beneath: "examples", ending: "marble")
      + others.filter { $0.pathExtension == "marble" }.sorted { $0.path < $1.path }
    let pages = [packageRoot.appendingPathComponent("README.md")] + files(beneath: "Documentation", ending: "md")
    return scripts.compactMap { file in
      (try? String(contentsOf: file, encoding: .utf8)).map { EditorText(place: file.lastPathComponent, text: $0) }
    }
      + pages.flatMap { page in
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return fences(in: text).filter(\.isReadable).map {
          EditorText(place: "\(page.lastPathComponent):\($0.line)", text: $0.text)
        }
      }
  }()

  /// What each byte is, as the prompt would colour it.
  var kinds: [Highlight.Kind?] {
    var kinds = Self.kinds(of: text)
    // The prompt has its colours while a line is typed; a drawing is pasted.
    let source = Source(name: place, text: text)
    let bytes = SourceBytes(source)
    var line = 0
    while line < bytes.count {
      var end = bytes.lineEnd(at: line)
      if let drawing = PastedDrawing(at: line, in: bytes) {
        end = drawing.end
        kinds[line..<end] = Self.kinds(ofDrawing: bytes.text(line..<end))[...]
      }
      line = end + 1
    }
    return kinds
  }

  private static func kinds(of text: String) -> [Highlight.Kind?] {
    var kinds = [Highlight.Kind?](repeating: nil, count: text.utf8.count)
    for part in Session().highlights(of: text) {
      for offset in part.range { kinds[offset] = part.kind }
    }
    return kinds
  }

  /// Lanes are names and timelines; what begins with a blank is a remark.
  private static func kinds(ofDrawing text: String) -> [Highlight.Kind?] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> [Highlight.Kind?] in
      let gap = line.firstRange(of: "  ")?.lowerBound ?? line.startIndex
      if gap == line.startIndex { return Array(repeating: .comment, count: line.utf8.count) }
      let head = line[..<gap]
      var name = [Highlight.Kind?](repeating: .name, count: head.utf8.count)
      if head.hasSuffix(" cold") {
        name.replaceSubrange(name.count - 4..<name.count, with: repeatElement(.keyword, count: 4))
      }
      return name + kinds(of: "x = " + line[gap...]).dropFirst(4)
    }
    return Array(lines.joined(separator: [nil]))
  }
}

extension Fence {
  /// Whether a script in it has no mistakes.
  fileprivate var isReadable: Bool {
    let words = info.split(separator: " ")
    return words.first == "marble" && !words.contains("fails") && !words.contains("ignore")
  }
}
