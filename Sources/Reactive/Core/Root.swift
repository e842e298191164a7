/// The source of the events of a start, and of its interruption.
///
/// Everything here happens inside its domain. The behavior of a root is a function instead of an overridden method,
/// because a method of a generic class that is called through a table is never specialized and costs a hundred times
/// as much.
@usableFromInline
class _Root {
  /// The domain of the signal for the start of a signal, and the subscription otherwise.
  ///
  /// Both outlive the root.
  @usableFromInline final let _domain: Unmanaged<_SerialDomain>
  @usableFromInline final let _follow: (_Root, _Command) -> Void

  @usableFromInline
  enum _Command {
    /// Send the interruption downstream, unless the end has been sent.
    case interrupt
    /// Release the references downstream, because the start has ended.
    case releaseDownstream
  }

  @inlinable
  init(in domain: Unmanaged<_SerialDomain>, _ follow: @escaping (_Root, _Command) -> Void) {
    _domain = domain
    _follow = follow
  }

  @inlinable
  final func _interrupt() { _follow(self, .interrupt) }

  @inlinable
  final func _releaseDownstream() { _follow(self, .releaseDownstream) }
}

/// A root that only contains a closure for the interruption.
@usableFromInline
final class _PlainRoot: _Root {
  @exclusivity(unchecked) private var action: (() -> Void)?

  @usableFromInline
  init(in domain: _SerialDomain, _ action: @escaping () -> Void) {
    self.action = action
    super.init(in: .passUnretained(domain)) { root, command in
      let action = unsafeDowncast(root, to: _PlainRoot.self).action.take()
      if command == .interrupt { action?() }
    }
  }
}

/// A root that contains the observer downstream, until the end.
///
/// After that, a reference to the start or to its `_SerializedInput` must not keep the observer alive.
@usableFromInline
final class _ObserverRoot<Value, Error: Swift.Error>: _Root, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var _downstream: Observer<Value, Error>?

  @inlinable
  init(_ subscription: _ProducerSubscription, _ downstream: Observer<Value, Error>) {
    _downstream = downstream
    super.init(in: .passUnretained(subscription)) { root, command in
      let root = unsafeDowncast(root, to: _ObserverRoot.self)
      switch command {
      case .interrupt: root._close(.interrupted)
      case .releaseDownstream: root._downstream = nil
      }
    }
  }

  /// Sends the terminal event and releases the observer; called inside the domain of the subscription.
  @inlinable
  func _close(_ end: TerminalEvent<Error>) {
    let downstream = _downstream.take()
    downstream?._end(end)
  }
}
