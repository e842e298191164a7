// Declarations that exist for their messages: observers of values for streams that can fail, joins of streams that fail
// with different errors, calls without a necessary argument, and an old name.

extension Signal {
  @available(
    *, unavailable,
    message: "this signal can fail: use observeResult(_:), or handle the error before, as with flatMapError(_:)"
  )
  @discardableResult
  public func observeValues(_ action: @escaping (Value) -> Void) -> any Disposable { observe(Observer(value: action)) }
}

extension SignalProducer {
  @available(
    *, unavailable,
    message: "this producer can fail: use startWithResult(_:), or handle the error before, as with flatMapError(_:)"
  )
  @discardableResult
  public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable { start(Observer(value: action)) }
}

// Without these, the compiler reports "failed to produce diagnostic" if the types of a stream are inferred.

extension Signal {
  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func merge<F>(with other: Signal<Value, F>) -> Signal { self }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func concat<F>(_ other: Signal<Value, F>) -> Signal { self }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func zip<T, F>(with other: Signal<T, F>) -> Signal<(Value, T), Error> { .never }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func combineLatest<T, F>(with other: Signal<T, F>) -> Signal<(Value, T), Error> { .never }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func withLatest<T, F>(from other: Signal<T, F>) -> Signal<(Value, T), Error> { .never }
}

extension SignalProducer {
  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func merge<F>(with other: SignalProducer<Value, F>) -> SignalProducer { self }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func concat<F>(_ other: SignalProducer<Value, F>) -> SignalProducer { self }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func zip<T, F>(with other: SignalProducer<T, F>) -> SignalProducer<(Value, T), Error> { .never }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func combineLatest<T, F>(with other: SignalProducer<T, F>) -> SignalProducer<(Value, T), Error> { .never }

  @available(*, unavailable, message: "the streams have different error types: convert one with mapError(_:)")
  public func withLatest<T, F>(from other: SignalProducer<T, F>) -> SignalProducer<(Value, T), Error> { .never }
}

// Without these, the compiler reports another overload, such as `delay(until:)` or the one for sequences.

extension StreamProtocol {
  @available(*, unavailable, message: "add a scheduler, as in delay(.seconds(1), on: scheduler)")
  public func delay(_ interval: Duration) -> Self { self }

  @available(*, unavailable, message: "add a scheduler, as in debounce(.seconds(1), on: scheduler)")
  public func debounce(_ interval: Duration) -> Self { self }
}

extension Signal {
  @available(*, unavailable, message: "add a strategy for the inner streams, as in flatMap(.latest) { … }")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ transform: @escaping (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> { .never }
}

extension SignalProducer {
  @available(*, unavailable, message: "add a strategy for the inner streams, as in flatMap(.latest) { … }")
  public func flatMap<Inner: SignalProducerConvertible>(
    _ transform: @escaping (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> { .never }
}

// Without these, the compiler takes more than a minute for a chain with this name, and reports another line.

extension Signal {
  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> { .never }
}

extension SignalProducer {
  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> { .never }
}
