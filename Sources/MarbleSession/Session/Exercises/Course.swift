import Marbles

/// Exercises in an order.
package struct Course: Sendable {
  /// The name under which the progress is saved: the path of a folder, or `rxrepl` for the exercises of the program,
  /// and `tutorial` for the tutorial.
  let name: String
  package let entries: [Entry]

  /// An exercise in its place in the course.
  package struct Entry: Sendable {
    /// The path of the file without numbers and ending, which identifies the exercise when its number changes.
    package let id: String
    package let chapter: String
    package let exercise: Exercise

    /// The name of the file without its number and ending, such as `a-name`.
    var name: String { id.fileName }
  }

  /// An exercise in a list.
  package struct Listed: Equatable {
    package let id: String
    package let chapter: String
    package let title: String
  }

  package var list: [Listed] {
    entries.map { Listed(id: $0.id, chapter: $0.chapter, title: $0.exercise.title) }
  }

  /// A file of a course.
  package struct File {
    package let path: String
    let bytes: [UInt8]

    /// - Parameter path: The path, relative to the folder of the course.
    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Creates a course from files, in the order of the numbers and letters of their paths.
  ///
  /// Scripts that are not exercises are skipped.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files, which precedes their paths in messages.
  ///   - report: Called with each error.
  package init(named name: String, _ files: [File], in folder: String = "", report: (Answer) -> Void = { _ in }) {
    self.name = name
    var entries: [Entry] = []
    for file in Self.ordered(files) {
      let source = file.source(in: folder)
      guard ExerciseComments.areIn(source) else { continue }
      let reader = ExerciseReader(source)
      for fault in reader.faults { report(.error(fault.diagnostic, fault.source)) }
      for problem in reader.problems { report(.error(problem, source)) }
      guard let exercise = reader.exercise else { continue }
      if let other = entries.first(where: { $0.id == file.id }) {
        report(reader.repeatedName(file.id, other: other.exercise.source.name))
        continue
      }
      entries.append(Entry(id: file.id, chapter: file.chapter, exercise: exercise))
    }
    self.entries = entries
  }

  /// The command that continues the course at the prompt.
  var command: String { isTutorial ? "tutorial" : "exercise" }

  /// The command that continues the course in a later session.
  var laterCommand: String { isTutorial || name == Self.builtInName ? ":\(command)" : "rxrepl exercises \(name)" }

  /// The entries together, in a sentence.
  var plural: String { isTutorial ? "the tutorial" : "the exercises" }

  /// The word for an entry.
  var noun: String { isTutorial ? "step" : "exercise" }

  static func ordered(_ files: [File]) -> [File] {
    files.sorted { $0.sortingKey.lexicographicallyPrecedes($1.sortingKey) }
  }

  /// The name without its folder.
  package var title: String { name.fileName }

  /// Whether the course has no exercises.
  package var isEmpty: Bool { entries.isEmpty }
}

extension Course.File {
  func source(in folder: String = "") -> Source { Source(name: folder + path, bytes: bytes) }

  /// The folders and the name of the file, without the numbers in front of them and without the ending.
  private var words: [String] {
    path.split(separator: "/").map { part in
      let name = String(part).withoutScriptEnding[...]
      let rest = name.drop(while: \.isASCIIDigit).drop { $0 == "-" || $0 == " " || $0 == "_" }
      return String(rest.isEmpty ? name : rest)
    }
  }

  package var id: String { words.joined(separator: "/") }

  /// The name of the folder as a title, or an empty string outside of folders.
  var chapter: String {
    guard words.count > 1 else { return "" }
    let title = words[words.count - 2].map { $0 == "-" || $0 == "_" ? " " : $0 }
    return title.first.map { $0.uppercased() + String(title.dropFirst()) } ?? ""
  }

  /// The parts of the path with numbers of the same width, so that 10 follows 9.
  fileprivate var sortingKey: [String] {
    path.split(separator: "/").map { part in
      let digits = part.prefix(while: \.isASCIIDigit)
      return String(repeating: "0", count: max(0, 9 - digits.count)) + part
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
