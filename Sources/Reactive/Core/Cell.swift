/// The state of one application of an operator.
///
/// Only its stream's serial domain touches it, so the dynamic check for exclusive access, which costs a seventh of a
/// chain's time, is left out.
@usableFromInline
final class _Cell<State> {
  @exclusivity(unchecked) @usableFromInline var value: State

  @inlinable
  init(_ value: State) {
    self.value = value
  }
}
