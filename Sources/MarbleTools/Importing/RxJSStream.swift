import Marbles

/// A timeline with the values of its characters: the arguments of `cold`, `hot` and `toBe`.
struct RxJSStream {
  private(set) var timeline: ForeignTimeline
  /// The clause after the timeline with the values of its characters: ` where a = 10`.
  private(set) var renaming = ""
  /// The diagnostics for values that are kept as their source text.
  private(set) var diagnostics: [ImportDiagnostic] = []

  /// Parses arguments, or returns `nil` if they contain no marbles.
  ///
  /// With `inline`, the timeline contains the values themselves.
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
    diagnostics = values.diagnostics(for: seen)
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

  /// Whether a character is a value on a timeline that a `where` clause can rename.
  private static func canBeRenamed(_ character: String) -> Bool {
    ValuePrinter.isBareValue(character) || (character.utf8.count == 1 && character.utf8.allSatisfy(\.isDigit))
  }

  var text: String { timeline.text + renaming }

  /// Adds an interruption when the observer cancels, unless the stream has ended.
  mutating func interrupt(at tick: Int) {
    timeline.interrupt(at: tick)
  }
}
