// The functions whose result is `Disposable?` in ReactiveSwift, so that `disposable?.dispose()` compiles. The result is
// never `nil`.

extension Signal {
  /// Adds an observer and returns a disposable that removes it.
  @discardableResult
  public func observe(_ observer: Observer) -> (any Disposable)? {
    let disposable: any Disposable = observe(observer)
    return disposable
  }

  /// Calls `action` with every event.
  @discardableResult
  public func observe(_ action: @escaping (Event) -> Void) -> (any Disposable)? {
    observe(Observer(action))
  }

  /// Calls `action` with each value, and with the error if the signal fails.
  @discardableResult
  public func observeResult(_ action: @escaping (Result<Value, Error>) -> Void) -> (any Disposable)? {
    observe(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
  }

  /// Calls `action` with the error if the signal fails.
  @discardableResult
  public func observeFailed(_ action: @escaping (Error) -> Void) -> (any Disposable)? {
    observe(Observer(failed: action))
  }

  /// Calls `action` when the signal completes.
  @discardableResult
  public func observeCompleted(_ action: @escaping () -> Void) -> (any Disposable)? {
    observe(Observer(completed: action))
  }

  /// Calls `action` when the signal is interrupted, or if it has already ended.
  @discardableResult
  public func observeInterrupted(_ action: @escaping () -> Void) -> (any Disposable)? {
    observe(Observer(interrupted: action))
  }
}

extension Signal where Error == Never {
  /// Calls `action` with each value.
  @discardableResult
  public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? {
    observe(Observer(value: action))
  }
}

extension BindingTargetProvider {
  /// Sends the values of `source` to the target, until either ends or the result is disposed.
  @discardableResult
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> (any Disposable)?
  where Source.Value == Value {
    let disposable: any Disposable = target <~ source
    return disposable
  }

  /// Sends the values of `source` to a target of optional values.
  @discardableResult
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> (any Disposable)?
  where Value == Source.Value? {
    let disposable: any Disposable = target <~ source
    return disposable
  }
}

extension Lifetime {
  /// Calls `action` when the lifetime ends, and returns a disposable that cancels that.
  @discardableResult
  public func observeEnded(_ action: @escaping () -> Void) -> (any Disposable)? {
    add(AnyDisposable(action))
  }

  /// Disposes `disposable` when the lifetime ends, and returns a disposable that cancels that.
  @discardableResult
  public static func += (lifetime: Lifetime, disposable: (any Disposable)?) -> (any Disposable)? {
    disposable.map { lifetime.add($0) }
  }
}
