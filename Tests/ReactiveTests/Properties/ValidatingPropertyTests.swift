import Reactive
import Testing

@Suite(.noLeaks)
struct ValidatingPropertyTests {
  private typealias Validating = ValidatingProperty<Int, Boom>

  /// Rejects negative numbers, and replaces those above 9 by 9.
  private static func validate(_ value: Int) -> Validating.Decision {
    value < 0 ? .invalid(Boom()) : value > 9 ? .coerced(9, nil) : .valid
  }

  private static func describe(_ result: Validating.Result) -> String {
    switch result {
    case .valid(let value): "valid \(value)"
    case .coerced(let replacement, let proposed, let error):
      "\(proposed) became \(replacement)\(error == nil ? "" : "!")"
    case .invalid(let value, _): "invalid \(value)"
    }
  }

  @Test func `valid values are set, coerced ones replaced and invalid ones rejected`() {
    let property = Validating(0, Self.validate)
    var log: [String] = []
    property.result.producer.startWithValues { log.append(Self.describe($0)) }
    property.producer.startWithValues { log.append("value \($0)") }
    for value in [5, -1, 20] { property.value = value }
    #expect(
      log == ["valid 0", "value 0", "valid 5", "value 5", "invalid -1", "20 became 9", "value 9"])
    #expect(property.value == 9)
  }

  @Test func `a result has a value, an error and a validity`() {
    let property = Validating(-1, Self.validate)
    #expect(property.value == -1)
    #expect(property.result.value == .invalid(-1, Boom()))
    #expect(property.result.value.isInvalid && property.result.value.error != nil)
    #expect(property.result.value.value == nil)
    property.value = 12
    #expect(property.result.value.value == 9)
    #expect(!property.result.value.isInvalid && property.result.value.error == nil)
    property.value = 3
    #expect(property.result.value == .valid(3))
  }

  @Test func `changes of the inner property are validated and kept`() {
    let inner = MutableProperty(0)
    let property = Validating(inner, Self.validate)
    var log: [String] = []
    property.result.signal.observeValues { log.append(Self.describe($0)) }
    inner.value = 20
    inner.value = -3
    property.value = 30
    #expect(log == ["20 became 9", "invalid -3", "30 became 9"])
    #expect(inner.value == 9)
  }

  @Test func `a change during a change of the inner property has the correct result`() {
    let inner = MutableProperty(0)
    let property = Validating(inner, Self.validate)
    var log: [String] = []
    property.result.signal.observeValues { log.append(Self.describe($0)) }
    inner.signal.observeValues { [weak property] in if $0 == 1 { property?.value = 20 } }
    inner.value = 1
    #expect(inner.value == 9)
    #expect(log == ["valid 1", "20 became 9"])
  }

  @Test func `an observer of the result may set the property`() {
    let property = Validating(0, Self.validate)
    var log: [String] = []
    property.result.signal.observeValues { [weak property] result in
      log.append(Self.describe(result))
      if result.isInvalid { property?.value = 1 }
    }
    property.signal.observeValues { log.append("value \($0)") }
    property.value = -1
    #expect(log == ["invalid -1", "valid 1", "value 1"])
  }

  @Test func `a change of the other property repeats the last validation`() {
    let limit = MutableProperty(5)
    let property = Validating(0, with: limit) { value, limit in value > limit ? .invalid(Boom()) : .valid }
    property.value = 7
    #expect(property.value == 0)
    #expect(property.result.value.isInvalid)
    limit.value = 10
    #expect(property.value == 7)
    #expect(property.result.value == .valid(7))
    limit.value = 6
    #expect(property.value == 7)
    #expect(property.result.value.isInvalid)
  }

  @Test func `a validator sees the value that is proposed to the other validating property`() {
    let first = Validating(12) { $0 < 10 ? .invalid(Boom()) : $0 > 99 ? .coerced(99, nil) : .valid }
    let second = Validating(12, with: first) { $0 == $1 ? .valid : .invalid(Boom()) }
    first.value = 5
    #expect(first.value == 12)
    #expect(second.result.value == .invalid(12, Boom()))
    second.value = 5
    #expect(second.result.value == .valid(5))
    first.value = 500
    second.value = 500
    #expect(first.value == 99)
    #expect(second.value == 500)
  }

  @Test func `a binding sets the property and releases everything`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let limit = MutableProperty(5)
    let alive = Weak()
    var property: Validating? = {
      let probe = alive.makeProbe()
      return Validating(0, with: limit) { value, limit in probe.touch(value) > limit ? .invalid(Boom()) : .valid }
    }()
    property <~ signal
    let recorder = property?.signal.record()
    input.send(value: 1)
    input.send(value: 6)
    property = nil
    input.send(value: 2)
    limit.value = 7
    #expect(!alive.isAlive)
    #expect(recorder?.history == "1 |")
  }
}
