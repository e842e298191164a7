import Foundation

/// How much the tests do that can do any amount: more where the environment says `REACTIVE_ROUNDS=100`.
///
/// - Parameter debug: for a debug build, which takes ten times as long or more; `many` if there is none.
func rounds(_ many: Int, debug: Int? = nil) -> Int {
  let factor = ProcessInfo.processInfo.environment["REACTIVE_ROUNDS"].flatMap(Int.init) ?? 1
  #if DEBUG
    return (debug ?? many) * factor
  #else
    return many * factor
  #endif
}
