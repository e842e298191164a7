import MarbleLanguage

/// An argument of a run for all of its observers, or an array with an argument for each of them.
///
///     during: "^---!"             // one observer
///     during: ["^---!", "--^"]    // two observers of one stream
public struct PerObserver<Argument: Sendable>: Sendable {
  private let arguments: [Argument]

  /// The number of observers, if it is greater than one.
  var count: Int { arguments.count }

  private func arguments(for observers: Int, noun: String) throws -> [Argument] {
    if arguments.count == observers { return arguments }
    guard arguments.count == 1 else {
      throw RunError.observerCount(observers, found: pluralized(arguments.count, noun))
    }
    return Array(repeating: arguments[0], count: observers)
  }
}

extension PerObserver: ExpressibleByArrayLiteral {
  public init(arrayLiteral arguments: Argument...) {
    self.arguments = arguments
  }
}

extension PerObserver: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation
where Argument: ExpressibleByStringLiteral, Argument.StringLiteralType == String {
  public init(stringLiteral text: String) {
    arguments = [Argument(stringLiteral: text)]
  }
}

extension PerObserver<Window> {
  /// Returns the windows of a number of observers.
  func checked(for observers: Int) throws -> [Window] {
    for window in arguments { if let parseError = window.parseError { throw parseError } }
    return try arguments(for: observers, noun: "window")
  }
}

extension PerObserver<Timeline> {
  /// Returns the demands of a number of observers.
  func checked(for observers: Int) throws -> [Timeline] {
    for timeline in arguments { if let parseError = timeline.parseError { throw parseError } }
    return try arguments(for: observers, noun: "demand")
  }
}
