#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Everything that the core takes from the C library: the one file that names it.

/// A number that no other thread has at this time; never 0.
@usableFromInline
func _currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Raises the signal at which a debugger stops; without one, the program ends.
func _raiseTrap() {
  _ = raise(SIGTRAP)
}

#if THREAD_SANITIZER
  /// A mutex that the thread sanitizer understands; it takes the place of the standard library's in this module.
  ///
  /// On Linux that one waits on a futex by itself, which the sanitizer cannot see: it would find no order between those
  /// who hold the mutex one after the other, and report races where there are none. `Scripts/test-threads` builds with
  /// this one.
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
