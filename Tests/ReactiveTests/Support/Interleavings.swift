#if DEBUG
  import Dispatch

  @testable import Reactive

  /// Work that a thread performs in the domain of a search.
  struct DomainWork: Hashable {
    let thread: Int
    let index: Int
    let isUrgent: Bool
  }

  /// A search through all orders in which threads can access the state of a domain.
  ///
  /// Only one thread runs at a time. Before each access, the search decides which thread continues. It repeats the
  /// threads from the beginning for each decision that it has not tried. A state in which the same work waits and each
  /// thread is at the same place as in an earlier one is not searched again. Threads that perform the same work can be
  /// exchanged for that.
  final class Interleavings {
    private let programs: [[Bool]]
    private(set) var runs = 0
    /// The kinds of access at which one thread was stopped and another one continued.
    fileprivate(set) var places: Set<_DomainStep> = []
    /// All that happened and must not happen.
    fileprivate(set) var faults: Set<String> = []
    fileprivate let patience: Int
    private let exchanges: [[Int]]
    private var seen: Set<DomainRun.State> = []
    private var path: [Int] = []
    /// The decisions at the beginning of the runs that have not been made yet.
    private var pending: [[Int]] = [[]]

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - programs: For each thread, whether each work that it performs is urgent.
    ///   - patience: The number of events that a thread delivers for others until it offers the domain.
    init(_ programs: [[Bool]], patience: Int) {
      self.programs = programs
      self.patience = patience
      exchanges = Self.exchanges(of: programs)
    }

    var stateCount: Int { seen.count }

    func search() {
      let threads = programs.map { _ in DispatchQueue(label: "interleaving") }
      while let decisions = pending.popLast() {
        runs += 1
        path = []
        DomainRun(programs, decisions, self).run(on: threads)
      }
    }

    /// Returns the thread that continues, or nil if all have ended.
    fileprivate func decide(_ state: DomainRun.State, _ decisions: [Int]) -> Int? {
      let threads = state.places.indices.filter { state.places[$0] != nil }
      var choice = threads.first
      if path.count < decisions.count {
        choice = decisions[path.count]
      } else if !exchanges.contains(where: { seen.contains(state.exchanged($0)) }) {
        seen.insert(state)
        for other in threads.dropFirst() { pending.append(path + [other]) }
      }
      if let choice { path.append(choice) }
      return choice
    }

    /// All permutations of the threads that exchange threads with the same work.
    private static func exchanges(of programs: [[Bool]]) -> [[Int]] {
      programs.indices.reduce([[]]) { all, thread in
        all.flatMap { part in
          programs.indices.filter { !part.contains($0) && programs[$0] == programs[thread] }.map { part + [$0] }
        }
      }
    }
  }

  /// One run of the threads of a search.
  ///
  /// Sendable because only one thread runs at a time.
  private final class DomainRun: @unchecked Sendable {
    /// The next action of a thread.
    enum Place: Hashable {
      case start
      case step(_DomainStep)
      /// Adds work to a state, or fails because the state has changed.
      case add(address: Bool, state: UInt, isLate: Bool)
    }

    /// All that decides what happens next.
    struct State: Hashable {
      /// For each thread, its next access, or nil if it has ended.
      var places: [Place?]
      var arrivals: [DomainWork] = []
      /// The work that the thread inside has taken from the arrivals.
      var taken: [DomainWork] = []
      var running: [DomainWork] = []
      /// For each thread, the number of its calls that have begun.
      var begun: [Int]
      /// For each thread, the work that it has run in the call.
      var served: [Int]

      /// Returns the state with other numbers of the threads.
      func exchanged(_ threads: [Int]) -> State {
        func exchanged(_ work: [DomainWork]) -> [DomainWork] {
          work.map { DomainWork(thread: threads[$0.thread], index: $0.index, isUrgent: $0.isUrgent) }
        }
        var result = State(
          places: places, arrivals: exchanged(arrivals), taken: exchanged(taken), running: exchanged(running),
          begun: begun, served: served)
        for (old, new) in threads.enumerated() {
          (result.places[new], result.begun[new], result.served[new]) = (places[old], begun[old], served[old])
        }
        return result
      }
    }

    private let domain = _SerialDomain()
    private let search: Interleavings
    private let programs: [[Bool]]
    private let decisions: [Int]
    private var state: State
    private var steps: [_DomainStep?]
    private var done: [DomainWork] = []
    private let turns: [DispatchSemaphore]

    init(_ programs: [[Bool]], _ decisions: [Int], _ search: Interleavings) {
      self.programs = programs
      self.decisions = decisions
      self.search = search
      let zeros = programs.map { _ in 0 }
      state = State(places: programs.map { _ in .start }, begun: zeros, served: zeros)
      steps = programs.map { _ in nil }
      turns = programs.map { _ in DispatchSemaphore(value: 0) }
    }

    func run(on threads: [DispatchQueue]) {
      let group = DispatchGroup()
      for thread in programs.indices {
        group.enter()
        threads[thread].async { [unowned self] in
          turns[thread].wait()
          _SerialDomain.$patience.withValue(search.patience) {
            _DomainStep.$observer.withValue({ [unowned self] in stop(thread, at: $0) }) { perform(thread) }
          }
          state.places[thread] = nil
          pass()
          group.leave()
        }
      }
      pass()
      group.wait()
      expect(domain._state.load(ordering: .relaxed) == _SerialDomain._idle, "the domain was not left")
      expect(Set(done).count == programs.joined().count, "work was lost: \(done)")
    }

    private func expect(_ isTrue: Bool, _ fault: String) {
      if !isTrue { search.faults.insert(fault) }
    }

    private func perform(_ thread: Int) {
      for (index, isUrgent) in programs[thread].enumerated() {
        let work = DomainWork(thread: thread, index: index, isUrgent: isUrgent)
        state.begun[thread] += 1
        state.served[thread] = 0
        if isUrgent { domain._performUrgently { self.deliver(work) } } else { domain._perform { self.deliver(work) } }
      }
    }

    /// The body of all work, which runs on one of the threads.
    private func deliver(_ work: DomainWork) {
      let waiting = state.arrivals + state.taken
      expect(state.running.isEmpty, "\(state.running) and \(work) overlap")
      expect(!done.contains(work), "\(work) was done twice")
      expect(
        !waiting.contains { $0.isUrgent && !work.isUrgent }, "\(work) was done before urgent work of \(waiting)")
      expect(
        !waiting.contains { $0.thread == work.thread && $0.isUrgent == work.isUrgent && $0.index < work.index },
        "\(work) was done before earlier work of \(waiting)")
      state.taken.removeAll { $0 == work }
      state.running.append(work)
      done.append(work)
      // The observer of the current thread.
      _DomainStep.deliver.take()
      state.running.removeAll { $0 == work }
    }

    /// Lets the search decide whether a thread continues.
    private func stop(_ thread: Int, at step: _DomainStep) {
      steps[thread] = step
      if case .deliver = step { state.served[thread] += 1 }
      state.places[thread] = .step(step)
      pass(from: thread)
    }

    /// Lets the thread continue that the search chooses, and suspends the current one if it is another.
    private func pass(from thread: Int? = nil) {
      describeAdditions()
      guard let next = search.decide(state, decisions) else { return }
      if next != thread, let thread, let step = steps[thread] { search.places.insert(name(step)) }
      take(next)
      if next == thread { return }
      turns[next].signal()
      if let thread { turns[thread].wait() }
    }

    private func name(_ step: _DomainStep) -> _DomainStep {
      if case .add = step { .add(expected: 0) } else { step }
    }

    /// Compares the addresses that threads expect with the present state, because addresses differ between runs.
    private func describeAdditions() {
      let now = domain._state.load(ordering: .relaxed)
      for thread in programs.indices where state.places[thread] != nil {
        guard case .add(let expected) = steps[thread] else { continue }
        let isAddress = expected > _SerialDomain._offered
        state.places[thread] = .add(address: isAddress, state: isAddress ? 0 : expected, isLate: expected != now)
      }
    }

    /// Records the effect of the access that a thread makes next.
    private func take(_ thread: Int) {
      switch steps[thread] {
      case .add(let expected) where expected == domain._state.load(ordering: .relaxed):
        if expected == _SerialDomain._idle { return }
        let index = state.begun[thread] - 1
        state.arrivals.append(DomainWork(thread: thread, index: index, isUrgent: programs[thread][index]))
      case .collect:
        state.taken += state.arrivals
        state.arrivals = []
      default: break
      }
    }
  }
#endif
