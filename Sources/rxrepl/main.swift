import Glibc

// Stands in for the real program: says back what it reads.
Interrupt.install()
let history = History(path: History.path { name in getenv(name).map { String(cString: $0) } })
let editor = LineEditor(history: history) { line, cursor in
  let start = line.utf8.prefix(cursor).reversed().prefix { $0 > 32 }.count
  let typed = String(decoding: line.utf8.prefix(cursor).suffix(start), as: UTF8.self)
  let words = ["map", "mapError", "merge", "filter", "été", "漢字"].filter { $0.hasPrefix(typed) }
  return Completion(candidates: words, replaced: cursor - start..<cursor)
}
let source: any LineSource = editor ?? PlainLines(descriptor: STDIN_FILENO)
var entry = ""
loop: while true {
  switch source.read(prompt: entry.isEmpty ? "\u{1B}[1mrx>\u{1B}[0m " : "..> ") {
  case .line(let line):
    entry += line
    if entry.hasSuffix("\\") {
      entry += "\n"
      continue
    }
    source.remember(entry)
    print("<\(entry)>")
    while entry == "spin", !Interrupt.isRaised { usleep(1_000) }
    entry = ""
  case .interrupted:
    entry = ""
  case .end:
    break loop
  }
}
