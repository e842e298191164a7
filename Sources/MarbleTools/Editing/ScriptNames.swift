import MarbleSession
import Marbles

/// The names in the scripts of a document, and where each of them is defined.
struct ScriptNames {
  /// A stream, a custom operator or a parameter.
  struct Definition {
    enum Kind: Equatable {
      case stream, customOperator, parameter
    }

    let name: String
    let kind: Kind
    /// The range of the name, in the document.
    let span: Span
    /// The range of the statement that defines it.
    let statement: Span
    /// The path of the file that `:load` reads and that defines it, or `nil` for the document itself.
    let file: String?
  }

  /// A word in the document that is a name, including those in definitions.
  struct Occurrence {
    let span: Span
    /// The index of the definition.
    let definition: Int
  }

  private(set) var definitions: [Definition] = []
  private(set) var occurrences: [Occurrence] = []
  /// The ranges of the statements, in the order of the document.
  private(set) var statements: [Span] = []
  /// The arguments of `:load` in the document, each with the path of its file.
  private(set) var loads: [(span: Span, path: String)] = []
  /// All words that are names of something, also those without a definition.
  private(set) var words: Set<String> = []

  private(set) var edited: EditedDocument
  /// Reads a file for `:load`.
  private let readFile: (String) -> [UInt8]?
  /// The files that are being loaded, the innermost last.
  private var loading: [String] = []
  private var passage: Document.Passage?
  private var source = Source(name: "", text: "")
  /// The latest definitions of streams, and of operators by their keys.
  private var bound: [String: Int] = [:]
  /// The parameters of the current statement and closures, the innermost last.
  private var scopes: [[String: Int]] = []
  private var statement = 0..<0

  init(of edited: EditedDocument, readFile: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.edited = edited
    self.readFile = readFile
    for passage in edited.passages { read(passage) }
  }

  /// Returns the occurrence at an offset, also directly after the name.
  func occurrence(at offset: Int) -> Occurrence? {
    occurrences.first { $0.span.contains(offset) } ?? occurrences.first { $0.span.upperBound == offset }
  }

  /// Returns all occurrences of a definition, in the order of the document.
  func occurrences(of definition: Int) -> [Occurrence] {
    occurrences.filter { $0.definition == definition }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  // MARK: Statements

  private mutating func read(_ passage: Document.Passage) {
    if passage.isOnlyShown { return }
    if passage.beginsSession, loading.isEmpty { bound = [:] }
    self.passage = passage
    source = passage.source
    let known = bound
    var parser = parser(of: passage, isBound: { known[$0] != nil }, names: Array(known.keys))
    for script in parser.wholeTree().nodes {
      for node in script.children where !node.kind.isTrivia { readStatement(node) }
    }
  }

  func parser(of passage: Document.Passage, isBound: @escaping (String) -> Bool, names: [String]) -> Parser {
    var bindings = Parser.Bindings(isBound: isBound, names: { names })
    bindings.takesExpression = { $0.takesExpression }
    return Parser(
      passage.source, mode: passage.fence?.mode == .prompt ? .interactive : .script, bindings: bindings)
  }

  private mutating func readStatement(_ node: SyntaxNode) {
    statement = span(node.span)
    if loading.isEmpty { statements.append(statement) }
    let children = node.children
    switch node.kind {
    case .binding:
      guard let name = children.first else { return }
      children.dropFirst().forEach { read($0) }
      define(name, .stream)
    case .operatorDefinition:
      let names = children.first { $0.kind == .signature }?.parts.filter { $0.kind == .identifier } ?? []
      scopes.append([:])
      for parameter in names.dropFirst() { define(parameter, .parameter) }
      for child in children where child.kind != .signature { read(child) }
      scopes.removeLast()
      if let name = names.first { define(name, .customOperator) }
    case .command:
      children.forEach { read($0) }
      load(children)
    case .law:
      scopes.append([:])
      children.forEach { read($0) }
      scopes.removeLast()
    case .drawing: readDrawing(children)
    default: children.forEach { read($0) }
    }
  }

  /// Reads the definitions of a file, if a command loads it and it can be read.
  private mutating func load(_ command: [SyntaxNode]) {
    guard let name = command.first(where: { $0.kind == .commandName }),
      case .load? = Command.named(String(name.text.dropFirst()))?.action,
      let argument = command.first(where: { $0.kind == .commandArguments })
    else { return }
    let path = Session.path(argument.text, from: source.name)
    if loading.isEmpty { loads.append((span(argument.span), path)) }
    guard !path.isEmpty, loading.count < 50, !(loading + [edited.name]).contains(path), let bytes = readFile(path)
    else { return }
    let around = (edited, passage, source, statement)
    loading.append(path)
    edited = EditedDocument(name: path, bytes: bytes)
    for passage in edited.passages { read(passage) }
    loading.removeLast()
    (edited, passage, source, statement) = around
  }

  /// Reads a pasted drawing, in which a lane that continues has its name again.
  private mutating func readDrawing(_ children: [SyntaxNode]) {
    var here: Set<String> = []
    for child in children where child.kind == .identifier {
      if here.insert(child.text).inserted { define(child, .stream) } else { use(child, as: bound[child.text]) }
    }
  }

  // MARK: Expressions

  private mutating func read(_ node: SyntaxNode) {
    let children = node.children
    switch node.kind {
    case .identifier: use(node, as: stream(node.text))
    case .lawParameter:
      guard let name = children.first(where: { $0.kind == .identifier }) else { return }
      define(name, .parameter)
      for child in children where child.span.lowerBound > name.span.lowerBound { read(child) }
    case .call, .link: readCall(children)
    case .closure:
      scopes.append([:])
      children.forEach { read($0) }
      scopes.removeLast()
    case .closureParameters:
      for name in node.parts where name.kind == .identifier { define(name, .parameter) }
    case .implicitMember:
      for child in children where child.kind != .identifier { read(child) }
    default: children.forEach { read($0) }
    }
  }

  private mutating func readCall(_ children: [SyntaxNode]) {
    guard let callee = children.firstIndex(where: { $0.kind == .identifier }) else {
      return children.forEach { read($0) }
    }
    let name = children[callee].text
    use(children[callee], as: bound[Parser.key(ofOperator: name)])
    for (index, child) in children.enumerated() where index != callee { read(child) }
  }

  /// Returns the definition of a stream, a value or a parameter.
  private func stream(_ name: String) -> Int? {
    scopes.last { $0[name] != nil }?[name] ?? bound[name]
  }

  private mutating func define(_ node: SyntaxNode, _ kind: Definition.Kind) {
    let name = node.text
    definitions.append(
      Definition(name: name, kind: kind, span: span(node.span), statement: statement, file: loading.last))
    let index = definitions.count - 1
    switch kind {
    case .stream: bound[name] = index
    case .customOperator: bound[Parser.key(ofOperator: name)] = index
    case .parameter: scopes[scopes.count - 1][name] = index
    }
    use(node, as: index)
  }

  private mutating func use(_ node: SyntaxNode, as definition: Int?) {
    guard loading.isEmpty else { return }
    words.insert(node.text)
    if let definition { occurrences.append(Occurrence(span: span(node.span), definition: definition)) }
  }

  private func span(_ span: Span) -> Span {
    passage.map { edited.span(of: span, in: $0) } ?? span
  }
}

extension String {
  /// Whether the arguments of the command with this name are an expression.
  fileprivate var takesExpression: Bool {
    if case .expression? = Command.named(self)?.argument { true } else { false }
  }
}
