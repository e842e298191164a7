import EmbeddedFiles
import Marbles
import Reactive

extension Course {
  /// The exercises of the program, whose files are in `examples/exercises`.
  package static let builtIn = Course(named: builtInName, builtInFiles(in: BuiltInExercises.folder))

  package static let builtInName = "rxrepl"

  /// The tutorial, whose files are in `examples/tutorial`.
  package static let tutorial = Course(named: tutorialName, builtInFiles(in: "tutorial/"))

  private static let tutorialName = "tutorial"

  var isTutorial: Bool { name == Self.tutorialName }

  /// The text after the last exercise.
  var farewell: String {
    guard isTutorial else { return "You have solved all exercises. `:exercise 1` starts again." }
    return """
      You have completed the tutorial. These are the three strategies: `.merge` runs all inner streams simultaneously, \
      and mixes their values. `.concat` runs one after the other. `.latest` runs only the newest one. Use `.merge` for \
      messages from several chat rooms, `.concat` for uploads that must keep their order, and `.latest` for the results \
      of a search while the user is still typing.

      `:exercise` starts the exercises. `:operators` lists all operators, `:help flatten` explains all strategies, and \
      `:help forall` explains laws.
      """
  }

  /// Returns the files in a folder, with paths relative to it.
  fileprivate static func builtInFiles(in folder: String) -> [File] {
    (0..<embedded_exercise_count()).compactMap { index in
      let file = embedded_exercise(index)
      let path = String(cString: file.path)
      guard path.hasPrefix(folder) else { return nil }
      return File(
        path: String(path.dropFirst(folder.count)),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
    }
  }

  /// Returns the exercises that are not those of the program, which are known to pass.
  package var ownExercises: [Exercise] {
    let known = Set(Self.builtInFiles(in: BuiltInExercises.folder).map(\.bytes))
    return entries.map(\.exercise).filter { !known.contains($0.source.bytes) }
  }
}

/// The exercises of the program, each of which is read when it is needed for the first time.
///
/// In the browser, reading all takes longer than everything else until the first picture.
package enum BuiltInExercises {
  fileprivate static let folder = "exercises/"

  /// The entries of a list of the exercises.
  package static var list: [Course.Listed] {
    Course.ordered(Course.builtInFiles(in: folder)).map { file in
      Course.Listed(id: file.id, chapter: file.chapter, title: ExerciseComments(file.source()).title)
    }
  }

  private static let known = Mutex<[String: Exercise]>([:])

  /// Returns an exercise, or `nil` if there is none with this name.
  package static func exercise(_ id: String) -> Exercise? {
    known.withLock { known in
      if let exercise = known[id] { return exercise }
      let file = Course.builtInFiles(in: folder).first { $0.id == id }
      known[id] = file.flatMap { ExerciseReader($0.source()).exercise }
      return known[id]
    }
  }
}
