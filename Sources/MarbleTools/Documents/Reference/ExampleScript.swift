import Marbles

/// An operator's example, taken apart: what it binds, and what it says of that.
struct ExampleScript {
  /// A statement that gives something a name.
  struct Binding {
    let name: String
    /// The statement, as it is written.
    let text: String
    /// What it plays, where it is a source.
    let timelines: [Timeline]
    let isCold: Bool
    /// The names that it is made of.
    fileprivate let names: Set<String>
  }

  /// An expression that something is asserted of.
  struct Assertion {
    /// The expression, as it is written.
    let text: String
    /// What it is made of, in the order in which that is bound.
    let bindings: [Binding]

    /// The sources among that whose end is written, or could be.
    var sources: [Binding] { bindings.filter { !$0.timelines.isEmpty && $0.timelines.allSatisfy { $0.loop == nil } } }
  }

  /// What is asserted, in its order.
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

  /// The bindings that some names lead to, directly or by what they are made of.
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
    // A marble may be the name of a stream.
    names = Set(timelines.flatMap(\.marbles).compactMap { $0.event.marbleName })
  }
}

extension Timeline.Event {
  /// What stands there, if it is a word without quotes.
  fileprivate var marbleName: String? {
    if case .value(.marble(let name)) = self { name } else { nil }
  }
}
