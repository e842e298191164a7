import Synchronization

/// A counter for use from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .acquiring) }

  @discardableResult
  func increment() -> Int { count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }
}
