import MarbleEvaluation
import MarbleLanguage

/// A compact list of the columns of an axis, since a drawing can have ten million of them.
struct AxisColumns: RandomAccessCollection {
  /// A column without the properties that follow from its neighbors.
  private struct Packed {
    let tick: Int
    let start: UInt32
    /// The width, with the kind in the highest bits.
    let shape: UInt32
  }

  private var packed: [Packed] = []
  /// The tick after the last column.
  private let end: Int
  /// The width of all columns together.
  private(set) var width = 0

  private static let widthBits: UInt32 = 30

  init(endingBefore end: Int) {
    self.end = end
  }

  mutating func reserveCapacity(_ count: Int) { packed.reserveCapacity(count) }

  /// Appends a column for the ticks from `tick` up to the next column.
  mutating func append(tick: Int, width: Int = 1, kind: TextAxis.Kind = .tick) {
    let width = Swift.min(width, 1 << Self.widthBits - 1)
    let shape = UInt32(width) | UInt32(kind.rawValue) << Self.widthBits
    packed.append(Packed(tick: tick, start: UInt32(truncatingIfNeeded: self.width), shape: shape))
    self.width += width
  }

  var startIndex: Int { 0 }
  var endIndex: Int { packed.count }

  subscript(index: Int) -> TextAxis.Column {
    // Most callers use only one property. Inlining removes the computation of the others.
    @inline(__always) get {
      let column = packed[index]
      let next = index + 1 < packed.count ? packed[index + 1].tick : end
      return TextAxis.Column(
        tick: column.tick, ticks: next - column.tick, start: Int(column.start),
        width: Int(column.shape & (1 << Self.widthBits - 1)),
        kind: TextAxis.Kind(rawValue: UInt8(column.shape >> Self.widthBits)) ?? .tick)
    }
  }
}
