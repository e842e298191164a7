#if THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

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
