import Marbles

/// An error for a part of a source that cannot be converted.
struct ImportRefusal: Error {
  let problem: ImportProblem
  let span: Span
  /// Whether the part is only a use of another part, which has the same error.
  var isRepeated = false
}
