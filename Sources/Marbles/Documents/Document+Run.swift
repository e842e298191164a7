extension Document {
  /// Runs what is in it, and gives what came of every assertion, and every mistake and warning; what is only shown is
  /// not told.
  ///
  /// Fences share a session in their order, until one says `new`; one that says `ignore` is left out. One that says
  /// `fails` counts as a single assertion: that something in it fails, cannot be run, or is warned of.
  ///
  /// - Parameters:
  ///   - makeSession: makes a session, with the files and the limits that there are.
  ///   - isWanted: asked while something runs; `false` stops it.
  ///   - answer: called with each answer as soon as there is one; nothing more is run when it gives `false`.
  public func run(
    in makeSession: () -> Session, while isWanted: @escaping () -> Bool = { true }, answer: (Answer) -> Bool
  ) {
    var session = makeSession()
    session.drawsShown = false
    var goesOn = true
    for passage in passages where goesOn {
      let fence = passage.fence
      if fence?.words.has(.ignore) == true { continue }
      if fence?.words.has(.new) == true {
        session = makeSession()
        session.drawsShown = false
      }
      let current = session
      var source = passage.source
      do throws(Mistake) {
        if let fence, let readFile = current.readFile { source = try self.source(of: fence, readFile: readFile) }
      } catch {
        goesOn = answer(.mistake(error.diagnostic, error.source))
        continue
      }
      if let fence, fence.words.has(.fails) {
        var fails = false
        current.evaluate(source, mode: fence.mode, while: isWanted) { fails = fails || $0.isComplaint }
        let assertion = assertion(of: fence)
        goesOn = answer(fails ? .passed(assertion) : .failed(assertion, .nothingFails))
      } else {
        current.evaluate(source, mode: fence?.mode ?? .script, while: isWanted) { said in
          guard goesOn else { return }
          switch said {
          case .passed, .failed, .mistake, .warning:
            goesOn = answer(said)
            if !goesOn { current.stop() }
          default: break
          }
        }
      }
    }
  }

  /// That a fence fails, as an assertion that stands on its opening line.
  private func assertion(of fence: Fence) -> Answer.Assertion {
    let source = Source(name: name, bytes: bytes)
    // What a source leaves out is a byte order mark.
    let mark = bytes.count - source.bytes.count
    let span = max(0, fence.opening.lowerBound - mark)..<max(0, fence.opening.upperBound - mark)
    return Answer.Assertion(
      source: source, span: span, expected: [], expression: fence.info, title: fence.words[.name])
  }
}
