import Marbles

extension Session {
  /// Returns the possible completions of the word before a cursor.
  ///
  /// - Parameters:
  ///   - entry: The text of the entry.
  ///   - cursor: The position of the cursor, in bytes of UTF-8.
  /// - Returns: The candidates in alphabetical order, and the range of the entry that a candidate replaces.
  package func completions(of entry: String, at cursor: Int) -> (candidates: [String], replaced: Range<Int>) {
    let typed = TypedWord(of: entry, at: cursor)
    // The word is parsed as the name of a call, since it may become one.
    let walker = EntryWalker(typed.before + "x(", scope: scope, asked: typed.range.lowerBound)
    if let (place, brackets) = walker.answer {
      let candidates = candidates(at: place, in: brackets, of: walker, for: typed.word)
      return (sorted(candidates, beginningWith: typed.word), typed.range)
    }
    let typedEntry = EntryWalker(typed.before + typed.word, scope: scope)
    guard let (name, arguments) = typedEntry.command else { return ([], typed.range) }
    if name.span.upperBound == typed.range.upperBound {
      return (sorted(Command.all.map(\.name), beginningWith: name.text), name.span)
    }
    return completions(of: arguments, after: name, in: typed)
  }

  private func sorted(_ candidates: [String], beginningWith start: String) -> [String] {
    Set(candidates.filter { $0.hasPrefix(start) }).sorted()
  }

  // MARK: Expressions

  private func candidates(
    at place: EntryWalker.NameContext, in brackets: [EntryWalker.Open], of walker: EntryWalker, for word: String
  ) -> [String] {
    let making = Catalog.standard.entries(of: .make).map(\.name)
    // Any operator can be called as a function, but without a typed letter that list would be too long.
    let streams = names + walker.names + operatorNames + (word.isEmpty ? making : Catalog.standard.names)
    let links = Catalog.standard.names.filter { !making.contains($0) } + operatorNames
    let open = brackets.last
    switch place {
    case .beginning:
      return streams
    case .link:
      return links
    case .strategy:
      return open?.callee.flatMap(callable)?.takesStrategy == true ? Strategy.names : []
    case .member:
      let members = BuiltinMembers.propertyNames + BuiltinMembers.methodNames
      return members.contains { $0.hasPrefix(word) } ? members : links
    case .operand:
      let bound = names + brackets.flatMap(\.names) + walker.parameters
      return bound + BuiltinMembers.conversionNames + ["true", "false", "nil"]
    case .argument(let label):
      guard let open, let callable = open.callee.flatMap(callable) else { return open == nil ? [] : streams }
      let takesStream = callable.takesStream(after: label, with: open.labels, hasReceiver: open.hasReceiver)
      let labels = label == nil ? callable.labels(after: open.labels).map { $0 + ": " } : []
      return labels + (takesStream ? streams : [])
    }
  }
}
