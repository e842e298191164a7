import MarbleLanguage

/// The types of an operator's arguments, from which an overload derives the type of its result.
struct ArgumentTypes {
  /// The types of the values that the streams send, the source first.
  var streams: [TypeSet] = []
  var values: [TypeSet] = []
  /// The type of the state that a closure receives: its previous result, or the initial value.
  var state = TypeSet.unknown
  /// The type of the closure's result or, if that is a stream, of the values that it sends.
  var result = TypeSet.none
  var resultIsStream = false

  var source: TypeSet { streams.first ?? .unknown }
  /// The type of the values that the second stream sends.
  var other: TypeSet { streams.count > 1 ? streams[1] : .unknown }
  /// The type of the first value among the arguments.
  var value: TypeSet { values.first ?? .unknown }
  /// The types of all values that the streams send, that are arguments, or that the closure returns.
  var anything: TypeSet { .any(of: streams + values + (resultIsStream ? [result] : [])) }
  /// The type of a tuple with one value of each stream, or of the value of the only one.
  var together: TypeSet { streams.count == 1 ? source : TypeSet(.tuple(streams)) }
  /// The type of the values inside those of the source: the values of its streams, or the elements of its arrays.
  var inner: TypeSet { source.contents }

  /// Returns the type of a closure's parameter.
  func taken(_ taken: ClosureRole.ParameterKind) -> TypeSet {
    switch taken {
    case .value: source
    case .values: .array(of: source)
    case .other: other
    case .together: together
    case .event: .event(of: source)
    case .state: state
    case .message: .string
    case .shared: .stream(of: source)
    case .errors: .stream(of: .string)
    case .completions: .stream(of: .integer)
    case .combination: .unknown
    }
  }
}

extension Behavior.Values {
  /// Returns the type of the values that the result sends.
  func types(of given: ArgumentTypes) -> TypeSet {
    switch self {
    case .all, .some, .one, .newest, .none: given.source
    case .changed: given.result
    case .changedSome: given.result.unwrapped
    case .paired: .tuple(given.source, .integer)
    case .made: given.state
    case .number: .integer
    case .boolean, .booleans: .boolean
    case .arrays: .array(of: given.source)
    case .streams: .stream(of: given.source)
    case .events: .event(of: given.source)
    case .unwrapped: given.source.payload
    case .joined: given.together
    case .flattened: given.inner
    case .inner: given.resultIsStream ? given.result : given.other
    case .succeeded: given.other
    case .continued, .recovered, .begun, .preceded, .replaced, .defaulted, .merged, .raced, .others: given.anything
    }
  }
}

/// The purpose of a closure: the kinds of its parameters, and the kind of its result.
package struct ClosureRole: Sendable {
  package enum ParameterKind: Sendable {
    case value
    /// An array of values.
    case values
    /// A value of the second stream.
    case other
    /// A tuple with one value of each stream.
    case together
    /// An event that carries a value.
    case event
    /// The previous result of the closure, or the initial value.
    case state
    /// The message of a failure.
    case message
    /// The source, as a stream.
    case shared
    /// A stream of the messages of failures.
    case errors
    /// A stream of the numbers of completions.
    case completions
    /// A tuple with one value of each of an unknown number of streams.
    case combination
  }

  package enum ResultKind: Sendable {
    case value, boolean, stream, pair
  }

  package let takes: [ParameterKind]
  package var gives = ResultKind.value
  /// Whether the closure may have only the first of the parameters.
  var isFlexible = false

  /// Returns the kinds of the parameters of a closure with `arity` parameters.
  func taken(byClosureOf arity: Int) -> [ParameterKind] {
    isFlexible && arity < 2 ? Array(takes.prefix(1)) : takes
  }
}
