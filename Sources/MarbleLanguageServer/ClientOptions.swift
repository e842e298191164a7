import Marbles

/// The abilities and wishes of the client, from its `initialize` request.
struct ClientOptions: Sendable {
  var encoding = PositionEncoding.utf16
  /// The colors of drawings as pictures, or `nil` for drawings as text.
  var pictures: DrawingStyle.Theme?
  /// Whether the client itself plays drawings and shows explanations.
  var handlesCommands = false
  var refreshesHints = false
  var refreshesLenses = false
  var refreshesTokens = false
  /// Whether the client can be asked to tell about changes of files.
  var watchesFiles = false
  /// Whether it can also watch a file outside the workspace.
  var watchesAllFolders = false
  /// The address of the documentation, to which the codes of diagnostics are links, or `nil` without links.
  var site: String?
  /// Whether completions can place the cursor.
  var takesSnippets = false

  init() {}

  init(_ params: JSONNode) {
    let capabilities = params["capabilities"]
    let encodings = capabilities?["general"]?["positionEncodings"]?.items.compactMap(\.text) ?? []
    if encodings.contains(PositionEncoding.utf8.rawValue) { encoding = .utf8 }
    let workspace = capabilities?["workspace"]
    refreshesHints = workspace?["inlayHint"]?["refreshSupport"]?.isTrue ?? false
    refreshesLenses = workspace?["codeLens"]?["refreshSupport"]?.isTrue ?? false
    refreshesTokens = workspace?["semanticTokens"]?["refreshSupport"]?.isTrue ?? false
    let watching = workspace?["didChangeWatchedFiles"]
    watchesFiles = watching?["dynamicRegistration"]?.isTrue ?? false
    watchesAllFolders = watching?["relativePatternSupport"]?.isTrue ?? false
    let item = capabilities?["textDocument"]?["completion"]?["completionItem"]
    takesSnippets = item?["snippetSupport"]?.isTrue ?? false
    let wishes = params["initializationOptions"]
    pictures = wishes?["pictures"]?.text.flatMap(DrawingStyle.Theme.init)
    let linksCodes = capabilities?["textDocument"]?["publishDiagnostics"]?["codeDescriptionSupport"]?.isTrue ?? false
    site = linksCodes ? wishes?["site"]?.text.flatMap { $0.isEmpty ? nil : $0 } : nil
    handlesCommands = wishes?["commands"]?.isTrue ?? false
  }
}
