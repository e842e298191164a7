import Marbles

/// The work that scripts of strangers may do, whatever they contain.
///
/// The sessions of a document share it, on one thread.
package final class Allowance {
  private let clock: () -> Duration
  private let end: Duration
  private var input = 0
  private var output = OutputSize(limit: WorkLimit.maxOutput)
  /// The last style in which the pictures were not too large.
  private(set) var style: DrawingStyle?
  /// The limit that was exceeded.
  private(set) var excess: WorkLimit?

  /// - Parameter clock: Returns the time that the work has taken, from any beginning.
  package init(clock: @escaping () -> Duration) {
    self.clock = clock
    end = clock() + .seconds(WorkLimit.maxSeconds)
  }

  /// Counts bytes of scripts, an answer and the time, and returns whether the scripts may continue.
  ///
  /// - Parameter style: The style in which all pictures are drawn.
  func spend(input: Int = 0, _ answer: Answer? = nil, in style: DrawingStyle) -> Bool {
    guard excess == nil else { return false }
    self.input += input
    output.add(bytes: answer?.textSize ?? 0)
    if let diagram = answer?.diagram { output.add(diagram, style: style) }
    if self.input > WorkLimit.maxInput {
      excess = .input
    } else if output.isExceeded(in: style) {
      excess = .output
    } else if clock() > end {
      excess = .time
    } else {
      self.style = style
    }
    return excess == nil
  }
}

extension Answer {
  /// The drawing in the answer.
  fileprivate var diagram: Diagram? {
    switch self {
    case .drawing(let diagram): diagram
    case .explained(let explanation): explanation.diagram
    case .passed(let assertion), .failed(let assertion, _): assertion.diagram
    case .error, .warning, .text, .translation, .bound, .leave: nil
    }
  }

  /// The size of the text around the drawing, in bytes.
  fileprivate var textSize: Int {
    switch self {
    case .drawing, .explained, .bound, .leave: 0
    case .passed, .failed, .error, .warning, .text, .translation: AnswerWriter().text(of: self)?.text.utf8.count ?? 0
    }
  }
}
