import EmbeddedFiles

extension Course {
  /// The exercises of the program, whose files are in `examples/exercises`.
  package static let builtIn = Course(named: "rxrepl", builtInFiles)

  private static var builtInFiles: [File] {
    (0..<embedded_exercise_count()).map { index in
      let file = embedded_exercise(index)
      return File(
        path: String(cString: file.path),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
    }
  }

  /// Returns the exercises that are not those of the program, which are known to pass.
  package var ownExercises: [Exercise] {
    let known = Set(Self.builtInFiles.map(\.bytes))
    return entries.map(\.exercise).filter { !known.contains($0.source.bytes) }
  }
}
