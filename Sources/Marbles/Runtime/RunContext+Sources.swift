import MarbleLanguage
import Reactive

/// What a run is made of: pipes, cold sources, and the streams that names and values stand for.
extension RunContext {
  /// The stream that a name stands for; asked again, the same one.
  func producer(for binding: Binding) throws(Fault) -> Producer {
    let identity = ObjectIdentifier(binding)
    if let (producer, height) = producers[identity] {
      rise(to: height)
      return producer
    }
    let around = height
    height = 0
    defer { rise(to: around) }
    let producer: Producer
    switch binding.kind {
    case .pipe(let timeline):
      let record = trace.map { PipeRecord(track: $0.newTrack(), skipping: timeline, to: scheduler.currentTick) }
      pipes[identity] = record
      producer = noted(
        pipe(timeline, named: binding.name, at: places[bindings.place(of: binding)], record), as: binding)
    case .cold(let timelines):
      producer = cold(timelines, binding)
    case .expression(let definition):
      let laneCount = intermediateLanes.count
      producer = noted(try definition.producer(on: self), as: binding)
      if intermediateLanes.count > laneCount, intermediateLanes.last?.text != nil {
        intermediateLanes.last?.name = binding.name
      }
    case .operator:
      // It is found by calls only, and these apply it.
      producer = .never
    }
    producers[identity] = (producer, height)
    reached.append(binding)
    return producer
  }

  /// Notes that a stream is observed from now on.
  private func subscribe(_ binding: Binding) -> Subscription {
    let subscription = Subscription(of: binding, from: scheduler.currentTick, inside: trace?.now.inner)
    if subscriptions.count < Self.maxSubscriptions { subscriptions.append(subscription) }
    pipes[ObjectIdentifier(binding)]?.listeners += 1
    return subscription
  }

  private func close(_ subscription: Subscription) {
    guard !isOver, subscription.end == nil else { return }
    subscription.close(at: scheduler.currentTick)
    pipes[ObjectIdentifier(subscription.binding)]?.listeners -= 1
  }

  /// The same stream, with its observations noted.
  private func noted(_ producer: Producer, as binding: Binding) -> Producer {
    .deferred { [weak self] in
      guard let self, spend() else { return .never }
      let subscription = subscribe(binding)
      return producer.lift(closing { [weak self] in self?.close(subscription) })
    }
  }

  /// Tells when a stream has ended: where its end has been sent on, even if what stands behind it goes on, or where it
  /// is let go.
  func closing(_ close: @escaping () -> Void) -> Operator<Value, Failure, Value, Failure> {
    Operator { downstream, lifetime in
      lifetime.observeEnded(close)
      var hasEnded = false
      return Observer(
        value: { downstream.send(value: $0) },
        ended: { end in
          // What has ended may be let go as well, and is not interrupted then.
          guard !hasEnded else { return }
          hasEnded = true
          downstream.send(end: end)
          close()
        })
    }
  }

  /// The stream that traveled as a value.
  func producer(of stream: Stream) -> Producer {
    rise(to: stream.height)
    if let producer = stream.producer { return producer }
    return cold([stream.timeline ?? Timeline()])
  }

  /// A hot source, set going at once: what it sends from now on.
  func pipe(
    _ timeline: Timeline, named name: String, at place: VirtualTimeScheduler.Place, _ record: PipeRecord? = nil
  ) -> Producer {
    if timeline.loop != nil { expectsNoEnd() }
    let (signal, input) = Signal<Value, Failure>.pipe()
    // Kept to the end of the run: letting an input go would interrupt its signal.
    inputs.append(input)
    let lawless = timeline.marbles.dropLast().contains { $0.event.isTerminating }
    var grammar = EventGrammar()
    TimelinePlayer(timeline, offset: 0, place: place, on: scheduler) {
      [budget, grammarChecker, scheduler, trace, weak self] event in
      guard budget.spend() else {
        self?.halt()
        return false
      }
      if lawless { grammarChecker.check(event, by: .source(name), at: scheduler.currentTick, with: &grammar) }
      if let trace, let record {
        trace.from(record.track, index: record.next(), isEnd: event.isTerminating) { input.send(event) }
      } else {
        input.send(event)
      }
      return true
    }.play(from: scheduler.currentTick)
    return signal.producer
  }

  /// A timeline in quotes that stands in the expression, outside closures.
  func quoted(_ timeline: Timeline) -> Producer {
    let binding = Binding(name: "in \(quoted.count + 1)", kind: .cold([timeline]))
    quoted.append(binding)
    return trace == nil ? cold([timeline]) : cold([timeline], binding)
  }

  /// A cold source: each start plays a timeline of its own from the tick on which it is started.
  ///
  /// Where a name stands for it, its observations are noted, with what came.
  private func cold(_ timelines: [Timeline], _ binding: Binding) -> Producer {
    cold(timelines) { [weak self] in self?.subscribe(binding) }
  }

  /// A cold source; `note` gives the record of a start, where there is one.
  func cold(_ timelines: [Timeline], note: @escaping () -> Subscription? = { nil }) -> Producer {
    if timelines.contains(where: { $0.loop != nil }) { expectsNoEnd() }
    var starts = 0
    return Producer { [weak self] observer, lifetime in
      guard let self else { return }
      let subscription = note()
      guard spend() else { return }
      let attempt = min(starts, timelines.count - 1)
      let timeline = timelines[attempt]
      starts += 1
      subscription?.begin(attempt: attempt, track: trace?.newTrack())
      let inner = trace?.now.inner
      let player = TimelinePlayer(
        timeline, offset: scheduler.currentTick, place: scheduler.reservePlace(), on: scheduler
      ) { [weak self] event in
        guard let self, spend() else { return false }
        let index = subscription?.record(event, at: scheduler.currentTick)
        if let trace, let track = subscription?.track, let index {
          trace.from(track, index: index, isEnd: event.isTerminating, inner: inner) { observer.send(event) }
        } else if let trace {
          trace.at(Trace.Moment(inner: inner)) { observer.send(event) }
        } else {
          observer.send(event)
        }
        return true
      }
      lifetime.observeEnded { [weak self] in
        player.stop()
        if let subscription { self?.close(subscription) }
        // A timeline that just stops is silent from then on: letting its observer go would interrupt it.
        withExtendedLifetime(observer) {}
      }
      player.play()
    }
  }

  /// A producer of the core's that makes its events by itself, with its starts and events counted.
  func counted(_ producer: Producer) -> Producer {
    .deferred { [weak self] in
      guard let self, spend() else { return .never }
      return producer.map { [weak self] value in
        _ = self?.spend()
        return value
      }
    }
  }

  /// Returns the stream that a value is, names or spells.
  func producer(from value: Value, _ tick: TickLength) throws(ProgramProblem) -> Producer {
    switch value {
    case .string(let text): return cold([try timeline(spelledBy: text, tick)])
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
      items.forEach(rise(on:))
      return counted(Producer(items))
    default: throw .wrongKind(expected: .stream, found: value.kind)
    }
  }

  /// Reads the timeline that a closure has put together.
  private func timeline(spelledBy text: String, _ tick: TickLength) throws(ProgramProblem) -> Timeline {
    let source = Source(name: "", text: text)
    do {
      return try parseTimeline(quotedAt: 0..<source.bytes.count, in: source, tick: tick)
    } catch {
      throw .stringNotTimeline(text, reason: error.problem.message)
    }
  }

  // MARK: Closures

  /// Applies an operator of closures, and counts what it puts together.
  func apply(_ symbol: BinaryOperator, _ left: Value, _ right: Value) throws(ProgramProblem) -> Value {
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
