import MarbleEvaluation
import MarbleLanguage

/// An expression with holes: `a.debounce(?)`, `a.?.map { $0 * 2 }` or `a.map { ? }`.
struct SearchSketch {
  /// A part of an expression that a search fills in.
  enum Hole {
    /// The name of an operator and its arguments.
    case call
    /// The body of a closure.
    case body
    /// The body of a closure that returns a stream.
    case streamBody
    /// A part of the body of a closure.
    case operand
    /// An argument, or another value.
    case value
  }

  /// The text before, between and after the holes.
  let texts: [String]
  let holes: [Hole]
  /// The operator and the receiver of a closure that is a hole, if this is the last call: `a` in `a.map { ? }`.
  let aligned: (name: String, source: String)?
  /// The names of the streams that can replace a hole.
  var streams: [String] = []

  init(_ expression: Expression, in source: Source) {
    var found: [(span: Span, hole: Hole)] = []
    Self.collect(expression, as: .value, &found)
    found.sort { $0.span.lowerBound < $1.span.lowerBound }
    var texts: [String] = []
    var start = expression.span.lowerBound
    for hole in found {
      texts.append(source.text(of: start..<hole.span.lowerBound))
      start = hole.span.upperBound
    }
    self.texts = texts + [source.text(of: start..<expression.span.upperBound)]
    holes = found.map(\.hole)
    if found.count == 1, case .method(let receiver, let call) = expression.kind, case .hole? = call.trailing?.body.kind,
      call.arguments.isEmpty
    {
      aligned = (call.name.text, source.text(of: receiver.span).onOneLine)
    } else {
      aligned = nil
    }
  }

  private static func collect(_ expression: Expression, as hole: Hole, _ found: inout [(span: Span, hole: Hole)]) {
    func collect(in call: Call) {
      for argument in call.arguments { self.collect(argument.value, as: .value, &found) }
      guard let trailing = call.trailing else { return }
      let parameters = Catalog.standard[call.name.text]?.overloads.flatMap(\.parameters) ?? []
      let givesStream = parameters.contains { parameter in
        if case .closure(let role) = parameter.shape { role.gives == .stream } else { false }
      }
      self.collect(trailing.body, as: givesStream ? .streamBody : .body, &found)
    }
    switch expression.kind {
    case .hole: found.append((expression.span, hole))
    case .method(let receiver, let call):
      self.collect(receiver, as: .value, &found)
      if call.isHole { found.append((call.name.span, .call)) }
      collect(in: call)
    case .call(let call), .implicitMember(let call): collect(in: call)
    case .closure(let closure): self.collect(closure.body, as: .body, &found)
    default: for part in expression.parts { self.collect(part, as: hole == .value ? .value : .operand, &found) }
    }
  }

  /// Returns the expression with its holes filled in.
  func text(_ fills: [String]) -> String {
    zip(texts, fills + [""]).map { $0 + $1 }.joined()
  }
}
