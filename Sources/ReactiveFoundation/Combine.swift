#if canImport(Combine)
  public import Combine
  import Foundation
  public import Reactive

  extension SignalProducer {
    /// Creates a producer that subscribes to a publisher at each start, with unlimited demand.
    ///
    /// Disposing the start cancels the subscription.
    public init<Source: Publisher>(publisher: Source) where Source.Output == Value, Source.Failure == Error {
      self.init { observer, lifetime in
        let subscription = publisher.sink(
          receiveCompletion: { completion in
            switch completion {
            case .finished: observer.sendCompleted()
            case .failure(let error): observer.send(error: error)
            }
          }, receiveValue: { observer.send(value: $0) })
        lifetime += AnyDisposable { subscription.cancel() }
      }
    }
  }

  extension SignalProducerConvertible {
    /// A publisher that starts the producer for each subscriber, and stores values until the subscriber demands them.
    ///
    /// An interruption finishes the publisher. Cancelling a subscription disposes the start.
    public var publisher: ProducerPublisher<Value, Error> { ProducerPublisher(producer: producer) }
  }

  /// A publisher of the events of a producer; see ``SignalProducerConvertible/publisher``.
  public struct ProducerPublisher<Output, Failure: Error>: Publisher {
    let producer: SignalProducer<Output, Failure>

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let subscription = ProducerSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.start(producer)
    }
  }

  private final class ProducerSubscription<S: Subscriber>: Subscription, @unchecked Sendable {
    // Recursive, because the `deinit` of a value may cancel the subscription.
    private let lock = NSRecursiveLock()
    private let start = SerialDisposable()
    // Guarded by the lock, which is not held while the subscriber is called.
    private var subscriber: S?
    private var waiting: ArraySlice<S.Input> = []
    private var end: Subscribers.Completion<S.Failure>?
    private var demand = Subscribers.Demand.none
    private var isDelivering = false

    init(_ subscriber: S) {
      self.subscriber = subscriber
    }

    func start(_ producer: SignalProducer<S.Input, S.Failure>) {
      start.inner = producer.start(
        Observer(
          value: { value in self.change { self.waiting.append(value) } },
          ended: { end in
            self.change {
              self.end = if case .failed(let error) = end { .failure(error) } else { .finished }
            }
          }))
    }

    func request(_ demand: Subscribers.Demand) {
      change { self.demand += demand }
    }

    func cancel() {
      change {
        subscriber = nil
        waiting = []
      }
      start.dispose()
    }

    /// Changes the state, and then sends what the demand allows, unless another call is doing that.
    private func change(_ action: () -> Void) {
      lock.lock()
      defer { lock.unlock() }
      action()
      guard !isDelivering else { return }
      isDelivering = true
      defer { isDelivering = false }
      while let subscriber {
        if demand > .none, let value = waiting.popFirst() {
          demand -= .max(1)
          lock.unlock()
          let more = subscriber.receive(value)
          lock.lock()
          demand += more
        } else if waiting.isEmpty, let end {
          self.subscriber = nil
          lock.unlock()
          subscriber.receive(completion: end)
          lock.lock()
        } else {
          return
        }
      }
    }
  }

  /// The value of a property as an `ObservableObject`, for views before Swift's Observation.
  @MainActor
  public final class PublishedProperty<Value: Sendable>: ObservableObject {
    /// The current value.
    @Published public private(set) var value: Value
    // Kept alive, so that it changes as long as it is shown.
    private let property: any PropertyProtocol<Value>
    private let start = ScopedDisposable(SerialDisposable())

    /// Creates an object that follows a property, which it keeps alive.
    ///
    /// A change on the main thread is visible immediately, one on another thread when the main queue has run.
    public init(_ property: any PropertyProtocol<Value>) {
      self.property = property
      value = property.value
      start.inner.inner = property.producer.startWithValues(on: .main) { [weak self] value in self?.value = value }
    }
  }
#endif
