import Marbles

/// Runs the scripts of a document one after the other, in the same way for every command that does so.
///
/// Fences share a session in their order, until one says `new`. One that says `ignore` is not run, and one that says
/// `file=` runs that file. Nothing is shown of a `hidden` one but what is wrong in it. One that says `fails` counts as a
/// single assertion: that something in it fails, cannot be run, or is warned of.
package struct FenceRunner {
  private let document: Document
  private let makeSession: () -> Session
  /// The session that the last fence ran in.
  package private(set) var session: Session
  /// Whether what a fence shows is written below it.
  ///
  /// What fails is then counted from the first line of its fence, so that it stays the same when lines are added above.
  var isRendering = false

  /// Something that came of running a document.
  package struct Result {
    package let answer: Answer
    /// How drawings are drawn where it was said.
    package let style: DrawingStyle
    /// Whether a reader of the page sees it.
    package let isShown: Bool
    /// Whether it decides if the document holds.
    package let counts: Bool
  }

  /// - Parameters:
  ///   - session: a session to begin with; without it, a new one.
  ///   - makeSession: makes a session, with the files and the limits that there are.
  package init(_ document: Document, in session: Session? = nil, makeSession: @escaping () -> Session) {
    self.document = document
    self.makeSession = makeSession
    self.session = session ?? makeSession()
  }

  /// Runs one script of the document.
  ///
  /// - Parameters:
  ///   - isWanted: asked while something runs; `false` stops it.
  ///   - check: an error of the text that a fence is about to run, which is then not run.
  ///   - take: called with each result as soon as there is one; the rest of the script is not run when it gives `false`.
  /// - Returns: whether it was run.
  @discardableResult
  package mutating func run(
    _ passage: Document.Passage, while isWanted: @escaping () -> Bool = { true },
    checking check: (Source) -> Answer? = { _ in nil }, take: (Result) -> Bool
  ) -> Bool {
    guard let fence = passage.fence else {
      evaluate(passage.source, while: isWanted) { take(result($0)) }
      return true
    }
    for error in fence.errorAnswers(in: document) where !take(result(error)) { return false }
    let attributes = fence.attributes
    if attributes.has(.ignore) { return false }
    if attributes.has(.new) { session = makeSession() }
    var source: Source
    do throws(Document.ParseError) {
      source = try document.source(of: fence, readFile: session.environment.readFile)
    } catch {
      _ = take(result(.error(error.diagnostic, error.source)))
      return false
    }
    if let error = check(source) {
      _ = take(result(error))
      return false
    }

    let (fails, isHidden) = (attributes.has(.fails), attributes.has(.hidden))
    let environment = session.environment
    session.options.drawsAssertions = isRendering && attributes.has(.svg)
    session.options.keepsSteps = attributes.has(.prompt)
    if isRendering, fails {
      source = source.alone(named: attributes[.name] ?? attributes[.file] ?? "demo.marble")
      // By that name it is in no folder.
      session.environment.readFile = { [document] path throws(SystemFailure) in
        try environment.readFile(document.path(of: path))
      }
    }
    var hasFailed = false
    evaluate(source, mode: fence.mode, while: isWanted) { answer in
      hasFailed = hasFailed || answer.isProblem
      return take(result(answer, isShown: !isHidden || answer.isProblem && !fails, counts: !fails))
    }
    session.environment = environment
    if fails {
      let assertion = fence.assertion(in: document)
      let verdict = hasFailed ? Answer.passed(assertion) : .failed(assertion, .nothingFails)
      _ = take(result(verdict, isShown: !hasFailed))
    }
    return true
  }

  private func result(_ answer: Answer, isShown: Bool = true, counts: Bool = true) -> Result {
    Result(answer: answer, style: session.options.style, isShown: isShown, counts: counts)
  }

  private func evaluate(
    _ source: Source, mode: Session.Mode = .script, while isWanted: @escaping () -> Bool, take: (Answer) -> Bool
  ) {
    var goesOn = true
    session.evaluate(source, mode: mode, while: isWanted) { answer in
      guard goesOn else { return }
      goesOn = take(answer)
      if !goesOn { session.stop() }
    }
  }
}
