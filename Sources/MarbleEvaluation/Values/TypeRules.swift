import MarbleLanguage

/// The result types of the operators and members in closures.
///
/// The result is `nil` if no value of these types has the operator or member. The rules must agree with
/// `ValueOperations`.
enum TypeRules {
  static func apply(_ symbol: PrefixOperator, to operand: ValueType) -> TypeSet? {
    switch (symbol, operand) {
    case (.negate, .integer), (.negate, .number), (.not, .boolean): TypeSet(operand)
    default: nil
    }
  }

  static func apply(_ symbol: BinaryOperator, _ left: ValueType, _ right: ValueType) -> TypeSet? {
    switch symbol {
    case .equal, .unequal: .boolean
    case .and, .or: left == .boolean && right == .boolean ? .boolean : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual: haveOrder(left, right) ? .boolean : nil
    case .add, .subtract, .multiply, .divide, .remainder: calculate(symbol, left, right)
    }
  }

  private static func haveOrder(_ left: ValueType, _ right: ValueType) -> Bool {
    switch (left, right) {
    case (.string, .string): true
    case (.tuple(let a), .tuple(let b)): a.count == b.count && !a.isEmpty
    default: left.isNumber && right.isNumber
    }
  }

  private static func calculate(_ symbol: BinaryOperator, _ left: ValueType, _ right: ValueType) -> TypeSet? {
    switch (left, right) {
    case (.integer, .integer): .integer
    case (.array(let a), .array(let b)) where symbol == .add: .array(of: a.or(b))
    case (.string, .string) where symbol == .add: .string
    default: left.isNumber && right.isNumber ? TypeSet(.number) : nil
    }
  }

  /// Whether two values of these types can be equal, or one is a test for `nil`.
  static func canBeEqual(_ left: ValueType, _ right: ValueType) -> Bool {
    if case .tuple(let a) = left, case .tuple(let b) = right { return a.count == b.count }
    return left == .null || right == .null || left.kind == right.kind
  }

  static func property(_ property: BuiltinProperty, of type: ValueType) -> TypeSet? {
    switch (property, type) {
    case (.description, _): .string
    case (.count, .string), (.count, .array): .integer
    case (.isEmpty, .string), (.isEmpty, .array): .boolean
    case (.first, .string), (.last, .string): TypeSet.string.or(TypeSet(.null))
    case (.first, .array(let elements)), (.last, .array(let elements)): elements.or(TypeSet(.null))
    // Only a run can determine which streams are groups, and what their keys are.
    case (.key, .stream): .unknown
    // An action sends its streams.
    case (_, .stream(let streams)) where property.isStreamOfAction && streams.mayHoldStreams:
      .stream(of: property.contents ?? streams.contents)
    default: nil
    }
  }

  static func hasMethod(_ method: BuiltinMethod, _ type: ValueType) -> Bool {
    switch (method, type) {
    case (_, .string), (.reversed, .array), (.contains, .array): true
    default: false
    }
  }

  /// Returns the type of a method's result, or `nil` if the type has no such method.
  ///
  /// - Parameter argument: The type of the argument, or `.null` if the method takes none.
  static func method(_ method: BuiltinMethod, of type: ValueType, _ argument: ValueType) -> TypeSet? {
    switch (method, type) {
    case (.lowercased, .string), (.reversed, .string), (.uppercased, .string): .string
    case (.contains, .string), (.hasPrefix, .string), (.hasSuffix, .string): argument == .string ? .boolean : nil
    case (.reversed, .array): TypeSet(type)
    case (.contains, .array): .boolean
    default: nil
    }
  }

  static func convert(_ conversion: BuiltinConversion, _ type: ValueType) -> TypeSet? {
    switch (conversion, type) {
    case (.string, _): .string
    case (.integer, .integer), (.integer, .number): .integer
    case (.integer, .string): TypeSet.integer.or(TypeSet(.null))
    default: nil
    }
  }
}

extension BuiltinProperty {
  /// The type of the values of a stream of an action, or `nil` if its work determines them.
  fileprivate var contents: TypeSet? {
    switch self {
    case .isExecuting, .isEnabled: .boolean
    case .errors, .disabledErrors: .string
    default: nil
    }
  }
}

extension TypeSet {
  fileprivate var mayHoldStreams: Bool { isUnknown || !streams.isNone }
}

extension ValueType {
  fileprivate var isNumber: Bool { self == .integer || self == .number }
}
