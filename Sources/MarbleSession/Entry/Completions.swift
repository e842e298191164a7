import Marbles

extension Session {
  /// Returns the possible completions of the word before a cursor.
  ///
  /// - Parameters:
  ///   - entry: The text of the entry.
  ///   - cursor: The position of the cursor, in bytes of UTF-8.
  /// - Returns: The candidates, and the range of the entry that a candidate replaces. The candidates are in
  ///   alphabetical order, except for commands, and for the most common operators before all others if no letter is
  ///   typed.
  package func completions(
    of entry: String, at cursor: Int
  ) -> (candidates: [CompletionCandidate], replaced: Range<Int>) {
    let typed = TypedWord(of: entry, at: cursor)
    if Self.isHole(typed.before) { return ([], typed.range) }
    if let hazards = Self.hazards(in: typed) { return hazards }
    let continuations = fitting(continuations(before: typed), to: typed.word)
    if !continuations.isEmpty { return (continuations, typed.range) }
    // The word is parsed as the name of a call, since it may become one.
    let model = model(of: typed.before + "x(", asked: typed.range.lowerBound)
    if let context = model.place.context {
      let first = context == .beginning && typed.word.isEmpty ? Self.commonOperators : []
      let isCalled = entry.utf8.dropFirst(cursor).first { $0 != UInt8(ascii: " ") }.map("({".utf8.contains) ?? false
      var candidates = candidates(
        in: context, at: model.place, of: model, for: typed.word, followsAction: isAction(before: typed))
      if !typed.word.isEmpty, typed.beginsStatement { candidates += Self.keywords }
      return (fitting(candidates, to: typed.word, first: first).map { isCalled ? $0.withoutOpening : $0 }, typed.range)
    }
    guard let (name, arguments) = self.model(of: typed.before + typed.word).place.command else {
      return ([], typed.range)
    }
    if name.span.upperBound == typed.range.upperBound {
      return (Command.all.filter { $0.name.hasPrefix(name.text) }.map(\.candidate), name.span)
    }
    return completions(of: arguments, after: name, in: typed)
  }

  /// Whether an entry ends in a `?` that stands for an unknown part, so that nothing can follow without a separator.
  private static func isHole(_ text: some StringProtocol) -> Bool {
    guard text.last == "?" else { return false }
    let previous = text.dropLast().last { !$0.isWhitespace }
    return previous.map { "(,.{=:".contains($0) } ?? true
  }

  /// Returns the candidates that begin with a word, each one once, and those in `first` before the others.
  func fitting(
    _ candidates: [CompletionCandidate], to word: String, first: [String] = []
  ) -> [CompletionCandidate] {
    var texts: Set<String> = []
    let fitting = candidates.filter { $0.text.hasPrefix(word) && texts.insert($0.text).inserted }
    func rank(_ text: String) -> Int { first.firstIndex(of: text) ?? first.count }
    return fitting.sorted { (rank($0.text), $0.text) < (rank($1.text), $1.text) }
  }

  /// Returns the names of hazards in a comment that silences one, or `nil` elsewhere.
  private static func hazards(in typed: TypedWord) -> (candidates: [CompletionCandidate], replaced: Range<Int>)? {
    let text = typed.before + typed.word
    guard let name = text.firstRange(of: "// lint: ignore ").map({ text[$0.upperBound...] }),
      !name.contains(where: \.isWhitespace)
    else { return nil }
    let fitting = Hazard.all.filter { $0.name.hasPrefix(name) }
    return (
      fitting.map { CompletionCandidate($0.name + " ", summary: $0.summary) },
      typed.range.upperBound - name.utf8.count..<typed.range.upperBound
    )
  }

  /// Returns the words that can follow the statement before a word.
  private func continuations(before typed: TypedWord) -> [CompletionCandidate] {
    guard !typed.word.isEmpty, typed.before.last == " " else { return [] }
    var parser = Parser(Source(name: "", text: typed.before), bindings: known)
    var last: Result<Statement, Diagnostic>?
    while let next = parser.next() { last = next }
    guard case .success(let statement)? = last else { return [] }
    switch statement.kind {
    case .show(.definition(.expression), _): return [Self.matches, Self.during]
    case .races(_, _, _, nil): return [Self.matches, Self.during, Self.within]
    case .assert(_, _, .patterns): return [Self.condition]
    default: return []
    }
  }

  private static let matches = CompletionCandidate(
    "matches ", summary: "compares the result with a timeline that has gaps")
  private static let during = CompletionCandidate("during ", summary: "limits how long the stream is observed")
  private static let within = CompletionCandidate("within ", summary: "also sends events this much earlier or later")
  private static let condition = CompletionCandidate("where ", summary: "names the condition of a value")

  /// The keywords that can only begin a statement.
  private static let keywords = [
    CompletionCandidate("forall ", summary: "states that two expressions are equal for all streams"),
    CompletionCandidate("races ", summary: "runs an expression with all orders of the events that share a tick"),
    CompletionCandidate("check subscriptions", summary: "checks that no subscription is left"),
    CompletionCandidate("who holds ", summary: "asks who observes a stream when the run ends"),
    CompletionCandidate("why ", summary: "asks for the cause of an event, or why it did not come"),
  ]

  /// The words after `why`.
  private static let questions = [
    CompletionCandidate("not ", summary: "asks why an event did not come"),
    CompletionCandidate("twice ", summary: "asks why a stream was observed more than once"),
    CompletionCandidate("was ", summary: "asks why a stream was unsubscribed, as in `why was a unsubscribed`"),
  ]

  /// The operators that are offered first at the beginning of a statement.
  private static let commonOperators = ["merge", "zip", "combineLatest"]

  // MARK: Expressions

  private func candidates(
    in context: ScriptPlace.NameContext, at place: ScriptPlace, of model: ScriptModel, for word: String,
    followsAction: Bool
  ) -> [CompletionCandidate] {
    let making = Catalog.standard.entries(of: .make).map(\.name)
    // Any operator can be called as a function, but without a typed letter that list would be too long.
    let functions = word.isEmpty ? making + (context == .beginning ? Self.commonOperators : []) : Catalog.standard.names
    let parameters = place.parameters.keys.sorted()
    let streams =
      bound(names + model.symbols.filter { $0.kind == .stream }.map(\.name) + parameters)
      + operators(operatorNames + functions, hasReceiver: false)
    let links = operators(Catalog.standard.names.filter { !making.contains($0) } + operatorNames, hasReceiver: true)
    let open = place.brackets.last
    switch context {
    case .beginning:
      return streams
    case .link:
      return links + (followsAction ? CompletionCandidate.streamsOfActions : [])
    case .strategy:
      let isWanted = open?.callee.flatMap(callable)?.takesStrategy == true
      return isWanted ? Strategy.names.map { CompletionCandidate($0) } : []
    case .member:
      let members = CompletionCandidate.members
      return members.contains { $0.text.hasPrefix(word) } ? members : links
    case .quantifier(let hasValues):
      return (hasValues ? ["when "] : ["of ", "in ", "when "]).map { CompletionCandidate($0) }
    case .questionedEvent(let isNegated):
      return isNegated ? [] : Self.questions
    case .questionEnd:
      return [CompletionCandidate("in ", summary: "asks about another expression than the last result")]
    case .operand:
      let words = BuiltinMembers.conversionNames.map { CompletionCandidate($0, opening: "(") }
      return bound(names + place.brackets.flatMap(\.names.keys) + parameters) + words
        + ["true", "false", "nil"].map { CompletionCandidate($0) }
    case .argument(let label):
      guard let open, let callable = open.callee.flatMap(callable) else { return open == nil ? [] : streams }
      let takesStream = callable.takesStream(after: label, with: open.labels, hasReceiver: open.hasReceiver)
      let labels = label == nil ? callable.labels(after: open.labels) : []
      let candidates = labels.map { label in
        CompletionCandidate(label + ": ", summary: callable.signature(with: open.labels + [label]) ?? "")
      }
      return candidates + (takesStream ? streams : [])
    }
  }

  /// Whether the name of an action and a dot precede a word.
  private func isAction(before typed: TypedWord) -> Bool {
    guard typed.before.hasSuffix(".") else { return false }
    let receiver = String(typed.before.dropLast())
    return bindings[TypedWord(of: receiver, at: receiver.utf8.count).word]?.isAction == true
  }

  private func bound(_ names: [String]) -> [CompletionCandidate] {
    names.map { CompletionCandidate($0, summary: definition(of: $0)) }
  }

  func operators(_ names: [String], hasReceiver: Bool) -> [CompletionCandidate] {
    names.map { name in
      guard let callable = callable(name) else { return CompletionCandidate(name) }
      return CompletionCandidate(
        name, opening: callable.opening(hasReceiver: hasReceiver), summary: callable.summary)
    }
  }

  /// Returns the expression or the timelines of a bound name.
  private func definition(of name: String) -> String {
    guard let binding = bindings[name] else { return "" }
    if let plan = binding.plan { return plan.text }
    return (binding.isCold ? "cold " : "")
      + binding.timelines.map { TimelinePrinter.text(of: $0) }.joined(separator: ", ")
  }
}

extension CompletionCandidate {
  fileprivate var withoutOpening: CompletionCandidate { CompletionCandidate(text, summary: summary) }

  fileprivate static let streamsOfActions = BuiltinMembers.namesOfActionStreams.map { CompletionCandidate($0) }

  /// The members of values in closures.
  fileprivate static let members =
    BuiltinMembers.propertyNames.map { CompletionCandidate($0) }
    + BuiltinMembers.methods.map { CompletionCandidate($0.name, opening: $0.takesArgument ? "(" : "()") }
}

extension Command {
  var candidate: CompletionCandidate { CompletionCandidate(name, summary: summary) }
}
