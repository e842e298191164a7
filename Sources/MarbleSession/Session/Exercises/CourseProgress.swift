/// The progress of a learner in a course.
///
/// Exercises are identified by their names and not by their numbers, so that it stays valid when a course grows.
package struct CourseProgress: Sendable, Equatable {
  /// The current exercise.
  var current: String?
  /// The exercises that were tried, by their names.
  var records: [String: Record] = [:]

  package init() {}

  /// The history of one exercise.
  struct Record: Sendable, Equatable {
    /// The number of answers until the exercise was solved.
    var attempts = 0
    /// The number of hints.
    var hints = 0
    var hasSeenSolution = false
    var isSkipped = false
    /// The right answer, or `nil` if the exercise has not been solved.
    var answer: String?
  }

  func isSolved(_ id: String) -> Bool { records[id]?.answer != nil }
}

/// The text of the file with the progress in all courses.
///
/// Each line has fields that are separated by tabs. Lines that this version does not know are ignored.
struct ProgressText {
  private var courses: [(name: String, progress: CourseProgress)] = []

  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields[0], fields.count) {
      case ("course", 2): courses.append((fields[1], CourseProgress()))
      case ("at", 2) where !courses.isEmpty: courses[courses.count - 1].progress.current = fields[1]
      case ("exercise", 7...) where !courses.isEmpty:
        var record = CourseProgress.Record()
        record.attempts = Int(fields[2]) ?? 0
        record.hints = Int(fields[3]) ?? 0
        record.hasSeenSolution = fields[4] == "1"
        record.isSkipped = fields[5] == "1"
        record.answer = fields[6].isEmpty ? nil : fields[6]
        courses[courses.count - 1].progress.records[fields[1]] = record
      default: break
      }
    }
  }

  /// The progress in a course.
  subscript(name: String) -> CourseProgress {
    get { courses.first { $0.name == name }?.progress ?? CourseProgress() }
    set {
      let index = courses.firstIndex { $0.name == name } ?? courses.endIndex
      if index == courses.endIndex { courses.append((name, newValue)) } else { courses[index].progress = newValue }
    }
  }

  var bytes: [UInt8] {
    var text = ""
    for (name, progress) in courses {
      text += "course\t\(name)\n"
      if let current = progress.current { text += "at\t\(current)\n" }
      for (id, record) in progress.records.sorted(by: { $0.key < $1.key }) {
        let flags = [record.hasSeenSolution, record.isSkipped].map { $0 ? "1" : "0" }.joined(separator: "\t")
        let answer = record.answer.map { $0.replacing("\t", with: " ") } ?? ""
        text += "exercise\t\(id)\t\(record.attempts)\t\(record.hints)\t\(flags)\t\(answer)\n"
      }
    }
    return Array(text.utf8)
  }
}

extension CourseProgress {
  /// Adds what another session has saved in the meantime: exercises that only it has tried or solved.
  mutating func merge(_ saved: CourseProgress) {
    for (id, record) in saved.records where records[id] == nil || (records[id]?.answer == nil && record.answer != nil) {
      records[id] = record
    }
  }
}
