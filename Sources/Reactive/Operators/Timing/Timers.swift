// Producers that send what a clock says when.

// MARK: timer

extension SignalProducer where Value == Int, Error == Never {
  /// A producer that sends 0, 1, 2 … after each `interval`, for ever.
  ///
  /// ```marble
  /// timer(interval: 3).take(first: 3) == ---0--1--(2|)
  /// ```
  ///
  /// A tick that is due while the one before is still being sent is left out, and not counted. ReactiveSwift's `timer`
  /// sends dates instead.
  ///
  /// - Parameters:
  ///   - interval: more than nothing.
  ///   - scheduler: whose time counts.
  @inlinable
  public static func timer(interval: Duration, on scheduler: some TimeScheduler) -> SignalProducer {
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

  /// A producer that sends 0 when `interval` has passed since the start, and completes.
  ///
  /// ```marble
  /// timer(after: 3) == ---(0|)
  /// ```
  ///
  /// As RxJS's `timer`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
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

/// The elements that are still to be sent.
@usableFromInline
final class _RemainingElements<Element>: @unchecked Sendable {
  private var iterator: AnyIterator<Element>
  private var next: Element?

  /// Only the scheduler touches it, once it is made.
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

extension SignalProducer where Value: Sendable {
  /// A producer that sends the elements of a sequence one by one, after each `interval`.
  ///
  /// ```marble
  /// interval(3, sequence: [1, 2]) == ---1--(2|)
  /// ```
  ///
  /// It completes together with the last element; without elements, at once. The sequence is iterated afresh by each
  /// start, on the scheduler, one element ahead. ReactiveSwift's `interval(_:interval:on:)` completes an interval later.
  ///
  /// - Parameters:
  ///   - interval: more than nothing.
  ///   - sequence: may be endless.
  ///   - scheduler: whose time counts.
  @inlinable
  public static func interval(
    _ interval: Duration, sequence: some Sequence<Value> & Sendable, on scheduler: some TimeScheduler
  ) -> SignalProducer {
    precondition(interval > .zero, "interval(_:sequence:on:) needs an interval longer than zero")
    return ._joining { subscription, downstream in
      let elements = _RemainingElements(sequence)
      if elements.isEmpty { return subscription._perform { downstream._end(.completed) } }
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
  /// Sends what the source sends, and completes when `interval` has passed since the start.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.take(for: 6) == --1--2|
  /// ```
  ///
  /// An end of the source passes before. The completion is sent on the scheduler; what a source that was started here
  /// sends just when the time is up comes too late. As RxJS's `takeUntil(timer(…))`.
  ///
  /// - Parameters:
  ///   - interval: a negative one counts as none.
  ///   - scheduler: whose time counts.
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
