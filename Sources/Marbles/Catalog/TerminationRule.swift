import MarbleLanguage

extension CatalogEntry {
  /// What it means for an operator's result that a stream ends which the operator observes.
  package struct TerminationRule: Sendable {
    /// Whose ends: what the stream is called in the signatures, or ``innerStream``.
    package let stream: String
    /// The label of the calls that this is said of; where there is none, of all that have no such rule of their own.
    package let label: String?
    package let completed: TerminationEffect
    package let failed: TerminationEffect
    package let interrupted: TerminationEffect

    /// What a stream is called that a closure makes, or that travels as a value.
    package static let innerStream = "inner stream"

    /// Each end passes, where nothing else is said.
    static func of(
      _ stream: String, label: String? = nil, completed: TerminationEffect = .passes,
      failed: TerminationEffect = .passes,
      interrupted: TerminationEffect = .passes
    ) -> TerminationRule {
      TerminationRule(stream: stream, label: label, completed: completed, failed: failed, interrupted: interrupted)
    }

    /// A stream whose failure and interruption lead to the same.
    static func of(
      _ stream: String, label: String? = nil, completed: TerminationEffect = .passes, otherwise: TerminationEffect
    ) -> TerminationRule {
      .of(stream, label: label, completed: completed, failed: otherwise, interrupted: otherwise)
    }

    static func ofInnerStreams(
      label: String? = nil, completed: TerminationEffect = .passes, failed: TerminationEffect = .passes,
      interrupted: TerminationEffect = .passes
    ) -> TerminationRule {
      .of(innerStream, label: label, completed: completed, failed: failed, interrupted: interrupted)
    }
  }

  /// What one end of a stream leads to.
  package struct TerminationEffect: Sendable, Hashable {
    /// What happens, as far as it can be told without words.
    enum Kind: Sendable {
      /// The result ends in the same way, at once.
      case passes
      /// The result completes at once.
      case completes
      /// The result fails at once.
      case fails
      /// The result completes as soon as nothing runs any more that it observes.
      case joins
      /// The same happens as if the stream had completed.
      case countsAsCompleted
      /// The same happens as if the stream went on in silence.
      case isIgnored
      /// Something else, as the words say.
      case other
    }

    let kind: Kind
    private let note: String?

    static let passes = TerminationEffect(kind: .passes, note: nil)
    static let completes = TerminationEffect(kind: .completes, note: nil)
    static let joins = TerminationEffect(kind: .joins, note: nil)
    static let countsAsCompleted = TerminationEffect(kind: .countsAsCompleted, note: nil)
    static let isIgnored = TerminationEffect(kind: .isIgnored, note: nil)

    static func passes(_ note: String) -> TerminationEffect { TerminationEffect(kind: .passes, note: note) }
    static func completes(_ note: String) -> TerminationEffect { TerminationEffect(kind: .completes, note: note) }
    static func fails(_ note: String) -> TerminationEffect { TerminationEffect(kind: .fails, note: note) }
    static func does(_ words: String) -> TerminationEffect { TerminationEffect(kind: .other, note: words) }

    /// The effect in words, as in `is sent immediately, without a value`.
    package var text: String {
      let phrase: String? =
        switch kind {
        case .passes: "is sent immediately"
        case .completes: "completes the result"
        case .fails: "fails the result"
        case .joins: "completes the result when all streams have completed"
        case .countsAsCompleted: "counts as a completion"
        case .isIgnored: "is ignored"
        case .other: nil
        }
      return [phrase, note].compactMap(\.self).joined(separator: kind == .passes ? ", " : " ")
    }
  }
}

extension CatalogEntry.TerminationRule {
  /// What is said of whose end, in one line each; ends that lead to the same are taken together.
  package var lines: [(ends: String, effect: String)] {
    let effects = [("completion", completed), ("failure", failed), ("interruption", interrupted)]
    var lines: [(ends: String, effect: String)] = []
    for (end, effect) in effects {
      if let index = lines.firstIndex(where: { $0.effect == effect.text }) {
        lines[index].ends += ", " + end
      } else {
        lines.append((end, effect.text))
      }
    }
    return lines.count == 1 ? [("any terminal event", lines[0].effect)] : lines
  }

  /// Whose end it is about, as in `source (every:)`.
  package var name: String { stream + (label.map { " (\($0):)" } ?? "") }
}
