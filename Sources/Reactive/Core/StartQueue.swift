import Synchronization

/// A queue of streams that wait to be started.
///
/// It retains each stream manually. The caller of `popFirst` must release the stream.
@usableFromInline
struct _StartQueue {
  /// The last stream, whose `_nextStart` is the first one.
  @usableFromInline var _last: Unmanaged<_JoinStart>?

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { _last == nil }

  @inlinable
  mutating func append(_ input: _JoinStart) {
    let link = Unmanaged.passRetained(input)
    prepend(link)
    _last = link
  }

  @inlinable
  mutating func prepend(_ link: Unmanaged<_JoinStart>) {
    link._withUnsafeGuaranteedRef { input in
      guard let _last else { return input._nextStart = link }
      _last._withUnsafeGuaranteedRef {
        input._nextStart = $0._nextStart
        $0._nextStart = link
      }
    }
    if _last == nil { _last = link }
  }

  @inlinable
  mutating func popFirst() -> Unmanaged<_JoinStart>? {
    guard let _last else { return nil }
    return _last._withUnsafeGuaranteedRef { last in
      guard let first = last._nextStart else { return nil }
      first._withUnsafeGuaranteedRef { input in
        last._nextStart = input._nextStart
        input._nextStart = nil
        if input === last { self._last = nil }
      }
      return first
    }
  }
}

// MARK: - Starting the inputs of a join

extension _ProducerSubscription {
  /// Starts an input after the domain was left; called inside the domain.
  ///
  /// The events that the input sends immediately can then enter the domain. One input is started at a time. If an
  /// event during a start requires another start, the second one waits until the first one has returned. So a million
  /// restarts do not grow the stack.
  @inlinable
  final func _startLater(_ input: _JoinStart) {
    _starts.append(input)
    _hasStart = !_isStarting
  }

  /// Whether an input that would be started after the domain was left can as well be started now, because no work and
  /// no other start is before it; called inside the domain.
  @inlinable
  final var _canStartNow: Bool {
    _starts.isEmpty && !_isStarting && !_hasWork && _state.load(ordering: .relaxed) == _SerialDomain._busy
  }
}
