import MarbleLanguage
import Marbles

/// A reader that finds the column of each tick in a drawn lane.
///
/// A token is a character, something in `[ ]` or `" "`, or a group. The reader also reads simple timelines, so that
/// the tests of drawings do not depend on `TimelineReader`.
struct LaneReader {
  private(set) var timeline = Timeline()
  /// The terminal column at which the token of each tick begins.
  private(set) var columns: [Int: Int] = [:]

  private var rest: ArraySlice<Character>
  private var tick = 0
  private var column: Int

  /// Reads a lane that begins at a column.
  init(_ text: String, column: Int = 0) {
    rest = Array(text)[...]
    self.column = column
    var origin: Int?
    var isInGroup = false
    while let character = rest.first {
      let start = self.column
      if !isInGroup, !" .>".contains(character) { columns[tick] = start }
      take()
      switch character {
      case ".", ">": continue
      case " ":
        passTime()
        continue
      case "(": isInGroup = true
      case ")": isInGroup = false
      case "^": origin = tick
      case "-": break
      case "|": add(.completed)
      case "!": add(.interrupted)
      case "#":
        if rest.first == "[" {
          take()
          add(.failed(Failure(take(to: "]"))))
        } else {
          add(.failed(.unnamed))
        }
      case "[":
        let items = take(to: "]").split(separator: ",").map(String.init).map(Self.value)
        add(.value(items.count > 1 ? .tuple(items) : items.first ?? .null))
      case "\"": add(.value(.string(take(to: "\""))))
      default: add(.value(Self.value(String(character))))
      }
      if !isInGroup { tick += 1 }
    }
    let zero = origin ?? 0
    timeline.marbles = timeline.marbles.map { Timeline.Marble(tick: $0.tick - zero, event: $0.event) }
    timeline.end = tick - zero
    timeline.continues = text.hasSuffix(">")
    timeline.hasOrigin = origin != nil
    columns = Dictionary(uniqueKeysWithValues: columns.map { ($0.key - zero, $0.value) })
  }

  private static func value(_ text: String) -> Value { Int(text).map { .integer($0) } ?? .marble(text) }

  private mutating func add(_ event: Timeline.Event) {
    timeline.marbles.append(Timeline.Marble(tick: tick, event: event))
  }

  private mutating func take() {
    if let character = rest.popFirst() { column += displayWidth(of: String(character)) }
  }

  private mutating func take(to closing: Character) -> String {
    let text = rest.prefix { $0 != closing }
    for _ in text { take() }
    take()
    return String(text)
  }

  /// Advances the tick if a duration such as `40t` follows.
  private mutating func passTime() {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest.dropFirst(digits.count)
    guard let ticks = Int(String(digits)), after.first == "t", after.dropFirst().first ?? " " == " " else { return }
    for _ in 0...digits.count { take() }
    tick += ticks
  }
}

extension Timeline {
  /// Creates the timeline that a lane shows.
  init(lane text: String) { self = LaneReader(text).timeline }

  /// Returns a timeline that repeats a round forever.
  static func endless(_ head: String, _ round: String) -> Timeline {
    var endless = Timeline(lane: head)
    let repeated = Timeline(lane: round)
    endless.loop = Loop(start: endless.end, period: repeated.end, marbles: repeated.marbles)
    return endless
  }
}

extension Diagram.Lane {
  init(_ name: String, _ text: String, inner: [Diagram.Inner] = []) {
    self.init(name: name, timeline: Timeline(lane: text), inner: inner)
  }
}
