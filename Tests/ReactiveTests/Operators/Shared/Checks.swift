import Reactive
import Testing

/// The shared suites.
///
/// Each of them runs an operator and returns its findings, which are empty if the operator is correct.
enum Check: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case completion, failure, interruption
  case disposalBefore = "disposal before the start"
  case disposal = "disposal between events"
  case disposalAfter = "disposal after the end"
  case disposalInside = "disposal from inside an event"
  case immediateEvents = "a source that sends and ends immediately"
  case reentrancy = "values sent from inside an event"
  case timelines = "random timelines"

  var testDescription: String { rawValue }

  func callAsFunction(_ testedOperator: TestedOperator) -> [String] {
    switch self {
    case .completion: findings { checkEnds(of: testedOperator, with: .completed) }
    case .failure: findings { checkEnds(of: testedOperator, with: .failed(Boom())) }
    case .interruption: findings { checkEnds(of: testedOperator, with: .interrupted) }
    case .disposalBefore: findings { checkDisposalBefore(of: testedOperator) }
    case .disposal: findings { checkDisposal(of: testedOperator) }
    case .disposalAfter: findings { checkDisposalAfter(of: testedOperator) }
    case .disposalInside: findings { checkDisposalInside(of: testedOperator) }
    case .immediateEvents: findings { checkImmediateEvents(testedOperator) }
    case .reentrancy: findings { checkReentrancy(of: testedOperator) }
    case .timelines: findings { (0..<20).flatMap { checkTimeline(of: testedOperator, seed: $0) } }
    }
  }

  /// Returns the findings of a check and, in debug builds, the number of objects that it leaked.
  private func findings(_ check: () -> [String]) -> [String] {
    #if DEBUG
      let counter = LiveObjects.Counter()
      let findings = LiveObjects.$counter.withValue(counter) { check() }
      return counter.count == 0 ? findings : findings + ["\(counter.count) objects were never released"]
    #else
      return check()
    #endif
  }
}

/// Values on both lanes, so that every operator sends something.
private let lively: [Step] = [.b(10), .a(1), .a(2), .b(20), .a(2), .a(3), .a(5), .b(30), .a(8), .b(40)]

/// Whether a terminal event, if there is one, is the last event.
private func isLawful(_ words: [String]) -> Bool {
  !words.dropLast().contains { ["|", "X", "!"].contains($0) }
}

/// Runs an operator in each mode and closes the run.
private func playing(
  _ testedOperator: TestedOperator, _ modes: [OperatorRun.Mode]? = nil, during: ((OperatorRun, Int) -> Void)? = nil,
  play: (OperatorRun, OperatorRun.Mode, _ note: (String) -> Void) -> Void
) -> [String] {
  (modes ?? testedOperator.modes).flatMap { mode in
    var notes: [String] = []
    let operatorRun = OperatorRun(testedOperator, mode, during: during)
    play(operatorRun, mode) { notes.append("\(testedOperator.name), \(mode): \($0)") }
    operatorRun.close()
    return notes
  }
}

// MARK: Termination

/// Checks that the result ends with its source as declared, immediately, and sends nothing after that.
private func checkEnds(of testedOperator: TestedOperator, with end: TerminalEvent<Boom>) -> [String] {
  (0...lively.count).flatMap { count in
    playing(testedOperator) { operatorRun, _, note in
      let script = lively.prefix(count)
      operatorRun.play(script)
      let before = operatorRun.received
      let hadEnded = operatorRun.hasEnded
      operatorRun.send(.a(end))
      if testedOperator.isTimed { operatorRun.wait() }
      let place = "\(script) then \(Step.a(end)): \(operatorRun.received)"
      if hadEnded {
        if operatorRun.received != before { note("sends more events after its end, at \(place)") }
      } else {
        let expected = testedOperator.ends[end]
        let actual = operatorRun.hasEnded ? operatorRun.received.last.map { Character($0) } ?? "." : "."
        if expected != "*", actual != expected { note("should have ended with \(expected), at \(place)") }
      }
      let isOver = operatorRun.hasEnded
      let atTheEnd = operatorRun.received
      operatorRun.play([.a(13), .b(50), .b(.completed), .a(.completed)])
      operatorRun.wait()
      if isOver, operatorRun.received != atTheEnd { note("sends more events after its end: \(operatorRun.received)") }
      let sent = operatorRun.environment.sent
      if !isLawful(sent) || sent != operatorRun.received {
        note("sends events that no observer receives: \(sent); received \(operatorRun.received)")
      }
      if operatorRun.hasEnded {
        if operatorRun.isObserverRetained { note("retains its observer after the end") }
        if !operatorRun.source.isDisposed { note("does not dispose its source after the end") }
      } else if !testedOperator.startsByItself {
        note("does not end with both of its inputs, at \(place)")
      }
    }
  }
}

// MARK: Disposal

/// Checks that a subscription disposed before its start starts nothing and is interrupted.
private func checkDisposalBefore(of testedOperator: TestedOperator) -> [String] {
  var notes: [String] = []
  let environment = OperatorEnvironment()
  let source = Source([])
  let recorder = OverlapRecorder()
  let isHeld = Weak()
  let producer = testedOperator.cold(source.producer, environment)
  if source.starts > 0 { notes.append("starts its source before it is started") }
  producer.startWithSignal { signal, interrupt in
    signal.observe(recorder.observer(holding: isHeld.makeProbe()))
    if source.starts > 0 { notes.append("starts its source before its observers are there") }
    interrupt.dispose()
  }
  environment.scheduler.advance(by: 50)
  if source.starts > 0 { notes.append("starts its source although it was stopped") }
  if recorder.received != ["!"] { notes.append("should have been interrupted: \(recorder.received)") }
  if isHeld.isAlive { notes.append("retains its observer after the end") }
  source.input = nil
  environment.sideInput.sendInterrupted()
  return notes.map { "\(testedOperator.name): \($0)" }
}

/// Checks that a disposed subscription is interrupted once, that a disposed observation sends nothing more, and that
/// the source is disposed.
private func checkDisposal(of testedOperator: TestedOperator) -> [String] {
  (0...lively.count).flatMap { count in
    playing(testedOperator) { operatorRun, mode, note in
      operatorRun.play(lively.prefix(count))
      if operatorRun.hasEnded { return }
      let received = operatorRun.received + (mode == .signal ? [] : ["!"])
      let sent = operatorRun.environment.sent + (mode == .signal ? [] : testedOperator.interruption)
      operatorRun.disposable.dispose()
      operatorRun.releaseSignal()
      if testedOperator.isTimed { operatorRun.wait() }
      if operatorRun.received != received { note("received \(operatorRun.received) instead of \(received)") }
      if operatorRun.environment.sent != sent { note("sent \(operatorRun.environment.sent) instead of \(sent)") }
      if operatorRun.isObserverRetained { note("retains its observer") }
      if !operatorRun.source.isDisposed { note("does not dispose its source") }
      operatorRun.disposable.dispose()
      operatorRun.play([.a(13), .b(50), .a(.completed), .b(.completed)])
      operatorRun.wait()
      if operatorRun.received != received { note("sends more events after the disposal: \(operatorRun.received)") }
    }
  }
}

/// Checks that disposal after the end sends nothing, and that everything was released before it.
private func checkDisposalAfter(of testedOperator: TestedOperator) -> [String] {
  [TerminalEvent<Boom>.completed, .failed(Boom()), .interrupted].flatMap { end in
    playing(testedOperator) { operatorRun, mode, note in
      for step in lively + [.a(end), .b(.completed)] where !operatorRun.hasEnded { operatorRun.play([step]) }
      if testedOperator.isTimed { operatorRun.wait() }
      guard operatorRun.hasEnded else {
        if !testedOperator.startsByItself { note("has not ended: \(operatorRun.received)") }
        return
      }
      let received = operatorRun.received
      if operatorRun.isObserverRetained { note("retains its observer") }
      if !operatorRun.source.isDisposed { note("does not dispose its source") }
      let ends = operatorRun.source.ends
      operatorRun.disposable.dispose()
      operatorRun.wait()
      if operatorRun.received != received { note("sends more events when it is disposed: \(operatorRun.received)") }
      if operatorRun.environment.sent != received {
        note("sends events that no observer receives: \(operatorRun.environment.sent)")
      }
      if operatorRun.source.ends != ends { note("disposes its source twice") }
      if mode != .signal, !operatorRun.disposable.isDisposed { note("is not disposed although it has ended") }
    }
  }
}

/// Checks that a subscription disposed during an event is interrupted right after it, and that other observers
/// continue.
private func checkDisposalInside(of testedOperator: TestedOperator) -> [String] {
  var notes: [String] = []
  let script = lively + [.a(.completed), .b(.completed)]
  for mode in testedOperator.modes {
    let reference = OperatorRun(testedOperator, mode)
    // In this mode, the disposable does not exist before the start has returned.
    let first = mode == .cold ? reference.received.count : 0
    reference.play(script)
    reference.wait()
    let all = reference.received
    reference.close()
    for (index, heardLast) in all.enumerated().dropFirst(first) where !["|", "X", "!"].contains(heardLast) {
      let dispose: (OperatorRun, Int) -> Void = { operatorRun, number in
        if number == index + 1 { operatorRun.disposable.dispose() }
      }
      notes += playing(testedOperator, [mode], during: dispose) { operatorRun, _, note in
        let expected = Array(all[...index]) + (mode == .signal ? [] : ["!"])
        for step in script {
          operatorRun.send(step)
          if !testedOperator.isTimed, operatorRun.received.count > index {
            if operatorRun.received != expected { note("received \(operatorRun.received) instead of \(expected)") }
            if !operatorRun.source.isDisposed { note("does not dispose its source immediately") }
          }
          operatorRun.environment.scheduler.advance()
        }
        operatorRun.wait()
        if operatorRun.received != expected { note("received \(operatorRun.received) instead of \(expected)") }
        operatorRun.releaseSignal()
        if operatorRun.isObserverRetained { note("retains its observer") }
        if !operatorRun.source.isDisposed { note("does not dispose its source") }
        if operatorRun.recorder.overlaps { note("interrupts inside an event") }
      }
    }
  }
  return notes
}

// MARK: Sources that send immediately

/// Checks that values sent during the start of the source have the same result as values sent later, and that each
/// start has the same result.
private func checkImmediateEvents(_ testedOperator: TestedOperator) -> [String] {
  // An operator that restarts its source would never end.
  if testedOperator.startsByItself { return [] }
  var notes: [String] = []
  func note(_ text: String) { notes.append("\(testedOperator.name): \(text)") }
  for end in [TerminalEvent<Boom>.completed, .failed(Boom()), .interrupted] {
    for count in 0...4 {
      let events = (0..<count).map { Event<Int, Boom>.value($0 + 1) } + [Event(end)]
      let later = OperatorRun(testedOperator, .producer)
      for event in events { later.send(Step(lane: .a, event: event)) }
      later.wait()
      let operatorRun = OperatorRun(testedOperator, .cold, immediateEvents: events)
      operatorRun.wait()
      let again = OperatorRun(testedOperator, .cold, immediateEvents: events)
      again.wait()
      if operatorRun.received != later.received {
        note("\(events), sent immediately, gives \(operatorRun.received), later \(later.received)")
      }
      if operatorRun.source.starts > 1 { note("starts its source \(operatorRun.source.starts) times") }
      if again.received != operatorRun.received {
        note("\(events) gives \(again.received) the second time, not \(operatorRun.received)")
      }
      if !operatorRun.source.isDisposed { note("does not dispose a source that has ended") }
      if operatorRun.hasEnded, operatorRun.isObserverRetained { note("retains its observer") }
      for operatorRun in [later, operatorRun, again] { operatorRun.close() }
    }
  }
  // An endless source must be stopped when the result has ended.
  let few = OperatorRun(testedOperator, .producer)
  for value in 1...20 where !few.hasEnded { few.send(.a(value)) }
  if few.hasEnded, !testedOperator.isTimed {
    let many = OperatorRun(testedOperator, .cold, immediateEvents: (1...1_000).map { .value($0) })
    if many.source.sent > 20 || !many.source.isDisposed { note("does not dispose its source when it ends") }
    if many.received != few.received {
      note("endless, sent immediately, gives \(many.received), later \(few.received)")
    }
    many.close()
  }
  few.close()
  return notes
}

// MARK: Reentrancy

/// Checks that a value sent during an event follows it at every observer, and has the same result as a value sent
/// later.
private func checkReentrancy(of testedOperator: TestedOperator) -> [String] {
  var notes = checkSeveralObservers(of: testedOperator)
  let script: [Step] = [
    .b(10), .a(1), .a(2), .b(20), .a(3), .a(3), .a(4), .b(30), .a(5), .a(.completed), .b(40), .b(.completed),
  ]
  for mode in testedOperator.modes {
    let reference = OperatorRun(testedOperator, mode)
    for step in script { reference.send(step) }
    reference.wait()
    var left = script[...]
    // Only lane a is used here. If both lanes are combined, an event of a busy lane follows those of the other lane.
    let answer: (OperatorRun, Int) -> Void = { operatorRun, _ in
      if left.first?.lane == .a { operatorRun.send(left.removeFirst()) }
    }
    notes += playing(testedOperator, [mode], during: answer) { operatorRun, _, note in
      while !left.isEmpty { operatorRun.send(left.removeFirst()) }
      operatorRun.wait()
      if operatorRun.recorder.overlaps { note("sends an event inside another") }
      let isComparable = !testedOperator.isTimed && !testedOperator.startsByItself && !testedOperator.dependsOnNesting
      if isComparable, operatorRun.received != reference.received {
        note("received \(operatorRun.received) from inside, \(reference.received) one after the other")
      }
    }
    reference.close()
  }
  return notes
}

/// Checks that two observers receive the same events in the same order, although the first one sends values during
/// events.
private func checkSeveralObservers(of testedOperator: TestedOperator) -> [String] {
  let environment = OperatorEnvironment()
  guard let observed = testedOperator.observed?(environment) ?? testedOperator.pipe(environment) else { return [] }
  var log: [String] = []
  var answers = [2, 3, 4]
  let first = observed.observe(
    Observer { event in
      log.append("A" + word(event))
      if event.value != nil, !answers.isEmpty { observed.input.send(value: answers.removeFirst()) }
    })
  let second = observed.observe(Observer { log.append("B" + word($0)) })
  environment.begin()
  for value in [1, 5] {
    environment.sideInput.send(value: value * 10)
    observed.input.send(value: value)
    environment.scheduler.advance(by: 3)
  }
  observed.input.sendCompleted()
  environment.sideInput.sendCompleted()
  environment.scheduler.advance(by: 50)
  first.dispose()
  second.dispose()
  let receivedFirst = log.filter { $0.hasPrefix("A") }.map { $0.dropFirst() }
  let expected = receivedFirst.flatMap { ["A" + $0, "B" + $0] }
  return log == expected ? [] : ["\(testedOperator.name): two observers heard \(log)"]
}

extension TestedOperator {
  /// Returns the operator on a pipe, to be observed several times.
  fileprivate func pipe(_ environment: OperatorEnvironment) -> ObservedOperator? {
    guard let hot else { return nil }
    let (signal, input) = Signal<Int, Boom>.pipe()
    let result = hot(signal, environment)
    return ObservedOperator(input: input, observe: { result.observe($0) })
  }
}

// MARK: Random timelines

/// Checks after each event of a random script that the output equals that of the model, or is the same in all modes.
private func checkTimeline(of testedOperator: TestedOperator, seed: Int) -> [String] {
  var random = SeededRandom(seed: seed)
  let script = randomScript(&random)
  let players = testedOperator.modes.map { OperatorRun(testedOperator, $0) }
  defer { for operatorRun in players { operatorRun.close() } }
  for count in 0...script.count {
    if count > 0 { for operatorRun in players { operatorRun.play([script[count - 1]]) } }
    let predicted = testedOperator.model?.predict(Array(script.prefix(count)))
    for (operatorRun, mode) in zip(players, testedOperator.modes) {
      let expected = predicted ?? (testedOperator.startsByItself ? operatorRun : players[0]).received
      let sent = operatorRun.environment.sent
      if operatorRun.received != expected || sent != expected || !isLawful(sent) {
        return [
          "\(testedOperator.name), \(mode), seed \(seed), \(script.prefix(count)): \(sent) instead of \(expected)"
        ]
      }
    }
  }
  return []
}

/// Returns random events on two lanes that keep the grammar.
private func randomScript(_ random: inout SeededRandom) -> [Step] {
  var script: [Step] = []
  var running: [Step.Lane] = [.a, .b]
  for _ in 0..<Int.random(in: 3...25, using: &random) {
    guard let lane = running.randomElement(using: &random) else { break }
    let event: Event<Int, Boom>
    switch Int.random(in: 0..<24, using: &random) {
    case 0: event = .failed(Boom())
    case 1: event = .interrupted
    case 2, 3: event = .completed
    default: event = .value(Int.random(in: 0...9, using: &random))
    }
    script.append(Step(lane: lane, event: event))
    if event.isTerminating { running.removeAll { $0 == lane } }
  }
  return script
}
