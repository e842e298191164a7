/// An object that represents work or resources that can be stopped or released.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it was disposed or has ended by itself.
  var isDisposed: Bool { get }

  /// Stops the work or releases the resources.
  ///
  /// Further calls do nothing.
  ///
  /// May be called from any thread, and from inside an event.
  func dispose()
}
