import Foundation

// An application replaces `import ReactiveSwift` by the import of this module, which is enough for most files.
@_exported public import Reactive
@_exported public import ReactiveFoundation

/// The scheduler of the main queue, under the name that it has in ReactiveSwift.
public typealias UIScheduler = MainScheduler

/// The protocol of everything that has a producer, under the name that ReactiveSwift has for its constraint.
public typealias SignalProducerProtocol = SignalProducerConvertible

/// A type that has a signal, for constraints.
public protocol SignalProtocol<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error

  /// The signal.
  var signal: Signal<Value, Error> { get }
}

extension Signal: SignalProtocol {
  /// The signal itself.
  public var signal: Signal { self }
}

/// A type that has an event, for constraints.
public protocol EventProtocol<Value, Error> {
  associatedtype Value
  associatedtype Error: Swift.Error

  /// The event.
  var event: Event<Value, Error> { get }
}

extension Event: EventProtocol {
  /// The event itself.
  public var event: Event { self }
}

/// A value that several threads access, guarded by a lock.
public final class Atomic<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  /// Creates the object with a first value.
  public init(_ value: Value) {
    stored = value
  }

  /// The value.
  public var value: Value {
    get { withValue { $0 } }
    set { swap(newValue) }
  }

  /// Calls a closure that may change the value, and returns its result.
  @discardableResult
  public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try action(&stored)
  }

  /// Calls a closure with the value, and returns its result.
  @discardableResult
  public func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result {
    try modify { try action($0) }
  }

  /// Replaces the value and returns the previous one.
  @discardableResult
  public func swap(_ new: Value) -> Value {
    modify { value in
      defer { value = new }
      return value
    }
  }
}

// MARK: Operators

extension Signal {
  /// Sends the results of `transform` that are not `nil`; see `compactMap`.
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> { compactMap(transform) }

  /// Sends the part of each value at a key path.
  @_disfavoredOverload  // A key path that is written out is a closure.
  public func map<T>(_ keyPath: KeyPath<Value, T>) -> Signal<T, Error> { map { $0[keyPath: keyPath] } }
}

extension SignalProducer {
  /// Sends the results of `transform` that are not `nil`; see `compactMap`.
  public func filterMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> { compactMap(transform) }

  /// Sends the part of each value at a key path.
  @_disfavoredOverload  // A key path that is written out is a closure.
  public func map<T>(_ keyPath: KeyPath<Value, T>) -> SignalProducer<T, Error> { map { $0[keyPath: keyPath] } }
}

// MARK: Joins of different kinds of streams

// In an extension of a protocol, because its functions have a lower precedence than those of a type. Otherwise three
// producers are ambiguous.
extension _SignalProducerProtocol {
  /// Sends the latest values of streams and properties of any kind.
  @_disfavoredOverload
  public static func combineLatest<A: SignalProducerConvertible, B: SignalProducerConvertible>(
    _ a: A, _ b: B
  ) -> SignalProducer<(Value, B.Value), Error> where A.Value == Value, A.Error == Error, B.Error == Error {
    a.producer.combineLatest(with: b.producer)
  }

  /// Sends the latest values of streams and properties of any kind.
  @_disfavoredOverload
  public static func combineLatest<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C) -> SignalProducer<(Value, B.Value, C.Value), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error {
    a.producer.combineLatest(with: b.producer).combineLatest(with: c.producer).map { ($0.0, $0.1, $1) }
  }

  /// Sends the first values of streams and properties of any kind, then the second ones, and so on.
  @_disfavoredOverload
  public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible>(
    _ a: A, _ b: B
  ) -> SignalProducer<(Value, B.Value), Error> where A.Value == Value, A.Error == Error, B.Error == Error {
    a.producer.zip(with: b.producer)
  }

  /// Sends the first values of streams and properties of any kind, then the second ones, and so on.
  @_disfavoredOverload
  public static func zip<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C) -> SignalProducer<(Value, B.Value, C.Value), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error {
    a.producer.zip(with: b.producer).zip(with: c.producer).map { ($0.0, $0.1, $1) }
  }
}

extension SignalProducer {
  /// Sends the values of streams and properties of any kind as they are sent.
  @_disfavoredOverload
  public static func merge<A: SignalProducerConvertible, B: SignalProducerConvertible>(_ a: A, _ b: B) -> SignalProducer
  where A.Value == Value, A.Error == Error, B.Value == Value, B.Error == Error {
    .merge([a.producer, b.producer])
  }

  /// Sends the values of streams and properties of any kind as they are sent.
  @_disfavoredOverload
  public static func merge<
    A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible
  >(_ a: A, _ b: B, _ c: C) -> SignalProducer
  where
    A.Value == Value, A.Error == Error, B.Value == Value, B.Error == Error, C.Value == Value, C.Error == Error
  {
    .merge([a.producer, b.producer, c.producer])
  }
}
