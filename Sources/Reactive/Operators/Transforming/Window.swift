// Operators that send the values between two moments as a stream.
//
// The first window is sent at the start, when nobody can observe a signal's result yet; so these are operators of
// producers, except for the one that waits for its openings. A signal has them through its `producer`.

extension SignalProducer {
  /// Sends a stream at once and at each value of `trigger`, which also ends the one before; the values of the source
  /// are sent in the stream that is open.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// t = ----x
  /// a.window(on: t) == <-1-2|>---<-3-4-|>----|
  /// ```
  ///
  /// When the source ends, in whatever way, so does the open window, and then the result. That the trigger completes or
  /// is interrupted means nothing; when it fails, the window and the result fail. Where the result ends otherwise, the
  /// window is interrupted. The source is started first. As RxJS's `window`.
  ///
  /// A window is hot, but keeps what comes before its first observer for that one.
  @inlinable
  public func window<T>(
    on trigger: some SignalProducerConvertible<T, Error>
  ) -> SignalProducer<SignalProducer, Error> {
    _cut(on: trigger.producer) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }

  /// Sends a stream at once and at each value of a trigger that cannot fail; see
  /// ``window(on:)-34mtj``.
  @inlinable
  @_disfavoredOverload
  public func window<T>(
    on trigger: some SignalProducerConvertible<T, Never>
  ) -> SignalProducer<SignalProducer, Error> {
    window(on: trigger.producer.promoteError(Error.self))
  }

  /// Sends a stream at once and behind every `every`-th value; each completes with its `count`-th value, so that they
  /// overlap or leave gaps.
  ///
  /// ```marble
  /// a = -1-2-3-|
  /// a.window(count: 2)           == <-1-(2|)>--<--3-|>---|
  /// a.window(count: 2, every: 1) == <-1-(2|)><--2-(3|)>-<--3-|>-<--|>-|
  /// ```
  ///
  /// When the source ends, in whatever way, so do the open windows, in the order of their opening, and then the result.
  /// Where the result ends otherwise, they are interrupted. As RxJS's `windowCount`.
  ///
  /// - Parameters:
  ///   - count: at least 1.
  ///   - every: at least 1; `count` if there is none.
  @inlinable
  public func window(count: Int, every: Int? = nil) -> SignalProducer<SignalProducer, Error> {
    let every = every ?? count
    precondition(count > 0 && every > 0, "window(count:every:) needs a count and a step of at least 1")
    return ._joining { subscription, downstream in
      let parts = _Windowing<Value, SignalProducer, Error>(windowingIn: subscription, downstream)
      // How many values are missing until the oldest window closes, and until the next one opens.
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

  /// Sends a stream at each value of `openings`; it completes when the stream that `closing` makes of that value sends
  /// one.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// o = --x---y
  /// c = cold --x
  /// a.window(from: o) { c } == --<-2|>---<-4|>----|
  /// ```
  ///
  /// Windows may overlap. When the source ends, in whatever way, so do the open ones, in the order of their opening, and
  /// then the result. That the openings or a closing stream complete or are interrupted means nothing; when one fails,
  /// the windows and the result fail. Where the result ends otherwise, the windows are interrupted. The openings are
  /// started first. As RxJS's `windowToggle`.
  @inlinable
  public func window<T, Closing: SignalProducerConvertible>(
    from openings: some SignalProducerConvertible<T, Error>, _ closing: @escaping (T) -> Closing
  ) -> SignalProducer<SignalProducer, Error> where Closing.Error == Error {
    _cut(from: openings.producer, closing) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }

  /// Sends one stream after the other; each completes when the stream that `closing` makes for it sends a value or
  /// completes.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// c = cold ----x
  /// a.window { c } == <-1-2|>---<-3-4|>---<-|>|
  /// ```
  ///
  /// When the source ends, in whatever way, so does the open window, and then the result. A closing stream that is
  /// interrupted leaves its window open to the end; one that fails fails the window and the result. Where the result
  /// ends otherwise, the window is interrupted. The first closing stream is started before the source. As RxJS's
  /// `windowWhen`.
  @inlinable
  public func window<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> SignalProducer<SignalProducer, Error> where Closing.Error == Error {
    _cut(countsCompletion: true, closing) { _Windowing<Value, SignalProducer, Error>(windowingIn: $0, $1) }
  }
}

extension SignalProducer where Error == Never {
  /// Sends a stream at once and at each value of a trigger that may fail; see
  /// ``window(on:)-34mtj``.
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
