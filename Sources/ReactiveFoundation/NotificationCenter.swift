import Foundation
public import Reactive

extension NotificationCenter: ReactiveExtensionsProvider {}

extension ReactiveExtensions where Base: NotificationCenter {
  /// Returns a signal of the notifications that are posted with a name and from an object.
  ///
  /// The signal does not end by itself. It is removed from the notification center when it is neither referenced nor
  /// observed. A notification is sent on the thread that posts it.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications, or `nil` for all names.
  ///   - object: The object that posts the notifications, or `nil` for all objects. It is not retained.
  public func notifications(
    forName name: Notification.Name?, object: AnyObject? = nil
  ) -> Signal<Notification, Never> {
    let center = base
    return Signal { observer, lifetime in
      let input = NotificationInput(observer)
      let token = center.addObserver(forName: name, object: object, queue: nil) { input.observer.send(value: $0) }
      lifetime.observeEnded { center.removeObserver(token) }
    }
  }
}

/// The observer that receives notifications.
///
/// A notification is not `Sendable`. It is sent only on the thread that posts it.
private struct NotificationInput: @unchecked Sendable {
  let observer: Signal<Notification, Never>.Observer

  init(_ observer: Signal<Notification, Never>.Observer) {
    self.observer = observer
  }
}
