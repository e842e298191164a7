import Foundation

extension Bench {
  /// The numbers of threads to measure with, from the variable `BENCH_THREADS`, or none.
  public static let threadCounts = (ProcessInfo.processInfo.environment["BENCH_THREADS"] ?? "")
    .split(separator: ",").compactMap { Int($0) }
  private static let flood = ProcessInfo.processInfo.environment["BENCH_FLOOD"]

  /// Whether to run the cases with several threads, instead of the others.
  public static var usesThreads: Bool { !threadCounts.isEmpty || flood != nil }

  /// Measures a case in which several threads send at the same time, and reports the worst and the median time.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - make: Creates the streams for a number of threads, and returns a function that sends an event on a thread, and
  ///     one that returns the number of received events.
  public func runThreads(
    _ name: String,
    _ make: (_ threads: Int) -> (send: @Sendable (_ thread: Int, _ event: Int) -> Void, check: () -> Int)
  ) {
    guard only.isEmpty || only.contains(name) else { return }
    for threads in Self.threadCounts {
      let events = n(max(400_000 / threads, 20_000))
      var times: [Double] = []
      var check = 0
      for _ in 0..<rounds {
        let (send, received) = make(threads)
        let time = nanosecondsInParallel(threads) { thread in
          for event in 0..<events { send(thread, event) }
        }
        times.append(Double(time) / Double(events * threads))
        check = received()
      }
      times.sort()
      print("RESULT \(library) \(name)@\(threads) \(times[times.count - 1]) \(times[times.count / 2]) \(check)")
    }
  }
}

extension Bench {
  /// Sends 800,000 values without a pause, and reports the most memory that they took, and the longest and the median
  /// time of a call.
  ///
  /// Each process runs one case, which the variable `BENCH_FLOOD` selects, because a process does not return memory.
  ///
  ///     FLOOD <library> <case> <bytes> <longest ns> <median ns>
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - threads: The number of threads that send.
  ///   - make: Creates the streams, and returns a function that sends a value.
  public func runFlood(_ name: String, threads: Int = 8, _ make: () -> @Sendable (Int) -> Void) {
    guard name == Self.flood else { return }
    let count = n(800_000) / threads
    let times = UnsafeMutablePointer<UInt64>.allocate(capacity: threads * count)
    // This also takes the memory for the times, so that it is not measured.
    times.initialize(repeating: 0, count: threads * count)
    nonisolated(unsafe) let shared = times
    let send = make()
    let before = mostMemory
    _ = nanosecondsInParallel(threads) { thread in
      for number in 0..<count {
        let began = DispatchTime.now().uptimeNanoseconds
        send(number)
        shared[thread * count + number] = DispatchTime.now().uptimeNanoseconds - began
      }
    }
    let bytes = mostMemory - before
    let sorted = UnsafeBufferPointer(start: times, count: threads * count).sorted()
    print("FLOOD \(library) \(name) \(bytes) \(sorted[sorted.count - 1]) \(sorted[sorted.count / 2])")
  }

  /// The most memory that the process has taken so far, in bytes.
  private var mostMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}

/// Works for a microsecond, as an observer does that is slower than its senders.
public func workForAMicrosecond() {
  let end = DispatchTime.now().uptimeNanoseconds + 1_000
  while DispatchTime.now().uptimeNanoseconds < end {}
}

/// Runs `body` on several threads at the same time, and returns the nanoseconds until all have returned.
private func nanosecondsInParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> UInt64 {
  let (ready, start, done) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
  for index in 0..<count {
    ready.enter()
    done.enter()
    let thread = Thread {
      ready.leave()
      start.wait()
      body(index)
      done.leave()
    }
    thread.start()
  }
  ready.wait()
  let began = DispatchTime.now().uptimeNanoseconds
  for _ in 0..<count { start.signal() }
  done.wait()
  return DispatchTime.now().uptimeNanoseconds - began
}
