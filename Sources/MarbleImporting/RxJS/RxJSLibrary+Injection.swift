import Marbles

/// Functions that replace others in tests, and the injection of values by Angular.
extension RxJSLibrary {
  static let frameworkFunctions: Set = [
    "createAction", "createActionGroup", "props", "emptyProps", "createEffect", "provideMockActions", "inject",
  ]

  private func native(_ call: @escaping ([JSValue], Span) throws(Refusal) -> JSValue) -> JSValue {
    .native(JSNative(call))
  }

  // MARK: Mocks

  /// Calls a function of `jest`, `vi` or `jasmine`.
  func callMockFunction(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.count) {
    case ("fn", 0...1): return .mock(JSMock(arguments.first))
    case ("createSpy", 0...2): return .mock(JSMock(arguments.dropFirst().first))
    case ("createSpyObj", 1...2):
      guard case .array(let methods)? = arguments.last else { throw unknown(name, span) }
      let object = JSObject()
      for method in methods.elements {
        guard case .string(let method, _) = method else { throw unknown(name, span) }
        object[method] = .mock(JSMock(nil))
      }
      return .object(object)
    case ("spyOn", 2):
      guard case .object(let object) = arguments[0], case .string(let method, _) = arguments[1] else {
        throw unknown(name, span)
      }
      let mock = JSValue.mock(JSMock(try machine.property(method, of: object, span)))
      try machine.set(object, method, mock, span)
      return mock
    case ("clearAllMocks", 0), ("restoreAllMocks", 0), ("mock", 1...), ("unmock", 1): return .undefined
    default: throw unknown(name, span)
    }
  }

  /// Calls a method of a mock.
  func call(_ name: String, on mock: JSMock, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.count) {
    case ("mockReturnValue", 1), ("returnValue", 1):
      let value = arguments[0]
      mock.implementation = native { _, _ in value }
    case ("mockImplementation", 1), ("callFake", 1): mock.implementation = arguments[0]
    case ("mockName", 1), ("mockClear", 0): break
    case ("mockReset", 0): mock.implementation = nil
    default:
      guard let member = mock.members[name] else { throw unknown(name, span) }
      return try machine.call(member, arguments, span)
    }
    guard machine.nesting == 0, mock.caller != machine.generation || name == "mockClear" else {
      throw Refusal(problem: .statefulClosure, span: span)
    }
    return .mock(mock)
  }

  // MARK: Actions

  func callFrameworkFunction(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.first) {
    case ("props", nil), ("emptyProps", nil): return .undefined
    case ("createAction", .string(let type, _)?):
      return try action(type, arguments.dropFirst().first ?? .undefined, span)
    case ("createActionGroup", .object(let options)?):
      guard case .string(let source, _)? = options["source"], case .object(let events)? = options["events"] else {
        throw unknown(name, span)
      }
      let group = JSObject(nesting: machine.nesting)
      for event in events.keys {
        let words = event.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let key = words.prefix(1).lowercased() + words.dropFirst()
        group[key] = try action("[\(source)] \(event)", events[event] ?? .undefined, span)
      }
      return .object(group)
    case ("createEffect", .function(let effect)?):
      if case .object(let options)? = arguments.dropFirst().first, case .boolean(true)? = options["functional"] {
        return .function(effect)
      }
      return .deferred(effect)
    case ("provideMockActions", .function?):
      let provider = JSObject()
      provider["provide"] = .host("Actions")
      provider["useActions"] = arguments[0]
      return .object(provider)
    case ("inject", let token?): return try inject(token, span)
    default: throw unknown(name, span)
    }
  }

  /// Returns a function that creates actions of a type.
  private func action(_ type: String, _ properties: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    guard properties.isNothing else { throw unknown("createAction", span) }
    let creator = JSMock(
      native { [machine] (arguments, span) throws(Refusal) in
        let action = JSObject(nesting: machine.nesting)
        if case .object(let properties)? = arguments.first {
          for key in properties.keys { action[key] = properties[key] }
        } else if let other = arguments.first, !other.isNothing {
          throw machine.refusal(span)
        }
        action["type"] = .string(type)
        return .object(action)
      })
    creator.members["type"] = .string(type)
    return .mock(creator)
  }

  // MARK: Injection

  /// Calls a method of `TestBed`.
  func callTestBed(_ name: String, _ arguments: [JSValue], _ span: Span) throws(Refusal) -> JSValue {
    switch (name, arguments.first) {
    case ("configureTestingModule", .object(let options)?):
      guard options.keys == ["providers"], case .array(let array)? = options["providers"] else {
        throw unknown(name, span)
      }
      for provider in array.elements {
        switch provider {
        case .type: providers.append((provider, provider))
        case .object(let object): providers.append((object["provide"] ?? .undefined, provider))
        default: throw unknown("providers", span)
        }
      }
      return .host("TestBed")
    case ("resetTestingModule", nil):
      (providers, injected) = ([], [])
      return .host("TestBed")
    case ("inject", let token?): return try inject(token, span)
    default: throw unknown(name, span)
    }
  }

  private func inject(_ token: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    if let known = injected.first(where: { isSame($0.token, token) }) { return known.value }
    let provider = providers.last { isSame($0.token, token) }?.provider ?? token
    let value = try provided(provider, span)
    injected.append((token, value))
    return value
  }

  private func isSame(_ a: JSValue, _ b: JSValue) -> Bool {
    switch (a, b) {
    case (.type(let a), .type(let b)): a === b
    case (.object(let a), .object(let b)): a === b
    case (.host(let a), .host(let b)), (.string(let a, _), .string(let b, _)): a == b
    default: false
    }
  }

  private func provided(_ provider: JSValue, _ span: Span) throws(Refusal) -> JSValue {
    switch provider {
    case .type(let type):
      var arguments: [JSValue] = []
      for parameter in machine.parameters(of: type) {
        guard let token = parameter.token else { throw unknown("constructor", span) }
        arguments.append(try inject(machine.evaluate(token, in: type.scope), span))
      }
      return try machine.construct(type, arguments, span)
    case .object(let options):
      if let value = options["useValue"] { return value }
      if let type = options["useClass"] { return try provided(type, span) }
      if case .function(let actions)? = options["useActions"] { return .deferred(actions) }
      if let factory = options["useFactory"], options["deps"] == nil { return try machine.call(factory, [], span) }
      throw unknown("provide", span)
    case .host(let name): throw unknown(name, span)
    default: throw unknown("inject", span)
    }
  }

  // MARK: Environment

  /// Returns the result of `typeof` for an object that only a browser has.
  func environment(_ operand: JSExpression) -> JSValue? {
    let name: String
    switch operand.kind {
    case .name(let own), .member(_, let own): name = own
    default: return nil
    }
    guard ["window", "document", "localStorage"].contains(name) else { return nil }
    if SourceBytes(source).text(0..<min(source.bytes.count, 1_000)).contains("@jest-environment node") {
      return .string("undefined")
    }
    return .symbol(JSSymbol(text: "typeof \(name)", shape: .text))
  }
}
