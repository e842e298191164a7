#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the value of an environment variable, or `nil` if it is not set.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Returns the time of a monotonic clock, in nanoseconds.
func monotonicTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
