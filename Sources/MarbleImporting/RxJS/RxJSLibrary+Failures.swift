import Marbles

/// The errors with which the streams of a program fail.
extension RxJSLibrary {
  /// Records that a stream may fail with an error.
  func recordFailure(_ error: JSValue) {
    switch error {
    case .error("Error", _): recordFailure(.error)
    case .string: recordFailure(.text)
    case .symbol, .branch: break
    default: recordFailure(.other)
    }
  }

  /// The type of the error that a function receives, which is a string in tests with several kinds of errors.
  var failureShape: JSShape {
    failures.isSubset(of: [.text]) || shown == nil && failures != [.error] ? .text : .failure
  }

  /// Checks that a stream may fail with an expected error, and not with another one that has the same message.
  func checkExpected(_ error: JSValue, _ span: Span) throws(Refusal) {
    let hasKind: Bool
    switch error {
    case .undefined, .null, .string: hasKind = failures.contains(.text)
    case .error: hasKind = !failures.isSubset(of: [.text])
    default: hasKind = failures.contains(.other)
    }
    guard hasKind || failures.isEmpty else { throw Refusal(problem: .otherError, span: span) }
  }

  /// Returns the message of an error, which is only known if all errors of the program have one, or are from one operator.
  func message(of error: JSSymbol, _ span: Span) throws(Refusal) -> JSValue {
    if case .operation(let message)? = failures.first, failures.count == 1 { return .string(message) }
    guard failures == [.error] || shown == nil else { throw refusal(span) }
    return .symbol(JSSymbol(text: error.text, shape: .text, precedence: error.precedence))
  }

  /// Returns a value as it is printed if it is an error.
  func printed(_ value: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    guard case .symbol(let symbol) = value else { return value }
    guard symbol.shape == .failure else { return value }
    guard failures == [.error] else { throw refusal(span) }
    return .symbol(JSSymbol(text: "\"Error: \\(\(symbol.text))\"", shape: .text))
  }
}
