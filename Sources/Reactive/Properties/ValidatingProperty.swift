/// A property that validates each value before it writes it.
///
/// A valid value is written. For a coerced value, its replacement is written. An invalid value leaves the property
/// unchanged. The result of the last attempt is in ``result``, which changes before the value does.
///
/// Attempts are validated one after the other. An attempt that another thread or an observer makes during a
/// validation is validated after it, without blocking. The semantics are those of `ValidatingProperty` in
/// ReactiveSwift.
public final class ValidatingProperty<Value, ValidationError: Swift.Error>: MutablePropertyProtocol {
  /// The decision of a validator about a value.
  public enum Decision {
    /// The value is written.
    case valid
    /// Another value is written instead.
    ///
    /// The error may describe the reason.
    case coerced(Value, ValidationError?)
    /// The value is not written.
    case invalid(ValidationError)
  }

  /// The result of an attempt to write a value.
  public enum Result {
    /// The value was written.
    case valid(Value)
    /// The replacement was written instead of the proposed value.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)
    /// The value was not written.
    case invalid(Value, ValidationError)

    init(_ value: Value, _ decision: Decision) {
      switch decision {
      case .valid: self = .valid(value)
      case .coerced(let replacement, let error):
        self = .coerced(replacement: replacement, proposed: value, error: error)
      case .invalid(let error): self = .invalid(value, error)
      }
    }

    /// Whether the value was not written.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }

    /// The value that was written, or `nil` if the attempt was invalid.
    public var value: Value? {
      switch self {
      case .valid(let value), .coerced(let value, _, _): value
      case .invalid: nil
      }
    }

    /// The error of the validator, or `nil` if there is none.
    public var error: ValidationError? {
      switch self {
      case .valid: nil
      case .coerced(_, _, let error): error
      case .invalid(_, let error): error
      }
    }

    /// The value that the attempt proposed.
    var proposed: Value {
      switch self {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
    }
  }

  private let inner: MutableProperty<Value>
  private let validation: Validation
  /// The result of the last attempt.
  ///
  /// At first it is the result for the initial value.
  public let result: Property<Result>

  /// Creates a property that writes valid values into another property, and validates values that others write there.
  ///
  /// The initial value of `inner` is validated, but it is neither replaced nor refused.
  ///
  /// - Parameters:
  ///   - inner: The property that stores the value.
  ///   - validator: Called for each attempt, in order, and not under a lock.
  public init(_ inner: MutableProperty<Value>, _ validator: @escaping (Value) -> Decision) {
    self.inner = inner
    let initial = inner.value
    let validation = Validation(inner, MutableProperty(Result(initial, validator(initial))), validator)
    self.validation = validation
    result = Property(capturing: validation.result)
    validation.lifetime += inner.signal.observeValues { [weak validation] value in validation?.notice(value) }
  }

  /// Creates a property with an initial value.
  public convenience init(_ initial: Value, _ validator: @escaping (Value) -> Decision) {
    self.init(MutableProperty(initial), validator)
  }

  /// Creates a property with a validator that also uses the value of another property.
  ///
  /// When that property changes, the last attempt is made again.
  public convenience init<Other: PropertyProtocol>(
    _ inner: MutableProperty<Value>, with other: Other,
    _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    // The other property is not kept alive.
    let other = Property(other)
    self.init(inner) { validator($0, other.value) }
    validation.lifetime += other.signal.observeValues { [weak validation] _ in validation?.repeat() }
  }

  /// Creates a property with an initial value and a validator that also uses the value of another property.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// Creates a property with a validator that also uses the last value that was proposed to another validating
  /// property.
  ///
  /// The validator receives the proposed value even if the other property refused or replaced it. After each attempt
  /// of the other property, the last attempt of this property is made again.
  public convenience init<Other, OtherError>(
    _ inner: MutableProperty<Value>, with other: ValidatingProperty<Other, OtherError>,
    _ validator: @escaping (Value, Other) -> Decision
  ) {
    self.init(inner, with: other.result.map(\.proposed), validator)
  }

  /// Creates a property with an initial value and a validator that also uses the last value that was proposed to
  /// another validating property.
  public convenience init<Other, OtherError>(
    _ initial: Value, with other: ValidatingProperty<Other, OtherError>,
    _ validator: @escaping (Value, Other) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// The last value that was written.
  ///
  /// Setting it is an attempt.
  public var value: Value {
    get { inner.value }
    set { validation.attempt(newValue) }
  }

  /// A producer of the current value and every value that is written after it.
  public var producer: SignalProducer<Value, Never> { inner.producer }

  /// A signal of every value that is written from now on.
  public var signal: Signal<Value, Never> { inner.signal }

  /// The lifetime of the property that stores the value.
  public var lifetime: Lifetime { inner.lifetime }
}

extension ValidatingProperty: @unchecked Sendable where Value: Sendable {}
extension ValidatingProperty.Decision: Sendable where Value: Sendable {}
extension ValidatingProperty.Decision: Equatable where Value: Equatable, ValidationError: Equatable {}
extension ValidatingProperty.Result: Sendable where Value: Sendable {}
extension ValidatingProperty.Result: Equatable where Value: Equatable, ValidationError: Equatable {}

extension ValidatingProperty {
  /// The validation of attempts, one after the other.
  private final class Validation: @unchecked Sendable {
    let result: MutableProperty<Result>
    private let inner: MutableProperty<Value>
    private let validator: (Value) -> Decision
    /// The domain in which attempts are validated.
    private let domain = _SerialDomain()
    private let token = Lifetime.Token()
    /// Whether this object is writing the value that `inner` sends; guarded by the domain of `inner`.
    @exclusivity(unchecked) private var isOwnWrite = false

    var lifetime: Lifetime { Lifetime(token) }

    init(_ inner: MutableProperty<Value>, _ result: MutableProperty<Result>, _ validator: @escaping (Value) -> Decision)
    {
      self.inner = inner
      self.result = result
      self.validator = validator
    }

    func attempt(_ value: Value) {
      domain._perform { self.validate(value) }
    }

    /// Validates the last proposed value again.
    func `repeat`() {
      domain._perform { self.validate(self.result.value.proposed) }
    }

    /// Validates a value that other code wrote into `inner`.
    func notice(_ value: Value) {
      if isOwnWrite { return }
      domain._perform { self.result.value = Result(value, self.validator(value)) }
    }

    private func validate(_ value: Value) {
      let result = Result(value, validator(value))
      self.result.value = result
      if let value = result.value { inner._relay._send(value, marking: { self.isOwnWrite = $0 }) }
    }
  }
}
