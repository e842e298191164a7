import Marbles

/// The progress in a course as JSON, in the format that `Documentation/JSON.md` describes.
extension Teacher {
  /// Returns the progress in the course of this session, as one line.
  ///
  /// - Parameter learner: The name of the learner, if it is known.
  package func report(of learner: String? = nil) -> String {
    let running = state(of: knownCourse)
    var json = JSONText()
    json.object { json in
      json.header("rxrepl/exercises")
      json.member("course", running.course.name)
      if let learner { json.member("learner", learner) }
      json.member("exercises", running.course.entries) { json, entry in
        let record = running.progress.records[entry.id] ?? CourseProgress.Record()
        json.object { json in
          json.member("name", entry.id)
          json.member("chapter", entry.chapter)
          json.member("title", entry.exercise.title)
          json.member("state", record.state)
          json.member("attempts", record.attempts)
          json.member("hints", record.hints)
          json.member("solutionShown", record.hasSeenSolution)
          json.member("answer", record.answer)
        }
      }
      json.member("solved", running.solvedCount)
      json.member("total", running.course.entries.count)
    }
    return json.text
  }
}

extension CourseProgress.Record {
  /// The state of the exercise in one word.
  fileprivate var state: String {
    if answer != nil { "solved" } else if isSkipped { "skipped" } else if attempts > 0 { "tried" } else { "new" }
  }
}
