// Producers that send values at times of a scheduler, and an operator that ends a stream at such a time.

// MARK: timer

extension SignalProducer where Value == Int, Error == Never {
  /// Returns a producer that sends 0, 1, 2 and so on, one value after each `interval`, forever.
  ///
  /// ```marble
  /// timer(interval: 3).take(first: 3) == ---0--1--(2|)
  /// ```
  ///
  /// A tick that is due while the previous one is still being sent is skipped and not counted. ReactiveSwift's
  /// `timer` sends dates instead.
  ///
  /// - Parameters:
  ///   - interval: The time between two values, greater than zero.
  ///   - scheduler: The scheduler that measures the time and sends the values.
  ///   - leeway: The time by which a value may be late, a hint for the scheduler. The schedulers of this library do
  ///     not use it: they send on time.
  @inlinable
  @_disfavoredOverload  // `ReactiveSwiftCompatibility` has one that sends dates.
  public static func timer(
    interval: Duration, on scheduler: some TimeScheduler, leeway: Duration = .zero
  ) -> SignalProducer {
    precondition(interval > .zero, "timer(interval:on:) needs an interval longer than zero")
    return ._joining { subscription, downstream in
      let count = _Locked(0)
      subscription._add(
        scheduler.schedule(after: interval, interval: interval) {
          let tick = count.withLock { count in
            defer { count += 1 }
            return count
          }
          subscription._deliver(tick, to: downstream)
        })
    }
  }

  /// Returns a producer that sends 0 after `interval` and completes.
  ///
  /// ```marble
  /// timer(after: 3) == ---(0|)
  /// ```
  ///
  /// The semantics are those of RxJS's `timer`.
  ///
  /// - Parameters:
  ///   - interval: The time to wait. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time and sends the value.
  @inlinable
  public static func timer(after interval: Duration, on scheduler: some TimeScheduler) -> SignalProducer {
    ._joining { subscription, downstream in
      subscription._add(
        scheduler.schedule(after: interval) {
          subscription._deliver(0, to: downstream)
          subscription._perform { if subscription._isLive { downstream._end(.completed) } }
        })
    }
  }
}

// MARK: interval

/// The elements that have not been sent yet.
@usableFromInline
final class _RemainingElements<Element>: @unchecked Sendable {
  private var iterator: AnyIterator<Element>
  private var next: Element?

  /// After the initializer, only the scheduler accesses this object.
  @usableFromInline
  init(_ elements: some Sequence<Element>) {
    iterator = AnyIterator(elements.makeIterator())
    next = iterator.next()
  }

  @usableFromInline
  var isEmpty: Bool { next == nil }

  @usableFromInline
  func take() -> Element? {
    let element = next
    next = iterator.next()
    return element
  }
}

extension SignalProducer where Value: Sendable, Error == Never {
  /// Returns a producer that sends the elements of a sequence, one after each `interval`.
  ///
  /// ```marble
  /// interval(3, sequence: [1, 2]) == ---1--(2|)
  /// ```
  ///
  /// Completes together with the last element, or immediately if there are no elements. Each start iterates the
  /// sequence again, on the scheduler and one element ahead. ReactiveSwift's `interval(_:interval:on:)` completes an
  /// interval later.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements, greater than zero.
  ///   - sequence: The elements, which may be endless.
  ///   - scheduler: The scheduler that measures the time and sends the elements.
  @inlinable
  public static func interval(
    _ interval: Duration, sequence: some Sequence<Value> & Sendable, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    precondition(interval > .zero, "interval(_:sequence:on:) needs an interval longer than zero")
    return ._joining { subscription, downstream in
      let elements = _RemainingElements(sequence)
      if elements.isEmpty { return subscription._deliver(end: .completed, to: downstream) }
      subscription._add(
        scheduler.schedule(after: interval, interval: interval) {
          subscription._perform {
            guard subscription._isLive, let element = elements.take() else { return }
            downstream._value(element)
            if elements.isEmpty, subscription._isLive { downstream._end(.completed) }
          }
        })
    }
  }
}

// MARK: take(for:)

extension StreamProtocol where Value: Sendable {
  /// Sends the events of the source, and completes when `interval` has passed since the start.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.take(for: 6) == --1--2|
  /// ```
  ///
  /// Ends earlier if the source ends earlier. The completion is sent on the scheduler. An event that the source sends
  /// exactly at that time is too late if the source was started by this operator. The semantics are those of RxJS's
  /// `takeUntil(timer(…))`.
  ///
  /// - Parameters:
  ///   - interval: The time until the completion. A negative one counts as zero.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func take(for interval: Duration, on scheduler: some TimeScheduler) -> Self {
    _lift { source in
      ._joining { subscription, downstream in
        subscription._add(
          scheduler.schedule(after: interval) {
            subscription._perform { if subscription._isLive { downstream._end(.completed) } }
          })
        source._begin(in: subscription, value: downstream._value, ended: downstream._end)
      }
    }
  }
}
