import Glibc

Interrupt.install()
let history = History(path: History.path { getenv($0).map { String(cString: $0) } })
let words = ["map", "merge", "mapError", "filter", "flatten", "漢字", "été", "a long candidate", ":help"]
let editor = LineEditor(history: history) { line, cursor in
  let before = line.utf8.prefix(cursor)
  let start = before.lastIndex { $0 == UInt8(ascii: " ") || $0 == 10 }.map { line.utf8.distance(from: line.utf8.startIndex, to: $0) + 1 } ?? 0
  let typed = String(decoding: before.dropFirst(start), as: UTF8.self)
  return Completion(candidates: words.filter { $0.hasPrefix(typed) }, replaced: start..<cursor)
}
let source: any LineSource = editor ?? PlainLines(descriptor: 0)
var entry = ""
loop: while true {
  switch source.read(prompt: entry.isEmpty ? "\u{1B}[1mrx>\u{1B}[0m " : "..> ") {
  case .line(let line):
    entry += line
    if line.hasSuffix("\\") {
      entry += "\n"
      continue
    }
    source.remember(entry)
    print("<\(entry.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎"))>")
    if entry == "spin" {
      while !Interrupt.isRaised { usleep(1000) }
      print("stopped")
    }
    if entry == "size" { print(TerminalSize.of(descriptor: 1) as Any) }
    entry = ""
  case .interrupted:
    print("interrupted")
    entry = ""
  case .end:
    print("end")
    break loop
  }
}
