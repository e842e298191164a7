/// Where the events of a start come from, and where an interruption of it is sent down.
///
/// Everything here happens inside its domain. What a root does is a function and no overridden method: methods of
/// generic classes that are called through a table are never specialised, and cost a hundred times as much.
@usableFromInline
class _Root {
  /// A signal's start lives in the signal's own domain, any other in that of its run: both outlive the root.
  @usableFromInline final unowned(unsafe) let _domain: _SerialDomain
  @usableFromInline final let _follow: (_Root, _Command) -> Void

  @usableFromInline
  enum _Command {
    /// Send the interruption down, unless the end has been sent.
    case interrupt
    /// Let go of what is downstream: the start is over.
    case letGo
  }

  @inlinable
  init(in domain: _SerialDomain, _ follow: @escaping (_Root, _Command) -> Void) {
    _domain = domain
    _follow = follow
  }

  @inlinable
  final func _interrupt() { _follow(self, .interrupt) }

  @inlinable
  final func _letGo() { _follow(self, .letGo) }
}

/// A root that has nothing but its way to interrupt.
@usableFromInline
final class _PlainRoot: _Root {
  @exclusivity(unchecked) private var action: (() -> Void)?

  @usableFromInline
  init(in domain: _SerialDomain, _ action: @escaping () -> Void) {
    self.action = action
    super.init(in: domain) { root, command in
      let action = unsafeDowncast(root, to: _PlainRoot.self).action.take()
      if command == .interrupt { action?() }
    }
  }
}
