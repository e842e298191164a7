import Foundation
import MarbleLanguageServer
import MarbleSession
import MarbleTools
import Marbles
import Reactive

/// A language server without a process, whose runs begin when the test says so.
final class ServerHarness: Sendable {
  private struct State {
    var messages: [String] = []
    var work: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  /// Whether runs begin immediately.
  private let runsImmediately: Bool
  /// The stored files, by their paths.
  let files = Mutex<[String: String]>([:])

  init(runsImmediately: Bool) {
    self.runsImmediately = runsImmediately
  }

  /// - Parameter trace: The path of the trace whose values are shown.
  func server(limits: Limits = Limits(), trace: String? = nil) -> LanguageServer {
    LanguageServer(
      LanguageServer.Host(
        version: "1", limits: limits, environment: { [self] in environment },
        files: { [self] in paths(in: $0) },
        send: { [self] bytes in state.withLock { $0.messages.append(String(decoding: bytes, as: UTF8.self)) } },
        work: { [self] work in if runsImmediately { work() } else { state.withLock { $0.work.append(work) } } },
        trace: trace.map { ($0, reader(of: $0)) }))
  }

  /// Returns a function that reads a file when it has changed.
  private func reader(of path: String) -> LanguageServer.Host.TraceReader {
    let known = Mutex<String??>(nil)
    return { [self] () throws(SystemFailure) in
      let text = files.withLock { $0[path] }
      let isKnown = known.withLock { known in
        defer { known = .some(text) }
        return known == .some(text)
      }
      if isKnown { return nil }
      guard let text else { throw SystemFailure(reason: "no such file", cause: .missing) }
      return (Array(text.utf8), true)
    }
  }

  /// Returns the paths in a folder, or `nil` if there are more than 100.
  private func paths(in folder: String) -> [String]? {
    let paths = files.withLock(\.keys).filter { $0.hasPrefix(folder + "/") }.sorted()
    return paths.count > 100 ? nil : paths
  }

  private var environment: SessionEnvironment {
    var environment = SessionEnvironment()
    environment.readFile = { [self] path throws(SystemFailure) in
      let place = URL(fileURLWithPath: path).standardized.path
      guard let text = files.withLock({ $0[place] }) else {
        throw SystemFailure(reason: "no such file", cause: .missing)
      }
      return Array(text.utf8)
    }
    environment.existingFile = { [self] path in
      files.withLock { $0[path] }.map { ExistingFile(kind: .file, size: $0.utf8.count) }
    }
    environment.listFolder = { [self] folder in
      files.withLock { files in
        files.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
      }
    }
    return environment
  }

  /// Makes the runs that were started.
  func run() {
    while let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }

  /// Returns the messages since the last call, without their headers.
  func takeMessages() -> [String] {
    let messages = state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    return messages.map { $0.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? "" }
  }
}

/// A client of a server without a process.
final class HarnessClient {
  let harness = ServerHarness(runsImmediately: false)
  private let server: LanguageServer
  /// The messages of the server that are not responses.
  private var others: [String] = []

  /// - Parameters:
  ///   - folders: The paths of the folders of the workspace.
  ///   - trace: The path of the trace whose values are shown.
  init(capabilities: String = "{}", folders: [String] = [], trace: String? = nil) {
    server = harness.server(limits: Limits(ticks: 100, deliveries: 1_000), trace: trace)
    let folders = folders.map { #"{"uri":"file://\#($0)","name":""}"# }.joined(separator: ",")
    _ = request("initialize", #"{"capabilities":\#(capabilities),"workspaceFolders":[\#(folders)]}"#)
  }

  func notify(_ method: String, _ params: String) {
    _ = server.receive(framed(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#))
  }

  func open(_ text: String, at uri: String, language: String = "marble") {
    notify(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","languageId":"\#(language)","version":1,"text":\#(json(text))}}"#)
  }

  /// Sends the whole text of a document.
  func change(_ uri: String, to text: String) {
    notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(uri)","version":2},"contentChanges":[{"text":\#(json(text))}]}"#)
  }

  /// Returns the result or the error of a request, after the runs.
  func request(_ method: String, _ params: String) -> String {
    _ = server.receive(framed(#"{"jsonrpc":"2.0","id":0,"method":"\#(method)","params":\#(params)}"#))
    harness.run()
    let start = #"{"jsonrpc":"2.0","id":0,"#
    let messages = harness.takeMessages()
    others += messages.filter { !$0.hasPrefix(start) }
    let response = messages.first { $0.hasPrefix(start) }?.dropFirst(start.count).dropLast() ?? ""
    return String(response.trimmingPrefix("\"result\":").trimmingPrefix("\"error\":"))
  }

  /// Returns the result or the error of a request about a whole document.
  func ask(_ method: String, in uri: String, _ more: String = "") -> String {
    let range = #"{"start":{"line":0,"character":0},"end":{"line":1000,"character":0}}"#
    return request("textDocument/\(method)", #"{"textDocument":{"uri":"\#(uri)"},"range":\#(range)\#(more)}"#)
  }

  /// Makes the runs, and returns the messages since the last call that are not responses.
  func takeOthers() -> [String] {
    harness.run()
    defer { others = [] }
    return others + harness.takeMessages()
  }
}

/// Returns a string as JSON.
func json(_ text: String) -> String {
  let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
}

/// Returns a message with its header.
func framed(_ message: [UInt8]) -> [UInt8] {
  Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
}

func framed(_ message: String) -> [UInt8] { framed(Array(message.utf8)) }
