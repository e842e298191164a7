import MarbleSession
import Marbles

/// Sessions with the names and settings at a place.
extension EditedDocument {
  /// A statement that is being typed, with a session that has the names before it.
  struct Entry {
    let session: Session
    /// The offset of the statement in its passage.
    let start: Int
    let text: String
    /// The position of the cursor in the text.
    let cursor: Int
  }

  /// Returns a runner that has analyzed the scripts before a passage, but has not run them.
  func analyzer(before index: Int, in makeSession: @escaping () -> Session) -> FenceRunner {
    var runner = FenceRunner(document) {
      let session = makeSession()
      session.options.runsStatements = false
      session.options.keepsSteps = false
      return session
    }
    for passage in passages[..<index] { runner.run(passage) { _ in true } }
    return runner
  }

  /// Returns a session that has analyzed all statements up to an offset of a passage.
  func session(at place: Place, upTo end: Int, in makeSession: @escaping () -> Session) -> Session {
    let session = session(before: place, in: makeSession)
    session.analyze(place.source, upTo: end)
    return session
  }

  /// Returns a session that has analyzed the scripts before a passage whose names the passage can use.
  func session(before place: Place, in makeSession: @escaping () -> Session) -> Session {
    analyzer(before: place.passage.beginsSession ? 0 : place.index, in: makeSession).session
  }

  /// Returns the statement at a cursor.
  func entry(at place: Place, in makeSession: @escaping () -> Session) -> Entry {
    let bytes = place.source.bytes
    let session = session(before: place, in: makeSession)
    let typed = TypedWord(of: String(decoding: bytes[..<place.offset], as: UTF8.self), at: place.offset)
    // The word may become a call, which continues a chain over several lines.
    let trial = Source(name: "", text: typed.before + "x(")
    var parser = Parser(trial, mode: .typing, bindings: session.scope.bindings)
    let last = parser.wholeTree().nodes.last?.parts.last
    let start = min(last?.span.lowerBound ?? place.offset, place.offset)
    session.analyze(place.source, upTo: start)
    let end = bytes[place.offset...].firstIndex(of: ASCII.newline) ?? bytes.count
    return Entry(
      session: session, start: start, text: String(decoding: bytes[start..<end], as: UTF8.self),
      cursor: place.offset - start)
  }
}

extension Session {
  /// Analyzes a source up to an offset, without running it.
  fileprivate func analyze(_ source: Source, upTo end: Int) {
    let runs = options.runsStatements
    options.runsStatements = false
    evaluate(Source(name: source.name, bytes: Array(source.bytes[..<end]))) { _ in }
    options.runsStatements = runs
  }
}

extension Document.Passage {
  /// Whether the names of the passages before it are not known in it.
  var beginsSession: Bool { fence.map { $0.attributes.has(.new) || $0.beginsSession } ?? true }

  /// Whether the text of the passage is not run, because the fence is ignored or shows a file.
  var isOnlyShown: Bool { fence.map { $0.attributes.has(.ignore) || $0.attributes.scriptPath != nil } ?? false }
}
