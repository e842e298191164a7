/// The candidates for completion at the cursor.
struct Completion: Equatable {
  /// The candidates, sorted and without duplicates, so that the same line always shows the same list.
  let candidates: [String]
  /// The part of the line that a candidate replaces, as UTF-8 offsets.
  let replaced: Range<Int>

  /// The completion without candidates.
  static let none = Completion(candidates: [], replaced: 0..<0)

  init(candidates: some Sequence<String>, replaced: Range<Int>) {
    self.candidates = Set(candidates).sorted()
    self.replaced = replaced
  }

  /// The effect of the Tab key on a line.
  struct Step: Equatable {
    /// The replacement for `range`, or `nil` if the line does not change.
    var insertion: String?
    /// The replaced part, as offsets of Unicode scalars, which the editor uses.
    var range: Range<Int>
    /// The candidates to show if there are several.
    var choices: [String]
  }

  /// Returns the effect of the Tab key.
  ///
  /// Returns `nil` if there are no candidates or if `replaced` is outside the line.
  func step(in line: String) -> Step? {
    guard let prefix = commonPrefix, let (typed, range) = part(of: line) else { return nil }
    // Candidates need not begin with the typed text. Then their common prefix may be shorter than it, and inserting
    // the prefix would remove text.
    let helps = candidates.count == 1 ? prefix != typed : prefix.count > typed.count && prefix.hasPrefix(typed)
    return Step(
      insertion: helps ? prefix : nil,
      range: range,
      choices: candidates.count > 1 ? candidates : [])
  }

  /// The longest common prefix of all candidates, or `nil` if there are none.
  private var commonPrefix: String? {
    guard let first = candidates.first else { return nil }
    return candidates.dropFirst().reduce(first) { prefix, candidate in
      String(zip(prefix, candidate).prefix { $0 == $1 }.map(\.0))
    }
  }

  private func part(of line: String) -> (text: Substring, scalars: Range<Int>)? {
    guard
      let lower = line.scalarIndex(atByte: replaced.lowerBound),
      let upper = line.scalarIndex(atByte: replaced.upperBound)
    else { return nil }
    let scalars = line.unicodeScalars
    let start = scalars.distance(from: scalars.startIndex, to: lower)
    return (line[lower..<upper], start..<start + scalars.distance(from: lower, to: upper))
  }
}

extension String {
  /// Returns the index of a UTF-8 offset, or `nil` if the offset is out of range or inside a scalar.
  fileprivate func scalarIndex(atByte offset: Int) -> Index? {
    guard offset >= 0, let index = utf8.index(startIndex, offsetBy: offset, limitedBy: endIndex) else { return nil }
    return index.samePosition(in: unicodeScalars)
  }
}
