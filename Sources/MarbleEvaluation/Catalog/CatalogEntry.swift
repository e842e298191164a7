import MarbleLanguage
import Reactive
import Synchronization

/// An operator of the language, with its documentation and overloads.
package final class CatalogEntry: Sendable {
  /// The families of operators, which are those of the core.
  package enum Family: String, Sendable, CaseIterable {
    case make, transform, filter, combine, flatten, time, fail, share, aggregate
  }

  package let name: String
  package let family: Family
  /// Whether its result begins with the run if it has a name, even if it is observed later.
  package let beginsWithRun: Bool
  /// The summary, in one line.
  package let summary: String
  /// The details, empty if the summary is enough.
  package let text: String
  /// An example script, with its assertions.
  package let example: String
  /// The calls of the operator for names and signs of other languages that are not aliases.
  let forms: [String: CallForm]
  private let makeDetails: @Sendable () -> Details
  private let madeDetails = AtomicLazyReference<Details>()

  /// The parts that are made when the first of them is asked for, because a script uses few of the operators.
  ///
  /// A part is also a function of its own for the compiler, which would take minutes for one that makes all entries.
  private final class Details: Sendable {
    let aliases: [Alias]
    let terminationRules: [TerminationRule]
    let reasons: [LossReason]
    let related: [String]
    let overloads: [Overload]

    init(
      aliases: [Alias], terminationRules: [TerminationRule], reasons: [LossReason], related: [String],
      overloads: [Overload]
    ) {
      self.aliases = aliases
      self.terminationRules = terminationRules
      self.reasons = reasons
      self.related = related
      self.overloads = overloads
    }
  }

  init(
    _ name: String, _ family: Family, beginsWithRun: Bool = false,
    aliases: @escaping @autoclosure @Sendable () -> [Alias] = [], forms: [String: CallForm] = [:], summary: String,
    text: String = "",
    terminationRules: @escaping @autoclosure @Sendable () -> [TerminationRule]? = nil,
    reasons: @escaping @autoclosure @Sendable () -> [LossReason] = [],
    related: @escaping @autoclosure @Sendable () -> [String], example: String,
    overloads: @escaping @autoclosure @Sendable () -> [Overload]
  ) {
    self.name = name
    self.family = family
    self.beginsWithRun = beginsWithRun
    self.summary = summary
    self.text = text
    self.example = example
    self.forms = forms
    makeDetails = {
      Details(
        aliases: aliases(), terminationRules: terminationRules() ?? (family == .make ? [] : [.of("source")]),
        reasons: reasons(), related: related(), overloads: overloads())
    }
  }

  private var details: Details { madeDetails.load() ?? madeDetails.storeIfNil(makeDetails()) }

  package var aliases: [Alias] { details.aliases }
  /// The effects of the ends of the observed streams, empty if the operator observes none.
  package var terminationRules: [TerminationRule] { details.terminationRules }
  /// The reasons why an event of an observed stream may not come, the most specific one first, in addition to those
  /// that follow from the behaviors of the overloads.
  package var reasons: [LossReason] { details.reasons }
  /// The names of related operators.
  package var related: [String] { details.related }
  /// The overloads, the most common one first.
  package var overloads: [Overload] { details.overloads }

  /// The signatures of the overloads, such as `a.take(first: count)`.
  package var signatures: [String] {
    overloads.map { $0.signature(of: name, isMaking: family == .make) }
  }
}

/// An overload of an operator, with its parameters and the core's operator that it applies.
package struct Overload: Sendable {
  package let behavior: Behavior
  package let parameters: [ParameterDescription]
  /// Whether the operator compares the values of the source with those of its last argument.
  package let isComparison: Bool
  /// Returns the type of the values that the result sends, by default that of the behavior.
  let sends: @Sendable (ArgumentTypes) -> TypeSet
  /// Applies the operator to its arguments, one for each parameter, for one start of its result.
  package let apply: @Sendable ([OperatorArgument], OperatorApplication, FailureSink) -> Producer
  /// Returns a warning about arguments, each of which is `nil` unless it is constant.
  let lint: @Sendable ([Value?]) -> ProgramProblem?

  init<each Argument>(
    _ behavior: Behavior, _ parameters: repeat Parameter<each Argument>, isComparison: Bool = false,
    sends: (@Sendable (ArgumentTypes) -> TypeSet)? = nil,
    lint: @escaping @Sendable ([Value?]) -> ProgramProblem? = { _ in nil },
    apply: @escaping @Sendable (OperatorApplication, repeat each Argument) -> Producer
  ) {
    var descriptions: [ParameterDescription] = []
    for parameter in repeat each parameters { descriptions.append(parameter.description) }
    self.behavior = behavior
    self.parameters = descriptions
    self.isComparison = isComparison
    self.sends = sends ?? behavior.values.types(of:)
    self.lint = lint
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

  /// Whether the overload has parameters with all of these labels.
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

/// A wrapper for parameters, which only hold closures without captures but whose type is not `Sendable`.
private struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
}
