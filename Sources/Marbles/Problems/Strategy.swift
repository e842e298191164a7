import MarbleLanguage

/// The strategies of `flatten` and `flatMap`.
package enum Strategy {
  /// The names of the strategies, for completion and messages.
  package static let names = ["merge", "concat", "concurrent", "latest", "race", "throttle"]
  /// The only strategy with an argument, as an example.
  static let concurrent = "concurrent(limit: 2)"
  /// The strategies as they are written, for messages.
  static var alternatives: String {
    Marbles.alternatives(names.map { "`.\($0 == "concurrent" ? concurrent : $0)`" })
  }
}
