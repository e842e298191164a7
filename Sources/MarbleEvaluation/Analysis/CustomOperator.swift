import MarbleLanguage

/// A custom operator: `double(s) = s.map { $0 * 2 }`.
package final class CustomOperator: Sendable {
  package let name: String
  package let parameters: [String]
  /// The expression to evaluate.
  ///
  /// The arguments of a call are in the first slots.
  package let body: PlanExpression
  package let context: PlanContext
  /// The source text of the body, on one line.
  package let text: String
  /// The streams in the body that begin with the run, even if they are observed later.
  let streamsOfRun: [Binding]
  /// Whether a part of the body begins with the run.
  let beginsWithRun: Bool

  package init(name: String, parameters: [String], body: PlanExpression, _ context: PlanContext, text: String) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.context = context
    self.text = text
    streamsOfRun = body.streamsOfRun
    beginsWithRun = body.beginsWithRun
  }

  /// The signature: `double(s)`.
  package var call: String { "\(name)(\(parameters.joined(separator: ", ")))" }

  /// The definition as it is written.
  package var written: String { "\(call) = \(text)" }
}
