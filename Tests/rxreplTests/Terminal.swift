import Foundation
import Testing

/// A terminal for the built program: a separate tmux server without the user's settings.
///
/// Tests that use it belong to the main actor, so that the other threads go on while the main thread waits. They compare
/// the screen, not the bytes that the program writes, because the line editor writes only changes.
final class Terminal {
  /// The error for a screen that did not appear in time.
  struct TimedOut: Error, CustomStringConvertible {
    var expected: String
    var screen: String

    var description: String {
      "waited in vain for \(expected); the screen shows:\n\(screen)"
    }
  }

  /// The maximum number of looks at the screen while waiting.
  ///
  /// On a busy machine, a look takes longer too.
  private static let maxLooks = 3000

  static let missing: Comment = "tmux is not installed: nothing is seen of the prompt in a real terminal"

  static var isAvailable: Bool {
    tmux != nil
  }

  /// The home folder of the program.
  ///
  /// It contains the history.
  let home: String
  private let ownsHome: Bool

  /// Starts the program, or a shell command in which `$RXREPL` is the program.
  ///
  /// `environment` is added to `HOME`, `PATH`, `TERM` and a UTF-8 locale, which are the only other variables. An
  /// empty value removes a variable. With the `home` of an earlier terminal, the program has the history of that
  /// session.
  init(
    _ command: String = "\"$RXREPL\"", columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    home: String? = nil
  ) throws {
    ownsHome = home == nil
    self.home = home ?? NSTemporaryDirectory() + "rxrepl-" + UUID().uuidString
    socket = NSTemporaryDirectory() + "rxrepl-" + UUID().uuidString + ".tmux"
    try FileManager.default.createDirectory(atPath: self.home, withIntermediateDirectories: true)
    let defaults = [
      "HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "screen-256color", "LC_ALL": "C.UTF-8",
      "RXREPL": Self.program,
    ]
    // The shell writes the status to a file, because tmux sometimes misses the end of its child. The trap keeps the
    // shell alive when it receives Ctrl-C too, and does not change the signal for the program.
    let script = "trap : INT; \(command); echo $? >\(Self.quoted(statusFile))"
    let variables = defaults.merging(environment) { $1 }.filter { !$1.isEmpty }.map { "\($0)=\($1)" }
    let start = ["start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"]
    let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "--", "env", "-i"]
    try tmux(start + session + variables.sorted() + ["sh", "-c", script])
  }

  deinit {
    _ = try? tmux(["kill-server"])
    try? FileManager.default.removeItem(atPath: socket)
    try? FileManager.default.removeItem(atPath: statusFile)
    if ownsHome { try? FileManager.default.removeItem(atPath: home) }
  }

  /// Presses keys, given by their tmux names: `Enter`, `Tab`, `Up`, `C-c`.
  func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Sends bytes, given in hexadecimal.
  func press(bytes: String) throws {
    try tmux(["send-keys", "-H"] + bytes.split(separator: " ").map(String.init))
  }

  func type(_ text: String) throws {
    try tmux(["send-keys", "-l", "--", text])
  }

  /// Pastes text like a terminal does: with bracketed paste, if the program has turned it on.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Returns the terminal modes that differ from the defaults.
  func modes() throws -> String {
    let flags = try tmux(["display-message", "-p", "#{alternate_on}#{cursor_flag}#{wrap_flag}"])
    let names = zip(flags, ["alternate", "cursor hidden", "no wrapping"]).enumerated().compactMap { index, flag in
      (flag.0 == "1") == (index == 0) ? flag.1 : nil
    }
    return names.joined(separator: ", ")
  }

  /// Returns the text on the screen, without empty rows at the end.
  func screen() throws -> String {
    let rows = try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
    return rows.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
  }

  /// Returns one row with its colors as escape codes, in the form that tmux writes them.
  func colors(ofRow row: Int) throws -> String {
    try tmux(["capture-pane", "-p", "-e", "-S", "\(row)", "-E", "\(row)"]).filter { $0 != "\n" }
  }

  /// The exit status of the command, or `nil` while it runs.
  private var status: Int? {
    guard let text = try? String(contentsOfFile: statusFile, encoding: .utf8), text.hasSuffix("\n") else { return nil }
    return Int(text.dropLast())
  }

  /// Waits until the text on the screen ends with `end`.
  @discardableResult
  func wait(forEnd end: String) throws -> String {
    try wait(for: "a screen that ends in \"\(end)\"") { $0.hasSuffix(end) }
  }

  /// Waits until the screen shows a string.
  @discardableResult
  func wait(for text: String) throws -> String {
    try wait(for: "\"\(text)\"") { $0.contains(text) }
  }

  /// Waits until the screen shows a match.
  @discardableResult
  func wait(for pattern: Regex<Substring>) throws -> String {
    try wait(for: "a match of the pattern") { $0.contains(pattern) }
  }

  /// Waits until a row shows a string with colors.
  func wait(for text: String, inColorsOfRow row: Int) throws {
    try wait(for: "\(text.debugDescription) in row \(row)") { _ in try colors(ofRow: row).contains(text) }
  }

  /// Waits until the program has ended, and returns its exit status.
  func waitForExit() throws -> Int? {
    try wait(for: "the program's end") { _ in status != nil }
    return status
  }

  @discardableResult
  private func wait(for expected: String, _ isThere: (String) throws -> Bool) throws -> String {
    var screen = ""
    for _ in 0..<Self.maxLooks {
      screen = try self.screen()
      if try isThere(screen) { return screen }
      // A suspended test would resume only after all tests that wait for a thread.
      usleep(20_000)
    }
    throw TimedOut(expected: expected, screen: screen)
  }

  // MARK: tmux

  private let socket: String
  private var statusFile: String { socket + ".status" }

  private static let tmux: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first(where: FileManager.default.isExecutableFile)

  /// The program that was built together with these tests.
  static let program: String = {
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("rxrepl").path
  }()

  struct Failed: Error {
    var command: String
    var status: Int32
  }

  /// Runs tmux and returns its output.
  ///
  /// Uses `popen`, because Foundation's `Process` waits for every process that inherited its descriptors. The server,
  /// which the first call starts, does not end.
  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let environment = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm"]
    let words = environment + [Self.tmux ?? "false", "-u", "-S", socket, "-f", "/dev/null"] + arguments
    let command = words.map(Self.quoted).joined(separator: " ") + " 2>/dev/null"
    guard let output = popen(command, "re") else { throw Failed(command: command, status: errno) }
    var bytes: [UInt8] = []
    var byte = getc(output)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = getc(output)
    }
    let status = pclose(output)
    guard status == 0 else { throw Failed(command: command, status: status) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
