import EmbeddedFiles

extension Course {
  /// The exercises of the program, whose files are in `examples/exercises`.
  package static let builtIn = Course(
    named: "rxrepl",
    (0..<embedded_exercise_count()).map { index in
      let file = embedded_exercise(index)
      return File(
        path: String(cString: file.path),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
    })
}
