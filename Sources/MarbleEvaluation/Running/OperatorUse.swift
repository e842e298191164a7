import MarbleLanguage

/// The use of an operator in a run whose causes are recorded, with its evaluated arguments.
package final class OperatorUse: StageOperation {
  package let call: PlanCall
  package let context: PlanContext
  package var arguments: [OperatorArgument] = []

  init(_ call: PlanCall, _ context: PlanContext) {
    self.call = call
    self.context = context
  }
}

extension Stage {
  /// The use of an operator, or `nil` for a source.
  package var use: OperatorUse? { if case .operation(let use as OperatorUse) = origin { use } else { nil } }
}
