import MarbleLanguage
import Reactive

/// A converter between marbles and Swift values, which prefers a table to the conversions of the types.
struct MarbleCoder {
  private let table: [String: Any]

  init(_ table: [String: Any]) {
    self.table = table
  }

  // MARK: Reading

  /// Returns the value of a type that a marble stands for, or `nil` if there is none.
  func read<Result>(_ value: Value, as type: Result.Type) -> Result? {
    if !table.isEmpty, let named = table[value.plainText] as? Result { return named }
    if let type = type as? any MarbleValue.Type { return type.init(marble: value) as? Result }
    return (value as? Result) ?? value.text.flatMap { enumCase(named: $0, of: type) }
  }

  /// Returns the error of a type that a failure stands for, or `nil` if there is none.
  func read<Result>(_ failure: Failure, as type: Result.Type) -> Result? {
    if let error = (table[failure.message] ?? failure) as? Result { return error }
    if let type = type as? any MarbleValue.Type {
      return type.init(marble: NumberLiteral(failure.message)?.value ?? .marble(failure.message)) as? Result
    }
    return enumCase(named: failure.message, of: type)
  }

  /// Returns the failures that stand for errors of a type.
  func failures<Result: Error>(of type: Result.Type) -> [Failure] {
    func messages<Cases: CaseIterable>(_: Cases.Type) -> [Failure] {
      Cases.allCases.map { Failure(String(describing: $0)) }
    }
    if let type = type as? any CaseIterable.Type { return messages(type) }
    return read(.unnamed, as: type) == nil ? [] : [.unnamed]
  }

  /// Returns the case of an enumeration with a description.
  private func enumCase<Result>(named name: String, of type: Result.Type) -> Result? {
    func find<Cases: CaseIterable>(_: Cases.Type) -> Cases? { Cases.allCases.first { String(describing: $0) == name } }
    return (type as? any CaseIterable.Type).flatMap { find($0) as? Result }
  }

  // MARK: Writing

  /// Returns a value as it is written on a timeline.
  ///
  /// It uses the name in the table, the conversion of the type, the elements, or the description, in this order.
  func write(_ value: Any) -> Value {
    if let name = name(of: value) { return NumberLiteral(name)?.value ?? .marble(name) }
    switch value {
    case let value as any MarbleValue: return value.marble
    case let value as any StreamConvertible: return .stream(value.stream(self))
    case let value as any EventConvertible: return .event(value.event(self))
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .tuple where !mirror.children.isEmpty: return .tuple(mirror.children.map { write($0.value) })
    case .optional: return mirror.children.first.map { write($0.value) } ?? .null
    case .collection: return .array(mirror.children.map { write($0.value) })
    default: return .string(String(describing: value))
    }
  }

  /// Returns an error as it is written on a timeline.
  func write(error: any Error) -> Failure {
    if let failure = error as? Failure { return failure }
    return Failure(
      name(of: error) ?? (error as? any MarbleValue)?.marble.plainText ?? String(describing: error))
  }

  private func name(of value: Any) -> String? {
    guard !table.isEmpty, let value = value as? any Equatable else { return nil }
    func isEqual<Other: Equatable>(_ other: Other) -> Bool { value as? Other == other }
    return table.filter { _, other in (other as? any Equatable).map { isEqual($0) } ?? false }.keys.min()
  }
}

/// A stream of any type that another stream sends as a value.
private protocol StreamConvertible {
  func stream(_ names: MarbleCoder) -> Stream
}

extension SignalProducer: StreamConvertible {
  fileprivate func stream(_ names: MarbleCoder) -> Stream {
    Stream(producer: marbles(names), name: "stream", isSubstream: true)
  }

  /// Returns the same stream, with its values and errors as they are written on a timeline.
  func marbles(_ names: MarbleCoder) -> Producer {
    map { names.write($0) }.mapError { names.write(error: $0) }
  }
}

extension Signal: StreamConvertible {
  fileprivate func stream(_ names: MarbleCoder) -> Stream { producer.stream(names) }
}

/// An event of any type that a stream sends as a value.
private protocol EventConvertible {
  func event(_ names: MarbleCoder) -> Event
}

extension Reactive.Event: EventConvertible {
  fileprivate func event(_ names: MarbleCoder) -> Event {
    map { names.write($0) }.mapError { names.write(error: $0) }
  }
}
