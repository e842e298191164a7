#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// Returns the value of an environment variable, or `nil` if it is not set.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Returns the address of a global variable of a library, or `nil` if the process has no such symbol.
func globalVariable<Content>(_ name: String, as type: Content.Type) -> UnsafeMutablePointer<Content>? {
  #if os(WASI)
    nil
  #else
    dlopen(nil, RTLD_LAZY).flatMap { dlsym($0, name) }?.assumingMemoryBound(to: type)
  #endif
}

#if os(WASI)
  /// An unowned reference of the only thread.
  final class ThreadReference<Object: AnyObject>: @unchecked Sendable {
    unowned(unsafe) var current: Object?
  }
#else
  /// An unowned reference that each thread sets for itself.
  struct ThreadReference<Object: AnyObject>: Sendable {
    private let key: pthread_key_t

    init() {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      self.key = key
    }

    /// The object of the current thread.
    ///
    /// It must exist for as long as it is set.
    var current: Object? {
      get { pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
      nonmutating set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }
  }
#endif

/// Returns the processor time that this thread has used, or the time of a clock where there are no threads.
package func processorTime() -> Duration {
  #if os(WASI)
    ContinuousClock.now - origin
  #else
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  #endif
}

#if os(WASI)
  private let origin = ContinuousClock.now
#endif
