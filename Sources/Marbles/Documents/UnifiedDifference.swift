extension Illustration {
  /// What changes, as a unified diff of the file of that name.
  public func difference(named name: String) -> String {
    UnifiedDifference(original, changes).text(named: name)
  }
}

/// Lines that change, with a few around them that do not.
struct UnifiedDifference {
  private let old: [ArraySlice<UInt8>]
  private var text = ""
  /// How many lines around a change are shown.
  private static let context = 3

  init(_ original: [UInt8], _ changes: [Illustration.Change]) {
    old = original.linesWithEnds
  }

  func text(named name: String) -> String {
    "--- \(name)\n+++ \(name)\n"
  }
}

extension [UInt8] {
  /// Its lines, each with its end.
  fileprivate var linesWithEnds: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < count {
      let (_, next) = markdownLine(from: start)
      lines.append(self[start..<next])
      start = next
    }
    return lines
  }
}
