/// A value that closures capture, to check when they release it.
final class LeakProbe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }

  func touch() {}

  func touch<Value>(_ value: Value) -> Value { value }
}

/// A weak reference to a probe.
final class Weak {
  private weak var probe: LeakProbe?

  var isAlive: Bool { probe != nil }

  func makeProbe() -> LeakProbe {
    let probe = LeakProbe()
    self.probe = probe
    return probe
  }
}
