// More ways to make a producer: of values, of a result, of a function.

extension SignalProducer {
  /// A producer of some values.
  @inlinable
  public init(values first: Value, _ others: Value...) {
    self.init([first] + others)
  }

  /// A producer of one value, or one that fails, as the result says.
  @inlinable
  public init(result: Result<Value, Error>) {
    switch result {
    case .success(let value): self.init(value: value)
    case .failure(let error): self.init(error: error)
    }
  }

  /// A producer of what `action` returns, called afresh by each start; it fails with what `action` throws.
  @inlinable
  public init(_ action: @escaping () throws(Error) -> Value) {
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

  /// A producer of what `action` results in, called afresh by each start.
  @inlinable
  public init(_ action: @escaping () -> Result<Value, Error>) {
    self.init { () throws(Error) -> Value in try action().get() }
  }
}

extension SignalProducer where Value: Sendable {
  /// A producer of what `action` returns, called afresh by each start, in a task; it fails with what `action` throws.
  ///
  /// Disposing the start cancels the task. When `action` gives in to a cancellation, which is to throw a
  /// `CancellationError`, the stream is interrupted. Events are sent from wherever the task runs.
  ///
  /// - Parameters:
  ///   - priority: the task's; if there is none, that of the task that starts the producer.
  ///   - action: makes the value.
  @inlinable
  public init(
    priority: TaskPriority? = nil, _ action: @escaping @Sendable () async throws(Error) -> Value
  ) {
    self.init { observer, lifetime in
      lifetime += _TaskDisposable(
        Task(priority: priority) {
          do throws(Error) {
            observer.send(value: try await action())
            observer.sendCompleted()
          } catch {
            observer.send(end: _end(of: error))
          }
        })
    }
  }

  /// A producer of an asynchronous sequence's elements, iterated afresh by each start, in a task.
  ///
  /// Completes when the sequence ends; fails with what it throws, and is interrupted if that is a
  /// `CancellationError`. Disposing the start cancels the task, and no further element is asked for. The next element
  /// is asked for when the one before has been delivered, or been left for whoever is delivering. Events are sent
  /// from wherever the task runs.
  ///
  /// - Parameters:
  ///   - sequence: what can be iterated once only, as an `AsyncStream`, makes a producer that can be started once only.
  ///   - priority: the task's; if there is none, that of the task that starts the producer.
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

/// How a task's error ends the stream that the task feeds.
@usableFromInline
func _end<Error: Swift.Error>(of error: Error) -> TerminalEvent<Error> {
  error is CancellationError ? .interrupted : .failed(error)
}

/// Cancels a task when it is disposed.
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
