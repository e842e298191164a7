import Reactive

extension AsyncSequence where Element: Sendable {
  /// Returns a sequence with the same elements, which records each iteration.
  ///
  /// The end of an iteration is recorded as a completion, and as an interruption if the task was canceled or the
  /// iterator is released before the end.
  ///
  /// - Parameters:
  ///   - name: The name of the lane.
  ///   - recorder: The recorder.
  ///   - file: The file that a trace names.
  ///   - line: The line that a trace names.
  public func recorded(
    _ name: String, by recorder: Recorder, file: StaticString = #filePath, line: Int = #line
  ) -> RecordedSequence<Self> {
    RecordedSequence(
      base: self, name: name, recorder: recorder, carrier: recorder._carrier, site: _CallSite(file, line))
  }
}

/// An asynchronous sequence whose iterations a ``Recorder`` records.
public struct RecordedSequence<Base: AsyncSequence>: AsyncSequence where Base.Element: Sendable {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  let base: Base
  let name: String
  let recorder: Recorder
  let carrier: _EventCarrier
  let site: _CallSite

  public func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), iteration: Iteration(recorder._begin(name, for: carrier, in: site)))
  }

  /// An iterator that records its elements.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let iteration: Iteration

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      do throws(Failure) {
        if let element = try await base.next(isolation: actor) {
          iteration.record(.value(element))
          return element
        }
        iteration.record(Task.isCancelled ? .interrupted : .completed)
        return nil
      } catch {
        iteration.record(error is CancellationError ? .interrupted : .failed(error))
        throw error
      }
    }

    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }
  }

  /// One iteration, which ends when its iterator is released.
  fileprivate final class Iteration: Sendable {
    private let stream: _RecordedStream

    init(_ stream: _RecordedStream) {
      self.stream = stream
    }

    deinit { stream._interrupt() }

    /// Records an event.
    ///
    /// Its cause is unknown: the event that started the task of the iteration is over.
    func record(_ content: RecorderState.Content) {
      stream.recorder.record(content, of: stream, isEffect: false)
    }
  }
}

extension RecordedSequence: Sendable where Base: Sendable {}
