#if canImport(Observation)
  public import Observation

  /// The value of a property as an observable object, for views.
  ///
  /// Swift's Observation reports the next change to a view of SwiftUI that reads ``value``, and to any code in
  /// `withObservationTracking` that does:
  ///
  /// ```swift
  /// let shownName = ObservableProperty(name)
  /// ```
  ///
  /// The opposite direction is `Property(observing:on:)`.
  @MainActor
  public final class ObservableProperty<Value: Sendable>: Observable {
    private let registrar = ObservationRegistrar()
    // Kept alive, so that it changes as long as it is shown.
    private let property: any PropertyProtocol<Value>
    private let start = ScopedDisposable(SerialDisposable())
    private var latest: Value

    /// Creates an object that follows a property, which it keeps alive.
    ///
    /// A change on the main thread is visible immediately, one on another thread when the main queue has run.
    public init(_ property: any PropertyProtocol<Value>) {
      self.property = property
      latest = property.value
      start.inner.inner = property.producer.startWithValues(on: .main) { [weak self] value in self?.follow(value) }
    }

    /// The current value.
    public var value: Value {
      registrar.access(self, keyPath: \.value)
      return latest
    }

    private func follow(_ value: Value) {
      registrar.withMutation(of: self, keyPath: \.value) { latest = value }
    }
  }
#endif
