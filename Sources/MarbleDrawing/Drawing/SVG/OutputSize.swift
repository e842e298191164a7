import MarbleEvaluation
import MarbleLanguage

/// The approximate size of an output, to which each drawing and each text adds a part.
///
/// All drawings of a picture share one axis. Where it continues below, each drawing repeats its lanes, names and
/// operators.
package struct OutputSize {
  /// The largest size that matters, in bytes.
  private let limit: Int
  /// The bytes that a drawing has once.
  private var bytes = 0
  /// The ticks on which something happens in a drawing, in ascending order.
  private var busy: [Int] = []
  /// The number of ticks that are drawn for all of them.
  private var columns = 0
  /// The bytes that drawings have in each part of the axis, by their last ticks.
  private var repeated: [Int: Int] = [:]
  /// The sum of these bytes, each multiplied by the number of ticks that the drawing has.
  private var repeatedByColumn = 0

  package init(limit: Int) {
    self.limit = limit
  }

  package mutating func add(bytes count: Int) { bytes += count }

  /// Adds a drawing in its largest form, which can be text, data or a part of a picture.
  package mutating func add(_ diagram: Diagram, style: DrawingStyle) {
    let (lanes, ticks) = (diagram.lanes, diagram.ticks)
    let drawn = lanes.flatMap { $0.inner.prefix(style.innerLimit) }
    let visible = lanes.flatMap { lane in
      lane.timeline.marbles.filter { ticks.contains($0.tick) } + lane.inner.flatMap { $0.marbles + $0.missed }
    }
    let rows = lanes.reduce(0) { $0 + 1 + $1.inner.count }
    let text = visible.reduce(0) { $0 + $1.event.textSize }
    let causes = lanes.reduce(0) { count, lane in lane.origins.reduce(count) { $0 + $1.causes.count } }
    // A mark takes about 200 bytes in a picture, and its connection to a cause about 100. In text, the events of all
    // rows make each row wider.
    bytes += 200 * (rows + visible.count) + 100 * causes + text * rows + diagram.notes.reduce(0) { $0 + $1.utf8.count }

    let marks = drawn.flatMap { [$0.arrived, $0.subscribed, $0.disposed].compactMap(\.self) }
    // The columns of a drawing that is too large by itself take long to find.
    guard bytes <= limit else { return }
    for tick in Set(visible.map(\.tick) + marks).sorted() where ticks.contains(tick) { add(busy: tick) }
    // The numbers and lines of the axis take about 500 bytes, and an empty lane 200.
    let names = (lanes.map(\.name) + drawn.map(\.name)).reduce(0) { $0 + $1.utf8.count }
    let operators = diagram.rows.reduce(0) { if case .operation(let text) = $1 { $0 + text.utf8.count } else { $0 } }
    let part = 500 + 200 * (lanes.count + drawn.count) + names + operators
    repeated[ticks.upperBound, default: 0] += part
    repeatedByColumn += part * columns(upTo: ticks.upperBound)
  }

  /// Returns whether the size is larger than the limit, with pictures in a style.
  package func isExceeded(in style: DrawingStyle) -> Bool {
    let room = max(style.pictureWidth - 80, 120)
    return bytes + repeatedByColumn / max(1, room / (style.tickWidth ?? 28)) > limit
  }

  private mutating func add(busy tick: Int) {
    let place = busy.partitionPoint { $0 >= tick }
    guard place == busy.count || busy[place] != tick else { return }
    let (before, after) = (place > 0 ? busy[place - 1] : min(0, tick), place < busy.count ? busy[place] : nil)
    let added =
      Self.columns(from: before, to: tick)
      + (after.map { Self.columns(from: tick, to: $0) - Self.columns(from: before, to: $0) } ?? 0)
    busy.insert(tick, at: place)
    columns += added
    for (last, part) in repeated where last >= tick { repeatedByColumn += part * added }
  }

  private func columns(upTo last: Int) -> Int {
    if busy.last.map({ $0 <= last }) ?? true { return columns }
    let shown = busy.prefix(busy.partitionPoint { $0 > last })
    return zip([min(0, busy[0])] + shown, shown).reduce(0) { $0 + Self.columns(from: $1.0, to: $1.1) }
  }

  /// Returns the number of ticks that are drawn between two ticks, of which a long silence is cut.
  private static func columns(from start: Int, to end: Int) -> Int {
    end - start > TimelinePrinter.maxSilence ? 8 : end - start
  }
}

extension Event {
  /// The approximate size of the event as text, in bytes.
  fileprivate var textSize: Int {
    switch self {
    case .value(let value): value.textSize
    case .failed(let failure): failure.message.utf8.count
    case .completed, .interrupted: 1
    }
  }
}

extension Value {
  fileprivate var textSize: Int {
    switch self {
    case .marble(let text), .string(let text): text.utf8.count
    case .tuple(let items), .array(let items): items.reduce(2) { $0 + 1 + $1.textSize }
    case .event(let event): event.textSize
    default: 8
    }
  }
}
