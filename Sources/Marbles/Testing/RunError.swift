import MarbleLanguage
import Reactive

/// A reason why a run of Swift operators could not start.
enum RunError: Error {
  /// A marble has no meaning for the type of the stream's values.
  case unreadableValue(Value, type: String, input: String, tick: Int)
  /// A failure has no meaning for the type of the stream's errors.
  case unreadableError(Failure, type: String, input: String, tick: Int)
  /// The clock is already past the first tick of the run.
  case lateClock(now: Int, first: Int)
}

extension RunError: CustomStringConvertible {
  /// The error, and a suggestion how to fix it.
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
