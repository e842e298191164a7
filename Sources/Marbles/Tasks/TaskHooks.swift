import Reactive

/// The hooks of the concurrency runtime, through which jobs come that no executor of their own runs.
///
/// A task that an operator creates with `Task { … }` has no executor that a test could choose. The hooks are variables
/// of the runtime and therefore apply to the whole process. The jobs of a run are recognized by the thread that
/// enqueues them, because everything in a run happens on one thread. All other jobs pass through unchanged.
enum TaskHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias EnqueueAfter = @convention(thin) (UInt64, UnownedJob) -> Void
  private typealias EnqueueAfterHook = @convention(thin) (UInt64, UnownedJob, EnqueueAfter) -> Void
  private typealias EnqueueAt = @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias EnqueueAtHook =
    @convention(thin) (
      Int64, Int64, Int64, Int64, Int32, UnownedJob, EnqueueAt
    ) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// The hooks that other code has installed before.
  private nonisolated(unsafe) static var others: (enqueue: EnqueueHook?, main: MainExecutorHook?) = (nil, nil)
  private static let lock = Mutex(())

  /// Installs the hooks, unless they are installed, and returns whether the runtime has the necessary one.
  static func install() -> Bool {
    lock.withLock { _ in
      guard let enqueue = globalVariable("swift_task_enqueueGlobal_hook", as: EnqueueHook?.self) else { return false }
      replace(enqueue, by: enqueueGlobal, saving: &others.enqueue)
      globalVariable("swift_task_enqueueGlobalWithDelay_hook", as: EnqueueAfterHook?.self)?.pointee = enqueueAfter
      globalVariable("swift_task_enqueueGlobalWithDeadline_hook", as: EnqueueAtHook?.self)?.pointee = enqueueAt
      globalVariable("swift_task_enqueueMainExecutor_hook", as: EnqueueHook?.self)?.pointee = enqueueMain
      if let main = globalVariable("swift_task_getMainExecutor_hook", as: MainExecutorHook?.self) {
        replace(main, by: mainExecutor, saving: &others.main)
      }
      return true
    }
  }

  /// Replaces a hook by ours, and saves that of other code.
  private static func replace<Hook>(_ variable: UnsafeMutablePointer<Hook?>, by own: Hook, saving other: inout Hook?) {
    let address = { (hook: Hook?) in unsafeBitCast(hook, to: UnsafeRawPointer?.self) }
    guard address(variable.pointee) != address(own) else { return }
    other = variable.pointee
    variable.pointee = own
  }

  private static let enqueueGlobal: EnqueueHook = { job, original in
    if TaskQueue.take(job) { return }
    if let other = others.enqueue { other(job, original) } else { original(job) }
  }

  // Task.sleep waits for a real clock. Newer runtimes do not call these two hooks for it.

  private static let enqueueAfter: EnqueueAfterHook = { delay, job, original in
    TaskQueue.current?.stop(with: .sleepsInRealTime)
    original(delay, job)
  }

  private static let enqueueAt: EnqueueAtHook = {
    seconds, fraction, tolerance, toleranceFraction, clock, job, original in
    TaskQueue.current?.stop(with: .sleepsInRealTime)
    original(seconds, fraction, tolerance, toleranceFraction, clock, job)
  }

  // Runtimes before Swift 6.2 enqueue jobs of the main actor here, others ask for its executor.

  private static let enqueueMain: EnqueueHook = { job, original in
    if let queue = TaskQueue.current, queue.enqueueMain(job) { return }
    original(job)
  }

  private static let mainExecutor: MainExecutorHook = { original in
    guard let queue = TaskQueue.current else { return others.main?(original) ?? original() }
    guard queue.isOnMainActor else {
      queue.stop(with: .needsMainActor)
      return original()
    }
    return queue.mainExecutor.asUnownedSerialExecutor()
  }
}

/// Returns the number of the task that a job belongs to, or 0 if it belongs to none.
///
/// No two tasks of a process have the same number.
@_silgen_name("swift_task_getJobTaskId")
func taskID(of job: UnownedJob) -> UInt64
