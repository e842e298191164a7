import MarbleEvaluation
import MarbleLanguage

/// The answer to a question about a run.
package struct Explanation: Sendable {
  /// An event on the way of the answer, or the beginning or the end of a subscription.
  package struct Step: Sendable {
    /// The source or the operator that sent it, or that observes the stream.
    package let lane: String
    package let tick: Int
    /// The event, or `nil` for the beginning of a subscription.
    package let event: Timeline.Event?
    /// The operator, or `nil` for a source or for the observer of the result.
    package let `operator`: String?
    /// The part of the sender, or the reason of the observer.
    package let text: String

    package var token: String { event.map(TimelinePrinter.token) ?? "^" }
  }

  /// A change of the expression that was tried, and with which the event comes.
  package struct Remedy: Sendable, Equatable {
    /// The changed part, as it is written in the expression.
    package let original: String
    package let replacement: String
    /// The tick on which the event comes then.
    package let tick: Int
    /// The event that it becomes on its way, or `nil` if it stays the same.
    package var result: Timeline.Event?
  }

  /// The question as it is written.
  package let question: String
  package private(set) var sentence: String
  /// Whether the event of the question came.
  package let came: Bool
  /// The operator that answers the question, by its name in the catalog, or `nil` if it is none.
  package let `operator`: String?
  /// The way of the event, the latest event first.
  let listed: Listed<Step>
  package let remedies: [Remedy]
  /// The run, in which the events of the way are marked.
  package let diagram: Diagram
  /// The reason of the catalog from which the sentence was made, if it was one.
  package let reason: CatalogEntry.LossReason?

  package var steps: [Step] { listed.items }

  /// Returns the explanation with its sentence after other text.
  package func beginning(with text: String) -> Explanation {
    var explanation = self
    explanation.sentence = text + sentence
    return explanation
  }

  /// The links of a way that are listed, at most six.
  struct Listed<Item> {
    private(set) var items: [Item]
    /// Whether some are left out before the last one.
    private(set) var hasGap = false

    init(_ all: [Item]) {
      hasGap = all.count > Explanation.maxSteps
      items = hasGap ? all.prefix(Explanation.maxSteps - 2) + all.suffix(1) : all
    }

    func map<Other>(_ transform: (Item) -> Other) -> Listed<Other> {
      var other = Listed<Other>([])
      (other.items, other.hasGap) = (items.map(transform), hasGap)
      return other
    }
  }

  /// The text above the drawing, at most twelve lines of a width.
  package func lines(width: Int) -> [String] {
    let sentence = wrapped(self.sentence, to: width).split(separator: "\n").map(String.init)
    var remedies = remedies.map { remedy in
      let result = remedy.result.map { " as \($0.quoted)" } ?? ""
      return "  try `\(remedy.replacement)`: it comes on tick \(remedy.tick)\(result)"
    }
    let sum = sentence.count + rows.count + remedies.count
    if remedies.count > 1, sum > Self.maxLines { remedies.removeLast(remedies.count - 1) }
    let room = max(0, Self.maxLines - rows.count - remedies.count)
    return Array(sentence.prefix(room)) + rows + remedies
  }

  /// The steps as a table.
  private var rows: [String] {
    let tokens = steps.map { $0.token.truncated(toColumns: 24) }
    let width = tokens.map { displayWidth(of: $0) }.max() ?? 0
    let tickWidth = steps.map { String($0.tick).count }.max() ?? 0
    var rows = steps.enumerated().map { index, step in
      let tick = String(repeating: " ", count: tickWidth - String(step.tick).count) + String(step.tick)
      let gap = String(repeating: " ", count: width - displayWidth(of: tokens[index]))
      return "  \(index + 1)  tick \(tick)  \(tokens[index])\(gap)  \(step.text)"
    }
    if listed.hasGap { rows.insert("  …", at: rows.count - 1) }
    return rows
  }

  private static let maxLines = 12
  static let maxSteps = 6
}

extension Explanation.Listed: Sendable where Item: Sendable {}
