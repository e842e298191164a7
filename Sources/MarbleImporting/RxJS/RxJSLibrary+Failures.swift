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

  /// The type of the error that a function of a program receives, or a string for tests.
  var failureShape: JSShape { shown == nil || failures.isSubset(of: [.text]) ? .text : .failure }

  /// Returns the message of an error, which is only known if all errors of the program have one, or are from one operator.
  func message(of error: JSSymbol, _ span: Span) throws(Refusal) -> JSValue {
    if case .operation(let message)? = failures.first, failures.count == 1 { return .string(message) }
    guard failures == [.error] else { throw refusal(span) }
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
