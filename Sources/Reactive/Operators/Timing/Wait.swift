// The common part of the operators that wait for a stream that a closure returns.

/// The wait for the first value of a stream, which is an input of a join; accessed in the domain of the join.
@usableFromInline
final class _Wait<Error: Swift.Error> {
  @usableFromInline let join: _ProducerSubscription
  /// Ends the join if the stream fails.
  @usableFromInline let failed: (TerminalEvent<Error>) -> Void
  /// The start of the stream, which the join retains until its end.
  @exclusivity(unchecked) @usableFromInline var current: Unmanaged<_JoinStart>?

  @inlinable
  init(in join: _ProducerSubscription, failed: @escaping (TerminalEvent<Error>) -> Void) {
    self.join = join
    self.failed = failed
  }

  @inlinable
  var isActive: Bool { current != nil }

  /// Starts a stream, and calls `ended` after its first value or its end.
  ///
  /// Called while no other wait is active.
  @inlinable
  func begin<Stream: SignalProducerConvertible>(_ stream: Stream, ended: @escaping (_ hasValue: Bool) -> Void)
  where Stream.Error == Error {
    let hasValue = _Cell(false)
    let handlers = _JoinHandlers<Stream.Value, Error>(
      join, value: { _ in hasValue.value = true },
      ended: { end, _ in
        if case .failed = end { return self.failed(end) }
        self.current = nil
        ended(hasValue.value)
      })
    current = _JoinInput._beginLater(stream.producer.take(first: 1), handlers)
  }

  /// Disposes the stream.
  @inlinable
  func stopWaiting() {
    current?._withUnsafeGuaranteedRef {
      $0.dispose()
      join._detach($0)
    }
    current = nil
  }
}
