import Marbles

/// The uses of `null` and `undefined` in a test or a program, which are one value here.
struct JSNothings: OptionSet {
  let rawValue: Int

  /// A value is `null`, or `undefined`.
  static let null = JSNothings(rawValue: 1)
  static let undefined = JSNothings(rawValue: 2)
  /// A value may be `undefined` without being written, such as that of `next()` or of a missing property.
  static let absent = JSNothings(rawValue: 4)
  /// A value may be `undefined` although its type is known.
  static let found = JSNothings(rawValue: 8)
  /// A value is compared with `null` or with `undefined` by `===` or `!==`.
  static let comparedWithNull = JSNothings(rawValue: 16)
  static let comparedWithUndefined = JSNothings(rawValue: 32)
  /// Two values that may be `null` or `undefined` are compared.
  static let compared = JSNothings(rawValue: 64)

  /// Whether the difference between `null` and `undefined` matters, or may matter.
  var areDifferent: Bool {
    let hasUndefined = !isDisjoint(with: [.undefined, .absent, .found])
    let hasComparison = !isDisjoint(with: [.comparedWithNull, .comparedWithUndefined, .compared])
    return contains([.null, .undefined]) || contains(.null) && hasUndefined && hasComparison
      || contains(.comparedWithNull) && hasUndefined || contains([.comparedWithUndefined, .null])
  }
}

extension RxJSLibrary {
  /// Records a use of `null` or `undefined`, unless it makes the difference between them matter.
  func record(_ use: JSNothings, _ span: Span) throws(Refusal) {
    let all = nothings.union(use)
    guard !all.areDifferent else { throw Refusal(problem: .nullAndUndefined, span: span) }
    nothings = all
  }

  func recordNothing(_ value: JSValue, _ span: Span) throws(Refusal) {
    if case .null = value { return try record(.null, span) }
    // In a function, it may be the result of `x?.y`, or of no `return`.
    try record(machine.nesting > 0 ? .absent : .undefined, span)
  }

  /// Records that values with a type are compared with `null` or `undefined`.
  func recordComparison(of shape: JSShape, with nothing: JSValue, _ span: Span) throws(Refusal) {
    guard shape.mayBeMissing || nothings.contains(.found) else { return }
    if case .null = nothing { try record(.comparedWithNull, span) } else { try record(.comparedWithUndefined, span) }
  }

  /// Checks that values with a type are equal here if they are in JavaScript, which compares arrays and objects by
  /// identity.
  func checkEquality(of shape: JSShape, _ span: Span) throws(Refusal) {
    guard shape.isScalar else { throw Refusal(problem: .identity, span: span) }
    if shape.mayBeMissing || nothings.contains(.found) { try record(.compared, span) }
  }

  // MARK: Strings

  /// Returns the text of a value that is known only when the script runs.
  func text(of value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    let (text, shape) = try machine.part(printed(value, span), span)
    try checkText(of: shape, span)
    return .symbol(JSSymbol(text: "String(\(text))", shape: .text))
  }

  /// Checks that values with a type have the same text in a string in JavaScript and here.
  func checkText(of shape: JSShape, _ span: Span) throws(Refusal) {
    switch shape {
    case .nothing, .text, .number, .boolean, .any: break
    // The text of `2.0` is `2` in JavaScript. In a test, the assertion fails then.
    case .fraction where shown == nil: break
    case .fraction, .unknown, .missing, .mixed, .tuple, .array, .stream, .event, .failure:
      throw Refusal(problem: .otherText, span: span)
    }
  }
}
