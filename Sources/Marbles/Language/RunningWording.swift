/// What is said of mistakes that come out when expressions are evaluated; `nil` for every other problem.
extension Problem {
  var runningMessage: String? {
    switch self {
    case .unknownOperator(let name, _): "no operator is called `\(clipped(name))`"
    case .unknownName(let name, _): "nothing is called `\(clipped(name))`"
    case .tooManyOperators: "too many operators, one inside the other"
    case .ownOperatorInItself(let name): "`\(clipped(name))` is made of itself"
    case .unreadableName(let name): "`\(clipped(name))` is not there: its definition has a mistake"
    case .unknownStream(let name, _): "no stream is called `\(clipped(name))`"
    case .operatorWithoutParentheses(let name, _): "`\(name)` without parentheses"
    case .argument(let mistake, let name, _): mistake.message(calling: name)
    case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
    case .tooSmall(let parameter, let minimum): "`\(parameter)` must be at least \(minimum)"
    case .unknownStrategy(let name, _): "no strategy is called `.\(name)`"
    case .strategyNeedsLimit: "`.concurrent` needs to know how many streams at once"
    case .strategyNotHere(let name): "`.\(name)` belongs to `flatten` and `flatMap`"
    case .durationNotHere: "a duration where a value is needed"
    case .closureNotHere: "a closure where a value is needed"
    case .tooFewValues(let expected, let got):
      "the closure takes \(expected) value\(expected == 1 ? "" : "s") and gets \(got)"
    case .marbleIsNoStream(let name): "no stream is called `\(name)`"
    case .textIsNoTimeline(let text, let reason): "`\(clipped(text))` is no timeline: \(reason)"
    case .noSuchMember(let name, let kind, _, _): "\(kind) has no `\(clipped(name))`"
    case .methodWithoutParentheses(let name): "`\(name)` without parentheses"
    case .noSuchOperation(let operation): "`\(operation)` means nothing"
    case .divisionByZero: "division by zero"
    case .overflow: "the result is too large for 64 bits"
    case .noResultYet: "there is no result yet"
    case .nothingHasRun: "nothing was run before this"
    case .unknownCommand(let name, _): "no command is called `:\(clipped(name))`"
    case .ambiguousCommand(let name, _): "`:\(name)` begins several commands"
    case .unknownSetting(let name, _): "no setting is called `\(clipped(name))`"
    case .unfitSetting(let name, let value, _): "`\(clipped(value))` is no value of `\(name)`"
    case .missingFile(let example): "`\(example.prefix { $0 != " " })` without a file"
    case .unreadableFile(let path, let reason): "`\(path)` cannot be read: \(reason)"
    case .unwritableFile(let path, let reason): "`\(path)` cannot be written: \(reason)"
    case .nothingDrawn: "nothing was drawn before this"
    case .cannotPlay(let reason): "this cannot play: \(reason)"
    case .fileLoadsItself(let path): "`\(path)` is being loaded already"
    case .unknownTopic(let name, _): "nothing is known of `\(clipped(name))`"
    case .unknownFamily(let name, _): "no family of operators is called `\(clipped(name))`"
    case .nothingToUndo: "there is nothing to take back"
    case .nothingToSave: "there is nothing to save"
    case .nothingToEdit: "there is nothing to edit"
    case .cannotEdit(let reason): "there is no editor: \(reason)"
    case .missingExpression(let example): "`\(example.prefix { $0 != " " })` without an expression"
    case .notInTutorial: "the tutorial is not going on"
    case .tutorialNeedsPrompt: "the tutorial waits for somebody to type, which a script cannot"
    default: nil
    }
  }

  var runningLabel: String? {
    switch self {
    case .argument(let mistake, _, _): mistake.label
    case .marbleIsNoStream: "its marbles are names of streams here"
    default: nil
    }
  }

  var runningHelp: String? {
    switch self {
    case .unknownOperator(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "`:operators` lists them"
    case .unknownName(_, let suggestion?): "did you mean `\(suggestion)`?"
    case .unknownName(let name, nil):
      "a text stands in quotes: `\"\(clipped(name))\"`; a closure's values are `$0`, `$1`"
    case .tooManyOperators:
      "one closure can do what several do: `.map { ($0 + 1) * 2 }`; names count as what they stand for"
    case .ownOperatorInItself:
      "an operator is made of those above it; `repeat()`, `retry()` and `scan` do a thing again"
    case .divisionByZero: "`$0 == 0 ? nil : 10 / $0` looks first"
    case .noSuchOperation(let operation) where operation.contains("a text") && operation.contains("a number"):
      "`Int($0)` makes a number of a text, `\"\\($0)\"` a text of a number"
    case .noSuchMember(_, _, let suggestion?, _): "did you mean `\(suggestion)`?"
    case .noSuchMember(_, let kind, nil, let names) where !names.isEmpty:
      "\(kind) has " + names.map { "`.\($0)`" }.joined(separator: ", ")
    case .unknownStream(let name, let suggestion):
      suggestion.map { "did you mean `\($0)`?" } ?? "`\(clipped(name)) = --1--|`, above this line, makes one"
    case .unknownCommand(_, let suggestion): suggestion.map { "did you mean `:\($0)`?" } ?? "`:help` lists them"
    case .ambiguousCommand(_, let candidates): "there are " + candidates.map { "`:\($0)`" }.joined(separator: ", ")
    case .unknownSetting(_, let suggestion): suggestion.map { "did you mean `\($0)`?" } ?? "`:set` lists them"
    case .unfitSetting(_, _, let expected): "it takes \(expected)"
    case .missingFile(let example): "`\(example)`"
    case .nothingDrawn: "an expression, such as `merge(\"--1|\", \"-a|\")`, is drawn"
    case .cannotPlay: "`:svg demo.svg`, behind `:animate on`, writes a picture that plays"
    case .unreadableFile, .unwritableFile: "a script names files as seen from where it lies itself"
    case .fileLoadsItself: "a file that loads itself would never be read to its end"
    case .unknownTopic(_, let suggestion): suggestion.map { "did you mean `\($0)`?" } ?? "`:help` lists what there is"
    case .unknownFamily(_, let suggestion):
      suggestion.map { "did you mean `\($0)`?" }
        ?? "there are " + CatalogueEntry.Family.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    case .nothingToUndo: "bindings and results are taken back, the last one first"
    case .nothingToSave: "bindings and results are saved, such as `a = --1|`"
    case .nothingToEdit: "`:edit` opens the last entry, `:edit name` what a name is bound to"
    case .cannotEdit: "`VISUAL` or `EDITOR` in the environment names one"
    case .missingExpression(let example): "`\(example)`"
    case .notInTutorial: "`:tutorial` begins it"
    case .tutorialNeedsPrompt: "`rxrepl` without a script, then `:tutorial`"
    case .nothingHasRun: "`subscriptions` tells of the run before: put an expression above it"
    case .noResultYet: "an expression, such as `merge(\"--1|\", \"-a|\")`, gives one"
    case .unknownStrategy(_, let suggestion):
      suggestion.map { "did you mean `.\($0)`?" }
        ?? "there are " + Catalogue.strategyNames.map { "`.\($0)`" }.joined(separator: ", ")
    case .operatorWithoutParentheses(_, let signature): "`\(signature)`"
    case .argument(let mistake, _, let signatures): mistake.help(signatures: signatures)
    case .tooSmall(_, let minimum): "write \(minimum) or more"
    case .wrongKind(let expected, _): example(ofKind: expected)
    case .tooFewValues(_, got: 0): "it is given nothing"
    case .tooFewValues(_, let got):
      "it is given " + (0..<got).map { "`$\($0)`" }.joined(separator: got == 2 ? " and " : ", ")
    case .methodWithoutParentheses(let name): "`\(name)()`"
    case .marbleIsNoStream(let name): "`\(name) = cold --1--|` makes one, above this line"
    case .strategyNeedsLimit: "`.concurrent(limit: 2)`"
    case .strategyNotHere: "`s.flatten(.merge)`"
    default: nil
    }
  }
}

extension Occasion {
  /// A few words: when, and with what.
  var wording: String {
    let items = values.map { item in
      let value = item.value.literal(upTo: 40)
      return item.name.map { "\($0) is \(value)" } ?? value
    }
    guard let last = items.last else { return "at tick \(tick)" }
    let before = items.dropLast().joined(separator: ", ")
    return "at tick \(tick), \(values[0].name == nil ? "of" : "where") \(before.isEmpty ? "" : before + " and ")\(last)"
  }
}

/// What is of a kind, as it may be written.
private func example(ofKind kind: String) -> String? {
  switch kind {
  case "a stream": "the name of one, an expression, or a timeline in quotes: `\"--1--|\"`"
  case "a whole number": "such as `2`"
  case "a number": "such as `2`, or `2.5`"
  case "a time": "ticks, such as `3`, or a duration, such as `9ms`"
  case "a Boolean": "`true` or `false`, or what says so: `$0 > 1`"
  case "a text": "a text stands in quotes: `\"late\"`"
  case "an array": "such as `[1, 2]`"
  case "a pair": "such as `($0, $1)`"
  case "an event": "`materialize()` makes events of what a stream sends"
  default: nil
  }
}

/// A name or a text, short enough for a message.
func clipped(_ text: String) -> String {
  text.utf8.count <= 60 ? text : text.prefix(40) + "…"
}
