/// A fast path for the most frequent syntax: single values and silence.
extension TimelineScanner {
  /// The event of each ASCII character.
  ///
  /// Sharing these events saves an allocation per marble.
  static let asciiEvents: [Event] = (0..<128).map { byte in
    let byte = UInt8(byte)
    return .value(byte.isDigit ? .integer(Int(byte - UInt8(ascii: "0"))) : .marble(String(Unicode.Scalar(byte))))
  }

  /// The meaning of a byte that does not depend on its neighbors.
  enum Plain: UInt8 {
    case not, silence, dot, value, digit, letter
  }

  static let plainBytes: [Plain] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "-"): .silence
    case UInt8(ascii: "."): .dot
    // A word that begins with one of these letters can be a keyword, and two slashes can be a comment.
    case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "w"): .letter
    case UInt8(ascii: "/"): .not
    case let byte where byte.isDigit: .digit
    case let byte where byte.isReserved || byte.isControl || byte >= 0x80: .not
    default: .value
    }
  }

  /// Reads single values and silence, which make up most timelines.
  ///
  /// Stops before any other syntax, which ``read(_:)`` processes.
  mutating func readPlain(into lane: inout Lane, _ asciiEvents: [Event], _ plainBytes: [Plain]) {
    guard lane.end == nil, lane.loop == nil, lane.form != .window, lane.form != .pattern, recorder == nil else {
      return
    }
    let (end, values) = plainStretch(plainBytes)
    guard end > position else { return }
    let stretch = position..<end
    position = end
    if lane.marbles.isEmpty, values > 0 {
      // The first stretch is often the whole timeline. Its exact size is known, so no append has to check the
      // capacity.
      let first = lane.tick
      var tick = first
      lane.marbles = Array(unsafeUninitializedCapacity: values) { buffer, count in
        bytes.withUnsafeBufferPointer { bytes in
          for byte in bytes[stretch] where byte != UInt8(ascii: ".") {
            if byte != UInt8(ascii: "-") {
              buffer.initializeElement(at: count, to: Timeline.Marble(tick: tick, event: asciiEvents[Int(byte)]))
              count += 1
            }
            tick += 1
          }
        }
      }
      lane.tick = tick
    } else {
      for offset in stretch where bytes[offset] != UInt8(ascii: ".") {
        if bytes[offset] != UInt8(ascii: "-") { lane.append(asciiEvents[Int(bytes[offset])], at: lane.tick) }
        lane.tick += 1
      }
    }
  }

  /// Returns the end of the single values and silence, and the number of values.
  private func plainStretch(_ plainBytes: [Plain]) -> (end: Int, values: Int) {
    var offset = position
    var values = 0
    let last = limit - 1
    bytes.withUnsafeBufferPointer { bytes in
      scan: while offset < last {
        let next = bytes[offset + 1]
        guard next < 0x80 else { break }
        switch plainBytes[Int(bytes[offset])] {
        case .not: break scan
        case .silence, .dot: break
        case .digit where next.goesOnWithDuration:
          // A digit after another digit does not begin a duration, and the digits have been checked already.
          guard offset < lints.checked, offset > start, bytes[offset - 1].isDigit else { break scan }
          values += 1
        case .letter where offset == start || bytes[offset - 1].isWhitespace: break scan
        case .value, .digit, .letter: values += 1
        }
        offset += 1
      }
    }
    return (offset, values)
  }
}

extension UInt8 {
  /// Whether a digit before this byte can begin a duration, or something that was meant as one.
  fileprivate var goesOnWithDuration: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "t"), UInt8(ascii: "m"),
      UInt8(ascii: "s"), UInt8(ascii: "h"), UInt8(ascii: " "):
      true
    default: false
    }
  }
}
