import MarbleLanguage
import Reactive

/// One parameter of an operator: how it is written, and how the operator receives its argument.
final class Parameter<Argument> {
  let description: ParameterDescription
  /// Converts an evaluated argument, for one start of the operator; what a closure throws goes to the sink.
  let receive: (OperatorArgument, OperatorApplication, FailureSink) -> Argument

  init(_ description: ParameterDescription, receive: @escaping (OperatorArgument) -> Argument) {
    self.description = description
    self.receive = { argument, _, _ in receive(argument) }
  }

  init(
    closure description: ParameterDescription,
    receive: @escaping (OperatorArgument, OperatorApplication, FailureSink) -> Argument
  ) {
    self.description = description
    self.receive = receive
  }

  /// Returns the same parameter with more labels, by which other libraries call it.
  func orLabeled(_ labels: String...) -> Parameter {
    let description = ParameterDescription(
      label: description.label, name: description.name, shape: description.shape,
      defaultText: description.defaultText, requiresLabel: description.requiresLabel, otherLabels: labels)
    return Parameter(closure: description, receive: receive)
  }
}
