/// The state of one application of an operator.
///
/// Only the serial domain of the stream accesses it. So the dynamic check for exclusive access is disabled, which
/// would take a seventh of the time of a chain.
@usableFromInline
final class _Cell<State> {
  @exclusivity(unchecked) @usableFromInline var value: State

  @inlinable
  init(_ value: State) {
    self.value = value
  }
}
