/// Work that a thread passes to the thread inside a domain.
///
/// Sendable because the domain runs it once, on one thread, after it was passed.
final class WaitingWork: @unchecked Sendable {
  private let run: () -> Void
  /// Whether it runs before the waiting events.
  private let isUrgent: Bool
  /// The next one in the list that contains it; guarded by the owner of the list.
  @exclusivity(unchecked) private var next: Unmanaged<WaitingWork>?

  init(isUrgent: Bool, _ run: @escaping () -> Void) {
    self.run = EventContext.keeping(run)
    self.isUrgent = isUrgent
  }

  /// Sets the next one to that at an address, and returns the address of this one.
  func prepended(to address: UInt) -> UInt {
    next = Self.link(at: address)
    return UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  private static func link(at address: UInt) -> Unmanaged<WaitingWork>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  /// A list of work, the oldest first; retained manually.
  private struct List {
    private var first: Unmanaged<WaitingWork>?
    private var last: Unmanaged<WaitingWork>?

    var isEmpty: Bool { first == nil }

    mutating func append(_ link: Unmanaged<WaitingWork>) {
      link._withUnsafeGuaranteedRef { $0.next = nil }
      if let last { last._withUnsafeGuaranteedRef { $0.next = link } } else { first = link }
      last = link
    }

    mutating func popFirst() -> WaitingWork? {
      guard let work = first?.takeRetainedValue() else { return nil }
      first = work.next
      if first == nil { last = nil }
      return work
    }
  }

  /// The work that the thread inside a domain has taken from the list of arrivals.
  final class Queue {
    private var urgent = List()
    private var ordinary = List()
    /// The function that schedules the rest of the work on the scheduler of the stream.
    let resumeOnScheduler: ((_SerialDomain) -> Void)?

    /// Creates a queue.
    ///
    /// - Parameter resume: A function that schedules the rest of the work on the scheduler of the stream.
    init(resumingOnScheduler resume: ((_SerialDomain) -> Void)? = nil) {
      resumeOnScheduler = resume
    }

    // Work is left if the scheduler that was to run it is gone.
    deinit { while popFirst() != nil {} }

    var isEmpty: Bool { urgent.isEmpty && ordinary.isEmpty }

    /// Appends a list of arrivals, whose head is the newest work.
    func append(arrivals newest: UInt) {
      var oldest: Unmanaged<WaitingWork>?
      var rest = WaitingWork.link(at: newest)
      while let link = rest {
        link._withUnsafeGuaranteedRef { work in
          rest = work.next
          work.next = oldest
        }
        oldest = link
      }
      while let link = oldest {
        link._withUnsafeGuaranteedRef { work in
          oldest = work.next
          if work.isUrgent { urgent.append(link) } else { ordinary.append(link) }
        }
      }
    }

    /// Appends work.
    func append(_ work: WaitingWork) {
      ordinary.append(.passRetained(work))
    }

    func popUrgent() -> (() -> Void)? { urgent.popFirst()?.run }

    /// Removes and returns the first work, urgent work first.
    func popFirst() -> (() -> Void)? { (urgent.popFirst() ?? ordinary.popFirst())?.run }
  }
}
