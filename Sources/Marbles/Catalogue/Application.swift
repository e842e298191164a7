import Reactive

/// One call of an operator, on its way from what is written to a stream.
struct Application {
  let evaluator: Evaluator
  let entry: CatalogueEntry
  let call: Call
  /// The name of another library that the operator was called by.
  let alias: CatalogueEntry.Alias?
  let receiver: Expression?

  /// Applies the form that fits what is written.
  func apply() throws(Fault) -> Producer {
    let (form, written) = try fittingForm()
    return try entry.forms[form].apply(written, self)
  }

  /// The first form that fits what is written.
  func fittingForm() throws(Fault) -> (index: Int, written: [WrittenArgument]) {
    for (index, form) in entry.forms.enumerated() {
      if let written = match(form.parameters) { return (index, written) }
    }
    throw wrongArguments
  }

  var wrongArguments: Fault {
    evaluator.fault(.wrongArguments(signatures: entry.signatures), at: call.name.span)
  }

  // MARK: Matching

  /// What stands for each parameter, or `nil` if the form does not fit.
  private func match(_ parameters: [ParameterDescription]) -> [WrittenArgument]? {
    var arguments = self.arguments[...]
    var trailing = call.trailing
    var written: [WrittenArgument] = []
    for parameter in parameters {
      if parameter.takesSeveral {
        var several: [Expression] = []
        while let next = arguments.first, next.label == nil, parameter.fits(next.value) {
          several.append(next.value)
          arguments.removeFirst()
        }
        if several.isEmpty, parameter.defaultText == nil { return nil }
        written.append(.expressions(several))
      } else if let next = arguments.first, isMeant(next, for: parameter) {
        arguments.removeFirst()
        if case .closure(let closure) = next.value.kind {
          written.append(.closure(closure))
        } else {
          written.append(.expression(next.value))
        }
      } else if parameter.isClosure, let closure = trailing,
        parameter.label == alias?.label || (alias?.label == nil && !parameter.requiresLabel)
      {
        written.append(.closure(closure))
        trailing = nil
      } else if parameter.defaultText != nil {
        written.append(.nothing)
      } else {
        return nil
      }
    }
    return arguments.isEmpty && trailing == nil ? written : nil
  }

  /// What is written, the receiver before it, with what the alias stands for.
  private var arguments: [Argument] {
    var arguments = (receiver.map { [Argument(label: nil, value: $0)] } ?? []) + call.arguments
    let first = entry.family == .make ? 0 : 1
    if let label = alias?.label, arguments.count > first, arguments[first].label == nil {
      let name = Name(text: label, span: call.name.span)
      arguments[first] = Argument(label: name, value: arguments[first].value)
    }
    return arguments + (alias?.arguments ?? [])
  }

  /// A label that is written must be the parameter's; most may be left out.
  private func isMeant(_ argument: Argument, for parameter: ParameterDescription) -> Bool {
    if let label = argument.label {
      if label.text != parameter.label { return false }
    } else if parameter.requiresLabel {
      return false
    }
    return parameter.fits(argument.value)
  }

  // MARK: Arguments

  /// Checks a closure for the number of values that it takes.
  func check(_ closure: Closure, arity: Int) throws(Fault) {
    // A closure may take a tuple apart, so only one that is called with several values can be wrong from the start.
    if arity != 1, closure.arity > arity || (closure.parameters != nil && closure.arity != arity) {
      throw evaluator.fault(.tooFewValues(expected: closure.arity, got: arity), at: closure.span)
    }
  }

  /// Does what may be a mistake with some values, which stops the run; `standIn` takes the place of the result then.
  func guarding<T>(_ standIn: T, _ values: Value..., body: () throws(Fault) -> T) -> T {
    do {
      return try body()
    } catch {
      stage.fail(error.on(Occasion(tick: stage.scheduler.currentTick, values: values.map { .init(value: $0) })))
      return standIn
    }
  }

  var stage: Stage { evaluator.stage }

  /// The stream that a marble of a stream of streams stands for; the run is stopped if it stands for none.
  func innerStream(_ value: Value) -> Producer {
    guarding(.never, value) { () throws(Fault) in try evaluator.producer(from: value, at: call.name.span) }
  }

  func ticks(of expression: Expression) throws(Fault) -> Int {
    if case .duration = expression.kind { return try evaluator.ticks(writtenAt: expression.span) }
    let value = try evaluator.value(of: expression)
    guard case .integer(let ticks) = value else {
      throw evaluator.fault(.wrongKind(expected: "a time", found: value.preciseKindName), at: expression.span)
    }
    guard ticks >= 0 else { throw evaluator.fault(.tooSmall(parameter: "time", minimum: 0), at: expression.span) }
    return ticks
  }

  func strategy(_ call: Call) throws(Fault) -> FlattenStrategy {
    let name = call.name.text
    switch (name, call.arguments.count) {
    case ("merge", 0): return .merge
    case ("concat", 0): return .concat
    case ("latest", 0): return .latest
    case ("race", 0): return .race
    case ("throttle", 0): return .throttle
    case ("concurrent", 1) where call.arguments[0].label?.text == "limit":
      let value = try evaluator.value(of: call.arguments[0].value)
      guard case .integer(let limit) = value, limit > 0 else {
        throw evaluator.fault(.tooSmall(parameter: "limit", minimum: 1), at: call.arguments[0].value.span)
      }
      return .concurrent(limit: limit)
    case ("concurrent", _):
      throw evaluator.fault(.strategyNeedsLimit, at: call.name.span)
    default:
      let suggestion = closest(to: name, among: Catalogue.strategyNames)
      throw evaluator.fault(.unknownStrategy(name: name, suggestion: suggestion), at: call.name.span)
    }
  }
}
