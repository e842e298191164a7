/// Something that can be stopped, or let go.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it has been disposed, or has ended by itself.
  var isDisposed: Bool { get }

  /// Stops it; disposing again does nothing. May be called from any thread, and from inside an event.
  func dispose()
}
