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

  /// The first form that fits what is written; where none does, the one that comes closest is explained.
  func fittingForm() throws(Fault) -> (index: Int, written: [WrittenArgument]) {
    var closest: Misfit?
    for reading in readings {
      let arguments = arguments(as: reading)
      for (index, form) in entry.forms.enumerated() where form.has(reading.labels) {
        do throws(Misfit) {
          return (index, try ArgumentMatching.match(arguments, with: form.parameters, at: call.name.span))
        } catch {
          if closest.map({ $0.rank < error.rank }) ?? true { closest = error }
        }
      }
    }
    throw explained(closest ?? Misfit(.superfluous, at: call.name.span))
  }

  // MARK: Matching

  /// The ways to understand the call: one, unless it is by a name that may mean several things.
  private var readings: [CatalogueEntry.Alias.Reading] { alias?.readings ?? [CatalogueEntry.Alias.Reading()] }

  /// What is written, the receiver before it, with what the alias stands for.
  private func arguments(as reading: CatalogueEntry.Alias.Reading) -> [Argument] {
    var arguments = call.written(on: receiver)
    let first = entry.family == .make ? 0 : min(1, arguments.count)
    for (index, label) in reading.labels.enumerated() where arguments.indices.contains(first + index) {
      guard let label, arguments[first + index].label == nil else { continue }
      let name = Name(text: label, span: arguments[first + index].value.span)
      arguments[first + index] = Argument(label: name, value: arguments[first + index].value)
    }
    arguments.insert(contentsOf: reading.presets.map(\.argument), at: first)
    return arguments
  }

  /// The mistake of a misfit, as it is told.
  func explained(_ misfit: Misfit) -> Fault {
    var mistake = misfit.mistake
    if case .unknownLabel(let label, _) = mistake {
      let labels = entry.forms.flatMap(\.parameters).flatMap { [$0.label].compactMap(\.self) + $0.otherLabels }
      mistake =
        labels.contains(label)
        ? .misplacedLabel(label) : .unknownLabel(label, suggestion: Marbles.closest(to: label, among: labels))
    }
    let possible = zip(entry.forms, entry.signatures).filter { form, _ in readings.contains { form.has($0.labels) } }
    return evaluator.fault(
      .argument(mistake, operator: call.name.text, signatures: possible.map(\.1)), at: misfit.span)
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

  /// The streams that stand in an array, if that is what is written; an array of values is one stream.
  func streams(in expression: Expression) throws(Fault) -> [Producer]? {
    guard case .array = expression.kind else { return nil }
    let value = try evaluator.value(of: expression)
    guard case .array(let items) = value else { return nil }
    var streams: [Producer] = []
    for case .stream(let stream) in items { streams.append(stage.producer(of: stream)) }
    if streams.count == items.count, !items.isEmpty { return streams }
    return [try evaluator.producer(from: value, at: expression.span)]
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
