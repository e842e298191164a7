import MarbleSession

/// The candidates for completion at the cursor.
struct Completion: Equatable {
  let candidates: [CompletionCandidate]
  /// The part of the line that a candidate replaces, as UTF-8 offsets.
  let replaced: Range<Int>

  /// The completion without candidates.
  static let none = Completion(candidates: [], replaced: 0..<0)

  /// Returns the line after the candidate, if there is only one, or after the part that all have in common.
  ///
  /// Returns `nil` if the line would not get longer, or if the replaced part is not in the line.
  func extending(_ line: EditedLine) -> EditedLine? {
    guard let first = candidates.first, replaced.lowerBound >= 0, replaced.upperBound <= line.text.utf8.count else {
      return nil
    }
    let typed = String(decoding: Array(line.text.utf8)[replaced], as: UTF8.self)
    if candidates.count == 1 {
      return first.insertion == typed ? nil : line.replacing(replaced, with: first.insertion)
    }
    let common = candidates.dropFirst().reduce(first.text) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
    // Candidates need not begin with the typed text. Then inserting the common part would remove text.
    guard common.utf8.count > typed.utf8.count, common.hasPrefix(typed) else { return nil }
    return line.replacing(replaced, with: common)
  }
}
