import MarbleSession
import MarbleTools
import Marbles

/// A server of the Language Server Protocol, without input and output.
///
/// Requests are answered on the thread that calls ``receive(_:)``. Documents are run on threads of their own, so a
/// script that never ends delays no answer.
package final class LanguageServer: Sendable {
  /// The services that the server needs.
  package struct Host: Sendable {
    /// The version in the answer to `initialize`.
    let version: String
    /// The limits of each run.
    let limits: Limits
    /// Creates the environment of a session, with access to files.
    let environment: @Sendable () -> SessionEnvironment
    /// Returns the paths of the scripts and Markdown files in a folder, or `nil` if the folder is too large.
    let files: @Sendable (_ folder: String) -> [String]?
    /// Sends a message with its header.
    ///
    /// Calls do not overlap.
    let send: @Sendable ([UInt8]) -> Void
    /// Runs work on a thread of its own.
    let work: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Ends the server when a process has ended.
    let endAfter: @Sendable (_ process: Int) -> Void
    /// Returns a trace or its end, or `nil` if it has not changed since the last call.
    package typealias TraceReader = @Sendable () throws(SystemFailure) -> (bytes: [UInt8], isWhole: Bool)?
    /// The path of the trace whose values are shown, and its reader.
    let trace: (path: String, read: TraceReader)?

    package init(
      version: String, limits: Limits = Limits(), environment: @escaping @Sendable () -> SessionEnvironment,
      files: @escaping @Sendable (_ folder: String) -> [String]?, send: @escaping @Sendable ([UInt8]) -> Void,
      work: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
      endAfter: @escaping @Sendable (_ process: Int) -> Void = { _ in }, trace: (path: String, read: TraceReader)? = nil
    ) {
      self.version = version
      self.limits = limits
      self.environment = environment
      self.files = files
      self.send = send
      self.work = work
      self.endAfter = endAfter
      self.trace = trace
    }
  }

  let host: Host
  let state = Mutex(State())
  private let reader = Mutex(MessageReader())
  private let output = Mutex(())

  package init(_ host: Host) {
    self.host = host
  }

  struct State: Sendable {
    enum Phase: Sendable {
      case new, running, shutDown
    }

    var phase = Phase.new
    var client = ClientOptions()
    var documents: [String: OpenDocument] = [:]
    /// The paths of the folders of the workspace.
    var folders: [String] = []
    /// The files that were read, which are parsed once.
    var files: [String: TextDocument] = [:]
    /// The documents that a thread runs.
    var running: Set<String> = []
    /// The number of changes of all documents.
    var revisions = 0
    /// The number of results with tokens that the server has sent.
    var sentTokens = 0
    /// The number of requests that the server has sent.
    var sentRequests = 0
    /// The program of the trace, once it was read.
    var program: RecordedProgram?
  }

  // MARK: Input

  /// Handles bytes of the input.
  ///
  /// - Returns: The exit status if the client has ended the server.
  package func receive(_ bytes: [UInt8]) -> Int32? {
    var messages = reader.withLock { reader in
      reader.add(bytes)
      var parts: [MessageReader.Part] = []
      while let part = reader.next() { parts.append(part) }
      return parts
    }.map { part in Result { () throws(ProtocolError) in try part.message() } }[...]
    while let next = messages.popFirst() {
      switch next {
      case .failure(let error): respond(nil, .failure(error))
      case .success(.notification("exit", _)): return end()
      case .success(.notification(let method, let params)): handle(method, params)
      case .success(.request(let id, let method, let params)):
        if messages.contains(where: { $0.cancels(id) }) {
          respond(id, .failure(ProtocolError(.requestCancelled, "the request was cancelled")))
        } else {
          handle(id, method, params)
        }
      case .success(.response): break
      }
    }
    return nil
  }

  /// Handles the end of the input.
  ///
  /// - Returns: The exit status, which is 1 if the client has not asked for the end.
  package func end() -> Int32 {
    state.withLock { state in
      state.documents = [:]
      return state.phase == .shutDown ? 0 : 1
    }
  }

  private func handle(_ id: RequestID, _ method: String, _ params: JSONNode) {
    do throws(ProtocolError) {
      switch (state.withLock(\.phase), method) {
      case (.new, "initialize"):
        let client = ClientOptions(params)
        state.withLock { state in
          state.phase = .running
          state.client = client
          state.folders = params.workspaceFolders
        }
        if let process = try? params["processId"]?.integer() { host.endAfter(process) }
        respond(id, .success(capabilities(for: client)))
      case (.new, _): throw ProtocolError(.serverNotInitialized, "the first request must be `initialize`")
      case (.shutDown, _): throw ProtocolError(.invalidRequest, "the server is shut down")
      case (.running, "initialize"): throw ProtocolError(.invalidRequest, "the server is already initialized")
      case (.running, "shutdown"):
        state.withLock { $0.phase = .shutDown }
        respond(id, .success { $0.null() })
      case (.running, _): try answer(id, method, params)
      }
    } catch {
      respond(id, .failure(error))
    }
  }

  // MARK: Output

  /// Writes the result of a request.
  typealias Writer = (inout JSONText) -> Void

  func respond(_ id: RequestID?, _ result: Result<Writer, ProtocolError>) {
    send { json in
      json.key("id")
      json.id(id)
      switch result {
      case .success(let write):
        json.key("result")
        write(&json)
      case .failure(let error):
        json.key("error")
        json.object { json in
          json.member("code", error.code.rawValue)
          json.member("message", error.message)
        }
      }
    }
  }

  func notify(_ method: String, _ params: Writer) {
    send { json in
      json.member("method", method)
      json.key("params")
      params(&json)
    }
  }

  /// Lets the client show a message.
  func show(_ message: String, _ type: ProtocolNumber.MessageType) {
    notify("window/showMessage") { json in
      json.object { json in
        json.member("type", type)
        json.member("message", message)
      }
    }
  }

  /// Sends a request, whose response is ignored.
  func request(_ method: String, _ params: Writer) {
    let number = state.withLock { state in
      state.sentRequests += 1
      return state.sentRequests
    }
    send { json in
      json.member("id", "rxrepl-\(number)")
      json.member("method", method)
      json.key("params")
      params(&json)
    }
  }

  private func send(_ members: Writer) {
    var json = JSONText()
    json.object { json in
      json.member("jsonrpc", "2.0")
      members(&json)
    }
    let body = Array(json.text.utf8)
    let message = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    output.withLock { _ in host.send(message) }
  }
}

extension MessageReader.Part {
  fileprivate func message() throws(ProtocolError) -> Message {
    switch self {
    case .message(let bytes): try Message(bytes)
    case .malformedHeader: throw ProtocolError(.parseError, "expected a header such as `Content-Length: 52`")
    }
  }
}

extension Result<Message, ProtocolError> {
  /// Whether this is a notification that cancels a request.
  fileprivate func cancels(_ id: RequestID) -> Bool {
    guard case .success(.notification("$/cancelRequest", let params)) = self else { return false }
    return params["id"].flatMap(RequestID.init) == id
  }
}

extension JSONText {
  fileprivate mutating func id(_ id: RequestID?) {
    switch id {
    case .number(let text): value(written: text)
    case .string(let text): string(text)
    case nil: null()
    }
  }
}
