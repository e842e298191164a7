// Operators that send the values between two points in time as a stream.
//
// The first window is sent during the start, when a signal has no observers yet. So these are operators of producers,
// except for the one that waits for its openings. For a signal, use its `producer`.

extension SignalProducer {
  /// Sends a stream of the following values immediately and at each value of `trigger`, which completes the previous
  /// stream.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// t = ----x
  /// a.window(on: t) == <-1-2|>---<-3-4-|>----|
  /// ```
  ///
  /// When the source ends, the open window ends with the same event, and then the result ends. A completion or
  /// interruption of the trigger is ignored. If the trigger fails, the window and the result fail. If the result ends
  /// for another reason, the window is interrupted. The source is started first. The semantics are those of RxJS's
  /// `window`.
  ///
  /// A window is hot, but it stores its values until its first observation for that observer.
  @inlinable
  public func window<T>(
    on trigger: some SignalProducerConvertible<T, Error>
  ) -> SignalProducer<SignalProducer, Error> {
    _cut(on: trigger.producer) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }

  /// Sends a stream immediately and at each value of a trigger that cannot fail; see ``window(on:)-34mtj``.
  @inlinable
  @_disfavoredOverload
  public func window<T>(
    on trigger: some SignalProducerConvertible<T, Never>
  ) -> SignalProducer<SignalProducer, Error> {
    window(on: trigger.producer.promoteError(Error.self))
  }

  /// Sends a stream immediately and after every `every`-th value.
  ///
  /// Each stream completes with its `count`-th value.
  ///
  /// ```marble
  /// a = -1-2-3-|
  /// a.window(count: 2)           == <-1-(2|)>--<--3-|>---|
  /// a.window(count: 2, every: 1) == <-1-(2|)><--2-(3|)>-<--3-|>-<--|>-|
  /// ```
  ///
  /// The windows overlap if `every` is less than `count`, and skip values if it is greater. When the source ends, the
  /// open windows end with the same event in the order in which they were opened, and then the result ends. If the
  /// result ends for another reason, they are interrupted. The semantics are those of RxJS's `windowCount`.
  ///
  /// - Parameters:
  ///   - count: The number of values of a window, at least 1.
  ///   - every: The number of values from the opening of one window to the next, at least 1. By default it is
  ///     `count`.
  @inlinable
  public func window(count: Int, every: Int? = nil) -> SignalProducer<SignalProducer, Error> {
    let every = every ?? count
    precondition(count > 0 && every > 0, "window(count:every:) needs a count and a step of at least 1")
    return ._joining { subscription, downstream in
      let parts = _Windowing<Value, SignalProducer, Error>(windowingIn: subscription, downstream)
      // The number of values until the oldest window closes, and until the next one opens.
      let untilClosing = _Cell(count)
      let untilOpening = _Cell(every)
      subscription._perform { parts._open() }
      guard subscription._isLive else { return }
      self._begin(
        in: subscription,
        value: { value in
          parts._receive(value)
          untilClosing.value -= 1
          if untilClosing.value == 0 {
            untilClosing.value = every
            parts._closeOldest()
          }
          untilOpening.value -= 1
          if untilOpening.value == 0 {
            untilOpening.value = every
            parts._open()
          }
        },
        ended: parts._end)
    }
  }

  /// Sends a stream at each value of `openings`, which completes when the stream that `closing` returns for that
  /// value sends a value.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// o = --x---y
  /// c = cold --x
  /// a.window(from: o) { c } == --<-2|>---<-4|>----|
  /// ```
  ///
  /// Windows may overlap. When the source ends, the open windows end with the same event in the order in which they
  /// were opened, and then the result ends. Completions and interruptions of the openings and of closing streams are
  /// ignored. If one of these streams fails, the windows and the result fail. If the result ends for another reason,
  /// the windows are interrupted. The openings are started first. The semantics are those of RxJS's `windowToggle`.
  @inlinable
  public func window<T, Closing: SignalProducerConvertible>(
    from openings: some SignalProducerConvertible<T, Error>, _ closing: @escaping (T) -> Closing
  ) -> SignalProducer<SignalProducer, Error> where Closing.Error == Error {
    _cut(from: openings.producer, closing) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }

  /// Sends consecutive streams, each of which completes when the stream that `closing` returns for it sends a value
  /// or completes.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// c = cold ----x
  /// a.window { c } == <-1-2|>---<-3-4|>---<-|>|
  /// ```
  ///
  /// When the source ends, the open window ends with the same event, and then the result ends. If a closing stream is
  /// interrupted, its window stays open until the source ends. If a closing stream fails, the window and the result
  /// fail. If the result ends for another reason, the window is interrupted. The first closing stream is started
  /// before the source. The semantics are those of RxJS's `windowWhen`.
  @inlinable
  public func window<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> SignalProducer<SignalProducer, Error> where Closing.Error == Error {
    _cut(countsCompletion: true, closing) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }
}

extension SignalProducer where Value: Sendable {
  /// Sends a stream of the following values immediately and after each `interval`, which completes the previous stream.
  ///
  /// ```marble
  /// a = -1-2-3-|
  /// a.window(every: 4) == <-1-2|>---<-3-|>--|
  /// ```
  ///
  /// Apart from that, it works as `window(on:)` with a timer. The windows are sent on the scheduler. The semantics are
  /// those of RxJS's `windowTime`.
  ///
  /// - Parameters:
  ///   - interval: The length of a window, greater than zero.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func window(every interval: Duration, on scheduler: some TimeScheduler)
    -> SignalProducer<SignalProducer, Error>
  {
    precondition(interval > .zero, "window(every:on:) needs an interval longer than zero")
    return window(on: SignalProducer<Int, Never>.timer(interval: interval, on: scheduler))
  }

  /// Sends a stream of the following values immediately and after each `interval`, which completes after `length`.
  ///
  /// ```marble
  /// a = -1-2-3-|
  /// a.window(for: 2, every: 4) == <-1|>---<-3|>--|
  /// ```
  ///
  /// The windows overlap if `interval` is shorter than `length`, and skip values if it is longer. The first window is
  /// sent before the source is started. Apart from that, it works as ``window(every:on:)``. The semantics are those of
  /// RxJS's `windowTime` with a creation interval.
  ///
  /// - Parameters:
  ///   - length: The length of a window. A negative one counts as zero.
  ///   - interval: The time from the beginning of one window to the beginning of the next, greater than zero.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public func window(for length: Duration, every interval: Duration, on scheduler: some TimeScheduler)
    -> SignalProducer<SignalProducer, Error>
  {
    precondition(interval > .zero, "window(for:every:on:) needs an interval longer than zero")
    let openings = SignalProducer<Int, Never>(value: 0).concat(.timer(interval: interval, on: scheduler))
    return window(from: openings.promoteError(Error.self)) { _ in
      SignalProducer<Int, Never>.timer(after: length, on: scheduler).promoteError(Error.self)
    }
  }
}

extension SignalProducer where Error == Never {
  /// Sends a stream immediately and at each value of a trigger that may fail; see ``window(on:)-34mtj``.
  @inlinable
  @_disfavoredOverload
  public func window<T, F>(
    on trigger: some SignalProducerConvertible<T, F>
  ) -> SignalProducer<SignalProducer<Value, F>, F> {
    promoteError(F.self).window(on: trigger)
  }
}

extension Signal {
  /// Sends a stream at each value of `openings`; see ``SignalProducer/window(from:_:)``.
  @inlinable
  public func window<T, Closing: SignalProducerConvertible>(
    from openings: some SignalProducerConvertible<T, Error>, _ closing: @escaping (T) -> Closing
  ) -> Signal<SignalProducer<Value, Error>, Error> where Closing.Error == Error {
    lift { $0.window(from: openings, closing) }
  }
}
