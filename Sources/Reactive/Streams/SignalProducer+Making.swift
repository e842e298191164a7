// More ways to create a producer: from values, a result or a function.

extension SignalProducer {
  /// Creates a producer that sends the value of a result and completes, or fails with its error.
  @inlinable
  public init(result: Result<Value, Error>) {
    switch result {
    case .success(let value): self.init(value: value)
    case .failure(let error): self.init(error: error)
    }
  }

  @inlinable
  init(_calling action: @escaping () throws(Error) -> Value) {
    self = ._beginning { downstream, subscription in
      subscription._generate(downstream) {
        do throws(Error) {
          downstream._value(try action())
        } catch {
          return downstream._end(.failed(error))
        }
        if subscription._isLive { downstream._end(.completed) }
      }
    }
  }

  /// Creates a producer that sends the value that `action` returns, or fails with its error.
  ///
  /// Each start calls `action` again.
  @inlinable
  public init(_ action: @escaping () -> Result<Value, Error>) {
    self.init(_calling: { () throws(Error) -> Value in try action().get() })
  }
}

extension SignalProducer {
  /// Returns a producer that sends `first`, then the result of `next` for each previous value, while `condition` is
  /// true.
  ///
  /// ```marble
  /// generate(1, while: { $0 < 10 }) { $0 * 2 } == (1248|)
  /// ```
  ///
  /// Completes when `condition` is false for a value, which is not sent. Each start begins with `first` again. After
  /// each value, the iteration stops if the start was disposed. The semantics are those of RxJS's `generate`.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - condition: Returns whether a value is sent. Without it, the producer is endless.
  ///   - next: Returns the value that follows a value.
  @inlinable
  public static func generate(
    _ first: Value, while condition: @escaping (Value) -> Bool = { _ in true }, _ next: @escaping (Value) -> Value
  ) -> SignalProducer {
    SignalProducer(sequence(first: first, next: next).lazy.prefix(while: condition))
  }
}

extension SignalProducer {
  /// Creates a producer that sends the events of any kind of stream, or the outcome of a result.
  @inlinable
  @_disfavoredOverload
  public init(_ stream: some SignalProducerConvertible<Value, Error>) {
    self = stream.producer
  }
}

extension SignalProducer {
  @inlinable
  @inline(__always)
  init(_only value: Value) {
    self.init(_source: .value(_OnlyValue(value)))
  }

  @inlinable
  @inline(__always)
  init(_elements values: some Sequence<Value>) {
    self = ._beginning { downstream, subscription in
      subscription._generate(downstream) { subscription._send(values, to: downstream) }
    }
  }
}

// Without a context that states the error type, a producer of values cannot fail.
extension SignalProducer where Error == Never {
  /// Creates a producer that sends one value and completes.
  @inlinable
  @_disfavoredOverload
  public init(value: Value) {
    self.init(_only: value)
  }

  /// Creates a producer that sends the elements of a sequence and completes.
  @inlinable
  public init(_ values: some Sequence<Value>) {
    self.init(_elements: values)
  }

  /// Creates a producer that sends some values and completes.
  @inlinable
  @_disfavoredOverload
  public init(values first: Value, _ others: Value...) {
    self.init(_elements: [first] + others)
  }
}

extension Result: SignalProducerConvertible {
  /// A producer that sends the value and completes, or fails with the error.
  @inlinable
  public var producer: SignalProducer<Success, Failure> { SignalProducer(result: self) }
}

/// The protocol of ``SignalProducer`` that declares its initializers with values.
///
/// A trailing closure can be the argument of any initializer, also of one with a label. An initializer of a protocol has
/// a lower precedence than one of a refined protocol, and than one of a type. So a closure is called, and is not the
/// value, and a closure that returns a `Result` selects ``SignalProducer/init(_:)-(()->Result<Value,Error>)``.
public protocol _SignalProducerProtocol<Value, Error>: SignalProducerConvertible {
  init(_ producer: SignalProducer<Value, Error>)
}

/// The protocol of ``SignalProducer`` that declares its initializers with functions that may throw.
public protocol _CallingSignalProducer<Value, Error>: _SignalProducerProtocol {}

extension SignalProducer: _CallingSignalProducer {
  @inlinable
  public init(_ producer: SignalProducer) {
    self = producer
  }
}

extension _SignalProducerProtocol {
  /// Creates a producer that sends one value and completes.
  @inlinable
  public init(value: Value) {
    self.init(SignalProducer(_only: value))
  }

  /// Creates a producer that sends some values and completes.
  @inlinable
  public init(values first: Value, _ others: Value...) {
    self.init(SignalProducer(_elements: [first] + others))
  }
}

extension _CallingSignalProducer {
  /// Creates a producer that sends the value that `action` returns, or fails with the error that it throws.
  ///
  /// Each start calls `action` again.
  @inlinable
  public init(_ action: @escaping () throws(Error) -> Value) {
    self.init(SignalProducer(_calling: action))
  }
}

extension _CallingSignalProducer where Value: Sendable {
  // Not a default argument, with which the initializer would have a lower precedence than those with values.
  /// Creates a producer that calls `action` in a task; see ``init(priority:_:)``.
  @inlinable
  public init(_ action: @escaping @Sendable () async throws(Error) -> Value) {
    self.init(priority: nil, action)
  }

  /// Creates a producer that sends the value that `action` returns, or fails with the error that it throws.
  ///
  /// Each start calls `action` again in a new task.
  ///
  /// Disposing the start cancels the task. If `action` throws a `CancellationError`, the stream is interrupted.
  /// Events are sent on the thread on which the task runs.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task, or `nil` for the priority of the task that starts the producer.
  ///   - action: Makes the value.
  @inlinable
  public init(
    priority: TaskPriority?, _ action: @escaping @Sendable () async throws(Error) -> Value
  ) {
    self.init(
      SignalProducer { observer, lifetime in
        lifetime += _TaskDisposable(
          Task(priority: priority) {
            do throws(Error) {
              observer.send(value: try await action())
              observer.sendCompleted()
            } catch {
              observer.send(end: _end(of: error))
            }
          })
      })
  }
}

extension SignalProducer where Value: Sendable {
  /// Creates a producer that sends the elements of an asynchronous sequence.
  ///
  /// Each start iterates the sequence again in a new task.
  ///
  /// The producer completes when the sequence ends. It fails with the error that the sequence throws, or is
  /// interrupted if that is a `CancellationError`. Disposing the start cancels the task and ends the iteration. The
  /// next element is requested after the previous one was delivered, or put in the queue of the stream. Events are
  /// sent on the thread on which the task runs.
  ///
  /// - Parameters:
  ///   - sequence: The sequence. If it can be iterated only once, as an `AsyncStream`, then the producer can be
  ///     started only once.
  ///   - priority: The priority of the task, or `nil` for the priority of the task that starts the producer.
  @inlinable
  public init<Elements: AsyncSequence & Sendable>(_ sequence: Elements, priority: TaskPriority? = nil)
  where Elements.Element == Value, Elements.Failure == Error {
    self.init { observer, lifetime in
      lifetime += _TaskDisposable(
        Task(priority: priority) {
          do throws(Error) {
            for try await value in sequence {
              if Task.isCancelled { return }
              observer.send(value: value)
            }
            observer.sendCompleted()
          } catch {
            observer.send(end: _end(of: error))
          }
        })
    }
  }
}

/// Returns the terminal event for an error that was thrown in a task.
@usableFromInline
func _end<Error: Swift.Error>(of error: Error) -> TerminalEvent<Error> {
  error is CancellationError ? .interrupted : .failed(error)
}

/// A disposable that cancels a task.
@usableFromInline
final class _TaskDisposable: Disposable {
  @usableFromInline let _task: Task<Void, Never>

  @inlinable
  init(_ task: Task<Void, Never>) {
    _task = task
  }

  @usableFromInline var isDisposed: Bool { _task.isCancelled }

  @usableFromInline
  func dispose() {
    _task.cancel()
  }
}
