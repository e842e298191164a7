// What the joins of several streams have in common.

extension Observer {
  /// How the ends of two inputs end their result: the second completion completes it, and all else ends it at once.
  @inlinable
  var _endingWithBoth: (TerminalEvent<Error>) -> Void {
    let hasOneCompleted = _Cell(false)
    return { end in
      if case .completed = end, !hasOneCompleted.value {
        hasOneCompleted.value = true
      } else {
        _end(end)
      }
    }
  }
}

/// A value that ought to be there is not.
@usableFromInline
struct _Missing: Error {
  @inlinable
  init() {}
}

/// A cell without a value yet.
@inlinable
func _nothing<Value>(of type: Value.Type) -> _Cell<Value?> {
  _Cell(nil)
}

/// The value of a cell in which there is one.
@inlinable
func _present<Value>(_ cell: _Cell<Value?>) throws(_Missing) -> Value {
  guard let value = cell.value else { throw _Missing() }
  return value
}
