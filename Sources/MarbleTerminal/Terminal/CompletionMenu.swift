import MarbleLanguage
import MarbleSession

/// The candidates of a completion below the line, one of which may be selected.
///
/// The selected candidate is shown in the line too.
struct CompletionMenu {
  private let candidates: [CompletionCandidate]
  private let replaced: Range<Int>
  /// The line without a selected candidate.
  let base: EditedLine
  private var selection: Int?

  /// The maximum number of visible candidates.
  private static let limit = 10

  /// Creates the menu for a line in which the completion has inserted what all candidates have in common.
  init(_ completion: Completion, in line: EditedLine) {
    candidates = completion.candidates
    replaced = completion.replaced.lowerBound..<line.cursor
    base = line
  }

  var hasSelection: Bool { selection != nil }

  /// The line with the selected candidate.
  var line: EditedLine {
    selection.map { base.replacing(replaced, with: candidates[$0].insertion) } ?? base
  }

  mutating func selectNext() { selection = selection.map { ($0 + 1) % candidates.count } ?? 0 }

  mutating func selectPrevious() {
    selection = ((selection ?? 0) + candidates.count - 1) % candidates.count
  }

  /// The rows for a screen: the candidates near the selected one, with their summaries, and the number of the others.
  func rows(columns: Int, height: Int) -> [ScreenRow] {
    let visible = window(height: min(height, Self.limit + 1))
    let width = candidates[visible].map { displayWidth(of: $0.text) }.max() ?? 0
    var rows = visible.map { index in
      let (text, summary) = (candidates[index].text, candidates[index].summary)
      var row = ScreenRow(columns: columns - 1)
      row.append(text.padded(to: summary.isEmpty ? 0 : width), in: index == selection ? .selected : .plain)
      if !summary.isEmpty { row.append("  " + summary, in: index == selection ? .selected : .plain) }
      return row
    }
    if visible.count < candidates.count, !rows.isEmpty {
      var row = ScreenRow(columns: columns - 1)
      row.append("… \(candidates.count - visible.count) more", in: .plain)
      rows.append(row)
    }
    return rows
  }

  private func window(height: Int) -> Range<Int> {
    let isCut = candidates.count > height
    let count = isCut ? max(0, height - 1) : candidates.count
    let start = min(max(0, (selection ?? 0) - count / 2), candidates.count - count)
    return start..<start + count
  }
}
