/// Something that closures capture, to see when they let go of it.
final class LeakProbe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }

  func touch() {}

  func touch<Value>(_ value: Value) -> Value { value }
}

/// Knows whether its canary is alive, without keeping it so.
final class Weak {
  private weak var probe: LeakProbe?

  var isAlive: Bool { probe != nil }

  func makeProbe() -> LeakProbe {
    let probe = LeakProbe()
    self.probe = probe
    return probe
  }
}
