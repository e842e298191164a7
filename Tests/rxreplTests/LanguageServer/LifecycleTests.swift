import Foundation
import Testing

/// The beginning and the end of `rxrepl lsp`, and messages that are not valid.
@Suite struct LanguageServerLifecycleTests {
  @Test func serverSaysWhatItCanDo() throws {
    let client = try LanguageClient()
    let result = try client.initialize()
    #expect(
      result == """
        {"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2},\
        "completionProvider":{"triggerCharacters":[".",":"]},"signatureHelpProvider":{"triggerCharacters":["(",","]},\
        "hoverProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,\
        "documentSymbolProvider":true,"workspaceSymbolProvider":true,\
        "workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}},\
        "documentFormattingProvider":true,\
        "foldingRangeProvider":true,"selectionRangeProvider":true,"inlayHintProvider":true,"documentLinkProvider":{"resolveProvider":false},"renameProvider":{"prepareProvider":true},\
        "codeActionProvider":{"codeActionKinds":["quickfix"]},"codeLensProvider":{"resolveProvider":false},\
        "executeCommandProvider":{"commands":["rxrepl.play","rxrepl.why","rxrepl.update"]},\
        "semanticTokensProvider":{"legend":{"tokenTypes":["tick","value","end","operator","function","parameter",\
        "variable","string","number","keyword","comment","macro"],"tokenModifiers":[]},"full":{"delta":true}}},\
        "serverInfo":{"name":"rxrepl","version":"0.1.0"}}
        """)
    #expect(try client.request("shutdown", "null") == "null")
    client.notify("exit", "null")
    #expect(client.end() == 0)
  }

  @Test func exitWithoutShutdownIsAFailure() throws {
    let client = try LanguageClient()
    try client.initialize()
    client.notify("exit", "null")
    #expect(client.end() == 1)
  }

  @Test func endOfInputWithoutShutdownIsAFailure() throws {
    let client = try LanguageClient()
    try client.initialize()
    #expect(client.status() == 1)
  }

  @Test func serverEndsWithItsEditor() throws {
    let editor = Process()
    editor.executableURL = URL(fileURLWithPath: "/bin/cat")
    editor.standardInput = Pipe()
    try editor.run()
    let client = try LanguageClient()
    _ = try client.request("initialize", #"{"processId":\#(editor.processIdentifier),"capabilities":{}}"#)
    // The tests may ignore gentler signals, and their processes with them.
    kill(editor.processIdentifier, SIGKILL)
    editor.waitUntilExit()
    // The input is still open.
    #expect(client.end() == 2)
  }

  @Test func endOfInputAfterShutdownIsASuccess() throws {
    let client = try LanguageClient()
    try client.initialize()
    #expect(try client.request("shutdown", "null") == "null")
    #expect(client.status() == 0)
  }

  @Test func requestsOutsideTheLifetimeAreRefused() throws {
    let client = try LanguageClient()
    #expect(
      try client.request("textDocument/hover", "{}")
        == #"{"code":-32002,"message":"the first request must be `initialize`"}"#)
    try client.initialize()
    #expect(
      try client.request("initialize", "{}") == #"{"code":-32600,"message":"the server is already initialized"}"#)
    #expect(try client.request("shutdown", "null") == "null")
    #expect(try client.request("shutdown", "null") == #"{"code":-32600,"message":"the server is shut down"}"#)
  }

  @Test func unknownMethodsAreRefusedOrIgnored() throws {
    let client = try LanguageClient("a = --1|")
    client.notify("$/unknown", "{}")
    client.notify("unknown", "{}")
    #expect(try client.request("unknown", "{}") == #"{"code":-32601,"message":"there is no method `unknown`"}"#)
    #expect(
      try client.ask("hover", in: "file:///other.marble")
        == #"{"code":-32602,"message":"the document `file:///other.marble` is not open"}"#)
    #expect(
      try client.ask("hover") == #"{"code":-32602,"message":"expected an object with the key `position`"}"#)
    #expect(
      try client.request("textDocument/hover", "[]") == #"{"code":-32602,"message":"expected an object"}"#)
  }

  @Test func malformedMessagesDoNotEndTheServer() throws {
    let client = try LanguageClient()
    client.send("{")
    #expect(try client.response(to: "null") == #"{"code":-32700,"message":"expected a key in quotes at byte 1"}"#)
    client.send("[]")
    #expect(try client.response(to: "null") == #"{"code":-32600,"message":"expected an object"}"#)
    client.send(#"{"id":1}{}"#)
    #expect(try client.response(to: "null") == #"{"code":-32700,"message":"expected one JSON value at byte 10"}"#)
    client.send(#"{"jsonrpc":"2.0","id":{},"method":"initialize"}"#)
    #expect(
      try client.response(to: "null") == #"{"code":-32600,"message":"expected a number or a string as the id"}"#)
    for header in ["Content-Size: 2\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "\u{0}\n\n"] {
      client.send(bytes: header)
      #expect(
        try client.response(to: "null")
          == #"{"code":-32700,"message":"expected a header such as `Content-Length: 52`"}"#)
    }
    client.send(#"{"jsonrpc":"2.0","id":"a\"b","method":"unknown"}"#)
    #expect(
      try client.response(to: #""a\"b""#) == #"{"code":-32002,"message":"the first request must be `initialize`"}"#)
    // The other header of the protocol, and a header in lowercase.
    let body = #"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#
    client.send(
      bytes: "content-length: \(body.utf8.count)\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n")
    client.send(bytes: body)
    #expect(try client.response(to: "7") == #"{"code":-32002,"message":"the first request must be `initialize`"}"#)
  }

  @Test func cancelledRequestIsNotAnswered() throws {
    let client = try LanguageClient("a = --1|")
    let hover = #"{"jsonrpc":"2.0","id":90,"method":"textDocument/documentSymbol","params":{}}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":90}}"#
    client.send(
      bytes: [hover, cancel].map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined())
    #expect(try client.response(to: "90") == #"{"code":-32800,"message":"the request was cancelled"}"#)
    client.send(cancel)
    #expect(try client.ask("documentSymbol").hasPrefix("["))
  }
}
