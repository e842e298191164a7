import Marbles

/// A subject, with the events that the source sends to it.
final class RxJSEventSource {
  struct Event: Equatable {
    let time: Int
    let event: Timeline.Event
    let value: JSValue

    static func == (a: Event, b: Event) -> Bool { a.time == b.time && a.event == b.event }
  }

  let kind: RxJSSubject
  /// The test that creates the subject.
  let test: Int
  let span: Span
  var name: String?
  fileprivate var stream: RxJSStream?
  /// The place of its timeline in the script, from 1, or 0 without one.
  fileprivate var place = 0
  fileprivate var events: [Event] = []
  /// The values before the run.
  fileprivate var stored: [JSValue] = []
  /// The test in which the subject was used last.
  fileprivate var user = -1
  fileprivate var hasChanged = false
  /// The number of expressions that contain its stream.
  fileprivate var uses = 0
  /// Whether its stream may be observed later than when the run begins.
  fileprivate var mayStartLate = false

  /// The facts about a subject that one evaluation finds for the next one.
  struct Plan: Equatable {
    var events: [Event] = []
    /// Whether several expressions contain its stream, which then observe one property.
    var isReused = false
    var mayStartLate = false

    var completes: Bool { events.contains { $0.event == .completed } }
    var fails: Bool { events.contains { if case .failed = $0.event { true } else { false } } }
  }

  init(_ kind: RxJSSubject, test: Int, span: Span) {
    self.kind = kind
    self.test = test
    self.span = span
  }
}

extension RxJSLibrary {
  func subject(_ kind: RxJSSubject, _ span: Span) -> JSValue {
    .subject(RxJSEventSource(kind, test: test, span: span))
  }

  /// Whether the events of all subjects are those with which their streams were created.
  var knowsEvents: Bool {
    subjects.indices.allSatisfy { plan(at: $0) == foundPlan(at: $0) }
  }

  /// Uses the events that were found for the next evaluation.
  func planEvents() { plans = subjects.indices.map(foundPlan) }

  private func plan(at index: Int) -> RxJSEventSource.Plan {
    plans.indices.contains(index) ? plans[index] : RxJSEventSource.Plan()
  }

  private func foundPlan(at index: Int) -> RxJSEventSource.Plan {
    let subject = subjects[index]
    var plan = RxJSEventSource.Plan(events: subject.events)
    guard !plan.events.isEmpty else { return plan }
    let earlier = self.plan(at: index)
    switch subject.kind {
    case .plain: break
    case .behavior: plan.isReused = earlier.isReused || subject.uses > 1
    case .replay, .last: return plan
    }
    plan.mayStartLate = earlier.mayStartLate || subject.mayStartLate
    return plan
  }

  /// Records that an expression contains a stream, which it may observe later than when the run begins.
  func recordUse(of stream: RxJSStream, isLate: Bool) {
    for subject in subjects {
      guard let source = subject.stream, !source.sources.isDisjoint(with: stream.sources) else { continue }
      if source === stream { subject.uses += 1 }
      subject.mayStartLate = subject.mayStartLate || isLate
    }
  }

  private func index(of subject: RxJSEventSource) -> Int {
    if subject.user != test {
      (subject.user, subject.events, subject.stream, subject.place) = (test, [], nil, 0)
      (subject.uses, subject.mayStartLate) = (0, false)
      subject.stored = if case .behavior(let value) = subject.kind { [value] } else { [] }
      subjects.append(subject)
    }
    return subjects.firstIndex { $0 === subject } ?? 0
  }

  /// Returns the event that a method of a subject sends, or `nil` for another method.
  func event(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> (Timeline.Event, JSValue)? {
    let values = RxJSValues(library: self, isExpected: false)
    let argument = arguments.first ?? .undefined
    switch (name, arguments.count) {
    case ("next", 0):
      try record(.absent, span)
      return (.value(.null), .undefined)
    case ("next", 1): return (.value(try values.value(argument, RxJSValues.shape(of: argument), span)), argument)
    case ("error", 0...1):
      recordFailure(argument)
      return (.failed(try values.failure(argument, span)), argument)
    case ("complete", 0): return (.completed, .undefined)
    default: return nil
    }
  }

  func record(
    _ event: (event: Timeline.Event, value: JSValue), of subject: RxJSEventSource, _ span: Span
  ) throws(Refusal) {
    // In a function that a stream calls, it is not known when the event is sent.
    guard machine.nesting == eventNesting, !hasRun else { throw Refusal(problem: .effect, span: span) }
    _ = index(of: subject)
    let sources = subject.stream?.sources ?? []
    let isObserved = shown.map { $0.contains { !$0.stream.sources.isDisjoint(with: sources) } } ?? (now > 0)
    if isCurrent { sent = (true, sent.sources.union(sources)) }
    if case .value = event.event, !isObserved {
      if case .plain = subject.kind {
        lostEvent = span
        return
      }
      guard subject.events.isEmpty, subject.stream == nil else {
        throw Refusal(problem: refusal(span).problem, span: span, isRepeated: hasFailed)
      }
      var limit: Int64 = 1
      if case .replay(let count) = subject.kind { limit = count ?? 1_000 }
      subject.stored = (subject.stored + [event.value]).suffix(Int(clamping: limit))
      subject.hasChanged = true
      return
    }
    let time = separatesEvents ? steps : now
    steps += 1
    calls.append(Call(subject: subject, time: time, span: span))
    subject.events.append(RxJSEventSource.Event(time: time, event: event.event, value: event.value))
  }

  /// Returns the value that a `BehaviorSubject` has at this point of the program.
  func currentValue(of subject: RxJSEventSource, _ span: Span) throws(Refusal) -> JSValue {
    _ = index(of: subject)
    if case .failed? = subject.events.last?.event { throw refusal(span) }
    let sent = subject.events.last { if case .value = $0.event { true } else { false } }
    guard case .behavior = subject.kind, subject.test == test, machine.nesting == eventNesting, !hasRun,
      let value = sent?.value ?? subject.stored.last
    else { throw refusal(span) }
    return value
  }

  /// A call that sends an event to a subject.
  struct Call {
    let subject: RxJSEventSource
    let time: Int
    let span: Span
  }

  /// The first call at the time of an earlier one whose event the script would send first, because the script sends the
  /// simultaneous events of one timeline after those of the timeline above it.
  var interleavedCall: Span? {
    let calls = calls.filter { $0.subject.place > 0 }
    for (earlier, later) in zip(calls, calls.dropFirst())
    where earlier.time == later.time && later.subject.place < earlier.subject.place {
      return later.span
    }
    return nil
  }

  /// Returns the stream of the events of a subject.
  func stream(of subject: RxJSEventSource, _ span: Span) throws(Refusal) -> RxJSStream {
    let index = index(of: subject)
    if let stream = subject.stream { return stream }
    guard subject.test == test || subject.stored.isEmpty || !subject.hasChanged || test == 0 else {
      throw Refusal(problem: .statefulClosure, span: span)
    }
    let plan = plan(at: index)
    let planned = plan.events
    var timeline = ForeignTimeline()
    for event in planned {
      timeline.add(event.event, at: event.time, from: span)
      if case .failed = event.event { recordFailure(event.value) }
    }
    timeline.finish(at: (planned.last?.time ?? 0) + 1)
    let values = planned.compactMap { if case .value = $0.event { $0.value } else { nil } }
    let all = RxJSTimeline(
      events: timeline, lettered: timeline, renaming: "", shape: .joined(values.map(RxJSValues.shape)), inner: nil,
      known: (values, nil))
    if shown != nil {
      all.dates = planned.map { ($0.time, $0.event) }
      for event in planned where event.time > 0 && !separatesEvents { count(milliseconds: Int64(event.time)) }
    }
    let nesting = machine.nesting
    machine.nesting = 0
    defer { machine.nesting = nesting }
    let source = try define(all, isCold: false, span)
    subject.place = definitions.count
    var result = source
    switch subject.kind {
    case .plain:
      if let name = subject.name { bind(source, name) }
      if plan.mayStartLate { result = try ending(source, span) }
    case .behavior, .replay, .last:
      let stored = try self.values(subject.stored, span)
      var rest = "never()"
      if !planned.isEmpty {
        if let name = subject.name { bind(source, name) }
        rest = try boundName(of: source, span)
      }
      var text = subject.stored.isEmpty ? rest : "concat(\(try self.text(of: stored, span)), \(rest))"
      var count: Int64? = 1
      var isReplaying = !values.isEmpty
      var isBound = false
      switch subject.kind {
      case .behavior where plan.fails: isReplaying = isReplaying || plan.mayStartLate
      case .behavior where isReplaying || plan.mayStartLate && !planned.isEmpty:
        // After its completion, a subject sends no value to a new observer.
        let forgetsValue = plan.mayStartLate && plan.completes
        let first = try machine.part(subject.stored.last ?? .undefined, span).text
        text = "property(\(first), then: \(rest)\(forgetsValue ? ".endWith(nil)" : ""))"
        if forgetsValue { text += ".filter { $0 != nil }" }
        isBound = plan.isReused || plan.mayStartLate
        isReplaying = false
      case .replay(let limit): count = limit
      case .last: text = planned.isEmpty ? rest : "\(text).takeLast(1)"
      case .behavior, .plain: break
      }
      var dependencies = RxJSDependencies(sources: source.sources)
      if isReplaying {
        text += ".replayLazily(\(count.map { "upTo: \($0)" } ?? ""))"
        sharings += 1
        dependencies.shared = [sharings]
        sharedSubjects.insert(sharings)
      }
      result = expression(text, stored.shape.joined(with: source.shape), span, dependencies)
      let sendsNothing = (subject.stored + values).contains(where: \.isNothing)
      result.mustStartFirst = isReplaying || plan.mayStartLate && plan.completes && sendsNothing
      if isBound, let name = source.name { bind(result, name + "Property") }
      result.known = (subject.stored + values, planned.isEmpty ? [] : nil)
    }
    subject.stream = result
    return result
  }

  /// Returns a stream that ends for later observers of a hot timeline too, which are interrupted otherwise.
  func ending(_ source: RxJSStream, _ span: Span) throws(Refusal) -> RxJSStream {
    guard case .timeline(let timeline, _) = source.definition else { return source }
    let end: String
    switch timeline.events.timeline.marbles.last?.event {
    case .completed?: end = "empty()"
    case .failed(.unnamed)?: end = "throwError()"
    case .failed(let failure)?: end = "throwError(\(ValuePrinter.quoted(failure.message)))"
    default: return source
    }
    let text = "\(try boundName(of: source, span)).concat(\(end))"
    let stream = expression(text, source.shape, span, RxJSDependencies(sources: source.sources))
    (stream.known, stream.literal, stream.sentStreams) = (source.known, source.literal, source.sentStreams)
    stream.timeline = source
    return stream
  }

  /// Returns the time of a subscription to a stream.
  func start(of stream: RxJSStream, _ span: Span) throws(Refusal) -> Int {
    var isLate = false
    for subject in subjects {
      guard let source = subject.stream, !source.sources.isDisjoint(with: stream.sources),
        !subject.events.isEmpty
      else { continue }
      let end = subject.events.first { if case .value = $0.event { false } else { true } }
      // After its end, only a stream with the last values sends what the subject does.
      switch (end?.event, subject.kind) {
      case (nil, _): break
      case (.completed?, .behavior) where subject.stream?.mustStartFirst == false: subject.mayStartLate = true
      case (_, .behavior): throw refusal(span)
      case (.completed?, _) where !subject.stored.isEmpty: break
      default: guard subject.stream?.mustStartFirst == true else { throw refusal(span) }
      }
      isLate = isLate || separatesEvents || subject.events.contains { $0.time == now }
    }
    return isLate ? step(span) : now
  }

  /// Whether a subject has sent an event at a time.
  func hasEvent(at time: Int) -> Bool { subjects.contains { $0.events.contains { $0.time == time } } }

  /// Returns the time at which a subscription begins or ends that follows an event at the same time.
  func step(_ span: Span) -> Int {
    simultaneousSubscription = simultaneousSubscription ?? span
    guard separatesEvents else { return now }
    defer { steps += 1 }
    return steps
  }

  /// Calls a function that the scheduler of a test calls at a time.
  func schedule(_ function: JSValue, _ time: Int, _ span: Span) throws(Refusal) -> JSValue {
    guard machine.nesting == 0, time > 0 else { throw unknown("schedule", span) }
    machine.nesting += 1
    (eventNesting, now) = (machine.nesting, time)
    defer {
      machine.nesting -= 1
      (eventNesting, now) = (0, 0)
    }
    if case .failure = try machine.call(function, [], span) { throw refusal(span) }
    return .undefined
  }
}
