import MarbleSession
import Marbles

/// The models of the scripts of a document, which share their symbols.
struct DocumentModel: Sendable {
  /// The models, one for each passage, also for those that are only shown.
  fileprivate(set) var scripts: [ScriptModel] = []
  /// The symbols of the document and of the files that it loads.
  fileprivate(set) var symbols: [ScriptModel.Symbol] = []
  /// Whether the names depend on other files.
  fileprivate var needsFiles = false
}

/// The model of a document, once it was requested.
final class DocumentModelCache: Sendable {
  private let known = Mutex<DocumentModel?>(nil)

  fileprivate func model(_ read: () -> DocumentModel) -> DocumentModel {
    if let model = known.withLock(\.self) { return model }
    let model = read()
    known.withLock { $0 = model }
    return model
  }
}

extension EditedDocument {
  /// Returns the contents of a file for `:load`, or `nil` if it cannot be read.
  package typealias FileReader = (_ path: String) -> [UInt8]?

  /// The model of the document, without the files that it loads.
  var model: DocumentModel { cache.model { readModel({ _ in nil }).model } }

  /// Returns the model of the document with the files that it loads.
  func model(_ readFile: @escaping FileReader) -> DocumentModel {
    model.needsFiles ? readModel(readFile).model : model
  }

  private static let maxLoadingDepth = 50

  /// Reads the scripts.
  ///
  /// - Parameters:
  ///   - loading: The normalized paths of the files that are being loaded, the innermost last.
  ///   - script: The model of the script that loads the document.
  /// - Returns: The model, and the one of the last script that runs.
  private func readModel(
    _ readFile: @escaping FileReader, loading: [String] = [], after script: ScriptModel? = nil
  ) -> (model: DocumentModel, last: ScriptModel?) {
    let loading = loading + [name.normalizedPath]
    func load(_ path: String, into script: ScriptModel?) -> ScriptModel? {
      let place = path.normalizedPath
      guard loading.count <= Self.maxLoadingDepth, !loading.contains(place), let bytes = readFile(path) else {
        return nil
      }
      let file = EditedDocument(name: path, bytes: bytes)
      return file.readModel(readFile, loading: loading, after: script).last?
        .loaded(from: place, into: script, file.inDocument)
    }
    let scope = ScriptModel.Scope(Parser.Bindings { Bindings() }, load: load)
    var model = DocumentModel()
    var last = script
    for (index, passage) in passages.enumerated() {
      let script = ScriptModel(
        passage.source, after: last, beginsSession: passage.beginsSession && loading.count == 1, passage: index,
        in: scope)
      model.scripts.append(script)
      let path = passage.fence?.attributes.scriptPath
      if !passage.isOnlyShown {
        last = script
      } else if let path {
        last = load(document.path(of: path), into: last) ?? last
      }
      model.needsFiles = model.needsFiles || path != nil || !script.loads.isEmpty
    }
    model.symbols = last?.symbols ?? []
    return (model, last)
  }

  // MARK: Names

  /// The passages that run, each with its model.
  func runScripts(_ model: DocumentModel) -> [(passage: Document.Passage, script: ScriptModel)] {
    zip(passages, model.scripts).filter { !$0.0.isOnlyShown }.map { ($0.0, $0.1) }
  }

  /// Returns the name of a symbol at an offset, also directly after it.
  func use(at offset: Int, in model: DocumentModel) -> (span: Span, symbol: Int)? {
    guard let place = place(at: offset), !place.passage.isOnlyShown,
      let use = model.scripts[place.index].use(at: place.offset), let symbol = use.symbol
    else { return nil }
    return (span(of: use.span, in: place.passage), symbol)
  }

  /// Returns the ranges of all uses of some symbols, in the order of the document.
  func uses(of symbols: Set<Int>, in model: DocumentModel) -> [Span] {
    runScripts(model).flatMap { passage, script in
      script.uses.filter { $0.symbol.map(symbols.contains) == true }.map { span(of: $0.span, in: passage) }
    }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns a symbol with its ranges in the document, if a passage defines it.
  func inDocument(_ symbol: ScriptModel.Symbol) -> ScriptModel.Symbol {
    guard case .passage(let index) = symbol.origin else { return symbol }
    var symbol = symbol
    symbol.span = span(of: symbol.span, in: passages[index])
    symbol.statement = span(of: symbol.statement, in: passages[index])
    return symbol
  }
}
