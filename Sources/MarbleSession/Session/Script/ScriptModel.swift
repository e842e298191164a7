import Marbles

/// The statements, names and tokens of a script, which may be incomplete or have errors.
///
/// Everything that an editor, the prompt or the formatter asks about the text of a script is a query of its model.
package struct ScriptModel: Sendable {
  /// A stream, a custom operator or a parameter.
  package struct Symbol: Sendable {
    package enum Kind: Sendable {
      case stream, customOperator, parameter
    }

    /// The source of a definition: a passage of the document, or a file that the document loads.
    package enum Origin: Sendable, Equatable {
      case passage(Int)
      case file(String)
    }

    package let name: String
    package let kind: Kind
    package fileprivate(set) var origin: Origin
    /// The range of the name in the definition.
    package var span: Span
    /// The range of the statement that defines it.
    package var statement: Span
  }

  /// A word that is a name, also in a definition.
  package struct Use: Sendable {
    package enum Kind: Sendable {
      /// The name of a stream, a value or a parameter.
      case value
      /// The name of an operator or a method, with or without its arguments.
      case call, member
    }

    package let name: String
    package let kind: Kind
    package let span: Span
    /// The index of the symbol, or `nil` for a name that no script defines.
    package let symbol: Int?
  }

  /// A part of the script whose marbles may be names of streams, which only a run shows.
  package struct Literal: Sendable {
    package enum Kind: Sendable {
      case timeline(TimelineForm)
      /// A string with its quotes, and without escapes.
      case string
      /// The keys and values after `where`.
      case renaming
    }

    package let kind: Kind
    package let span: Span
    /// Whether it is a list of the values of a law's parameter.
    package let isInLaw: Bool
    /// The keys and values after the `where` of a timeline.
    package fileprivate(set) var renaming: Span?
  }

  /// The names that a script can use without defining them.
  package struct Scope {
    package private(set) var bindings: Parser.Bindings
    let tickLength: TickLength
    /// Returns the model of a file that is loaded after a script, or `nil` if the file cannot be read.
    let load: (_ path: String, _ script: ScriptModel) -> ScriptModel?

    package init(
      _ bindings: Parser.Bindings, tickLength: TickLength = .millisecond,
      load: @escaping (String, ScriptModel) -> ScriptModel? = { _, _ in nil }
    ) {
      self.bindings = bindings
      self.bindings.takesExpression = { name in
        if case .expression? = Command.named(name)?.argument { true } else { false }
      }
      self.tickLength = tickLength
      self.load = load
    }
  }

  package let source: Source
  /// The index of the script in its document.
  private let passage: Int
  /// The symbols of this script and of those before it, in the order of their definitions.
  package private(set) var symbols: [Symbol] = []
  package private(set) var uses: [Use] = []
  package internal(set) var statements: [SyntaxNode] = []
  package internal(set) var comments: [Span] = []
  /// The titles of assertions, each with the range of its assertion.
  package internal(set) var titles: [(text: String, statement: Span)] = []
  package private(set) var literals: [Literal] = []
  /// The arguments of `:load`, each with the path of its file.
  package private(set) var loads: [(span: Span, path: String)] = []
  package internal(set) var highlights: [Highlight] = []
  /// The length of a tick after the script.
  package private(set) var tickLength: TickLength
  /// The latest definitions of streams, and of operators by their keys.
  private(set) var bound: [String: Int] = [:]
  /// The place of the name that was asked for, or of the end of the script.
  package internal(set) var place = ScriptPlace()

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - earlier: The model of the script before it in its document.
  ///   - beginsSession: Whether the names of the scripts before it are not known in it.
  ///   - passage: The index of the script in its document.
  ///   - asked: The offset of the name whose place is requested.
  package init(
    _ source: Source, after earlier: ScriptModel? = nil, beginsSession: Bool = false, passage: Int = 0, in scope: Scope,
    asked: Int? = nil
  ) {
    self.source = source
    self.passage = passage
    tickLength = scope.tickLength
    if let earlier { take(earlier) }
    if beginsSession { (bound, tickLength) = ([:], scope.tickLength) }
    ScriptWalker.walk(&self, in: scope, asked: asked)
  }

  // MARK: Queries

  /// Returns the use at an offset, also directly after the name.
  package func use(at offset: Int) -> Use? {
    uses.first { $0.span.contains(offset) } ?? uses.first { $0.span.upperBound == offset }
  }

  /// Returns the statement at an offset, also directly after it.
  package func statement(at offset: Int) -> SyntaxNode? {
    statements.last { $0.span.contains(offset) || $0.span.upperBound == offset }
  }

  /// The names in an expression that it does not define, or `nil` if the script is not an expression.
  var namesInExpression: [Use]? {
    let parts = statements.count == 1 && statements[0].kind == .comparison ? statements[0].parts : []
    switch parts.first?.kind {
    case nil, .keyword?, .timeline?: return nil
    default: return parts.contains { $0.is("==") } ? nil : uses.filter { $0.symbol == nil }
    }
  }

  // MARK: Building

  /// Adds a symbol, and returns its index.
  @discardableResult
  mutating func define(_ name: SyntaxNode, _ kind: Symbol.Kind) -> Int {
    let (text, index) = (name.text, symbols.count)
    symbols.append(
      Symbol(
        name: text, kind: kind, origin: .passage(passage), span: name.span,
        statement: statements.last?.span ?? name.span))
    if kind != .parameter { bound[kind == .stream ? text : Parser.key(ofOperator: text)] = index }
    use(name, as: index, kind == .customOperator ? .call : .value)
    return index
  }

  mutating func use(_ name: SyntaxNode, as symbol: Int?, _ kind: Use.Kind = .value) {
    uses.append(Use(name: name.text, kind: kind, span: name.span, symbol: symbol))
  }

  mutating func add(_ kind: Literal.Kind, _ span: Span, isInLaw: Bool) {
    if case .renaming = kind, let statement = statements.last?.span {
      for index in literals.indices.reversed() {
        guard statement.contains(literals[index].span.lowerBound), literals[index].renaming == nil else { break }
        literals[index].renaming = span
      }
    }
    literals.append(Literal(kind: kind, span: span, isInLaw: isInLaw))
  }

  /// Applies a command on which the following statements depend.
  mutating func apply(_ command: Command, _ arguments: SyntaxNode, in scope: Scope) {
    let text = arguments.text
    switch command.action {
    case .load:
      let path = Session.path(text, from: source.name)
      loads.append((arguments.span, path))
      if let loaded = path.isEmpty ? nil : scope.load(path, self) { take(loaded) }
    case .setting(let setting): set(setting, text)
    case .set:
      let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      if words.count == 2, let setting = Setting.named(words[0]) { set(setting, words[1]) }
    default: break
    }
  }

  private mutating func set(_ setting: Setting, _ value: String) {
    var options = SessionOptions()
    options.tickLength = tickLength
    if setting.set(&options, value) { tickLength = options.tickLength }
  }

  /// Takes the names and settings from the model of a script that runs before the following statements.
  private mutating func take(_ other: ScriptModel) {
    (symbols, bound, tickLength) = (other.symbols, other.bound, other.tickLength)
  }

  /// Returns the model for a script that loads the file of this one.
  ///
  /// - Parameter place: Returns a symbol of a passage with its ranges in the file.
  package func loaded(from path: String, into script: ScriptModel?, _ place: (Symbol) -> Symbol) -> ScriptModel {
    var model = self
    for index in symbols.indices.dropFirst(script?.symbols.count ?? 0) {
      guard case .passage = symbols[index].origin else { continue }
      model.symbols[index] = place(symbols[index])
      model.symbols[index].origin = .file(path)
    }
    return model
  }
}

/// The place of a name in a script, or of the end of an incomplete one.
package struct ScriptPlace: Sendable {
  /// An open bracket in an expression, with its call.
  struct Open: Sendable {
    let kind: SyntaxKind
    /// The operator that the parentheses or the closure belong to.
    var callee: String?
    /// Whether the operator follows a stream and a dot.
    var hasReceiver = false
    /// The labels of the arguments so far.
    var labels: [String] = []
    /// The number of commas so far.
    var separators = 0
    /// The parameters of a closure, with their symbols.
    var names: [String: Int] = [:]
  }

  /// The context of a name, which determines its candidates.
  enum NameContext: Sendable, Equatable {
    /// The beginning of a statement or of an operand of a comparison.
    case beginning
    /// After a stream and a dot.
    case link
    /// After a dot inside a closure.
    case member
    /// After a dot with nothing before it.
    case strategy
    /// The beginning of an argument, after its label if it has one.
    case argument(label: String?)
    /// Inside a closure, or after the beginning of an argument.
    case operand
    /// After a parameter of a law, which may already have its values.
    case quantifier(hasValues: Bool)
    /// The beginning of the event of a question.
    case questionedEvent(isNegated: Bool)
    /// After the event of a question.
    case questionEnd
  }

  /// The context of the name, or `nil` at the end.
  var context: NameContext?
  /// The brackets around the place, the innermost last.
  var brackets: [Open] = []
  /// The parameters of the operator definition or of the law, with their symbols.
  var parameters: [String: Int] = [:]
  /// The command whose name or arguments contain the place.
  var command: (name: Name, arguments: Name)?

  var isInClosure: Bool { brackets.contains { $0.kind == .closure } }

  /// Returns the symbol of a parameter.
  func parameter(_ name: String) -> Int? {
    brackets.last { $0.names[name] != nil }?.names[name] ?? parameters[name]
  }
}
