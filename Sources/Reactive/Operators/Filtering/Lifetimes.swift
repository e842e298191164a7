// The lifetime of an object as a signal and as a limit of a stream.

extension Lifetime {
  /// A signal that completes when the lifetime ends.
  public var ended: Signal<Never, Never> {
    Signal { observer, lifetime in
      lifetime += observeEnded { observer.sendCompleted() }
    }
  }
}

extension StreamProtocol {
  /// Sends the events of the source until `lifetime` ends, and completes then.
  ///
  /// If the lifetime has already ended, the source is not started. The semantics are those of ReactiveSwift's
  /// `take(during:)`.
  @inlinable
  public func take(during lifetime: Lifetime) -> Self {
    _lift { source in
      ._joining { subscription, downstream in
        subscription._add(
          lifetime.observeEnded {
            subscription._perform { if subscription._isLive { downstream._end(.completed) } }
          })
        guard subscription._isLive else { return }
        source._begin(in: subscription, value: downstream._value, ended: downstream._end)
      }
    }
  }
}
