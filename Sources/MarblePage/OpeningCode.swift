import Synchronization

/// A secret that is worth the token of a server, once.
///
/// The address with which a program opens the browser is visible to other users of the computer. After the browser has
/// used it, it is worth nothing.
package final class OpeningCode: Sendable {
  let text: String
  private let isUsed = Atomic(false)

  package init(_ text: String) { self.text = text }

  /// Returns whether a code is this one and is used for the first time.
  func use(_ code: String) -> Bool { code == text && !isUsed.exchange(true, ordering: .relaxed) }
}
