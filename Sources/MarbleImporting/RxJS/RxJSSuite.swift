import Marbles

/// The tests of a source, in order.
struct RxJSSuite {
  struct Test {
    let title: String
    /// The function of the test, or `nil` if the test is skipped.
    var function: JSFunction?
    /// The reason why the call that adds the test cannot be evaluated.
    var refusal: ImportRefusal?
    /// The functions to call before it.
    let hooks: [JSFunction]
    let span: Span
    /// Whether the test or a group with it is written with `only`.
    fileprivate let isFocused: Bool
  }

  /// The state that a group of tests changes for the tests in it.
  struct Group {
    fileprivate var hooks: [JSFunction] = []
    fileprivate var isSkipping = false
    fileprivate var isFocused = false
  }

  /// The tests, of which those without `only` are skipped if another one has it.
  var tests: [Test] {
    guard all.contains(where: \.isFocused) else { return all }
    return all.map { test in
      var test = test
      if !test.isFocused { (test.function, test.refusal) = (nil, nil) }
      return test
    }
  }
  private var all: [Test] = []
  private var group = Group()

  mutating func add(
    _ title: String, _ function: JSFunction?, skips: Bool = false, isFocused: Bool = false, _ span: Span,
    refusal: ImportRefusal? = nil
  ) {
    let function = skips || group.isSkipping ? nil : function
    all.append(
      Test(
        title: title, function: function, refusal: refusal, hooks: group.hooks, span: span,
        isFocused: isFocused || group.isFocused))
  }

  mutating func addHook(_ function: JSFunction) { group.hooks.append(function) }

  /// Returns the state outside of a group of tests, for `leave`.
  mutating func enter(skips: Bool, isFocused: Bool) -> Group {
    defer {
      group.isSkipping = group.isSkipping || skips
      group.isFocused = group.isFocused || isFocused
    }
    return group
  }

  mutating func leave(_ outside: Group) { group = outside }
}

extension RxJSLibrary {
  private static let suiteFunctions: Set = [
    "describe", "context", "fdescribe", "xdescribe", "it", "test", "specify", "fit", "xit", "xtest", "beforeEach",
    "afterEach", "before", "after", "beforeAll", "afterAll", "asDiagram",
  ]

  /// Whether a function describes tests, such as `it` or `describe.only.each`.
  static func isSuiteFunction(_ name: String) -> Bool {
    let words = name.split(separator: ".").map(String.init)
    return suiteFunctions.contains(words.first ?? "")
      && words.dropFirst().allSatisfy(["only", "skip", "todo", "each"].contains)
  }

  /// Performs a function that describes tests.
  func callSuite(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    if name == "asDiagram" { return .host("it") }
    // The hooks of an imported file prepare libraries.
    guard currentModule == 0 else { return .undefined }
    var function: JSFunction?
    if case .function(let last)? = arguments.last { function = last }
    let words = name.split(separator: ".")
    let skips = name.hasPrefix("x") || words.contains("skip")
    let isFocused = name.hasPrefix("f") || words.contains("only")
    switch words[0] {
    case _ where words.last == "each":
      guard case .array(let rows)? = arguments.first else { throw unknown("each", span) }
      return table(of: rows.elements, for: words.dropLast().joined(separator: "."))
    case "beforeEach":
      if let function { suite.addHook(function) }
    case "afterEach", "before", "after", "beforeAll", "afterAll": break
    case "describe", "fdescribe", "xdescribe", "context":
      guard let function else { return .undefined }
      let outside = suite.enter(skips: skips, isFocused: isFocused)
      defer { suite.leave(outside) }
      let scope = JSScope(in: function.scope, nesting: machine.nesting)
      try machine.bindParameters(of: function, to: function.arguments, span, in: scope)
      if case .statements(let statements) = function.syntax.body {
        addRefused(try machine.nested(span) { () throws(Refusal) in perform(statements, in: scope) })
      }
    default:
      guard case .string(let title, _)? = arguments.first else { throw refusal(span) }
      suite.add(title, function, skips: skips || arguments.count < 2, isFocused: isFocused, span)
    }
    return .undefined
  }

  /// Returns a function that calls another one for each row of arguments.
  ///
  /// In the title, `%s` and the like are the values of the row, and `$name` is a value of an object.
  private func table(of rows: [JSValue], for name: String) -> JSValue {
    .native(
      JSNative { [self] (arguments, span) throws(Refusal) in
        guard case .string(let title, _)? = arguments.first, case .function(let test)? = arguments.dropFirst().first
        else { throw refusal(span) }
        for row in rows {
          let values = if case .array(let array) = row { array.elements } else { [row] }
          var parts = title.split(separator: "%", omittingEmptySubsequences: false)
          for (index, value) in values.enumerated() where index + 1 < parts.count {
            if let text = try? machine.text(of: value, span) { parts[index + 1] = text + parts[index + 1].dropFirst() }
          }
          var title = parts.joined()
          if case .object(let object) = row {
            for key in object.keys.sorted(by: >) {
              guard let value = object[key], let text = try? machine.text(of: value, span) else { continue }
              title = title.replacing("$\(key)", with: text)
            }
          }
          let function = JSFunction(
            test.syntax, in: test.scope, arguments: test.arguments + values, clock: test.clock)
          _ = try callSuite(name, [.string(title), .function(function)], span)
        }
        return .undefined
      })
  }

  /// Adds the tests of calls that could not be evaluated.
  func addRefused(_ refusals: [(statement: JSStatement, refusal: Refusal)]) {
    for (statement, refusal) in refusals {
      let name = String(SourceBytes(source).text(statement.span).prefix(while: \.isLetter))
      guard ["it", "test", "fit", "specify", "cases", "describe"].contains(name) else { continue }
      var title = name
      if case .expression(let expression) = statement.kind, case .call(_, let arguments) = expression.kind,
        case .string(let text, _)? = arguments.first?.kind
      {
        title = text
      }
      suite.add(title, nil, statement.span, refusal: refusal)
    }
  }

  /// Performs statements outside of tests, where each one after an error is still performed.
  ///
  /// The names that a statement outside of the subset declares or assigns have no value.
  @discardableResult
  func perform(_ statements: [JSStatement], in scope: JSScope) -> [(statement: JSStatement, refusal: Refusal)] {
    var refusals: [(statement: JSStatement, refusal: Refusal)] = []
    declareFunctions(of: statements, in: scope)
    for statement in statements {
      machine.restart()
      do throws(Refusal) {
        _ = try machine.run(statement, in: scope)
      } catch {
        refusals.append((statement, error))
      }
    }
    return refusals
  }

  /// Declares the functions and the imported names of statements.
  func declareFunctions(of statements: [JSStatement], in scope: JSScope) {
    for statement in statements {
      if case .function(let name, let syntax) = statement.kind {
        scope.declare(name, .function(JSFunction(syntax, in: scope)))
      }
      if case .imports(let names, let module) = statement.kind {
        declare(names, from: module, in: scope)
      }
    }
  }

  /// Returns the meaning of a name that the tests of RxJS import from their own helpers.
  private func testHelper(_ name: String) -> JSValue? {
    switch name {
    case "NO_SUBS": .array(JSArray([]))
    case "lowerCaseO": .host("of")
    case "asInteropObservable": .host("identity")
    default: nil
    }
  }

  /// Functions that have their meaning also if a file of the project exports them.
  private static let marbleFunctions: Set = [
    "cold", "hot", "time", "expectObservable", "expectSubscriptions", "marbles", "cases", "configure", "Scheduler",
    "marbleTest", "getTestScheduler", "initTestScheduler", "TestScheduler", "schedule",
  ]

  private func declare(_ names: [(name: String, exported: String)], from module: String, in scope: JSScope) {
    let exports = Set(names.map(\.exported))
    if exports.contains("cold") || exports.contains("hot"), !exports.contains("expectObservable") {
      matchers = Matchers(module: module)
    }
    for (name, exported) in names {
      if exported == "*" {
        if let namespace = Self.namespace(of: module).map(JSValue.host) ?? namespace(ofFile: module) {
          scope.declare(name, namespace)
        }
        continue
      }
      let isOperator = module.hasSuffix("operators") && Self.joiners.contains(exported)
      if module.hasSuffix("-helper"), let helper = testHelper(exported) {
        scope.declare(name, helper)
      } else if !Self.marbleFunctions.contains(exported), let value = export(exported, of: module) {
        scope.declare(name, value)
      } else if isOperator {
        scope.declare(name, .host("operators." + exported))
      } else if (try? value(named: exported, 0..<0)) == nil {
        // It is an error to call it, but not to mention it.
        scope.declare(name, .host(exported))
      } else if name != exported, let known = try? value(named: exported, 0..<0) {
        scope.declare(name, known)
      }
    }
  }
}
