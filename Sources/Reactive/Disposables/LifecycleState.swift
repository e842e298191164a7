import Synchronization

/// The lifecycle of an observation, a start or a signal.
@usableFromInline
class _LifecycleState: @unchecked Sendable {
  /// The events in its lifecycle, as a set of bits that are never cleared.
  @usableFromInline final let _phase = Atomic<UInt8>(0)

  /// It was disposed.
  @inlinable static var _disposed: UInt8 { 1 }
  /// Its terminal event has been delivered, or is being delivered.
  @inlinable static var _ended: UInt8 { 2 }
  /// It has resources that must be released with it.
  @inlinable static var _hasResources: UInt8 { 4 }
  /// Its resources have been released.
  @inlinable static var _released: UInt8 { 8 }
  /// Its name grows: the results of operators on it are named after it.
  @inlinable static var _namesResults: UInt8 { 16 }
  /// Its start closure has kept no observer, but has added work to the lifetime, so it lasts until it is disposed.
  @inlinable static var _lastsWithoutInput: UInt8 { 32 }

  #if DEBUG
    private final let counter = LiveObjects.counter

    @usableFromInline
    init() { counter?.add(1) }

    deinit { counter?.add(-1) }
  #else
    @inlinable
    init() {}
  #endif

  /// Whether it still delivers events.
  @inlinable
  final var _isLive: Bool {
    _phase.load(ordering: .relaxed) & (_LifecycleState._disposed | _LifecycleState._ended) == 0
  }

  /// Whether the results of operators are named after it.
  @inlinable
  final var _isNamingResults: Bool { _phase.load(ordering: .relaxed) & _LifecycleState._namesResults != 0 }

  /// Sets a bit and returns the previous set.
  @inlinable
  final func _mark(_ bit: UInt8) -> UInt8 {
    _phase.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
  }

  /// Called inside the domain of a signal after the node of this object was removed from the signal's list of
  /// observers.
  ///
  /// The terminal event was delivered, or there will be none.
  @usableFromInline
  func _nodeLeft() {}
}
