/// The state of a course in a session.
struct CourseState {
  let course: Course
  var index: Int
  var isGoingOn = true
  /// The number of hints that were shown for this exercise since it was begun.
  var hints = 0
  var progress: CourseProgress
  /// The state of the session before the course while it runs, and otherwise the state inside the course.
  var savedState: SessionState

  var entry: Course.Entry { course.entries[index] }
  var exercise: Exercise { entry.exercise }
  var solvedCount: Int { course.entries.count { progress.isSolved($0.id) } }

  /// The record of the current exercise.
  var record: CourseProgress.Record {
    get { progress.records[entry.id] ?? CourseProgress.Record() }
    set { progress.records[entry.id] = newValue }
  }

  /// The next exercise that is not solved, or `nil` if all of them are.
  var nextIndex: Int? {
    let indices = Array(course.entries.indices)
    return (indices[(index + 1)...] + indices[...index]).first { !progress.isSolved(course.entries[$0].id) }
  }
}

extension CourseState {
  /// The chapters with their exercises, of which the solved ones are marked.
  var list: String {
    var lines: [String] = []
    var chapter: String?
    for (index, entry) in course.entries.enumerated() {
      if entry.chapter != chapter {
        if !lines.isEmpty { lines.append("") }
        chapter = entry.chapter
        if !entry.chapter.isEmpty { lines.append(entry.chapter) }
      }
      let number = String(index + 1)
      let mark = progress.isSolved(entry.id) ? "✓" : " "
      lines.append(
        String(repeating: " ", count: max(0, 4 - number.count)) + "\(number) \(mark) \(entry.exercise.title)")
    }
    return (lines + ["", "Solved: \(solvedCount) of \(course.entries.count)."]).joined(separator: "\n")
  }
}
