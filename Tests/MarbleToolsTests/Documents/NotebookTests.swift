import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Notebooks: which cells run, where drawings go, and that all else stays.
@Suite struct NotebookTests {
  /// A notebook in the form of Jupyter, whose cells are given as JSON.
  private static func notebook(_ cells: String..., language: String = "python") -> String {
    let shown = cells.map { cell in
      cell.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
    }
    return """
      {
       "cells": [
      \(shown.joined(separator: ",\n"))
       ],
       "metadata": {
        "kernelspec": {
         "language": "\(language)"
        }
       },
       "nbformat": 4
      }

      """
  }

  private static func code(_ source: String, outputs: String = "[]") -> String {
    "{\n \"cell_type\": \"code\",\n \"execution_count\": 1e2,\n \"outputs\": \(outputs),\n \"source\": \"\(source)\"\n}"
  }

  private func render(_ text: String) throws -> (page: RenderedDocument, problems: [String]) {
    var problems: [String] = []
    let page = DocumentRenderer.render(
      try Document(name: "b/a.ipynb", bytes: Array(text.utf8)),
      readFile: { path throws(SystemFailure) in
        path == "b/c.marble" ? Array("a = -7|\n\na  // café\n".utf8) : []
      }
    ) { problems.append(AnswerWriter().text(of: $0)?.text ?? "") }
    return (page, problems)
  }

  /// Renders a notebook, and checks that the second time changes nothing.
  private func rendered(_ text: String) throws -> String {
    let (page, problems) = try render(text)
    #expect(problems == [])
    let new = String(decoding: page.bytes, as: UTF8.self)
    #expect(try render(new).page.changes.isEmpty)
    return new
  }

  /// Returns the outputs of the cells of a notebook, with a word in the place of a picture.
  private static func outputs(of notebook: String) throws -> [String] {
    var parser = JSONParser(Array(notebook.utf8))
    let root = try #require(try parser.next())
    return try root.member("cells").array().flatMap { cell in
      try cell.member("outputs").array().map { output in
        let data = try output.optional("data")
        let text = try #require(try data?.optional("text/plain") ?? output.optional("text"))
        let svg = try data?.optional("image/svg+xml")?.array().map { try $0.string() }.joined()
        if let svg { #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>")) }
        return (svg == nil ? "" : "picture: ") + (try text.array().map { try $0.string() }.joined())
      }
    }
  }

  @Test func drawingIsInTheOutputs() throws {
    let page = try rendered(
      Self.notebook(
        Self.code("print(1)", outputs: "[{\"text\": [\"1\\n\"]}]"),
        Self.code("%%marble theme=dark\\na = --1|\\na.delay(1)"),
        Self.code("%%marble hidden\\nb = -1|\\nb"), Self.code("%%marble name=\\\"an assertion\\\"\\nb == -1|"),
        Self.code("%%marble fails\\nx("), Self.code("%%marbles\\nx("), Self.code("%%marble ignore\\nx(", outputs: "[0]")
      ))
    #expect(page.contains("[0]"))
    let outputs = try Self.outputs(of: page.replacing("[0]", with: "[]"))
    #expect(
      outputs == [
        "1\n", "picture:      0\na    --1|\n     = a.delay(1) =\nout  ---1|",
        "picture: an assertion",
        "demo.marble:1:3: error: expected `)`\n  x(\n   ~^\n",
      ])
  }

  /// All but the outputs has the same bytes.
  @Test(arguments: ["\n", "\r\n", ""])
  func onlyOutputsChange(lineEnd: String) throws {
    let text = Self.notebook(
      Self.code("%%marble\\na = \\u002d1|\\n\\na"), "{\n \"cell_type\": \"raw\",\n \"source\": []\n}",
      Self.code("# caf\\u00e9 marble")
    ).replacing("\n", with: lineEnd)
    let page = try rendered(text)
    let parts = text.split(separator: "\"outputs\": []", maxSplits: 1)
    #expect(page.hasPrefix(parts[0]) && page.hasSuffix(parts[1]))
    let outputs = page.dropFirst(parts[0].count).dropLast(parts[1].count)
    #expect(
      outputs.hasSuffix(
        lineEnd == ""
          ? #"["   0\n", "a  -1|"]}, "metadata": {}, "output_type": "display_data"}]"#
          : """
                "text/plain": [
                 "   0\\n",
                 "a  -1|"
                ]
               },
               "metadata": {},
               "output_type": "display_data"
              }
             ]
          """.replacing("\n", with: lineEnd)))
  }

  /// A cell with `file=` has the script of the file.
  @Test(arguments: [
    #""%%marble file=c.marble""#, #""%%marble file=c.marble\n\u0061\nb""#, #"["%%marble file=c.marble\n", "a"]"#,
  ])
  func fileIsInTheSource(source: String) throws {
    let cell = Self.code("SOURCE").replacing("\"SOURCE\"", with: source)
    let page = try rendered(Self.notebook(cell))
    #expect(try Self.outputs(of: page) == ["picture:    0\na  -7|"])
    var parser = JSONParser(Array(page.utf8))
    let written = try #require(try parser.next()?.member("cells").array().first?.member("source"))
    let lines = try source.hasPrefix("[") ? written.array().map { try $0.string() } : [written.string()]
    #expect(lines.joined() == "%%marble file=c.marble\na = -7|\n\na  // café")
  }

  @Test func wordsWithoutEffectCauseWarnings() throws {
    let (page, problems) = try render(Self.notebook(Self.code("%%marble svg=a.svg text drawing caption=x alt=y\\n-1|")))
    #expect(
      problems.map { $0.split(separator: "\n")[0] }
        == [(10, "svg="), (25, "drawing"), (33, "caption="), (20, "text")].map {
          "b/a.ipynb:cell 1:1:\($0.0): warning: `\($0.1)` has no effect here"
        })
    #expect(page.pictures.isEmpty)
  }

  @Test func byteOrderMarkStays() throws {
    let text = Self.notebook(Self.code("%%marble\\n-1|"))
    #expect(try rendered("\u{FEFF}" + text) == "\u{FEFF}" + rendered(text))
    let problem = try #require(try render("\u{FEFF}" + Self.notebook(Self.code("%%marble\\nx("))).problems.first)
    #expect(problem.hasPrefix("b/a.ipynb:cell 1:2:3: error"))
  }

  @Test func drawingIsInMarkdown() throws {
    let page = try rendered(
      Self.notebook(
        "{\n \"cell_type\": \"markdown\",\n \"source\": [\n  \"caf\\u00e9\\n\",\n  \"```marble\\n\",\n  \"a = -1|\\n\",\n  \"a\\n\",\n  \"```\"\n ]\n}",
        "{\n \"cell_type\": \"markdown\",\n \"source\": \"```marble\\na\\n```\\n\"\n}"))
    #expect(
      page
        == Self.notebook(
          #"""
          {
           "cell_type": "markdown",
           "source": [
            "caf\u00e9\n",
            "```marble\n",
            "a = -1|\n",
            "a\n",
            "```\n",
            "\n",
            "```text drawn\n",
            "   0\n",
            "a  -1|\n",
            "```"
           ]
          }
          """#,
          #"""
          {
           "cell_type": "markdown",
           "source": "```marble\na\n```\n\n```text drawn\n   0\na  -1|\n```\n"
          }
          """#))
  }

  /// With the kernel of this program, each cell is a script.
  @Test func cellsOfTheKernelAreScripts() throws {
    let page = try rendered(
      Self.notebook(
        Self.code("a = -1|\\na"), Self.code(" \\n"), Self.code("%%marble new\\nb = -2|\\nb"), language: "marble"))
    #expect(try Self.outputs(of: page) == ["picture:    0\na  -1|", "picture:    0\nb  -2|"])
  }

  /// Jupyter shows no text of an output with a picture.
  @Test func answersAreOutputsOfTheirOwn() throws {
    let page = try rendered(Self.notebook(Self.code("%%marble\\na = -1|\\na\\nwhy 1")))
    #expect(
      try Self.outputs(of: page) == [
        "`1` on tick 1: `a` sent `1` on tick 1.\n  1  tick 1  1  a sent it\n",
        "picture:    0\na  -1|\n\n     0\na    -1|\n     = a =\nout  -1|",
      ])
  }

  /// IPython skips blank lines, and removes the indentation of the first line.
  @Test func scriptCanBeIndented() throws {
    let page = try rendered(
      Self.notebook(Self.code("\\n  %%marble\\n  a = -1|\\n\\n  a"), Self.code("1\\n%%marble\\nx(")))
    #expect(try Self.outputs(of: page) == ["picture:    0\na  -1|"])
    let problem = try render(Self.notebook(Self.code("\\n  %%marble\\n  x("))).problems.first
    #expect(problem?.hasPrefix("b/a.ipynb:cell 1:3:5: error: expected `)`\n  x(\n") == true, "\(problem ?? "")")
  }

  @Test func nothingFollowsANotebook() throws {
    let problem = #expect(throws: Document.ParseError.self) {
      try Document(name: "a.ipynb", bytes: Array((Self.notebook(Self.code("%%marble")) + "\nx").utf8))
    }
    #expect(problem?.diagnostic.label == "expected the end of the file")
  }

  @Test func updateChangesOnlyTheCell() throws {
    let cells = [
      "%%marble\\na = -\\u0031|\\na == -2|\\n// caf\\u00e9 \\\\n", "print(1)",
      "%%marble\\na == -1|\\na.delay(1) == -1|",
    ].map {
      Self.code($0)
    }
    let document = try Document(name: "a.ipynb", bytes: Array(Self.notebook(cells[0], cells[1], cells[2]).utf8))
    var update = Update(of: document)
    document.run(in: { Session() }) {
      update.record($0)
      return true
    }
    #expect(update.summary == "2 timelines")
    let text = String(decoding: try #require(update.bytes), as: UTF8.self)
    #expect(
      text
        == Self.notebook(
          Self.code("%%marble\\na = -\\u0031|\\na == -1|\\n// caf\\u00e9 \\\\n"), cells[1],
          Self.code("%%marble\\na == -1|\\na.delay(1) == --1|")))
  }

  @Test func formattingChangesOnlyTheScripts() throws {
    let cells = [
      Self.code("%%marble\\na=-\\u0031|\\nlong = -2|"), Self.code("%%marble\\na = -\\u0031|\\n"), Self.code("a=1"),
      "{\n \"cell_type\": \"markdown\",\n \"source\": \"caf\\u00e9\\n```marble\\na=-1|\\n```\"\n}",
    ]
    let text = Self.notebook(cells[0], cells[1], cells[2], cells[3])
    let document = try Document(name: "a.ipynb", bytes: Array(text.utf8))
    let expected = text.replacing("a=-\\u0031|", with: "a    = -1|").replacing("a=-1|", with: "a = -1|")
    #expect(String(decoding: try document.formatted(), as: UTF8.self) == expected)
    // In a notebook of this program, cells are scripts.
    let script = Self.notebook(Self.code("a=-1|\\nlong = -2|"), language: "marble")
    let own = try Document(name: "a.ipynb", bytes: Array(script.utf8))
    let aligned = script.replacing("a=-1|", with: "a    = -1|")
    #expect(String(decoding: try own.formatted(), as: UTF8.self) == aligned)
  }

  /// Between the edits, each character has the form in which it is written.
  @Test(arguments: [
    #"%%marble\n\u0061 = -1|\na \u003d= -2|  // \ud83d\ude00 \/ caf\u00e9 \u0001"#,
    #"%%marble\r\n\u0061 = -1|\r\na == \u002d2|  // \"caf\u00e9\" \\ \t 😀"#,
  ])
  func updateKeepsWrittenForms(source: String) throws {
    for quotes in [("\"", "\""), ("[\n  \"", "\"\n ]")] {
      let lines = quotes.0 == "\"" ? source : source.replacing("\\n", with: "\\n\",\n  \"")
      let text = Self.notebook(Self.code("SOURCE").replacing("\"SOURCE\"", with: quotes.0 + lines + quotes.1))
      let document = try Document(name: "a.ipynb", bytes: Array(text.utf8))
      var update = Update(of: document)
      document.run(in: { Session() }) {
        update.record($0)
        return true
      }
      let expected = text.replacing("-2|", with: "-1|").replacing("\\u002d2|", with: "-1|")
      #expect(String(decoding: try #require(update.bytes), as: UTF8.self) == expected)
    }
  }

  /// A drawing changes no character outside of it, in whatever form the cell is written.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func drawingKeepsWrittenForms(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "é", "\\u00e9", "\\u00E9", "\\/", "/", "\\ud83d\\ude00", "😀", "\\t", "\\\\", "\\\"", "\\n", " x", "\\u000b",
    ]
    func text() -> String { (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() }
    let (before, after) = (text() + "\\n\\n", "\\n\\n" + text())
    let script = "```marble\\n\\u0061 = -1|\\na\\n```\\n"
    let drawing = "\\n```text drawn\\n   0\\na  -1|\\n```\\n"
    func notebook(_ source: String) -> String {
      Self.notebook("{\n \"cell_type\": \"markdown\",\n \"source\": \"\(source)\"\n}")
    }
    #expect(try rendered(notebook(before + script + after)) == notebook(before + script + drawing + after))
  }

  @Test func problemIsInItsCell() throws {
    let (page, problems) = try render(
      Self.notebook(Self.code("%%marble\\na = -1|"), Self.code("%%marble\\n\\nx(", outputs: "[1]")))
    #expect(problems.map { $0.split(separator: "\n")[0] } == ["b/a.ipynb:cell 2:3:3: error: expected `)`"])
    #expect(
      try render(Self.notebook(Self.code("%%marble theme=pink\\n-1|"))).problems.first?.hasPrefix(
        "b/a.ipynb:cell 1:1:10: ") == true)
    _ = page
  }

  @Test func testsRunCells() throws {
    let document = try Document(
      name: "a.ipynb",
      bytes: Array(Self.notebook(Self.code("%%marble\\na = -1|\\na == -1|"), Self.code("%%marble\\na == -2|")).utf8))
    var answers: [Answer] = []
    document.run(in: { Session() }) {
      answers.append($0)
      return true
    }
    #expect(answers.map { if case .passed = $0 { true } else { false } } == [true, false])
  }

  @Test(arguments: [
    ("{\"marble\": 1}", "an object with the key `cells`", 0), ("[\"marble\"]", "an object", 0),
    ("{\"cells\": [{\"cell_type\": \"code\", \"source\": \"marble\"}]}", "an object with the key `outputs`", 11),
    ("{\"cells\": \"marble\"", "`,` or `}`", 18),
  ])
  func otherJSONIsAnError(text: String, expected: String, offset: Int) throws {
    let error = try #require(throws: Document.ParseError.self) {
      _ = try Document(name: "a.ipynb", bytes: Array(text.utf8))
    }
    #expect(error.diagnostic.problem.label == "expected \(expected)")
    #expect(error.diagnostic.span.lowerBound == offset)
  }

  @Test func otherNotebooksAreNotRead() throws {
    #expect(try Document(name: "a.ipynb", bytes: [0xFF]).pagesAndPassages.isEmpty)
  }
}
