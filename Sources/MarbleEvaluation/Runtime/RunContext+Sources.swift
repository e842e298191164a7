import MarbleLanguage
import Reactive

/// The sources of a run: pipes, cold sources, and the streams of names and values.
extension RunContext {
  /// Returns the stream of a name.
  ///
  /// Every call with the same name returns the same stream.
  package func producer(for name: Binding) throws(Fault) -> Producer {
    let binding = bindings.replacement(of: name)
    let identity = ObjectIdentifier(binding)
    if let (producer, height) = sources.producers[identity] {
      raiseHeight(to: height)
      records.stageLog?.record(binding, isNew: false)
      return producer
    }
    let around = assembly.height
    assembly.height = 0
    defer { raiseHeight(to: around) }
    let producer: Producer
    switch binding.kind {
    case .pipe(let timeline):
      let record = records.trace.map { PipeRecord(track: $0.newTrack()) }
      sources.pipes[identity] = record
      records.stageLog?.record(.source(binding))
      producer = recorded(
        pipe(timeline, named: binding.name, in: parts(of: timeline, sentBy: binding), record), as: binding)
    case .cold(let timelines):
      records.stageLog?.record(.source(binding))
      producer = cold(timelines, binding)
    case .expression(let plan):
      let laneCount = assembly.intermediateLanes.count
      let stream = try plan.producer(on: self)
      let lanes = assembly.intermediateLanes
      if assembly.showsStages, lanes.count > laneCount, case .operator? = lanes.last?.kind {
        lanes.last?.bind(to: binding)
      }
      producer = recorded(withLane(stream, of: binding, applying: plan.operation), as: binding)
    case .customOperator, .unknownOperator:
      // Only calls can find an operator, and they apply it.
      producer = .never
    }
    sources.producers[identity] = (producer, assembly.height)
    records.stageLog?.record(binding, isNew: true)
    sources.reach(binding)
    return producer
  }

  /// Returns the stream of a named expression with a lane for drawings without a lane for each operator.
  private func withLane(_ stream: Producer, of binding: Binding, applying operation: String?) -> Producer {
    guard let operation, !assembly.showsStages, records.ghostStreams == nil else { return stream }
    return withLane(stream, binding.name, as: .named(operation), of: binding)
  }

  /// Records a new subscription to a stream.
  private func subscribe(_ binding: Binding) -> Subscription {
    let subscription = Subscription(of: binding, from: scheduler.currentTick, inside: records.trace?.now.inner)
    if sources.subscriptions.count < Diagram.Lane.maxSubscriptions { sources.subscriptions.append(subscription) }
    sources.pipes[ObjectIdentifier(binding)]?.observerCount += 1
    return subscription
  }

  private func close(_ subscription: Subscription) {
    guard !isOver, subscription.end == nil else { return }
    subscription.close(at: scheduler.currentTick)
    sources.pipes[ObjectIdentifier(subscription.binding)]?.observerCount -= 1
  }

  /// Returns the stream with its subscriptions recorded.
  private func recorded(_ producer: Producer, as binding: Binding) -> Producer {
    .deferred { [weak self] in
      guard let self, spend() else { return .never }
      let subscription = subscribe(binding)
      return producer.lift(closing { [weak self] in self?.close(subscription) })
    }
  }

  /// Calls a closure when a stream has ended: after its terminal event was sent, or when it is disposed.
  func closing(_ close: @escaping () -> Void) -> Operator<Value, Failure, Value, Failure> {
    Operator { downstream, lifetime in
      lifetime.observeEnded(close)
      var hasEnded = false
      return Observer(
        value: { downstream.send(value: $0) },
        ended: { end in
          // A stream that has ended can be disposed too, but is not interrupted then.
          guard !hasEnded else { return }
          hasEnded = true
          downstream.send(end: end)
          close()
        })
    }
  }

  /// Returns the producer of a stream that was sent as a value.
  package func producer(of stream: Stream) -> Producer {
    raiseHeight(to: stream.height)
    records.stageLog?.use(stream)
    if let producer = stream.producer { return producer }
    return cold([stream.timeline ?? Timeline()])
  }

  /// Returns a stream of the events of a hot source from now on.
  ///
  /// The source exists from the first tick, even if a closure is the first to use it later. Its events until now were
  /// sent without an observer. So they are sent here, before anything can observe it.
  ///
  /// The parts have the events of the timeline, each with its place among the actions of a tick.
  func pipe(
    _ timeline: Timeline, named name: String, in parts: [(timeline: Timeline, place: VirtualTimeScheduler.Place)],
    _ record: PipeRecord? = nil
  ) -> Producer {
    if timeline.loop != nil { expectsNoEnd() }
    let (signal, input) = Signal<Value, Failure>.pipe()
    // Keep the inputs until the end of the run, because releasing an input would interrupt its signal.
    sources.inputs.append(input)
    let breaksGrammar = timeline.marbles.dropLast().contains { $0.event.isTerminating }
    var grammar = EventGrammar()
    let send = { [budget, grammarChecker, trace = records.trace, weak self] (event: Event, tick: Int) in
      guard budget.spend() else {
        self?.halt()
        return false
      }
      if breaksGrammar { grammarChecker.check(event, by: .source(name), at: tick, with: &grammar) }
      if let trace, let record {
        trace.from(record.track, index: record.next(), isEnd: event.isTerminating) { input.send(event) }
      } else {
        input.send(event)
      }
      return true
    }
    for (timeline, place) in parts {
      TimelinePlayer(timeline, offset: 0, place: place, on: scheduler, send: send).play()
    }
    return signal.producer
  }

  private func parts(
    of timeline: Timeline, sentBy binding: Binding
  ) -> [(timeline: Timeline, place: VirtualTimeScheduler.Place)] {
    let usual = places[bindings.place(of: binding)]
    guard let order else { return [(timeline, usual)] }
    return order.parts(of: timeline, sentBy: binding).map { ($0.timeline, $0.place.map { places[$0] } ?? usual) }
  }

  /// Returns the stream of a timeline in quotes outside closures.
  func quoted(_ timeline: Timeline) -> Producer {
    let binding = Binding(name: "in \(sources.quoted.count + 1)", kind: .cold([timeline]))
    sources.quote(binding)
    records.stageLog?.record(.source(binding))
    return cold([timeline], binding)
  }

  /// Returns a cold source.
  ///
  /// Each start plays a timeline from the tick on which it is started.
  ///
  /// If the source has a name, its subscriptions and events are recorded.
  private func cold(_ timelines: [Timeline], _ binding: Binding) -> Producer {
    cold(timelines) { [weak self] in self?.subscribe(binding) }
  }

  /// Returns a cold source.
  ///
  /// `onStart` returns the record of each start, if there is one.
  func cold(_ timelines: [Timeline], onStart: @escaping () -> Subscription? = { nil }) -> Producer {
    if timelines.contains(where: { $0.loop != nil }) { expectsNoEnd() }
    var starts = 0
    return Producer { [weak self] observer, lifetime in
      guard let self else { return }
      let subscription = onStart()
      guard spend() else { return }
      if subscription == nil { sources.unnamedCount += 1 }
      let attempt = min(starts, timelines.count - 1)
      let timeline = timelines[attempt]
      starts += 1
      subscription?.begin(attempt: attempt, track: records.trace?.newTrack())
      let inner = records.trace?.now.inner
      let player = TimelinePlayer(
        timeline, offset: scheduler.currentTick, place: scheduler.reservePlace(), on: scheduler
      ) { [weak self] event, tick in
        guard let self, spend() else { return false }
        let index = subscription?.record(event, at: tick)
        if index != nil { budget.keep(event.sizeToRecord) }
        if let trace = records.trace, let track = subscription?.track, let index {
          trace.from(track, index: index, isEnd: event.isTerminating, inner: inner) { observer.send(event) }
        } else if let trace = records.trace {
          trace.at(Trace.Moment(inner: inner)) { observer.send(event) }
        } else {
          observer.send(event)
        }
        return true
      }
      lifetime.observeEnded { [weak self] in
        player.stop()
        if let self, let subscription {
          close(subscription)
        } else if let self, !isOver {
          sources.unnamedCount -= 1
        }
        // A timeline without a terminal event stays silent. Releasing its observer would interrupt it.
        withExtendedLifetime(observer) {}
      }
      player.play()
    }
  }

  /// Returns a producer of `Reactive` with its starts and events counted.
  ///
  /// It is interrupted when the run stops, because a shared start continues after the end of all observations.
  package func counted(_ producer: Producer) -> Producer {
    let operation = Operator<Value, Failure, Value, Failure> { [weak self] downstream, _ in
      Observer(
        value: { if self?.spend() == true { downstream.send(value: $0) } else { downstream.sendInterrupted() } },
        ended: { downstream.send(end: $0) })
    }
    return restartable(producer.lift(operation))
  }

  /// Returns a producer with its starts counted, for an operator that can start it any number of times.
  ///
  /// Otherwise a source that ends immediately without an event, such as `a.take(first: 0)`, would be started forever.
  func restartable(_ producer: Producer) -> Producer {
    .deferred { [weak self] in self?.spend() == true ? producer : .never }
  }

  /// Returns a producer whose first start waits for the beginning of the run.
  ///
  /// Pipes send what is written before tick 0 without an observer, so nothing starts before that tick.
  func startingWithRun(_ producer: Producer) -> Producer {
    Producer { [weak self] observer, lifetime in
      self?.startWithRun { if !lifetime.hasEnded { lifetime += producer.start(observer) } }
    }
  }

  /// Returns the stream that a value is, names or contains as a timeline.
  package func producer(from value: Value, _ tick: TickLength) throws(ProgramProblem) -> Producer {
    switch value {
    case .string(let text):
      let timeline = try timeline(spelledBy: text, tick)
      records.stageLog?.record(.timeline(timeline))
      return cold([timeline])
    case .stream(let stream): return producer(of: stream)
    case .marble(let name):
      guard let binding = bindings[name] else { throw .marbleNotStream(name: name) }
      do {
        return try producer(for: binding)
      } catch {
        fail(error)
        return .never
      }
    case .array(let items):
      items.forEach(raiseHeight(forStreamsIn:))
      records.stageLog?.record(.array(items))
      return counted(Producer(items))
    default: throw .wrongKind(expected: .stream, found: value.kind)
    }
  }

  /// Parses a timeline that a closure has created.
  private func timeline(spelledBy text: String, _ tick: TickLength) throws(ProgramProblem) -> Timeline {
    let source = Source(name: "", text: text)
    do {
      return try parseTimeline(quotedAt: 0..<source.bytes.count, in: source, tick: tick)
    } catch {
      throw .stringNotTimeline(text, reason: error.problem.message, help: error.problem.help)
    }
  }

  // MARK: Closures

  /// Applies an operator in a closure, and counts the size of its result.
  package func apply(_ symbol: BinaryOperator, _ left: Value, _ right: Value) throws(ProgramProblem) -> Value {
    let result = try ValueOperations.apply(symbol, left, right)
    if symbol == .add {
      switch result {
      case .array(let items): spend(elements: items.count)
      case .string(let text): spend(letters: text.utf8.count)
      default: break
      }
    }
    return result
  }
}
