import MarbleSession
import Marbles

/// An update of a document, which replaces the expected timelines of failed assertions with the actual ones, and the
/// holes of searches with their answers.
///
///     var update = Update(of: document)
///     document.run(…) { update.record($0) }
///     if let bytes = update.bytes { … }
///
/// All other bytes stay as they are.
package struct Update: Sendable {
  /// The number of rewritten timelines and searches.
  package var count: Int { timelineCount + searchCount }
  /// The number of rewritten timelines.
  private var timelineCount: Int { cells.reduce(comparisonCount) { $0 + $1.timelineCount } }
  private var searchCount: Int { cells.reduce(searches.count) { $0 + $1.searchCount } }
  private var comparisonCount = 0
  /// The offsets of the rewritten searches.
  private var searches: Set<Int> = []
  /// The number of failed assertions that no timeline makes pass.
  package var unwrittenCount: Int { cells.reduce(unwritten) { $0 + $1.unwrittenCount } }
  private var unwritten = 0
  /// Whether something could not be parsed or run, in which case nothing is rewritten.
  package internal(set) var hasErrors = false

  private let document: Document
  /// The passages, by their first lines.
  private let passages: [Int: Document.Passage]
  /// The edits, by their offsets.
  private var edits: [Int: DocumentEdit] = [:]
  /// The updates of the cells of a notebook, which are its pages.
  private var cells: [Update]

  package init(of document: Document) {
    self.document = document
    cells = document.cells.map { Update(of: $0.page) }
    passages = Dictionary(
      document.passages.map { (Self.line(of: $0.source), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The rewritten parts, such as `2 timelines and 1 search`.
  package var summary: String {
    var parts: [String] = []
    if timelineCount > 0 { parts.append(pluralized(timelineCount, "timeline")) }
    if searchCount > 0 { parts.append(searchCount == 1 ? "1 search" : "\(searchCount) searches") }
    return parts.joined(separator: " and ")
  }

  /// The updated bytes of the document, or `nil` if nothing changes.
  package var bytes: [UInt8]? {
    var edits = Array(edits.values)
    for (cell, update) in zip(document.cells, cells) {
      if !update.edits.isEmpty { edits.append(cell.edit(Array(update.edits.values), in: document)) }
    }
    return hasErrors || edits.isEmpty ? nil : document.bytes.applying(edits)
  }

  /// Records an answer of a run of the document.
  package mutating func record(_ answer: Answer) {
    for index in cells.indices { cells[index].record(answer) }
    switch answer {
    case .error: hasErrors = true
    case .failed(let assertion, let failing):
      guard let passage = passage(of: assertion) else { return }
      guard let rewriting = AssertionRewrite(assertion, failing) else {
        unwritten += 1
        return
      }
      let edits = rewriting.changes.map { document.edit($0.span, in: passage, to: $0.text) }
      // An assertion that was evaluated twice is rewritten once.
      guard !edits.contains(where: { self.edits[$0.span.lowerBound] != nil }) else { return }
      for edit in edits { self.edits[edit.span.lowerBound] = edit }
      comparisonCount += rewriting.count
    case .passed(let assertion):
      guard let search = assertion.search, let span = search.replaced, let answer = search.result.answers.first,
        let passage = passage(of: assertion)
      else { return }
      let edit = document.edit(span, in: passage, to: answer.text)
      // The last example of a custom operator takes all of them into account.
      edits[edit.span.lowerBound] = edit
      searches.insert(edit.span.lowerBound)
    default: break
    }
  }

  /// Returns errors about the custom operators of a document that are `?` after an update, except for those whose
  /// search failed.
  package static func unanswered(in document: Document, _ answers: [Answer]) -> [Answer] {
    let failed = answers.compactMap { if case .failed(let assertion, .notFound) = $0 { assertion } else { nil } }
    return document.passages.filter { $0.fence?.attributes.has(.fails) != true }.flatMap { passage in
      var parser = Parser(passage.source, bindings: Parser.Bindings())
      var found: [Answer] = []
      while let next = parser.next() {
        guard case .success(let statement) = next, case .define(_, _, let body) = statement.kind, body.isHole,
          !failed.contains(where: {
            $0.search?.replaced == body.span && line(of: $0.source) == line(of: passage.source)
          })
        else { continue }
        found.append(.error(Diagnostic(.unansweredSearch, at: body.span), passage.source))
      }
      return found
    }
  }

  /// Returns the passage that contains an assertion, or `nil` for an assertion of a loaded file.
  private func passage(of assertion: Answer.Assertion) -> Document.Passage? {
    guard let passage = passages[Self.line(of: assertion.source)], assertion.file == passage.source.name,
      assertion.source.embedding == passage.source.embedding, passage.fence?.attributes.has(.fails) != true
    else { return nil }
    return passage
  }

  private static func line(of source: Source) -> Int { source.embedding?.firstLine ?? 0 }
}
