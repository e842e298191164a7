import MarbleLanguage

/// The strategies of `flatten` and `flatMap`.
package enum Strategy {
  /// The names of the strategies, for completion and messages.
  package static let names = ["merge", "concat", "concurrent", "latest", "race", "throttle"]
}
