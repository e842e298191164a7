import MarbleLanguage
import Reactive

/// The type of a value.
package enum ValueType: Hashable, Sendable {
  case integer, number, boolean, string, null
  case tuple([TypeSet])
  /// An array with the types of its elements, an event with those of its value, and a stream with those of its
  /// values.
  case array(TypeSet)
  case event(TypeSet)
  case stream(TypeSet)

  /// The kind that diagnostics name.
  var kind: ArgumentKind {
    switch self {
    case .integer, .number: .number
    case .boolean: .boolean
    case .string: .string
    case .null: .null
    case .tuple: .tuple
    case .array: .array
    case .event: .event
    case .stream: .stream
    }
  }
}

/// The set of types that a value may have.
///
/// An empty set means that there is no value. The set may contain types that never occur, but it is never too small.
package struct TypeSet: Hashable, Sendable {
  /// At most one array, one event, one stream, and one tuple of each length.
  package private(set) var all: [ValueType]
  package let isUnknown: Bool
  /// The number of types in the set, including nested ones.
  private let size: Int
  /// The maximum size of a known set, which keeps the time of all operations constant.
  private static let maxSize = 100

  private init(all: [ValueType], isUnknown: Bool) {
    size = all.reduce(1) { $0 + $1.parts.reduce(1) { $0 + $1.size } }
    self.isUnknown = isUnknown || size > Self.maxSize
    self.all = self.isUnknown ? [] : all
  }

  package init(_ type: ValueType) { self.init(all: [type], isUnknown: false) }

  package static let unknown = TypeSet(all: [], isUnknown: true)
  static let none = TypeSet(all: [], isUnknown: false)
  package static let integer = TypeSet(.integer)
  package static let boolean = TypeSet(.boolean)
  package static let string = TypeSet(.string)
  package static func tuple(_ items: TypeSet...) -> TypeSet { TypeSet(.tuple(items)) }
  package static func array(of elements: TypeSet) -> TypeSet { TypeSet(.array(elements)) }
  static func event(of values: TypeSet) -> TypeSet { TypeSet(.event(values)) }
  package static func stream(of values: TypeSet) -> TypeSet { TypeSet(.stream(values)) }

  /// Whether there can be no value.
  var isNone: Bool { all.isEmpty && !isUnknown }

  /// The types of the set, or one type of every kind if the set is unknown.
  var candidates: [ValueType] { isUnknown ? Self.anything : all }

  /// Whether the set and all nested sets are known.
  var isCertain: Bool {
    !isUnknown && all.allSatisfy { $0.parts.allSatisfy(\.isCertain) }
  }

  /// Whether all values are of one known kind, as are the values in them.
  var isUniform: Bool {
    !isUnknown && Set(all.map(\.kind)).count <= 1 && all.allSatisfy { $0.parts.allSatisfy(\.isUniform) }
  }

  /// Whether all types are known and have no nested types.
  var isSimple: Bool {
    !isUnknown && all.allSatisfy { $0.parts.isEmpty }
  }

  private static let anything: [ValueType] = [
    .integer, .number, .boolean, .string, .null, .tuple([.unknown, .unknown]), .array(.unknown), .event(.unknown),
    .stream(.unknown),
  ]

  // MARK: Combining

  func or(_ other: TypeSet) -> TypeSet {
    if self == other { return self }
    if isUnknown || other.isUnknown { return .unknown }
    var merged = all
    for type in other.all {
      if let index = merged.firstIndex(where: { $0.isLike(type) }) {
        merged[index] = merged[index].or(type)
      } else {
        merged.append(type)
      }
    }
    return TypeSet(all: merged, isUnknown: false)
  }

  package static func any(of sets: some Sequence<TypeSet>) -> TypeSet {
    sets.reduce(.none) { $0.or($1) }
  }

  /// Returns the union of the results for all types.
  ///
  /// An unknown set stays unknown.
  func compactMap(_ answer: (ValueType) -> TypeSet?) -> TypeSet {
    isUnknown ? .unknown : .any(of: all.lazy.compactMap(answer))
  }

  /// The set without the type of `nil`.
  var unwrapped: TypeSet { compactMap { $0 == .null ? nil : TypeSet($0) } }

  /// The types of the values if this is used as a stream.
  ///
  /// An array can be used as a stream too.
  ///
  /// A string can be the name or the timeline of any stream, so its values are unknown.
  var contents: TypeSet {
    compactMap { type in
      switch type {
      case .stream(let values), .array(let values): values
      case .string: .unknown
      default: nil
      }
    }
  }

  /// The stream types in the set.
  var streams: TypeSet {
    compactMap { if case .stream = $0 { TypeSet($0) } else { nil } }
  }

  /// Returns the types of the item at an index in the tuples that have one.
  func item(_ index: Int) -> TypeSet {
    compactMap { type in
      if case .tuple(let items) = type, items.indices.contains(index) { items[index] } else { nil }
    }
  }

  /// The types of the values of the events in the set.
  var payload: TypeSet {
    compactMap { if case .event(let values) = $0 { values } else { nil } }
  }
}

extension ValueType {
  fileprivate var parts: [TypeSet] {
    switch self {
    case .integer, .number, .boolean, .string, .null: []
    case .tuple(let items): items
    case .array(let inner), .event(let inner), .stream(let inner): [inner]
    }
  }

  fileprivate func isLike(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.tuple(let items), .tuple(let others)): items.count == others.count
    case (.array, .array), (.event, .event), (.stream, .stream): true
    default: self == other
    }
  }

  fileprivate func or(_ other: ValueType) -> ValueType {
    switch (self, other) {
    case (.tuple(let items), .tuple(let others)): .tuple(zip(items, others).map { $0.or($1) })
    case (.array(let one), .array(let other)): .array(one.or(other))
    case (.event(let one), .event(let other)): .event(one.or(other))
    case (.stream(let one), .stream(let other)): .stream(one.or(other))
    default: self
    }
  }
}

// MARK: - Types of values

extension ValueType {
  /// Creates the type of a value.
  init(of value: Value) {
    switch value {
    case .integer, .number, .boolean, .marble, .string, .null: self.init(sortOf: value)
    case .tuple(let items): self = .tuple(items.map { TypeSet(of: $0) })
    case .array(let items): self = .array(.any(of: items.lazy.map { TypeSet(of: $0) }))
    case .event(let event): self = .event(event.value.map { TypeSet(of: $0) } ?? .none)
    case .stream(let stream): self = .stream(stream.timeline.map { TypeSet(sentBy: $0) } ?? .unknown)
    }
  }

  /// Creates the type of a value without examining nested values, which can be numerous.
  init(sortOf value: Value) {
    switch value {
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .marble, .string: self = .string
    case .null: self = .null
    case .tuple(let items): self = .tuple(items.map { _ in .unknown })
    case .array: self = .array(.unknown)
    case .event: self = .event(.unknown)
    case .stream: self = .stream(.unknown)
    }
  }
}

extension TypeSet {
  /// Creates a set with the type of a value.
  package init(of value: Value) { self.init(ValueType(of: value)) }

  /// Creates the set of types of the values that a timeline sends from tick 0 on.
  package init(sentBy timeline: Timeline) {
    var kinds = TypeSet.none
    // A timeline can be very long but rarely has more than a few kinds of values. Each simple kind is processed once.
    var known: UInt8 = 0
    for marble in timeline.marbles where marble.tick >= 0 { kinds.add(marble.event, unless: &known) }
    for marble in timeline.loop?.marbles ?? [] { kinds.add(marble.event, unless: &known) }
    self = kinds
  }

  private mutating func add(_ event: Event, unless known: inout UInt8) {
    guard case .value(let value) = event, value.bitOfKind == 0 || known & value.bitOfKind == 0 else { return }
    known |= value.bitOfKind
    self = or(TypeSet(of: value))
  }
}

extension Value {
  /// The kind of the value.
  var kind: ArgumentKind { ValueType(sortOf: self).kind }

  /// The kind of the value in a message about a missing whole number.
  var preciseKind: ArgumentKind {
    if case .number = self { .fraction } else { kind }
  }

  /// A bit for the kind of a simple value.
  ///
  /// It is 0 for a value with nested values, because two of them may differ in type.
  fileprivate var bitOfKind: UInt8 {
    switch self {
    case .integer: 1
    case .number: 2
    case .boolean: 4
    case .marble, .string: 8
    case .null: 16
    case .tuple, .array, .event, .stream: 0
    }
  }
}
