import MarbleLanguage

extension CatalogueEntry {
  /// What it means for an operator's result that a stream ends which the operator observes.
  package struct Ends: Sendable {
    /// Whose ends: what the stream is called in the signatures, or ``innerStream``.
    package let stream: String
    /// The label of the calls that this is said of; where there is none, of all that have no such rule of their own.
    package let label: String?
    package let completed: Effect
    package let failed: Effect
    package let interrupted: Effect

    /// What a stream is called that a closure makes, or that travels as a value.
    package static let innerStream = "inner stream"

    /// Each end passes, where nothing else is said.
    static func of(
      _ stream: String, label: String? = nil, completed: Effect = .passes, failed: Effect = .passes,
      interrupted: Effect = .passes
    ) -> Ends {
      Ends(stream: stream, label: label, completed: completed, failed: failed, interrupted: interrupted)
    }

    /// A stream whose failure and interruption lead to the same.
    static func of(_ stream: String, label: String? = nil, completed: Effect = .passes, otherwise: Effect) -> Ends {
      .of(stream, label: label, completed: completed, failed: otherwise, interrupted: otherwise)
    }

    static func ofInnerStreams(
      label: String? = nil, completed: Effect = .passes, failed: Effect = .passes, interrupted: Effect = .passes
    ) -> Ends {
      .of(innerStream, label: label, completed: completed, failed: failed, interrupted: interrupted)
    }
  }

  /// What one end of a stream leads to.
  package struct Effect: Sendable, Hashable {
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
    private let remark: String?

    static let passes = Effect(kind: .passes, remark: nil)
    static let completes = Effect(kind: .completes, remark: nil)
    static let joins = Effect(kind: .joins, remark: nil)
    static let countsAsCompleted = Effect(kind: .countsAsCompleted, remark: nil)
    static let isIgnored = Effect(kind: .isIgnored, remark: nil)

    static func passes(_ remark: String) -> Effect { Effect(kind: .passes, remark: remark) }
    static func completes(_ remark: String) -> Effect { Effect(kind: .completes, remark: remark) }
    static func fails(_ remark: String) -> Effect { Effect(kind: .fails, remark: remark) }
    static func does(_ words: String) -> Effect { Effect(kind: .other, remark: words) }

    /// The effect in words, as in `passes at once, without a value`.
    package var text: String {
      let phrase: String? =
        switch kind {
        case .passes: "passes at once"
        case .completes: "completes the result"
        case .fails: "fails the result"
        case .joins: "completes the result once all have ended"
        case .countsAsCompleted: "counts as completed"
        case .isIgnored: "means nothing"
        case .other: nil
        }
      return [phrase, remark].compactMap(\.self).joined(separator: kind == .passes ? ", " : " ")
    }
  }
}

extension CatalogueEntry.Ends {
  /// What is said of whose end, in one line each; ends that lead to the same are taken together.
  package var lines: [(ends: String, effect: String)] {
    let effects = [("completed", completed), ("failed", failed), ("interrupted", interrupted)]
    var lines: [(ends: String, effect: String)] = []
    for (end, effect) in effects {
      if let index = lines.firstIndex(where: { $0.effect == effect.text }) {
        lines[index].ends += ", " + end
      } else {
        lines.append((end, effect.text))
      }
    }
    return lines.count == 1 ? [("any end", lines[0].effect)] : lines
  }

  /// Whose end it is about, as in `source (every:)`.
  package var name: String { stream + (label.map { " (\($0):)" } ?? "") }
}
