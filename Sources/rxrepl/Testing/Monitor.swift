import Glibc

/// State that threads share, and whose changes they wait for.
final class Monitor<State>: @unchecked Sendable {
  // Neither may move, so they do not stand in the object itself.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A clock that somebody sets must not make a wait longer.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Changes the state, and wakes those who wait.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until the state gives something, and takes it; `nil` when that took too long.
  func take<Result>(within seconds: Double = .infinity, _ body: (inout State) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var deadline = timespec()
    if seconds.isFinite {
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      let nanoseconds = deadline.tv_nsec + Int(seconds * 1e9)
      deadline.tv_sec += nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
    }
    while true {
      if let result = body(&state) {
        pthread_cond_broadcast(condition)
        return result
      }
      if seconds.isFinite {
        if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return nil }
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }
}
