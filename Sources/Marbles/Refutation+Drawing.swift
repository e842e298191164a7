import MarbleEvaluation
import MarbleLanguage

/// The picture of an input for which a law fails.
extension Refutation {
  /// The maximum number of values that are named as replaceable.
  private static let maxNamed = 4

  /// The input in one line, such as `a = 1-|, n = 2`.
  package var summary: String { inputs.joined(separator: ", ") }

  /// The arguments, such as `a = 1-|` and `n = 2`.
  var inputs: [String] {
    arguments.map { argument in
      switch argument.content {
      case .constant(let value): "\(argument.name) = \(value.literal ?? "")"
      case .stream(let timeline, let isCold):
        "\(argument.name) = \(isCold ? "cold " : "")\(TimelinePrinter.text(of: timeline, digitsApart: true))"
      }
    }
  }

  /// Returns the inputs and both sides on one axis, with the differences and the statements that show them again.
  ///
  /// - Parameters:
  ///   - location: The location of the law, such as `demo.marble:7`.
  ///   - expression: The law as it is written.
  ///   - width: The maximum number of columns in a line, or `nil` for no limit.
  ///   - colors: The colors of the terminal.
  /// - Returns: Lines separated by line feeds.
  package func picture(location: String, expression: String, width: Int? = nil, colors: ColorDepth = .none) -> String {
    let expression = expression + (observer.map { " for observer \($0)" } ?? "")
    var lines = [
      comparison.isEqual
        ? "✗ \(location)  \(expression)"
        : comparison.picture(
          location: location, expression: expression, inputs: lanes, width: width, colors: colors)
    ]
    if comparison.isEqual { lines.append("  fails for \(summary)") }
    let constants = arguments.compactMap { argument in
      if case .constant(let value) = argument.content { "\(argument.name) is \(value.literal ?? "")" } else { nil }
    }
    if !comparison.isEqual, !constants.isEmpty { lines.append("  here, \(constants.joined(separator: " and "))") }
    lines += notes.map { "  \($0)" }
    if let replaceableValues { lines.append("  \(replaceableValues)") }
    if let script { lines.append("  to run it: \(script.printable)") }
    return lines.joined(separator: "\n")
  }

  /// The streams among the arguments.
  package var timelines: [Timeline] { lanes.map(\.timeline) }

  /// The streams among the arguments, with their names.
  var lanes: [Diagram.Lane] {
    arguments.compactMap { argument in
      guard case .stream(let timeline, let isCold) = argument.content else { return nil }
      return Diagram.Lane(name: isCold ? "\(argument.name) cold" : argument.name, timeline: timeline)
    }
  }

  /// The sentence about the values that can be replaced, or `nil` if there are none.
  private var replaceableValues: String? {
    guard !freeValues.isEmpty else { return nil }
    if allValuesAreFree {
      let values = freeValues.count == 1 ? "any value" : "any values"
      let names = lanes.map { "`\($0.name)`" }
      // A constant beside the streams has its own value.
      return names.count == arguments.count ? "\(values) will do here" : "\(values) of \(listed(names)) will do"
    }
    guard freeValues.count <= Self.maxNamed else { return nil }
    let places = freeValues.map { free in
      (free.number.map { "the \(ordinal($0)) " } ?? "")
        + "`\(TimelinePrinter.token(for: free.value))` of `\(free.name)` on tick \(free.tick)"
    }
    return "any value will do for \(places.joined(separator: " and for "))"
  }
}
