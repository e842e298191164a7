import Marbles

/// A runner for the scripts of a document, which every command that runs documents shares.
///
/// Fences run in order and share a session until a fence with the attribute `new`. A fence with `ignore` is not run,
/// and one with `file=` or with a path as its argument runs that file. The results of a `hidden` fence are not shown,
/// except for its problems. A fence with `fails` counts as a single assertion, which holds if something in the fence
/// fails, cannot be run, or causes a warning.
package struct FenceRunner {
  /// The page of the next script.
  package var document: Document
  private let makeSession: () -> Session
  /// The session of the last fence.
  package private(set) var session: Session
  /// Whether the results of a fence are written below it.
  ///
  /// Diagnostics of fences that must fail then count lines from the beginning of the fence, so that they do not
  /// change when lines are added above it.
  package var isRendering = false
  /// Whether pictures are part of the page.
  ///
  /// Each script is then drawn as a picture, and the word `svg=` has no effect.
  package var embedsPictures = false
  /// Whether a fence with `file=` runs that file, which a page of another tool cannot read.
  package var readsFiles: Bool { !embedsPictures || document.format == .notebook }

  /// A result of running a document.
  package struct Result {
    package let answer: Answer
    /// The style of drawings at the time of the answer.
    package let style: DrawingStyle
    /// Whether the fence runs like input at a prompt, which echoes bindings.
    package let isEntry: Bool
    /// Whether a reader of the document sees the answer.
    package let isShown: Bool
    /// Whether the answer affects whether the document passes.
    package let counts: Bool
  }

  /// Creates a runner for a document.
  ///
  /// - Parameters:
  ///   - session: The first session, or `nil` to create one.
  ///   - makeSession: Creates a session with access to files and with limits.
  package init(_ document: Document, in session: Session? = nil, makeSession: @escaping () -> Session) {
    self.document = document
    self.makeSession = makeSession
    self.session = session ?? makeSession()
  }

  /// Runs one script of the document.
  ///
  /// - Parameters:
  ///   - isWanted: Called repeatedly during a run, which stops when it returns `false`.
  ///   - check: Returns an error in the source of a fence, which is then not run.
  ///   - take: Called with each result as soon as it is available. When it returns `false`, the rest of the script is
  ///     not run.
  /// - Returns: Whether the script was run.
  @discardableResult
  package mutating func run(
    _ passage: Document.Passage, while isWanted: @escaping () -> Bool = { true },
    checking check: (Source) -> Answer? = { _ in nil }, take: (Result) -> Bool
  ) -> Bool {
    guard let fence = passage.fence else {
      session.options.drawsAssertions = embedsPictures
      evaluate(passage.source, while: isWanted) { take(self.result($0, isEntry: false)) }
      return true
    }
    let isEntry = fence.attributes.has(.prompt)
    func result(_ answer: Answer, isShown: Bool = true, counts: Bool = true) -> Result {
      self.result(answer, isEntry: isEntry, isShown: isShown, counts: counts)
    }
    for error in fence.errorAnswers(in: document) where !take(result(error)) { return false }
    let attributes = fence.attributes
    if attributes.has(.ignore) { return false }
    if attributes.has(.new) || fence.beginsSession { session = makeSession() }
    var source: Source
    do throws(Document.ParseError) {
      source =
        try readsFiles
        ? document.source(of: fence, readFile: session.environment.readFile)
        : fence.source(in: document.bytes, named: document.name)
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
    session.options.drawsAssertions = embedsPictures || isRendering && attributes.has(.svg)
    session.options.keepsSteps = isEntry
    if isRendering, fails {
      source = source.alone(named: attributes[.name] ?? attributes.scriptPath ?? "demo.marble")
      // The source no longer has a path, so paths are resolved against the document.
      session.environment.readFile = { [document] path throws(SystemFailure) in
        try environment.readFile(document.path(of: path))
      }
    }
    var (hasFailed, hasLeft) = (false, false)
    evaluate(source, mode: fence.mode, while: isWanted) { answer in
      hasFailed = hasFailed || answer.isProblem
      if case .leave = answer { hasLeft = true }
      return take(result(answer, isShown: !isHidden || answer.isProblem && !fails, counts: !fails))
    }
    session.environment = environment
    if hasLeft { session.resume() }
    if fails {
      let assertion = fence.assertion(in: document)
      let verdict = hasFailed ? Answer.passed(assertion) : .failed(assertion, .nothingFails)
      _ = take(result(verdict, isShown: !hasFailed))
    }
    return true
  }

  private func result(_ answer: Answer, isEntry: Bool, isShown: Bool = true, counts: Bool = true) -> Result {
    Result(answer: answer, style: session.options.style, isEntry: isEntry, isShown: isShown, counts: counts)
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
