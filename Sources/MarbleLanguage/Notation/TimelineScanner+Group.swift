/// Groups: events on the same tick.
extension TimelineScanner {
  /// Reads a group such as `(ab|)`, whose events are sent in this order on one tick.
  mutating func readGroup(into lane: inout Lane) throws(Diagnostic) {
    let opening = here
    let marblesBefore = lane.marbles.count
    let hadOrigin = lane.origin != nil
    recorder?.depth += 1
    position += 1
    while true {
      guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(.unclosed("("), at: opening) }
      if startsLine(at: position) { throw Diagnostic(.silenceInGroup, at: position..<position + 3) }
      let isWide = bytes[position] >= 0x80 || (position + 1 < limit && bytes[position + 1] >= 0x80)
      let end = isWide ? UTF8Text.graphemeEnd(in: bytes, at: position, to: limit) : position + 1
      if end == position + 1 {
        switch bytes[position] {
        case UInt8(ascii: ")"):
          position += 1
          guard lane.marbles.count > marblesBefore || (lane.origin != nil && !hadOrigin) else {
            throw Diagnostic(.emptyGroup, at: opening.lowerBound..<position)
          }
          recorder?.depth -= 1
          lintGroup(opening.lowerBound..<position)
          let isOrigin = !hadOrigin && lane.origin != nil
          recorder?.record(isOrigin ? .origin : .group, at: opening.lowerBound..<position, tick: lane.tick)
          lane.tick += 1
          return
        case UInt8(ascii: ".") where lane.form == .pattern:
          _ = try readGap(into: &lane)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "."):
          position += 1
          continue
        case UInt8(ascii: "-"):
          let line = bytes[position..<limit].prefix { !$0.isLineEnd }
          throw line.contains(UInt8(ascii: ")"))
            ? Diagnostic(.silenceInGroup, at: here) : Diagnostic(.unclosed("("), at: opening)
        case UInt8(ascii: "("): throw Diagnostic(.nestedGroup, at: here, related: opening)
        case UInt8(ascii: "*") where lane.form == .pattern: throw Diagnostic(.timeInGroup("*"), at: here)
        case UInt8(ascii: "{"), UInt8(ascii: "@"):
          throw Diagnostic(.timeInGroup(String(Unicode.Scalar(bytes[position]))), at: here)
        case UInt8(ascii: ","):
          let group = groupWithoutCommas(from: opening.lowerBound)
          var error = Diagnostic(.commaInGroup(suggestion: group?.text), at: here)
          error.replaced = group?.span
          throw error
        case UInt8(ascii: "^"):
          // The events of the group before its `^` move to tick 0 too.
          try readOrigin(into: &lane)
          continue
        default: break
        }
      }
      let first = position
      let event = try readEvent()
      let now = lane.tick
      try append(event, at: first..<position, to: &lane)
      lane.tick = now
    }
  }

  /// Returns the group without its commas, if it is short.
  private func groupWithoutCommas(from opening: Int) -> (text: String, span: Span)? {
    var text: [UInt8] = []
    for offset in (opening..<limit).prefix(60) {
      let byte = bytes[offset]
      if byte.isLineEnd || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"") { return nil }
      if byte != UInt8(ascii: ","), !byte.isWhitespace { text.append(byte) }
      if byte == UInt8(ascii: ")") { return (String(decoding: text, as: UTF8.self), opening..<offset + 1) }
    }
    return nil
  }
}
