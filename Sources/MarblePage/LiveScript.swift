import Marbles

/// A script that changes while a page shows it, such as the streams of a trace that a program is still writing.
package final class LiveScript: Sendable {
  private let known: Mutex<String>
  private let change: @Sendable () -> String?

  /// - Parameter change: Returns the script if it has changed since the last call, or else `nil`.
  package init(_ text: String, change: @escaping @Sendable () -> String?) {
    known = Mutex(text)
    self.change = change
  }

  var text: String {
    known.withLock { known in
      known = change() ?? known
      return known
    }
  }
}
