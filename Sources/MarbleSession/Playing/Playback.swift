import Marbles

/// The state of a diagram being played: its position and its speed.
///
/// It is independent of clock and terminal. Its owner waits for ``wait``, calls ``advance()``, and passes on the
/// pressed keys.
package struct Playback: Sendable, Hashable {
  /// The action of a key.
  package enum Key: Sendable, Hashable {
    /// Pauses or continues, or starts again at the end.
    case pause
    case forward, back
    case first, last
    case faster, slower
    case leave
    /// Quits and asks for the causes of the events on the current tick.
    case why
    /// Quits and asks why an event did not come.
    case whyNot
  }

  /// The ticks of the diagram.
  package let ticks: ClosedRange<Int>
  /// The current tick, after which nothing is shown yet.
  package private(set) var tick: Int
  /// The speed in ticks per second.
  package private(set) var speed: Double
  package private(set) var isPaused = false
  /// Whether the user has quit.
  package private(set) var isOver = false
  /// Whether the diagram shows a run, so that questions about it can be answered.
  let answersQuestions: Bool
  /// The question with which the user has quit: about the current tick, or about a missing event.
  private(set) var question: EventQuestion?
  /// The missing event about which a question can be asked on the current tick.
  var missing: EventQuestion? { answersQuestions ? missingEvent ?? lastInput : nil }
  /// The event that an assertion did not find.
  private let missingEvent: EventQuestion?
  /// The values of the sources, in the order of their ticks.
  private let inputs: [Timeline.Marble]
  /// The ticks on which something happens, in ascending order.
  private let busy: [Int]

  /// The range of valid speeds.
  static let speeds = 0.001...1_000.0
  /// The default speed.
  static let usualSpeed = 4.0
  /// The length above which silence is skipped, in ticks.
  private static let maxSilence = 20

  /// Creates the state at the beginning of a diagram.
  ///
  /// - Parameter missing: The question about an event that an assertion did not find.
  package init(
    of diagram: Diagram, speed: Double = usualSpeed, answersQuestions: Bool = false, missing: EventQuestion? = nil
  ) {
    let layout = Layout(diagram, for: .data)
    ticks = layout.ticks
    tick = ticks.lowerBound
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    self.answersQuestions = answersQuestions
    missingEvent = missing
    inputs = Self.inputs(of: diagram)
    busy = layout.busyTicks
  }

  /// The time until the next tick in seconds, or `nil` if playback is stopped until a key is pressed.
  package var wait: Double? { isPaused || isOver || isAtEnd ? nil : 1 / speed }

  package var isAtEnd: Bool { tick >= ticks.upperBound }

  /// Advances to the next tick, or to the end of a long silence.
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

  /// Performs the action of a key, and pauses if it steps or jumps.
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
    case .why where answersQuestions: leave(asking: EventQuestion(event: nil, tick: tick))
    case .why: break
    case .whyNot: if let missing { leave(asking: missing) }
    }
  }

  private mutating func leave(asking question: EventQuestion) {
    self.question = question
    isOver = true
  }

  /// Returns the values of the sources, which are the lanes above the first operator.
  private static func inputs(of diagram: Diagram) -> [Timeline.Marble] {
    var marbles: [Timeline.Marble] = []
    for row in diagram.rows {
      guard case .lane(let lane) = row else { break }
      marbles += lane.timeline.marbles.filter { !$0.event.isTerminating }
    }
    return marbles.sorted { $0.tick < $1.tick }
  }

  /// The question about the last value that a source has sent up to the current tick.
  private var lastInput: EventQuestion? {
    inputs.last { $0.tick <= tick }.map { EventQuestion(isNegated: true, event: $0.event) }
  }

  /// Parses a speed such as `4` or `2.5`, or returns `nil` if it is invalid.
  static func speed(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let speed = Double(text) else { return nil }
    return speeds.contains(speed) ? speed : nil
  }
}
