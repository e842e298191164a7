import MarbleLanguage
import Reactive

/// A closure of a plan together with its evaluation, for calls.
final class PlanClosureBody: ClosureBody {
  private let closure: PlanClosure
  private let evaluation: Evaluation
  private let body: PlanExpression
  /// The arguments of the enclosing closures and operators, or `nil` if there are none, which is the most frequent
  /// case.
  private let captured: [Value]?
  /// The record of the operator that the closure belongs to, if the run records causes.
  private let stage: Stage?

  init(_ closure: PlanClosure, _ evaluation: Evaluation) {
    self.closure = closure
    self.evaluation = evaluation
    body = closure.body
    stage = evaluation.runContext.records.stageLog?.assembling
    var captured = evaluation.slots
    // If an enclosing closure received fewer values than it has parameters, its remaining slots are never read here.
    while captured.count < closure.firstSlot { captured.append(.null) }
    captured.removeLast(captured.count - closure.firstSlot)
    self.captured = captured.isEmpty ? nil : captured
  }

  private init(copying other: PlanClosureBody, _ evaluation: Evaluation, captured: [Value]?) {
    closure = other.closure
    self.evaluation = evaluation
    body = other.body
    stage = evaluation.runContext === other.evaluation.runContext ? other.stage : nil
    self.captured = captured
  }

  var takenCount: Int { closure.taken.count }

  var recorded: any ClosureBody {
    guard let captured else { return self }
    return PlanClosureBody(copying: self, evaluation.recorded, captured: captured.map(\.recorded))
  }

  func moved(to runContext: RunContext) -> any ClosureBody {
    PlanClosureBody(copying: self, evaluation.moved(to: runContext), captured: captured)
  }

  func value(of arguments: [Value]) -> Result<Value, Failure> {
    call(arguments, or: .null) { (inner, branch) throws(Fault) in
      let value = try inner.value(of: branch)
      if case .boolean(let isTrue) = value { inner.record(branch, isTrue) }
      return value
    }
  }

  func boolean(of arguments: [Value]) -> Result<Bool, Failure> {
    call(arguments, or: false) { (inner, branch) throws(Fault) in
      let isTrue = try inner.boolean(of: branch)
      inner.record(branch, isTrue)
      return isTrue
    }
  }

  func stream(of arguments: [Value]) -> Result<Producer, Failure> {
    call(arguments, or: .never) { (inner, branch) throws(Fault) in
      inner.runContext.records.stageLog?.forgetLast()
      return inner.runContext.tapped(try inner.producer(of: branch), inside: stage)
    }
  }

  func pair(of arguments: [Value]) -> Result<(Value, Value), Failure> {
    call(arguments, or: (.null, .null)) { (inner, branch) throws(Fault) in
      let value = try inner.value(of: branch)
      guard let pair = value.pair else {
        throw inner.fault(.wrongKind(expected: .pair, found: value.kind), at: branch.span)
      }
      return pair
    }
  }

  // MARK: Calling

  /// Evaluates the selected branch of the body.
  ///
  /// An error stops the run and returns `standIn`.
  @inline(__always)
  private func call<T>(
    _ arguments: [Value], or standIn: T, _ read: (Evaluation, PlanExpression) throws(Fault) -> T
  ) -> Result<T, Failure> {
    var inner = evaluation
    // An evaluation takes longer than a delivery.
    inner.runContext.budget.step(costing: 2)
    do {
      inner = try inside(arguments)
      var branch = body
      while case .conditional(let condition, let first, let second) = branch.kind {
        branch = try inner.condition(condition) ? first : second
      }
      if case .failure(let message) = branch.kind {
        recordThrow()
        return .failure(Failure(try inner.text(of: message)))
      }
      return .success(try read(inner, branch))
    } catch {
      fail(error, in: inner)
      return .success(standIn)
    }
  }

  private func recordThrow() {
    let runContext = evaluation.runContext
    guard let stage, let log = runContext.records.stageLog, let trace = runContext.records.trace else { return }
    log.record(throwAt: trace.now.cause, in: stage)
  }

  private func fail(_ fault: Fault, in inner: Evaluation) {
    let runContext = evaluation.runContext
    let items = closure.mentioned.compactMap { mention in
      inner.slots.indices.contains(mention.slot)
        ? RuntimeContext.Item(name: mention.name, value: inner.slots[mention.slot]) : nil
    }
    runContext.fail(fault.on(RuntimeContext(tick: runContext.scheduler.currentTick, values: items)))
  }

  /// Returns the evaluation with the arguments.
  ///
  /// A single tuple is destructured if the closure has several parameters.
  private func inside(_ arguments: [Value]) throws(Fault) -> Evaluation {
    var values = arguments
    if closure.arity > 1, values.count == 1, case .tuple(let items) = values[0] { values = items }
    if closure.hasNames, closure.arity != values.count {
      throw evaluation.fault(.tooFewValues(expected: closure.arity, got: values.count), at: closure.span)
    }
    guard var slots = captured else { return evaluation.inside(values) }
    slots.append(contentsOf: values)
    return evaluation.inside(slots)
  }
}
