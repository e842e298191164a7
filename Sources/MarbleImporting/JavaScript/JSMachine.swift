import Marbles

/// An evaluator for the subset of JavaScript that tests with timelines use.
///
/// It performs declarations, assignments and calls in the order of the program. The functions that a test passes to
/// operators are evaluated with symbols as arguments, which results in closures of the script.
final class JSMachine {
  typealias Refusal = ImportRefusal

  let source: Source
  /// The functions of the library, which the names outside of all scopes refer to.
  unowned let library: RxJSLibrary
  /// The nesting of closures and of branches that depend on symbols.
  var nesting = 0
  private var depth = 0
  /// The number of restarts: each test calls its own closures.
  private var generation = 0
  private var steps = 0
  private static let maxDepth = 40
  static let maxSteps = 20_000

  init(source: Source, library: RxJSLibrary) {
    self.source = source
    self.library = library
  }

  /// Allows the full number of steps again.
  func restart() {
    steps = 0
    depth = 0
    nesting = 0
    generation += 1
  }

  func count(_ span: Span) throws(Refusal) {
    steps += 1
    guard steps < Self.maxSteps else { throw Refusal(problem: .tooLarge, span: span) }
  }

  func nested<Result>(_ span: Span, _ body: () throws(Refusal) -> Result) throws(Refusal) -> Result {
    guard depth < Self.maxDepth else { throw Refusal(problem: .tooLarge, span: span) }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  func refusal(_ span: Span) -> Refusal {
    Refusal(problem: .expression(SourceBytes(source).excerpt(span)), span: span)
  }

  // MARK: Statements

  /// Performs statements, and returns the result of `return`, or `nil` if they have none.
  func run(_ statements: ArraySlice<JSStatement>, in scope: JSScope) throws(Refusal) -> JSValue? {
    for statement in statements {
      if case .function(let name, let syntax) = statement.kind {
        scope.declare(name, .function(JSFunction(syntax, in: scope)))
      }
    }
    for index in statements.indices {
      if case .condition(let condition, let then, let other) = statements[index].kind {
        let value = try evaluate(condition, in: scope)
        if value.isSymbolic {
          return try branch(
            value, condition.span, then, other, statements[(index + 1)...], in: scope)
        }
        guard let taken = try isTrue(value, condition.span) ? then : other else { continue }
        if let result = try run(taken, in: scope) { return result }
      } else if let result = try run(statements[index], in: scope) {
        return result
      }
    }
    return nil
  }

  func run(_ statement: JSStatement, in scope: JSScope) throws(Refusal) -> JSValue? {
    try count(statement.span)
    return try nested(statement.span) { () throws(Refusal) in try perform(statement, in: scope) }
  }

  private func perform(_ statement: JSStatement, in scope: JSScope) throws(Refusal) -> JSValue? {
    switch statement.kind {
    case .none, .imports, .function: return nil
    case .unsupported(let problem, let span, let names):
      for name in names { scope.declare(name, .refused(Refusal(problem: problem, span: span, isRepeated: true))) }
      throw Refusal(problem: problem, span: span)
    case .declaration(let declared):
      for (pattern, value) in declared { try declare(pattern, value, in: scope) }
      return nil
    case .expression(let expression):
      // The previous value does not matter if nothing uses the result.
      if case .update(let target, _, _) = expression.kind, case .name(let name) = target.kind,
        let home = scope.home(of: name), home.nesting < nesting
      {
        try assign(target, .undefined, in: scope)
        return nil
      }
      if case .failure = try evaluate(expression, in: scope) { throw refusal(expression.span) }
      return nil
    case .result(let expression):
      guard let expression else { return .undefined }
      return try evaluate(expression, in: scope)
    case .failure(let expression):
      let error = try evaluate(expression, in: scope)
      library.recordFailure(error)
      return .failure(error)
    case .block(let statements):
      return try run(statements[...], in: JSScope(in: scope, nesting: nesting))
    case .condition: return try run([statement][...], in: scope)
    case .loop(let first, let condition, let step, let body):
      let inner = JSScope(in: scope, nesting: nesting)
      if let first, let result = try run(first, in: inner) { return result }
      while true {
        if let condition, try !isTrue(evaluate(condition, in: inner), condition.span) { break }
        try count(statement.span)
        if let result = try run(body, in: inner) { return result }
        if let step { _ = try evaluate(step, in: inner) }
      }
      return nil
    case .iteration(let pattern, let values, let body):
      for element in try elements(of: evaluate(values, in: scope), values.span) {
        let inner = JSScope(in: scope, nesting: nesting)
        try bind(pattern, to: element, values.span, in: inner)
        if let result = try run(body, in: inner) { return result }
      }
      return nil
    }
  }

  /// Evaluates both branches of a condition that is known only when the script runs.
  private func branch(
    _ condition: JSValue, _ span: Span, _ then: JSStatement, _ other: JSStatement?, _ rest: ArraySlice<JSStatement>,
    in scope: JSScope
  ) throws(Refusal) -> JSValue {
    let text = try self.condition(condition, span)
    nesting += 1
    defer { nesting -= 1 }
    let first = try run([then] + rest, in: JSScope(in: scope, nesting: nesting)) ?? .undefined
    let second = try run((other.map { [$0] } ?? []) + rest, in: JSScope(in: scope, nesting: nesting)) ?? .undefined
    return .branch(condition: text, first, second)
  }

  // MARK: Names

  func declare(_ pattern: JSPattern, _ value: JSExpression?, in scope: JSScope) throws(Refusal) {
    guard let value else { return try bind(pattern, to: .undefined, 0..<0, in: scope) }
    let result: JSValue
    do throws(Refusal) {
      result = try evaluate(value, in: scope)
    } catch {
      for name in pattern.names {
        scope.declare(name, .refused(Refusal(problem: error.problem, span: error.span, isRepeated: true)))
      }
      throw error
    }
    if case .name(let name) = pattern, nesting == 0 { library.name(result, name) }
    try bind(pattern, to: result, value.span, in: scope)
  }

  func bind(_ pattern: JSPattern, to value: JSValue, _ span: Span, in scope: JSScope) throws(Refusal) {
    switch pattern {
    case .name(let name): scope.declare(name, value)
    case .rest: throw refusal(span)
    case .array(let patterns):
      for (index, pattern) in patterns.enumerated() {
        guard let pattern else { continue }
        if case .rest(let rest) = pattern {
          let remaining = try elements(of: value, span).dropFirst(index)
          try bind(rest, to: .array(JSArray(Array(remaining), nesting: nesting)), span, in: scope)
        } else {
          try bind(pattern, to: element(of: value, at: index, span), span, in: scope)
        }
      }
    case .object(let properties):
      for (key, pattern) in properties {
        try bind(pattern, to: member(of: value, key, span), span, in: scope)
      }
    }
  }

  /// Whether a closure has read a variable around it, whose value must not change then.
  func hasRead(_ name: String, in scope: JSScope) -> Bool {
    scope.namesRead[name] == generation
  }

  func recordRead(_ name: String, in scope: JSScope) {
    guard nesting > 0, let home = scope.home(of: name), home.nesting < nesting else { return }
    home.namesRead[name] = generation
  }

  func assign(_ target: JSExpression, _ value: JSValue, in scope: JSScope) throws(Refusal) {
    try checkNesting(of: value, target.span)
    switch target.kind {
    case .name(let name):
      guard let home = scope.home(of: name) else { throw Refusal(problem: .unknownName(name), span: target.span) }
      if hasRead(name, in: home) { throw Refusal(problem: .statefulClosure, span: target.span) }
      guard home.nesting == nesting else {
        // The variable has another value at each call, so from here on it must not be read.
        return home.declare(name, .refused(Refusal(problem: .statefulClosure, span: target.span)))
      }
      if nesting == 0 { library.name(value, name) }
      home.declare(name, value)
    case .subscripted(let collection, let key):
      let container = try evaluate(collection, in: scope)
      let index = try evaluate(key, in: scope)
      switch (container, index) {
      case (.array(let array), .number(let number)):
        guard array.nesting == nesting else { throw Refusal(problem: .statefulClosure, span: target.span) }
        guard let place = Int(exactly: number), place >= 0, place <= array.elements.count else {
          throw refusal(target.span)
        }
        try checkNesting(of: value, in: array, target.span)
        if place == array.elements.count { array.elements.append(value) } else { array.elements[place] = value }
      case (.object(let object), .string(let key, _)): try set(object, key, value, target.span)
      default: throw refusal(target.span)
      }
    case .member(let owner, let key):
      guard case .object(let object) = try evaluate(owner, in: scope) else { throw refusal(target.span) }
      try set(object, key, value, target.span)
    default: throw refusal(target.span)
    }
  }

  func set(_ object: JSObject, _ key: String, _ value: JSValue, _ span: Span) throws(Refusal) {
    guard object.nesting == nesting else { throw Refusal(problem: .statefulClosure, span: span) }
    try checkNesting(of: value, in: object, span)
    object[key] = value
  }

  /// Checks that a value is not nested too deeply, and does not contain the array or object that it becomes a part of.
  func checkNesting(
    of value: JSValue, in container: AnyObject? = nil, depth: Int = 0, _ span: Span
  ) throws(Refusal) {
    let (owner, parts): (AnyObject?, [JSValue]) =
      switch value {
      case .array(let array): (array, array.elements)
      case .object(let object): (object, Array(object.values.values))
      case .branch(_, let first, let second): (nil, [first, second])
      default: (nil, [])
      }
    if parts.isEmpty, owner == nil { return }
    guard depth < Self.maxDepth, container == nil || owner !== container else {
      throw Refusal(problem: .tooLarge, span: span)
    }
    try count(span)
    for part in parts { try checkNesting(of: part, in: container, depth: depth + 1, span) }
  }
}

extension JSPattern {
  /// The names that the pattern binds.
  var names: [String] {
    switch self {
    case .name(let name): [name]
    case .rest(let pattern): pattern.names
    case .array(let patterns): patterns.flatMap { $0?.names ?? [] }
    case .object(let properties): properties.flatMap(\.pattern.names)
    }
  }
}
