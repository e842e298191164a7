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

  /// Returns what follows the `=` in the definition of a name.
  static func definition(of name: String, in text: String) -> String {
    String(text.dropFirst(name.count).drop { $0 == " " || $0 == "=" })
  }

  /// The text without whitespace, to compare it with other answers.
  package var normalized: String { text.filter { !$0.isWhitespace } }

  /// Returns the answer with the parameters of its law and its closures named as those of another one, in their order,
  /// unless it uses these names for something else.
  func renamingParameters(as other: ExerciseAnswer) -> ExerciseAnswer {
    let models = [text, other.text].map {
      ScriptModel(Source(name: "", text: $0), in: ScriptModel.Scope(Parser.Bindings { Bindings() }))
    }
    let names = models[1].symbols.map(\.name)
    let isParameter = zip(models[0].symbols, models[1].symbols).map { $0.kind == .parameter && $1.kind == .parameter }
    let replaced = models[0].uses.filter { $0.symbol.map { $0 < isParameter.count && isParameter[$0] } ?? false }
    let isFree = models[0].uses.allSatisfy { use in
      !names.contains(use.name) || replaced.contains { $0.span == use.span }
    }
    guard isFree, Set(names).count == names.count else { return self }
    let replacements = replaced.map { (span: $0.span, text: names[$0.symbol ?? 0]) }
    let renamed = models[0].source.text(of: 0..<text.utf8.count, replacing: replacements)
    return ExerciseAnswer(definitions: definitions, text: renamed)
  }
}

extension Plan {
  /// The text of the expression with the expressions of results, such as `_1`, in place of their names.
  package var repeatableText: String { text { $0.hasPrefix("_") || bindings[$0]?.plan?.usesResults == true } }

  /// Whether the expression uses a result by its number, directly or in the definition of a name.
  private var usesResults: Bool {
    bindings.names(in: text)?.contains { use in
      use.kind == .value && (use.name.hasPrefix("_") || bindings[use.name]?.plan?.usesResults == true)
    } ?? false
  }

  /// Returns the text of the expression, with the expressions in place of some names that are bound to them.
  private func text(expanding isExpanded: (String) -> Bool) -> String {
    guard let names = bindings.names(in: text) else { return text }
    let replacements = names.compactMap { use in
      use.kind == .value && isExpanded(use.name)
        ? bindings[use.name]?.plan.map { (span: use.span, text: $0.text(expanding: isExpanded)) } : nil
    }
    return Source(name: "", text: text).text(of: 0..<text.utf8.count, replacing: replacements)
  }
}

extension Bindings {
  /// Returns the names in an expression, or `nil` if a string is a timeline or another statement.
  func names(in text: String) -> [ScriptModel.Use]? {
    let scope = ScriptModel.Scope(Parser.Bindings { self })
    return ScriptModel(Source(name: "", text: text), in: scope).namesInExpression
  }

  /// Returns the number of operators and methods in an expression, with those in the definitions that it uses, or `nil`
  /// if a string is not an expression.
  ///
  /// - Parameter given: The names that count as inputs.
  func operatorCount(in text: String, keeping given: Bindings) -> Int? {
    names(in: text)?.reduce(0) { count, use in
      switch use.kind {
      case .call: count + (customOperator(use.name).map { operatorCount(in: $0.text, keeping: given) ?? 0 } ?? 1)
      case .value where given[use.name] == nil:
        count + (self[use.name]?.plan.flatMap { operatorCount(in: $0.text, keeping: given) } ?? 0)
      case .value, .member: count
      }
    }
  }
}
