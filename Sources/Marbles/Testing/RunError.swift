import MarbleLanguage
import Reactive

/// Why a run of Swift's own operators could not begin.
enum RunError: Error {
  /// A marble that means nothing to the stream that should send it.
  case unreadableValue(Value, type: String, input: String, tick: Int)
  /// A failure that means nothing to the stream that should fail with it.
  case unreadableError(Failure, type: String, input: String, tick: Int)
  /// The clock has passed what is to be played.
  case lateClock(now: Int, first: Int)
}

extension RunError: CustomStringConvertible {
  /// What is wrong, and how to mend it.
  package var description: String {
    switch self {
    case .unreadableValue(let value, let type, let input, let tick):
      """
      \(input), tick \(tick): `\(TimelinePrinter.token(for: value))` is no \(type)
        help: say what it means, as in `where: ["\(value.plainText)": …]`, or let \(type) conform to MarbleValue
      """
    case .unreadableError(_, "Never", let input, let tick):
      """
      \(input), tick \(tick): it fails, and this stream cannot
        help: let the closure take a stream that can, as in `SignalProducer<Int, Failure>`
      """
    case .unreadableError(let failure, let type, let input, let tick):
      """
      \(input), tick \(tick): `\(TimelinePrinter.token(for: .failed(failure)))` is no \(type)
        help: say what it means, as in `where: ["\(failure.message)": …]`
      """
    case .lateClock(let now, let first):
      """
      the clock stands at tick \(now), and the run begins at tick \(first)
        help: give each run a clock of its own, as in `VirtualTimeScheduler(startingAt: \(first))`
      """
    }
  }
}
