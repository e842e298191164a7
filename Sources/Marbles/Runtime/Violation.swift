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
      "tick \(tick): `\(name)` sends `\(TimelinePrinter.token(for: event))` after its \(end.noun); no observer sees it"
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

/// What one sender has sent so far; looked at for each event by one thread, so that no checks of that are needed.
final class Conduct {
  @exclusivity(unchecked) var grammar = EventGrammar()
}

/// Judges what senders send, before the core's own guard drops what may not come.
package final class Judge {
  /// What broke the grammar of events; of very much, the first.
  private(set) var violations: [Violation] = []
  private static let mostViolations = 100
  private static let mostNotes = 5

  func judge(_ event: Event, by sender: Violation.Sender, at tick: Int, with grammar: inout EventGrammar) {
    guard let end = grammar.end else {
      _ = grammar.accepts(EventKind(event))
      return
    }
    // The operators behind a faulty one hand on what it sends, as they may.
    if let last = violations.last, last.sender != sender, last.tick == tick, last.event == event { return }
    if violations.count < Self.mostViolations {
      violations.append(Violation(sender: sender, tick: tick, event: event, end: end))
    }
  }

  /// A sentence for each of some violations; many are counted.
  package static func notes(of violations: [Violation]) -> [String] {
    let more = violations.count - mostNotes
    return violations.prefix(mostNotes).map(\.note) + (more > 0 ? ["and \(more) more of the kind"] : [])
  }
}
