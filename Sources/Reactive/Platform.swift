#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The only file of the core that imports the C library.

/// Returns a number that identifies the current thread among the running threads.
///
/// It is never 0.
@usableFromInline
func _currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Raises `SIGTRAP`, which stops the program in a debugger and otherwise ends it.
func _raiseTrap() {
  _ = raise(SIGTRAP)
}

#if THREAD_SANITIZER
  /// A mutex that the thread sanitizer understands.
  ///
  /// It replaces the mutex of the standard library in this module.
  ///
  /// On Linux, the mutex of the standard library waits on a futex directly. The sanitizer cannot see that, so it
  /// finds no order between successive owners of the mutex and reports false races. `Scripts/test-threads` builds
  /// with this mutex.
  @usableFromInline
  struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    @usableFromInline
    init(_ value: consuming sending Value) {
      lock = .allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    @usableFromInline
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#endif
