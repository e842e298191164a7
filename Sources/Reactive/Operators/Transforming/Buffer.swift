import DequeModule

// Operators that send the values between two moments as an array.

// MARK: buffer(on:)

extension SignalProducer {
  /// Sends, at each value of `trigger`, the values that came since the one before, an empty array if none did.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// t = ----x-x
  /// a.buffer(on: t) == ----[[1,2]]-[[3]]--([[4]]|)
  /// ```
  ///
  /// On completion the rest is sent, empty or not; a failure or an interruption drops it. That the trigger completes or
  /// is interrupted means nothing; when it fails, the result fails. The source is started first. As RxJS's `buffer`.
  @inlinable
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Error>) -> SignalProducer<[Value], Error> {
    _cut(on: trigger.producer) { _Windowing<Value, [Value], Error>(bufferingIn: $0, $1) }
  }

  /// Sends, at each value of a trigger that cannot fail, the values that came since the one before; see
  /// ``buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Never>) -> SignalProducer<[Value], Error> {
    buffer(on: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends, at each value of a trigger that may fail, the values that came since the one before; see
  /// ``buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T, F>(on trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<[Value], F> {
    promoteError(F.self).buffer(on: trigger)
  }
}

extension Signal {
  /// Sends, at each value of `trigger`, the values since the one before; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Error>) -> Signal<[Value], Error> {
    lift { $0.buffer(on: trigger) }
  }

  /// Sends, at each value of a trigger that cannot fail, the values since the one before; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Never>) -> Signal<[Value], Error> {
    lift { $0.buffer(on: trigger) }
  }
}

extension Signal where Error == Never {
  /// Sends, at each value of a trigger that may fail, the values since the one before; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T, F>(on trigger: some SignalProducerConvertible<T, F>) -> Signal<[Value], F> {
    lift { $0.buffer(on: trigger) }
  }
}

// MARK: buffer(count:every:)

extension Operator where InputError == OutputError, Output == [Input] {
  /// Sends arrays of `count` values, one beginning at every `every`-th value, so that they overlap or leave gaps.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// a.buffer(count: 3, every: 2) == -----[[1,2,3]]---[[3,4,5]]-([[5]]|)
  /// a.buffer(count: 2, every: 3) == ---[[1,2]]-----[[4,5]]-|
  /// ```
  ///
  /// On completion the arrays that have begun are sent, and nothing else: without values no array, unlike
  /// ``collect(count:)``. A failure or an interruption drops them. As RxJS's `bufferCount`.
  ///
  /// - Parameters:
  ///   - count: at least 1.
  ///   - every: at least 1; `count` if there is none.
  @inlinable
  public static func buffer(count: Int, every: Int? = nil) -> Operator {
    let every = every ?? count
    precondition(count > 0 && every > 0, "buffer(count:every:) needs a count and a step of at least 1")
    return Operator { downstream, _ in
      // Arrays that overlap share their values until they are sent.
      let values = _Cell<Deque<Input>>([])
      let skipped = _Cell(0)
      return Observer(
        value: { value in
          if skipped.value > 0 {
            skipped.value -= 1
            return
          }
          values.value.append(value)
          if values.value.count == count {
            let complete = Array(values.value)
            values.value.removeFirst(Swift.min(every, count))
            skipped.value = Swift.max(every - count, 0)
            downstream._value(complete)
          }
        },
        ended: { end in
          if case .completed = end {
            while !values.value.isEmpty {
              let rest = Array(values.value)
              values.value.removeFirst(Swift.min(every, rest.count))
              downstream._value(rest)
            }
          }
          downstream._end(end)
        })
    }
  }
}

extension SignalProducer {
  /// Sends arrays of `count` values, one beginning at every `every`-th value; see ``Operator/buffer(count:every:)``.
  @inlinable
  public func buffer(count: Int, every: Int? = nil) -> SignalProducer<[Value], Error> {
    lift(.buffer(count: count, every: every))
  }
}

extension Signal {
  /// Sends arrays of `count` values, one beginning at every `every`-th value; see ``Operator/buffer(count:every:)``.
  @inlinable
  public func buffer(count: Int, every: Int? = nil) -> Signal<[Value], Error> {
    lift(.buffer(count: count, every: every))
  }
}

// MARK: buffer(from:)

extension SignalProducer {
  /// Begins an array at each value of `openings`, and sends it when the stream that `closing` makes of that value sends
  /// one.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// o = --x---y
  /// c = cold --x
  /// a.buffer(from: o) { c } == ----[[2]]---[[4]]--|
  /// ```
  ///
  /// Arrays may overlap. On completion those that are open are sent in the order of their beginning; a failure or an
  /// interruption drops them. That the openings or a closing stream complete or are interrupted means nothing; when one
  /// fails, the result fails. The openings are started first. As RxJS's `bufferToggle`.
  @inlinable
  public func buffer<T, Closing: SignalProducerConvertible>(
    from openings: some SignalProducerConvertible<T, Error>, _ closing: @escaping (T) -> Closing
  ) -> SignalProducer<[Value], Error> where Closing.Error == Error {
    _cut(from: openings.producer, closing) { _Windowing<Value, [Value], Error>(bufferingIn: $0, $1) }
  }
}

extension Signal {
  /// Begins an array at each value of `openings`; see ``SignalProducer/buffer(from:_:)``.
  @inlinable
  public func buffer<T, Closing: SignalProducerConvertible>(
    from openings: some SignalProducerConvertible<T, Error>, _ closing: @escaping (T) -> Closing
  ) -> Signal<[Value], Error> where Closing.Error == Error {
    lift { $0.buffer(from: openings, closing) }
  }
}

// MARK: buffer { closing }

extension SignalProducer {
  /// Sends one array after the other, each when the stream that `closing` makes for it sends a value.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// c = cold ----x
  /// a.buffer { c } == ----[[1,2]]---[[3,4]]([[]]|)
  /// ```
  ///
  /// On completion the rest is sent, empty or not; a failure or an interruption drops it. A closing stream that
  /// completes or is interrupted without a value leaves its array open to the end; one that fails fails the result. The
  /// first one is started before the source. As RxJS's `bufferWhen`.
  @inlinable
  public func buffer<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> SignalProducer<[Value], Error> where Closing.Error == Error {
    _cut(countsCompletion: false, closing) { _Windowing<Value, [Value], Error>(bufferingIn: $0, $1) }
  }
}

extension Signal {
  /// Sends one array after the other, each when the stream that `closing` makes for it sends a value; see
  /// ``SignalProducer/buffer(_:)``.
  @inlinable
  public func buffer<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> Signal<[Value], Error> where Closing.Error == Error {
    lift { $0.buffer(closing) }
  }
}
