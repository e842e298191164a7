import Foundation

extension Bench {
  /// The numbers of threads to measure with, from the variable `BENCH_THREADS`, or none.
  public static let threadCounts = (ProcessInfo.processInfo.environment["BENCH_THREADS"] ?? "")
    .split(separator: ",").compactMap { Int($0) }

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
