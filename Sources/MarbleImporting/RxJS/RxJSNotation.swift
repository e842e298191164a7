import Marbles

/// A converter for RxJS: lines of marbles, or a JavaScript or TypeScript test.
struct RxJSNotation {
  private let source: Source
  private let load: (String) -> Source?

  init(_ source: Source, load: @escaping (String) -> Source?) {
    self.source = source
    self.load = load
  }

  func convert(into draft: inout ImportDraft) {
    let tests = RxJSTests(source, load: load)
    if tests.isProgram, !hasOnlyTimelines { tests.convert(into: &draft) } else { convertLines(into: &draft) }
  }

  /// Whether all lines are timelines, also those that call `hot` or `cold`.
  private var hasOnlyTimelines: Bool {
    let lines = source.lineSpans.compactMap { PlainTimelineLine(source, $0, keywords: Self.keywords) }
      .filter { !source.bytes[$0.all].starts(with: "//".utf8) }
    return lines.contains { $0.isCall || $0.isDeclared } && lines.allSatisfy(\.isPlain)
  }

  private static let keywords: Set = ["cold", "hot"]

  private func convertLines(into draft: inout ImportDraft) {
    for line in source.lineSpans {
      guard let written = PlainTimelineLine(source, line, keywords: Self.keywords) else {
        draft.blank()
        continue
      }
      if source.bytes[written.all].starts(with: "//".utf8) {
        draft.comment(source.text(of: written.all.dropFirst(2)))
        continue
      }
      let isCold = written.keyword.map(source.text) == "cold"
      var marbles = RxJSMarbles(source, at: written.marbles)
      let timeline = marbles.timeline(as: isCold ? .cold : .hot)
      for diagnostic in timeline.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
      // RxJS has an error for such a string.
      if timeline.diagnostics.contains(where: { if case .unsupportedCharacter = $0.problem { true } else { false } }) {
        draft.omit(written.all)
        continue
      }
      if let comment = written.comment { draft.comment(source.text(of: comment.dropFirst(2)).trimmingWhitespace) }
      let used = written.values.filter { source.text(of: written.marbles).contains($0.key) }
        .map { "\($0.key) = \($0.value)" }
      let text = timeline.text + (used.isEmpty ? "" : " where " + used.joined(separator: ", "))
      if let name = written.name {
        let name = source.text(of: name)
        let unique = Catalog.standard[name] == nil ? name : "_" + name
        draft.bind(unique, to: (isCold ? "cold " : "") + text, from: written.all)
      } else {
        draft.state(isCold && used.isEmpty ? "cold(\"\(text)\")" : (isCold ? "cold " : "") + text, from: written.all)
      }
    }
  }
}
