import Marbles

/// The command `:play`.
extension Session {
  func play(_ arguments: Name, for command: Name, in request: Request) throws(Fault) {
    let (shown, speed) = arguments.splitAtSpeed
    var ticksPerSecond = Playback.usualSpeed
    if let speed {
      guard let number = Playback.speed(speed.text) else {
        let expected = "ticks a second, such as `4`, between 0.001 and 1000"
        throw Fault(
          .unfitSetting(name: command.text, value: speed.text, expected: expected), at: speed.span, in: request.source)
      }
      ticksPerSecond = number
    }
    guard let play = environment.play else {
      throw cannotPlay(.noTerminal, command, in: request)
    }
    if !shown.text.isEmpty, !run(shown, in: request) { return }
    guard let lastDrawing = state.lastDrawing else { throw Fault(.nothingDrawn, at: command.span, in: request.source) }
    let diagram = try lastDrawing(request.isWanted)
    let playback: Playback
    do throws(SystemFailure) {
      playback = try play(
        diagram,
        Playback(
          of: diagram, speed: ticksPerSecond, answersQuestions: state.lastRun != nil, missing: state.missingEvent),
        options.style)
    } catch {
      throw cannotPlay(error, command, in: request)
    }
    if let question = playback.question, let run = state.lastRun {
      try answer(.event(question), about: run, in: request)
    }
  }

  private func cannotPlay(_ failure: SystemFailure, _ command: Name, in request: Request) -> Fault {
    // The help of a script that may write no picture is another one.
    let refusal = options.isSafe ? environment.refusal : nil
    return Fault(.cannotPlay(failure, refusal: refusal), at: command.span, in: request.source)
  }

  /// Runs the argument of a command without showing its drawing, and returns whether there is something to draw.
  func run(_ shown: Name, in request: Request) -> Bool {
    var isDrawn = false
    // The source ends with the command, and keeps its positions.
    let source = Source(name: request.source.name, bytes: Array(request.source.bytes[..<shown.span.upperBound]))
    let keeping = { (given: Answer) in
      switch given {
      case .drawing(let diagram), .bound(let diagram):
        isDrawn = true
        self.state.lastDrawing = { _ in diagram }
      case .passed, .failed:
        isDrawn = true
        request.answer(given)
      default: request.answer(given)
      }
    }
    _ = withoutActuallyEscaping(keeping) { keeping in
      evaluate(
        Request(source: source, mode: request.mode, isWanted: request.isWanted, answer: keeping),
        from: shown.span.lowerBound)
    }
    return isDrawn
  }
}

extension Name {
  /// The expression to play, and the speed: a number after the last `at`, or alone.
  fileprivate var splitAtSpeed: (shown: Name, speed: Name?) {
    let bytes = Array(text.utf8)
    let words = bytes.split(whereSeparator: \.separatesWords)
    guard let last = words.last else { return (self, nil) }
    func part(_ range: Range<Int>) -> Name {
      Name(
        text: String(decoding: bytes[range], as: UTF8.self),
        span: span.lowerBound + range.lowerBound..<span.lowerBound + range.upperBound)
    }
    if words.count == 1, Double(text) != nil { return (part(0..<0), part(last.indices)) }
    guard words.count > 1, words[words.count - 2].elementsEqual("at".utf8) else { return (self, nil) }
    return (part(0..<(words.dropLast(2).last?.endIndex ?? 0)), part(last.indices))
  }
}
