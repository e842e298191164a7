import MarbleLanguage

/// An event that breaks the grammar of events, and who sent it.
package struct Violation: Sendable, Hashable {
  /// Who sends events.
  package enum Sender: Sendable, Hashable {
    /// A source, which was written so.
    case source(String)
    /// An operator, which has a fault then.
    case `operator`(String)
  }

  package let sender: Sender
  let tick: Int
  let event: Timeline.Event
  /// How the stream had ended before.
  let end: EventKind

  /// What is said about it.
  var note: String {
    let name =
      switch sender {
      case .source(let name), .operator(let name): name
      }
    return
      "tick \(tick): `\(name)` sends `\(TimelinePrinter.token(for: event))` after its \(end.noun); observers do not receive it"
  }
}

extension EventKind {
  fileprivate var noun: String {
    switch self {
    case .value: "value"
    case .failed: "failure"
    case .completed: "completion"
    case .interrupted: "interruption"
    }
  }
}

/// The state of one operator's result: the events that it has sent so far.
///
/// One thread uses it, for each event, so it needs no checks of exclusive access.
final class SenderState {
  @exclusivity(unchecked) var grammar = EventGrammar()
  private let name: String
  private let deliveryDepth: DeliveryDepth
  private let overflow: (() -> Fault)?

  init(_ name: String, _ deliveryDepth: DeliveryDepth, _ overflow: (() -> Fault)?) {
    self.name = name
    self.deliveryDepth = deliveryDepth
    self.overflow = overflow
  }

  /// Checks a value and sends it on, unless too many values are being delivered, one inside the other.
  @inline(__always)
  func value(_ value: Value, _ send: () -> Void) {
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

/// The values that operators are delivering, one inside the other.
final class DeliveryDepth {
  @exclusivity(unchecked) fileprivate var count = 0
  fileprivate let grammarChecker: GrammarChecker
  fileprivate let scheduler: VirtualTimeScheduler
  weak var runContext: RunContext?

  /// The number of them that the stack is sure to hold.
  fileprivate static let max = 500

  init(_ grammarChecker: GrammarChecker, _ scheduler: VirtualTimeScheduler) {
    self.grammarChecker = grammarChecker
    self.scheduler = scheduler
  }

  fileprivate func fail(_ fault: Fault) {
    runContext?.fail(fault.on(RuntimeContext(tick: scheduler.currentTick, values: [])))
  }
}

/// Judges what senders send, before the core's own guard drops what may not come.
package final class GrammarChecker {
  /// What broke the grammar of events; of very much, the first.
  private(set) var violations: [Violation] = []
  private static let maxViolations = 100
  private static let maxNotes = 5

  func check(_ event: Event, by sender: Violation.Sender, at tick: Int, with grammar: inout EventGrammar) {
    guard let end = grammar.end else {
      _ = grammar.accepts(EventKind(event))
      return
    }
    // The operators behind a faulty one hand on what it sends, as they may.
    if let last = violations.last, last.sender != sender, last.tick == tick, last.event == event { return }
    if violations.count < Self.maxViolations {
      violations.append(Violation(sender: sender, tick: tick, event: event, end: end))
    }
  }

  /// A sentence for each of some violations; many are counted.
  package static func notes(of violations: [Violation]) -> [String] {
    let more = violations.count - maxNotes
    return violations.prefix(maxNotes).map(\.note) + (more > 0 ? ["and \(more) more events after an end"] : [])
  }
}
