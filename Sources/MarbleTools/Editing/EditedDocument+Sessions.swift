import MarbleSession
import Marbles

/// Sessions with the names and settings at a place.
extension EditedDocument {
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
  func statement(at place: Place, in makeSession: @escaping () -> Session) -> TypedStatement {
    TypedStatement(in: place.source, at: place.offset, session: session(before: place, in: makeSession))
  }
}

extension Document.Passage {
  /// Whether the names of the passages before it are not known in it.
  var beginsSession: Bool { fence.map { $0.attributes.has(.new) || $0.beginsSession } ?? true }

  /// Whether the text of the passage is not run, because the fence is ignored or shows a file.
  var isOnlyShown: Bool { fence.map { $0.attributes.has(.ignore) || $0.attributes.scriptPath != nil } ?? false }
}
