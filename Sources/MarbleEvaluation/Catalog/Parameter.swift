import MarbleLanguage
import Reactive

/// A parameter of an operator, with its description and the conversion of its argument.
final class Parameter<Argument> {
  let description: ParameterDescription
  /// Converts an evaluated argument for one start of the operator.
  ///
  /// Errors thrown by a closure go to the sink.
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

  /// Returns the same parameter with additional labels of other libraries.
  func orLabeled(_ labels: String...) -> Parameter {
    let description = ParameterDescription(
      label: description.label, name: description.name, shape: description.shape,
      defaultText: description.defaultText, requiresLabel: description.requiresLabel, otherLabels: labels,
      labelInRxJS: description.labelInRxJS)
    return Parameter(closure: description, receive: receive)
  }

  /// Returns the same parameter with the label of another one, which an argument without a label has in RxJS.
  func labeledInRxJS(_ label: String) -> Parameter {
    let description = ParameterDescription(
      label: description.label, name: description.name, shape: description.shape,
      defaultText: description.defaultText, requiresLabel: description.requiresLabel,
      otherLabels: description.otherLabels, labelInRxJS: label)
    return Parameter(closure: description, receive: receive)
  }
}
