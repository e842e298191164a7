import Reactive

/// The offsets at which the lines of a source begin.
///
/// The table is built on the first use, because most sources have no diagnostics and never need it.
final class LineTable: Sendable {
  private let starts = Mutex<[Int]?>(nil)

  /// Returns the number of the line that contains `offset`, from 1, and the offset of its first byte.
  func line(of offset: Int, in bytes: [UInt8]) -> (number: Int, start: Int) {
    starts.withLock { known in
      let starts = known ?? Self.starts(in: bytes)
      known = starts
      // The last line that begins at or before the offset.
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if starts[middle] <= offset { low = middle } else { high = middle }
      }
      return (low + 1, starts[low])
    }
  }

  private static func starts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    return starts
  }
}
