/// Where the events of a start come from, and where an interruption of it is sent down.
///
/// Everything here happens inside its domain.
@usableFromInline
class _Root {
  /// A signal's start lives in the signal's own domain, any other in that of its run.
  @usableFromInline let _domain: _Domain

  @inlinable
  init(in domain: _Domain) {
    _domain = domain
  }

  /// Sends the interruption down, unless the end has been sent.
  @usableFromInline
  func _interrupt() {}

  /// Lets go of what is downstream: the start is over.
  @usableFromInline
  func _letGo() {}
}

/// A root that has nothing but its way to interrupt.
@usableFromInline
final class _PlainRoot: _Root {
  @exclusivity(unchecked) @usableFromInline var _action: (() -> Void)?

  @inlinable
  init(in domain: _Domain, _ action: @escaping () -> Void) {
    _action = action
    super.init(in: domain)
  }

  @usableFromInline
  override func _interrupt() {
    let action = _action.take()
    action?()
  }

  @usableFromInline
  override func _letGo() {
    _action = nil
  }
}
