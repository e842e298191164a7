// Stand-ins for the notation's printer and for the widths of a terminal; the real ones replace this file.

enum TimelinePrinter {
  static func token(for event: Event) -> String {
    switch event {
    case .value(let value): token(for: value)
    case .failed(let failure): failure == .unnamed ? "#" : "#[\(failure.message)]"
    case .completed: "|"
    case .interrupted: "!"
    }
  }

  private static func token(for value: Value) -> String {
    let text = plain(value)
    if case .stream = value { return text }
    if case .text = value, text.allSatisfy({ $0.isASCII && $0.isNumber }) { return "\"\(text)\"" }
    return text.count == 1 && !"-.,;|#!^()[]{}<>\"@*\\ ".contains(text) ? text : "[\(text)]"
  }

  private static func plain(_ value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .marble(let text), .text(let text): text
    case .null: "nil"
    case .tuple(let items): items.map(plain).joined(separator: ",")
    case .array(let items): "[" + items.map(plain).joined(separator: ",") + "]"
    case .event: ".event"
    case .stream(let stream): "<\(stream.name)>"
    }
  }
}

func displayWidth(of text: String) -> Int {
  var width = 0
  for character in text {
    if let first = character.unicodeScalars.first, first.value >= 0x1100 {
      width += (0x2010...0x2BFF).contains(first.value) ? 1 : 2
    } else {
      width += 1
    }
  }
  return width
}
