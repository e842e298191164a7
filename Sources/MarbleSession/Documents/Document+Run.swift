import Marbles

extension Document {
  /// Runs the document, and reports every assertion, error and warning, without drawing.
  ///
  /// An exercise is also tested as one.
  ///
  /// - Parameters:
  ///   - makeSession: Creates a session with access to files and with limits.
  ///   - isWanted: Called repeatedly during a run, which stops when it returns `false`.
  ///   - answer: Called with each answer as soon as it is available. When it returns `false`, nothing more is run.
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
    for (page, passage) in pagesAndPassages where goesOn {
      runner.document = page
      runner.run(passage, while: isWanted) { result in
        switch result.answer {
        case .warning(let warning, let source) where ExerciseTest.isInWrongAnswer(warning.span, of: source): break
        case .passed, .failed, .error, .warning: if result.counts { goesOn = answer(result.answer) }
        case .bound, .drawing, .explained, .text, .leave: break
        }
        return goesOn
      }
      if goesOn, passage.fence == nil, let test = ExerciseTest(of: passage.source, while: isWanted) {
        test.run { given in
          goesOn = answer(given)
          return goesOn
        }
      }
    }
  }
}
