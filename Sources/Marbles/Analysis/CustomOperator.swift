import MarbleLanguage

/// A custom operator: `double(s) = s.map { $0 * 2 }`.
package final class CustomOperator: OperatorDefinition {
  package let name: String
  package let parameters: [String]
  /// What it stands for, with the arguments of a call in the first slots.
  let body: PlanExpression
  let context: PlanContext
  /// The body as it was written, on one line.
  let text: String

  init(name: String, parameters: [String], body: PlanExpression, _ context: PlanContext, text: String) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.context = context
    self.text = text
  }

  /// How it is called: `double(s)`.
  package var call: String { "\(name)(\(parameters.joined(separator: ", ")))" }

  /// The definition as one writes it.
  package var written: String { "\(call) = \(text)" }
}

extension Bindings {
  /// The custom operator of a name.
  package func customOperator(_ name: String) -> CustomOperator? { self[operator: name] as? CustomOperator }
}
