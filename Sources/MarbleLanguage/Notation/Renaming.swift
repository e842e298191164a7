/// The replacements of a `where`: other values for marbles, and a message for `#`.
package struct Renaming: Sendable {
  /// A marble and its replacement.
  struct Entry: Sendable {
    let key: Value
    let value: Value
    let span: Span
  }

  var entries: [Entry] = []
  /// The replacement of `#`.
  var failure: (failure: Failure, span: Span)?
  /// The offset after the last replacement.
  package internal(set) var end: Int

  /// Applies the replacements to all timelines of a `where`.
  ///
  /// Throws if a key occurs on none of them.
  ///
  /// Marbles are replaced everywhere on a timeline, including in `< >` and in repetitions. All replacements happen
  /// simultaneously: the result of one is never the key of another. Strings in quotes and the items of tuples are not
  /// replaced.
  package func apply(to timelines: inout [Timeline]) throws(Diagnostic) {
    var renamer = Renamer(self)
    for index in timelines.indices { renamer.rename(&timelines[index]) }
    for (index, entry) in entries.enumerated() where !renamer.used.contains(index) {
      throw Diagnostic(.unusedRenaming(entry.key.key), at: entry.span)
    }
    if let failure, !renamer.usedFailure { throw Diagnostic(.unusedRenaming("#"), at: failure.span) }
  }
}

extension Value {
  /// The text of a value that can be a key of `where`.
  fileprivate var key: String {
    switch self {
    case .integer(let value): String(value)
    case .marble(let text): text
    default: ""
    }
  }
}

private struct Renamer {
  private var values: [Value: (index: Int, value: Value)] = [:]
  private let failure: Failure?
  var used: Set<Int> = []
  var usedFailure = false

  init(_ renaming: Renaming) {
    for (index, entry) in renaming.entries.enumerated() { values[entry.key] = (index, entry.value) }
    failure = renaming.failure?.failure
  }

  mutating func rename(_ timeline: inout Timeline) {
    rename(&timeline.marbles)
    if var loop = timeline.loop {
      timeline.loop = nil
      rename(&loop.marbles)
      timeline.loop = loop
    }
  }

  private mutating func rename(_ marbles: inout [Timeline.Marble]) {
    for index in marbles.indices {
      switch marbles[index].event {
      case .value(.stream(let stream)):
        guard var timeline = stream.timeline else { continue }
        rename(&timeline)
        marbles[index].event = .value(.stream(Stream(timeline: timeline, name: stream.name)))
      case .value(let value):
        if let new = replacement(for: value) { marbles[index].event = .value(new) }
      case .failed(.unnamed):
        guard let failure else { continue }
        usedFailure = true
        marbles[index].event = .failed(failure)
      default: break
      }
    }
  }

  private mutating func replacement(for value: Value) -> Value? {
    switch value {
    case .integer, .marble:
      guard let (index, new) = values[value] else { return nil }
      used.insert(index)
      return new
    default: return nil
    }
  }
}

extension TimelineScanner {
  /// Reads the keys and values of a `where`, or only the first of them.
  mutating func readRenaming(isSingle: Bool = false) throws(Diagnostic) -> Renaming {
    var renaming = Renaming(end: position)
    var keys: Set<String> = []
    repeat {
      skipWhitespace()
      let key = try readKey()
      recorder?.record(bytes[key.lowerBound].isDigit ? .number : .value, at: key, tick: 0)
      let text = String(decoding: bytes[key], as: UTF8.self)
      guard keys.insert(text).inserted else { throw Diagnostic(.repeatedRenaming(text), at: key) }
      skipWhitespace()
      guard position < limit, bytes[position] == UInt8(ascii: "=") else {
        throw Diagnostic(.renamingEqualsExpected, at: here)
      }
      position += 1
      skipWhitespace()
      guard position < limit, !bytes[position].isLineEnd, bytes[position] != UInt8(ascii: ",") else {
        throw Diagnostic(.renamingValueExpected, at: here)
      }
      let first = position
      let value = try readItem(inParentheses: false)
      recorder?.record(value, at: first..<position)
      if text == "#" {
        guard let message = message(of: value, at: first..<position) else {
          throw Diagnostic(.renamedFailureNotString, at: first..<position)
        }
        renaming.failure = (Failure(message), key)
      } else {
        let digit = key.count == 1 && bytes[key.lowerBound].isDigit ? Int(text) : nil
        renaming.entries.append(.init(key: digit.map(Value.integer) ?? .marble(text), value: value, span: key))
      }
      skipWhitespace()
    } while !isSingle && skipComma()
    renaming.end = position
    return renaming
  }

  private mutating func skipComma() -> Bool {
    guard position < limit, bytes[position] == UInt8(ascii: ",") else { return false }
    position += 1
    return true
  }

  /// Reads one grapheme that can be a value on a timeline, or `#`.
  private mutating func readKey() throws(Diagnostic) -> Span {
    guard position < limit else { throw Diagnostic(.renamingKeyExpected, at: here) }
    let end = UTF8Text.graphemeEnd(in: bytes, at: position, to: limit)
    let byte = bytes[position]
    let isHash = byte == UInt8(ascii: "#")
    if end == position + 1, !isHash, byte.isReserved || byte.isControl {
      throw Diagnostic(.renamingKeyExpected, at: here)
    }
    var wordEnd = end
    while byte.isLetter, wordEnd < limit, wordEnd < position + 40, bytes[wordEnd].isWord { wordEnd += 1 }
    let word = position..<wordEnd
    guard wordEnd == end else {
      throw Diagnostic(.longRenamingKey(String(decoding: bytes[word], as: UTF8.self)), at: word)
    }
    position = end
    return word
  }

  /// Returns the message of a failure.
  ///
  /// Numbers and words such as `true` are taken as text.
  private func message(of value: Value, at span: Span) -> String? {
    switch value {
    case .marble(let text), .string(let text): text
    case .integer, .number, .boolean, .null: String(decoding: bytes[span], as: UTF8.self).trimmingWhitespace
    case .tuple, .array, .event, .stream: nil
    }
  }
}

extension String {
  /// The string without the spaces and tabs at both ends.
  package var trimmingWhitespace: String {
    var text = self[...]
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text.drop { $0 == " " || $0 == "\t" })
  }
}
