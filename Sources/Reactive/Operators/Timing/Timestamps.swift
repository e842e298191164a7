// Operators that add times to values.

extension Operator where InputError == OutputError {
  /// Sends each value with the scheduler's time at that moment.
  ///
  /// ```marble
  /// a = -1--2--|
  /// a.timestamp() == -[1,1]--[2,4]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of RxJS's `timestamp`.
  @inlinable
  public static func timestamp(on scheduler: some TimeScheduler) -> Operator
  where Output == (value: Input, time: Duration) {
    Operator { downstream, _ in
      downstream.handling { downstream._value((value: $0, time: scheduler.now)) }
    }
  }

  /// Sends each value with the time that has passed since the previous value, or since the start.
  ///
  /// ```marble
  /// a = -1--2--|
  /// a.timeInterval() == -[1,1]--[2,3]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of RxJS's `timeInterval`.
  @inlinable
  public static func timeInterval(on scheduler: some TimeScheduler) -> Operator
  where Output == (value: Input, interval: Duration) {
    Operator { downstream, _ in
      let last = _Cell(scheduler.now)
      return downstream.handling { value in
        let now = scheduler.now
        let interval = now - last.value
        last.value = now
        downstream._value((value: value, interval: interval))
      }
    }
  }
}

extension Signal {
  /// Sends each value with the scheduler's time at that moment; see ``Operator/timestamp(on:)``.
  @inlinable
  @_disfavoredOverload
  public func timestamp(on scheduler: some TimeScheduler) -> Signal<(value: Value, time: Duration), Error> {
    lift(.timestamp(on: scheduler))
  }

  /// Sends each value with the time since the previous value; see ``Operator/timeInterval(on:)``.
  @inlinable
  public func timeInterval(on scheduler: some TimeScheduler) -> Signal<(value: Value, interval: Duration), Error> {
    lift(.timeInterval(on: scheduler))
  }
}

extension SignalProducer {
  /// Sends each value with the scheduler's time at that moment; see ``Operator/timestamp(on:)``.
  @inlinable
  @_disfavoredOverload
  public func timestamp(on scheduler: some TimeScheduler) -> SignalProducer<(value: Value, time: Duration), Error> {
    lift(.timestamp(on: scheduler))
  }

  /// Sends each value with the time since the previous value; see ``Operator/timeInterval(on:)``.
  @inlinable
  public func timeInterval(
    on scheduler: some TimeScheduler
  ) -> SignalProducer<(value: Value, interval: Duration), Error> {
    lift(.timeInterval(on: scheduler))
  }
}
