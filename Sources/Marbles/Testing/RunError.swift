import MarbleLanguage
import Reactive

/// A reason why a run of Swift operators could not start.
enum RunError: Error {
  /// A marble has no meaning for the type of the stream's values.
  case unreadableValue(Value, type: Any.Type, input: String, tick: Int)
  /// A failure has no meaning for the type of the stream's errors.
  case unreadableError(Failure, type: String, input: String, tick: Int)
  /// The timeline of an asynchronous sequence is interrupted, but the type of its errors has no cancellation.
  case uncancelable(input: String, tick: Int)
  /// A law has parameters or sides that cannot be in the same run.
  case mixedLaw
  /// The number of windows, demands or expected timelines is not that of the observers.
  case observerCount(Int, found: String)
  /// The clock is already past the first tick of the run.
  case lateClock(now: Int, first: Int)
}

extension RunError: CustomStringConvertible {
  /// The error, and a suggestion how to fix it.
  package var description: String {
    switch self {
    case .unreadableValue(let value, let type, let input, let tick):
      """
      \(input), tick \(tick): `\(TimelinePrinter.token(for: value))` cannot be converted to \(type)
        help: \(Self.help(for: value, as: type))
      """
    case .unreadableError(_, "Never", let input, let tick):
      """
      \(input), tick \(tick): the timeline fails, but this stream cannot fail
        help: use a stream that can fail in the closure, such as `SignalProducer<Int, Failure>`
      """
    case .unreadableError(let failure, let type, let input, let tick):
      """
      \(input), tick \(tick): `\(TimelinePrinter.token(for: .failed(failure)))` cannot be converted to \(type)
        help: add an error for it, such as `where: ["\(failure.message)": …]`, or conform it to `MarbleValue`
      """
    case .uncancelable(let input, let tick):
      """
      \(input), tick \(tick): `!` throws a `CancellationError`, but this sequence cannot throw it
        help: use a sequence of the type `InputSequence<Int, any Error>` in the closure, or `|`
      """
    case .mixedLaw:
      """
      a law cannot use streams and asynchronous sequences together
        help: with `.sequence` and `.virtualClock`, compare asynchronous sequences; otherwise, compare streams
      """
    case .observerCount(let count, let found):
      """
      \(found) for \(pluralized(count, "observer"))
        help: write one for each observer
      """
    case .lateClock(let now, let first):
      """
      the clock is at tick \(now), but the run starts at tick \(first)
        help: use a new clock for each run, such as `VirtualTimeScheduler(startingAt: \(first))`
      """
    }
  }

  private static func help(for value: Value, as type: Any.Type) -> String {
    if type == Bool.self { return "write a Boolean as `[true]` or `[false]`" }
    let entry = "add a value for it, such as `where: [\"\(value.plainText)\": …]`"
    return type is any MarbleValue.Type
      ? entry : "\(entry), or conform to the protocol: `extension \(type): MarbleValue { … }`"
  }
}
