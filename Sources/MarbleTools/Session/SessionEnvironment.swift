import Marbles

/// What a session may use of the system around it; by itself there are no files, no terminal and no history.
package struct SessionEnvironment {
  /// Reads a file for `:load`.
  package var readFile: (_ path: String) throws(SystemFailure) -> [UInt8] = { _ throws(SystemFailure) in throw .noFiles
  }

  /// Writes a file for `:svg` and `:save`, all of it or nothing, for the user's eyes only where it is private.
  package var writeFile: (_ path: String, _ bytes: [UInt8], _ isPrivate: Bool) throws(SystemFailure) -> Void = {
    _, _, _ throws(SystemFailure) in throw .noFiles
  }

  /// The names of what a folder holds, with a slash after those of folders, to complete the names of files.
  package var listFolder: (_ path: String) -> [String] = { _ in [] }

  /// Shows a diagram that plays, until the user has seen enough; without it nothing plays.
  package var play: ((_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(SystemFailure) -> Void)?

  /// The entries that were typed, the oldest first, for `:history`.
  package var history: () -> [String] = { [] }

  /// Lets the user edit a text for `:edit`, and gives the edited text.
  package var edit: (_ text: String) throws(SystemFailure) -> String = { _ throws(SystemFailure) in throw .noTerminal }

  /// A clock, for `:time`.
  var clock: () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()

  package init() {}
}

/// Why the system could not do something, such as reading a file, in its words.
package struct SystemFailure: Error, Sendable {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }

  static let noFiles = SystemFailure(reason: "no files are available here")
  static let noTerminal = SystemFailure(reason: "no terminal is available here")
}
