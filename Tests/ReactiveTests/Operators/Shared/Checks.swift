import Reactive
import Testing

/// The shared suites: each plays a specimen and says what it found, which is nothing when all is well.
enum Check: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case completion, failure, interruption
  case disposalBefore = "disposal before the start"
  case disposal = "disposal between events"
  case disposalAfter = "disposal after the end"
  case disposalInside = "disposal from inside an event"
  case atOnce = "a source that sends and ends at once"
  case reentrancy = "values sent from inside an event"
  case timelines = "random timelines"

  var testDescription: String { rawValue }

  func callAsFunction(_ specimen: Specimen) -> [String] {
    switch self {
    case .completion: findings { checkEnds(of: specimen, with: .completed) }
    case .failure: findings { checkEnds(of: specimen, with: .failed(Boom())) }
    case .interruption: findings { checkEnds(of: specimen, with: .interrupted) }
    case .disposalBefore: findings { checkDisposalBefore(of: specimen) }
    case .disposal: findings { checkDisposal(of: specimen) }
    case .disposalAfter: findings { checkDisposalAfter(of: specimen) }
    case .disposalInside: findings { checkDisposalInside(of: specimen) }
    case .atOnce: findings { checkAtOnce(specimen) }
    case .reentrancy: findings { checkReentrancy(of: specimen) }
    case .timelines: findings { (0..<20).flatMap { checkTimeline(of: specimen, seed: $0) } }
    }
  }

  /// What a check found, and what was left alive after it, in debug builds.
  private func findings(_ check: () -> [String]) -> [String] {
    #if DEBUG
      let census = LiveObjects.Census()
      let findings = LiveObjects.$census.withValue(census) { check() }
      return census.count == 0 ? findings : findings + ["\(census.count) objects were never let go"]
    #else
      return check()
    #endif
  }
}

/// Values on both lanes, so that every operator has something to send.
private let lively: [Step] = [.b(10), .a(1), .a(2), .b(20), .a(2), .a(3), .a(5), .b(30), .a(8), .b(40)]

/// Whether an end, if there is one, stands at the end.
private func isLawful(_ words: [String]) -> Bool {
  !words.dropLast().contains { ["|", "X", "!"].contains($0) }
}

/// Plays a specimen in each way, and closes the player.
private func playing(
  _ specimen: Specimen, _ modes: [Player.Mode]? = nil, during: ((Player, Int) -> Void)? = nil,
  play: (Player, Player.Mode, _ note: (String) -> Void) -> Void
) -> [String] {
  (modes ?? specimen.modes).flatMap { mode in
    var notes: [String] = []
    let player = Player(specimen, mode, during: during)
    play(player, mode) { notes.append("\(specimen.name), \(mode): \($0)") }
    player.close()
    return notes
  }
}

// MARK: Ends

/// The result ends as it should with its source, at once, and says nothing after that.
private func checkEnds(of specimen: Specimen, with end: TerminalEvent<Boom>) -> [String] {
  (0...lively.count).flatMap { count in
    playing(specimen) { player, _, note in
      let script = lively.prefix(count)
      player.play(script)
      let before = player.heard
      let hadEnded = player.hasEnded
      player.send(.a(end))
      if specimen.isTimed { player.wait() }
      let told = "\(script) then \(Step.a(end)): \(player.heard)"
      if hadEnded {
        if player.heard != before { note("says more after its end, at \(told)") }
      } else {
        let expected = specimen.ends[end]
        let actual = player.hasEnded ? player.heard.last.map { Character($0) } ?? "." : "."
        if expected != "*", actual != expected { note("should have ended with \(expected), at \(told)") }
      }
      let isOver = player.hasEnded
      let atTheEnd = player.heard
      player.play([.a(13), .b(50), .b(.completed), .a(.completed)])
      player.wait()
      if isOver, player.heard != atTheEnd { note("says more after its end: \(player.heard)") }
      let sent = player.bench.sent
      if !isLawful(sent) || sent != player.heard {
        note("sends what nobody may hear: \(sent), heard \(player.heard)")
      }
      if player.hasEnded {
        if player.isObserverHeld { note("holds its observer after the end") }
        if !player.source.isLetGo { note("does not let go of its source after the end") }
      } else if !specimen.startsByItself {
        note("does not end with both of its inputs, at \(told)")
      }
    }
  }
}

// MARK: Disposal

/// What is stopped before it begins starts nothing, and says that it was interrupted.
private func checkDisposalBefore(of specimen: Specimen) -> [String] {
  var notes: [String] = []
  let bench = Bench()
  let source = Source([])
  let ear = Ear()
  let isHeld = Weak()
  let producer = specimen.cold(source.producer, bench)
  if source.starts > 0 { notes.append("starts its source before it is started") }
  producer.startWithSignal { signal, interrupt in
    signal.observe(ear.observer(holding: isHeld.hatch()))
    if source.starts > 0 { notes.append("starts its source before its observers are there") }
    interrupt.dispose()
  }
  bench.scheduler.advance(by: 50)
  if source.starts > 0 { notes.append("starts its source although it was stopped") }
  if ear.heard != ["!"] { notes.append("should have been interrupted: \(ear.heard)") }
  if isHeld.isAlive { notes.append("holds its observer after the end") }
  source.input = nil
  bench.sideInput.sendInterrupted()
  return notes.map { "\(specimen.name): \($0)" }
}

/// A start that is disposed is interrupted, once, an observation is over, silently, and the source is let go.
private func checkDisposal(of specimen: Specimen) -> [String] {
  (0...lively.count).flatMap { count in
    playing(specimen) { player, mode, note in
      player.play(lively.prefix(count))
      if player.hasEnded { return }
      let heard = player.heard + (mode == .signal ? [] : ["!"])
      let sent = player.bench.sent + (mode == .signal ? [] : specimen.interruption)
      player.disposable.dispose()
      player.letGo()
      if specimen.isTimed { player.wait() }
      if player.heard != heard { note("heard \(player.heard) instead of \(heard)") }
      if player.bench.sent != sent { note("sent \(player.bench.sent) instead of \(sent)") }
      if player.isObserverHeld { note("holds its observer") }
      if !player.source.isLetGo { note("does not let go of its source") }
      player.disposable.dispose()
      player.play([.a(13), .b(50), .a(.completed), .b(.completed)])
      player.wait()
      if player.heard != heard { note("says more after the disposal: \(player.heard)") }
    }
  }
}

/// A disposal after the end says nothing, and everything has been let go before it.
private func checkDisposalAfter(of specimen: Specimen) -> [String] {
  [TerminalEvent<Boom>.completed, .failed(Boom()), .interrupted].flatMap { end in
    playing(specimen) { player, mode, note in
      for step in lively + [.a(end), .b(.completed)] where !player.hasEnded { player.play([step]) }
      if specimen.isTimed { player.wait() }
      guard player.hasEnded else {
        if !specimen.startsByItself { note("has not ended: \(player.heard)") }
        return
      }
      let heard = player.heard
      if player.isObserverHeld { note("holds its observer") }
      if !player.source.isLetGo { note("does not let go of its source") }
      let ends = player.source.ends
      player.disposable.dispose()
      player.wait()
      if player.heard != heard { note("says more when it is disposed: \(player.heard)") }
      if player.bench.sent != heard { note("sends what nobody may hear: \(player.bench.sent)") }
      if player.source.ends != ends { note("lets go of its source twice") }
      if mode != .signal, !player.disposable.isDisposed { note("is not disposed although it has ended") }
    }
  }
}

/// A start that is disposed from inside an event is interrupted right after that; another observer goes on.
private func checkDisposalInside(of specimen: Specimen) -> [String] {
  var notes: [String] = []
  let script = lively + [.a(.completed), .b(.completed)]
  for mode in specimen.modes {
    let reference = Player(specimen, mode)
    // What is started plainly has no disposable yet while it starts.
    let first = mode == .cold ? reference.heard.count : 0
    reference.play(script)
    reference.wait()
    let all = reference.heard
    reference.close()
    for (index, heardLast) in all.enumerated().dropFirst(first) where !["|", "X", "!"].contains(heardLast) {
      let dispose: (Player, Int) -> Void = { player, number in
        if number == index + 1 { player.disposable.dispose() }
      }
      notes += playing(specimen, [mode], during: dispose) { player, _, note in
        let expected = Array(all[...index]) + (mode == .signal ? [] : ["!"])
        for step in script {
          player.send(step)
          if !specimen.isTimed, player.heard.count > index {
            if player.heard != expected { note("heard \(player.heard) instead of \(expected)") }
            if !player.source.isLetGo { note("does not let go of its source at once") }
          }
          player.bench.scheduler.advance()
        }
        player.wait()
        if player.heard != expected { note("heard \(player.heard) instead of \(expected)") }
        player.letGo()
        if player.isObserverHeld { note("holds its observer") }
        if !player.source.isLetGo { note("does not let go of its source") }
        if player.ear.overlaps { note("interrupts inside an event") }
      }
    }
  }
  return notes
}

// MARK: Sources that send at once

/// What is sent while the source is started comes out as if it were sent later; each start is the same as the first.
private func checkAtOnce(_ specimen: Specimen) -> [String] {
  // What starts again and again would never come to an end.
  if specimen.startsByItself { return [] }
  var notes: [String] = []
  func note(_ text: String) { notes.append("\(specimen.name): \(text)") }
  for end in [TerminalEvent<Boom>.completed, .failed(Boom()), .interrupted] {
    for count in 0...4 {
      let events = (0..<count).map { Event<Int, Boom>.value($0 + 1) } + [Event(end)]
      let later = Player(specimen, .producer)
      for event in events { later.send(Step(lane: .a, event: event)) }
      later.wait()
      let player = Player(specimen, .cold, atOnce: events)
      player.wait()
      let again = Player(specimen, .cold, atOnce: events)
      again.wait()
      if player.heard != later.heard { note("\(events) at once gives \(player.heard), later \(later.heard)") }
      if player.source.starts > 1 { note("starts its source \(player.source.starts) times") }
      if again.heard != player.heard { note("\(events) gives \(again.heard) the second time, not \(player.heard)") }
      if !player.source.isLetGo { note("does not let go of a source that has ended") }
      if player.hasEnded, player.isObserverHeld { note("holds its observer") }
      for player in [later, player, again] { player.close() }
    }
  }
  // A source that goes on and on is stopped where the result has ended.
  let few = Player(specimen, .producer)
  for value in 1...20 where !few.hasEnded { few.send(.a(value)) }
  if few.hasEnded, !specimen.isTimed {
    let many = Player(specimen, .cold, atOnce: (1...1_000).map { .value($0) })
    if many.source.sent > 20 || !many.source.isLetGo { note("does not stop its source when it ends") }
    if many.heard != few.heard { note("endless at once gives \(many.heard), later \(few.heard)") }
    many.close()
  }
  few.close()
  return notes
}

// MARK: Reentrancy

/// A value that is sent from inside an event arrives after it, at every observer; and as if it had been sent later.
private func checkReentrancy(of specimen: Specimen) -> [String] {
  var notes = checkSeveralObservers(of: specimen)
  let script: [Step] = [
    .b(10), .a(1), .a(2), .b(20), .a(3), .a(3), .a(4), .b(30), .a(5), .a(.completed), .b(40), .b(.completed),
  ]
  for mode in specimen.modes {
    let reference = Player(specimen, mode)
    for step in script { reference.send(step) }
    reference.wait()
    var left = script[...]
    // Only into lane a: where lanes meet, an event of one that is busy comes behind those of one that is not.
    let answer: (Player, Int) -> Void = { player, _ in
      if left.first?.lane == .a { player.send(left.removeFirst()) }
    }
    notes += playing(specimen, [mode], during: answer) { player, _, note in
      while !left.isEmpty { player.send(left.removeFirst()) }
      player.wait()
      if player.ear.overlaps { note("sends an event inside another") }
      let isComparable = !specimen.isTimed && !specimen.startsByItself && !specimen.heedsNesting
      if isComparable, player.heard != reference.heard {
        note("heard \(player.heard) from inside, \(reference.heard) one after the other")
      }
    }
    reference.close()
  }
  return notes
}

/// Two observers hear the same, event by event, although the first one sends from inside.
private func checkSeveralObservers(of specimen: Specimen) -> [String] {
  let bench = Bench()
  guard let rig = specimen.rig?(bench) ?? specimen.pipe(bench) else { return [] }
  var log: [String] = []
  var answers = [2, 3, 4]
  let first = rig.observe(
    Observer { event in
      log.append("A" + word(event))
      if event.value != nil, !answers.isEmpty { rig.input.send(value: answers.removeFirst()) }
    })
  let second = rig.observe(Observer { log.append("B" + word($0)) })
  bench.begin()
  for value in [1, 5] {
    bench.sideInput.send(value: value * 10)
    rig.input.send(value: value)
    bench.scheduler.advance(by: 3)
  }
  rig.input.sendCompleted()
  bench.sideInput.sendCompleted()
  bench.scheduler.advance(by: 50)
  first.dispose()
  second.dispose()
  let heardFirst = log.filter { $0.hasPrefix("A") }.map { $0.dropFirst() }
  let expected = heardFirst.flatMap { ["A" + $0, "B" + $0] }
  return log == expected ? [] : ["\(specimen.name): two observers heard \(log)"]
}

extension Specimen {
  /// The operator on a pipe, observed by several.
  fileprivate func pipe(_ bench: Bench) -> Rig? {
    guard let hot else { return nil }
    let (signal, input) = Signal<Int, Boom>.pipe()
    let result = hot(signal, bench)
    return Rig(input: input, observe: { result.observe($0) })
  }
}

// MARK: Random timelines

/// After each event of a random script, what has come out is what the model says, or the same in all the ways of playing.
private func checkTimeline(of specimen: Specimen, seed: Int) -> [String] {
  var random = SeededRandom(seed: seed)
  let script = randomScript(&random)
  let players = specimen.modes.map { Player(specimen, $0) }
  defer { for player in players { player.close() } }
  for count in 0...script.count {
    if count > 0 { for player in players { player.play([script[count - 1]]) } }
    let told = specimen.model?.tell(Array(script.prefix(count)))
    for (player, mode) in zip(players, specimen.modes) {
      let expected = told ?? (specimen.startsByItself ? player : players[0]).heard
      let sent = player.bench.sent
      if player.heard != expected || sent != expected || !isLawful(sent) {
        return ["\(specimen.name), \(mode), seed \(seed), \(script.prefix(count)): \(sent) instead of \(expected)"]
      }
    }
  }
  return []
}

/// Events of two lawful lanes.
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
