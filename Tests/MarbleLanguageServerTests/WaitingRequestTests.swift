import Marbles
import Testing

/// Requests that need the results of a run which has not ended.
@Suite struct WaitingRequestTests {
  private static let document = #""textDocument":{"uri":"file:///a.marble"}"#
  private static let hint = """
    {"jsonrpc":"2.0","id":7,"method":"textDocument/inlayHint","params":{\(document),\
    "range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}}
    """

  /// Starts a server with an open document, and sends a request about its results.
  private func start() -> (ServerHarness, send: (String) -> Int32?) {
    let harness = ServerHarness(runsImmediately: false)
    let server = harness.server()
    _ = server.receive(framed(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#))
    _ = server.receive(
      framed(
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.marble","text":"just(1)"}}}"#
      ))
    _ = harness.takeMessages()
    _ = server.receive(framed(Self.hint))
    #expect(harness.takeMessages() == [])
    return (harness, { server.receive(framed($0)) })
  }

  private let answer =
    #"{"jsonrpc":"2.0","id":7,"result":[{"position":{"line":0,"character":7},"label":"(1|)","paddingLeft":true}]}"#

  @Test func requestIsAnsweredAfterTheRun() {
    let (harness, _) = start()
    harness.run()
    #expect(
      harness.takeMessages() == [
        #"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a.marble","diagnostics":[]}}"#,
        answer,
      ])
  }

  @Test func requestCanBeCancelled() {
    let (harness, send) = start()
    _ = send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
    #expect(
      harness.takeMessages()
        == [#"{"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"the request was cancelled"}}"#])
    harness.run()
    #expect(harness.takeMessages().count == 1)
  }

  @Test(arguments: ["didChange", "didClose"])
  func requestEndsWithAChange(method: String) {
    let (harness, send) = start()
    _ = send(
      #"{"jsonrpc":"2.0","method":"textDocument/\#(method)","params":{\#(Self.document),"contentChanges":[{"text":""}]}}"#
    )
    #expect(
      harness.takeMessages().first
        == #"{"jsonrpc":"2.0","id":7,"error":{"code":-32801,"message":"the document has changed"}}"#)
  }

  @Test func endOfTheServerEndsRuns() {
    let (harness, send) = start()
    #expect(send(#"{"jsonrpc":"2.0","method":"exit"}"#) == 1)
    harness.run()
    #expect(harness.takeMessages() == [])
  }
}
