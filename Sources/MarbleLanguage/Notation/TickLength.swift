/// The length of a tick, which converts written durations into ticks.
package struct TickLength: Sendable, Hashable {
  /// The duration of one tick.
  package let duration: Duration

  /// The default: one tick per millisecond.
  package static let millisecond = TickLength(.milliseconds(1))

  /// Creates a tick length.
  ///
  /// A duration of zero or less becomes the shortest possible one.
  package init(_ duration: Duration) {
    self.duration = max(duration, Duration(attoseconds: 1))
  }

  /// A duration as it is written: `40t`, `9ms`, `1.5s`, `2m`.
  package struct Written {
    /// All digits as one number, and the number of digits after the decimal point.
    fileprivate var mantissa: Int128
    fileprivate var decimals: Int
    fileprivate var unit: Unit
    /// The offset after the unit.
    package var end: Int
    /// Whether there are too many digits to compute with.
    fileprivate(set) var isTooLong: Bool

    /// The exact duration, or `nil` if it is counted in ticks or out of range.
    package var duration: Duration? {
      guard !isTooLong, let length = unit.length else { return nil }
      var scale: Int128 = 1
      for _ in 0..<decimals { scale *= 10 }
      let (attoseconds, overflows) = mantissa.multipliedReportingOverflow(by: length.attoseconds)
      guard !overflows, attoseconds % scale == 0 else { return nil }
      return Duration(attoseconds: attoseconds / scale)
    }
  }

  fileprivate enum Unit {
    case ticks, milliseconds, seconds, minutes

    var length: Duration? {
      switch self {
      case .ticks: nil
      case .milliseconds: .milliseconds(1)
      case .seconds: .seconds(1)
      case .minutes: .seconds(60)
      }
    }
  }

  /// Reads a duration in slashes, such as `/60 seconds/`.
  ///
  /// Documents of other libraries write it so.
  static func readInSlashes(_ bytes: [UInt8], from start: Int, to limit: Int) -> Written? {
    let rest = bytes[start + 1..<min(limit, start + 1 + maxSlashedLength)]
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let words = rest[..<end].split(separator: UInt8(ascii: " "))
    guard words.count == 2, let unit = unitNames[String(decoding: words[1], as: UTF8.self)] else { return nil }
    let short = Array(words[0]) + unit.utf8
    guard var written = read(short, from: 0, to: short.count), written.end == short.count else { return nil }
    written.end = end + 1
    return written
  }

  private static let maxSlashedLength = 40

  /// The short name of each unit by its names in other libraries.
  package static let unitNames: [String: String] = [
    "millisecond": "ms", "milliseconds": "ms", "millis": "ms", "ms": "ms", "second": "s", "seconds": "s", "sec": "s",
    "s": "s",
    "minute": "m", "minutes": "m", "min": "m", "m": "m", "tick": "t", "ticks": "t", "t": "t",
  ]

  /// Reads the duration that begins at `start`, or returns `nil` if there is none.
  ///
  /// The caller must check that the word ends after the duration.
  package static func read(_ bytes: [UInt8], from start: Int, to limit: Int) -> Written? {
    var written = Written(mantissa: 0, decimals: 0, unit: .ticks, end: start, isTooLong: false)
    func digits(isFraction: Bool) -> Bool {
      let first = written.end
      while written.end < limit, bytes[written.end].isDigit {
        if written.mantissa < 1_000_000_000_000_000_000 {
          written.mantissa = written.mantissa * 10 + Int128(bytes[written.end] - UInt8(ascii: "0"))
          if isFraction { written.decimals += 1 }
        } else {
          written.isTooLong = true
        }
        written.end += 1
      }
      return written.end > first
    }
    guard digits(isFraction: false) else { return nil }
    if written.end + 1 < limit, bytes[written.end] == UInt8(ascii: "."), bytes[written.end + 1].isDigit {
      written.end += 1
      guard digits(isFraction: true) else { return nil }
    }
    guard written.end < limit else { return nil }
    switch bytes[written.end] {
    case UInt8(ascii: "t"): written.unit = .ticks
    case UInt8(ascii: "s"): written.unit = .seconds
    case UInt8(ascii: "m"):
      if written.end + 1 < limit, bytes[written.end + 1] == UInt8(ascii: "s") {
        written.unit = .milliseconds
        written.end += 1
      } else {
        written.unit = .minutes
      }
    default: return nil
    }
    written.end += 1
    return written
  }

  /// Returns the number of ticks of a written duration.
  package func ticks(of written: Written, at span: Span, in bytes: [UInt8]) throws(Diagnostic) -> Int {
    let tooLarge = Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    guard !written.isTooLong else { throw tooLarge }
    var scale: Int128 = 1
    for _ in 0..<written.decimals { scale *= 10 }
    // Both sides are in attoseconds, so that fractions of a tick are detected.
    let (unit, tick) = written.unit.length.map { ($0.attoseconds, duration.attoseconds) } ?? (1, 1)
    let (length, overflow) = written.mantissa.multipliedReportingOverflow(by: unit)
    let (divisor, overflowBelow) = tick.multipliedReportingOverflow(by: scale)
    guard !overflow, !overflowBelow else { throw tooLarge }
    let (ticks, rest) = length.quotientAndRemainder(dividingBy: divisor)
    guard rest == 0 else {
      let text = String(decoding: bytes[span], as: UTF8.self)
      throw Diagnostic(.partialTick(duration: text, tick: written.unit == .ticks ? nil : description), at: span)
    }
    guard ticks <= Int128(Timeline.latestTick) else { throw tooLarge }
    return Int(ticks)
  }
}

extension TickLength: CustomStringConvertible {
  /// Parses a length such as `10ms` or `1.5s`, or returns `nil` if it is invalid or zero.
  package init?(_ text: String) {
    guard let duration = TickLength.duration(text), duration > .zero else { return nil }
    self.init(duration)
  }

  /// Returns a duration such as `10ms` or `1.5s`, or `nil` if the text is another one.
  package static func duration(_ text: String) -> Duration? {
    let bytes = Array(text.utf8)
    guard let written = read(bytes, from: 0, to: bytes.count), written.end == bytes.count else { return nil }
    return written.duration
  }

  /// The length as it is written, such as `10ms` or `0.5ms`.
  package var description: String {
    for (unit, name) in [(Duration.seconds(60), "m"), (.seconds(1), "s"), (.milliseconds(1), "ms")] {
      let (count, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: unit.attoseconds)
      if rest == 0 { return "\(count)\(name)" }
    }
    let (count, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: Duration.milliseconds(1).attoseconds)
    var decimals = String(String(1_000_000_000_000_000 + rest).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(count).\(decimals)ms"
  }
}

extension Timeline {
  /// The last tick that can be written.
  ///
  /// Sums of ticks below it, and ten times as many, cannot overflow. In WebAssembly, it is lower, because `Int` has 32 bits
  /// there.
  package static let latestTick = Int(clamping: min(1_000_000_000_000_000, Int64(Int.max / 16)))
}
