import Marbles

/// The labels of the comments in the file of an exercise.
enum ExerciseLabel: String, CaseIterable {
  case title = "Exercise"
  case task = "Task"
  case result = "Result"
  case use = "Used in"
  case inputs = "For all"
  case hidden = "Hide"
  case choices = "Choices"
  case hint = "Hint"
  case solution = "Solution"
  case right = "Right"
  case wrong = "Wrong"

  /// Whether an exercise may have several comments with this label.
  var isRepeatable: Bool { self == .hint || self == .right || self == .wrong }
  /// Whether answers follow below such a comment.
  var isAboutAnswers: Bool { self == .solution || self == .right || self == .wrong }
  /// Whether such a comment may have no text.
  var mayBeEmpty: Bool { self == .solution || self == .right || self == .choices }
}

/// The comments of an exercise: labeled parts, and the explanation at the top.
///
/// A part begins with its label, such as `// Task:`, and ends before the next label, an empty line or a statement. An
/// empty comment line ends it at the top, where an explanation can follow, and otherwise begins a paragraph. Other
/// comments below the first statement are notes of the author.
package struct ExerciseComments {
  /// A labeled comment.
  struct Part {
    let label: ExerciseLabel
    var text: String
    /// The span of the label and the text.
    var span: Span
  }

  private(set) var parts: [Part] = []
  /// The text at the top that has no label.
  ///
  /// An empty line separates its paragraphs.
  private(set) var explanation = ""
  private(set) var problems: [Diagnostic] = []
  /// Whether the last line belongs to the last part.
  private var isInPart = false
  /// Whether the next line of the explanation or of the last part begins a paragraph.
  private var beginsParagraph = true

  /// Whether a source is an exercise: its first line is a comment that begins with `Exercise:`, or a later one at the
  /// top begins with `Task:` and it defines `solution`.
  ///
  /// Then a first line that is misspelled is reported.
  package static func areIn(_ source: Source) -> Bool {
    var lines = Lines(source)
    while let (line, comment) = lines.next() {
      guard let comment else {
        if source.bytes[line].allSatisfy(\.separatesWords) { continue }
        return false
      }
      let text = source.text(of: comment)
      // One in small letters is reported.
      if text.lowercased().hasPrefix((ExerciseLabel.title.rawValue + ":").lowercased()) { return true }
      if text.hasPrefix(ExerciseLabel.task.rawValue + ":") {
        return source.text(of: line.upperBound..<source.bytes.count).contains("\n" + ExerciseReader.solutionName)
      }
    }
    return false
  }

  init(_ source: Source) {
    var lines = Lines(source)
    var isAtTop = true
    while let (line, comment) = lines.next() {
      if let comment {
        add(source.text(of: comment), at: comment, toExplanation: isAtTop)
      } else {
        isInPart = false
        beginsParagraph = true
        isAtTop = isAtTop && source.bytes[line].allSatisfy(\.separatesWords)
      }
    }
    for part in parts where part.text.isEmpty && !part.label.mayBeEmpty {
      problems.append(Diagnostic(ExerciseProblem.emptyPart(part.label.rawValue), at: part.span))
    }
  }

  var title: String { parts(.title).first?.text ?? "" }

  /// Returns the parts with a label.
  func parts(_ label: ExerciseLabel) -> [Part] { parts.filter { $0.label == label } }

  private mutating func add(_ text: String, at span: Span, toExplanation isAtTop: Bool) {
    if text.isEmpty {
      if isAtTop { isInPart = false }
      beginsParagraph = true
    } else if let label = ExerciseLabel.allCases.first(where: { text.hasPrefix($0.rawValue + ":") }) {
      if !label.isRepeatable, parts.contains(where: { $0.label == label }) {
        problems.append(Diagnostic(ExerciseProblem.repeatedPart(label.rawValue), at: span))
      }
      let rest = text.dropFirst(label.rawValue.count + 1).drop { $0 == " " }
      parts.append(Part(label: label, text: String(rest), span: span))
      isInPart = true
      beginsParagraph = false
    } else if let (word, suggestion) = Self.misspelledLabel(in: text) {
      let end = span.lowerBound + word.utf8.count
      problems.append(
        Diagnostic(ExerciseProblem.unknownPart(word, suggestion: suggestion), at: span.lowerBound..<end))
    } else if isInPart {
      let known = parts[parts.count - 1].text
      parts[parts.count - 1].text = beginsParagraph ? known + "\n\n" + text : Self.joined(known, text)
      beginsParagraph = false
      parts[parts.count - 1].span = parts[parts.count - 1].span.lowerBound..<span.upperBound
    } else if isAtTop {
      let separator = explanation.isEmpty || !beginsParagraph ? "" : "\n\n"
      explanation = separator.isEmpty ? Self.joined(explanation, text) : explanation + separator + text
      beginsParagraph = false
    }
  }

  /// Returns a paragraph with another line.
  ///
  /// An indented line stays a line of its own.
  private static func joined(_ text: String, _ line: String) -> String {
    if text.isEmpty { return line }
    let isTable = line.hasPrefix("  ") || text.split(separator: "\n").last?.hasPrefix("  ") == true
    return text + (isTable ? "\n" : " ") + line
  }

  /// The lines of a source, each with the span of the text of the comment that it consists of, or `nil` if it has other
  /// text.
  private struct Lines {
    private let source: Source
    private var position = 0
    /// Whether a comment `/* … */` goes on.
    private var isInBlock = false

    init(_ source: Source) { self.source = source }

    mutating func next() -> (line: Span, comment: Span?)? {
      let bytes = source.bytes
      guard position < bytes.count else { return nil }
      let line = source.line(containing: position)
      position = (bytes[line.upperBound...].firstIndex(of: ASCII.newline) ?? bytes.count) + 1
      var (start, end) = (line.lowerBound, line.upperBound)
      while start < end, bytes[start].separatesWords { start += 1 }
      while end > start, bytes[end - 1].separatesWords { end -= 1 }
      if isInBlock || bytes[start..<end].starts(with: "/*".utf8) {
        if !isInBlock { start += 2 }
        let closing = bytes[start..<end].indices.first { bytes[$0..<end].starts(with: "*/".utf8) }
        isInBlock = closing == nil
        if let closing, closing + 2 < end { return (line, nil) }
        end = closing ?? end
        while end > start, bytes[end - 1].separatesWords { end -= 1 }
      } else if bytes[start..<end].starts(with: "//".utf8) {
        start += 2
      } else {
        return (line, nil)
      }
      if start < end, bytes[start].separatesWords { start += 1 }
      return (line, start..<end)
    }
  }

  /// Returns the word before a colon at the beginning of a line, if it resembles a label.
  private static func misspelledLabel(in text: String) -> (word: String, suggestion: String)? {
    guard let colon = text.firstIndex(of: ":"), case let word = String(text[..<colon]),
      word.allSatisfy({ $0.isLetter || $0 == " " })
    else { return nil }
    let labels = ExerciseLabel.allCases.map(\.rawValue)
    // Other notes can begin with small letters.
    let label = labels.first { $0.lowercased() == word.lowercased() }
    return (label ?? (word.first?.isUppercase == true ? closest(to: word, among: labels) : nil)).map { (word, $0) }
  }
}
