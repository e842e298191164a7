import Foundation

/// Returns the number of rounds for a test.
///
/// `REACTIVE_ROUNDS=100` in the environment multiplies it by 100.
///
/// - Parameters:
///   - many: The number for a release build.
///   - debug: The number for a debug build, which takes at least ten times as long. The default is `many`.
func rounds(_ many: Int, debug: Int? = nil) -> Int {
  let factor = ProcessInfo.processInfo.environment["REACTIVE_ROUNDS"].flatMap(Int.init) ?? 1
  #if DEBUG
    return (debug ?? many) * factor
  #else
    return many * factor
  #endif
}
