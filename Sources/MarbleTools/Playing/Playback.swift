import Marbles

/// A diagram that is being played: how far it has come, and how fast it goes on.
///
/// It knows neither clock nor terminal: whoever shows it waits for ``wait``, calls ``advance()``, and hands on the keys
/// that are pressed meanwhile.
package struct Playback: Sendable, Hashable {
  /// What somebody wants who presses a key.
  package enum Key: Sendable, Hashable {
    /// Stops, or goes on; at the end, begins again.
    case pause
    case forward, back
    case first, last
    case faster, slower
    case leave
  }

  /// The ticks that can be shown.
  package let ticks: ClosedRange<Int>
  /// The tick that is over: what comes later is not shown yet.
  package private(set) var tick: Int
  /// How many ticks go by in a second.
  package private(set) var speed: Double
  package private(set) var isPaused = false
  /// Whether somebody has had enough.
  package private(set) var isOver = false
  /// The ticks on which something happens, ascending.
  private let busy: [Int]

  /// The speeds that there are.
  static let speeds = 0.001...1_000.0
  /// How fast it goes where nobody says.
  static let usualSpeed = 4.0
  /// Silence that is longer is not sat through.
  private static let maxSilence = 20

  package init(of diagram: Diagram, speed: Double = usualSpeed) {
    let layout = Layout(diagram, for: .data)
    ticks = layout.ticks
    tick = ticks.lowerBound
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    busy = layout.busyTicks
  }

  /// How long it takes to the next tick, in seconds; `nil` where nothing moves until a key is pressed.
  package var wait: Double? { isPaused || isOver || isAtEnd ? nil : 1 / speed }

  package var isAtEnd: Bool { tick >= ticks.upperBound }

  /// Goes on to the next tick; of long silence, to where it ends.
  package mutating func advance() {
    guard !isAtEnd else { return }
    let next = busy[busy.partitionPoint { $0 > tick }...].first ?? ticks.upperBound
    tick = min(next - tick > Self.maxSilence ? next - 1 : tick + 1, ticks.upperBound)
  }

  private mutating func goBack() {
    guard tick > ticks.lowerBound else { return }
    let count = busy.partitionPoint { $0 >= tick }
    let before = count > 0 ? busy[count - 1] : ticks.lowerBound
    tick = max(tick - before > Self.maxSilence ? before : tick - 1, ticks.lowerBound)
  }

  /// Does what a key is for; who steps or jumps wants to look, so it is paused then.
  package mutating func press(_ key: Key) {
    switch key {
    case .pause where isAtEnd:
      tick = ticks.lowerBound
      isPaused = false
    case .pause: isPaused.toggle()
    case .forward:
      isPaused = true
      advance()
    case .back:
      isPaused = true
      goBack()
    case .first:
      isPaused = true
      tick = ticks.lowerBound
    case .last:
      isPaused = true
      tick = ticks.upperBound
    case .faster: speed = min(speed * 2, Self.speeds.upperBound)
    case .slower: speed = max(speed / 2, Self.speeds.lowerBound)
    case .leave: isOver = true
    }
  }

  /// A speed as it is written: `4`, `2.5`; `nil` for what is none.
  static func speed(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let speed = Double(text) else { return nil }
    return speeds.contains(speed) ? speed : nil
  }
}
