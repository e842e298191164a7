import MarbleSession
import Marbles

/// A writer of explanations and drawings in Markdown.
struct HoverWriter {
  /// The colors of drawings as pictures, or `nil` for drawings as text.
  var pictures: DrawingStyle.Theme?

  /// The limits of the run of a drawing.
  private static let limits = Limits(ticks: 1_000, deliveries: 10_000)
  /// The maximum size of a picture in the text, in bytes.
  ///
  /// Visual Studio Code shortens longer text.
  private static let maxPictureSize = 70_000

  private var style: DrawingStyle {
    var style = DrawingStyle()
    style.format = .unicode
    style.width = AnswerWriter.textWidth
    return style
  }

  /// Returns the help on an operator of the catalog, or the definition of a custom operator.
  func text(ofOperator name: String, in session: Session) -> String? {
    if let definition = session.bindings.customOperator(name) { return fence(definition.written) }
    guard let (entry, alias) = Catalog.standard.lookUp(name) else { return nil }
    var parts = [fence(entry.signatures.joined(separator: "\n"))]
    if let alias {
      let meaning = "`\(alias.name)` is another name for `\(alias.meaning(of: entry.name))`."
      parts.append([meaning, alias.note].compactMap(\.self).joined(separator: " "))
    }
    parts.append([entry.summary, entry.text].filter { !$0.isEmpty }.joined(separator: "\n\n"))
    parts.append(fence(entry.example))
    return parts.joined(separator: "\n\n")
  }

  /// Returns the drawing of a name or an expression, or `nil` if it cannot be run.
  func text(ofDrawing expression: String, in session: Session) -> String? {
    draw(in: session) { answer in session.evaluate(Source(name: "hover", text: expression), answer: answer) }
  }

  /// Returns the drawing of a statement, and the differences of an assertion.
  func text(of statement: SyntaxNode, in session: Session) -> String? {
    if statement.kind == .binding, let name = statement.children.first {
      session.evaluate(Source(name: "", text: statement.text)) { _ in }
      return text(ofDrawing: name.text, in: session)
    }
    // A search and a law make so many runs that an answer would come late.
    guard [.comparison, .check, .question].contains(statement.kind), !statement.hasHole else { return nil }
    return draw(in: session) { answer in
      session.evaluate(Source(name: "", text: statement.text), answer: answer)
    }
  }

  private func draw(in session: Session, _ evaluate: (_ answer: (Answer) -> Void) -> Void) -> String? {
    session.options.runsStatements = true
    session.options.drawsAssertions = true
    session.options.limits = Self.limits
    var parts: [String] = []
    evaluate { answer in
      switch answer {
      case .bound(let diagram), .drawing(let diagram): parts.append(drawing(of: diagram))
      case .explained(let explanation):
        parts.append(text(of: explanation))
      case .passed(let assertion):
        if let diagram = assertion.diagram { parts.append(drawing(of: diagram)) }
        if let report = assertion.report { parts.append(report.text) }
      case .failed(let assertion, _):
        let text = plainText(of: answer).replacing("✗ \(assertion.location)  ", with: "✗ ")
        parts.append(fence(text, as: "text"))
        if let diagram = assertion.diagram { parts.append(drawing(of: diagram)) }
      case .error, .warning, .text, .translation, .leave: break
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// Returns an explanation and its drawing.
  func text(of explanation: Explanation) -> String {
    let lines = AnswerWriter(style: style).lines(of: explanation).trimmingWhitespace
    return lines + "\n\n" + drawing(of: explanation.diagram)
  }

  /// Returns the text of an answer, as in a terminal.
  func plainText(of answer: Answer) -> String {
    (AnswerWriter(style: style).text(of: answer)?.text ?? "").trimmingWhitespace
  }

  private func drawing(of diagram: Diagram) -> String {
    var style = style
    if let pictures {
      style.format = .svg
      style.theme = pictures
      let picture = Array(style.draw([diagram]).utf8)
      if picture.count <= Self.maxPictureSize {
        let title = style.alternativeText(of: [diagram]).filter { !"[]\\\n".contains($0) }
        return "![\(title)](data:image/svg+xml;base64,\(picture.inBase64))"
      }
      style.format = .unicode
    }
    return fence(style.draw([style.abridged(diagram)]), as: "text")
  }

  /// Returns text in a fence that is longer than every row of backticks in the text.
  private func fence(_ text: String, as language: String = "marble") -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let marks = String(repeating: "`", count: max(3, longest + 1))
    return "\(marks)\(language)\n\(text)\n\(marks)"
  }
}

extension SyntaxNode {
  /// Whether a search fills in a part of the node.
  fileprivate var hasHole: Bool { kind == .hole || children.contains(where: \.hasHole) }
}

extension [UInt8] {
  /// The bytes in base 64.
  fileprivate var inBase64: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
