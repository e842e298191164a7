import MarbleSession
import MarbleTools
import Marbles
import Testing

/// Pages of other tools than Markdown: where a script begins and ends, and where its drawing goes.
@Suite struct PageFormatTests {
  private static let drawing = """
       0       5
    a    --1...--2...--|
         = a.map { $0 * 10 } =
    out  --[10]--[20]--|
    """

  /// Renders a page, and checks that the second time changes nothing.
  ///
  /// - Parameter files: The files that exist, or `nil` if each path is that of the same script.
  private func rendered(_ text: String, as name: String, files: [String: String]? = nil) throws -> (
    text: String, pictures: [String], problems: [String]
  ) {
    func render(_ bytes: [UInt8]) throws -> (RenderedDocument, [String]) {
      var problems: [String] = []
      let page = DocumentRenderer.render(
        try Document(name: name, bytes: bytes),
        readFile: { path throws(SystemFailure) in
          if files == nil, path.hasSuffix(".marble") { return Array("shown = -1|\n\nshown\n".utf8) }
          guard let file = files?[path] else {
            throw SystemFailure(reason: "No such file or directory", cause: .missing)
          }
          return Array(file.utf8)
        }
      ) { answer in
        problems += [AnswerWriter().text(of: answer)?.text ?? ""]
      }
      return (page, problems)
    }
    let (page, problems) = try render(Array(text.utf8))
    let (again, _) = try render(page.bytes)
    #expect(again.bytes == page.bytes)
    return (String(decoding: page.bytes, as: UTF8.self), page.pictures.map(\.path), problems)
  }

  private func expectPage(of text: String, as ending: String, contains part: String) throws {
    let page = try rendered(text, as: "page.\(ending)")
    #expect(page.problems.isEmpty)
    #expect(page.text.contains(part), "\(page.text)")
  }

  @Test func asciidoc() throws {
    let page = try rendered(
      """
      = Page

      [marble]
      ----
      a = --1--2--|
      a.map { $0 * 10 }
      ----

      * item
      +
      [source%linenums,marble,svg=a.svg,name="one, two",subs="quotes"]
      .Title
      ----
      a
      ----

      [source,swift]
      ----
      [marble]
      ----

      // marble hidden
      [marble]
      ....
      b = -1|
      ....

      [marble%ignore]
      ----
      x(
      ----
      """, as: "page.adoc")
    #expect(page.problems.isEmpty)
    #expect(page.pictures == ["a.svg"])
    #expect(
      page.text == """
        = Page

        [marble]
        ----
        a = --1--2--|
        a.map { $0 * 10 }
        ----

        // drawn

        ....
             0       5
        a    --1...--2...--|
             = a.map { $0 * 10 } =
        out  --[10]--[20]--|
        ....

        // /drawn

        * item
        +
        [source%linenums,marble,svg=a.svg,name="one, two",subs="quotes"]
        .Title
        ----
        a
        ----
        // drawn
        +
        image::a.svg[alt="one, two"]
        // /drawn

        [source,swift]
        ----
        [marble]
        ----

        // marble hidden
        [marble]
        ....
        b = -1|
        ....

        [marble%ignore]
        ----
        x(
        ----
        """)
  }

  @Test(arguments: [
    "[#two,marble]", "[.role,marble]", "[source,language=marble]", "[\"source\",\"marble\"]", "[source,\"marble\"]",
    "[listing,marble]",
  ])
  func asciidocNamesTheLanguage(line: String) throws {
    let page = try rendered("\(line)\n----\n-1|\n----\n", as: "page.adoc")
    #expect(page.problems.isEmpty && page.text.contains("_  -1|"), "\(page)")
  }

  /// The options of a block can be before the language too.
  @Test(arguments: [
    ("[source%hidden,marble]", "-1|", true), ("[%ignore,marble]", "x(", true),
    ("[source%fails,marble]", "-1| == -2|", true), ("[source#a.b%fails,marble]", "-1| == -2|", true),
    ("[source,marble]", "-1| == -2|", false),
  ])
  func asciidocHasOptionsBeforeTheLanguage(line: String, script: String, isValid: Bool) throws {
    let text = "\(line)\n----\n\(script)\n----\n"
    let page = try rendered(text, as: "page.adoc")
    #expect(page.problems.isEmpty == isValid, "\(page.problems)")
    if line.contains("hidden") || line.contains("ignore") { #expect(page.text == text) }
  }

  @Test func asciidocAttachesTheDrawing() throws {
    let script = "[marble]\n----\n-1|\n----\n"
    let drawing = "// drawn\n+\n....\n   0\n_  -1|\n....\n// /drawn\n"
    for above in [".Title\n", "[#id]\n.Title\n", "// comment\n"] {
      let item = "* a\n+\n\(above)\(script)"
      #expect(try rendered("\(item)+\nb\n", as: "a.adoc").text == "\(item)\(drawing)+\nb\n")
    }
    // An indented paragraph is text as it is.
    let shown = " [marble]\n ----\n -1|\n ----\n"
    #expect(try rendered(shown, as: "a.adoc").text == shown)
    #expect(try rendered(" [marble]\n ----\n\n\(script)", as: "a.adoc").text.contains("_  -1|"))
    #expect(try rendered(" text\n\(script)", as: "a.adoc").text.contains("_  -1|"))
  }

  /// A template literal of JavaScript is the author's text.
  @Test func mdxExpressionsAreNotScripts() throws {
    let shown = "<A b={`\n```marble\nx(\n```\n`} />\n\n{`\n```marble\nx(\n```\n`}\n"
    let script = "\nText `{` and {`a`}.\n\n```marble\n-1|\n```\n"
    let page = try rendered(shown + script, as: "page.mdx")
    #expect(page.problems.isEmpty)
    #expect(page.text == "\(shown)\(script)\n```text drawn\n   0\n_  -1|\n```\n")
  }

  @Test func mdBookSeparatesWordsByCommas() throws {
    let page = try rendered("```marble,name=\"a, b\",svg=a.svg\n-1|\n```\n", as: "page.md")
    #expect(page.problems.isEmpty && page.text.contains("![a, b](a.svg)"), "\(page)")
  }

  /// Python-Markdown reads no `text drawn`.
  @Test(arguments: ["docs/mkdocs.yml", "docs/../mkdocs.yml"])
  func drawingInMkDocsHasBraces(path: String) throws {
    let page = try rendered("```marble\n-1|\n```\n", as: "docs/a.md", files: [path: ""])
    #expect(page.text.contains("```{.text .drawn}\n"), "\(page.text)")
    #expect(try rendered("```marble\n-1|\n```\n", as: "a.md", files: [:]).text.contains("```text drawn\n"))
  }

  @Test(arguments: [
    "```marble \(String(repeating: "a ", count: 100_000))\n-1|\n```\n",
    "```{marble}\n\(String(repeating: ":a:\n", count: 50_000))\n-1|\n```\n",
  ])
  func manyUnknownWordsAreBounded(text: String) throws {
    let page = try Document(name: "page.md", bytes: Array(text.utf8))
    var problems = 0
    _ = DocumentRenderer.render(page, readFile: { _ throws(SystemFailure) in [] }) { _ in problems += 1 }
    #expect(problems == 20)
  }

  @Test func asciidocIncludesNoScripts() throws {
    let text = "[marble]\n----\ninclude::a.marble[]\n----\n"
    let page = try rendered(text, as: "page.adoc")
    #expect(page.text == text)
    #expect(page.problems.first?.contains("write `[marble,file=a.marble]` above an empty block") == true, "\(page)")
    let mended = try rendered("[marble,file=a.marble]\n----\n----\n", as: "page.adoc")
    #expect(mended.problems.isEmpty && mended.text.contains("shown  -1|"), "\(mended)")
    let failing = try rendered("[marble%fails]\n----\n-1|\n----\n", as: "page.adoc")
    #expect(failing.problems.first?.hasPrefix("✗ page.adoc:1  marble%fails\n") == true, "\(failing)")
  }

  /// The blank lines at the beginning of a file are not part of the text of a directive.
  @Test func restructuredTextShowsFiles() throws {
    let blocks = [
      ".. marble file=a.marble\n\n.. code-block:: marble\n\n   x\n", ".. marble file=a.marble\n\n.. code::  marble\n",
    ]
    for block in blocks {
      let page = try rendered("\(block)\nText\n", as: "page.rst", files: ["a.marble": "\n\n-1|\n"])
      #expect(page.problems.isEmpty)
      #expect(
        page.text.contains("marble\n\n   -1|\n\n.. drawn\n\n::\n\n      0\n   _  -1|\n\n.. /drawn\n\nText\n"),
        "\(page.text)")
    }
  }

  @Test(arguments: [
    ("page.typ", "// marble file=a.marble\n```marble\n```\n", "// ```", "with more backticks"),
    ("page.adoc", "[marble,file=a.marble]\n----\n----\n", "----", "with more `-`"),
    ("page.tex", "\\begin{marble}[file=a.marble]\n\\end{marble}\n", "\\end{marble}", "change that line"),
    ("page.md", "~~~marble file=a.marble\n~~~\n", "~~~", "with more `~`"),
  ])
  func fileDoesNotCloseItsBlock(name: String, text: String, line: String, help: String) throws {
    let page = try rendered(text, as: name, files: ["a.marble": "-1|\n\(line)\n"])
    #expect(page.text == text)
    #expect(page.problems.first?.contains("line 2 of `a.marble` would close the fence") == true)
    #expect(page.problems.first?.contains(help) == true, "\(page)")
  }

  /// A description of an earlier picture could be false, but it could also be the author's.
  @Test(arguments: ["page.md", "page.adoc", "page.rst", "page.typ"])
  func keptDescriptionIsAWarning(name: String) throws {
    let scripts = [
      "page.md": "```marble svg=a.svg\n-1|\n```\n", "page.adoc": "[marble,svg=a.svg]\n----\n-1|\n----\n",
      "page.rst": ".. marble svg=a.svg\n\n.. code:: marble\n\n   -1|\n",
      "page.typ": "// marble svg=a.svg\n```marble\n-1|\n```\n",
    ]
    let first = try rendered(try #require(scripts[name]), as: name, files: [:])
    #expect(first.problems.isEmpty)
    let changed = first.text.replacing("-1|", with: "-2|")
    let page = try rendered(changed, as: name, files: [:])
    #expect(page.text == changed && page.problems.count == 1)
    #expect(page.problems.first?.contains("warning: the description of `a.svg` may be that of an earlier") == true)
    // The title of the picture on disk tells that the description was not edited.
    let title = "<svg><title>The stream sends 1 and completes at tick 2.</title></svg>"
    let renewed = try rendered(changed, as: name, files: ["a.svg": title])
    #expect(renewed.problems.isEmpty && renewed.text.contains("sends 2 and completes"), "\(renewed.text)")
  }

  /// A comment between `+` and a block would end the list, and a line below a title begins none.
  @Test func asciidocListsAndTitles() throws {
    let script = "[marble]\n----\n-1|\n----\n"
    let drawn = "....\n   0\n_  -1|\n....\n// /drawn\n"
    #expect(
      try rendered("* a\n+\n\(script)+\nb\n", as: "a.adoc").text == "* a\n+\n\(script)// drawn\n+\n\(drawn)+\nb\n")
    #expect(
      try rendered("* a\n+\n\(script)+\n// drawn\n\(drawn)+\nb\n", as: "a.adoc").text
        == "* a\n+\n\(script)// drawn\n+\n\(drawn)+\nb\n")
    #expect(try rendered("Ruby\n----\n\n\(script)", as: "a.adoc").text.contains("_  -1|"))
    #expect(try !rendered("[source]\n----\n\n\(script)", as: "a.adoc").text.contains("_  -1|"))
  }

  @Test func restructuredText() throws {
    let page = try rendered(
      """
      Text::

         .. code-block:: marble

            x(

      .. note::

        .. marble svg=a.svg alt="one"

        .. code-block:: marble
           :caption: One

           a = --1|

           a

      .. code:: marble

          a.delay(1)

      .. marble file=b.marble

      .. code:: marble

         old

      Text
      """, as: "page.rst")
    #expect(page.problems.isEmpty)
    #expect(
      page.text == """
        Text::

           .. code-block:: marble

              x(

        .. note::

          .. marble svg=a.svg alt="one"

          .. code-block:: marble
             :caption: One

             a = --1|

             a

          .. drawn

          .. image:: a.svg
             :alt: one

          .. /drawn

        .. code:: marble

            a.delay(1)

        .. drawn

        ::

                0
           a    --1|
                = a.delay(1) =
           out  ---1|

        .. /drawn

        .. marble file=b.marble

        .. code:: marble

           shown = -1|

           shown

        .. drawn

        ::

                  0
           shown  -1|

        .. /drawn

        Text
        """)
  }

  @Test func latex() throws {
    let page = try rendered(
      """
      \\begin{verbatim}
      \\begin{marble}
      \\end{verbatim}
        \\begin{marble}[svg=a.svg, text]
        a = -1|
        a
        \\end{marble}
      % A comment about marbles.
      \\end{document}\r

      """, as: "page.tex")
    #expect(page.problems.isEmpty)
    #expect(
      page.text == """
        \\begin{verbatim}
        \\begin{marble}
        \\end{verbatim}
          \\begin{marble}[svg=a.svg, text]
          a = -1|
          a
          \\end{marble}

          % drawn

          \\includegraphics{a}

          \\begin{verbatim}
             0
          a  -1|
          \\end{verbatim}

          % /drawn

        % A comment about marbles.
        \\end{document}\r

        """)
  }

  @Test func typst() throws {
    let page = try rendered(
      "````text\n```marble\nx(\n```\n````\n// marble svg=a.svg alt=one\n```marble\na = -1|\na\n```\n", as: "page.typ")
    #expect(
      page.text == """
        ````text
        ```marble
        x(
        ```
        ````
        // marble svg=a.svg alt=one
        ```marble
        a = -1|
        a
        ```

        // drawn

        #image("a.svg", alt: "one")

        // /drawn

        """)
  }

  @Test func mdxHasOtherComments() throws {
    let page = try rendered(
      "import A from 'a'\n\n```marble svg=a.svg alt=one\na = -1|\na\n```\n\n<A>\n", as: "page.mdx")
    #expect(
      page.text == """
        import A from 'a'

        ```marble svg=a.svg alt=one
        a = -1|
        a
        ```

        {/* drawn */}
        ![one](a.svg)
        {/* /drawn */}

        <A>

        """)
  }

  /// The form of Python-Markdown and pandoc.
  @Test func bracesAroundAttributes() throws {
    let page = try rendered(
      "```{.marble name=\"a .b\"}\na = -1|\na\n```\n\n```{.marble .hidden}\na\n```\n", as: "page.md")
    #expect(page.problems.isEmpty)
    #expect(
      page.text == """
        ```{.marble name="a .b"}
        a = -1|
        a
        ```

        ```{.text .drawn}
           0
        a  -1|
        ```

        ```{.marble .hidden}
        a
        ```

        """)
  }

  /// Only a warning tells a script from text that is shown as it is.
  @Test(arguments: [
    ("page.md", "text\n\n    ```marble\n    -1|\n    ```\n", "3:8"),
    ("page.md", "text\n\t```Marble\n\t-1|\n\t```\n", "2:5"),
    ("page.md", "- x\n\n      ```marble svg=x\n      -1|\n      ```\n", "3:10"),
    ("page.swift", "/// Text.\n///\n///     ```marble\n///     -1|\n", "3:12"),
    ("page.adoc", "[cols=\"a\"]\n|===\n|[source,marble]\n----\n-1\\|\n----\n|===\n", "3:10"),
    ("page.adoc", "[marble]\n----\ninclude::a.marble[]\n----\n", "1:2"),
    ("page.adoc", "[marble]\n-1|\n", "1:2"), ("page.adoc", "[source,marble]\n--\n-1|\n--\n", "1:9"),
    ("page.adoc", "[marble,svg=a.svg\n----\n-1|\n----\n", "1:2"),
    ("page.tex", "\\item\\begin{marble}\n-1|\n\\end{marble}\n", "1:13"),
    ("page.md", "<div markdown>\n```marble\n-1|\n```\n</div>\n", "2:4"),
    ("page.md", "|a|\n|-|\n\n: Caption\n\n    ```marble\n", "6:8"),
    ("page.md", "```{note}\n\n:::{marble}\n-1|\n:::\n```\n", "3:4"),
    ("page.rst", "+----------------+\n| .. code:: marble |\n+----------------+\n", "2:13"),
    ("page.rst", ":f: .. code-block:: marble\n\n      -1|\n\n  Text\n", "1:21"),
    ("page.rst", ".. [#] .. marble::\n\n      -1|\n", "1:11"),
    ("page.md", "```{eval-rst}\n.. marble::\n\n   -1|\n```\n", "2:4"),
    ("page.md", "```{eval-rst}\n.. code:: marble\n\n   -1|\n```\n", "2:11"),
    ("page.md", "```marble\n{{#include a.marble}}\n```\n", "1:4"),
    ("page.md", "```marble\n--8<-- \"a.marble\"\n```\n", "1:4"),
    ("page.md", "<!-- ```marble hidden\n-1|\n``` -->\n", "1:9"),
  ])
  func skippedScriptIsAWarning(name: String, text: String, place: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.text == text && page.problems.count == 1)
    #expect(page.problems.first?.hasPrefix("\(name):\(place): warning: this script does not run, ") == true, "\(page)")
    var answers: [Answer] = []
    try Document(name: name, bytes: Array(text.utf8)).run(in: { Session() }) { answer in
      answers.append(answer)
      return true
    }
    #expect(answers.count == 1)
  }

  @Test(arguments: [
    ("page.md", "    ```marble ignore\n    -1|\n    ```\n"), ("page.md", "    ````text\n    ```marble\n    ````\n"),
    ("page.adoc", "|===\n|`[marble]`\n|[marble] x\n|===\n"), ("page.adoc", "[marble] is a style.\n"),
    ("page.adoc", "[source,asciidoc]\n--\n[marble]\n----\n-1|\n----\n--\n"),
    ("page.tex", "\\verb|\\begin{marble}| or % \\begin{marble}\n\\end{marble}\n"),
  ])
  func shownScriptIsNoWarning(name: String, text: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.text == text && page.problems.isEmpty, "\(page)")
  }

  /// Each drawing is inside of the block of its script, and everything else stays.
  @Test func blocksOfOtherToolsHaveDrawings() throws {
    let text = """
      !!! note
          ```marble
          a = -1|
          a
          ```
      More

      === "Tab"
      \t```marble svg=a.svg
      \ta
      \t```

      Term
      :   Text

          ```marble
          a
          ```
      """
    let page = try rendered(text, as: "page.md")
    #expect(page.problems.isEmpty)
    // Python-Markdown reads no `text drawn`.
    let drawing = "\n    ```{.text .drawn}\n       0\n    a  -1|\n    ```\n"
    #expect(
      page.text == text.replacing("```\nMore", with: "```\n\(drawing)\nMore")
        .replacing(
          "\t```\n\n",
          with: "\t```\n\n\t<!-- drawn -->\n\t![a sends 1 and completes at tick 2.](a.svg)\n\t<!-- /drawn -->\n\n")
        + "\n\(drawing)".dropLast(), "\(page.text)")
  }

  @Test func optionOfADirectiveCanHaveSeveralLines() throws {
    let options = "   :caption: one\n      two\n   :hidden:\n\n"
    let page = try rendered(".. code-block:: marble\n\(options)   -1|\n", as: "page.rst")
    #expect(page.problems.count == 1 && page.text.contains("   _  -1|\n"), "\(page)")
    let directive = ".. marble::\n\(options)   -1|\n"
    #expect(try rendered(directive, as: "page.rst").problems.isEmpty)
    #expect(try rendered(directive.replacing("hidden", with: "hiden"), as: "page.rst").problems.count == 1)
  }

  /// For Sphinx, they would be the path of a script.
  @Test func optionsOfADirectiveAreBelowIt() throws {
    let problems = try rendered(".. marble:: hidden\n\n   -1|\n", as: "page.rst").problems
    #expect(problems.count == 1 && problems[0].contains("did you mean `:hidden:`?"), "\(problems)")
  }

  @Test(arguments: [
    ("page.adoc", "////\nmarble svg=a.svg\nalt=\"two lanes\"\n////\n\n[source,marble]\n----\n-1|\n----\n"),
    ("page.adoc", "// marble svg=a.svg\n// alt=\"two lanes\"\n// Text\n.Title\n[marble]\n----\n-1|\n----\n"),
    ("page.rst", ".. marble svg=a.svg\n   alt=\"two lanes\"\n\n.. code-block:: marble\n\n   -1|\n"),
    ("page.typ", "// marble svg=a.svg\n// alt=\"two lanes\"\n// Text\n```marble\n-1|\n```\n"),
    ("page.typ", "/* marble svg=a.svg\n   alt=\"two lanes\" */\n```marble\n-1|\n```\n"),
    ("page.typ", "/* marble svg=a.svg\n   alt=\"two lanes\"\n*/\n\n```marble\n-1|\n```\n/* a */\n"),
  ])
  func wordsAreInACommentOfSeveralLines(name: String, text: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.problems.isEmpty && page.pictures == ["a.svg"], "\(page)")
    #expect(page.text.ranges(of: "two lanes").count == 2, "\(page)")
    let problem = try rendered(text.replacing("alt=", with: "wdth="), as: name).problems.first ?? ""
    #expect(problem.contains(": warning: `wdth="), "\(problem)")
    #expect(problem.contains(name == "page.adoc" && text.hasPrefix("////") ? ":3:1: " : ":2:4: "), "\(problem)")
  }

  /// Typst knows no variables of CSS.
  @Test func picturesForTypstHaveFixedColors() throws {
    for (word, theme) in [("", "light"), (" theme=dark", "dark"), (" theme=auto", "light")] {
      let text = "// marble svg=a.svg\(word)\n```marble\n-1|\n```\n"
      let page = DocumentRenderer.render(
        try Document(name: "page.typ", bytes: Array(text.utf8)),
        readFile: { _ throws(SystemFailure) in throw SystemFailure(reason: "missing", cause: .missing) }
      ) { Issue.record("\($0)") }
      let picture = String(decoding: try #require(page.pictures.first).bytes, as: UTF8.self)
      #expect(!picture.contains("var("), "\(theme)")
      #expect(picture.contains("#0d1117") == (theme == "dark"))
    }
  }

  @Test(arguments: [
    // In a formula, backticks are text.
    ("x.typ", "Price $ x \"```marble\" $ and\n\n```marble\n--1|\n```\n", nil),
    (
      "x.rst", ".. code-block:: marble\n   :svg: a.svg\n   :linenos:\n   :name: a\n\n   --1|\n", "`.. marble svg=a.svg`"
    ),
    ("x.rst", ".. marble svg=a.svg\n\nText\n\n.. code-block:: marble\n\n   --1|\n", "no script is directly below them"),
    (
      "x.adoc", "// marble svg=a.svg\nText\n\n// marble diagrams\nText\n\n[marble]\n----\n--1|\n----\n",
      "no script is directly"
    ),
  ])
  func wordsWithoutEffectHaveAWarning(name: String, page: String, warning: String?) throws {
    let (text, pictures, problems) = try rendered(page, as: name)
    #expect(text.contains("_  --1|") && pictures.isEmpty)
    #expect(problems.count == (warning == nil ? 0 : 1), "\(problems)")
    if let warning { #expect(problems[0].contains(warning), "\(problems)") }
  }

  @Test(arguments: ["page.md", "page.mdx", "page.swift"])
  func backtickEndsAFence(name: String) {
    let mark = name.hasSuffix("swift") ? "/// " : ""
    let page = ["```marble alt=\"`x`\"", "--1|", "```"].map { mark + $0 }.joined(separator: "\n")
    let error = #expect(throws: Document.ParseError.self) { try Document(name: name, bytes: Array(page.utf8)) }
    #expect(error?.diagnostic.problem.help?.contains("`~~~`") == true)
    for text in [page.replacing("```", with: "~~~"), mark + "```marble a``` and ```marble``` are code\n"] {
      #expect(throws: Never.self) { try Document(name: name, bytes: Array(text.utf8)) }
    }
  }

  @Test func wordsAreInABlockComment() throws {
    let text = "/* marble hidden */\n```marble\n-1|\n```\n"
    #expect(try rendered(text, as: "page.typ").text == text)
  }

  @Test(arguments: ["x.MD", "x.Rst", "x.ADOC"])
  func endingIsInAnyCase(name: String) throws {
    #expect(try rendered("", as: name).problems.isEmpty)
    #expect(try Document(name: name, bytes: Array("x(\n".utf8)).passages.isEmpty)
  }

  @Test(arguments: [("page.md", "```{marble} a file.marble\n```\n"), ("page.rst", ".. marble:: a file.marble\n")])
  func pathOfADirectiveContainsSpaces(name: String, text: String) throws {
    let files = ["a file.marble": "-1|\n"]
    let page = try rendered(text, as: name, files: files)
    #expect(page.problems.isEmpty && page.text.contains("1|") == (name == "page.md"), "\(page)")
    let problem = try rendered(text, as: name, files: [:]).problems.first ?? ""
    #expect(problem.contains("cannot read `a file.marble`"), "\(problem)")
  }

  @Test func valueInLaTeXHasBraces() throws {
    let text = "\\begin{marble}[svg=a.svg,alt={two lanes},theme=dark]\n-1|\n\\end{marble}\n"
    let page = try rendered(text, as: "page.tex")
    #expect(page.problems.isEmpty && page.pictures == ["a.svg"], "\(page)")
  }

  @Test(arguments: [("“m.svg”", "m.svg"), ("l.svg,alt=foo", "l.svg"), ("a b,.png", "a b.svg")])
  func pictureInTypographicQuotes(path: String, example: String) throws {
    let written = path.contains(" ") ? "\"\(path)\"" : path
    let problem = try rendered("```marble svg=\(written)\n-1|\n```\n", as: "page.md").problems.first ?? ""
    #expect(problem.contains("such as `svg=\(example.contains(" ") ? "\"\(example)\"" : example)`"), "\(problem)")
  }

  /// Sphinx has an absolute path in the folder of its configuration.
  @Test(arguments: [("b/page.md", "```{marble} /s.marble\n```\n"), ("b/page.rst", ".. marble:: /s.marble\n")])
  func absolutePathOfADirective(name: String, text: String) throws {
    let script = "a = -1|\na == -2|\n"
    let problems = try rendered(text, as: name, files: ["b/../conf.py": "", "s.marble": script]).problems
    #expect(problems.first?.hasPrefix("✗ s.marble:2  a ") == true, "\(problems)")
    let unknown = try rendered(text, as: name, files: ["s.marble": script]).problems
    #expect(unknown.first?.contains("cannot read `/s.marble`") == true, "\(unknown)")
  }

  /// Another path is one from the folder of the page.
  @Test(arguments: [
    ("b/page.md", "```{marble} ../s.marble\n```\n"), ("b/page.rst", ".. marble:: ../s.marble\n"),
    ("b/page.md", "```{marble} ./../s.marble\n```\n"), ("b/page.md", "```{.marble file=../s.marble}\n```\n"),
  ])
  func relativePathOfADirective(name: String, text: String) throws {
    let script = "a = -1|\na == -2|\n"
    let path = text.contains("./..") ? "b/./../s.marble" : "b/../s.marble"
    let problems = try rendered(text, as: name, files: [path: script]).problems
    #expect(problems.first?.contains(":2  a ") == true, "\(problems)")
  }

  @Test(arguments: [
    "---\n# x: y\nsvg: a.svg # comment\nalt: >\n  two\n  lanes\n---\n",
    "---\nalt: two\n  lanes\nsvg: a.svg\n---\n", ":alt: \"two lanes\" # comment\n:svg: a.svg # comment\n",
  ])
  func optionsHaveCommentsAndBlocksOfYAML(options: String) throws {
    let page = try rendered("```{marble}\n\(options)-1|\n```\n", as: "page.md")
    #expect(page.problems.isEmpty && page.pictures == ["a.svg"], "\(page)")
    #expect(page.text.contains("![two lanes](a.svg)"), "\(page.text)")
  }

  /// Python-Markdown has no backslash before `<` and `&`.
  @Test func alternativeTextHasEntities() throws {
    let page = try rendered("```marble svg=a.svg alt=\"a < b & c\"\n-1|\n```\n", as: "page.md")
    #expect(page.text.contains("![a &lt; b &amp; c](a.svg)"), "\(page.text)")
  }

  @Test(arguments: ["", "```marble hidden\n-1|\n```\n\n<!-- drawn -->\n<!-- /drawn -->\n\n"])
  func endWithoutBeginningIsAnError(rest: String) throws {
    let page = try rendered("\(rest)Text\n\n<!-- /drawn -->\n", as: "page.md")
    #expect(page.problems.count == 1 && page.problems[0].contains("error: unexpected `<!-- /drawn -->`"), "\(page)")
  }

  @Test func optionsOfMySTAreThoseOfYAML() throws {
    let page = try rendered("```{marble}\n:alt: \"a: b\"  \n:svg: a.svg\t\n\n-1|\n```\n", as: "page.md")
    #expect(page.problems.isEmpty && page.text.contains("![a: b](a.svg)"), "\(page)")
  }

  /// Values have the quotes of CommonMark, pandoc and AsciiDoc.
  @Test(arguments: [
    ("page.md", "```marble svg=a.svg alt=\"say \\\"hi\\\" \\\\ \\d\"\n-1|\n```\n", "![say \"hi\" \\\\ \\\\d](a.svg)"),
    ("page.md", "```{.marble svg='a b.svg' alt='{\"}'}\n-1|\n```\n", "![{\"}](<a b.svg>)"),
    ("page.md", "```marble svg=a.svg alt='tis\n-1|\n```\n", "!['tis](a.svg)"),
    (
      "page.adoc", "[marble,svg=a.svg,alt=\"a \\\"b, c\\\"\"]\n----\n-1|\n----\n",
      "image::a.svg[alt=\"a \\\"b, c\\\"\"]"
    ),
  ])
  func valuesHaveQuotes(name: String, text: String, link: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.problems.isEmpty && page.text.contains(link), "\(page)")
  }

  @Test func valueWithABackslashAtItsEndIsOpen() throws {
    let problems = try rendered("```marble alt=\"a\\\"\n-1|\n```\n", as: "page.md").problems
    #expect(problems.first?.contains("for a `\\` at the end of the value, write `\\\\`") == true, "\(problems)")
  }

  @Test(arguments: [
    ("a.png", "a.svg"), ("a", "a.svg"), ("x/v1.2", "x/v1.2.svg"), ("https://e.com/x.svg?y", "x.svg"),
    ("http:a.svg", "a.svg"),
    ("~/b/x.svg", "x.svg"), ("x/", "x/demo.svg"), (".", "demo.svg"), ("x/.svg", "x/demo.svg"),
    ("\"a b\"", "\"a b.svg\""),
  ])
  func pathIsThatOfAPicture(path: String, example: String) throws {
    for text in ["```marble svg=\(path)\n-1|\n```\n", "```{marble}\n:svg: \(path)\n-1|\n```\n"] {
      let page = try rendered(text, as: "page.md")
      #expect(page.pictures.isEmpty && page.problems.count == 1)
      let reason = path.hasPrefix("~") ? "begins with `~`" : path.contains(":") ? "is an address" : "is not the path"
      #expect(page.problems.first?.contains(reason) == true, "\(page)")
      #expect(page.problems.first?.contains("such as `svg=\(example)`\n") == true, "\(page)")
    }
  }

  /// On many disks, such paths are those of one file.
  @Test func pathsDifferNotOnlyInCase() throws {
    let problems = try rendered(
      "```marble svg=x/A.svg\n-1|\n```\n\n```marble svg=x/a.SVG\n-2|\n```\n", as: "docs/page.md"
    ).problems
    #expect(problems.count == 1)
    #expect(problems.first?.contains("`x/a.SVG` and `x/A.svg`, the picture of another fence, are one file") == true)
  }

  /// The words in a comment are found in any form that an author may write, but a sentence has none.
  @Test(arguments: ["marble hidden", "Marble hidden", "MARBLE hidden new"], ["//", "// ", "//  "])
  func commentHasWords(words: String, mark: String) throws {
    for (name, open, close) in [("page.typ", "```marble", "```"), ("page.adoc", "[marble]\n----", "----")] {
      let text = "\(mark)\(words)\n\(open)\n-1|\n\(close)\n"
      let page = try rendered(text, as: name)
      #expect(page.problems.isEmpty && page.text == text, "\(page)")
    }
    let latex = "\(mark.replacing("//", with: "%"))\(words)\n\\begin{marble}\n-1|\n\\end{marble}\n"
    #expect(try rendered(latex, as: "page.tex").text == latex)
  }

  @Test func sentenceHasNoWords() throws {
    let page = try rendered("// Marble diagrams\n```marble\n-1|\n```\n", as: "page.typ")
    #expect(page.problems.isEmpty && page.text.contains("// drawn"))
    #expect(try rendered(".. MARBLE hidden\n\n.. code:: Marble\n\n   -1|\n", as: "page.rst").problems.isEmpty)
  }

  /// The directive of Sphinx is only tested, because Sphinx draws it.
  @Test func directiveOfSphinx() throws {
    let text = """
      .. marble::
         :alt: two lanes
         :svg: a.svg
         :align: left

         a = -1|
         a

      * .. marble::

           a == -2|

      .. marble:: demo.marble
         :drawing:

      Text
      """
    let page = try rendered(text, as: "page.rst")
    #expect(page.text == text && page.pictures.isEmpty)
    #expect(page.problems.count == 1 && page.problems.first?.hasPrefix("✗ page.rst:11  a ") == true, "\(page.problems)")
    #expect(try rendered("```{marble} demo.marble\n```\n", as: "page.md").problems.isEmpty)
  }

  @Test(arguments: [
    (":hiden:", "did you mean `:hidden:`?"), (":svg:", "did you mean `:svg: demo.svg`?"),
    (":hidden: x", "did you mean `:hidden:`?"), (":tick 10ms", "put a blank line above it"),
  ])
  func unknownOptionIsAWarning(option: String, help: String) throws {
    let page = try rendered("```{marble}\n\(option)\n-1|\n```\n", as: "page.md")
    #expect(page.problems.count == 1 && page.text.contains("_  -1|"))
    #expect(page.problems.first?.contains("`\(option)` is not an option of this directive") == true, "\(page)")
    #expect(page.problems.first?.contains(help) == true, "\(page)")
    let text = "```{code-block} marble\n:linenos:\n:emphasize-lines: 1\n-1|\n```\n"
    #expect(try rendered(text, as: "page.md").problems.isEmpty)
  }

  /// In AsciiDoc, the paths of pictures begin in a folder.
  @Test(arguments: [
    ("img", "a.svg", "../a.svg"), ("./img", "img/a.svg", "a.svg"), ("a/b", "a/c/x.svg", "../c/x.svg"),
    ("/img", "a.svg", "a.svg"), ("{x}", "a.svg", "a.svg"),
    ("img\n:imagesdir!:", "a.svg", "a.svg"),
  ])
  func linkBeginsInTheFolderOfImages(folder: String, path: String, link: String) throws {
    try expectPage(
      of: ":imagesdir: \(folder)\n\n[marble,svg=\(path)]\n----\n-1|\n----\n", as: "adoc", contains: "image::\(link)[")
  }

  /// MyST has options between two lines and blocks of code in any language, and does not read `{.text .drawn}`.
  @Test(arguments: [
    "{marble}\n---\nalt: x\nnew: true\n---", "{code-block} marble\n:caption: x", "{code} marble", "Marble",
  ])
  func formsOfMyST(opening: String) throws {
    try expectPage(
      of: "```\(opening)\n-1|\n```\n", as: "md", contains: "\n-1|\n```\n\n```text drawn\n   0\n_  -1|\n```\n")
  }

  /// Errors are at their lines and columns in the page.
  @Test(arguments: [
    ("page.adoc", "[marble]\n.Title\n----\nx(\n----\n", "page.adoc:4:3: error"),
    ("page.rst", ".. code:: marble\n\n   x(\n", "page.rst:3:6: error"),
    ("page.tex", "\\begin{marble}\nx(\n\\end{marble}\n", "page.tex:2:3: error"),
    ("page.typ", "// marble svg=\n```marble\nx\n```\n", "page.typ:1:11: error"),
    ("page.adoc", "[marble%unknown]\n----\n-1|\n----\n", "page.adoc:1:9: warning"),
    ("page.adoc", "[marble,opts=unknown]\n----\n-1|\n----\n", "page.adoc:1:9: warning"),
    ("page.rst", "..  Marble::\n\n    x(\n", "page.rst:3:7: error"),
    ("page.rst", ".. marble::\n   :hiden:\n\n   -1|\n", "page.rst:2:4: warning"),
    ("page.md", "> ```{marble}\n> :tick 10ms\n> -1|\n> ```\n", "page.md:2:3: warning"),
    ("page.md", "```{marble}\n---\nalt: x\naltt: x\n---\n-1|\n```\n", "page.md:4:1: warning"),
  ])
  func problemHasItsPlace(name: String, text: String, place: String) throws {
    let problems = try rendered(text, as: name).problems
    #expect(problems.first?.hasPrefix(place) == true, "\(problems)")
  }

  @Test(arguments: [
    ("page.tex", "\\begin{marble}\n-1|\n", "\\end{marble}"), ("page.adoc", "[marble]\n-----\n-1|\n----\n", "-----"),
    ("page.typ", "```marble\n-1|\n", "```"),
  ])
  func unclosedScriptIsAnError(name: String, text: String, closing: String) throws {
    let error = try #require(throws: Document.ParseError.self) {
      _ = try Document(name: name, bytes: Array(text.utf8))
    }
    #expect(error.diagnostic.problem.help?.contains("a line of \(closing),") == true)
  }

  /// The lines that an author has edited stay, and their path follows `svg=`.
  @Test(arguments: [
    (
      "page.adoc", "[marble,svg=b.svg]\n----\n-1|\n----\n",
      "// drawn\n\nimage::a.svg[My text,width=300]\n\n// /drawn"
    ),
    (
      "page.rst", ".. marble svg=b.svg\n\n.. code:: marble\n\n   -1|\n",
      ".. drawn\n\n.. figure:: a.svg\n   :alt: Mine\n\n   A caption\n\n.. /drawn"
    ),
    (
      "page.tex", "\\begin{marble}[svg=b.svg]\n-1|\n\\end{marble}\n",
      "% drawn\n\n\\begin{figure}\n  \\includegraphics[width=3cm]{a}\n\\end{figure}\n\n% /drawn"
    ),
    (
      "page.typ", "// marble svg=b.svg\n```marble\n-1|\n```\n",
      "// drawn\n\n#figure(\n  image(\"a.svg\", alt: \"Mine\", width: 50%),\n  caption: [Mine])\n\n// /drawn"
    ),
    (
      "page.md", "```marble svg=b.svg\n-1|\n```\n",
      "<!-- drawn -->\n<p><img src=\"a.svg\"\n        width=\"300\"></p>\n<!-- /drawn -->"
    ),
  ])
  func editedPictureStays(name: String, script: String, picture: String) throws {
    let page = try rendered("\(script)\n\(picture)\n", as: name, files: ["b.svg": ""])
    #expect(page.problems.isEmpty)
    let path = name == "page.tex" ? ("{a}", "{b}") : ("a.svg", "b.svg")
    #expect(page.text == "\(script)\n\(picture.replacing(path.0, with: path.1))\n")
  }

  /// A path is written as each tool reads it, and a second run finds it again.
  @Test(arguments: [
    ("adoc", "[marble,svg=\"a[1]_{x}#.svg\"]\n----\n-1|\n----\n", "image::a%5B1%5D_%7Bx%7D%23.svg["),
    ("rst", ".. marble svg=\"a b#.svg\"\n\n.. code:: marble\n\n   -1|\n", ".. image:: a\\ b#.svg\n"),
    ("typ", "// marble svg=a\"b.svg\n```marble\n-1|\n```\n", "image(\"a\\\"b.svg\","),
    ("mdx", "```marble svg=a{b}.svg alt=\"{x}\"\n-1|\n```\n", "![\\{x\\}](a%7Bb%7D.svg)"),
  ])
  func pathIsEscaped(ending: String, text: String, link: String) throws {
    try expectPage(of: text, as: ending, contains: link)
  }

  @Test func latexHasNoSuchPath() throws {
    let problems = try rendered("\\begin{marble}[svg=\"a%b.svg\"]\n-1|\n\\end{marble}\n", as: "page.tex").problems
    #expect(problems.first?.hasPrefix("page.tex:1:16: error: `a%b.svg` contains `%`") == true, "\(problems)")
  }

  /// Commands around the picture have braces too.
  @Test func pathOfLatexIsThatOfThePicture() throws {
    let text = "\\begin{marble}[svg=b.svg]\n-1|\n\\end{marble}\n\n% drawn\n\n"
    let page = try rendered("\(text)\\fbox{\\includegraphics[width={3cm}]{a}}\n\n% /drawn\n", as: "page.tex").text
    #expect(page == "\(text)\\fbox{\\includegraphics[width={3cm}]{b}}\n\n% /drawn\n")
  }

  /// A script can be the first block of a list item, and its drawing is in the item.
  @Test(arguments: [
    ("rst", "* .. code:: marble\n\n     -1|\n\n* y\n", "\n  .. drawn\n\n  ::\n\n        0\n     _  -1|\n"),
    ("rst", "* - .. code:: marble\n\n       -1|\n", "\n    .. drawn\n"),
    ("rst", "10. .. marble svg=a.svg\n\n    .. code:: marble\n\n       -1|\n", "\n    .. image:: a.svg\n"),
    ("rst", "(a) .. code:: marble\n\n       -1|\n\n    Text\n", "\n    .. drawn\n"),
    ("rst", "#. x::\n\n     .. code:: marble\n\n        x(\n\n   .. code:: marble\n\n      -1|\n", "\n   .. drawn\n"),
    ("typ", "- ```marble\n  -1|\n  ```\n- y\n", "\n  // drawn\n"),
    ("typ", "1. Text ```marble\n   -1|\n   ```\n", "\n   // drawn\n"),
    ("tex", "\\item \\begin{marble}\n-1|\n\\end{marble}\n", "\n      % drawn\n"),
  ])
  func scriptBeginsAListItem(ending: String, text: String, drawing: String) throws {
    try expectPage(of: text, as: ending, contains: drawing)
  }

  /// The message of a script in which nothing fails quotes the words of the page.
  @Test(arguments: [
    ("[source%fails,marble]", "source%fails,marble"), ("// marble fails\n// name=x\n[source,marble]", "marble fails"),
  ])
  func wordsAreQuotedAsTheyAreWritten(words: String, quoted: String) throws {
    let page = try rendered("\(words)\n----\na = -1|\n----\n", as: "page.adoc")
    #expect(page.problems.first?.contains("  \(quoted)\n  nothing in this fence fails") == true, "\(page)")
  }

  /// A merge of two versions of a page can leave several pictures.
  @Test func allPicturesBelowAScriptAreReplaced() throws {
    let text = "[marble]\n----\n-1|\n----\n"
    let picture = "\n// drawn\n\nimage::b.svg[]\n\n// /drawn\n"
    let page = try rendered(text + picture + picture, as: "page.adoc")
    let plain = try rendered(text, as: "page.adoc").text
    #expect(page.problems.isEmpty && page.text == plain, "\(page)")
    let hidden = text.replacing("[marble]", with: "[marble%hidden]")
    #expect(try rendered(hidden + picture + picture, as: "page.adoc").text == hidden)
    let lost = try rendered("\(text)\nText\n\(picture)", as: "page.adoc")
    #expect(lost.problems.contains { $0.contains("delete it up to `// /drawn`") }, "\(lost)")
  }

  /// A merge can also leave its marks or both pictures between the comments, of which the first description stays.
  @Test(arguments: [
    ("md", "```marble svg=a.svg\n-1|\n```\n", "<!-- @drawn -->", "![Mine](a.svg)"),
    ("mdx", "```marble svg=a.svg\n-1|\n```\n", "{/* @drawn */}", "![Mine](a.svg)"),
    ("adoc", "[marble,svg=a.svg]\n----\n-1|\n----\n", "// @drawn\n", "image::a.svg[Mine]"),
    (
      "rst", ".. marble svg=a.svg\n\n.. code:: marble\n\n   -1|\n", ".. @drawn\n", ".. image:: a.svg\n   :alt: Mine"
    ),
    (
      "tex", "\\begin{marble}[svg=a.svg]\n-1|\n\\end{marble}\n", "% @drawn\n",
      "\\includegraphics[alt={Mine}]{a}"
    ),
    ("typ", "// marble svg=a.svg\n```marble\n-1|\n```\n", "// @drawn\n", "#image(\"a.svg\", alt: \"Mine\")"),
  ])
  func conflictBetweenTheCommentsIsSolved(ending: String, script: String, mark: String, link: String) throws {
    let other = link.replacing("Mine", with: "Theirs")
    func page(_ lines: String) -> String {
      // Asciidoctor and the others have a blank line around the picture.
      let blank = mark.hasSuffix("\n") ? "\n" : ""
      let begins: String = mark.replacing("@", with: "")
      let ends: String = mark.replacing("@", with: "/").replacing("\n", with: "")
      return "\(script)\n\(begins)\n\(lines)\n\(blank)\(ends)\n"
    }
    let conflicts = [
      "<<<<<<< HEAD\n\(link)\n=======\n\(other)\n>>>>>>> other",
      "<<<<<<< HEAD\n\(link)\n||||||| base\n=======\n>>>>>>> other", "\(link)\n\(other)",
      "\(link)\n<<<<<<< HEAD\n=======\n\(other)\n>>>>>>> other",
    ]
    for conflict in conflicts {
      let result = try rendered(page(conflict), as: "page.\(ending)", files: ["a.svg": "<svg></svg>"])
      #expect(result.problems.isEmpty && result.text == page(link), "\(result)")
    }
  }

  /// A picture in another list item belongs to another script.
  @Test(arguments: [
    ("rst", "* .. code:: marble\n\n     -1|\n", "\n.. drawn\n\n.. image:: b.svg\n\n.. /drawn\n"),
    ("rst", ".. code:: marble\n\n   -1|\n", "\n* .. drawn\n\n  .. image:: b.svg\n\n  .. /drawn\n"),
    ("typ", "- ```marble\n  -1|\n  ```\n", "\n// drawn\n\n#image(\"b.svg\")\n\n// /drawn\n"),
    ("tex", "\\begin{marble}\n-1|\n\\end{marble}\n", "\n  % drawn\n\n  \\includegraphics{b}\n\n  % /drawn\n"),
  ])
  func pictureInAnotherBlockStays(ending: String, text: String, picture: String) throws {
    let page = try rendered(text + picture, as: "page.\(ending)")
    #expect(page.problems.isEmpty)
    #expect(page.text.hasPrefix(text) && page.text.hasSuffix(picture), "\(page.text)")
    #expect(page.text.split(separator: "/drawn").count == 3)
  }

  /// Text that the tools do not show as a script does not run.
  @Test(arguments: [
    ("page.md", "---\ntitle: |\n  x\n```marble\nx(\n```\n---\n"),
    ("page.md", "+++\nx = '''\n```marble\nx(\n```\n'''\n+++\n"),
    ("page.mdx", "{/*\n```marble\nx(\n```\n*/}\n"),
    ("page.rst", ".. A comment\n\n   .. code:: marble\n\n      x(\n"),
    ("page.rst", "..\n   .. code:: marble\n\n      x(\n"),
    ("page.tex", "\\iffalse\n\\begin{marble}\nx(\n\\end{marble}\n\\fi\n"),
    ("page.tex", "\\end{document}\n\\begin{marble}\nx(\n\\end{marble}\n"),
    ("page.tex", "\\begin{verbatim}\ntext\\end{verbatim}\n\\iffalse\n\\begin{marble}\nx(\n\\end{marble}\n\\fi\n"),
    ("page.typ", "/* #f( /* ```marble\nx(\n``` */ */ `/*`\n"),
    ("page.typ", "```marble x(```\n"), ("page.typ", "/*\n```marble\nx(\n```\n*/\n"),
    ("page.mdx", "export const s = `\n\n~~~marble\nx(\n~~~\n`\n"),
    ("page.rst", ".. code-block::marble\n\n   x(\n"), ("page.tex", "\\begin{Marble}\nx(\n\\end{Marble}\n"),
    ("page.md", "``` {#marble .swift}\nx(\n```\n"), ("page.md", ":::{note}\nText\n:::\n"),
    ("page.adoc", "[marble,options=\"new,hidden\"]\n----\n-1|\n----\n"),
  ])
  func textIsNoScript(name: String, text: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.problems.isEmpty)
    #expect(page.text == text)
  }

  /// Scripts after such text run, as do those below a rule.
  @Test(arguments: [
    ("page.md", "---\na: 1\n---\n```marble\n-1|\n```\n"), ("page.md", "---\n\n```marble\n-1|\n```\n\n---\n"),
    ("page.mdx", "{/* one line */}\n\n```marble\n-1|\n```\n"), ("page.rst", "..\n\n   .. code:: marble\n\n      -1|\n"),
    ("page.rst", ".. _a:\n\n.. [1] Note\n\n.. |b| replace:: b\n\n.. code:: marble\n\n   -1|\n"),
    ("page.adoc", "[marble]\n\n----\n-1|\n----\n"), ("page.adoc", "```marble\n-1|\n```\n"),
    ("page.adoc", "```js\nx\n```\n\n[marble]\n----\n-1|\n----\n"), ("page.typ", "/* x */\n```marble\n-1|\n```\n"),
    ("page.mdx", "<A>\n  <B>\n    ```marble\n    -1|\n    ```\n  </B>\n</A>\n"),
    ("page.tex", "\\iffalse\nx\n\\else\n\\begin{marble}\n-1|\n\\end{marble}\n\\fi\n"),
    ("page.adoc", "[marble#x]\n----\n-1|\n----\n"), ("page.adoc", "[marble.role]\n----\n-1|\n----\n"),
    ("page.adoc", "[marble#x.y%text.z,alt=a]\n----\n-1|\n----\n"),
    ("page.adoc", "[marble]\n// comment\n.Title\n----\n-1|\n----\n"),
    ("page.md", "``` {#a .marble}\n-1|\n```\n"), ("page.md", "``` {alt=v .marble}\n-1|\n```\n"),
    ("page.md", ":::{marble}\n:alt: x\n-1|\n:::\n"), ("page.md", "```{Marble}\n-1|\n```\n"),
    ("page.rst", "..  code-block:: marble\n\n    -1|\n"), ("page.rst", ".. Code-Block:: marble\n\n   -1|\n"),
    ("page.mdx", "import A from 'a`'\n\n```marble\n-1|\n```\n"),
    ("page.mdx", "export const s = `\\`\n\n`\n\n```marble\n-1|\n```\n"),
  ])
  func textIsAScript(name: String, text: String) throws {
    let page = try rendered(text, as: name)
    #expect(page.problems.allSatisfy { $0.contains("has no effect without a picture") })
    #expect(page.text != text)
  }

  /// The line of an error after the data at the beginning of a page.
  @Test func frontMatterHasLines() throws {
    let problems = try rendered("---\na: 1\n---\n```marble\nx(\n```\n", as: "page.md").problems
    #expect(problems.first?.hasPrefix("page.md:5:3:") == true)
  }

  /// In Typst, marks end a script in any place of a line.
  @Test func typstHasTextAfterAScript() throws {
    let problems = try rendered("#figure(\n```marble\n-1|\n```, caption: [x])\n", as: "page.typ").problems
    #expect(problems.first?.hasPrefix("page.typ:2:1: error: the drawing of this script has no place") == true)
    let inCode = "#figure(\n// marble hidden\n```marble\na = -1|\n```, caption: [(])\n```marble\na```\n"
    let page = try rendered(inCode, as: "page.typ")
    #expect(page.problems.isEmpty && page.text.hasPrefix("\(inCode)\n// drawn\n"), "\(page)")
    let labeled = "```marble\n-1|\n``` <lab>\n"
    #expect(try rendered(labeled, as: "page.typ").text.hasPrefix("\(labeled)\n// drawn\n"))
    let hidden = "#[```marble x```]\n[\n```marble hidden\na = -1|\n```]\n"
    #expect(try rendered(hidden, as: "page.typ").text == hidden)
  }

  /// In the arguments of a function, lines below a script are code.
  @Test(arguments: [
    "#figure(```marble\n-1|\n```)\n", "#figure(\n  ```marble\n  -1|\n  ```,\n  caption: [x]\n)\n",
    "#f(\")\", [(], ```js\nx(\n```)(\n```marble\n-1|\n```\n)\n", "#let x = ```marble\n-1|\n```\n",
  ])
  func typstCodeHasNoPlace(text: String) throws {
    let problems = try rendered(text, as: "page.typ").problems
    #expect(problems.count == 1 && problems[0].contains("`// marble hidden` directly above it"), "\(problems)")
  }

  @Test(arguments: [
    "#f[\n```marble\n-1|\n```\n]\n", "#f(a) (see `(`, [x](1 http://x.y (1\n```marble\n-1|\n```\n",
    "\\#f(\n```marble\n-1|\n```\n",
    "#f(\n[\n```marble\n-1|\n```\n])\n", "#f(```js\nx\n```)\n```marble\n-1|\n```\n", "// #f(\n```marble\n-1|\n```\n",
  ])
  func typstMarkupHasAPlace(text: String) throws {
    let page = try rendered(text, as: "page.typ")
    #expect(page.problems.isEmpty && page.text.contains("// drawn"), "\(page)")
  }

  /// Values cannot end the block with a drawing.
  @Test func valueEndsNoDrawing() throws {
    let latex = try rendered("\\begin{marble}\na = -[\"\\\\end{verbatim}\"]|\na\n\\end{marble}\n", as: "page.tex").text
    #expect(latex.contains("a  -\"\\\\end {verbatim}\"|\n\\end{verbatim}"))
    let typst = try rendered("````marble\na = -[x```]|\na\n````\n", as: "page.typ").text
    #expect(typst.contains("\n````text\n") && typst.contains("\n````\n\n// /drawn"))
  }

  /// Without its last line, a drawing would take the place of the text below it.
  @Test(arguments: ["```swift\nlet x = 1\n```\n", "```marble\n-2|\n```\n", "Text\n"])
  func unclosedDrawingIsAnError(rest: String) throws {
    let text = "```marble\n-1|\n```\n\n```text drawn\n   0\n\nText\n\n\(rest)"
    let error = try #require(throws: Document.ParseError.self) {
      _ = try Document(name: "page.md", bytes: Array(text.utf8))
    }
    #expect(error.source.position(of: error.diagnostic.span.lowerBound).line == 5)
  }

  /// Random pages, whose lines all stay.
  @Test(arguments: ["adoc", "rst", "tex", "typ", "mdx"])
  func linesOfThePageStay(ending: String) throws {
    let parts = [
      "[marble]", "----", "....", ".. code-block:: marble", "   ", "\\begin{marble}", "\\end{marble}", "```marble",
      "```",
      "a = -1|", "a", "// marble svg=a.svg", ".. marble text", "text::", "", "+", "% marble text", "é", "* ", "- ",
      "[marble#x.y]", ".. Marble:: s.marble", ".. code-block::marble", "export const s = `",
      "- ```marble", "1. .. code:: marble", "#f(", ")", "[", "]", "/*", "*/", "\\item ", "<A>", "</A>",
    ]
    var drawn = 0
    for seed in 0..<500 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let lines = (0..<12).map { _ in
        let indentation = Bool.random(using: &random) ? 0 : Int.random(in: 0...4, using: &random)
        return String(repeating: " ", count: indentation) + (parts.randomElement(using: &random) ?? "")
      }
      let text = lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
      func render(_ bytes: [UInt8]) throws -> [UInt8] {
        let document = try Document(name: "page.\(ending)", bytes: bytes)
        return DocumentRenderer.render(document, readFile: { _ throws(SystemFailure) in [] }, answer: { _ in }).bytes
      }
      guard let page = try? render(Array(text.utf8)) else { continue }
      if page != Array(text.utf8) { drawn += 1 }
      var rest = page.markdownLines[...]
      for line in Array(text.utf8).markdownLines {
        let index = rest.firstIndex { $0.elementsEqual(line) }
        #expect(index != nil, "\(text)")
        rest = rest[((index ?? rest.startIndex) + 1)...]
      }
      #expect(try render(page) == page, "\(text)")
    }
    #expect(drawn > 0)
  }
}
