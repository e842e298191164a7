import Marbles

/// An error for a part of a source that cannot be converted.
struct ImportRefusal: Error {
  let problem: ImportProblem
  let span: Span
}
