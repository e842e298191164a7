import Foundation
import Testing

/// The programs that build the site.
private enum SiteTools {
  static let areInstalled = ["cmark-gfm", "python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}

/// The static site of the documentation.
@Suite(.enabled(if: SiteTools.areInstalled, "cmark-gfm or python3 is missing; Scripts/setup site installs them"))
struct SiteTests {
  /// Whether `Scripts/engine` has built the engine, without which the site has no playground.
  static let hasEngine = FileManager.default.fileExists(atPath: Package.root + "/.build/engine/marble-engine.wasm")

  /// The path of the site on a server, which no page contains by chance.
  private static let base = "/path-on-the-server/"

  /// The site in a temporary folder, which the tests share.
  static let shared = Result {
    let folder = try TemporaryFolder()
    let outcome = try Program(folder: folder.path).run(
      shell: "exec \"$@\"", [Package.root + "/Site/build", "--base", base, "site", Program.path])
    return (folder: folder, outcome: outcome)
  }

  @Test func everyPageExistsAndEveryLinkWorks() throws {
    let (folder, outcome) = try Self.shared.get()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let documents = Package.files(in: Package.root + "/Documentation", endingIn: ".md")
    let pages = Package.files(in: folder.path + "/site", endingIn: ".html")
    let operators = pages.filter { $0.contains("/Documentation/Operators/") && !$0.hasSuffix(".drag.html") }
    #expect(operators.count > 70)
    let dragged = pages.filter { $0.hasSuffix("drag.html") }
    // Some operators have no marbles to drag.
    #expect((70...operators.count).contains(dragged.count))
    let made =
      ["index.html", "operators.html", "choose.html", "404.html", "Documentation/Errors.html"]
      + (Self.hasEngine ? ["play/index.html"] : [])
    #expect(pages.count == documents.count + 1 + operators.count + dragged.count + made.count)
    for page in pages where !dragged.contains(page) {
      let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int
      #expect(size ?? .max < 180_000, "\(page)")
    }
    let overview = try String(contentsOfFile: folder.path + "/site/Documentation/Operators.html", encoding: .utf8)
    #expect(overview.contains("href=\"Operators/combineLatest.html\""))
    for page in pages {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      if page.hasSuffix("drag.html") { continue }
      let names = text.matches(of: /\bid="([^"]*)"/).map { String($0.1) }
      #expect(Set(names).count == names.count, "\(page) has an id twice")
      #expect(text.firstMatch(of: /<meta name="description" content="[^"]{10}/) != nil, "\(page)")
      for match in text.matches(of: /(?:src|href)="([^"#]+)[^"]*"/) where !match.1.contains(":") && match.1 != Self.base
      {
        let path = URL(fileURLWithPath: page).deletingLastPathComponent().path + "/" + match.1
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(match.1)")
      }
    }
  }

  @Test func pagesHaveNoExternalResources() throws {
    let (folder, _) = try Self.shared.get()
    for page in Package.files(in: folder.path + "/site", endingIn: ".html") {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(text.contains(#"<meta name="viewport""#), "\(page)")
      #expect(text.firstMatch(of: /src="(?:[a-z]+:|\/)|<link[^>]*href="(?!data:)[a-z]+:|@import/) == nil, "\(page)")
    }
    let style = try String(contentsOfFile: folder.path + "/site/site.css", encoding: .utf8)
    #expect(style.contains("prefers-color-scheme: dark"))
    #expect(!style.contains("url("))
  }

  @Test(.enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"))
  func pagesAreSearchedFilteredAndDragged() throws {
    let (folder, _) = try Self.shared.get()
    let browser = try Browser()
    let root = "file://\(folder.path)/site/"
    try browser.open(root + "Documentation/Tour.html")
    try browser.value(of: "query.value = 'retry'; search()")
    try browser.wait(for: "!results.hidden && results.querySelector('a')")
    #expect(try browser.string("results.querySelector('a').href") == root + "Documentation/Operators/retry.html")
    try browser.value(of: "query.value = 'qqqq zzzz'; search()")
    try browser.wait(for: "results.textContent === 'Nothing was found.'")
    try browser.value(of: "query.value = '--retry'; search()")
    try browser.wait(for: "results.querySelector('a')?.textContent === 'retry'")
    // Typing errors, and names in other libraries.
    for query in ["debouce", "swichmap", "switchMap", "withLatestFrom"] {
      try browser.value(of: "query.value = '\(query)'; search()")
      let name = ["debouce": "debounce", "withLatestFrom": "withLatest"][query] ?? "flatMap"
      try browser.wait(for: "results.querySelector('a')?.href === '\(root)Documentation/Operators/\(name).html'")
    }
    try browser.value(of: "query.focus()")
    try browser.press("ArrowDown")
    #expect(try browser.isTrue("document.activeElement === results.querySelector('a')"))
    try browser.press("Escape")
    #expect(try browser.isTrue("document.activeElement === query && results.hidden"))
    try browser.open(root + "operators.html")
    try browser.value(of: "filter.value = 'switchMap'; filter.dispatchEvent(new Event('input'))")
    #expect(
      try browser.string(
        "[...document.querySelectorAll('.cards li:not([hidden]) code')].map(c => c.textContent).join()"
      )
      .contains("flatMap"))
    try browser.open(root + "Documentation/Operators/debounce.drag.html")
    try browser.wait(for: "page.handles.all.length === 5")
    #expect(browser.problems == [])
    #expect(browser.requests.allSatisfy { $0.hasPrefix(root) || $0.hasPrefix("data:") })
    // From a file, this page too has the style and the links of the others.
    try browser.open(root + "404.html")
    #expect(try browser.string("getComputedStyle(document.body).display") == "grid")
    #expect(try browser.string("document.querySelector('main a').href") == root + "index.html")
  }

  /// The questions of users, each with the page that answers it, in `Questions.txt`.
  ///
  /// The search finds this page among the first five sections.
  @Test(.enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"))
  func searchFindsTheAnswersToQuestions() throws {
    let questions = try String(contentsOfFile: Package.root + "/Tests/rxreplTests/Questions.txt", encoding: .utf8)
    let (folder, _) = try Self.shared.get()
    let browser = try Browser()
    try browser.open("file://\(folder.path)/site/index.html")
    try browser.value(of: "load().then((sections) => { window.sections = sections }); 0")
    try browser.wait(for: "window.sections")
    let lines = questions.split(separator: "\n")
    #expect(lines.count == 50)
    for line in lines {
      let parts = line.components(separatedBy: " -> ")
      try #require(parts.count == 2)
      let found = try browser.string(
        "find(sections, '\(parts[0])').slice(0, 5).map((section) => section.address.split('#')[0]).join(' ')")
      #expect(found.split(separator: " ").contains(Substring(parts[1])), "\(parts[0]): \(found)")
    }
  }

  /// A server shows `404.html` at each unknown address, so its links begin with the path of the site on the server.
  @Test func onlyThePageForUnknownAddressesDependsOnTheBase() throws {
    let (folder, _) = try Self.shared.get()
    let outcome = try Program().run(shell: "grep -rF \"$2\" \"$1/site\"", [folder.path, Self.base])
    #expect(outcome.output == "\(folder.path)/site/404.html:<base href=\"\(Self.base)\">\n")
    let page = try String(contentsOfFile: folder.path + "/site/404.html", encoding: .utf8)
    #expect(!page.contains("href=\"#"))
  }

  /// The animated picture of the README, which `Scripts/picture` writes.
  @Test func pictureOfADragIsUpToDate() throws {
    let outcome = try Program().run(
      shell: "exec \"$1\" --check \"$2\"", [Package.root + "/Scripts/picture", Program.path])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let picture = try Data(contentsOf: URL(fileURLWithPath: Package.root + "/Documentation/Pictures/drag.svg"))
    #expect(picture.count < 60_000)
  }

  @Test func operatorsHaveNeighborsAndSummariesWithoutMarkdown() throws {
    let (folder, _) = try Self.shared.get()
    func page(_ path: String) throws -> String {
      try String(contentsOfFile: folder.path + "/site/" + path, encoding: .utf8)
    }
    let debounce = try page("Documentation/Operators/debounce.html")
    #expect(debounce.contains("<a href=\"delay.html\">← delay</a><a href=\"throttle.html\">throttle →</a>"))
    for path in ["operators.html", "choose.html"] {
      let text = try page(path)
      #expect(text.contains("<code>false</code>") && !text.contains("`"), "\(path)")
    }
  }
}
