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
    .nanoseconds(monotonicTime())
  #else
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  #endif
}

/// Returns the time of a monotonic clock, in nanoseconds.
func monotonicTime() -> Int64 {
  #if os(WASI)
    Int64((ContinuousClock.now - origin) / .nanoseconds(1))
  #else
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  #endif
}

#if os(WASI)
  private let origin = ContinuousClock.now
#endif

#if !os(WASI)
  /// A file to which text is appended.
  struct AppendedFile: Sendable {
    private let number: Int32

    /// The standard error of the process.
    static let diagnostics = AppendedFile(number: STDERR_FILENO)

    private init(number: Int32) {
      self.number = number
    }

    /// Creates an empty file, or returns `nil` if that is not possible.
    init?(creating path: String) {
      number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o666)
      if number < 0 { return nil }
    }

    /// Appends text, and returns whether all of it was written.
    @discardableResult
    func append(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
          let count = write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
      }
    }

    func closeFile() { close(number) }
  }
#endif
