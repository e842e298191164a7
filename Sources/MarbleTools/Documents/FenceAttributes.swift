import Marbles

/// What the info string of a fence says: `marble svg=merge.svg name="two lanes"`.
package struct FenceAttributes: Sendable {
  /// A word that says something about a fence; some have a value behind `=`.
  package enum Key: String, Sendable, Hashable, CaseIterable {
    /// It is not run.
    case ignore
    /// An assertion of it does not hold, or something in it is wrong.
    case fails
    /// It is run for what it binds; nothing is written beneath it.
    case hidden
    /// It knows nothing of the fences before it.
    case new
    /// It is run as if somebody typed it at a prompt.
    case prompt
    /// What it is called in what is written beneath.
    case name
    /// The picture that is made of it.
    case svg
    /// A picture is made of it, and it is drawn as text too.
    case text
    /// The script that it shows.
    case file

    /// Whether a value belongs to it.
    fileprivate var takesValue: Bool { example != nil }

    /// How it is written, up to its value.
    fileprivate var spelling: String { takesValue ? "\(rawValue)=" : rawValue }

    fileprivate var example: String? {
      switch self {
      case .name: "\"two lanes\""
      case .svg: "demo.svg"
      case .file: "demo.marble"
      default: nil
      }
    }
  }

  /// The first word: what is in the fence.
  let language: String
  /// What else it says; a word without a value has an empty one.
  private var values: [Key: Value] = [:]
  /// What is wrong with it; places are counted from where the info string begins.
  private(set) var errors: [Diagnostic] = []

  private struct Value: Sendable {
    let text: String
    let span: Span
  }

  /// Whether a word without a value stands there, or one with a value that is not empty.
  package func has(_ key: Key) -> Bool { values[key] != nil }

  /// The value behind a word.
  subscript(_ key: Key) -> String? { values[key]?.text }

  /// Where a word stands, counted from where the info string begins.
  func span(of key: Key) -> Span? { values[key]?.span }

  /// Whether it is a script that is run though it stands in a comment.
  var isHiddenMarble: Bool { language == "marble" && has(.hidden) }

  /// Reads an info string without blanks around it.
  init(_ info: ArraySlice<UInt8>) {
    var attributes = AttributeScanner(info)
    language = attributes.next()?.text ?? ""
    guard language == "marble" else { return }
    while let attribute = attributes.next() { add(attribute) }
  }

  private mutating func add(_ attribute: AttributeScanner.Attribute) {
    guard let key = Key(rawValue: attribute.key), key.takesValue == (attribute.value != nil) else {
      let suggestion =
        closest(to: attribute.key, among: Key.allCases.map(\.rawValue)) ?? Key(rawValue: attribute.key)?.rawValue
      let spelling = suggestion.flatMap(Key.init(rawValue:))?.spelling
      let known = Key.allCases.map(\.spelling)
      errors.append(
        Diagnostic(.unknownFenceAttribute(attribute.text, suggestion: spelling, known: known), at: attribute.span))
      return
    }
    if has(key) {
      errors.append(Diagnostic(.repeatedFenceAttribute(attribute.text), at: attribute.span))
    } else if !attribute.isClosed {
      errors.append(Diagnostic(.unclosedFenceAttribute(attribute.text), at: attribute.span))
    } else if let example = key.example, attribute.value?.isEmpty ?? false {
      errors.append(Diagnostic(.emptyFenceAttribute(key: attribute.key, example: example), at: attribute.span))
    } else {
      values[key] = Value(text: attribute.value ?? "", span: attribute.span)
    }
  }
}

/// The words of an info string, one after the other; blanks in quotes belong to a word.
private struct AttributeScanner {
  struct Attribute {
    let text: String
    let key: String
    /// What stands behind `=`, without quotes.
    let value: String?
    let isClosed: Bool
    let span: Span
  }

  private let info: ArraySlice<UInt8>
  private var offset: Int

  init(_ info: ArraySlice<UInt8>) {
    self.info = info
    offset = info.startIndex
  }

  mutating func next() -> Attribute? {
    while offset < info.endIndex, info[offset].isWhitespace { offset += 1 }
    guard offset < info.endIndex else { return nil }
    let start = offset
    func text(from start: Int, to end: Int) -> String { String(decoding: info[start..<end], as: UTF8.self) }
    func span(_ end: Int) -> Span { start - info.startIndex..<end - info.startIndex }
    let quote = UInt8(ascii: "\"")
    while offset < info.endIndex, !info[offset].isWhitespace, info[offset] != UInt8(ascii: "=") { offset += 1 }
    let key = text(from: start, to: offset)
    guard offset < info.endIndex, !info[offset].isWhitespace else {
      return Attribute(text: key, key: key, value: nil, isClosed: true, span: span(offset))
    }
    offset += 1
    let first = offset
    guard first < info.endIndex, info[first] == quote else {
      while offset < info.endIndex, !info[offset].isWhitespace { offset += 1 }
      return Attribute(
        text: text(from: start, to: offset), key: key, value: text(from: first, to: offset), isClosed: true,
        span: span(offset))
    }
    offset += 1
    while offset < info.endIndex, info[offset] != quote { offset += 1 }
    let value = text(from: first + 1, to: offset)
    let isClosed = offset < info.endIndex
    if isClosed { offset += 1 }
    return Attribute(
      text: text(from: start, to: offset), key: key, value: value, isClosed: isClosed, span: span(offset))
  }
}
