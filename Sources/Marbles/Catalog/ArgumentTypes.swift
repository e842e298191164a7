import MarbleLanguage

/// The types of what an operator is given: of this each form in the catalog says what its result sends.
struct ArgumentTypes {
  /// What the streams send, the source first.
  var streams: [TypeSet] = []
  var values: [TypeSet] = []
  /// What a closure is given as the state that it made before, or what that begins with.
  var state = TypeSet.unknown
  /// What the closure gives; if that is a stream, what it sends.
  var result = TypeSet.none
  var resultIsStream = false

  var source: TypeSet { streams.first ?? .unknown }
  /// What the stream sends that stands behind the source.
  var other: TypeSet { streams.count > 1 ? streams[1] : .unknown }
  /// The first value that stands in the call.
  var value: TypeSet { values.first ?? .unknown }
  /// Anything that a stream sends or that stands in the call as a value.
  var anything: TypeSet { .any(of: streams + values + (resultIsStream ? [result] : [])) }
  /// One value of each stream.
  var together: TypeSet { TypeSet(.tuple(streams)) }
  /// What the streams send that the source sends, or the array that it sends, or the timeline.
  var inner: TypeSet { source.contents }

  /// What a closure is given.
  func taken(_ taken: ClosureRole.ParameterKind) -> TypeSet {
    switch taken {
    case .value: source
    case .values: .array(of: source)
    case .other: other
    case .together: together
    case .event: .event(of: source)
    case .state: state
    case .message: .string
    }
  }
}

/// What an operator has a closure for: what it is given, and what it must give.
package struct ClosureRole: Sendable {
  enum ParameterKind: Sendable {
    case value
    /// An array of values.
    case values
    /// What the stream sends that stands behind the source.
    case other
    /// One value of each stream.
    case together
    /// An event that carries a value.
    case event
    /// What the closure gave before.
    case state
    /// What a failure says.
    case message
  }

  enum ResultKind: Sendable {
    case value, boolean, stream, pair
  }

  let takes: [ParameterKind]
  var gives = ResultKind.value
  /// Whether the closure may take the first value only.
  var isFlexible = false

  /// What a closure that takes so many values is given in this role.
  func taken(byClosureOf arity: Int) -> [ParameterKind] {
    isFlexible && arity < 2 ? Array(takes.prefix(1)) : takes
  }
}
