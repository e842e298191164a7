import OrderedCollections

/// What a name stands for, from the statement that bound it on.
final class Binding: Sendable {
  enum Kind: Sendable {
    /// Hot: sent whether or not anyone listens; `isRaw` when it may be unlawful.
    case pipe(Timeline, isRaw: Bool)
    /// Cold: the nth start plays the nth timeline, the last one from then on. Never empty.
    case cold([Timeline])
    case expression(Code)
  }

  let name: String
  let kind: Kind

  init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The timelines as they were written; none for an expression.
  var timelines: [Timeline] {
    switch kind {
    case .pipe(let timeline, _): [timeline]
    case .cold(let timelines): timelines
    case .expression: []
    }
  }
}

/// An expression with all that it takes to run it: where it was written, and what its names meant there.
struct Code: Sendable {
  let expression: Expression
  let source: Source
  let bindings: Bindings
  /// The expression as it was written, on one line; where it goes on from the last result, with that in front.
  let text: String

  init(expression: Expression, source: Source, bindings: Bindings) {
    self.expression = expression
    self.source = source
    self.bindings = bindings
    let written = source.text(of: expression.span).split(separator: "\n").map(\.trimmed).joined(separator: "\n")
      .replacing("\n.", with: ".").replacing("\n", with: " ")
    if written.hasPrefix("."), case .expression(let last) = bindings["_"]?.kind {
      text = last.text + written
    } else {
      text = written.hasPrefix(".") ? "_" + written : written
    }
  }
}

extension Substring {
  /// Without the blanks at both ends.
  fileprivate var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return self[...last].drop(while: \.isWhitespace)
  }
}

/// What the names of a script stand for at one point, in the order in which they were bound.
struct Bindings: Sendable {
  private var bindings: OrderedDictionary<String, Binding> = [:]

  /// What a name stands for.
  subscript(name: String) -> Binding? { bindings[name] }

  /// The names, in the order in which they were bound.
  var names: [String] { Array(bindings.keys) }

  /// The bindings, in the order in which they were made.
  var all: [Binding] { Array(bindings.values) }

  /// Binds a name; one that was bound before takes a new place in the order.
  mutating func bind(_ binding: Binding) {
    bindings.removeValue(forKey: binding.name)
    bindings[binding.name] = binding
  }

  /// Binds a name without giving it a new place.
  mutating func rebindInPlace(_ binding: Binding) {
    bindings[binding.name] = binding
  }
}
