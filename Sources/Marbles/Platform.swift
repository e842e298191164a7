#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the value of an environment variable, or `nil` if it is not set.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
