import MarbleLanguage

/// Calls of operators that can be typed, for the help of a wrong call.
///
/// They use the receiver and the arguments that were written, as far as they fit, and the fewest other arguments.
package struct CallExample {
  private let entry: CatalogEntry
  /// The stream before the dot as source text.
  private let receiver: String?
  /// The arguments that were written.
  private let written: [Written]
  /// Whether the text after the name was empty or is used.
  package private(set) var usesRest = true

  /// An argument as it was written.
  struct Written {
    let label: String?
    let text: String
    /// Whether the argument can be one of a parameter.
    let fits: (ParameterDescription) -> Bool
  }

  init(_ entry: CatalogEntry, on receiver: String?, _ written: [Written]) {
    self.entry = entry
    self.receiver = receiver.map { Self.isShort($0) ? $0 : "" }
    self.written = written.filter { Self.isShort($0.text) }
  }

  private static func isShort(_ text: String) -> Bool { text.utf8.count <= 40 && !text.contains(where: \.isNewline) }

  /// Creates the example for a name that is not called.
  ///
  /// - Parameter rest: The text after the name, which may be arguments without parentheses: `typed.debounce 3`.
  package init(_ entry: CatalogEntry, on receiver: String?, followedBy rest: String) {
    let items = rest.split { " ,".contains($0) }.map(String.init)
    let isPlain = rest.allSatisfy { $0.isLetter || $0.isNumber || " ,_".contains($0) }
    let all = isPlain ? items.map(Written.init(word:)) : []
    let takesFirst = receiver == nil && entry.isMethod && !all.isEmpty
    self.init(entry, on: takesFirst ? all[0].text : receiver, Array(all.dropFirst(takesFirst ? 1 : 0)))
    let call = text
    usesRest = rest.isEmpty || (isPlain && items.allSatisfy(call.contains))
  }

  /// The shortest call that uses the most of the written arguments.
  package var text: String { text(of: best) }

  private var best: Overload {
    func uses(_ overload: Overload) -> Int {
      let parameters = overload.arguments(of: entry).filter { $0.defaultText == nil }
      return written.isEmpty ? -parameters.count : parameters.filter { p in written.contains { $0.fits(p) } }.count
    }
    // Without a strategy, the operator needs other streams.
    if case .strategy? = entry.overloads[0].arguments(of: entry).first?.shape { return entry.overloads[0] }
    let most = entry.overloads.map(uses).max()
    return entry.overloads.first { uses($0) == most } ?? entry.overloads[0]
  }

  /// Returns the calls of some overloads, at most three.
  func texts(of overloads: [Overload]) -> [String] {
    var texts: [String] = []
    for overload in overloads {
      let text = text(of: overload)
      if !texts.contains(text) { texts.append(text) }
    }
    return Array(texts.prefix(3))
  }

  private func text(of overload: Overload) -> String {
    var unused = written
    var arguments: [String] = []
    var trailing = ""
    for parameter in overload.arguments(of: entry) {
      let label = parameter.label.map { "\($0): " } ?? ""
      var texts: [String] = []
      repeat {
        let index =
          unused.firstIndex { $0.label != nil && parameter.isLabeled($0.label) }
          ?? unused.firstIndex { $0.label == nil && $0.fits(parameter) }
        guard let index, unused[index].label != nil || parameter.defaultText == nil else { break }
        let argument = unused.remove(at: index)
        texts.append(argument.fits(parameter) ? argument.text : parameter.sample(in: overload))
      } while parameter.takesSeveral
      if texts.isEmpty {
        if parameter.defaultText != nil { continue }
        texts = [parameter.sample(in: overload)]
      }
      if parameter.isClosure, parameter.label == nil {
        trailing = " " + texts[0]
      } else {
        arguments.append(label + texts.joined(separator: ", "))
      }
    }
    let parentheses = arguments.isEmpty && !trailing.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let takesStream = overload.parameters.first?.shape.kind == .stream
    let stream = (takesStream ? receiver : nil) ?? (entry.isMethod ? ParameterDescription.sampleStream : nil)
    return (stream.map { $0 + "." } ?? "") + entry.name + parentheses + trailing
  }
}

extension CallExample.Written {
  /// Creates an argument from a word.
  fileprivate init(word: String) {
    let isNumber = word.allSatisfy(\.isNumber)
    self.init(label: nil, text: word) { parameter in
      switch parameter.shape {
      case .count: isNumber
      case .time: isNumber || word.first?.isNumber == true
      case .stream, .streams, .streamValues: word.first?.isLetter == true
      case .value, .values, .anything: true
      default: false
      }
    }
  }

  /// Creates an argument from an expression.
  init(_ argument: Argument, in source: Source) {
    let looks = argument.value.looks
    let text =
      switch argument.value.kind {
      case .implicitMember(let strategy) where argument.value.span.isEmpty: "." + strategy.name.text
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .null: "nil"
      default: source.text(of: argument.value.span)
      }
    self.init(label: argument.label?.text, text: text) { parameter in
      guard parameter.fits(argument.value) else { return false }
      switch (parameter.shape, looks) {
      case (.closure, _), (.strategy, _), (_, .value): return true
      case (.count, .number), (.time, .number), (.time, .time), (.boolean, .boolean), (.array, .array): return true
      case (.message, .string), (.optionalMessage, .string): return true
      case (.stream, .name), (.streams, .name), (.streamValues, .name): return true
      case (.stream, .call), (.streams, .call), (.streamValues, .call): return true
      case (.stream, .string), (.streams, .string), (.streamValues, .string): return true
      case (.value, _), (.values, _), (.anything, _): return true
      default: return false
      }
    }
  }
}

extension CatalogEntry {
  /// Whether the operator is written after a stream and a dot.
  var isMethod: Bool { overloads[0].takesReceiver(of: self) }
}

extension Overload {
  fileprivate func takesReceiver(of entry: CatalogEntry) -> Bool {
    guard entry.family != .make, case .stream? = parameters.first?.shape else { return false }
    return true
  }

  /// Returns the parameters without the one of the receiver.
  fileprivate func arguments(of entry: CatalogEntry) -> ArraySlice<ParameterDescription> {
    parameters.dropFirst(takesReceiver(of: entry) ? 1 : 0)
  }
}

extension ParameterDescription {
  static let sampleStream = "\"--1--|\""

  /// Returns an argument that the parameter takes whatever the values of the streams are.
  fileprivate func sample(in overload: Overload) -> String {
    switch shape {
    case .stream, .streams, .streamValues: Self.sampleStream
    case .value, .values, .anything: "0"
    case .array: "[1, 2]"
    case .boolean: "true"
    case .message, .optionalMessage: "\"late\""
    case .strategy: ".merge"
    case .count(let minimum): String(max(2, minimum))
    case .time(let minimum): String(max(3, minimum))
    case .closure(let role):
      role.sample(hasInitialValue: overload.parameters.contains { if case .value = $0.shape { true } else { false } })
    }
  }
}

extension ClosureRole {
  /// Returns a closure of this role.
  fileprivate func sample(hasInitialValue: Bool) -> String {
    switch (gives, takes.first) {
    case (.boolean, .values): "{ $0.count == 2 }"
    case (.boolean, _): takes.count > 1 ? "{ $0 == $1 }" : "{ $0 == 1 }"
    case (.pair, _): "{ ($0 + 1, $1) }"
    case (.stream, nil): "{ just(1) }"
    case (.stream, .shared): "{ $0 }"
    case (.stream, .errors), (.stream, .completions): "{ $0.take(first: 2) }"
    case (.stream, .other): "{ just(1).delay(3) }"
    case (.stream, .state): takes.count > 1 ? "{ just($1) }" : "{ empty() }"
    case (.stream, _): "{ just($0) }"
    case (.value, nil): "{ 1 }"
    case (.value, .state): takes.count > 1 && !hasInitialValue ? "{ $0 + $1 }" : "{ $0 + 1 }"
    case (.value, .together), (.value, .combination): "{ ($0, $1) }"
    case (.value, _): takes.count > 1 ? "{ ($0, $1) }" : "{ $0 }"
    }
  }
}
