import Marbles

extension Document {
  /// Returns the scripts of a page that should run without errors as one script, or an empty string without one.
  ///
  /// - Throws: An error if a fence shows a file that cannot be read.
  package func joinedScript(
    readFile: (_ path: String) throws(SystemFailure) -> [UInt8]
  ) throws(ParseError) -> String {
    var script = ""
    for (page, passage) in pagesAndPassages {
      var source = passage.source
      if let fence = passage.fence {
        if fence.attributes.has(.ignore) || fence.attributes.has(.fails) { continue }
        source = try page.source(of: fence, readFile: readFile)
      }
      script += (script.isEmpty ? "" : "\n") + String(decoding: source.bytes, as: UTF8.self)
    }
    return script
  }

  /// Runs the document, and reports every assertion, error, warning and explanation, without drawing.
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
    var last: Session?
    var runner = FenceRunner(self) {
      let session = makeSession()
      session.options.drawsShown = false
      // The run of a result itself shows its errors.
      session.options.answersQuestions = false
      last = session
      return session
    }
    var goesOn = true
    for (page, passage) in pagesAndPassages where goesOn {
      runner.document = page
      runner.run(passage, while: isWanted) { result in
        switch (result.answer, result.answer.exercisePart) {
        // A warning is expected in a wrong answer.
        case (.warning, .wrongAnswer?), (.passed, .rightAnswer?), (.passed, .wrongAnswer?), (.failed, .rightAnswer?),
          (.failed, .wrongAnswer?):
          break
        case (.passed(var assertion), .solution?):
          assertion.search = nil
          if result.counts { goesOn = answer(.passed(assertion)) }
        case (.passed, _), (.failed, _), (.error, _), (.warning, _), (.explained, _):
          if case .failed = result.answer { last?.options.answersQuestions = true }
          if result.counts { goesOn = answer(result.answer) }
        case (.bound, _), (.drawing, _), (.text, _), (.translation, _), (.leave, _): break
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

extension Answer {
  /// The part of an exercise that a result or a warning is about.
  fileprivate var exercisePart: ExerciseTest.Part? {
    switch self {
    case .passed(let assertion), .failed(let assertion, _): ExerciseTest.part(of: assertion.source, at: assertion.span)
    case .warning(let warning, let source): ExerciseTest.part(of: source, at: warning.span)
    default: nil
    }
  }
}
