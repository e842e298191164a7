import MarbleLanguage
import Reactive

/// The strategies of `flatten` and `flatMap`.
package enum Strategy {
  /// The strategies without an argument.
  package static let simple: [(name: String, strategy: FlattenStrategy)] = [
    ("merge", .merge), ("concat", .concat), ("latest", .latest), ("race", .race), ("throttle", .throttle),
  ]
  /// The names of the strategies, for completion and messages.
  package static let names = simple[..<2].map(\.name) + ["concurrent"] + simple[2...].map(\.name)
  /// The strategies by their names in other libraries.
  static let foreign = [
    "unlimited": "merge", "switch": "latest", "switchLatest": "latest", "switchToLatest": "latest",
    "exhaust": "throttle",
    "first": "throttle", "amb": "race",
  ]

  /// Returns the only strategy with an argument.
  static func concurrent(_ limit: Int64 = 2) -> String { "concurrent(limit: \(limit))" }

  /// Returns the number of simultaneous streams that an argument of other libraries means: `2`, or `.max(2)`.
  static func limit(of expression: Expression) -> Int64? {
    switch expression.kind {
    case .integer(let limit) where limit > 0: limit
    case .implicitMember(let call) where ["max", "concurrent"].contains(call.name.text) && call.arguments.count == 1:
      limit(of: call.arguments[0].value)
    default: nil
    }
  }

  /// The strategies as they are written, for messages.
  static var alternatives: String {
    MarbleLanguage.alternatives(names.map { "`.\($0 == "concurrent" ? concurrent() : $0)`" })
  }
}
