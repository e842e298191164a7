import Foundation

/// A client of the Language Server Protocol, with a running `rxrepl lsp`.
final class LanguageClient {
  static let address = "file:///work/demo.marble"

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []
  private var lastID = 0
  /// The messages that were received before the awaited one.
  private var others: [String] = []
  private let guardian: DispatchWorkItem

  struct Ended: Error {}

  /// Starts the server.
  init(options: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: try Program.path)
    process.arguments = ["lsp"] + options
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // A server that never answers would block the test.
    guardian = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(120), execute: guardian)
  }

  /// Starts and initializes the server, and opens a script.
  convenience init(_ script: String, capabilities: String = "{}", options: String = "{}") throws {
    try self.init()
    try initialize(capabilities: capabilities, options: options)
    open(script)
  }

  deinit {
    guardian.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  @discardableResult
  func initialize(capabilities: String = "{}", options: String = "{}") throws -> String {
    let result = try request(
      "initialize", #"{"capabilities":\#(capabilities),"initializationOptions":\#(options)}"#)
    notify("initialized", "{}")
    return result
  }

  func open(_ text: String, at address: String = address, language: String = "marble") {
    notify(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(address)","languageId":"\#(language)","version":1,"text":\#(Self.json(text))}}"#)
  }

  /// Sends a change of the script.
  func change(_ changes: String, version: Int) {
    notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(Self.address)","version":\#(version)},"contentChanges":[\#(changes)]}"#)
  }

  /// Sends a request about a position of the script, and returns its result or its error.
  func ask(_ method: String, _ line: Int, _ character: Int, _ more: String = "") throws -> String {
    try request(
      "textDocument/\(method)",
      #"{"textDocument":{"uri":"\#(Self.address)"},"position":{"line":\#(line),"character":\#(character)}\#(more)}"#)
  }

  /// Sends a request about the whole script, and returns its result or its error.
  func ask(_ method: String, in address: String = address) throws -> String {
    let range = #"{"start":{"line":0,"character":0},"end":{"line":1000,"character":0}}"#
    return try request(
      "textDocument/\(method)",
      #"{"textDocument":{"uri":"\#(address)"},"range":\#(range),"context":{"diagnostics":[]},"options":{}}"#)
  }

  /// Executes the command of a code lens.
  func execute(_ command: String, line: Int) throws -> String {
    try request(
      "workspace/executeCommand",
      #"{"command":"rxrepl.\#(command)","arguments":["\#(Self.address)",{"line":\#(line),"character":0}]}"#)
  }

  func request(_ method: String, _ params: String) throws -> String {
    lastID += 1
    send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return try response(to: "\(lastID)")
  }

  /// Returns the result or the error of a request.
  func response(to id: String) throws -> String {
    let start = #"{"jsonrpc":"2.0","id":\#(id),"#
    let message = try next { $0.hasPrefix(start) }.dropFirst(start.count).dropLast()
    return String(message.trimmingPrefix("\"result\":").trimmingPrefix("\"error\":"))
  }

  /// Returns the parameters of the next message of the server with a method.
  func parameters(of method: String) throws -> String {
    let mark = #""method":"\#(method)","params":"#
    let message = try next { $0.contains(mark) }
    return message.range(of: mark).map { String(message[$0.upperBound...].dropLast()) } ?? ""
  }

  /// Returns the diagnostics that are published next, of any document or of one.
  ///
  /// A server that has little time publishes those of a document twice.
  func diagnostics(of address: String? = nil) throws -> String {
    var text = ""
    repeat {
      text = try parameters(of: "textDocument/publishDiagnostics")
    } while address.map { !text.contains(#""uri":"\#($0)""#) } ?? false
    return text.range(of: #""diagnostics":"#).map { String(text[$0.upperBound...].dropLast()) } ?? ""
  }

  func notify(_ method: String, _ params: String) {
    send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  func send(_ message: String) { send(bytes: "Content-Length: \(message.utf8.count)\r\n\r\n\(message)") }

  func send(bytes: String) { try? input.fileHandleForWriting.write(contentsOf: Data(bytes.utf8)) }

  /// Ends the input, and returns the exit status.
  func status() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits for the end of the program, and returns the exit status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func next(where isWanted: (String) -> Bool) throws -> String {
    if let index = others.firstIndex(where: isWanted) { return others.remove(at: index) }
    while true {
      let message = try nextMessage()
      if isWanted(message) { return message }
      others.append(message)
    }
  }

  private func nextMessage() throws -> String {
    while true {
      let text = String(decoding: received.prefix(64), as: UTF8.self)
      if let match = text.prefixMatch(of: /Content-Length: ([0-9]+)\r\n\r\n/), let length = Int(match.1) {
        let start = match.0.utf8.count
        if received.count >= start + length {
          defer { received.removeFirst(start + length) }
          return String(decoding: received[start..<start + length], as: UTF8.self)
        }
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Ended() }
      received += more
    }
  }

  /// Returns a string as JSON.
  static func json(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
