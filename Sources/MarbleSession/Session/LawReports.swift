import Marbles
import Reactive

/// The reports of laws that hold, by the text that each law depends on, for scripts that differ elsewhere.
package final class LawReports: Sendable {
  private static let maxCount = 100
  private let known = Mutex<[String: LawReport]>([:])

  package init() {}

  subscript(text: String) -> LawReport? {
    get { known.withLock { $0[text] } }
    set {
      known.withLock { known in
        if known.count >= Self.maxCount { known = [:] }
        known[text] = newValue
      }
    }
  }
}
