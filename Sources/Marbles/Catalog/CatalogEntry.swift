import MarbleLanguage
import Reactive

/// One operator of the language: all that is known of it, in one place.
package final class CatalogEntry: Sendable {
  /// Operators that belong together; the same families as the core's.
  package enum Family: String, Sendable, CaseIterable {
    case make, transform, filter, combine, flatten, time, fail, share, aggregate
  }

  package let name: String
  package let family: Family
  package let aliases: [Alias]
  /// One line.
  package let summary: String
  /// What more there is to say; nothing, where one line says it all.
  package let text: String
  /// What the ends of the streams that it observes mean; nothing where it observes none.
  package let terminationRules: [TerminationRule]
  /// The operators that somebody may want to know who reads of this one.
  package let related: [String]
  /// A script that shows it, with its expectations.
  package let example: String
  /// The ways to call it, the usual one first.
  package let overloads: [Overload]

  init(
    _ name: String, _ family: Family, aliases: [Alias] = [], summary: String, text: String = "",
    terminationRules: [TerminationRule]? = nil,
    related: [String], example: String, overloads: [Overload]
  ) {
    self.name = name
    self.family = family
    self.aliases = aliases
    self.summary = summary
    self.text = text
    self.terminationRules = terminationRules ?? (family == .make ? [] : [.of("source")])
    self.related = related
    self.example = example
    self.overloads = overloads
  }

  /// Each way to call it, as it is written: `a.take(first: count)`.
  package var signatures: [String] {
    overloads.map { $0.signature(of: name, isMaking: family == .make) }
  }
}

/// One way to call an operator: its parameters, and the core's operator that it applies.
package struct Overload: Sendable {
  package let parameters: [ParameterDescription]
  /// The types of the values that its result sends; those of the source, if the form does not say.
  let sends: @Sendable (ArgumentTypes) -> TypeSet
  /// Applies the operator to its arguments, one for each parameter, for one start of its result.
  let apply: @Sendable ([OperatorArgument], OperatorApplication, FailureSink) -> Producer

  init<each Argument>(
    _ parameters: repeat Parameter<each Argument>,
    sends: @escaping @Sendable (ArgumentTypes) -> TypeSet = \.source,
    apply: @escaping @Sendable (OperatorApplication, repeat each Argument) -> Producer
  ) {
    var descriptions: [ParameterDescription] = []
    for parameter in repeat each parameters { descriptions.append(parameter.description) }
    self.parameters = descriptions
    self.sends = sends
    let parameters = UncheckedSendable(value: (repeat each parameters))
    self.apply = { arguments, application, sink in
      var index = 0
      func next<T>(_ parameter: Parameter<T>) -> T {
        defer { index += 1 }
        return parameter.receive(arguments[index], application, sink)
      }
      return apply(application, repeat next(each parameters.value))
    }
  }

  /// Whether it has parameters of all these labels.
  package func has(_ labels: [String?]) -> Bool {
    labels.compactMap(\.self).allSatisfy { label in parameters.contains { $0.isLabeled(label) } }
  }

  package func signature(of name: String, isMaking: Bool) -> String {
    var rest = parameters[...]
    var receiver = ""
    if !isMaking, let first = rest.first, case .stream = first.shape {
      receiver = "\(first.name)."
      rest = rest.dropFirst()
    }
    let closure = rest.last { $0.isClosure && $0.label == nil }
    let inParentheses = rest.filter { !($0.isClosure && $0.label == nil) }.map(\.signature).joined(separator: ", ")
    let parentheses = inParentheses.isEmpty && closure != nil ? "" : "(\(inParentheses))"
    return receiver + name + parentheses + (closure == nil ? "" : " { … }")
  }
}

/// Parameters hold closures that capture nothing, which the type cannot say.
private struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
}
