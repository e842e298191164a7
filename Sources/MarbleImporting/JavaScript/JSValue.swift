import Marbles

/// A value during the evaluation of a test.
indirect enum JSValue {
  case undefined
  case null
  case boolean(Bool)
  case number(Double)
  /// A string, with its range in the source if it is a literal.
  case string(String, Span?)
  case array(JSArray)
  case object(JSObject)
  case function(JSFunction)
  case native(JSNative)
  case mock(JSMock)
  case type(JSType)
  case imported(JSImport)
  /// A value that a function returns each time that it is read.
  case deferred(JSFunction)
  /// A function or an object of the platform or of the library, by name.
  case host(String)
  case error(type: String, message: JSValue)
  case date(Double)
  /// The test scheduler, or a scheduler of the library by name.
  case scheduler(String?)
  /// The result of `expectObservable` and similar functions, which has a `toBe`.
  case matcher(RxJSMatcher)
  case stream(RxJSStream)
  /// The subscriptions of a stream.
  case subscriptions(RxJSStream)
  /// An operator for `pipe`.
  case operation(RxJSOperation)
  case operations([JSValue])
  /// The argument of the function of `new Observable`.
  case subscriber(RxJSSubscriber)
  /// A subscription of a program, by its index.
  case subscription(Int)
  /// A subject, which shares a stream or has known events.
  case subject(RxJSEventSource)
  /// A value that is known only when the script runs.
  case symbol(JSSymbol)
  /// One of two values, depending on a condition that is known only when the script runs.
  case branch(condition: String, JSValue, JSValue)
  /// The result of a function that throws.
  case failure(JSValue)
  /// A value that could not be evaluated.
  case refused(ImportRefusal)

  static func string(_ text: String) -> JSValue { .string(text, nil) }

  var isNothing: Bool {
    switch self {
    case .undefined, .null: true
    default: false
    }
  }

  /// Whether the value is an integer with which JavaScript does not calculate exactly.
  var isUnsafeInteger: Bool {
    if case .number(let number) = self, let integer = Int64(exactly: number) {
      integer.magnitude >= 1 << 53
    } else {
      false
    }
  }

  var isInfinite: Bool { if case .number(let number) = self { number.isInfinite } else { false } }

  var isZero: Bool { if case .number(0) = self { true } else { false } }

  var isFunction: Bool { if case .function = self { true } else { false } }

  var isSymbol: Bool { if case .symbol = self { true } else { false } }

  /// Whether the value contains a part that is known only when the script runs.
  var isSymbolic: Bool {
    switch self {
    case .symbol, .branch: true
    case .error(_, let message): message.isSymbolic
    case .array(let array): array.elements.contains(where: \.isSymbolic)
    case .object(let object): object.values.values.contains(where: \.isSymbolic)
    default: false
    }
  }
}

final class JSArray {
  var elements: [JSValue]
  /// The nesting of closures and branches that created the array, the only one that may change it.
  let nesting: Int

  init(_ elements: [JSValue], nesting: Int = 0) {
    self.elements = elements
    self.nesting = nesting
  }
}

final class JSObject {
  private(set) var keys: [String] = []
  private(set) var values: [String: JSValue] = [:]
  let nesting: Int
  /// The class of which the object is an instance, if there is one.
  let type: JSType?
  /// The keys whose values closures have read, each with the generation of the machine.
  var keysRead: [String: Int] = [:]

  init(nesting: Int = 0, type: JSType? = nil) {
    self.nesting = nesting
    self.type = type
  }

  subscript(key: String) -> JSValue? {
    get { values[key] }
    set {
      if values[key] == nil { keys.append(key) }
      values[key] = newValue
    }
  }
}

/// A function with the names around it.
final class JSFunction {
  let syntax: JSFunctionSyntax
  let scope: JSScope
  /// The first arguments of a test, such as a test scheduler or the values of a row, which precede those of a call.
  let arguments: [JSValue]
  /// The clock of a test with its own one.
  let clock: RxJSLibrary.Clock?
  /// The value of `this`, for a method of an object.
  let receiver: JSValue?

  init(
    _ syntax: JSFunctionSyntax, in scope: JSScope, arguments: [JSValue] = [], clock: RxJSLibrary.Clock? = nil,
    receiver: JSValue? = nil
  ) {
    self.syntax = syntax
    self.scope = scope
    self.arguments = arguments
    self.clock = clock
    self.receiver = receiver
  }
}

/// A name that another file exports.
final class JSImport {
  private let find: () -> JSValue
  private var found: JSValue?
  private var isFinding = false

  init(_ find: @escaping () -> JSValue) { self.find = find }

  /// The value, or `undefined` if it refers to itself.
  var value: JSValue {
    if let found { return found }
    if isFinding { return .undefined }
    isFinding = true
    let value = find()
    found = value
    return value
  }
}

/// A function of the importer.
final class JSNative {
  let call: ([JSValue], Span) throws(ImportRefusal) -> JSValue

  init(_ call: @escaping ([JSValue], Span) throws(ImportRefusal) -> JSValue) { self.call = call }
}

/// A function of a test that replaces another one, or another function with members.
final class JSMock {
  var implementation: JSValue?
  /// The generation of the machine in which a closure has called the function, which must not change then.
  var caller: Int?
  let members = JSObject()

  init(_ implementation: JSValue?) { self.implementation = implementation }
}

/// A class with the names around it.
final class JSType {
  let syntax: JSTypeSyntax
  let scope: JSScope
  let statics = JSObject()

  /// The class that this one extends, unless it is one of the platform or of a library.
  let superclass: JSType?

  init(_ syntax: JSTypeSyntax, in scope: JSScope, extending superclass: JSType?) {
    self.syntax = syntax
    self.scope = scope
    self.superclass = superclass
  }

  /// Whether the class, or one that it extends, is an error of the platform.
  var isError: Bool {
    if let superclass { return superclass.isError }
    if case .name(let name)? = syntax.superclass?.kind { return name.hasSuffix("Error") }
    return false
  }

  /// Returns a member of this class or of one that it extends.
  func member(_ name: String) -> (member: JSTypeSyntax.Member, type: JSType)? {
    if let found = syntax.members.first(where: { $0.name == name && !$0.isStatic }) {
      if case .field = found.member { return nil }
      return (found.member, self)
    }
    return superclass?.member(name)
  }
}

/// The names of a block or a function, and of those around it.
final class JSScope {
  private(set) var values: [String: JSValue] = [:]
  let parent: JSScope?
  /// The nesting of closures and branches in which the names are declared.
  let nesting: Int
  /// The names whose values closures have read, each with the generation of the machine.
  var namesRead: [String: Int] = [:]

  init(in parent: JSScope?, nesting: Int) {
    self.parent = parent
    self.nesting = nesting
  }

  func declare(_ name: String, _ value: JSValue) { values[name] = value }

  /// Removes the names of streams.
  func remove(where isRemoved: (RxJSStream) -> Bool) {
    values = values.filter { if case .stream(let stream) = $0.value { !isRemoved(stream) } else { true } }
  }

  func find(_ name: String) -> JSValue? {
    var scope: JSScope? = self
    while let current = scope {
      if let value = current.values[name] {
        if case .imported(let imported) = value { return imported.value }
        return value
      }
      scope = current.parent
    }
    return nil
  }

  /// Returns the scope that declares a name.
  func home(of name: String) -> JSScope? {
    var scope: JSScope? = self
    while let current = scope {
      if current.values[name] != nil { return current }
      scope = current.parent
    }
    return nil
  }
}

/// A part of a closure in the script.
struct JSSymbol {
  /// The text, in which a parameter is a placeholder until its closure is complete.
  let text: String
  let shape: JSShape
  /// The precedence of the operator in the text, or the maximum if it has none.
  var precedence = JSSymbol.maxPrecedence

  static let maxPrecedence = 9

  /// The text as the operand of an operator, in parentheses if necessary.
  func operand(of precedence: Int = maxPrecedence) -> String {
    self.precedence >= precedence ? text : "(\(text))"
  }
}
