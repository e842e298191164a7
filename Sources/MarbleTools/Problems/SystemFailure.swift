/// A failure of the system, such as an unreadable file, with its reason.
package struct SystemFailure: Error, Sendable, Hashable {
  package let reason: String
  /// Whether a file or one of its folders does not exist.
  package let isMissingPath: Bool

  package init(reason: String, isMissingPath: Bool = false) {
    self.reason = reason
    self.isMissingPath = isMissingPath
  }

  static let noFiles = SystemFailure(reason: "no files are available here")
  static let noTerminal = SystemFailure(reason: "no terminal is available here")
}
