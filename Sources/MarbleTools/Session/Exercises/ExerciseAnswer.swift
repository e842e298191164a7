import Marbles

/// An answer to an exercise, as text that can be run with other inputs.
struct ExerciseAnswer {
  /// The statements that define the names in the answer, apart from those of the exercise.
  var definitions: [String] = []
  /// The expression or the timeline.
  let text: String

  /// The text without whitespace, to compare it with other answers.
  var normalized: String { text.filter { !$0.isWhitespace } }
}

extension Plan {
  /// Returns the text of the expression, with the expressions in place of the names that are bound to them, except for
  /// the names to keep.
  func expandedText(keeping kept: [String]) -> String {
    guard let expression = bindings.expression(text) else { return text }
    var replacements: [(span: Span, text: String)] = []
    func visit(_ part: Expression) {
      if case .name(let name) = part.kind, !kept.contains(name), let plan = bindings[name]?.plan {
        replacements.append((part.span, plan.expandedText(keeping: kept)))
      }
      for part in part.parts { visit(part) }
    }
    visit(expression)
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
}

extension Expression {
  /// The number of operators and methods.
  var operatorCount: Int {
    let own =
      switch kind {
      case .call, .method: 1
      default: 0
      }
    return parts.reduce(own) { $0 + $1.operatorCount }
  }
}
