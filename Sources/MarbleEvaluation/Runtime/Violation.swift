import MarbleLanguage
import Reactive

/// An event that violates the event grammar, and its sender.
package struct Violation: Sendable, Hashable {
  /// The sender of an event.
  package enum Sender: Sendable, Hashable {
    /// A source, which contains the violation in its timeline.
    case source(String)
    /// An operator, which has a bug.
    case `operator`(String)
  }

  package let sender: Sender
  let tick: Int
  let event: Timeline.Event
  /// The terminal event that the stream had sent before.
  let end: EventKind

  /// The text of the note about the violation.
  var note: String {
    let name =
      switch sender {
      case .source(let name), .operator(let name): name
      }
    return
      "tick \(tick): `\(name)` sends `\(TimelinePrinter.token(for: event))` after its \(end.noun); observers do not receive it"
  }
}

/// The state of an operator's result in the event grammar, which depends on the events that it has sent.
///
/// It must be used only from the thread of the run. It has no checks of exclusive access, because it is used for
/// every event.
final class SenderState {
  @exclusivity(unchecked) private var grammar = EventGrammar()
  private let name: String
  private let deliveryDepth: DeliveryDepth
  private let overflow: (() -> Fault)?

  init(_ name: String, _ deliveryDepth: DeliveryDepth, _ overflow: (() -> Fault)?) {
    self.name = name
    self.deliveryDepth = deliveryDepth
    self.overflow = overflow
  }

  /// Checks a value and sends it, unless the run is over or too many deliveries are nested.
  @inline(__always)
  func value(_ value: Value, _ send: () -> Void) {
    guard deliveryDepth.budget.step() else { return deliveryDepth.halt() }
    guard deliveryDepth.count < DeliveryDepth.max else {
      if let overflow { deliveryDepth.fail(overflow()) }
      return
    }
    deliveryDepth.count += 1
    defer { deliveryDepth.count -= 1 }
    if grammar.end != nil { check(.value(value)) }
    send()
  }

  func end(_ end: TerminalEvent<Failure>) { check(Event(end)) }

  private func check(_ event: Event) {
    deliveryDepth.grammarChecker.check(
      event, by: .operator(name), at: deliveryDepth.scheduler.currentTick, with: &grammar)
  }
}

/// The nesting depth of the deliveries of operators.
final class DeliveryDepth {
  @exclusivity(unchecked) fileprivate var count = 0
  fileprivate let grammarChecker: GrammarChecker
  fileprivate let budget: Budget
  fileprivate let scheduler: VirtualTimeScheduler
  weak var runContext: RunContext?

  /// The maximum depth, which fits on any stack.
  fileprivate static let max = 500

  init(_ grammarChecker: GrammarChecker, _ scheduler: VirtualTimeScheduler, _ budget: Budget) {
    self.grammarChecker = grammarChecker
    self.scheduler = scheduler
    self.budget = budget
  }

  fileprivate func halt() {
    if let runContext, !runContext.isOver { runContext.halt() }
  }

  fileprivate func fail(_ fault: Fault) {
    runContext?.fail(fault.on(RuntimeContext(tick: scheduler.currentTick, values: [])))
  }
}

/// Checks the events of senders against the event grammar, before `Reactive` drops the invalid ones.
package final class GrammarChecker {
  /// The violations, up to a limit.
  private(set) var violations: [Violation] = []
  private static let maxViolations = 100
  private static let maxNotes = 5

  func check(_ event: Event, by sender: Violation.Sender, at tick: Int, with grammar: inout EventGrammar) {
    guard let end = grammar.end else {
      _ = grammar.accepts(EventKind(event))
      return
    }
    // The operators after a faulty one forward its invalid event. This does not count as another violation.
    if let last = violations.last, last.sender != sender, last.tick == tick, last.event == event { return }
    if violations.count < Self.maxViolations {
      violations.append(Violation(sender: sender, tick: tick, event: event, end: end))
    }
  }

  /// Returns a note for each of the first violations, and one with the number of the others.
  package static func notes(of violations: [Violation]) -> [String] {
    let more = violations.count - maxNotes
    return violations.prefix(maxNotes).map(\.note) + (more > 0 ? ["and \(more) more events after an end"] : [])
  }
}
