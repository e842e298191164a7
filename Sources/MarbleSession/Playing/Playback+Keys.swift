import Marbles

extension Playback.Key {
  /// Parses the keys that a terminal has sent.
  ///
  /// - Parameters:
  ///   - bytes: The received bytes, from which the parsed ones are removed.
  ///   - isAll: Whether no more bytes follow for now, so that a single escape byte is the Escape key.
  package static func read(_ bytes: inout [UInt8], isAll: Bool) -> [Playback.Key] {
    var keys: [Playback.Key] = []
    var rest = bytes[...]
    while let first = rest.first {
      if first == 0x1B, rest.count > 1 || !isAll {
        guard let sequence = Sequence(rest) else { break }
        if let key = sequence.key { keys.append(key) }
        rest = rest.dropFirst(sequence.length)
      } else {
        if let key = key(of: first) { keys.append(key) }
        rest = rest.dropFirst()
      }
    }
    bytes = isAll ? [] : Array(rest)
    return keys
  }

  private static func key(of byte: UInt8) -> Playback.Key? {
    switch byte {
    case UInt8(ascii: " "): .pause
    case UInt8(ascii: "l"), UInt8(ascii: "."), UInt8(ascii: "n"): .forward
    case UInt8(ascii: "h"), UInt8(ascii: ","), UInt8(ascii: "p"): .back
    case UInt8(ascii: "0"), UInt8(ascii: "g"), UInt8(ascii: "^"): .first
    case UInt8(ascii: "G"), UInt8(ascii: "$"): .last
    case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "k"): .faster
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "j"): .slower
    case UInt8(ascii: "w"): .why
    case UInt8(ascii: "W"): .whyNot
    // Ctrl-C, Ctrl-D, Ctrl-\ and Escape, which users press to quit.
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03, 0x04, 0x1C, 0x1B: .leave
    default: nil
    }
  }

  /// The sequence of a special key: an escape byte, `[` or `O`, and parameters up to a letter or `~`.
  private struct Sequence {
    let key: Playback.Key?
    let length: Int

    /// Parses a sequence, or returns `nil` if its end is missing.
    init?(_ bytes: ArraySlice<UInt8>) {
      let rest = bytes.dropFirst()
      guard let kind = rest.first else { return nil }
      guard kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
        // A character typed with Alt, which has no function here.
        (key, length) = (nil, 2)
        return
      }
      let parameters = rest.dropFirst().prefix { (0x20..<0x40).contains($0) }
      guard let final = rest.dropFirst(1 + parameters.count).first else { return nil }
      length = 3 + parameters.count
      switch (final, parameters.first) {
      case (UInt8(ascii: "C"), _): key = .forward
      case (UInt8(ascii: "D"), _): key = .back
      case (UInt8(ascii: "A"), _): key = .faster
      case (UInt8(ascii: "B"), _): key = .slower
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")), (UInt8(ascii: "~"), UInt8(ascii: "7")):
        key = .first
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")), (UInt8(ascii: "~"), UInt8(ascii: "8")):
        key = .last
      default: key = nil
      }
    }
  }
}
