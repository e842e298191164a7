import Marbles

extension Document {
  /// Runs what is in it, and gives every assertion, error and warning; what is only shown is not drawn.
  ///
  /// - Parameters:
  ///   - makeSession: makes a session, with the files and the limits that there are.
  ///   - isWanted: asked while something runs; `false` stops it.
  ///   - answer: called with each answer as soon as there is one; nothing more is run when it gives `false`.
  package func run(
    in makeSession: @escaping () -> Session, while isWanted: @escaping () -> Bool = { true },
    answer: (Answer) -> Bool
  ) {
    var runner = FenceRunner(self) {
      let session = makeSession()
      session.options.drawsShown = false
      return session
    }
    var goesOn = true
    for passage in passages where goesOn {
      runner.run(passage, while: isWanted) { result in
        switch result.answer {
        case .passed, .failed, .error, .warning: if result.counts { goesOn = answer(result.answer) }
        case .bound, .drawing, .text, .leave: break
        }
        return goesOn
      }
    }
  }
}
