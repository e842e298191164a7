#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the time of a monotonic clock, in nanoseconds.
func monotonicTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}

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
