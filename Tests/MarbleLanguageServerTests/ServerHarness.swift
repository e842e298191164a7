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

  init(runsImmediately: Bool) {
    self.runsImmediately = runsImmediately
  }

  func server(limits: Limits = Limits()) -> LanguageServer {
    LanguageServer(
      LanguageServer.Host(
        version: "1", limits: limits, environment: { SessionEnvironment() },
        send: { [self] bytes in state.withLock { $0.messages.append(String(decoding: bytes, as: UTF8.self)) } },
        work: { [self] work in if runsImmediately { work() } else { state.withLock { $0.work.append(work) } } }))
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

/// Returns a message with its header.
func framed(_ message: [UInt8]) -> [UInt8] {
  Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
}

func framed(_ message: String) -> [UInt8] { framed(Array(message.utf8)) }
