// Measures the memory of idle objects by the growth of the process when it creates many of them.
import Reactive

#if canImport(Glibc)
  import Glibc

  /// The resident memory of the process, in bytes.
  private var bytesInUse: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var size = 0
    var resident = 0
    _ = withUnsafeMutablePointer(to: &size) { size in
      withUnsafeMutablePointer(to: &resident) { resident in
        withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) }
      }
    }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The measured objects, kept alive so that later measurements cannot reuse their memory.
  nonisolated(unsafe) private var kept: [Any] = []

  /// Creates `count` objects and prints the size of one, then sends values through them and prints the growth.
  private func measure<Thing>(_ name: String, _ make: () -> Thing, send: ([Thing]) -> Void = { _ in }) {
    let count = 20_000
    var things: [Thing] = []
    things.reserveCapacity(count)
    let before = bytesInUse
    for _ in 0..<count { things.append(make()) }
    let made = bytesInUse
    send(things)
    let after = bytesInUse
    print("MEMORY reactive \(name) \((made - before) / count) \((after - made) / count)")
    kept.append(things)
  }

  func measureMemory() {
    if let only = getenv("BENCH_ONLY"), only.pointee != 0 { return }
    measure("an idle pipe") { Pipe.pipe() }
    let (output, input) = Pipe.pipe()
    let sendMany: () -> Void = { for number in 0..<100 { input.send(value: number) } }
    measure("an observation", { output.observeValues { _ in } }, send: { _ in sendMany() })
    measure("an operator on a signal: map", { output.map { $0 &+ 1 } }, send: { _ in sendMany() })
    measure("an operator on a producer: map", { Cold.never.map { $0 &+ 1 } })
    measure("a started producer", { Cold { _, lifetime in lifetime.observeEnded {} }.start() })
    measure("a zip of two", { output.zip(with: output).observeValues { _ in } }, send: { _ in sendMany() })
    measure(
      "a combineLatest of two", { output.combineLatest(with: output).observeValues { _ in } }, send: { _ in sendMany() })
  }
#else
  func measureMemory() {}
#endif
