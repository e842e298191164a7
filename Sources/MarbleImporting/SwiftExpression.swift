import Marbles

/// A converter for expressions of validation tests to the marble language.
///
/// Closures and calls have the same syntax in both. Inputs, Swift keywords such as `try` and `await`, clocks, and the
/// names of some operators differ.
struct SwiftExpression {
  let code: ForeignCode
  /// The name of the diagram in the test: `$0`, or another name.
  let diagram: String
  /// The names that the inputs are bound to.
  let inputs: [String]

  /// The operators with another name here, or with another meaning under that name.
  private static let operators = [
    "chain": "concat", "reductions": "scan", "adjacentPairs": "combinePrevious", "prefix": "take",
    "flatMap": "concatMap",
  ]

  /// The operators and functions with the same meaning here, after their names are translated.
  private static let supported: Set = [
    "map", "filter", "compactMap", "merge", "zip", "combineLatest", "chain", "prefix", "dropFirst", "flatMap",
    "reductions", "adjacentPairs", "debounce", "removeDuplicates", "compacted", "steps", "inputs",
  ]

  /// Checks the names of the operators, which are outside of closures.
  private func checkOperators(in range: Range<Int>) throws(ImportRefusal) {
    for index in range {
      guard let name = code.name(at: index), name != "clock", name != diagram, !code.has(":", at: index + 1) else {
        if code.has("{", at: index) { return try checkOperators(in: code.after(index, in: range)..<range.upperBound) }
        continue
      }
      guard Self.supported.contains(name) || name == "try" || name == "await" || name == "in" else {
        throw ImportRefusal(problem: .unknownName(name), span: code.tokens[index].span)
      }
    }
  }

  func text(of range: Range<Int>) throws(ImportRefusal) -> String {
    try checkOperators(in: range)
    var text = ""
    var index = range.lowerBound
    var last = range.lowerBound
    while index < range.upperBound {
      if isClockArgument(index) {
        // The argument `, clock: $0.clock` is removed with its comma.
        while text.last == " " || text.last == "," { text.removeLast() }
        index = min(index + 5, range.upperBound)
        if text.last == "(", code.has(",", at: index) { index += 1 }
        last = index
        continue
      }
      let goesOn = code.tokens[index].opensLine && code.has(".", at: index)
      if index > last, !goesOn, code.tokens[index].span.lowerBound > code.tokens[index - 1].span.upperBound {
        text += " "
      }
      last = index
      if let input = input(at: index, in: range) {
        text += input.name
        index = input.end
      } else if code.has(".", at: index), code.name(at: index + 1) == "steps", code.has("(", at: index + 2),
        let inside = code.inside(index + 2)
      {
        text += code.bytes.text(code.span(of: inside))
        index = inside.upperBound + 1
      } else if code.has("try", at: index) || code.has("await", at: index) {
        index += 1
        last = index
      } else if let name = code.name(at: index), let ours = Self.operators[name] {
        text += ours
        index += 1
      } else {
        text += code.text(index)
        index += 1
      }
    }
    return text.oneLine
  }

  private func isClockArgument(_ index: Int) -> Bool {
    code.has("clock", at: index) && code.has(":", at: index + 1) && code.has(".", at: index + 3)
      && code.has("clock", at: index + 4)
  }

  /// Returns the name for `$0.inputs[1]` and the end of that expression, or `nil` for another expression.
  private func input(at index: Int, in range: Range<Int>) -> (name: String, end: Int)? {
    guard code.name(at: index) == diagram, code.has(".", at: index + 1), code.has("inputs", at: index + 2),
      code.has("[", at: index + 3), code.has("]", at: index + 5), index + 5 < range.upperBound,
      let number = Int(code.text(index + 4)), inputs.indices.contains(number)
    else { return nil }
    return (inputs[number], index + 6)
  }
}
