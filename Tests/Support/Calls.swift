import MarbleLanguage
import Marbles

/// Returns every call in a script with its receiver, from the outside in.
package func calls(in script: String) -> [(call: Call, receiver: Expression?)] {
  var parser = Parser(Source(name: "calls", text: script), bindings: Parser.Bindings())
  var waiting: [Expression] = []
  while let result = parser.next() {
    guard case .success(let statement) = result else { continue }
    switch statement.kind {
    case .bind(_, .expression(let expression)), .show(.definition(.expression(let expression)), _):
      waiting.append(expression)
    case .assert(let subject, _, let expectation):
      if case .definition(.expression(let expression)) = subject { waiting.append(expression) }
      if case .expression(let expression) = expectation { waiting.append(expression) }
    default: break
    }
  }
  var found: [(call: Call, receiver: Expression?)] = []
  while let expression = waiting.popLast() {
    switch expression.kind {
    case .call(let call): found.append((call, nil))
    case .method(let receiver, let call): found.append((call, receiver))
    default: break
    }
    waiting += expression.parts
  }
  return found
}
