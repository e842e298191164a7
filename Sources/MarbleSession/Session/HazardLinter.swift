import Marbles

/// Reports the hazards of a source, except for those that a comment silences.
struct HazardLinter {
  /// A comment such as `// lint: ignore endless-retry the server limits it`.
  private struct Ignore {
    let span: Span
    let name: String
    let hasReason: Bool
    let isOnLineOfStatement: Bool
    var isUsed = false
  }

  private let source: Source
  private var ignores: [Ignore] = []
  /// The end of the last statement.
  private var position = 0
  private var reported: Set<HazardWarning> = []

  init(_ source: Source) {
    self.source = source
    let bytes = SourceBytes(source)
    var (lineStart, place) = (0, 0)
    while let byte = bytes[place] {
      if byte == ASCII.newline { lineStart = place + 1 }
      if byte == UInt8(ascii: "/"), let ignore = Self.ignore(at: place, onLineFrom: lineStart, in: bytes) {
        ignores.append(ignore)
        place = bytes.lineEnd(at: place)
      } else {
        place += 1
      }
    }
  }

  /// Reads a comment at an offset.
  private static func ignore(at start: Int, onLineFrom lineStart: Int, in bytes: SourceBytes) -> Ignore? {
    guard bytes.has("//", at: start), start == lineStart || bytes[start - 1]?.separatesWords == true,
      case let word = bytes.skipWhitespace(at: start + 2), bytes.has("lint:", at: word),
      case let keyword = bytes.skipWhitespace(at: word + 5),
      bytes.has("ignore", at: keyword), bytes[keyword + 6]?.isWord != true
    else { return nil }
    let name = bytes.skipWhitespace(at: keyword + 6)
    var end = name
    while let byte = bytes[end], byte.isWord || byte == UInt8(ascii: "-") { end += 1 }
    return Ignore(
      span: name..<end, name: bytes.text(name..<end),
      // After a comma, there is another name and not a reason.
      hasReason: bytes[end] != ASCII.comma && bytes.text(end..<bytes.lineEnd(at: end)).contains(where: \.isLetter),
      isOnLineOfStatement: bytes.skipWhitespace(at: lineStart) < start)
  }

  /// Reports the hazards of a statement.
  ///
  /// - Parameter memory: Tells which statements have none, so that an editor does not search them after each change.
  mutating func check(_ planned: PlannedStatement, in request: Session.Request, reusing memory: RunMemory?) {
    let span = planned.statement.span
    let line = source.line(containing: max(span.lowerBound, span.upperBound - 1))
    let silencing = ignores.indices.filter { index in
      let place = ignores[index].span.lowerBound
      return ignores[index].isOnLineOfStatement || place >= span.lowerBound
        ? (span.lowerBound..<line.upperBound + 1).contains(place) : (position..<span.lowerBound).contains(place)
    }
    position = span.upperBound
    guard let (plan, name, window) = planned.action.linted else { return }
    var warnings: [HazardWarning] = []
    let search = {
      warnings = HazardSearch(in: plan, named: name, during: window, while: request.isWanted).warnings()
      return warnings.isEmpty && request.isWanted()
    }
    _ = memory?.hasNoHazard(search: search) ?? search()
    for warning in warnings {
      // A statement that is only a name has the expression of that name.
      guard warning.source.name == source.name, reported.insert(warning).inserted else { continue }
      if let index = silencing.first(where: { ignores[$0].name == warning.hazard.name }) {
        ignores[index].isUsed = true
        continue
      }
      var diagnostic = Diagnostic(.hazard(warning), at: warning.span)
      diagnostic.replaced = warning.replaced
      request.answer(.warning(diagnostic, source))
    }
  }

  /// Reports the comments that are invalid or silence nothing.
  func finish(_ answer: (Answer) -> Void) {
    for ignore in ignores {
      let names = Hazard.all.map(\.name)
      if !names.contains(ignore.name) {
        let suggestion = closest(to: ignore.name, among: names)
        answer(.error(Diagnostic(.unknownHazard(ignore.name, suggestion: suggestion), at: ignore.span), source))
      } else if !ignore.hasReason {
        answer(.error(Diagnostic(.ignoredWithoutReason(ignore.name), at: ignore.span), source))
      } else if !ignore.isUsed {
        answer(.warning(Diagnostic(.unusedIgnore(ignore.name), at: ignore.span), source))
      }
    }
  }
}

extension PlannedStatement.Action {
  /// The expression in which hazards are searched, with the name that the statement binds to it and its window.
  fileprivate var linted: (plan: Plan, name: String?, window: Window)? {
    switch self {
    case .bind(let binding): binding.plan.map { ($0, binding.name, .always) }
    case .show(let run), .assert(let run, _), .ask(_, let run), .races(let run, _, _):
      (run.plan, nil, run.windows.first?.window ?? .always)
    default: nil
    }
  }
}
