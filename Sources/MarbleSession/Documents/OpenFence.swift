import Marbles

/// A fence whose end has not been read yet.
struct OpenFence {
  /// The opening marks of a fence.
  struct Marks {
    let mark: UInt8
    let count: Int
    /// The info string after the marks, without surrounding whitespace.
    let info: Span

    /// Parses the marks at the beginning of a line's text, or returns `nil` if there are none.
    ///
    /// - Parameters:
    ///   - hasColons: Whether the marks of a directive of MyST can be colons.
    ///   - allowsBackticks: Whether there can be a backtick after the marks, with which Markdown has no fence.
    init?(_ text: ArraySlice<UInt8>, hasColons: Bool = false, allowsBackticks: Bool = false) {
      guard let mark = text.first, (hasColons ? "`~:" : "`~").utf8.contains(mark) else { return nil }
      let count = text.prefix { $0 == mark }.count
      var info = text.dropFirst(count).drop(while: \.isWhitespace)
      while info.last?.isWhitespace ?? false { info.removeLast() }
      // With a backtick in the info string, the marks begin inline code.
      guard count >= 3, allowsBackticks || mark != UInt8(ascii: "`") || !info.contains(mark) else { return nil }
      if mark == UInt8(ascii: ":"), !Fence.isDirective(String(decoding: info, as: UTF8.self)) { return nil }
      self.mark = mark
      self.count = count
      self.info = info.startIndex..<info.endIndex
    }

    /// Creates the marks of a page that is not Markdown.
    init(_ text: String, info: Span) {
      mark = text.utf8.first ?? 0
      count = text.utf8.count
      self.info = info
    }

    /// Whether these marks can be around a fence of three backticks.
    var isAroundFences: Bool { mark == UInt8(ascii: "~") || count > 3 }

    /// Whether the text of a line closes a fence with these marks.
    func areClosed(by text: ArraySlice<UInt8>) -> Bool {
      let length = text.prefix { $0 == mark }.count
      return count > 0 && length >= count && text.dropFirst(length).allSatisfy(\.isWhitespace)
    }
  }

  let marks: Marks
  /// The indentation of the marks inside their container, in columns.
  let indentation: Int
  let container: Int
  let isInComment: Bool
  /// The opening line with its line end.
  ///
  /// The range `openingText` is the same line without it.
  var opening: Span
  let openingText: Span
  let lineNumber: Int
  private(set) var attributes: FenceAttributes
  private let info: String
  private let isMarkdown: Bool
  private var lines: [Fence.Line] = []
  /// The number of lines with options between the opening line and the script.
  private var optionCount = 0
  /// Whether the options are between two lines `---`, of which the second one has not been read yet.
  private var isInYAML = false

  init(
    _ marks: Marks, at cursor: MarkdownCursor, of bytes: [UInt8], lineNumber: Int, next: Int, container: Int,
    isInComment: Bool = false, isMarkdown: Bool = true
  ) {
    self.marks = marks
    indentation = cursor.indentation
    self.container = container
    self.isInComment = isInComment
    self.isMarkdown = isMarkdown
    opening = cursor.line.lowerBound..<next
    openingText = cursor.line
    self.lineNumber = lineNumber
    info = String(decoding: bytes[marks.info], as: UTF8.self)
    attributes = FenceAttributes(bytes[marks.info], isMarkdown: isMarkdown)
  }

  /// Whether the program reads the fence: a script, or a drawing that it wrote.
  var isRead: Bool { attributes.isMarble || isDrawn }

  /// Whether the fence is a drawing that the program wrote.
  var isDrawn: Bool { Fence.isDrawn(info) }

  /// Takes a line such as `:alt: two lanes` above the script of a directive, and returns whether it is one.
  ///
  /// For MyST, each line that begins with a colon is an option, up to the first other line. Options in the form of YAML are between two lines `---`.
  mutating func takeOption(_ text: ArraySlice<UInt8>, isIndented: Bool, next: Int) -> Bool {
    let line = String(decoding: text, as: UTF8.self)
    // MyST can take every fence in the language for a directive.
    let isOption = Fence.isDirective(info) || attributes.isMarble && FenceAttributes.isOption(line)
    guard lines.isEmpty, isOption else { return false }
    return takeOption(line, isIndented: isIndented, at: text.startIndex, next: next)
  }

  /// Takes an option that begins at an offset and may have had several lines.
  mutating func takeOption(_ line: String, isIndented: Bool = false, at offset: Int, next: Int) -> Bool {
    let start = offset - marks.info.lowerBound
    if line == "---", isInYAML || optionCount == 0 {
      isInYAML.toggle()
    } else if isInYAML {
      attributes.addYAMLOption(line, isIndented: isIndented, at: start)
    } else if line.hasPrefix(":"), !attributes.isDirective, !isMarkdown {
      attributes.addForeignOption(line, at: start)
      return false
    } else if line.hasPrefix(":") {
      attributes.addOption(line, at: start)
    } else {
      return false
    }
    optionCount += 1
    opening = opening.lowerBound..<next
    return true
  }

  /// Adds a line of content.
  mutating func append(_ cursor: MarkdownCursor) {
    var cursor = cursor
    cursor.skip(columns: indentation)
    lines.append(
      Fence.Line(
        content: cursor.offset..<cursor.line.upperBound, indentation: cursor.offset - cursor.line.lowerBound))
  }

  /// Adds a line of content without its first bytes.
  mutating func append(_ line: Span, after margin: Int) {
    lines.append(Fence.Line(content: line.lowerBound + margin..<line.upperBound, indentation: margin))
  }

  private var hasOptions: Bool { optionCount > 0 || Fence.isDirective(info) }

  /// Returns a fence without content for a script that does not run at its place.
  func skipped(_ place: SessionProblem.SkippedPlace) -> Fence {
    var fence = self
    fence.attributes.skip(place)
    return fence.closed(by: opening.upperBound..<opening.upperBound, prefix: [], firstLine: lineNumber + 1)
  }

  /// Returns the fence of a page that is not Markdown, whose script begins at a line.
  func closed(by closing: Span, prefix: [UInt8], firstLine: Int) -> Fence {
    Fence(
      info: info, attributes: attributes, infoStart: marks.info.lowerBound, marks: marks, lineNumber: lineNumber,
      firstLine: firstLine, opening: opening, openingText: openingText, lines: lines, closing: closing, prefix: prefix,
      container: container, isInComment: false, hasOptions: hasOptions)
  }

  /// Returns the fence, closed by the line at the cursor.
  func closed(by cursor: MarkdownCursor, next: Int) -> Fence {
    var prefix = cursor.passed
    // A quote mark includes a following space, so the generated lines need one too.
    if prefix.last == UInt8(ascii: ">") { prefix.append(UInt8(ascii: " ")) }
    prefix += [UInt8](repeating: UInt8(ascii: " "), count: indentation)
    return Fence(
      info: info, attributes: attributes, infoStart: marks.info.lowerBound, marks: marks, lineNumber: lineNumber,
      firstLine: lineNumber + 1 + optionCount, opening: opening, openingText: openingText, lines: lines,
      closing: cursor.line.lowerBound..<next, prefix: prefix, container: container, isInComment: isInComment,
      hasOptions: hasOptions)
  }
}

/// An error for a fence without an end, or with a first line that does not begin it.
struct FenceError: Error {
  let fence: OpenFence
  /// The line that closes it in a page that is not Markdown.
  var closing: String?
  /// The offset of the first backtick in its info string, which lets Markdown take the line for text.
  var backtick: Int?

  func parseError(in bytes: [UInt8], named name: String) -> Document.ParseError {
    let source = Source.line(fence.openingText, number: fence.lineNumber, of: bytes, named: name)
    if let backtick {
      let place = backtick - fence.openingText.lowerBound
      return Document.ParseError(
        diagnostic: Diagnostic(.backtickInFence, at: place..<place + 1), source: source)
    }
    let start = fence.marks.info.lowerBound - fence.openingText.lowerBound
    var marks = bytes[fence.openingText].prefix(start)
    while marks.last?.isWhitespace ?? false { marks.removeLast() }
    let span = max(0, marks.count - fence.marks.count)..<marks.count
    let text = closing ?? String(decoding: marks.suffix(fence.marks.count), as: UTF8.self)
    return Document.ParseError(
      diagnostic: Diagnostic(.unclosedFence(marks: text, isInComment: fence.isInComment), at: span), source: source)
  }
}

extension Source {
  /// Returns a line of a larger text as a source with the positions of that text.
  package static func line(_ line: Span, number: Int, of bytes: [UInt8], named name: String) -> Source {
    Source(
      name: name, bytes: Array(bytes[line]),
      at: Embedding(firstLine: number, lines: [Embedding.Line(start: line.lowerBound)]))
  }
}
