// Declarations that exist for their messages: observers of values for streams that can fail, and an old name.

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

// Without these, the compiler takes more than a minute for a chain with this name, and reports another line.

extension Signal {
  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> { .never }
}

extension SignalProducer {
  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> { .never }
}
