// Operators with closures that may throw.

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `action` does not throw, and fails with the error that it throws.
  ///
  /// If `action` throws, the value is not sent and the source is disposed. Terminal events of the source are
  /// forwarded. The semantics are those of ReactiveSwift's `attempt`.
  @inlinable
  public static func attempt(_ action: @escaping (Input) throws(InputError) -> Void) -> Operator {
    .attemptMap { (value: Input) throws(InputError) in
      try action(value)
      return value
    }
  }
}

extension Operator where InputError == OutputError {
  /// Sends the result of `transform` for each value, and fails with the error that it throws.
  ///
  /// If `transform` throws, no value is sent and the source is disposed. Terminal events of the source are forwarded.
  /// The semantics are those of ReactiveSwift's `attemptMap`.
  @inlinable
  public static func attemptMap(_ transform: @escaping (Input) throws(InputError) -> Output) -> Operator {
    Operator { downstream, _ in
      downstream.handling { value in
        let output: Output
        do throws(InputError) {
          output = try transform(value)
        } catch {
          return downstream._end(.failed(error))
        }
        downstream._value(output)
      }
    }
  }
}

// The overloads for closures that throw are disfavored: they also match streams that cannot fail, and functions that
// return a result.

extension StreamProtocol {
  /// Sends the values for which `action` does not throw; see ``Operator/attempt(_:)``.
  @inlinable
  @_disfavoredOverload
  public func attempt(_ action: @escaping (Value) throws(Error) -> Void) -> Self { _lift(.attempt(action)) }

  /// Sends the values for which `action` succeeds; see ``Operator/attempt(_:)``.
  @inlinable
  public func attempt(_ action: @escaping (Value) -> Result<Void, Error>) -> Self {
    attempt { (value: Value) throws(Error) in try action(value).get() }
  }
}

extension Signal {
  /// Sends the result of `transform` for each value; see ``Operator/attemptMap(_:)``.
  @inlinable
  @_disfavoredOverload
  public func attemptMap<T>(_ transform: @escaping (Value) throws(Error) -> T) -> Signal<T, Error> {
    lift(.attemptMap(transform))
  }

  /// Sends the result of `transform` for each value; see ``Operator/attemptMap(_:)``.
  @inlinable
  public func attemptMap<T>(_ transform: @escaping (Value) -> Result<T, Error>) -> Signal<T, Error> {
    attemptMap { (value: Value) throws(Error) in try transform(value).get() }
  }
}

extension SignalProducer {
  /// Sends the result of `transform` for each value; see ``Operator/attemptMap(_:)``.
  @inlinable
  @_disfavoredOverload
  public func attemptMap<T>(_ transform: @escaping (Value) throws(Error) -> T) -> SignalProducer<T, Error> {
    lift(.attemptMap(transform))
  }

  /// Sends the result of `transform` for each value; see ``Operator/attemptMap(_:)``.
  @inlinable
  public func attemptMap<T>(_ transform: @escaping (Value) -> Result<T, Error>) -> SignalProducer<T, Error> {
    attemptMap { (value: Value) throws(Error) in try transform(value).get() }
  }

  /// Returns a producer that sends the value that `operation` returns and completes, or fails with the error that it
  /// throws.
  ///
  /// Each start calls `operation` once, on the thread that starts the producer.
  @inlinable
  @_disfavoredOverload
  public static func attempt(_ operation: @escaping () throws(Error) -> Value) -> SignalProducer {
    ._beginning { downstream, subscription in
      subscription._generate(downstream) {
        let value: Value
        do throws(Error) {
          value = try operation()
        } catch {
          return downstream._end(.failed(error))
        }
        if subscription._isLive { downstream._value(value) }
        if subscription._isLive { downstream._end(.completed) }
      }
    }
  }

  /// Returns a producer that sends the value of a result and completes, or fails with its error.
  ///
  /// Each start calls `operation` once, on the thread that starts the producer.
  @inlinable
  public static func attempt(_ operation: @escaping () -> Result<Value, Error>) -> SignalProducer {
    attempt { () throws(Error) in try operation().get() }
  }
}

// MARK: Streams that cannot fail

extension Signal where Error == Never {
  /// Sends the values for which `action` does not throw, as a signal that may fail with any error; see
  /// ``Operator/attempt(_:)``.
  @inlinable
  public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, any Swift.Error> {
    promoteError((any Swift.Error).self).attempt(action)
  }

  /// Sends the result of `transform` for each value, as a signal that may fail with any error; see
  /// ``Operator/attemptMap(_:)``.
  @inlinable
  public func attemptMap<T>(_ transform: @escaping (Value) throws -> T) -> Signal<T, any Swift.Error> {
    promoteError((any Swift.Error).self).attemptMap(transform)
  }
}

extension SignalProducer where Error == Never {
  /// Sends the values for which `action` does not throw, as a producer that may fail with any error; see
  /// ``Operator/attempt(_:)``.
  @inlinable
  public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, any Swift.Error> {
    promoteError((any Swift.Error).self).attempt(action)
  }

  /// Sends the result of `transform` for each value, as a producer that may fail with any error; see
  /// ``Operator/attemptMap(_:)``.
  @inlinable
  public func attemptMap<T>(_ transform: @escaping (Value) throws -> T) -> SignalProducer<T, any Swift.Error> {
    promoteError((any Swift.Error).self).attemptMap(transform)
  }
}
