import Marbles

/// The services of the system that a session can use, by default no files, no terminal and no history.
package struct SessionEnvironment {
  /// Reads a file for `:load`.
  package var readFile: (_ path: String) throws(SystemFailure) -> [UInt8] = { _ throws(SystemFailure) in throw .noFiles
  }

  /// Returns the file at a path, or `nil` if there is none, so that `:svg` and `:save` do not replace other files.
  package var existingFile: (_ path: String) -> ExistingFile? = { _ in nil }

  /// Writes a complete file for `:svg` and `:save`, or nothing.
  package var writeFile: (_ path: String, _ bytes: [UInt8]) throws(SystemFailure) -> Void = {
    _, _ throws(SystemFailure) in throw .noFiles
  }

  /// Returns the names in a folder, with a slash after those of folders, for the completion of file names.
  package var listFolder: (_ path: String) -> [String] = { _ in [] }

  /// Plays a diagram until the user quits, and returns the last state, or `nil` if diagrams cannot be played.
  package var play:
    ((_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(SystemFailure) -> Playback)?

  /// Returns the entries typed so far, the oldest first, for `:history`.
  package var history: () -> [String] = { [] }

  /// Lets the user edit text for `:edit`, and returns the edited text.
  package var edit: (_ text: String) throws(SystemFailure) -> String = { _ throws(SystemFailure) in throw .noTerminal }

  /// Returns the file with the progress in the courses, or `nil`.
  package var savedProgress: () -> [UInt8]? = { nil }

  /// Replaces the file with the progress in the courses.
  ///
  /// `nil` if nothing can be saved.
  package var saveProgress: (([UInt8]) -> Void)?

  /// Returns the time of a clock, for `:time`.
  var clock: () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()

  /// The reason why scripts that are not trusted use no files.
  var refusal = SystemFailure.unsafe

  /// The work that scripts may do, or `nil` if they are trusted.
  package var allowance: Allowance?

  package init() {}

  /// Creates the environment of scripts that are not trusted.
  ///
  /// - Parameters:
  ///   - clock: Returns the processor time of the current thread.
  ///   - refusal: The reason why they use no files.
  package init(safeWithin clock: @escaping () -> Duration, refusal: SystemFailure = .unsafe) {
    readFile = { _ throws(SystemFailure) in throw refusal }
    writeFile = { _, _ throws(SystemFailure) in throw refusal }
    edit = { _ throws(SystemFailure) in throw refusal }
    self.refusal = refusal
    allowance = Allowance(clock: clock)
  }
}
