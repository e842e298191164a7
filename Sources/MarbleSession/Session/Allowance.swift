import Marbles

/// The work that scripts of strangers may do, whatever they contain.
///
/// The sessions of a document share it, on one thread.
package final class Allowance {
  private let clock: () -> Duration
  private let end: Duration
  private var (input, output) = (0, 0)
  /// The limit that was exceeded.
  private(set) var excess: WorkLimit?

  /// - Parameter clock: Returns the time that the work has taken, from any beginning.
  package init(clock: @escaping () -> Duration) {
    self.clock = clock
    end = clock() + .seconds(WorkLimit.maxSeconds)
  }

  /// Counts bytes, and returns whether the scripts may continue.
  func spend(input: Int = 0, output: Int = 0) -> Bool {
    self.input += input
    self.output += output
    guard excess == nil else { return false }
    if self.input > WorkLimit.maxInput {
      excess = .input
    } else if self.output > WorkLimit.maxOutput {
      excess = .output
    } else if clock() > end {
      excess = .time
    }
    return excess == nil
  }
}

extension Answer {
  /// The approximate size of the answer as text or as a picture, in bytes.
  var size: Int {
    switch self {
    case .drawing(let diagram): diagram.size
    case .explained(let explanation): explanation.diagram.size
    case .passed(let assertion), .failed(let assertion, _): words + (assertion.diagram?.size ?? 0)
    case .error, .warning, .text, .translation: words
    case .bound, .leave: 0
    }
  }

  private var words: Int { AnswerWriter().text(of: self)?.text.utf8.count ?? 0 }
}
