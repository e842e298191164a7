/// From when until when something is observed: `--^----!` is from tick 2 until just before tick 7.
public struct Window: Sendable, Hashable {
  /// The first tick on which it is observed.
  public var start: Int
  /// The tick just before which that ends; `nil` where it does not.
  public var end: Int?
  /// What is wrong with the literal that was meant as this window, if it cannot be read.
  public internal(set) var parseError: TimelineParseError?

  public init(from start: Int, until end: Int? = nil) {
    self.start = start
    self.end = end
  }

  /// From tick 0 on, as whatever is run without more being said.
  public static let always = Window(from: 0)
}
