import Marbles

/// An answer to an exercise, as text that can be run with other inputs.
package struct ExerciseAnswer {
  /// The statements that define the names in the answer, apart from those of the exercise.
  var definitions: [String] = []
  /// The expression or the timeline.
  let text: String

  package init(definitions: [String] = [], text: String) {
    self.definitions = definitions
    self.text = text
  }

  /// The text without whitespace, to compare it with other answers.
  package var normalized: String { text.filter { !$0.isWhitespace } }
}

extension Plan {
  /// The text of the expression with the expressions of results, such as `_1`, in place of their names.
  package var repeatableText: String { text { $0.hasPrefix("_") || bindings[$0]?.plan?.usesResults == true } }

  /// Whether the expression uses a result by its number, directly or in the definition of a name.
  private var usesResults: Bool {
    bindings.expression(text)?.freeNames.contains { name, _ in
      name.hasPrefix("_") || bindings[name]?.plan?.usesResults == true
    } ?? false
  }

  /// Returns the text of the expression, with the expressions in place of some names that are bound to them.
  private func text(expanding isExpanded: (String) -> Bool) -> String {
    guard let expression = bindings.expression(text) else { return text }
    let replacements = expression.freeNames.compactMap { name, span in
      isExpanded(name) ? bindings[name]?.plan.map { (span: span, text: $0.text(expanding: isExpanded)) } : nil
    }
    let source = Source(name: "", text: text)
    var expanded = ""
    var position = 0
    for (span, replacement) in replacements.sorted(by: { $0.span.lowerBound < $1.span.lowerBound })
    where span.lowerBound >= position {
      expanded += source.text(of: position..<span.lowerBound) + replacement
      position = span.upperBound
    }
    return expanded + source.text(of: position..<source.bytes.count)
  }
}

extension Bindings {
  /// Returns the expression that a string is, or `nil` if it is a timeline or another statement.
  func expression(_ text: String) -> Expression? {
    let known = Parser.Bindings { self }
    var parser = Parser(Source(name: "", text: text), bindings: known)
    guard case .success(let statement) = parser.next(),
      case .show(.definition(.expression(let expression)), _) = statement.kind
    else { return nil }
    return expression
  }

  /// Returns the number of operators and methods in an expression, with those in the definitions that it uses, or `nil`
  /// if a string is not an expression.
  ///
  /// - Parameter given: The names that count as inputs.
  func operatorCount(in text: String, keeping given: Bindings) -> Int? {
    expression(text).map { expression in
      let called = expression.calledNames.map { name in
        customOperator(name).map { operatorCount(in: $0.text, keeping: given) ?? 0 } ?? 1
      }
      let named = expression.freeNames.map { name, _ in
        given[name] == nil ? self[name]?.plan.flatMap { operatorCount(in: $0.text, keeping: given) } ?? 0 : 0
      }
      return (called + named).reduce(0, +)
    }
  }
}

extension Expression {
  /// The names of the operators and methods that are called.
  fileprivate var calledNames: [String] {
    let own: [String] =
      switch kind {
      case .call(let call), .method(_, let call): [call.name.text]
      default: []
      }
    return own + parts.flatMap(\.calledNames)
  }

  /// The names in the expression that are not parameters of closures, with their spans.
  fileprivate var freeNames: [(name: String, span: Span)] {
    switch kind {
    case .name(let name): [(name, span)]
    case .call(let call), .implicitMember(let call): call.freeNames
    case .method(let receiver, let call): receiver.freeNames + call.freeNames
    case .closure(let closure): closure.freeNames
    default: parts.flatMap(\.freeNames)
    }
  }
}

extension Call {
  fileprivate var freeNames: [(name: String, span: Span)] {
    arguments.flatMap(\.value.freeNames) + (trailing?.freeNames ?? [])
  }
}

extension Closure {
  fileprivate var freeNames: [(name: String, span: Span)] {
    let own = Set((parameters ?? []).map(\.text))
    return body.freeNames.filter { !own.contains($0.name) }
  }
}
