import MarbleSession
import MarbleTools
import Marbles

/// A document with its results.
struct OpenDocument: Sendable {
  var text: TextDocument
  /// The number of changes since the server started, which identifies the contents.
  var revision: Int
  /// The results of earlier contents that can be reused.
  var runs = KnownRuns()
  /// The results of the current contents, once they were published.
  var results: DocumentResults?
  /// The requests that wait for the results.
  var waiting: [WaitingRequest] = []
  /// The normalized paths of the files that it loads, and of folders whose names its results depend on.
  var loaded: Set<String> = []
  /// The tokens that the client has, also of earlier contents.
  var tokens: SentTokens?
  /// Whether it runs because a file that it loads has changed, so that the client does not expect other results.
  var isUnchanged = false
}

/// A request that needs the results of a document.
struct WaitingRequest: Sendable {
  let id: RequestID
  let answer: @Sendable (TextDocument, DocumentResults) -> LanguageServer.Writer
}

/// Open documents and their runs.
extension LanguageServer {
  func handle(_ method: String, _ params: JSONNode) {
    guard state.withLock({ $0.phase == .running }) else { return }
    switch method {
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params)
    case "$/cancelRequest": cancel(params)
    case "initialized":
      watchFiles()
      updateTrace()
    case "workspace/didChangeWorkspaceFolders": changeFolders(params)
    case "workspace/didChangeWatchedFiles":
      let files = (params["changes"]?.items ?? []).compactMap { $0["uri"]?.text?.pathOfAddress }
      if files.contains(where: { $0.normalizedPath == host.trace?.path }), updateTrace() { refreshHints() }
      runDocuments(reading: files + files.map(\.folder))
    default: break
    }
  }

  private func open(_ params: JSONNode) {
    guard let item = params["textDocument"], let uri = item["uri"]?.text, let text = item["text"]?.text else { return }
    var name = uri.pathOfAddress
    // A page without a file has no ending.
    let language = item["languageId"]?.text
    if language == "markdown", !name.isMarkdownPath { name += ".md" }
    let isScript = language == nil || language == "marble" || name.isScriptPath
    let version = try? item["version"]?.integer()
    let change = state.withLock { state in
      let document = TextDocument(
        uri: uri, name: name, bytes: Array(text.utf8), encoding: state.client.encoding, version: version,
        isScript: isScript)
      return state.replace(uri) { _ in document }
    }
    start(uri, change)
    runDocuments(reading: [name])
  }

  private func change(_ params: JSONNode) {
    guard let item = params["textDocument"], let uri = item["uri"]?.text else { return }
    let version = try? item["version"]?.integer()
    let changes = params["contentChanges"]?.items ?? []
    let change = state.withLock { state in
      state.replace(uri) { old in
        changes.reduce(old) { $0?.applying($1, version: version) }
      }
    }
    start(uri, change)
    if let name = state.withLock({ $0.documents[uri]?.text.name }) { runDocuments(reading: [name]) }
  }

  private func close(_ params: JSONNode) {
    guard let uri = params["textDocument"]?["uri"]?.text else { return }
    guard let closed = state.withLock({ $0.documents.removeValue(forKey: uri) }) else { return }
    refuse(closed.waiting)
    notify("textDocument/publishDiagnostics") { json in
      json.object { json in
        json.member("uri", uri)
        json.member("diagnostics", EmptyCollection<Int>()) { $0.integer($1) }
      }
    }
    runDocuments(reading: [closed.text.name])
  }

  private func cancel(_ params: JSONNode) {
    guard let id = params["id"].flatMap(RequestID.init) else { return }
    let isCancelled = state.withLock { state in
      for uri in state.documents.keys {
        if let index = state.documents[uri]?.waiting.firstIndex(where: { $0.id == id }) {
          state.documents[uri]?.waiting.remove(at: index)
          return true
        }
      }
      return false
    }
    if isCancelled { respond(id, .failure(ProtocolError(.requestCancelled, "the request was cancelled"))) }
  }

  private func refuse(_ requests: [WaitingRequest]) {
    for request in requests {
      respond(request.id, .failure(ProtocolError(.contentModified, "the document has changed")))
    }
  }

  // MARK: Runs

  /// Runs a changed document, on a thread of its own unless it has one already.
  private func start(_ uri: String, _ change: State.Change) {
    refuse(change.outdated)
    if change.needsThread { host.work { [self] in runUntilCurrent(uri) } }
  }

  /// Runs a document until its results are those of its current contents.
  private func runUntilCurrent(_ uri: String) {
    while let document = state.withLock({ $0.nextToRun(uri) }) {
      let publication = Publication()
      document.text.edited.run(reusing: document.runs, in: sessions(for: document.text)) { [self] results in
        guard state.withLock({ $0.documents[uri]?.revision == document.revision }) else { return false }
        if results.isComplete || publication.isDue() { publish(results, of: document) }
        return true
      }
      if publication.isMade || document.isUnchanged { refresh(tokens: document.isUnchanged) }
    }
  }

  /// The time after which the results so far are published, in milliseconds.
  private static let patience = 100

  /// The publication of the results of a run that takes long.
  private final class Publication {
    private(set) var isMade = false
    private let deadline = ContinuousClock.now + .milliseconds(patience)

    /// Returns whether the results so far must be published, which is true only once.
    func isDue() -> Bool {
      guard !isMade, ContinuousClock.now > deadline else { return false }
      isMade = true
      return true
    }
  }

  private func publish(_ results: DocumentResults, of document: OpenDocument) {
    let text = document.text
    let waiting: [WaitingRequest]? = state.withLock { state in
      guard state.documents[text.uri]?.revision == document.revision else { return nil }
      defer { state.documents[text.uri]?.waiting = [] }
      state.documents[text.uri]?.results = results
      return state.documents[text.uri]?.waiting
    }
    guard let waiting else { return }
    let site = state.withLock(\.client.site)
    notify("textDocument/publishDiagnostics") { json in
      json.object { json in
        json.member("uri", text.uri)
        if let version = text.version { json.member("version", version) }
        json.member("diagnostics", results.problems) { $0.diagnostic($1, in: text, site: site) }
      }
    }
    for request in waiting { respond(request.id, .success(request.answer(text, results))) }
  }

  /// Tells the client that the results have changed although the document has not.
  ///
  /// - Parameter tokens: Whether names may have other definitions.
  private func refresh(tokens: Bool) {
    refreshHints()
    let client = state.withLock(\.client)
    if client.refreshesLenses { request("workspace/codeLens/refresh") { $0.null() } }
    if tokens, client.refreshesTokens { request("workspace/semanticTokens/refresh") { $0.null() } }
  }

  func refreshHints() {
    if state.withLock(\.client.refreshesHints) { request("workspace/inlayHint/refresh") { $0.null() } }
  }

  // MARK: Files

  /// Asks the client to tell about changes of the trace, and of scripts, which open documents may load.
  private func watchFiles() {
    let client = state.withLock(\.client)
    guard client.watchesFiles else { return }
    var patterns = [(folder: "", name: "**/*.{marble,md,markdown}")]
    if let path = host.trace?.path {
      let name = String(path.fileName.map { "*?{}[]!".contains($0) ? "?" : $0 })
      patterns.append(client.watchesAllFolders ? (path.folder, name) : ("", "**/" + name))
    }
    request("client/registerCapability") { json in
      json.object { json in
        json.member("registrations", CollectionOfOne("workspace/didChangeWatchedFiles")) { json, method in
          json.object { json in
            json.member("id", "files")
            json.member("method", method)
            json.key("registerOptions")
            json.object { json in
              json.member("watchers", patterns) { json, pattern in
                json.object { json in
                  json.key("globPattern")
                  if pattern.folder.isEmpty { return json.string(pattern.name) }
                  json.object { json in
                    json.member("baseUri", pattern.folder.addressOfPath)
                    json.member("pattern", pattern.name)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Runs the documents again that read one of some files or folders.
  private func runDocuments(reading paths: [String]) {
    let paths = Set(paths.map(\.normalizedPath))
    let changes = state.withLock { state in
      state.documents.filter { !$0.value.loaded.isDisjoint(with: paths) }.map { uri, _ in
        (uri, state.replaceLoaded(in: uri))
      }
    }
    for (uri, change) in changes { start(uri, change) }
  }

  /// Returns the open document at a path, however the path is written.
  private func openDocument(at path: String) -> TextDocument? {
    let path = path.normalizedPath
    return state.withLock { $0.documents.values.first { $0.text.path == path }?.text }
  }

  /// Returns the file at a path as it is open, or as it is stored, or `nil` if it cannot be read or has no scripts.
  func file(named path: String) -> TextDocument? {
    if let open = openDocument(at: path) { return open }
    guard let bytes = try? host.environment().readFile(path) else { return nil }
    let (known, encoding) = state.withLock { ($0.files[path], $0.client.encoding) }
    if let known, known.bytes == bytes { return known }
    if path.isPagePath, bytes.firstRange(of: "marble".utf8) == nil { return nil }
    let file = TextDocument(uri: path.addressOfPath, name: path, bytes: bytes, encoding: encoding, version: nil)
    state.withLock { $0.files[path] = file }
    return file
  }

  /// Returns a function that reads files for a document, whose tokens depend on them, also in fences that do not run.
  func reader(for document: TextDocument) -> EditedDocument.FileReader {
    { [self] path in
      record(path, for: document)
      return file(named: path)?.bytes
    }
  }

  /// Records that the results of a document depend on a file or a folder.
  private func record(_ path: String, for document: TextDocument) {
    state.withLock { _ = $0.documents[document.uri]?.loaded.insert(path.normalizedPath) }
  }

  // MARK: Sessions

  /// Returns a function that creates sessions for a document, which read open documents and write nothing.
  func sessions(for document: TextDocument) -> () -> Session {
    return { [self] in
      var environment = host.environment()
      let (readFile, listFolder) = (environment.readFile, environment.listFolder)
      environment.readFile = { [self] path throws(SystemFailure) in
        record(path, for: document)
        if let open = openDocument(at: path) { return open.bytes }
        return try readFile(path)
      }
      environment.listFolder = { [self] name in
        let path = name.hasPrefix("/") ? name : document.name.folder + name
        record(path, for: document)
        return listFolder(path)
      }
      environment.existingFile = { _ in nil }
      environment.writeFile = { _, _ in }
      return Session(SessionOptions(limits: host.limits), in: environment)
    }
  }
}

extension LanguageServer.State {
  /// The consequences of a change of a document.
  struct Change {
    /// The requests that wait for results of the old contents.
    var outdated: [WaitingRequest] = []
    /// Whether a thread must be started for the run.
    var needsThread = false
  }

  /// Replaces the contents of a document, unless the new ones are `nil`.
  fileprivate mutating func replace(_ uri: String, _ change: (TextDocument?) -> TextDocument?) -> Change {
    let old = documents[uri]
    guard let text = change(old?.text) else { return Change() }
    revisions += 1
    let runs = old?.results?.isComplete == true ? old?.results?.runs : old?.runs
    documents[uri] = OpenDocument(
      text: text, revision: revisions, runs: runs ?? KnownRuns(), loaded: old?.loaded ?? [],
      tokens: old?.tokens)
    return Change(outdated: old?.waiting ?? [], needsThread: running.insert(uri).inserted)
  }

  /// Discards the results of a document because a file that it loads has changed.
  fileprivate mutating func replaceLoaded(in uri: String) -> Change {
    let change = replace(uri) { $0 }
    documents[uri]?.runs = KnownRuns()
    documents[uri]?.isUnchanged = true
    return change
  }

  /// Returns a document that must be run, or records that its thread ends.
  fileprivate mutating func nextToRun(_ uri: String) -> OpenDocument? {
    if let document = documents[uri], document.results?.isComplete != true { return document }
    running.remove(uri)
    return nil
  }
}

extension TextDocument {
  /// Returns the document after a change of the client, which has a range or replaces all text.
  fileprivate func applying(_ change: JSONNode, version: Int?) -> TextDocument {
    guard let text = change["text"]?.text else { return self }
    guard let range = change["range"] else { return with(Array(text.utf8), version: version) }
    guard let span = try? span(of: range) else { return self }
    return with(bytes.applying([DocumentEdit(span: span, text: text)]), version: version)
  }

  /// Returns the bytes of a range of the client.
  func span(of range: JSONNode) throws(JSONReadingError) -> Range<Int> {
    let start = offset(of: try Position(range.member("start")))
    let end = offset(of: try Position(range.member("end")))
    return min(start, end)..<max(start, end)
  }
}

extension Position {
  init(_ node: JSONNode) throws(JSONReadingError) {
    line = try node.member("line").integer()
    character = try node.member("character").integer()
  }
}
