import MarbleEvaluation
import MarbleLanguage

/// The closures that a search tries without knowing their results.
struct SearchLibrary {
  private let constants: SearchConstants

  /// The text that stands for a closure that returns the second stream.
  static let otherStream = "▢"

  init(_ constants: SearchConstants) {
    self.constants = constants
  }

  /// Returns the bodies of closures for a parameter and the types of the values that they receive.
  func closures(for role: ClosureRole, _ types: TypeSet, of overload: Overload) -> [String] {
    switch (role.gives, role.takes.first) {
    case (.boolean, .value?) where role.takes.count == 1: predicates(of: types)
    case (.boolean, .value?): relations
    case (.boolean, .values?): conditions
    case (.value, .value?) where role.takes.count == 1: transforms(of: types)
    case (.value, .together?), (.value, .value?): combinations
    case (.value, .state?): folds(of: types)
    case (.value, .message?): constants.messages.map(ValuePrinter.quoted) + messages
    case (.stream, .value?) where overload.behavior.values == .inner: streams
    case (.stream, .message?): [Self.otherStream] + messages.map { "just(\($0))" }
    case (.stream, nil), (.stream, .other?), (.stream, .value?): [Self.otherStream]
    default: []
    }
  }

  /// Returns all closures for values of these types.
  func all(of types: TypeSet) -> [String] {
    (predicates(of: types) + transforms(of: types) + folds(of: types) + combinations + relations + conditions
      + messages + streams).uniqued()
  }

  /// Returns closures that test a value.
  func predicates(of types: TypeSet) -> [String] {
    var texts: [String] = []
    for type in types.all {
      switch type {
      case .integer, .number: texts += numberPredicates("$0")
      case .string: texts += stringPredicates
      case .boolean: texts += ["$0", "!$0"]
      case .tuple(let items) where items.count == 2:
        texts += ["$0 == $1", "$0 != $1", "$0 < $1", "$0 > $1", "$0 <= $1", "$0 >= $1", "($0 + $1) % 2 == 0"]
        for (index, item) in items.enumerated() where item == .integer {
          texts += numberPredicates("$0.\(index)").prefix(12)
        }
        for (index, item) in items.enumerated() where item == .string {
          texts += constants.strings.prefix(6).map { "$0.\(index) == \(ValuePrinter.quoted($0))" }
        }
      case .array:
        texts += ["!$0.isEmpty", "$0.isEmpty"]
        texts += (1...4).flatMap { ["$0.count == \($0)", "$0.count > \($0)", "$0.count < \($0)"] }
        texts += constants.integers.prefix(6).map { "$0.contains(\($0))" }
      case .null: texts += ["$0 != nil", "$0 == nil"]
      case .event, .stream, .tuple: break
      }
    }
    return texts
  }

  private func numberPredicates(_ name: String) -> [String] {
    var texts = ["% 2 == 0", "% 2 == 1", "% 2 != 0", "% 3 == 0", "% 3 != 0"].map { "\(name) \($0)" }
    for number in constants.hints.thresholds { texts += [">", "<"].map { "\(name) \($0) \(number)" } }
    for number in constants.integers { texts += [">", "<", "!=", "=="].map { "\(name) \($0) \(number)" } }
    for number in constants.integers.prefix(8) { texts += [">=", "<="].map { "\(name) \($0) \(number)" } }
    return texts
  }

  private var stringPredicates: [String] {
    constants.strings.flatMap { text in
      ["==", "!=", "<", ">", "<=", ">="].map { "$0 \($0) \(ValuePrinter.quoted(text))" }
    } + ["$0 == $0.uppercased()", "$0 == $0.lowercased()", "!$0.isEmpty"]
      + ([1] + constants.lengths).uniqued().flatMap { ["$0.count == \($0)", "$0.count > \($0)", "$0.count < \($0)"] }
  }

  /// Returns closures that transform a value.
  func transforms(of types: TypeSet) -> [String] {
    var texts: [String] = []
    for type in types.all {
      switch type {
      case .integer, .number:
        let numbers = constants.integers.filter { $0 > 0 }
        texts += numbers.prefix(10).map { "$0 + \($0)" }
        texts += (numbers.filter { $0 > 1 }.prefix(6) + [10, 100]).uniqued().map { "$0 * \($0)" }
        texts += numbers.prefix(6).map { "$0 - \($0)" }
        texts += constants.hints.divisors.map { "$0 / \($0)" }
        texts += [
          "-$0", "$0 * $0", "$0 % 2", "$0 % 3", "$0 % 4", "$0 % 5", "$0 / 2", "$0 % 2 == 0", "10 - $0", "[$0]",
          "\"\\($0)\"",
        ]
      case .string:
        texts += ["$0.uppercased()", "$0.lowercased()", "$0.reversed()", "$0 + $0", "$0.count", "Int($0)", "[$0]"]
        texts += ["$0 + \"!\"", "\"\\($0)\\($0)\"", "$0.first", "$0.last"]
      case .boolean: texts += ["!$0", "$0 ? 1 : 0"]
      case .tuple(let items) where items.count == 2:
        texts += ["$0.0", "$0.1", "$0 + $1", "$0 - $1", "$1 - $0", "$0 * $1", "\"\\($0)\\($1)\"", "($1, $0)"]
        texts += ["$0 < $1", "$0 > $1", "$0 == $1"]
      case .array: texts += ["$0.count", "$0.first", "$0.last", "$0.reversed()", "$0.isEmpty"]
      case .event, .stream, .null, .tuple: break
      }
    }
    return texts
  }

  /// The closures that combine a state and a value.
  func folds(of types: TypeSet) -> [String] {
    var texts = ["$0 + $1", "$0 * $1", "$0 - $1", "$1 - $0", "$0 > $1 ? $0 : $1", "$0 < $1 ? $0 : $1", "$0 + 1"]
    texts += ["$0 + [$1]", "\"\\($0)\\($1)\"", "$1 + $0", "$0 * 10 + $1", "$0 + $1 * 2", "$0 * 2 + $1", "[$1] + $0"]
    texts += ["$0 + $1 * $1", "\"\\($1)\\($0)\"", "$0 || $1", "$0 && $1", "$0 + ($1 ? 1 : 0)", "$1", "$0", "!$0"]
    return texts + constants.separators.map { "\"\\($0)\(SearchSynthesis.escaped($0))\\($1)\"" }
  }

  /// The initial states of folds.
  var initials: [Value] {
    ([0, 1].map(Value.integer) + [.string(""), .array([])] + constants.integers.prefix(12).map(Value.integer)
      + constants.strings.prefix(4).map(Value.string) + [.boolean(false), .boolean(true)]).uniqued()
  }

  /// The closures that compare two values.
  private let relations = [
    "$0 < $1", "$0 > $1", "$0 == $1", "$0 >= $1", "$0 <= $1", "$0 != $1", "$0 % 2 == $1 % 2", "$1 == $0 + 1",
  ]

  /// The closures that combine the values of two streams.
  let combinations = [
    "$0 + $1", "$0 * $1", "$0 - $1", "$1 - $0", "\"\\($0)\\($1)\"", "$0 > $1 ? $0 : $1", "$0 < $1 ? $0 : $1",
    "$0 > $1", "$0 < $1", "$0 == $1", "$0 != $1", "$0 && $1", "$0 || $1", "($1, $0)", "[$0, $1]", "\"\\($1)\\($0)\"",
  ]

  /// The closures that complete an array of collected values.
  private var conditions: [String] {
    (1...4).map { "$0.count == \($0)" } + constants.integers.prefix(6).map { "$0.contains(\($0))" }
      + constants.strings.prefix(6).map { "$0.contains(\(ValuePrinter.quoted($0)))" }
      + constants.integers.prefix(6).flatMap { ["$1 == \($0)", "$1 > \($0)"] }
  }

  /// The closures that change the message of a failure.
  private var messages: [String] {
    constants.frames.map { before, after in
      switch (before.isEmpty, after.isEmpty) {
      case (true, true): "$0"
      case (true, false): "$0 + \(ValuePrinter.quoted(after))"
      case (false, true): "\(ValuePrinter.quoted(before)) + $0"
      case (false, false): "\(ValuePrinter.quoted(before)) + $0 + \(ValuePrinter.quoted(after))"
      }
    }
  }

  /// The closures that create a stream from a value.
  private var streams: [String] {
    let texts = [[0], [1], [1, 3], [0, 1], [0, 2]] + constants.offsets
    return texts.uniqued().map { offsets in
      let gaps = zip(offsets, [-1] + offsets).map { $0 - $1 - 1 }
      return "\"" + gaps.map { String(repeating: "-", count: $0) + "\\($0)" }.joined() + "|\""
    } + constants.times.prefix(4).map { "just($0).delay(\($0))" }
  }
}
