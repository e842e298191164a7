#if DEBUG
  import Synchronization

  /// The counter for objects of the core in debug builds, with which tests find leaks.
  package enum LiveObjects {
    /// The counter for objects that the current task creates.
    ///
    /// An object stays with the counter that counted it first.
    @TaskLocal package static var counter: Counter?

    /// The number of live objects that were created under this counter.
    package final class Counter: Sendable {
      private let objects = Atomic<Int>(0)

      package init() {}

      package var count: Int { objects.load(ordering: .relaxed) }

      func add(_ difference: Int) {
        objects.add(difference, ordering: .relaxed)
      }
    }
  }
#endif
