import ArgumentParser

/// A part of the files of a test, such as `2/4`, for systems that test the parts on several computers.
///
/// A file belongs to the same part whatever other files there are, because only its path decides.
struct Shard: ExpressibleByArgument {
  private let number: UInt64
  private let count: UInt64

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { UInt64($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count
    else {
      return nil
    }
    (self.number, self.count) = (number, count)
  }

  func contains(_ path: String) -> Bool {
    // FNV-1a, whose lower bits are then mixed with the upper ones. The hashes of Swift differ between runs.
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return ((hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 32) % count == number - 1
  }
}
