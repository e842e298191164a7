import Marbles

/// The attributes in the info string of a fence: `marble svg=merge.svg name="two lanes"`.
package struct FenceAttributes: Sendable {
  /// An attribute of a fence, some of which have a value after `=`.
  package enum Key: String, Sendable, Hashable, CaseIterable {
    /// The fence is not run.
    case ignore
    /// The fence must contain a failed assertion or a problem.
    case fails
    /// The fence is run for its bindings, without output below it.
    case hidden
    /// The fence starts a new session.
    case new
    /// The fence is run like input at a prompt.
    case prompt
    /// The name of the fence in the output below it.
    case name
    /// The path of the picture drawn from the fence.
    case svg
    /// The alternative text of the picture.
    case alt
    /// The colors of the picture.
    case theme
    /// The width of the picture.
    case width
    /// The width of a tick in the picture.
    case scale
    /// The maximum number of inner streams that the picture shows for a lane.
    case innerLimit = "inner-limit"
    /// The drawing is shown without the script. Only other tools for documents use this and ``caption``.
    case drawing
    /// The text below the drawing.
    case caption
    /// The drawing is shown as text in addition to the picture.
    case text
    /// The path of the script that the fence shows.
    case file

    /// The attributes that set the ``Setting`` of the same name for a picture.
    package static let pictureSettings: [Key] = [.theme, .width, .scale, .innerLimit]

    /// Whether the attribute has a value.
    fileprivate var takesValue: Bool { example != nil }

    /// The spelling of the attribute, up to its value.
    fileprivate var spelling: String { takesValue ? "\(rawValue)=" : rawValue }

    fileprivate var example: String? {
      switch self {
      case .name, .caption: "\"two lanes\""
      case .svg: "demo.svg"
      case .alt: "\"two lanes\""
      case .theme: "light"
      case .width: "600"
      case .scale: "20"
      case .innerLimit: "5"
      case .file: "demo.marble"
      default: nil
      }
    }
  }

  /// The first word: the language of the fence.
  let language: String
  /// The attributes that are present, those without a value with an empty string.
  private var values: [Key: Value] = [:]
  /// The errors in the info string, with positions relative to its beginning.
  private(set) var errors: [Diagnostic] = []

  private struct Value: Sendable {
    let text: String
    let span: Span
  }

  /// Whether an attribute is present and valid.
  package func has(_ key: Key) -> Bool { values[key] != nil }

  /// The value of an attribute.
  package subscript(_ key: Key) -> String? { values[key]?.text }

  /// Returns the range of an attribute, relative to the beginning of the info string.
  func span(of key: Key) -> Span? { values[key]?.span }

  /// Whether the fence contains a hidden script, which is run even inside a comment.
  var isHiddenMarble: Bool { isMarble && has(.hidden) }

  /// Whether the fence contains a script.
  var isMarble: Bool { language == "marble" }

  /// Parses an info string without surrounding whitespace.
  ///
  /// In Markdown, it may also be `{.marble .hidden}`, as Python-Markdown and pandoc have it. In other formats, commas and
  /// brackets may separate the attributes.
  init(_ info: ArraySlice<UInt8>, isMarkdown: Bool = true) {
    let hasBraces = info.first == UInt8(ascii: "{")
    var attributes = AttributeScanner(
      !isMarkdown ? info.withSpaces(for: ",[]{}%") : hasBraces ? info.withSpaces(for: "{}") : info)
    language = attributes.next()?.text ?? ""
    guard isMarble else { return }
    while let attribute = attributes.next() {
      // Names for references, and what AsciiDoc has for listings, are for other tools.
      let key = attribute.key
      let isForeign = isMarkdown ? hasBraces && key.hasPrefix("#") : Self.asciidocAttributes.contains(key)
      if !isForeign { add(attribute) }
    }
  }

  /// The attributes that AsciiDoc has for a listing.
  private static let asciidocAttributes: Set = [
    "highlight", "id", "indent", "linenums", "opts", "options", "role", "start", "subs", "title",
  ]

  /// Adds an attribute in the form of MyST, `:alt: two lanes`, and returns whether the line has this form.
  ///
  /// Options of MyST itself have no effect, such as `:name:`, which is the target of references.
  mutating func addOption(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, !parts[1].contains(" ") else { return false }
    let value = parts[2].drop { $0 == " " }
    if let key = Key(rawValue: String(parts[1])), key != .name, key.takesValue == !value.isEmpty, !has(key) {
      values[key] = Value(text: String(value), span: 0..<language.utf8.count)
    }
    return true
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

extension ArraySlice<UInt8> {
  /// The same length of bytes with spaces for some marks outside of quotes, and for dots that begin a word.
  fileprivate func withSpaces(for marks: String) -> ArraySlice<UInt8> {
    var isQuoted = false
    var last = UInt8(ascii: " ")
    var result = self
    for index in indices {
      if self[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      let isDot = self[index] == UInt8(ascii: ".") && last == UInt8(ascii: " ")
      if !isQuoted, isDot || marks.utf8.contains(self[index]) { result[index] = UInt8(ascii: " ") }
      last = result[index]
    }
    return result
  }
}

/// A scanner for the words of an info string, where quoted whitespace does not end a word.
private struct AttributeScanner {
  struct Attribute {
    let text: String
    let key: String
    /// The value after `=`, without quotes.
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
