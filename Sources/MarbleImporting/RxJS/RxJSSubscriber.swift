import Marbles

/// An observation of a stream by a program, with its times in milliseconds.
struct RxJSSubscription {
  let stream: RxJSStream
  var start = 0
  var end: Int?
  let span: Span
}

/// The receiver of the events that a function of `new Observable` sends.
final class RxJSSubscriber {
  enum Event {
    case value(String, JSShape)
    /// A value at the end of each period, in ticks.
    case periodic(String, JSShape, Int)
    case failed(JSValue)
    case completed
  }

  /// The events with their times in ticks.
  fileprivate var events: [(time: Int, event: Event)] = []
  /// The functions that `setTimeout` calls.
  fileprivate var timers: [(time: Int, function: JSValue)] = []
  fileprivate var now = 0
  fileprivate var hasEnded = false
  /// The receiver of the events of one period, while the function of `setInterval` is evaluated.
  fileprivate var repeated: RxJSSubscriber?
  /// The nesting of closures and branches in which events are known to be sent.
  fileprivate let nesting: Int

  /// Whether the last event repeats forever.
  fileprivate var isPeriodic: Bool { if case .periodic? = events.last?.event { true } else { false } }

  fileprivate init(nesting: Int) { self.nesting = nesting }

  fileprivate func send(_ event: Event) {
    guard !hasEnded else { return }
    events.append((now, event))
    if case .value = event { return }
    hasEnded = true
  }
}

extension RxJSLibrary {
  private static let maxTimers = 100

  /// Returns a stream of the events that a function sends, which must not depend on anything but its time.
  func observable(_ function: JSValue, _ span: Span) throws(Refusal) -> RxJSStream {
    try derive(span) { () throws(Refusal) in
      machine.nesting += 1
      let subscriber = RxJSSubscriber(nesting: machine.nesting)
      let outer = self.subscriber
      self.subscriber = subscriber
      defer {
        self.subscriber = outer
        machine.nesting -= 1
      }
      let result = try machine.call(function, [.subscriber(subscriber)], span)
      switch result {
      case .failure(let error): subscriber.send(.failed(error))
      // It is called after the last event.
      case .function: try forgetNames(assignedBy: result)
      default: guard result.isNothing else { throw refusal(span) }
      }
      var count = 0
      while let next = subscriber.timers.indices.min(by: { subscriber.timers[$0].time < subscriber.timers[$1].time }) {
        let timer = subscriber.timers.remove(at: next)
        count += 1
        guard count <= Self.maxTimers else { throw Refusal(problem: .tooLarge, span: span) }
        subscriber.now = timer.time
        guard case .undefined = try machine.call(timer.function, [], span) else { throw refusal(span) }
      }
      return try text(of: subscriber, span)
    }
  }

  private func text(of subscriber: RxJSSubscriber, _ span: Span) throws(Refusal) -> (String, JSShape) {
    var parts: [String] = []
    var values: [String] = []
    var shape = JSShape.nothing
    var time = 0
    func endGroup() {
      if !values.isEmpty { parts.append("of(\(values.joined(separator: ", ")))") }
      values = []
    }
    for (eventTime, event) in subscriber.events {
      if eventTime > time {
        endGroup()
        parts.append("timer(after: \(eventTime - time)\(clock == .frames ? "t" : "ms")).ignoreElements()")
        time = eventTime
      }
      switch event {
      case .value(let text, let added):
        values.append(text)
        shape = shape.joined(with: added)
      case .periodic(let text, let added, let period):
        endGroup()
        let time = "\(period)\(clock == .frames ? "t" : "ms")"
        parts.append("timer(after: \(time), interval: \(time)).mapTo(\(text))")
        shape = shape.joined(with: added)
      case .failed(let error):
        endGroup()
        let failure = try failing(error, span)
        parts.append(try text(of: failure, span))
      case .completed: endGroup()
      }
    }
    endGroup()
    if !subscriber.hasEnded, !subscriber.isPeriodic { parts.append("never()") }
    guard parts.count > 1 else { return (parts.first ?? "empty()", shape) }
    return ("concat(\(parts.joined(separator: ", ")))", shape)
  }

  /// Calls a method of a subscriber.
  func call(
    _ name: String, on subscriber: RxJSSubscriber, _ arguments: [JSValue], _ span: Span
  ) throws(Refusal) -> JSValue {
    let subscriber = subscriber.repeated ?? subscriber
    // In a branch, it is not known whether the event is sent.
    guard self.subscriber === subscriber || self.subscriber?.repeated === subscriber,
      machine.nesting == subscriber.nesting,
      !subscriber.isPeriodic
    else { throw refusal(span) }
    switch (name, arguments.count) {
    case ("next", 0...1):
      let (text, shape) = try machine.part(arguments.first ?? .undefined, span)
      subscriber.send(.value(text, shape))
    case ("error", 0...1): subscriber.send(.failed(arguments.first ?? .undefined))
    case ("complete", 0): subscriber.send(.completed)
    default: throw unknown(name, span)
    }
    return .undefined
  }

  /// Performs `setInterval` as the last call in an observable, whose function sends the same value each time.
  func callInterval(_ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    guard let subscriber, machine.nesting == subscriber.nesting, subscriber.timers.isEmpty, !subscriber.isPeriodic
    else {
      throw unknown("setInterval", span)
    }
    let period = try time(arguments[1], span)
    let repeated = RxJSSubscriber(nesting: machine.nesting + 1)
    machine.nesting += 1
    subscriber.repeated = repeated
    defer {
      machine.nesting -= 1
      subscriber.repeated = nil
    }
    guard case .undefined = try machine.call(arguments[0], [], span), repeated.events.count == 1, period > 0,
      case .value(let text, let shape) = repeated.events[0].event
    else { throw unknown("setInterval", span) }
    subscriber.send(.periodic(text, shape, period))
    return .host("noop")
  }

  /// Performs `setTimeout`, whose function must be that of an observable.
  func callTimer(_ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    guard let function = arguments.first, machine.nesting == (subscriber?.nesting ?? 0),
      subscriber?.isPeriodic != true
    else {
      throw unknown("setTimeout", span)
    }
    let delay = arguments.count > 1 ? try time(arguments[1], span) : 0
    guard let subscriber else {
      timers.append((now + delay, function, span))
      return .undefined
    }
    subscriber.timers.append((subscriber.now + delay, function))
    return .undefined
  }
}
