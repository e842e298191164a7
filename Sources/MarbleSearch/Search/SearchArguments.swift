import MarbleEvaluation
import MarbleLanguage
import Reactive

/// An argument of a call.
enum SearchArgument {
  case omitted
  case stream
  case constant(Value, text: String, cost: Int)
  /// A word such as `true` or `.merge`.
  case word(String, cost: Int)
  case closure(String)

  init?(_ value: Value, cost: Int? = nil) {
    guard let text = value.literal else { return nil }
    self = .constant(value, text: text, cost: cost ?? text.utf8.count)
  }

  init(_ strategy: (name: String, strategy: FlattenStrategy)) { self = .word("." + strategy.name, cost: 1) }

  /// Returns the argument for an initial state, of which any but the usual ones are rarely meant.
  static func initial(_ value: Value) -> SearchArgument? {
    guard let text = value.literal else { return nil }
    let isUsual = [.integer(0), .string(""), .array([])].contains(value)
    return .constant(value, text: text, cost: text.utf8.count + (isUsual ? 0 : 4))
  }
}

/// The arguments that a search tries.
struct SearchArguments {
  private let constants: SearchConstants
  private let library: SearchLibrary

  init(_ constants: SearchConstants, _ library: SearchLibrary) {
    self.constants = constants
    self.library = library
  }

  /// Returns the arguments for a parameter of an operator with a closure, the simplest first.
  func all(for parameter: ParameterDescription, _ types: TypeSet, of overload: Overload) -> [SearchArgument] {
    switch parameter.shape {
    case .closure(let role): library.closures(for: role, types, of: overload).map { .closure($0) }
    case .strategy: Strategy.simple.filter { [.concat, .latest].contains($0.strategy) }.map(SearchArgument.init)
    case .optionalMessage: [.omitted]
    case .value: library.initials.prefix(4).compactMap { SearchArgument($0) }
    default: constants(for: parameter, of: overload)
    }
  }

  /// Returns the arguments for a parameter that is not a closure, the simplest first.
  func constants(for parameter: ParameterDescription, of overload: Overload) -> [SearchArgument] {
    switch parameter.shape {
    case .stream: return [.stream]
    case .streams, .streamValues, .array, .anything, .closure: return []
    case .value, .values:
      let integers = constants.integers.prefix(8).map(Value.integer)
      let known = overload.isComparison ? constants.inputs : constants.outputs
      return (integers + known).uniqued().compactMap { SearchArgument($0) }
    case .boolean: return [.omitted, .word(parameter.defaultText == "true" ? "false" : "true", cost: 3)]
    case .message, .optionalMessage:
      let messages = constants.messages.map { SearchArgument.word(ValuePrinter.quoted($0), cost: 4) }
      if case .message = parameter.shape { return (parameter.defaultText == nil ? [] : [.omitted]) + messages }
      return [.omitted, .word("nil", cost: 3)] + messages
    case .strategy: return Strategy.simple.map(SearchArgument.init)
    case .count(let minimum):
      return constants.counts.filter { $0 >= minimum }.compactMap { SearchArgument(.integer($0), cost: 1 + $0 / 3) }
    case .time(let minimum):
      return constants.times.filter { $0 >= minimum }.compactMap { SearchArgument(.integer($0), cost: 1 + $0 / 2) }
    }
  }
}
