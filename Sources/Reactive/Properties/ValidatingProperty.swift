/// A property that looks at each value before it takes it.
///
/// A valid value is written; of a value that is coerced, its replacement; an invalid one leaves the value as it is. What
/// became of the last attempt is in ``result``, which changes first.
///
/// Attempts are looked at one after the other: one that is made while another is being looked at, by another thread or by
/// an observer, is looked at after it, and nobody waits. As ReactiveSwift's `ValidatingProperty`.
public final class ValidatingProperty<Value, ValidationError: Swift.Error>: MutablePropertyProtocol {
  /// What a validator says of a value.
  public enum Decision {
    /// The value may be written.
    case valid
    /// Another value is written in its place; the error may say why.
    case coerced(Value, ValidationError?)
    /// Nothing is written.
    case invalid(ValidationError)
  }

  /// What became of an attempt.
  public enum Result {
    /// The value was written.
    case valid(Value)
    /// The replacement was written in place of what was proposed.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)
    /// Nothing was written.
    case invalid(Value, ValidationError)

    init(_ value: Value, _ decision: Decision) {
      switch decision {
      case .valid: self = .valid(value)
      case .coerced(let replacement, let error):
        self = .coerced(replacement: replacement, proposed: value, error: error)
      case .invalid(let error): self = .invalid(value, error)
      }
    }

    /// Whether nothing was written.
    public var isInvalid: Bool {
      if case .invalid = self { true } else { false }
    }

    /// What was written, if anything.
    public var value: Value? {
      switch self {
      case .valid(let value), .coerced(let value, _, _): value
      case .invalid: nil
      }
    }

    /// What the validator found wrong, if anything.
    public var error: ValidationError? {
      switch self {
      case .valid: nil
      case .coerced(_, _, let error): error
      case .invalid(_, let error): error
      }
    }

    /// What was to be written.
    var proposed: Value {
      switch self {
      case .valid(let value), .coerced(_, let value, _), .invalid(let value, _): value
      }
    }
  }

  private let inner: MutableProperty<Value>
  private let validation: Validation
  /// What became of the last attempt; of the first value at first.
  public let result: Property<Result>

  /// A property that writes what is valid into another one, and looks at what others write there too.
  ///
  /// The first value of `inner` is looked at, but neither coerced nor refused.
  ///
  /// - Parameters:
  ///   - validator: called for each attempt, in order; not under a lock.
  ///   - inner: the property that is looked after.
  public init(_ inner: MutableProperty<Value>, _ validator: @escaping (Value) -> Decision) {
    self.inner = inner
    let initial = inner.value
    let validation = Validation(inner, MutableProperty(Result(initial, validator(initial))), validator)
    self.validation = validation
    result = Property(capturing: validation.result)
    validation.lifetime += inner.signal.observeValues { [weak validation] value in validation?.notice(value) }
  }

  /// A property with its first value.
  public convenience init(_ initial: Value, _ validator: @escaping (Value) -> Decision) {
    self.init(MutableProperty(initial), validator)
  }

  /// A property whose validator looks at another property besides; when that changes, the last attempt is made again.
  public convenience init<Other: PropertyProtocol>(
    _ inner: MutableProperty<Value>, with other: Other,
    _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    // Does not keep the other property alive.
    let other = Property(other)
    self.init(inner) { validator($0, other.value) }
    validation.lifetime += other.signal.observeValues { [weak validation] _ in validation?.repeat() }
  }

  /// A property with its first value, whose validator looks at another property besides.
  public convenience init<Other: PropertyProtocol>(
    _ initial: Value, with other: Other, _ validator: @escaping (Value, Other.Value) -> Decision
  ) {
    self.init(MutableProperty(initial), with: other, validator)
  }

  /// The last value that was written; setting it is an attempt.
  public var value: Value {
    get { inner.value }
    set { validation.attempt(newValue) }
  }

  /// What was written: the current value first, then the changes.
  public var producer: SignalProducer<Value, Never> { inner.producer }

  /// What is written from now on.
  public var signal: Signal<Value, Never> { inner.signal }

  /// How long what is written into lives.
  public var lifetime: Lifetime { inner.lifetime }
}

extension ValidatingProperty: @unchecked Sendable where Value: Sendable {}
extension ValidatingProperty.Decision: Sendable where Value: Sendable {}
extension ValidatingProperty.Decision: Equatable where Value: Equatable, ValidationError: Equatable {}
extension ValidatingProperty.Result: Sendable where Value: Sendable {}
extension ValidatingProperty.Result: Equatable where Value: Equatable, ValidationError: Equatable {}

extension ValidatingProperty {
  /// The attempts, one after the other.
  private final class Validation: @unchecked Sendable {
    let result: MutableProperty<Result>
    private let inner: MutableProperty<Value>
    private let validator: (Value) -> Decision
    /// Where attempts are looked at.
    private let domain = _SerialDomain()
    private let token = Lifetime.Token()
    /// Whether what the inner property tells of now was written by us; guarded by its domain.
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

    /// Makes the last attempt again.
    func `repeat`() {
      domain._perform { self.validate(self.result.value.proposed) }
    }

    /// Somebody wrote into the inner property.
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
