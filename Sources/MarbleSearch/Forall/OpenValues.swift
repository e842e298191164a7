import MarbleEvaluation
import MarbleLanguage

/// The kind of values that a stream of a law sends if the law does not list them.
package enum OpenValues: CaseIterable {
  case integers, booleans, pairs, strings, streams, arrays

  /// The types of the values.
  var contents: TypeSet {
    switch self {
    case .integers: .integer
    case .booleans: .boolean
    case .streams: .stream(of: .integer)
    case .pairs: .tuple(.integer, .integer)
    case .strings: .string
    case .arrays: .array(of: .integer)
    }
  }

  func domain(_ constants: MinedConstants, _ isName: (String) -> Bool) -> ValueDomain {
    let special = constants.compared.filter { !hasKind(of: $0) && !($0.text.map(isName) ?? false) }
    switch self {
    case .integers: return .integers(constants, and: special)
    case .booleans: return Self.domain([.boolean(true), .boolean(false)] + special)
    case .streams: return Self.domain(Self.timelines.map { .stream(Stream(timeline: $0, name: "")) })
    case .pairs:
      let numbers = [(1, 1), (1, 2), (2, 1), (2, 2), (0, 1), (1, 0), (2, 3)]
      let fields = constants.fields
      let others = fields.flatMap { first in fields.map { Value.tuple([first, $0]) } }
      return Self.domain((numbers.map { .tuple([.integer($0), .integer($1)]) } + special + others).uniqued())
    case .strings: return .strings(constants, isName)
    case .arrays:
      let arrays: [Value] = [[1], [], [1, 2], [2], [1, 1], [2, 1]].map { .array($0.map(Value.integer)) }
      let known = constants.values.flatMap(\.prefixes) + constants.fields.map { .array([$0]) }
      let long = constants.lengths.map { Value.array(Array(repeating: .integer(1), count: $0)) }
      return Self.domain((arrays + special + known + long).uniqued())
    }
  }

  private static func domain(_ values: [Value]) -> ValueDomain { ValueDomain(values, important: values, isOpen: true) }

  private func hasKind(of value: Value) -> Bool {
    switch (self, value) {
    case (.integers, .integer), (.booleans, .boolean), (.streams, .stream), (.pairs, .tuple), (.arrays, .array),
      (.strings, .string), (.strings, .marble):
      true
    default: false
    }
  }

  /// The streams that a stream of streams sends, the simplest first.
  private static let timelines: [Timeline] = {
    let (one, two) = (Event.value(.integer(1)), Event.value(.integer(2)))
    let marbles: [[(Int, Event)]] = [
      [(0, one), (0, .completed)], [(0, .completed)], [(1, two), (2, .completed)],
      [(0, one), (2, two), (3, .completed)],
      [(0, .failed(.unnamed))], [(1, one), (1, .failed(.unnamed))], [(0, one)], [(1, .interrupted)],
    ]
    return marbles.map { Timeline($0.map { Timeline.Marble(tick: $0.0, event: $0.1) }) }
  }()
}

extension ValueDomain {
  /// Returns the domain of all integers: small ones, and the constants of a law with their neighbors.
  fileprivate static func integers(_ constants: MinedConstants, and special: [Value]) -> ValueDomain {
    let numbers = constants.values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    let near = numbers.prefix(6).flatMap { [$0, $0 &+ 1, $0 &- 1] }
    let few = numbers.prefix(8)
    let combined = few.flatMap { first -> [Int64] in
      let pairs = few.flatMap { second -> [Int64] in
        let quotient = second != 0 ? first.dividedReportingOverflow(by: second).partialValue : 0
        return [first &+ second, first &- second, quotient]
      }
      return pairs + [first &* 2, 0 &- first]
    }
    let chosen = ([1, 2] + near.prefix(3) + [0] + near.dropFirst(3) + [3, -1]).map(Value.integer)
    let all = Set(near + combined + Array(few).congruent + Array(-12...100)).sorted {
      simplicity(of: $0) < simplicity(of: $1)
    }
    var important = special.isEmpty ? [] : [Value.integer(1)] + special
    for value in chosen where !important.contains(value) { important.append(value) }
    return ValueDomain(all.map(Value.integer) + constants.fractions + special, important: important, isOpen: true)
  }

  /// Returns a number that is smaller for simpler integers: 1, 2 and 3 come before 0, and 0 before all others.
  private static func simplicity(of number: Int64) -> UInt64 {
    switch number {
    case 1...3: UInt64(number) * 2
    case 0: 7
    default: number.magnitude > UInt64.max / 16 ? .max : number.magnitude * 2 + (number < 0 ? 7 : 0)
    }
  }

  /// Returns the domain of all strings: letters, and the constants of a law, without the names of streams.
  fileprivate static func strings(_ constants: MinedConstants, _ isName: (String) -> Bool) -> ValueDomain {
    let known = constants.values.compactMap(\.text).uniqued()
    let near = known.flatMap { [$0, $0 + "a", String($0.prefix(1)), String($0.dropLast())] }
    let few = known.prefix(4)
    let combined = few.flatMap { first in few.filter { $0 != first }.map { first + $0 } }
    let inside = known.filter { !$0.isEmpty }.map { ($0.hasPrefix("b") ? "c" : "b") + $0 }
    let cased = ["A"] + known.flatMap { [$0.uppercased(), $0.lowercased()] }
    let long = constants.strings(startingWith: [""] + few)
    let letters = ["a", "b", "c", "d", "x", "y", "z"].filter { !isName($0) }
    let important = (Array(letters.prefix(2)) + near).uniqued().filter { !isName($0) }
    let texts = (Array(letters.prefix(3)) + near + ["", "ab"] + inside + cased + combined + long).uniqued()
      .filter { !isName($0) }
    let values = { (texts: [String]) in texts.map { $0.isEmpty ? Value.string($0) : .marble($0) } }
    return ValueDomain(
      values(texts), important: values(important + Array(letters.dropFirst(2).prefix(1)) + [""]), isOpen: true)
  }

  /// Returns the domain of the values that a law lists.
  static func listed(_ values: Law.Values, _ constants: MinedConstants) -> ValueDomain {
    let near = constants.values.flatMap { constant -> [Value] in
      guard case .integer(let number) = constant else { return [] }
      return [number, number &+ 1, number &- 1].map(Value.integer).filter(values.contains)
    }
    let all = values.tried(near)
    var important = (all.prefix(2) + near).uniqued()
    for value in all.prefix(16) where !important.contains(value) { important.append(value) }
    return ValueDomain(all, important: important, isOpen: false)
  }
}

extension Law.Values {
  /// The largest number of values of a range that are tried.
  private static let limit = 1_000

  /// Whether the values include an integer.
  fileprivate func contains(_ value: Value) -> Bool {
    switch self {
    case .list(let values): values.contains(value)
    case .range(let range): if case .integer(let number) = value { range.contains(number) } else { false }
    }
  }

  /// Returns the values that are tried.
  ///
  /// Of a long range, these are the first ones, the last one, and those that occur in the law.
  fileprivate func tried(_ known: [Value]) -> [Value] {
    switch self {
    case .list(let values): return values
    case .range(let range):
      // The length of a range of integers does not always fit in an integer.
      let (length, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
      if !overflows, length < Self.limit { return range.map(Value.integer) }
      let first = (0..<Int64(Self.limit) - 1).map { Value.integer(range.lowerBound + $0) }
      return (first + known + [.integer(range.upperBound)]).uniqued()
    }
  }
}

extension Value {
  /// The beginnings of an array, and the array with one more element.
  fileprivate var prefixes: [Value] {
    guard case .array(let items) = self else { return [] }
    return [self] + items.indices.reversed().map { .array(Array(items[..<$0])) } + [.array(items + [.integer(1)])]
  }
}
