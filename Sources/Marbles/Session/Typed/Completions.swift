extension Session {
  /// What could stand at a cursor instead of the word before it.
  ///
  /// - Parameters:
  ///   - entry: what has been typed.
  ///   - cursor: where the cursor stands, in bytes of UTF-8.
  /// - Returns: the texts that fit, in alphabetical order, and the part of the entry that one of them replaces.
  public func completions(of entry: String, at cursor: Int) -> (candidates: [String], replaced: Range<Int>) {
    let typed = TypedWord(of: entry, at: cursor)
    // What is being typed is read as if it were a call, since it may become one.
    var reader = EntryReader(
      typed.before + "x(", words: words, bindings: known, asked: typed.range.lowerBound)
    reader.read()
    if let place = reader.place {
      return (sorted(candidates(at: place, in: reader, for: typed.word), beginningWith: typed.word), typed.range)
    }
    var command = EntryReader(typed.before + typed.word, words: words, bindings: known)
    command.read()
    guard let (name, arguments) = command.command else { return ([], typed.range) }
    if name.span.upperBound == typed.range.upperBound {
      return (sorted(Command.all.map(\.name), beginningWith: name.text), name.span)
    }
    return completions(of: arguments, behind: name, in: typed)
  }

  private func sorted(_ candidates: [String], beginningWith start: String) -> [String] {
    Set(candidates.filter { $0.hasPrefix(start) }).sorted()
  }

  // MARK: Expressions

  private func candidates(at place: EntryReader.Place, in reader: EntryReader, for word: String) -> [String] {
    let making = Catalogue.standard.entries(of: .make).map(\.name)
    // Every operator can be called as a function; before anything is typed, that would be a long list.
    let streams = names + reader.names + operatorNames + (word.isEmpty ? making : Catalogue.standard.names)
    let links = Catalogue.standard.names.filter { !making.contains($0) } + operatorNames
    let open = reader.surrounding
    switch place {
    case .beginning:
      return streams
    case .link:
      return links
    case .strategy:
      return open?.callee.flatMap(callable)?.takesStrategy == true ? Catalogue.strategyNames : []
    case .member:
      let members = Member.propertyNames + Member.methodNames
      return members.contains { $0.hasPrefix(word) } ? members : links
    case .operand:
      return names + Array(reader.boundNames) + Member.conversionNames + ["true", "false", "nil"]
    case .argument(let label):
      guard let open, let callable = open.callee.flatMap(callable) else { return open == nil ? [] : streams }
      let takesStream = callable.takesStream(behind: label, with: open.labels, hasReceiver: open.hasReceiver)
      let labels = label == nil ? callable.labels(behind: open.labels).map { $0 + ": " } : []
      return labels + (takesStream ? streams : [])
    }
  }
}

extension EntryReader {
  /// The bracket that a name stands in which was read as the beginning of a call.
  var surrounding: Open? { brackets.dropLast().last }

  /// The names that closures and definitions give their arguments.
  var boundNames: Set<String> { brackets.reduce(into: parameters) { $0.formUnion($1.names) } }
}
