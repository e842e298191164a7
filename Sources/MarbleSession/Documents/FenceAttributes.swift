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
    package var spelling: String { takesValue ? "\(rawValue)=" : rawValue }

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
  /// Whether a setting of the picture has an invalid value.
  package private(set) var hasUnfitSetting = false
  /// Whether the script is in a directive of MyST or Sphinx, which draws it.
  package let isDirective: Bool
  /// The argument of a directive of Sphinx: the path of the script.
  private var argument: Value?
  /// Whether the options below the opening line can also be those of a directive for code.
  private var hasForeignOptions = false
  /// Whether the values of options are those of YAML, as in MyST.
  private let hasYAML: Bool
  /// The option whose value can go on in an indented line.
  private var openOption: Key?
  /// The last attribute, if its value has no quotes and may be meant to include the words after it.
  private var openValue: (key: Key, value: String, lost: String, start: Int)?

  private struct Value: Sendable {
    var text: String
    let span: Span
  }

  /// Whether an attribute is present and valid.
  package func has(_ key: Key) -> Bool { values[key] != nil }

  /// The value of an attribute.
  package subscript(_ key: Key) -> String? { values[key]?.text }

  /// Returns the range of an attribute, relative to the beginning of the info string.
  func span(of key: Key) -> Span? { ((key == .file ? argument : nil) ?? values[key])?.span }

  /// The path of the script that runs in place of the content: the argument of a directive, or the attribute `file`.
  package var scriptPath: String? { argument?.text ?? self[.file] }

  /// Whether the fence contains a hidden script, which is run even inside a comment.
  var isHiddenMarble: Bool { isMarble && has(.hidden) }

  /// Whether the fence contains a script.
  ///
  /// Highlighters take the names of languages in any case, so a page can look right with each.
  var isMarble: Bool { language.lowercased() == Self.language }

  static let language = "marble"

  /// Whether a word is an attribute, with its value if it has one.
  static func isAttribute(_ word: Substring) -> Bool {
    Key(rawValue: String(word.prefix { $0 != "=" })).map { $0.takesValue == word.contains("=") } ?? false
  }

  /// Whether words are in braces after the language, as in `marble {svg=a.svg}`, and not the lines to highlight.
  private static func hasAttributesInBraces(_ info: ArraySlice<UInt8>) -> Bool {
    guard let brace = info.firstIndex(of: UInt8(ascii: "{")) else { return false }
    let words = info[(brace + 1)...].drop { $0 == UInt8(ascii: ".") }
    let first = words.prefix { !$0.isWhitespace && !"},".utf8.contains($0) }
    return isAttribute(String(decoding: first, as: UTF8.self)[...])
  }

  /// Parses an info string without surrounding whitespace.
  ///
  /// In Markdown, it may also be `{#a .marble .hidden}`, as Python-Markdown and pandoc have it. In other formats, commas
  /// and brackets may separate the attributes.
  init(_ info: ArraySlice<UInt8>, isMarkdown: Bool = true) {
    let hasBraces = info.first == UInt8(ascii: "{")
    hasYAML = isMarkdown
    // mdBook and knitr have commas between the words.
    let beginning = info.dropFirst(hasBraces ? 1 : 0).prefix(Self.language.count + 1)
    let hasCommas = String(decoding: beginning, as: UTF8.self).lowercased() == Self.language + ","
    let marks = Self.hasAttributesInBraces(info) ? "{}," : (hasBraces ? "{}" : "") + (hasCommas ? "," : "")
    var attributes = AttributeScanner(
      isMarkdown ? info.withSpaces(for: marks) : info.withoutShorthand.withQuotes.withSpaces(for: ",[]{}%"))
    var first = attributes.next()
    // In pandoc, an identifier and attributes can precede the class.
    var leading: [AttributeScanner.Attribute] = []
    while isMarkdown, hasBraces, let word = first, word.key.hasPrefix("#") || word.value != nil {
      leading.append(word)
      first = attributes.next()
    }
    if !leading.isEmpty, let word = first, info[info.startIndex + word.span.lowerBound - 1] != UInt8(ascii: ".") {
      first = nil
    }
    // In MyST, a block of code in a language has this form too.
    let isBlock = isMarkdown && hasBraces && first.map { Self.codeDirectives.contains($0.text) } == true
    // In AsciiDoc, the language can be in quotes, of which the first one is not part of the information.
    var name = (isBlock ? attributes.next() : first)?.text.replacing("\"", with: "") ?? ""
    // VitePress has other words directly after the language: `marble{1,3}` and `marble:line-numbers`.
    if isMarkdown { name = String(name.prefix { !":{".contains($0) }) }
    let isSphinx = !isMarkdown && name.lowercased() == Fence.directive
    isDirective = isSphinx || isMarkdown && Fence.isDirective(String(decoding: info, as: UTF8.self))
    language = isSphinx ? Self.language : name
    hasForeignOptions = isBlock
    guard isMarble else { return }
    let rest = String(decoding: attributes.rest, as: UTF8.self)
    if isDirective, !isBlock, rest.isScriptPath, !rest.contains("=") {
      // A path may contain spaces.
      argument = Value(text: rest, span: attributes.offset - info.startIndex..<info.count)
      return
    }
    while let attribute = leading.isEmpty ? attributes.next() : leading.removeFirst() {
      // Names for references, the script of a directive, and what AsciiDoc has for listings, are for other tools.
      let key = attribute.key
      let isForeign = hasBraces && key.hasPrefix("#") || Self.isForeign(key)
      let isScript = (hasBraces || isDirective) && key.isScriptPath
      if !isMarkdown, key == "options" || key == "opts" {
        for word in (attribute.value ?? "").split(whereSeparator: { ", ".contains($0) }).map(String.init)
        where !Self.isForeign(word) {
          add(AttributeScanner.Attribute(text: word, key: word, value: nil, isClosed: true, span: attribute.span))
        }
      } else if isDirective, isScript, !isBlock {
        if attribute.value == nil, argument == nil {
          argument = Value(text: key, span: attribute.span)
        }
      } else if isSphinx, Key(rawValue: key) != nil {
        // Sphinx reads words on this line as the path of a script.
        let suggestion = ":\(key):" + (attribute.value.map { " \($0)" } ?? "")
        addUnknownOption(
          attribute.text, at: attribute.span.lowerBound, suggestion: suggestion, known: [suggestion])
      } else if !isForeign, !isScript {
        add(attribute)
      }
    }
  }

  /// The directives for code in MyST and reStructuredText.
  static let codeDirectives: Set = ["code-block", "code", "sourcecode"]

  /// The options of the directive `marble` that only Sphinx reads.
  ///
  /// The name is the target of references.
  private static let sphinxOptions: Set = ["align", "name"]

  /// The words that other tools have for code: AsciiDoc, Python-Markdown, Docusaurus, mdBook, pandoc, Prism, Quarto and
  /// LaTeX.
  private static let foreignWords: Set = [
    "align", "annotate", "code-fold", "code-line-numbers", "code-summary", "collapse", "copy", "editable", "filename",
    "fontsize", "fragment", "frame", "hidelines", "highlight", "hl_lines", "id", "indent", "label", "line-numbers",
    "linenums", "live", "lst-cap", "no-copy", "no-select", "noplayground", "nowrap", "numberLines", "numbers",
    "options", "opts", "reftext", "role", "select", "showLineNumbers", "start", "startFrom", "startLineNumber",
    "style", "subs", "title", "title_mode", "wrap",
  ]

  /// Whether a word is for another tool, as also `{1,3}`, `[merge.marble]` and `:line-numbers` are.
  private static func isForeign(_ key: String) -> Bool {
    foreignWords.contains(key) || key.hasPrefix("data-")
      || key.first.map { "{[:".contains($0) } == true
      || key.last.map { "}]".contains($0) } == true
  }

  /// Whether a line is a known option of a directive, such as `:alt: two lanes`.
  static func isOption(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 3 && parts[0].isEmpty && (Key(rawValue: parts[1]) != nil || sphinxOptions.contains(parts[1]))
  }

  /// Adds an option of a directive, `:alt: two lanes`, that begins at an offset relative to the info string.
  mutating func addOption(_ line: String, at start: Int) {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty else {
      // Such a line is a setting whose author expected it to be part of the script.
      if !hasManyErrors { addUnknownOption(line, at: start, suggestion: nil, known: []) }
      return
    }
    let value = String(parts[2]).trimmingWhitespace[...]
    addOption(String(parts[1]), String(hasYAML ? value.valueInYAML : value), at: start) { ":\($0):" }
  }

  /// Adds a warning about an option of a directive for code, `:svg: a.svg`, that only the directive `marble` has.
  mutating func addForeignOption(_ line: String, at start: Int) {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let key = Key(rawValue: parts[1]), ![.name, .caption].contains(key), !hasManyErrors
    else { return }
    let value = parts[2].trimmingWhitespace
    let word = key.spelling + (key.takesValue ? value.contains(where: \.isWhitespace) ? "\"\(value)\"" : value : "")
    let option = ":\(parts[1]):"
    errors.append(
      Diagnostic(.foreignDirectiveOption(option, word: word), at: start..<start + option.utf8.count))
  }

  /// Whether words in a comment are meant for a script: one names a file, or all of them are attributes.
  var isMeantForScript: Bool { has(.svg) || has(.file) || errors.isEmpty && !values.isEmpty }

  private mutating func addOption(_ name: String, _ value: String, at start: Int, spelled: (String) -> String) {
    let key = Key(rawValue: name)
    if let key, key != .name, key.takesValue == !value.isEmpty {
      if !has(key) { set(key, Value(text: value, span: start..<start + spelled(name).utf8.count)) }
    } else if !hasForeignOptions, !Self.sphinxOptions.contains(name), !hasManyErrors {
      let suggestion =
        key.map { spelled($0.rawValue) + ($0.example.map { " " + $0.replacing("\"", with: "") } ?? "") }
        ?? closest(to: name, among: Key.allCases.map(\.rawValue)).map(spelled)
      let text = spelled(name) + (key == nil || value.isEmpty ? "" : " \(value)")
      addUnknownOption(text, at: start, suggestion: suggestion, known: Key.allCases.map { spelled($0.rawValue) })
    }
  }

  /// Whether there are so many errors that more of them say nothing new.
  private var hasManyErrors: Bool { errors.count >= StatementReader.maxErrors }

  private mutating func addUnknownOption(_ text: String, at start: Int, suggestion: String?, known: [String]) {
    errors.append(
      Diagnostic(
        .unknownDirectiveOption(text, suggestion: suggestion, known: known), at: start..<start + text.utf8.count))
  }

  /// Adds an option in the form of YAML, `alt: two lanes`, which MyST has between two lines `---`.
  ///
  /// The value of the option above goes on in indented lines.
  mutating func addYAMLOption(_ line: String, isIndented: Bool, at start: Int) {
    if isIndented {
      if let openOption, let value = self[openOption] {
        values[openOption]?.text = value.isEmpty ? line : value + " " + line
      }
      return
    }
    openOption = nil
    guard line.first?.isLetter == true, let colon = line.firstIndex(of: ":") else { return }
    let name = String(line[..<colon])
    let value = String(line[line.index(after: colon)...]).trimmingWhitespace[...].valueInYAML
    if let key = Key(rawValue: name), [.alt, .caption].contains(key), !has(key) {
      openOption = key
      if let mark = value.first, "|>".contains(mark) {
        // The whole text is below.
        return set(key, Value(text: "", span: 0..<language.utf8.count))
      }
    }
    addOption(name, value == "true" ? "" : String(value), at: start) { "\($0):" }
  }

  /// Makes the script one that does not run, with a warning.
  mutating func skip(_ place: SessionProblem.SkippedPlace) {
    values = [.ignore: Value(text: "", span: 0..<0)]
    errors = [Diagnostic(.skippedScript(place), at: 0..<language.utf8.count)]
  }

  private mutating func set(_ key: Key, _ value: Value) {
    if key == .svg, let example = value.text.pictureInPlace {
      return errors.append(Diagnostic(.unfitPicturePath(value.text, example: example), at: value.span))
    }
    var options = SessionOptions()
    let setting = Key.pictureSettings.contains(key) ? Setting.named(key.rawValue) : nil
    if let setting, !setting.set(&options, value.text) {
      hasUnfitSetting = true
      let problem = SessionProblem.unfitSetting(name: setting.name, value: value.text, expected: setting.expectation)
      return errors.append(Diagnostic(problem, at: value.span))
    }
    values[key] = value
  }

  /// Adds a word that is meant to be part of the value before it.
  private mutating func addLostWord(_ word: AttributeScanner.Attribute) {
    guard var open = openValue else { return }
    if open.lost.isEmpty { open.start = word.span.lowerBound } else { errors.removeLast() }
    open.lost += (open.lost.isEmpty ? "" : " ") + word.text
    openValue = open
    let attribute = open.key.spelling
    let whole = "\(attribute)\"\(open.value) \(open.lost)\""
    let problem = SessionProblem.lostWords(open.lost, attribute: attribute, whole: whole)
    errors.append(Diagnostic(problem, at: open.start..<word.span.upperBound))
  }

  private mutating func add(_ attribute: AttributeScanner.Attribute) {
    if hasManyErrors { return }
    guard let key = Key(rawValue: attribute.key), key.takesValue == (attribute.value != nil) else {
      let suggestion =
        closest(to: attribute.key, among: Key.allCases.map(\.rawValue)) ?? Key(rawValue: attribute.key)?.rawValue
      if suggestion == nil, attribute.value == nil, openValue != nil { return addLostWord(attribute) }
      let spelling = suggestion.flatMap(Key.init(rawValue:))?.spelling
      let known = Key.allCases.map(\.spelling)
      errors.append(
        Diagnostic(.unknownFenceAttribute(attribute.text, suggestion: spelling, known: known), at: attribute.span))
      return
    }
    openValue = nil
    if let value = attribute.value, attribute.text.hasSuffix("=" + value) {
      let isOpen =
        switch key {
        case .name, .alt, .caption: true
        case .svg: !value.isPicturePath
        case .file: !value.isScriptPath
        default: false
        }
      if isOpen { openValue = (key, value, "", attribute.span.upperBound) }
    }
    if has(key) {
      errors.append(Diagnostic(.repeatedFenceAttribute(attribute.text), at: attribute.span))
    } else if !attribute.isClosed {
      errors.append(Diagnostic(.unclosedFenceAttribute(attribute.text), at: attribute.span))
    } else if let example = key.example, attribute.value?.isEmpty ?? false {
      errors.append(Diagnostic(.emptyFenceAttribute(key: attribute.key, example: example), at: attribute.span))
    } else {
      set(key, Value(text: attribute.value ?? "", span: attribute.span))
    }
  }
}

extension Substring {
  /// The text without the quotes around it, and without a comment after it.
  fileprivate var valueInYAML: Substring {
    if hasPrefix("#") { return "" }
    guard let quote = first, "\"'".contains(quote) else {
      return firstRange(of: " #").map { String(self[..<$0.lowerBound]).trimmingWhitespace[...] } ?? self
    }
    guard let end = lastIndex(of: quote), end > startIndex else { return self }
    let rest = self[index(after: end)...].drop { $0 == " " }
    return rest.isEmpty || rest.hasPrefix("#") ? self[..<end].dropFirst() : self
  }
}
