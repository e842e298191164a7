import MarbleLanguage

extension CatalogEntry {
  /// The effects that the ends of an observed stream have on an operator's result.
  package struct TerminationRule: Sendable {
    /// The stream: its name in the signatures, or ``innerStream``.
    package let stream: String
    /// The label of the calls to which the rule applies, or `nil` for all calls without a more specific rule.
    package let label: String?
    package let completed: TerminationEffect
    package let failed: TerminationEffect
    package let interrupted: TerminationEffect

    /// The name for a stream that a closure creates, or that another stream sends as a value.
    package static let innerStream = "inner stream"

    /// Creates a rule in which each end passes unless given otherwise.
    static func of(
      _ stream: String, label: String? = nil, completed: TerminationEffect = .passes,
      failed: TerminationEffect = .passes,
      interrupted: TerminationEffect = .passes
    ) -> TerminationRule {
      TerminationRule(stream: stream, label: label, completed: completed, failed: failed, interrupted: interrupted)
    }

    /// Creates a rule for a stream whose failure and interruption have the same effect.
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

  /// The effect of one end of a stream.
  package struct TerminationEffect: Sendable, Hashable {
    package enum Kind: Sendable {
      /// The result ends in the same way, immediately.
      case passes
      /// The result completes immediately.
      case completes
      /// The result fails immediately.
      case fails
      /// The result completes as soon as none of the observed streams is active.
      case joins
      /// The effect is that of a completion.
      case countsAsCompleted
      /// The effect is that of a stream that continues without events.
      case isIgnored
      /// The effect is described by the note alone.
      case other
    }

    package let kind: Kind
    private let note: String?
    /// A clause about another case, such as the last stream.
    private var exception: String?

    static let passes = TerminationEffect(kind: .passes, note: nil)
    static let completes = TerminationEffect(kind: .completes, note: nil)
    static let joins = TerminationEffect(kind: .joins, note: nil)
    static let countsAsCompleted = TerminationEffect(kind: .countsAsCompleted, note: nil)
    static let isIgnored = TerminationEffect(kind: .isIgnored, note: nil)

    static func passes(_ note: String) -> TerminationEffect { TerminationEffect(kind: .passes, note: note) }
    static func completes(_ note: String) -> TerminationEffect { TerminationEffect(kind: .completes, note: note) }
    static func fails(_ note: String) -> TerminationEffect { TerminationEffect(kind: .fails, note: note) }

    static func does(_ words: String, except exception: String? = nil) -> TerminationEffect {
      TerminationEffect(kind: .other, note: words, exception: exception)
    }

    /// The effect in words, as in `is sent immediately, without a value`.
    package var text: String { [usualText, exception].compactMap(\.self).joined(separator: "; ") }

    /// The effect in words, without the exception.
    package var usualText: String {
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
  /// The effects of the ends, one line each, with the ends that have the same effect in one line.
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

  /// The name of the stream, as in `source (every:)`.
  package var name: String { stream + (label.map { " (\($0):)" } ?? "") }
}
