/// A reason why tasks cannot run on virtual time.
struct TaskProblem: Error {
  enum Kind {
    /// The concurrency runtime has no hooks.
    case hasNoHooks
    /// Another thread has resumed a task of the run, or used its clock or its inputs.
    case leftThread
    /// A task sleeps on a real clock.
    case sleepsInRealTime
    /// A task needs the main actor, but the run is not executed there.
    case needsMainActor
  }

  let kind: Kind
  let tick: Int
}

extension TaskProblem: CustomStringConvertible {
  /// The problem, and a suggestion how to fix it.
  var description: String {
    switch kind {
    case .hasNoHooks:
      """
      this program cannot run tasks on virtual time: the hooks of the concurrency runtime were not found
        help: link the Swift standard library dynamically, without `-static-stdlib`
      """
    case .leftThread:
      """
      tick \(tick): a task was resumed by another thread, such as a dispatch queue, at an undetermined time
        help: replace what uses the other thread in the test, or give it the `clock` of the closure
      """
    case .sleepsInRealTime:
      """
      tick \(tick): a task sleeps on a real clock
        help: give the operator a clock as a parameter, and pass it the `clock` of the closure
      """
    case .needsMainActor:
      """
      tick \(tick): a task needs the main actor, but the test runs elsewhere
        help: mark the test with `@MainActor`
      """
    }
  }
}
