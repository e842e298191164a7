import Foundation
import Marbles
import Testing

@testable import MarbleTerminal
@testable import rxrepl

@Suite struct TerminalDescriptionTests {
  private func describe(_ variables: [String: String]) -> TerminalDescription {
    TerminalDescription { variables[$0] }
  }

  @Test(arguments: [
    ("xterm-256color", 256, true), ("xterm", 8, true), ("linux", 8, true), ("screen-256color", 256, true),
    ("xterm-mono", 0, true), ("vt100", 0, true), ("vt52", 0, false), ("dumb", 0, false), ("", 0, false),
    // These are not in the database.
    ("no-such-terminal", 8, true), ("no-such-256color", 256, true), ("../x/xterm-mono", 8, true),
  ])
  func databaseDescribesTheTerminal(name: String, colors: Int, movesCursor: Bool) {
    #expect(describe(["TERM": name]) == TerminalDescription(colors: colors, movesCursor: movesCursor))
  }

  @Test func variablesNameOtherDatabases() throws {
    let home = NSTemporaryDirectory() + "rxrepl-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: home) }
    let folder = home + "/.terminfo/78"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(entry(colors: 16)).write(to: URL(fileURLWithPath: folder + "/x-own"))
    #expect(describe(["TERM": "x-own", "HOME": home]).colors == 16)
    #expect(describe(["TERM": "x-own", "TERMINFO": home + "/.terminfo"]).colors == 16)
    #expect(describe(["TERM": "x-own", "TERMINFO_DIRS": "/nowhere:\(home)/.terminfo"]).colors == 16)
  }

  /// Returns a compiled entry with a number of colors and the cursor address of ANSI terminals.
  private func entry(colors: Int32, isWide: Bool = false) -> [UInt8] {
    func bytes(_ number: Int16) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
    func wide(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
    let header: [Int16] = [isWide ? 0o1036 : 0o432, 2, 1, 14, 11, 4]
    let numbers = (0..<14).map { $0 == 13 ? colors : -1 }
    let strings = (0..<11).map { Int16($0 == 10 ? 0 : -1) }
    // The name has two bytes and the flags have one, so a byte of padding follows.
    return header.flatMap(bytes) + Array("x\0".utf8) + [0, 0]
      + numbers.flatMap { isWide ? wide($0) : bytes(Int16(truncatingIfNeeded: $0)) } + strings.flatMap(bytes)
      + Array("\u{1B}[H\0".utf8)
  }

  @Test func numbersHaveTwoOrFourBytes() {
    #expect(TerminalDescription(compiled: entry(colors: 88)) == TerminalDescription(colors: 88, movesCursor: true))
    let direct = TerminalDescription(compiled: entry(colors: 1 << 24, isWide: true))
    #expect(direct == TerminalDescription(colors: 1 << 24, movesCursor: true))
    #expect(TerminalDescription(compiled: entry(colors: -1))?.colors == 0)
  }

  @Test func damagedEntriesAreRead() {
    let whole = entry(colors: 8)
    for count in whole.indices {
      _ = TerminalDescription(compiled: Array(whole.prefix(count)))
      for byte in [UInt8(0x7F), 0xFF] {
        var damaged = whole
        damaged[count] = byte
        _ = TerminalDescription(compiled: damaged)
      }
    }
    #expect(TerminalDescription(compiled: []) == nil)
    #expect(TerminalDescription(compiled: Array("not an entry".utf8)) == nil)
  }

  @Test(arguments: [(0, ColorDepth.none), (7, .none), (8, .eight), (88, .eight), (256, .full), (1 << 24, .full)])
  func depthFollowsTheNumberOfColors(colors: Int, depth: ColorDepth) {
    #expect(TerminalDescription(colors: colors, movesCursor: true).depth == depth)
  }
}
