import DequeModule

/// The number of values that may wait for a scheduler, and the rule for further values.
///
/// <doc:Timing> lists the names of the rules in other libraries. Each number must be at least 1.
public enum QueueLimit: Sendable {
  /// The given number of newest values waits.
  ///
  /// Older ones are dropped.
  case newest(Int)
  /// The given number of oldest values waits.
  ///
  /// Newer ones are dropped.
  case oldest(Int)
  /// No value is dropped: the thread that sends a further value waits until the scheduler takes one.
  ///
  /// The scheduler must run on another thread. If values are sent on the scheduler itself, or on the thread that
  /// advances a ``VirtualTimeScheduler``, the thread waits forever. So does an observer that waits for the sender.
  ///
  /// Use it for a source with one sender, such as a producer that reads a file. While its sender waits, the source
  /// sends no event to any observer. If other threads send too, their events wait in the queue of the source, which
  /// has no limit.
  case blocking(Int)

  @usableFromInline var _count: Int {
    switch self {
    case .newest(let count), .oldest(let count), .blocking(let count): count
    }
  }
}

extension StreamProtocol where Value: Sendable {
  /// Sends every event on a scheduler, one after the other, and limits the number of values that wait for it.
  ///
  /// ```swift
  /// let latest = positions.observe(on: .main, limit: .newest(1))  // shows the latest position
  /// let stored = lines.observe(on: database, limit: .blocking(100))  // reads no faster than the database stores
  /// ```
  ///
  /// It is ``observe(on:)`` with a limit. A value that the scheduler has taken no longer waits. The terminal event is
  /// sent after the waiting values, and never dropped. If the start is disposed, the waiting values are dropped,
  /// a sender that waits continues, and the interruption is sent on the scheduler: immediately, or when the observer has
  /// returned from the current value.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler.
  ///   - limit: The number of values that may wait, and the rule for further values.
  @inlinable
  public func observe(on scheduler: some Scheduler, limit: QueueLimit) -> Self {
    precondition(limit._count > 0, "observe(on:limit:) needs a limit of at least 1")
    return _lift { source in
      ._observingOnScheduler(on: scheduler) { subscription, downstream in
        let queue = _LimitedQueue<Value>(limit)
        let observer = Observer<Value, Error>(
          value: { value in
            guard queue.add(value) else { return }
            scheduler.schedule { if let value = queue.take() { subscription._deliver(value, to: downstream) } }
          },
          ended: { end in
            scheduler.schedule { subscription._deliver(end: end, to: downstream) }
          })
        // The end of the start closes it too.
        subscription._add(AnyDisposable { queue.close() })
        return (source, observer, { queue.close() })
      }
    }
  }
}

/// The values that wait for a scheduler, with one scheduled action for each of them, which takes the oldest.
@usableFromInline
final class _LimitedQueue<Value>: @unchecked Sendable {
  private let limit: QueueLimit
  /// The waiting values, or `nil` after the queue was closed.
  private let values = _Locked<Deque<Value>?>([])
  /// The free places, for a sender that must wait for one.
  private let places: Semaphore?

  @usableFromInline
  init(_ limit: QueueLimit) {
    self.limit = limit
    if case .blocking = limit { places = Semaphore(value: 0) } else { places = nil }
    // Not its initial value, because a semaphore must not be deallocated with less than that.
    for _ in 0..<limit._count { places?.signal() }
  }

  /// Adds a value, and returns whether an action must be scheduled for it.
  ///
  /// If another value was dropped, its action takes this one.
  @usableFromInline
  func add(_ value: Value) -> Bool {
    places?.wait()
    let (isNew, dropped) = values.withLock { values -> (Bool, Value?) in
      guard let count = values?.count else {
        places?.signal()
        return (false, nil)
      }
      if case .oldest(let limit) = limit, count >= limit { return (false, nil) }
      values?.append(value)
      if case .newest(let limit) = limit, count >= limit { return (false, values?.popFirst()) }
      return (true, nil)
    }
    // Released outside the lock, because its `deinit` may run user code.
    withExtendedLifetime(dropped) {}
    return isNew
  }

  /// Removes and returns the oldest value, unless the queue was closed.
  @usableFromInline
  func take() -> Value? {
    defer { places?.signal() }
    return values.withLock { $0?.popFirst() }
  }

  /// Drops all values, also those that are added later, and lets a waiting sender continue.
  @usableFromInline
  func close() {
    let waiting = values.withLock { $0.take() }
    places?.signal()
    withExtendedLifetime(waiting) {}
  }
}
