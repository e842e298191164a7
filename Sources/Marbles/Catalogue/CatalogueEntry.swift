import Reactive

/// One operator of the language: all that is known of it, in one place.
public struct CatalogueEntry: Sendable {
  /// Operators that belong together; the same families as the core's.
  public enum Family: String, Sendable, CaseIterable {
    case make, transform, filter, combine, flatten, time, fail, share, judge
  }

  public let name: String
  public let family: Family
  public let aliases: [Alias]
  /// One line.
  public let summary: String
  /// What more there is to say; nothing, where one line says it all.
  public let text: String
  /// What the ends of the streams that it observes mean; nothing where it observes none.
  public let ends: [Ends]
  /// The operators that somebody may want to know who reads of this one.
  public let related: [String]
  /// A script that shows it, with its expectations.
  public let example: String
  /// The ways to call it, the usual one first.
  let forms: [Form]

  init(
    _ name: String, _ family: Family, aliases: [Alias] = [], summary: String, text: String = "", ends: [Ends]? = nil,
    related: [String], example: String, forms: [Form]
  ) {
    self.name = name
    self.family = family
    self.aliases = aliases
    self.summary = summary
    self.text = text
    self.ends = ends ?? (family == .make ? [] : [.of("source")])
    self.related = related
    self.example = example
    self.forms = forms
  }

  /// Each way to call it, as it is written: `a.take(first: count)`.
  public var signatures: [String] {
    forms.map { $0.signature(of: name, isMaking: family == .make) }
  }
}

/// One way to call an operator: its parameters, and the core's operator that it applies.
struct Form: Sendable {
  let parameters: [ParameterDescription]
  /// What kinds of value its result sends; what the source sends, if the form does not say.
  let sends: @Sendable (GivenKinds) -> Kinds
  /// Evaluates the arguments, one for each parameter, and applies the operator.
  let apply: @Sendable ([WrittenArgument], Application) throws(Fault) -> Producer

  init<each Argument>(
    _ parameters: repeat Parameter<each Argument>,
    sends: @escaping @Sendable (GivenKinds) -> Kinds = \.source,
    apply: @escaping @Sendable (Application, repeat each Argument) -> Producer
  ) {
    var descriptions: [ParameterDescription] = []
    for parameter in repeat each parameters { descriptions.append(parameter.description) }
    self.parameters = descriptions
    self.sends = sends
    let parameters = UncheckedSendable(value: (repeat each parameters))
    self.apply = { (written, application) throws(Fault) in
      var index = 0
      func next<T>(_ parameter: Parameter<T>) throws(Fault) -> Parameter<T>.Maker {
        defer { index += 1 }
        return try parameter.prepare(written[index], application)
      }
      let makers = (repeat try next(each parameters.value))
      func start(_ exit: Exit) -> Producer { apply(application, repeat (each makers)(exit)) }
      return written.contains(where: \.mayThrow) ? application.stage.withExit(start) : start(Exit())
    }
  }

  /// Whether it has parameters of all these labels.
  func has(_ labels: [String?]) -> Bool {
    labels.compactMap(\.self).allSatisfy { label in parameters.contains { $0.isLabelled(label) } }
  }

  func signature(of name: String, isMaking: Bool) -> String {
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
