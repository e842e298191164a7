import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WASILibc)
  import WASILibc
#endif

#if canImport(Dispatch)
  import Dispatch

  typealias Semaphore = DispatchSemaphore
#else
  /// A semaphore of a platform with one thread, on which nothing waits for another thread.
  struct Semaphore {
    init(value: Int) {}
    func wait() { preconditionFailure("the only thread would wait for itself") }
    func signal() {}
  }
#endif

// The only file of the core that imports the C library. Where there is no Dispatch, as in WebAssembly, there is one thread.

/// Returns a number that identifies the current thread among the running threads.
///
/// It is never 0.
@usableFromInline
func _currentThread() -> UInt {
  #if os(WASI)
    1
  #elseif canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Lets another thread use the processor, if one is ready.
func _yieldProcessor() {
  #if !os(WASI)
    _ = sched_yield()
  #endif
}

/// Raises `SIGTRAP`, which stops the program in a debugger and otherwise ends it.
func _raiseTrap() {
  #if os(WASI)
    fatalError("a breakpoint was reached")
  #else
    _ = raise(SIGTRAP)
  #endif
}

#if canImport(Darwin) || os(WASI)
  @usableFromInline
  package typealias Mutex = Synchronization.Mutex
#else
  /// A value and a lock that guards it.
  ///
  /// It replaces the mutex of the standard library, which passes the lock from thread to thread in the order of waiting
  /// on Linux. With more threads than cores, each event then waits for a switch of threads. Here, a thread that runs can
  /// take the lock before one that sleeps. A waiting thread tries it for about a microsecond, because it is only taken
  /// for a few instructions, and then sleeps. The thread sanitizer understands this mutex.
  @usableFromInline
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let _state = Atomic<UInt8>(0)
    @usableFromInline let _value: Synchronization._Cell<Value>

    @inlinable
    package init(_ value: consuming sending Value) {
      _value = Synchronization._Cell(value)
    }

    /// Runs `body` with the value, under the lock.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      if !_state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { lock() }
      defer {
        if _state.exchange(0, ordering: .releasing) == 2 { _wakeSleepers() }
      }
      // With a pointer of its own, the thread sanitizer does not take this for an access to the state too.
      let address = _value._address
      return try body(&address.pointee)
    }

    /// Takes the lock, which is 0 if it is free, 1 if it is taken, and 2 if it is taken and threads may sleep.
    @usableFromInline
    package borrowing func lock() {
      for _ in 0..<100 {
        if _state.load(ordering: .relaxed) == 0,
          _state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
        {
          return
        }
      }
      while _state.exchange(2, ordering: .acquiring) != 0 {
        _sleep { _state.load(ordering: .relaxed) == 2 }
      }
    }
  }

  /// The threads that wait for locks.
  ///
  /// All locks share them, because threads rarely sleep.
  private struct Sleepers: @unchecked Sendable {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let wakening = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(wakening, nil)
    }
  }

  private let sleepers = Sleepers()

  /// Suspends the thread as long as `mustWait` returns true when another thread calls `_wakeSleepers`.
  private func _sleep(while mustWait: () -> Bool) {
    pthread_mutex_lock(sleepers.mutex)
    while mustWait() { pthread_cond_wait(sleepers.wakening, sleepers.mutex) }
    pthread_mutex_unlock(sleepers.mutex)
  }

  @usableFromInline
  package func _wakeSleepers() {
    // A thread that has found its lock taken holds this mutex until it sleeps.
    pthread_mutex_lock(sleepers.mutex)
    pthread_mutex_unlock(sleepers.mutex)
    pthread_cond_broadcast(sleepers.wakening)
  }
#endif
