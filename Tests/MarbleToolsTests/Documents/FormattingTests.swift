import Foundation
import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The formatting of scripts by `rxrepl fmt`.
struct FormattingTests {
  static let scripts: [(String, String)] = [
    ("", ""), ("\n\n", ""), ("  \n a  = --1|  \n\n\n\nb=-2|", "a = --1|\n\nb = -2|\n"),
    // Signs are aligned.
    (
      """
      a = --1--2--|
      long = cold -1|
      double(s)= s.map{ $0*2 }
      a   ==   --1--2--|
      a.double()==--2--4--|
      """,
      """
      a         = --1--2--|
      long      = cold -1|
      double(s) = s.map{ $0*2 }
      a          == --1--2--|
      a.double() == --2--4--|

      """
    ),
    // An event that a question is about is not a name.
    (
      "a=-1|\nwhy [2,b] in zip(a, a)\nwhy not [12] in a\n:load x\nwhy [2,b] in a\n",
      "a = -1|\nwhy [2,b] in zip(a, a)\nwhy not [12] in a\n:load x\nwhy [2,b] in a\n"
    ),
    // Patterns keep their text.
    (
      "a=1-2\na  matches  1 ...  2\na\n  matches * x |  where x:{ $0>1 } // b\na==1-2",
      "a = 1-2\na  matches  1 ...  2\na\n  matches * x |  where x:{ $0>1 } // b\na == 1-2\n"
    ),
    // A blank line ends a block, a comment does not.
    (
      "a = -1|\n  // so\nlong = -1|\n\nlonger = -1|\n",
      "a    = -1|\n// so\nlong = -1|\n\nlonger = -1|\n"
    ),
    // Ticks are aligned as far as both timelines go. A wide last token does not widen other timelines.
    ("a = --1--2--|\nb = --[10]--[20]--|\n", "a = --1...--2...--|\nb = --[10]--[20]--|\n"),
    ("a = --1--2--|\nb = --#[Boom]\n", "a = --1--2--|\nb = --#[Boom]\n"),
    ("a = --1.. --  2...--|\n", "a = --1--2--|\n"),
    ("a = --1--|>\nb = --日--([日,本]|)", "a = --1.--|>\nb = --日--([日,本]|)\n"),
    ("--1--2|\n-[ab]\n", "--1--2|\n-[ab]\n"), ("--1--2|\n-[ab]-3\n", "--1--2|\n-[ab]-3\n"),
    // Timelines without a common stream are not aligned.
    (
      "just(1) == (1|)\nrange(1, 2).delay(1) == -(12|)\n",
      "just(1)              == (1|)\nrange(1, 2).delay(1) == -(12|)\n"
    ),
    (
      "a = -1|\nb = -2|\na.x() == -1-|\nb.yy() == -[12]-|\na.zz(b) == -1-2|\n",
      "a = -1|\nb = -2|\na.x()   == -1...-|\nb.yy()  == -[12]-|\na.zz(b) == -1...-2|\n"
    ),
    ("timer(3) == --0|\ninterval(2) == -[12]-[13]|\n", "timer(3)    == --0|\ninterval(2) == -[12]-[13]|\n"),
    // After a chain, a timeline that would become one of its links keeps its text.
    ("x.map { $0 }\nab c(4)-|\n", "x.map { $0 }\nab c(4)-|\n"), ("ab c(4)-|\nab {c}*2\n", "ab c(4)-|\nab {c}*2\n"),
    // A dot that is not written and not needed is not added.
    ("bb == -[12]-2\nbb==during?x\n", "bb == -[12]-2\nbb == du...ring?x\n"),
    // Necessary dots are kept.
    ("a = .ab\nb = raw #.[a]\nraw !.a!\n", "a = .ab\nb = raw #.[a]\nraw !.a!\n"),
    ("a = .ab(c)\nb = --[12]---\n", "a = .ab(c)\nb = -.-[12]---\n"),
    ("a = .ab-c\n", "a = ab-c\n"), ("a = 1.2-3\n", "a = 1.2-3\n"), ("a = 9.ms-\n", "a = 9.ms-\n"),
    // Timelines with durations are kept.
    ("a = --1 40t   2 @60  |\nb = {--a..}*3 .b|\n", "a = --1 40t   2 @60  |\nb = {--a..}*3 .b|\n"),
    // Everything that is not a plain timeline is kept, too.
    ("c = cold  --1-#,--[12]|\nd = raw   -1|-2\n", "c = cold --1-#,--[12]|\nd = raw -1|-2\n"),
    ("a = --1--| where 1 = [x,y]\n", "a = --1--| where 1 = [x,y]\n"),
    ("a = -1|  ;  b   =  -2|\n", "a = -1|  ;  b   =  -2|\n"),
    ("a   = merge(\n  b,\n    c)   \nlong = -|\n", "a   = merge(\n  b,\n    c)\nlong = -|\n"),
    ("a\n  .take(1)\n   == -1|\n", "a\n  .take(1)\n   == -1|\n"),
    (":tick   10ms\na = --  20ms  |\n", ":tick   10ms\na = --  20ms  |\n"),
    ("a == a.take( 3 )\na.b() ==\n", "a     == a.take( 3 )\na.b() ==\n"),
    ("check   --1|\ncheck \"vc\"\n", "check   --1|\ncheck \"vc\"\n"),
    ("ab during  ^--!   == -1\nsubscriptions ab ==^.--!\n", "ab during  ^--!  == -1\nsubscriptions ab == ^--!\n"),
    // Comments.
    (
      "a = -1|   // one\nlonger = --2--|   // two\n/* three\n   four  \n\n\n*/ b = -|  /* five */\n",
      "a      = -1|      // one\nlonger = --2--|   // two\n/* three\n   four  \n\n\n*/ b = -|  /* five */\n"
    ),

    ("a = -1| // one\nb = -|      // two\n", "a = -1| // one\nb = -|  // two\n"),
    ("merge(a, b)  // so\n     == -1|  // there\n", "merge(a, b)  // so\n     == -1|  // there\n"),
    ("a /* x */  = -1|\nlonger = -2|\n", "a /* x */  = -1|\nlonger = -2|\n"),
    // Aligned tables are kept.
    (
      """
      letters        = --a-----b--c--|
      numbers        = ----1--2----------3|
      merge(letters, numbers)
                    == --a-1--2b--c------3|
      """,
      """
      letters        = --a-----b--c--|
      numbers        = ----1--2----------3|
      merge(letters, numbers)
                    == --a-1--2b--c------3|

      """
    ),
    (
      "a             = --1--|\na.map { $0 } == --1--|\n", "a             = --1--|\na.map { $0 } == --1--|\n"
    ),
    (
      "a =  --1--|\nbb = --2--|\nmerge(a, bb)\n   == --([12]2)--|\n",
      "a  = --1--|\nbb = --2--|\nmerge(a, bb)\n   == --([12]2)--|\n"
    ),
    (
      "a    = --1--|\nbb    = --[2]--|\nmerge(a, bb)\n  ==   -|\n",
      "a  = --1..--|\nbb = --[2]--|\nmerge(a, bb)\n  == -|\n"
    ),
    // Line endings.
    ("\u{FEFF}a=-1|\r\nlong=-2|\r\n\r\n\r\n", "\u{FEFF}a    = -1|\r\nlong = -2|\r\n"),
    ("a=-1|\r\nlong=-2|", "a    = -1|\r\nlong = -2|\r\n"),
    // Drawings.
    (
      "     0    5\na    --1--|\nb   cold -1-2|\na.x()   == -1|\n\n\nlonger = -1|\n",
      "     0    5\na    --1--|\nb   cold -1-2|\na.x()   == -1|\n\nlonger = -1|\n"
    ),
  ]

  @Test(arguments: scripts)
  func scriptIsAligned(written: String, expected: String) throws {
    let formatted = try formatted(written)
    #expect(formatted == expected)
    #expect(try self.formatted(formatted) == formatted)
  }
}

extension FormattingTests {
  func formatted(_ text: String, name: String = "demo.marble") throws -> String {
    String(decoding: try Document(name: name, bytes: Array(text.utf8)).formatted(), as: UTF8.self)
  }
}

// MARK: Markdown

extension FormattingTests {
  static let documents: [(String, String)] = [
    ("Text  \n\n\n\n```marble\na=-1|\nlong=-2|\n\n\n```\n", "Text  \n\n\n\n```marble\na    = -1|\nlong = -2|\n```\n"),
    (
      "> ```marble\r\n> a=-1|\r\n>\r\n>\r\n> b=-2|\r\n> ```\r\n",
      "> ```marble\r\n> a = -1|\r\n>\r\n> b = -2|\r\n> ```\r\n"
    ),
    ("- x\n\n  ~~~~marble\n  a=-1|\n  ~~~~\n", "- x\n\n  ~~~~marble\n  a = -1|\n  ~~~~\n"),
    // Names that an earlier fence binds are known.
    (
      "```marble\na=-1|\n```\n```marble\nsubscriptions a==^\n```",
      "```marble\na = -1|\n```\n```marble\nsubscriptions a == ^\n```"
    ),
    // Fences that are shown as written, other languages, and pages without fences.
    ("```marble fails\na=-1|-2\n```\n", "```marble fails\na=-1|-2\n```\n"),
    ("```marble ignore\na=-1|\n```\n", "```marble ignore\na=-1|\n```\n"),
    ("```swift\na=-1|\n```\n", "```swift\na=-1|\n```\n"), ("no fence  \n\n\n", "no fence  \n\n\n"),
    // In MyST, a blank line ends the options, and a line with a colon above it would be one.
    (
      "```{marble}\n:alt: x\n\n\n:tick 10ms\na=-1|\n```\n", "```{marble}\n:alt: x\n\n:tick 10ms\na = -1|\n```\n"
    ),
    ("```marble\n:alt: x\n\n:tick 10ms\na=-1|\n```\n", "```marble\n:alt: x\n\n:tick 10ms\na = -1|\n```\n"),
    ("> ```{marble}\r\n>\r\n>\r\n> :tick 10ms\r\n> ```\r\n", "> ```{marble}\r\n>\r\n> :tick 10ms\r\n> ```\r\n"),
    ("```marble\n```\n", "```marble\n```\n"), ("```marble\n\n\n```\n", "```marble\n```\n"),
  ]

  @Test(arguments: documents)
  func fencesAreAligned(written: String, expected: String) throws {
    #expect(try formatted(written, name: "a.md") == expected)
    #expect(try formatted(expected, name: "a.md") == expected)
  }

  @Test(arguments: [
    ("a.adoc", "* x\n+\n[marble]\n----\n", "", "----\n"), ("a.rst", ".. marble::\n\n", "   ", "\nx\n"),
    ("a.typ", "- ```marble\n", "  ", "  ```\n"), ("a.typ", "1. Text ```marble\n", "   ", "   ```\n"),
    ("a.tex", "  \\begin{marble}\n", "  ", "  \\end{marble}\n"),
  ])
  func scriptsOfPagesKeepTheirIndentation(name: String, head: String, margin: String, tail: String) throws {
    let written = "\(head)\(margin)a=-1|\n\(margin)long=-2|\n\(tail)"
    let expected = "\(head)\(margin)a    = -1|\n\(margin)long = -2|\n\(tail)"
    #expect(try formatted(written, name: name) == expected)
  }

  /// A script can end with the file, without a line end.
  @Test func lastLineIsKept() throws {
    let page = ".. code-block:: marble\n\n   a=-1|\n   long=-2|"
    let expected = page.replacing("a=-1|", with: "a    = -1|").replacing("=-2|", with: " = -2|")
    #expect(try formatted(page, name: "a.rst") == expected)
    #expect(try formatted(page + "\n", name: "a.rst") == expected + "\n")
  }

  @Test func parseErrorsAreReported() throws {
    let text = "```marble\na = -1|\nb = -1|-2\n```\n\n```marble\nc = (\n```\n"
    let document = try Document(name: "a.md", bytes: Array(text.utf8))
    do throws(Document.Unreadable) {
      _ = try document.formatted()
      Issue.record("it was read")
    } catch {
      let places = error.errors.map { $0.source.position(of: $0.diagnostic.span.lowerBound).line }
      #expect(places == [3, 7])
    }
  }

  @Test func invalidUTF8IsReported() throws {
    let document = try Document(name: "a.marble", bytes: [0x61, 0xFF])
    #expect(throws: Document.Unreadable.self) { try document.formatted() }
  }
}
