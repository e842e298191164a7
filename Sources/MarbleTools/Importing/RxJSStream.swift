import Marbles

/// A timeline with the values that its characters stand for: what `cold`, `hot` and `toBe` are called with.
struct RxJSStream {
  private(set) var timeline: ForeignTimeline
  /// What behind the timeline says which values its characters stand for: ` where a = 10`.
  private(set) var renaming = ""
  /// Values that are told by their text only.
  private(set) var remarks: [ImportDiagnostic] = []

  /// `nil` where no marbles are given; `inline` puts the values on the timeline itself.
  init?(
    _ code: ForeignCode, _ arguments: Range<Int>, isCold: Bool = false, form: RxJSMarbles.Form? = nil,
    names: RxJSExpression.Names, streams: [String: Timeline] = [:], inline: Bool = true
  ) throws(RxJSExpression.Refusal) {
    let parts = code.parts(of: arguments)
    guard let first = parts.first, let span = code.marbles(of: first, names) else { return nil }
    var values = RxJSValues(code, names: names, streams: streams)
    if parts.count > 1 { values.read(parts[1]) }
    let failure = parts.count > 2 ? values.failure(parts[2]) : .unnamed
    var marbles = RxJSMarbles(code.source, at: span, spacesTakeFrames: names.clock == .frames)
    var used: [String] = []
    var seen: Set<String> = []
    timeline = marbles.timeline(as: form ?? (isCold ? .cold : .hot), failure: failure) { character in
      guard let value = values.table[character] else { return nil }
      if seen.insert(character).inserted { used.append(character) }
      return inline || !Self.canBeRenamed(character) ? value : nil
    }
    remarks = values.remarks(for: seen)
    guard !inline else { return }
    let items = used.compactMap { key -> String? in
      guard Self.canBeRenamed(key), let value = values.table[key], value != .marble(key) else { return nil }
      return "\(key) = \(Self.text(of: value))"
    }
    if !items.isEmpty { renaming = " where " + items.joined(separator: ", ") }
  }

  private static func text(of value: Value) -> String {
    if case .stream(let stream) = value, let timeline = stream.timeline {
      return ValuePrinter.inner(timeline, digitsApart: true)
    }
    return ValuePrinter.item(value, inParentheses: false)
  }

  /// Whether a character stands for itself on a timeline, so that `where` can say what it means.
  private static func canBeRenamed(_ character: String) -> Bool {
    ValuePrinter.isBareValue(character) || (character.utf8.count == 1 && character.utf8.allSatisfy(\.isDigit))
  }

  var text: String { timeline.text + renaming }

  /// Adds that somebody lets go on a tick, if the stream goes on until then.
  mutating func interrupt(at tick: Int) {
    timeline.interrupt(at: tick)
  }
}
