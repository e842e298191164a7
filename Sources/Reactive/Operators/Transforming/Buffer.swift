import DequeModule

// Operators that send the values between two points in time as an array.

// MARK: buffer(on:)

extension SignalProducer {
  /// Sends the values since the last value of `trigger` as an array, at each value of `trigger`.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// t = ----x-x
  /// a.buffer(on: t) == ----[[1,2]]-[[3]]--([[4]]|)
  /// ```
  ///
  /// The array is empty if there are no values. When the source completes, the remaining values are sent, also as an
  /// empty array. A failure or interruption is forwarded and drops them. A completion or interruption of the trigger
  /// is ignored. If the trigger fails, the result fails. The source is started first. The semantics are those of
  /// RxJS's `buffer`.
  @inlinable
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Error>) -> SignalProducer<[Value], Error> {
    _cut(on: trigger.producer) { _Windowing<Value, [Value], Error>(bufferingIn: $0, $1) }
  }

  /// Sends the values since the last value of a trigger that cannot fail, at each value of the trigger; see
  /// ``buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Never>) -> SignalProducer<[Value], Error> {
    buffer(on: trigger.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Sends the values since the last value of a trigger that may fail, at each value of the trigger; see
  /// ``buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T, F>(on trigger: some SignalProducerConvertible<T, F>) -> SignalProducer<[Value], F> {
    promoteError(F.self).buffer(on: trigger)
  }
}

extension Signal {
  /// Sends the values since the last value of `trigger`, at each value of `trigger`; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Error>) -> Signal<[Value], Error> {
    lift { $0.buffer(on: trigger) }
  }

  /// Sends the values since the last value of a trigger that cannot fail, at each value of the trigger; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T>(on trigger: some SignalProducerConvertible<T, Never>) -> Signal<[Value], Error> {
    lift { $0.buffer(on: trigger) }
  }
}

extension Signal where Error == Never {
  /// Sends the values since the last value of a trigger that may fail, at each value of the trigger; see
  /// ``SignalProducer/buffer(on:)-3gpek``.
  @inlinable
  @_disfavoredOverload
  public func buffer<T, F>(on trigger: some SignalProducerConvertible<T, F>) -> Signal<[Value], F> {
    lift { $0.buffer(on: trigger) }
  }
}

// MARK: buffer(count:every:)

extension Operator where InputError == OutputError, Output == [Input] {
  /// Sends arrays of `count` values that begin at every `every`-th value.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// a.buffer(count: 3, every: 2) == -----[[1,2,3]]---[[3,4,5]]-([[5]]|)
  /// a.buffer(count: 2, every: 3) == ---[[1,2]]-----[[4,5]]-|
  /// ```
  ///
  /// The arrays overlap if `every` is less than `count`, and skip values if it is greater. When the source completes,
  /// the arrays that have begun are sent. Without values no array is sent, unlike with ``collect(count:)``. A failure
  /// or interruption is forwarded and drops the arrays. The semantics are those of RxJS's `bufferCount`.
  ///
  /// - Parameters:
  ///   - count: The number of values of an array, at least 1.
  ///   - every: The number of values from the beginning of one array to the next, at least 1. By default it is
  ///     `count`.
  @inlinable
  public static func buffer(count: Int, every: Int? = nil) -> Operator {
    let every = every ?? count
    precondition(count > 0 && every > 0, "buffer(count:every:) needs a count and a step of at least 1")
    return Operator { downstream, _ in
      // Overlapping arrays share their values until they are sent.
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
  /// Sends arrays of `count` values that begin at every `every`-th value; see ``Operator/buffer(count:every:)``.
  @inlinable
  public func buffer(count: Int, every: Int? = nil) -> SignalProducer<[Value], Error> {
    lift(.buffer(count: count, every: every))
  }
}

extension Signal {
  /// Sends arrays of `count` values that begin at every `every`-th value; see ``Operator/buffer(count:every:)``.
  @inlinable
  public func buffer(count: Int, every: Int? = nil) -> Signal<[Value], Error> {
    lift(.buffer(count: count, every: every))
  }
}

// MARK: buffer(from:)

extension SignalProducer {
  /// Begins an array at each value of `openings`, and sends it when the stream that `closing` returns for that value
  /// sends a value.
  ///
  /// ```marble
  /// a = -1-2-3-4-5-|
  /// o = --x---y
  /// c = cold --x
  /// a.buffer(from: o) { c } == ----[[2]]---[[4]]--|
  /// ```
  ///
  /// Arrays may overlap. When the source completes, the open arrays are sent in the order in which they began. A
  /// failure or interruption is forwarded and drops them. Completions and interruptions of the openings and of
  /// closing streams are ignored. If one of these streams fails, the result fails. The openings are started first.
  /// The semantics are those of RxJS's `bufferToggle`.
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

// MARK: buffer(_:)

extension SignalProducer {
  /// Sends consecutive arrays, each when the stream that `closing` returns for it sends a value.
  ///
  /// ```marble
  /// a = -1-2-3-4-|
  /// c = cold ----x
  /// a.buffer { c } == ----[[1,2]]---[[3,4]]([[]]|)
  /// ```
  ///
  /// When the source completes, the remaining values are sent, also as an empty array. A failure or interruption is
  /// forwarded and drops them. If a closing stream completes or is interrupted without a value, its array stays open
  /// until the source ends. If a closing stream fails, the result fails. The first closing stream is started before
  /// the source. The semantics are those of RxJS's `bufferWhen`.
  @inlinable
  public func buffer<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> SignalProducer<[Value], Error> where Closing.Error == Error {
    _cut(countsCompletion: false, closing) { _Windowing<Value, [Value], Error>(bufferingIn: $0, $1) }
  }
}

extension Signal {
  /// Sends consecutive arrays, each when the stream that `closing` returns for it sends a value; see
  /// ``SignalProducer/buffer(_:)``.
  @inlinable
  public func buffer<Closing: SignalProducerConvertible>(
    _ closing: @escaping () -> Closing
  ) -> Signal<[Value], Error> where Closing.Error == Error {
    lift { $0.buffer(closing) }
  }
}
