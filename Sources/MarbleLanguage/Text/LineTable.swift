import Synchronization

/// Where the lines of a source begin.
///
/// Most sources never need it, because most have no diagnostics; so it is built by the first question, once.
final class LineTable: Sendable {
  private let starts = Mutex<[Int]?>(nil)

  /// The number, from 1, and the first byte of the line that `offset` stands in.
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
