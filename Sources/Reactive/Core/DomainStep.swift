/// An access to the state of a domain, before which tests can let other threads run.
@usableFromInline
enum _DomainStep: Hashable {
  case enter, leave, look, check, collect, offer, withdraw
  /// A step of the work itself, which tests take.
  case deliver
  case add(expected: UInt)

  #if DEBUG
    /// A function that is called before each access of the current task or thread.
    @TaskLocal static var observer: (@Sendable (_DomainStep) -> Void)?

    @usableFromInline
    func take() { Self.observer?(self) }
  #else
    @inlinable
    func take() {}
  #endif
}
