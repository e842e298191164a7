// Names of streams, which grow with each operator if that is requested.
//
// A stream whose name does not grow has no name, and neither do the results of operators on it. So an operator only
// looks at a bit of the signal, or at the kind of the producer, when it is applied.

/// A producer with a name.
@usableFromInline
final class _NamedProducer<Value, Error: Swift.Error> {
  let name: String
  /// Whether the results of operators are named after the producer.
  let isGrowing: Bool
  @usableFromInline let producer: SignalProducer<Value, Error>

  init(_ name: String, isGrowing: Bool, _ producer: SignalProducer<Value, Error>) {
    self.name = name
    self.isGrowing = isGrowing
    self.producer = producer
  }
}

extension SignalProducer {
  /// The name that the results of operators grow from, or `nil` if they have none.
  private var growingName: String? {
    switch _source {
    case .named(let named) where named.isGrowing: named.name
    case .signal(let signal) where signal._core._isNamingResults: signal.name
    default: nil
    }
  }

  /// The same producer without a name that grows, for an operator that consists of others.
  @inlinable
  var _unnamed: SignalProducer {
    if case .function = _source { self } else { _withoutGrowingName }
  }

  @usableFromInline
  var _withoutGrowingName: SignalProducer {
    guard growingName != nil else { return self }
    if case .named(let named) = _source { return named.producer._withoutGrowingName }
    return ._beginning(_beginFunction)
  }

  /// Returns the result of an operator with the name of its source, extended by the name of the operator.
  @inlinable
  @inline(__always)
  func _named<T, F>(after source: SignalProducer<T, F>, by name: StaticString) -> SignalProducer {
    if case .function = source._source { self } else { _extendingName(of: source, by: name) }
  }

  @usableFromInline
  @inline(never)
  func _extendingName<T, F>(of source: SignalProducer<T, F>, by name: StaticString) -> SignalProducer {
    guard let before = source.growingName else { return self }
    return _unnamed.named(extended(before, by: name), isGrowing: true)
  }

  /// Gives the signal of a start the name of the producer, if the name grows.
  @usableFromInline
  func _name(_ signal: Signal<Value, Error>) {
    if let name = growingName { signal._core._name(name, isGrowing: true) }
  }
}

extension Signal: CustomStringConvertible {
  /// The name of the signal, or its type if it has none.
  public var description: String { name ?? "\(Signal.self)" }
}

extension SignalProducer: CustomStringConvertible {
  /// The name of the producer, or its type if it has none.
  public var description: String { name ?? "\(SignalProducer.self)" }
}

extension _SignalCore {
  /// Names the result of an operator after its source.
  @usableFromInline
  @inline(never)
  func _name(after source: _Resources, by name: StaticString) {
    _name(extended(source._name ?? "", by: name), isGrowing: true)
  }

  func _name(_ name: String, isGrowing: Bool) {
    _name = name
    if isGrowing { _ = _mark(_LifecycleState._namesResults) }
  }
}

/// Returns the name of the result of an operator: `input.map` for `map(_:)`.
private func extended(_ name: String, by function: StaticString) -> String {
  let operatorName = function.description.prefix { $0 != "(" }
  return operatorName.isEmpty ? name : "\(name).\(operatorName)"
}
