import MarbleLanguage

/// The strategies of `flatten` and `flatMap`.
package enum Strategy {
  /// Their names, for completion and messages.
  package static let names = ["merge", "concat", "concurrent", "latest", "race", "throttle"]
}
