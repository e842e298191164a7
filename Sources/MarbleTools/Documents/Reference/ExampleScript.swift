import Marbles

/// A parsed operator example: its bindings, and its assertions about them.
struct ExampleScript {
  /// A statement that binds a name.
  struct Binding {
    let name: String
    /// The source text of the statement.
    let text: String
    /// The timelines of a source, or none for an expression.
    let timelines: [Timeline]
    let isCold: Bool
    /// The names that the definition uses.
    fileprivate let names: Set<String>
  }

  /// An asserted expression.
  struct Assertion {
    /// The source text of the expression.
    let text: String
    /// The bindings that the expression depends on, in the order of their statements.
    let bindings: [Binding]

    /// The sources among the bindings that end, or could.
    var sources: [Binding] { bindings.filter { !$0.timelines.isEmpty && $0.timelines.allSatisfy { $0.loop == nil } } }
  }

  private(set) var assertions: [Assertion] = []

  init(_ text: String) {
    let source = Source(name: "example", text: text)
    var parser = Parser(source, bindings: Parser.Bindings())
    var bindings: [Binding] = []
    while case .success(let statement)? = parser.next() {
      switch statement.kind {
      case .bind(let name, let definition):
        bindings.append(Binding(name.text, definition, written: source.text(of: statement.span)))
      case .assert(.definition(.expression(let expression)), _, _):
        let used = Self.used(by: expression.names, of: bindings)
        assertions.append(Assertion(text: source.text(of: expression.span).onOneLine, bindings: used))
      default: break
      }
    }
  }

  /// Returns the bindings that some names depend on, directly or indirectly.
  private static func used(by names: Set<String>, of bindings: [Binding]) -> [Binding] {
    var names = names
    var used: [Binding] = []
    for binding in bindings.reversed() where names.contains(binding.name) {
      used.insert(binding, at: 0)
      names.formUnion(binding.names)
    }
    return used
  }
}

extension ExampleScript.Binding {
  fileprivate init(_ name: String, _ definition: Definition, written text: String) {
    self.name = name
    self.text = text
    switch definition {
    case .pipe(let literal), .raw(let literal):
      timelines = [literal.timeline]
      isCold = false
    case .cold(let literals):
      timelines = literals.map(\.timeline)
      isCold = true
    case .expression(let expression):
      timelines = []
      isCold = false
      names = expression.names
      return
    }
    // A marble can be the name of a stream.
    names = Set(timelines.flatMap(\.marbles).compactMap { $0.event.marbleName })
  }
}

extension Timeline.Event {
  /// The text of a marble that is a word without quotes.
  fileprivate var marbleName: String? {
    if case .value(.marble(let name)) = self { name } else { nil }
  }
}
