/// What could stand at the cursor instead of a part of the line.
struct Completion: Equatable {
  /// Every text that fits, sorted and without repetitions, so that the same line always shows the same list.
  let candidates: [String]
  /// The part of the line that a candidate replaces, as offsets of UTF-8 bytes.
  let replaced: Range<Int>

  /// Nothing fits.
  static let none = Completion(candidates: [], replaced: 0..<0)

  init(candidates: some Sequence<String>, replaced: Range<Int>) {
    self.candidates = Set(candidates).sorted()
    self.replaced = replaced
  }

  /// What pressing Tab does to a line.
  struct Step: Equatable {
    /// The text that takes the place of `range`, or nil when the line stays as it is.
    var insertion: String?
    /// The replaced part, as offsets of Unicode scalars, which is how the editor counts.
    var range: Range<Int>
    /// The candidates to show, when there is a choice left.
    var choices: [String]
  }

  /// Decides what Tab does; nil when nothing fits, or when the replaced part is no part of the line.
  func step(in line: String) -> Step? {
    guard let prefix = commonPrefix, let (typed, range) = part(of: line) else { return nil }
    // Candidates need not begin with what was typed; then their common prefix may be less than it, and is no progress.
    let helps = candidates.count == 1 ? prefix != typed : prefix.count > typed.count && prefix.hasPrefix(typed)
    return Step(
      insertion: helps ? prefix : nil,
      range: range,
      choices: candidates.count > 1 ? candidates : [])
  }

  /// The longest text that every candidate begins with, or nil when there are none.
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
  /// The place of a UTF-8 offset, unless it lies outside or within a scalar.
  fileprivate func scalarIndex(atByte offset: Int) -> Index? {
    guard offset >= 0, let index = utf8.index(startIndex, offsetBy: offset, limitedBy: endIndex) else { return nil }
    return index.samePosition(in: unicodeScalars)
  }
}
