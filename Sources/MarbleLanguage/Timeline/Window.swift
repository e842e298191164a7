/// The ticks between subscribing and unsubscribing: `--^----!` is from tick 2 until just before tick 7.
public struct Window: Sendable, Hashable {
  /// The tick of the subscription.
  public var start: Int
  /// The tick of the unsubscription, which happens before the events of that tick, or `nil` if it never happens.
  public var end: Int?
  /// The error in the literal, or `nil` if it could be parsed.
  public internal(set) var parseError: TimelineParseError?

  public init(from start: Int, until end: Int? = nil) {
    self.start = start
    self.end = end
  }

  /// The window from tick 0 without an end, which a run without a window uses.
  public static let always = Window(from: 0)
}
