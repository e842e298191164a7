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
  private(set) var generation = 0
  private var steps = 0
  private static let maxDepth = 100
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

  /// Evaluates another file, and continues with the state before it.
  func isolated(_ body: () -> Void) {
    let state = (nesting, depth, generation, steps)
    body()
    (nesting, depth, generation, steps) = state
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
      if case .selection(let value, let cases) = statements[index].kind, try evaluate(value, in: scope).isSymbolic {
        let branches = try conditions(value, cases, statements[index].span)
        return try run(([branches].compactMap(\.self) + statements[(index + 1)...])[...], in: scope)
      }
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
    case .none, .imports, .exports, .function: return nil
    case .type(let name, let syntax):
      scope.declare(name, .type(try declare(syntax, in: scope)))
      return nil
    case .selection(let value, let cases): return try select(value, cases, statement.span, in: scope)
    case .attempt(let body, let error, let handler):
      let result = try run(body[...], in: JSScope(in: scope, nesting: nesting))
      // It must be known whether the statements throw.
      if case .branch? = result { throw refusal(statement.span) }
      guard case .failure(let failure)? = result else { return result }
      let inner = JSScope(in: scope, nesting: nesting)
      if let error { try bind(error, to: failure, statement.span, in: inner) }
      return try run(handler[...], in: inner)
    case .unsupported(let problem, let span, let names):
      for name in names { scope.declare(name, .refused(Refusal(problem: problem, span: span, isRepeated: true))) }
      throw Refusal(problem: problem, span: span)
    case .declaration(let declared):
      for (pattern, value) in declared { try declare(pattern, value, in: scope) }
      return nil
    case .expression(let expression):
      // The previous value does not matter if nothing uses the result.
      if let target = try changed(by: expression, in: scope) {
        if case .assignment(_, _, let value) = expression.kind { _ = try evaluate(value, in: scope) }
        try assign(target, .undefined, in: scope)
        return nil
      }
      if library.isRemark(expression, in: scope) {
        library.remarks.append(expression.span)
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

  private func select(
    _ value: JSExpression, _ cases: [(value: JSExpression?, body: [JSStatement], continues: Bool)], _ span: Span,
    in scope: JSScope
  ) throws(Refusal) -> JSValue? {
    let subject = try evaluate(value, in: scope)
    let inner = JSScope(in: scope, nesting: nesting)
    var start = cases.firstIndex { $0.value == nil }
    for (index, (value, _, _)) in cases.enumerated() {
      guard let value else { continue }
      if try isTrue(combine("===", subject, evaluate(value, in: inner), span), span) {
        start = index
        break
      }
    }
    guard let start else { return nil }
    for (_, body, continues) in cases[start...] {
      if let result = try run(body[...], in: inner) { return result }
      if !continues { break }
    }
    return nil
  }

  /// Returns a `switch` of a value that is known only when the script runs as conditions, if no case continues with the
  /// statements of the next one.
  private func conditions(
    _ value: JSExpression, _ cases: [(value: JSExpression?, body: [JSStatement], continues: Bool)], _ span: Span
  ) throws(Refusal) -> JSStatement? {
    var bodies = cases.map(\.body)
    for index in cases.indices.dropLast().reversed() where cases[index].continues {
      // Labels without statements have those of the next label.
      if bodies[index].isEmpty {
        bodies[index] = bodies[index + 1]
      } else if bodies[index].last?.endsFunction != true {
        throw refusal(span)
      }
    }
    let blocks = bodies.map { JSStatement(kind: .block($0), span: span) }
    let other = cases.firstIndex { $0.value == nil }.map { blocks[$0] }
    return zip(cases, blocks).reversed().reduce(other) { other, item in
      guard let label = item.0.value else { return other }
      let condition = JSExpression(kind: .binary("===", value, label), span: label.span)
      return JSStatement(kind: .condition(condition, item.1, other), span: span)
    }
  }

  /// Returns the variable or property outside of the function that a statement such as `x += 1` changes.
  private func changed(by expression: JSExpression, in scope: JSScope) throws(Refusal) -> JSExpression? {
    let target: JSExpression
    switch expression.kind {
    case .update(let changed, _, _): target = changed
    case .assignment(.some, let changed, _): target = changed
    default: return nil
    }
    switch target.kind {
    case .name(let name): return scope.home(of: name).flatMap { $0.nesting < nesting ? target : nil }
    case .member(let owner, _):
      guard nesting > 0, case .object(let object) = try evaluate(owner, in: scope) else { return nil }
      return object.nesting < nesting ? target : nil
    default: return nil
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
    if case .failure = result { throw refusal(value.span) }
    if case .name(let name) = pattern, nesting == 0 { library.name(result, name) }
    try bind(pattern, to: result, value.span, in: scope)
  }

  func bind(_ pattern: JSPattern, to value: JSValue, _ span: Span, in scope: JSScope) throws(Refusal) {
    switch pattern {
    case .name(let name): scope.declare(name, value)
    case .rest: throw refusal(span)
    case .initial(let pattern, let initial):
      if case .undefined = value { return try bind(pattern, to: evaluate(initial, in: scope), span, in: scope) }
      if case .symbol(let symbol) = value, symbol.shape.mayBeMissing { throw refusal(span) }
      try bind(pattern, to: value, span, in: scope)
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
        if case .rest(let rest) = pattern, case .object(let object) = value {
          let others = JSObject(nesting: nesting)
          for other in object.keys where !properties.contains(where: { $0.key == other }) {
            others[other] = object[other]
          }
          try bind(rest, to: .object(others), span, in: scope)
          continue
        }
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
      switch try evaluate(owner, in: scope) {
      case .object(let object): try set(object, key, value, target.span)
      case .type(let type): try set(type.statics, key, value, target.span)
      default: throw refusal(target.span)
      }
    default: throw refusal(target.span)
    }
  }

  func set(_ object: JSObject, _ key: String, _ value: JSValue, _ span: Span) throws(Refusal) {
    if object.keysRead[key] == generation { throw Refusal(problem: .statefulClosure, span: span) }
    guard object.nesting == nesting else {
      object[key] = .refused(Refusal(problem: .statefulClosure, span: span))
      return
    }
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

extension JSStatement {
  /// Whether no statement after it is performed.
  fileprivate var endsFunction: Bool {
    if case .block(let statements) = kind { return statements.last?.endsFunction == true }
    return if case .result = kind { true } else if case .failure = kind { true } else { false }
  }
}

extension JSPattern {
  /// The names that the pattern binds.
  var names: [String] {
    switch self {
    case .name(let name): [name]
    case .rest(let pattern), .initial(let pattern, _): pattern.names
    case .array(let patterns): patterns.flatMap { $0?.names ?? [] }
    case .object(let properties): properties.flatMap(\.pattern.names)
    }
  }
}
