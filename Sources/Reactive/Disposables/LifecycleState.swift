import Synchronization

/// Whether something still goes on: an observation, a start, a signal.
@usableFromInline
class _LifecycleState: @unchecked Sendable {
  /// What has happened to it, as a set of bits that are never taken back.
  @usableFromInline final let _phase = Atomic<UInt8>(0)

  /// It was asked to stop.
  @inlinable static var _disposed: UInt8 { 1 }
  /// Its end has been delivered, or is being.
  @inlinable static var _ended: UInt8 { 2 }
  /// Something hangs on it that is let go with it.
  @inlinable static var _hasResources: UInt8 { 4 }
  /// What hung on it has been let go.
  @inlinable static var _released: UInt8 { 8 }

  #if DEBUG
    private final let counter = LiveObjects.counter

    @usableFromInline
    init() { counter?.add(1) }

    deinit { counter?.add(-1) }
  #else
    @inlinable
    init() {}
  #endif

  /// Whether events still go through.
  @inlinable
  final var _isLive: Bool {
    _phase.load(ordering: .relaxed) & (_LifecycleState._disposed | _LifecycleState._ended) == 0
  }

  /// Marks something that has happened; what had happened before.
  @inlinable
  final func _mark(_ bit: UInt8) -> UInt8 {
    _phase.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
  }

  /// Its node is on a signal's list no more: the end was delivered, or none will ever come; inside the signal's domain.
  @usableFromInline
  func _nodeLeft() {}
}
