#if DEBUG
  import Synchronization

  /// Counts the core's objects in debug builds, so that tests see what is never let go.
  package enum LiveObjects {
    /// Who counts what is made in the present task; an object stays with the census that counted it first.
    @TaskLocal package static var counter: Counter?

    /// How many of the objects that were made under it are alive.
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
