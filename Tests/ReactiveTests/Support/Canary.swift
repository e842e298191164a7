/// Something that closures capture, to see when they let go of it.
final class Canary: Sendable {
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
  private weak var canary: Canary?

  var isAlive: Bool { canary != nil }

  func hatch() -> Canary {
    let canary = Canary()
    self.canary = canary
    return canary
  }
}
