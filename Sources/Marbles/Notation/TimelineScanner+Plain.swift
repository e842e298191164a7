/// The fast way through what people write most: single values and silence.
extension TimelineScanner {
  /// Every ASCII character as a value: most marbles share one of these, which spares an allocation each.
  static let asciiEvents: [Event] = (0..<128).map { byte in
    let byte = UInt8(byte)
    return .value(byte.isDigit ? .integer(Int(byte - UInt8(ascii: "0"))) : .marble(String(Unicode.Scalar(byte))))
  }

  /// What a byte is when nothing around it matters.
  enum Plain: UInt8 {
    case not, silence, dot, value, digit, letter
  }

  static let plainBytes: [Plain] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "-"): .silence
    case UInt8(ascii: "."): .dot
    // A word that begins with one of these may be a keyword, two slashes may be a comment.
    case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "w"): .letter
    case UInt8(ascii: "/"): .not
    case let byte where byte.isDigit: .digit
    case let byte where byte.isReserved || byte.isControl || byte >= 0x80: .not
    default: .value
    }
  }

  /// Reads as far as there are only single values and silence: nearly all of what people write.
  ///
  /// It stops in front of everything that needs a closer look, and the loop in ``read(_:)`` takes that.
  mutating func readPlain(into lane: inout Lane, _ asciiEvents: [Event], _ plainBytes: [Plain]) {
    guard lane.end == nil, lane.loop == nil, lane.form != .window else { return }
    var offset = position
    var tick = lane.tick
    let last = limit - 1
    let checked = lints.checked
    bytes.withUnsafeBufferPointer { bytes in
      scan: while offset < last {
        let byte = bytes[offset]
        let next = bytes[offset + 1]
        guard next < 0x80 else { break }
        switch plainBytes[Int(byte)] {
        case .not: break scan
        case .silence: tick += 1
        case .dot: break
        case .digit where next.isWord || next == UInt8(ascii: "."):
          // Behind another digit it begins no duration, and a warning has been given already.
          guard offset < checked, offset > start, bytes[offset - 1].isDigit else { break scan }
          lane.append(asciiEvents[Int(byte)], at: tick)
          tick += 1
        case .letter where offset == start || bytes[offset - 1].isBlank: break scan
        case .value, .digit, .letter:
          lane.append(asciiEvents[Int(byte)], at: tick)
          tick += 1
        }
        offset += 1
      }
    }
    position = offset
    lane.tick = tick
  }
}
