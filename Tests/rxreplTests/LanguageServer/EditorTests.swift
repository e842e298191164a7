import Foundation
import Testing

@testable import MarbleTerminal
@testable import rxrepl

/// The extensions of editors, with the real editor or a replacement of its interface.
@Suite struct EditorTests {
  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let resources = Package.tests + "/LanguageServer"
  private static let vscode = Package.root + "/Editors/vscode"

  // MARK: Visual Studio Code

  @Test(.enabled(if: path(of: "node") != nil, "there is no Node.js"))
  func extensionShowsResults() throws {
    let node = try #require(Self.path(of: "node"))
    let folder = try TemporaryFolder()
    let line = #"{"time": 1, "stream": "typed", "kind": "value", "value": "ji", "source": "/work/app.ts:1:1"}"#
    try folder.write(line + "\n{}\n", to: "trace.jsonl")
    let outcome = try Program(megabytes: 32_768).run(
      shell: "exec \"$@\"",
      [node, Self.resources + "/vscode.js", Self.vscode, try Program.path, folder.path + "/trace.jsonl"])
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        {"errors":["rxrepl has ended (spawn /nonexistent/rxrepl ENOENT)","rxrepl has ended (exit status 1)",\
        "rxrepl has ended (SIGKILL)"],"startsForOthers":false,\
        "watched":"trace.jsonl","diagnostics":[["there is no operator named `mrege`\\nhelp: did you mean `merge`?",0,\
        "https://docs.test/Documentation/Errors.html#unknownoperator"],\
        ["1 difference\\ntick 2  expected 2, got 1",0,null]],"hover":"![a sen","hints":["✗ 1"],"rename":3,\
        "references":2,"symbols":["a"],"selections":[1,8],"delta":[],"lenses":["play","why","update"],"terminal":{"shellArgs":["-e","a = --1|\\na == --2|\\n:play"],"cwd":"/work/"},\
        "why":"`2` did not come: nothing sends it. `a` sends only `1`.",\
        "applied":[["file:///work/demo.marble",[{"range":{"start":{"line":2,"character":5},\
        "end":{"line":2,"character":9}},"newText":"--1|"}]]],\
        "warning":":2:1: this line is not an event of a trace","recorded":["[ji]"]}

        """)
  }

  @Test(.enabled(if: path(of: "python3") != nil, "there is no Python"))
  func extensionIsPackedWithoutNPM() throws {
    let folder = try TemporaryFolder()
    let archive = folder.path + "/marble.vsix"
    let packed = try Program().run(shell: "exec \"$@\"", [Package.root + "/Scripts/make-vsix", archive])
    #expect(packed.output == archive + "\n")
    let list = """
      import sys, zipfile, xml.dom.minidom
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for name in archive.namelist(): print(name)
      for name in archive.namelist()[:2]: xml.dom.minidom.parseString(archive.read(name))
      for name in archive.namelist()[3:-1]:
        assert archive.read(name) == open(sys.argv[2] + name[len("extension"):], "rb").read(), name
      manifest = xml.dom.minidom.parseString(archive.read("extension.vsixmanifest"))
      print(dict(manifest.getElementsByTagName("Identity")[0].attributes.items()))
      """
    let listed = try Program().run(
      shell: "exec \"$@\"", [try #require(Self.path(of: "python3")), "-c", list, archive, Self.vscode])
    #expect(listed.errors == "")
    #expect(
      listed.output == """
        [Content_Types].xml
        extension.vsixmanifest
        extension/LICENSE.txt
        extension/README.md
        extension/connection.js
        extension/convert.js
        extension/extension.js
        extension/icon.png
        extension/language-configuration.json
        extension/marble-markdown.tmLanguage.json
        extension/marble.tmLanguage.json
        extension/package.json
        {'Language': 'en-US', 'Id': 'marble', 'Version': '\(Version.number)', 'Publisher': 'rxrepl'}

        """)
  }

  /// The extension activates for the languages that the server serves, and its program exists.
  @Test func extensionNamesItsFiles() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.vscode + "/package.json"))
    let package = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(package["main"] as? String == "./extension.js")
    #expect(
      package["activationEvents"] as? [String] == ["onLanguage:marble", "onLanguage:markdown", "onStartupFinished"])
    #expect(package["dependencies"] == nil && package["devDependencies"] == nil)
  }

  /// The problem matcher takes errors, warnings and failed assertions, and nothing else of a report.
  @Test func problemsOfReportsAreMatched() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.vscode + "/package.json"))
    let package = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let matchers = (package["contributes"] as? [String: Any])?["problemMatchers"] as? [[String: Any]]
    let pattern = try #require((matchers?.first?["pattern"] as? [String: Any])?["regexp"] as? String)
    let expression = try Regex(pattern)
    let folder = try TemporaryFolder()
    try folder.write("a = --1|\na == --1|\na == --2|\nmrege(a)\n", to: "demo.marble")
    let outcome = try Program().run(shell: "cd \"$1\"; \"$2\" test demo.marble", [folder.path, try Program.path])
    let lines = (outcome.output + outcome.errors).split(separator: "\n")
    #expect(
      lines.filter { $0.contains(expression) } == [
        "✗ demo.marble:3  a      1 difference", "demo.marble:4:1: error: there is no operator named `mrege`",
      ])
  }

  // MARK: Neovim

  @Test(.enabled(if: path(of: "nvim") != nil, "there is no Neovim"))
  func neovimAttaches() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1|\nlong = -2|\nmerge(a, long)\nmrege(a)\n", to: "demo.marble")
    var program = Program(megabytes: 32_768)
    program.environment = [
      "PROGRAM": try Program.path, "SCRIPT": folder.path + "/demo.marble", "OUTPUT": folder.path + "/output",
      "HOME": folder.path,
    ]
    let outcome = try program.run(
      shell: "exec \"$@\"",
      [
        try #require(Self.path(of: "nvim")), "--clean", "--headless", "--cmd",
        "set runtimepath^=\(Package.root)/Editors/vim", "-c", "luafile \(Self.resources)/neovim.lua",
      ])
    #expect(outcome.status == 0)
    #expect(
      String(decoding: try folder.bytes("output"), as: UTF8.self) == """
        4:1 there is no operator named `mrege` / help: did you mean `merge`?
        ```text /    0 / a  ──1┤ / ```
        a    = --1|
        long = -2|
        merge(a, long)
        mrege(a)
        PROGRAM -e
        # Title 0
        ```marble 0
        ```marble 1

        """)
  }
}
