import Foundation
@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport

/// A script for the tests of the editors' grammars.
struct EditorText: Sendable, CustomStringConvertible {
  /// The origin of the script: a file, a file and the line of a fence, or a description.
  let place: String
  let text: String

  var description: String { place }

  /// All scripts of the project, and scripts that are hard to color.
  static let all = files + catalog + hard

  /// The examples of all operators, as `:help` shows them.
  private static let catalog = Catalog.standard.entries.map {
    EditorText(place: ":help \($0.name)", text: $0.example)
  }

  /// The examples, the fences of the documentation, and the conformance cases if they are next to the package.
  private static let files: [EditorText] = {
    let cases = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/conformance/cases")
    let others = (try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)) ?? []
    let scripts =
      TestSupport.files(under: "examples", ending: "marble")
      + others.filter { $0.pathExtension == "marble" }.sorted { $0.path < $1.path }
    let pages =
      [packageRoot.appendingPathComponent("README.md")] + TestSupport.files(under: "Documentation", ending: "md")
    return scripts.compactMap { file in
      (try? String(contentsOf: file, encoding: .utf8)).map { EditorText(place: file.lastPathComponent, text: $0) }
    }
      + pages.flatMap { page in
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return fences(in: text).filter(\.isReadable).map {
          EditorText(place: "\(page.lastPathComponent):\($0.line)", text: $0.text)
        }
      }
  }()

  /// Scripts that were hard to color.
  private static let hard: [EditorText] = [
    (
      "comments",
      "/* one /* in another */ */ a = -1//2 // no\n  // indented; a = -1|\nb = -1| /* and\n so on */; c = -2|"
    ),
    (
      "calls over lines",
      """
      a = -1|
      merge(
        a, // the first
        "-x|",
        map(a, transform: { n in n * 1.5e3 })
      )
        .take(first: 1)
        .filter { $0 > 1 ? true : false }
        == -1|

      values(1, (2), [3, "four"], nil, 9ms)
        .map { (a, b) in "\\(a.0):\\(b.count) \\"\\u{1F600}\\" \\("in" == "x") }" }
      """
    ),
    ("unclosed brackets", "merge(a, [b\n\nx = -1|\nx.map(\n\ny = (12|)"),
    ("lists", "[x, y].flatten(.concat) == -1|\n[\"-a|\", y].merge() == [a,b]-[c]-|\n\"-1-|\".map { $0 } == -1-|"),
    (
      "names and keywords",
      "merged = -1|; check = -1|; check == check\nsubscriptions check == -, ^!\n_ == _1\ncold = -1|\ncold.take(1) == -1|"
    ),
    (
      "brackets of values",
      "a = -[x\\]y]-[(1,A),\"]\"]-[[1,2],[]]-[,]-[(]-[<]-[.value(1)]-[//]-[a=b; c]-\"a\\\"]\"--[ \"x\" , 2 ]-|"
    ),
    (
      "searches",
      "a = -1|\n?(a, \"-x|\") == -1|\na.debounce(?) == -1|\na.?.? == -2|\na.map { ? }.? == -2|\nf(s) = ?\nf(\"-1|\") == -2|\nx = ?|"
    ),
    ("failures", "a = -#[late \\] x]\nb = -#\"]\"\nc = -!timed out!\nd = -#[\"]\"]\ne = --!-\nf = ^!"),
    ("time", "a = 9ms 1.5s @4000 a9ms -{9ms -}*3{2t}*\nb = <9ms 1> <{-1}*2>-{--a}* >\nc=9ms 1"),
    ("blocks", "deferred { just(1) }\nx {--b}*3|\nab {--b}*3|\nf(s, n) = s.map { $0 ? throw \"no\" : n }"),
    (
      "renaming", "--x-y--# where x = [1,2], y = \"a, b\", # = late // why\nab where a = (1, 2), b = -3 == -[ab]|"
    ),
    (
      "subscriptions",
      "a = -1|\na.map { $0 }\nwhy twice a; why was a unsubscribed // c\nwho holds a in a.map { $0 }\nwhy twice\nwhy twice in a\nwho = 1|\ncheck subscriptions; check a\nwhy not 1"
    ),
    (
      "patterns",
      "a = -1|\na matches -_ ... [1,_] 2...5t {* x}*2 |  // b\na.map { $0 } during ^--!, ^ matches * 1, 1.5s... x\n  \na.share()\n  matches * x y where x: { $0 > 2 && $0 == 3 }, y = [1]\nforall s: s.take(1) matches ...2t _ *\nmatches = -1|\nmatches == -1|"
    ),
    (
      "commands",
      ":tick 10ms; a = -1|\n:load \"a; b.marble\" // so\n:play merge(a, b) at 4\n:time a.take(1)\n:play -1-| at 2; b = -1|"
    ),
    (
      "windows", "a = -1|\na during ^---!, --^--! == -1!, --2!\n  during ^!\n  == -1!\nsubscriptions a == (^!), -^ // b"
    ),
    ("questions", "a = -4|\na.delay(1)\nwhy 4\nwhy not 4 @9 in a.delay(2) // b\nwhy |; why @9\nwhy = -1|\nwhy == -1|"),
    (
      "laws",
      "forall a, cold b of 0...9, n in -1...5 when n > 2 && true: merge(a, b).delay(n) == b // x\nforall a, b of [x, 1] when a.count == b.count && !a.contains(0): merge(a, b) during ^---! == a // y\nforall s when s.isEmpty || s.first == 1: s.share() during --^-! == s\nforall cold of [x, \"a]\", [1]], of: cold == of\nforall = --1|\nforall.take(1) == -1"
    ),
    ("letters", "été = --é--ß--|\nété.map { naïve in naïve } == --[é]--[日本]--日--👨‍👩‍👧--|\n日本 = -1|"),
    (
      "drawings",
      """
                0    5    10
      x cold    --1--#
                --2--|
      a         --1--2-//-|
      // a remark
      in 1      -a-[12]--|
                = merge(x, a) =
      _         --1--(12)|
                     ^^ here

                15   20
      a         -----3|

      a.map { $0 }
      """
    ),
  ].map { EditorText(place: $0, text: $1) }

  /// The kind of each byte, as the prompt colors it.
  var kinds: [Highlight.Kind?] {
    var kinds = Self.kinds(of: text)
    // The prompt colors single entries, so drawings are handled separately.
    let source = Source(name: place, text: text)
    let bytes = SourceBytes(source)
    var line = 0
    while line < bytes.count {
      var end = bytes.lineEnd(at: line)
      if let drawing = PastedDrawing(at: line, in: bytes) {
        end = drawing.end
        kinds[line..<end] = Self.kinds(ofDrawing: bytes.text(line..<end))[...]
      }
      line = end + 1
    }
    return kinds
  }

  private static func kinds(of text: String) -> [Highlight.Kind?] {
    var kinds = [Highlight.Kind?](repeating: nil, count: text.utf8.count)
    for part in Session().highlights(of: text) {
      for offset in part.range { kinds[offset] = part.kind }
    }
    return kinds
  }

  /// Returns the kinds in a drawing.
  ///
  /// Lanes are names and timelines, and lines that begin with a space are comments.
  private static func kinds(ofDrawing text: String) -> [Highlight.Kind?] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> [Highlight.Kind?] in
      let gap = line.firstRange(of: "  ")?.lowerBound ?? line.startIndex
      if gap == line.startIndex { return Array(repeating: .comment, count: line.utf8.count) }
      let head = line[..<gap]
      var name = [Highlight.Kind?](repeating: .name, count: head.utf8.count)
      if head.hasSuffix(" cold") {
        name.replaceSubrange(name.count - 4..<name.count, with: repeatElement(.keyword, count: 4))
      }
      return name + kinds(of: "x = " + line[gap...]).dropFirst(4)
    }
    return Array(lines.joined(separator: [nil]))
  }
}

extension MarkdownFence {
  /// Whether the script in the fence has no errors.
  fileprivate var isReadable: Bool {
    let words = info.split(separator: " ")
    return words.first == "marble" && !words.contains("fails") && !words.contains("ignore")
  }
}
