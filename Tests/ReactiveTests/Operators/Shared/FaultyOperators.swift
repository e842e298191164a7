import Reactive

/// Faulty operators, which show that the shared suites find faults.
///
/// All but a few pass their values on unchanged, like `honest`.
enum FaultyOperators {
  static let honest = faulty("honest") { downstream, _ in downstream }

  // MARK: Termination

  static let swallowsTheEnd = faulty("swallows the end") { downstream, _ in
    Observer(value: { downstream.send(value: $0) }, ended: { _ in })
  }

  static let endsTwice = faulty("ends twice") { downstream, _ in
    Observer(
      value: { downstream.send(value: $0) },
      ended: { end in
        downstream.send(end: end)
        downstream.send(end: end)
      })
  }

  static let endsLate = faulty("ends late") { downstream, environment in
    let scheduler = environment.scheduler
    return Observer(
      value: { downstream.send(value: $0) },
      ended: { end in scheduler.schedule(after: scheduler.ticks(1)) { downstream.send(end: end) } })
  }

  static let sendsAfterTheEnd = faulty("sends after the end") { downstream, _ in
    Observer(
      value: { downstream.send(value: $0) },
      ended: { end in
        downstream.send(end: end)
        downstream.send(value: 0)
      })
  }

  static let completesAlways = faulty("completes however the source ends") { downstream, _ in
    Observer(value: { downstream.send(value: $0) }, ended: { _ in downstream.sendCompleted() })
  }

  static let failsAlways = faulty("fails however the source ends") { downstream, _ in
    Observer(value: { downstream.send(value: $0) }, ended: { _ in downstream.send(error: Boom()) })
  }

  static let sendsWhenItEnds = faulty("sends a value before the end") { downstream, _ in
    Observer(
      value: { downstream.send(value: $0) },
      ended: { end in
        downstream.send(value: 0)
        downstream.send(end: end)
      })
  }

  // MARK: Values

  static let dropsAValue = faulty("drops every third value") { downstream, _ in
    var count = 0
    return downstream.handling { value in
      count += 1
      if count % 3 != 0 { downstream.send(value: value) }
    }
  }

  static let sendsAValueTwice = faulty("sends a 7 twice") { downstream, _ in
    downstream.handling { value in
      downstream.send(value: value)
      if value == 7 { downstream.send(value: value) }
    }
  }

  static let delaysValues = faulty("sends each value only with the next event") { downstream, _ in
    var held: Int?
    return Observer(
      value: { value in
        if let held { downstream.send(value: held) }
        held = value
      },
      ended: { end in
        if let held { downstream.send(value: held) }
        downstream.send(end: end)
      })
  }

  static let remembersEarlierStarts: TestedOperator = {
    var count = 0
    let add: (Int) -> Int = { value in
      count += 1
      return value + count - 1
    }
    return TestedOperator(
      "counts the values of all starts", { s, _ in s.map(add) }, { s, _ in s.map(add) }, model: honest.model)
  }()

  // MARK: Release

  static let retainsItself = faulty("retains itself and the observer") { downstream, _ in
    final class Box { var contents: Any? }
    let box = Box()
    box.contents = (box, downstream)
    return downstream
  }

  static let sendsWhenDisposed: TestedOperator = {
    let flushing = Operator<Int, Boom, Int, Boom> { downstream, lifetime in
      lifetime.observeEnded { downstream.send(value: 0) }
      return downstream
    }
    return TestedOperator(
      "sends a value when it is disposed", { s, _ in s.lift(flushing) }, { s, _ in s.lift(flushing) },
      model: honest.model)
  }()

  static let leavesTheSourceRunning = TestedOperator(
    "does not dispose its source",
    { s, _ in SignalProducer { observer, _ in s.start(observer) } },
    { s, _ in s }, model: honest.model)

  static let completesWithoutDisposingItsSource = TestedOperator(
    "ends early and does not dispose its source",
    { s, _ in
      SignalProducer { observer, _ in
        s.start(
          Observer { event in
            observer.send(event)
            observer.sendCompleted()
          })
      }
    },
    { s, _ in s.take(first: 1) }, model: nil)

  static let isInterruptedLate = faulty("is interrupted late") { downstream, environment in
    let scheduler = environment.scheduler
    return Observer(
      value: { downstream.send(value: $0) },
      ended: { end in
        if end == .interrupted {
          scheduler.schedule(after: scheduler.ticks(1)) { downstream.sendInterrupted() }
        } else {
          downstream.send(end: end)
        }
      })
  }

  // MARK: Starting

  static let startsBeforeItIsObserved = TestedOperator(
    "starts its source before it is observed",
    { s, _ in s.startWithSignal { signal, _ in signal }.producer },
    { s, _ in s }, model: honest.model)

  static let startsItsSourceForNothing = TestedOperator(
    "starts its source once more, without an observer",
    { s, _ in
      s.start().dispose()
      return s
    },
    { s, _ in s }, model: honest.model)

  static let startsWithItsSignal = TestedOperator(
    "starts its source before its signal is observed",
    { s, _ in
      let (signal, input) = Signal<Int, Boom>.pipe()
      s.start(input)
      return signal.producer
    },
    { s, _ in s }, model: honest.model)

  static let observesLate = TestedOperator(
    "observes its source after the start",
    { s, _ in
      SignalProducer { observer, lifetime in
        let (signal, input) = Signal<Int, Boom>.pipe()
        lifetime += s.start(input)
        lifetime += signal.observe(observer)
      }
    },
    { s, _ in s }, model: honest.model)

  static let startsTwice = TestedOperator(
    "starts its source twice",
    { s, _ in
      SignalProducer { observer, lifetime in
        lifetime += s.start()
        lifetime += s.start(observer)
      }
    },
    { s, _ in s }, model: honest.model)

  // MARK: Several observers

  /// A typical fault of a handwritten list of observers: a value sent during an event is delivered immediately.
  static let deliversRecursively = multicasting("delivers a value inside another") { list, event in
    for observer in list.observers { observer.send(event) }
  }

  static let deliversToTheNewestObserverFirst = multicasting("delivers to the newest observer first") { list, event in
    list.waiting.append(event)
    if list.waiting.count > 1 { return }
    while let next = list.waiting.first {
      for observer in list.observers.reversed() { observer.send(next) }
      list.waiting.removeFirst()
    }
  }

  static let deliversBufferedEventsToOneObserver = multicasting("delivers buffered events to the first observer only") {
    list, event in
    list.waiting.append(event)
    if list.waiting.count > 1 { return }
    for observer in list.observers { observer.send(event) }
    list.waiting.removeFirst()
    while let next = list.waiting.first {
      list.observers.first?.send(next)
      list.waiting.removeFirst()
    }
  }

  // MARK: Helpers

  private static func faulty(
    _ name: String, _ make: @escaping (_ downstream: Observer<Int, Boom>, OperatorEnvironment) -> Observer<Int, Boom>
  ) -> TestedOperator {
    TestedOperator(
      name,
      { s, environment in s.lift(Operator { downstream, _ in make(downstream, environment) }) },
      { s, environment in s.lift(Operator { downstream, _ in make(downstream, environment) }) },
      model: .same)
  }

  private final class List {
    var observers: [Observer<String, Boom>] = []
    var waiting: [Event<String, Boom>] = []
  }

  private static func multicasting(
    _ name: String, _ send: @escaping (List, Event<String, Boom>) -> Void
  ) -> TestedOperator {
    var testedOperator = TestedOperator(name, { s, _ in s }, { s, _ in s }, model: honest.model)
    testedOperator.observed = { _ in
      let list = List()
      return ObservedOperator(
        input: Observer { send(list, $0.map(String.init)) },
        observe: { observer in
          list.observers.append(observer)
          return AnyDisposable { list.observers = [] }
        })
    }
    return testedOperator
  }
}
