import MarbleEvaluation
import MarbleLanguage

/// A call that is being composed.
struct SearchCall {
  private let entry: CatalogEntry
  private let overload: Overload
  private var streams: Int
  private var constants: [Value] = []
  private var parts: [SearchForm.Piece]
  private var isInParentheses: Bool
  private var trailing: [SearchForm.Piece] = []
  private var cost: Int

  /// Creates a call of an overload on one stream or on two, or returns `nil` if it has no source or no search tries it.
  init?(_ entry: CatalogEntry, _ overload: Overload) {
    guard let streams = overload.parameters.first?.sourceCount, entry.family != .make,
      let cost = overload.behavior.cost
    else { return nil }
    self.entry = entry
    self.overload = overload
    self.streams = streams
    self.cost = cost
    if streams == 1 {
      parts = [.stream(0), .text(".\(entry.name)")]
      isInParentheses = false
    } else {
      parts = [.text("\(entry.name)("), .stream(0), .text(", "), .stream(1)]
      isInParentheses = true
    }
  }

  /// Returns the call with one more argument.
  func adding(_ argument: SearchArgument, label: String?) -> SearchCall {
    var call = self
    call.add(argument, label: label)
    return call
  }

  mutating func add(_ argument: SearchArgument, label: String?) {
    switch argument {
    case .omitted: break
    case .stream:
      streams = 2
      add([.stream(1)], label)
    case .constant(let value, let text, let cost):
      constants.append(value)
      self.cost += cost
      add([.text(text)], label)
    case .word(let text, let cost):
      self.cost += cost
      add([.text(text)], label)
    case .closure(let text):
      cost += SearchClosure.cost(of: text)
      let isStream = text == SearchLibrary.otherStream
      if isStream { streams = 2 }
      let pieces: [SearchForm.Piece] = isStream ? [.text("{ "), .stream(1), .text(" }")] : [.closure(text)]
      if label == nil { trailing = [.text(" ")] + pieces } else { add(pieces, label) }
    }
  }

  private mutating func add(_ pieces: [SearchForm.Piece], _ label: String?) {
    parts.append(.text(isInParentheses ? ", " : "("))
    isInParentheses = true
    if let label {
      parts.append(.text("\(label): "))
    }
    parts += pieces
  }

  /// Returns the call as a form.
  func form(_ compiler: SearchCompiler) -> SearchForm {
    var pieces = parts
    if isInParentheses {
      pieces.append(.text(")"))
    } else if trailing.isEmpty {
      pieces.append(.text("()"))
    }
    return SearchForm(
      entry, overload, pieces + trailing, constants: constants, arity: streams, cost: cost, compiler)
  }
}

extension ParameterDescription {
  /// The number of streams that an operator with this first parameter is applied to, or `nil` if it has no source.
  fileprivate var sourceCount: Int? {
    switch shape {
    case .stream: 1
    case .streams: 2
    default: nil
    }
  }
}
