import Foundation
import Testing

/// The page in a browser: for everybody, on every screen, and nothing from elsewhere.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"), .serialized)
struct PageQualityTests {
  private static let script = "a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2)) == --1-x(2)--|\n"

  /// The names, roles and colors of everything that is visible, as a list of faults.
  private static let faults = """
    (() => {
      const faults = [];
      const luminance = ([r, g, b]) => [r, g, b].map((part) => part / 255)
        .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const color = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
      const isVisible = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
      for (const element of document.querySelectorAll("button, input, textarea, [role=slider], [tabindex]")) {
        if (!isVisible(element)) continue;
        const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
        if (!name.trim()) faults.push("no name: " + element.outerHTML.slice(0, 80));
        const box = element.getBoundingClientRect();
        const isControl = element.matches("button, input, [role=slider]");
        if (isControl && (box.width < 24 || box.height < 24) && element.type !== "range") {
          faults.push(`too small: ${box.width} x ${box.height}: ` + element.outerHTML.slice(0, 80));
        }
      }
      const walker = document.createTreeWalker(document.querySelector("body"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || element.closest("svg, script, noscript, option")) continue;
        if (!isVisible(element) || element.matches(":disabled, textarea")) continue;
        let ground = element;
        while (ground && (color(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0) ground = ground.parentElement;
        const [front, back] = [getComputedStyle(element).color, ground && getComputedStyle(ground).backgroundColor];
        const [one, two] = [luminance(color(front)), luminance(back ? color(back) : [255, 255, 255])];
        const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
        if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(1)}: ${walker.currentNode.textContent.trim()}`);
      }
      return faults.join("\\n");
    })()
    """

  private static let looks = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]

  @Test(arguments: PageHost.all, looks)
  func everybodyCanUseThePage(host: PageHost, look: (width: Int, scheme: String)) throws {
    let browser = try Browser()
    try browser.resize(width: look.width, height: 900)
    try browser.emulate(["prefers-color-scheme": look.scheme, "prefers-reduced-motion": "reduce"])
    let page = try DraggedPage(host, script: Self.script, in: browser)
    #expect(try browser.string(Self.faults) == "")
    #expect(try browser.number("document.documentElement.scrollWidth") <= Double(look.width))
    #expect(try browser.number("document.getAnimations().length") == 0)
    #expect(try browser.string("document.documentElement.lang") == "en")
    try browser.value(of: "get('show-operators').click()")
    try browser.wait(for: "document.querySelectorAll('#choices li').length > 70")
    #expect(try browser.string(Self.faults) == "")
    #expect(browser.problems == [])
    #expect(browser.requests.filter { !$0.hasPrefix(page.address) && !$0.hasPrefix("data:") } == [])
  }

  @Test(arguments: PageHost.all) func focusFollowsThePicture(host: PageHost) throws {
    let page = try DraggedPage(host, script: Self.script)
    let browser = page.browser
    try browser.value(of: "get('text').focus()")
    var places: [String] = []
    for _ in 0..<8 {
      try browser.send("Input.dispatchKeyEvent", ["type": "keyDown", "key": "Tab", "windowsVirtualKeyCode": 9])
      try browser.send("Input.dispatchKeyEvent", ["type": "keyUp", "key": "Tab", "windowsVirtualKeyCode": 9])
      places.append(
        try browser.string(
          "document.activeElement.getAttribute('aria-valuetext') ?? document.activeElement.id + document.activeElement.className"
        ))
    }
    #expect(
      places.filter { $0.contains("tick") } == [
        "1 on tick 2", "2 on tick 5", "completed on tick 8", "x on tick 3", "completed on tick 7",
      ])
    #expect(try browser.isTrue("getComputedStyle(document.activeElement).outlineStyle !== 'none'"))
    withExtendedLifetime(page) {}
  }

  @Test func pageWithoutTokenSaysWhatToDo() throws {
    let browser = try Browser()
    let server = try PageServer()
    try browser.open("http://127.0.0.1:\(server.port)/")
    try browser.wait(for: "!['', 'Loading…'].includes(get('status').textContent)")
    #expect(
      try browser.string("get('status').textContent")
        == "the token is missing: open the address that rxrepl printed")
  }

  private static let exercise = Package.root + "/examples/exercises/1-values-over-time/07-ten-times-as-much.marble"

  @Test(arguments: PageHost.all) func exerciseIsSolvedOnThePage(host: PageHost) throws {
    let browser = try Browser()
    try browser.resize(width: 390, height: 900)
    let page = try DraggedPage(
      host, file: Self.exercise, fragment: "x=values-over-time%2Ften-times-as-much", in: browser)
    try browser.wait(for: "!get('exercise').hidden && page.handles.all.length === 4")
    #expect(try browser.string("get('exercise-title').textContent") == "Ten times as much")
    try browser.value(of: "get('more-hints').click()")
    #expect(try browser.string("get('hints').textContent").hasPrefix("Write prices, a dot, map"))
    try answer("prices.map { $0 + 10 }", browser)
    try browser.wait(for: "get('verdict').textContent.includes('This adds 10 to each price.')")
    #expect(try browser.string(Self.faults) == "")
    #expect(try browser.number("document.documentElement.scrollWidth") <= 390)
    // The answer remains while an input is moved, and its events follow.
    try browser.value(of: "page.handles.all[0].element.focus()")
    try browser.press("ArrowRight")
    try browser.wait(for: "page.text.startsWith('prices = ---1-2--3--|') && !page.runs.running")
    #expect(try browser.string("get('answer').value") == "prices.map { $0 + 10 }")
    try answer("prices.map { $0 * 10 }", browser)
    try browser.wait(for: "document.querySelector('#verdict .passed')?.textContent.startsWith('✓ Right.')")
    #expect(browser.problems == [])
    withExtendedLifetime(page) {}
  }

  /// The same exercise in a file without a server.
  @Test func exerciseIsSolvedInAFile() throws {
    let browser = try Browser()
    try browser.resize(width: 390, height: 900)
    let folder = try TemporaryFolder()
    let outcome = try Program(folder: folder.path).run("page", Self.exercise, "-o", "exercise.html")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let page = try String(contentsOfFile: folder.path + "/exercise.html", encoding: .utf8)
    #expect(!page.contains("$0 * 10") && !page.contains("$0*10"))
    try browser.open("file://\(folder.path)/exercise.html")
    try browser.wait(for: "!get('exercise').hidden && page.handles.all.length === 4")
    for (typed, reply) in [
      ("prices.map{ $0+10 }", "failed This adds 10 to each price. * multiplies."),
      ("prices.map { 10 * $0 }", "passed ✓ Right."),
      ("prices.map { $0 * 20 / 2 }", " This file does not know this answer and cannot run it."),
      ("prices.map  { $0*10 }", "passed ✓ Right."), ("", " Write your answer first."),
    ] {
      try answer(typed, browser)
      let verdict = "get('verdict').firstChild"
      #expect(try browser.string("`${\(verdict).className} ${\(verdict).textContent}`").hasPrefix(reply))
    }
    #expect(try browser.string("get('script').textContent").contains("$0") == false)
    try browser.value(of: "get('show-solution').click()")
    #expect(try browser.string("get('hints').textContent") == "The solution is prices.map { $0 * 10 }.")
    #expect(try browser.string(Self.faults) == "")
    #expect(browser.problems == [])
  }

  private func answer(_ text: String, _ browser: Browser) throws {
    try browser.value(of: "get('answer').value = '\(text)'; get('answer').dispatchEvent(new Event('input'))")
    try browser.wait(for: "!page.runs.running")
    try browser.value(of: "get('check').requestSubmit()")
  }

  // MARK: Baked pages

  private func baked() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "lesson.marble")
    let outcome = try Program(folder: folder.path).run("page", "lesson.marble", "-o", "lesson.html")
    #expect(outcome.end == .status(1), "the expectation is wrong on purpose: \(outcome.errors)")
    return folder
  }

  @Test func bakedPageIsDraggedWithoutAServer() throws {
    let folder = try baked()
    let browser = try Browser()
    try browser.send(
      "Network.emulateNetworkConditions",
      ["offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0])
    try browser.open("file://\(folder.path)/lesson.html")
    try browser.wait(for: "page.handles.all.length === 5")
    let tick = try browser.number("page.picture.axis.width")
    let box = "page.handles.all[0].element.getBoundingClientRect()"
    let (x, y) = (try browser.number("\(box).x + \(box).width / 2"), try browser.number("\(box).y + \(box).height / 2"))
    try browser.mouse(.down, x, y)
    try browser.mouse(.move, x + 2 * tick, y)
    try browser.mouse(.up, x + 2 * tick, y)
    try browser.wait(for: "!page.runs.running && page.moving.drag === null")
    #expect(try browser.string("page.text").hasPrefix("a = ----1.2--|\n"))
    // A move starts from the script as it is written.
    try browser.value(of: "page.handles.all[1].element.focus()")
    try browser.press("ArrowRight")
    try browser.wait(for: "page.text.startsWith('a = --1---2-|')")
    try browser.value(of: "get('reset').click()")
    try browser.wait(for: "page.text.startsWith('a = --1--2--|')")
    #expect(try browser.string(Self.faults) == "")
    #expect(browser.problems == [])
    #expect(browser.requests == ["file://\(folder.path)/lesson.html"])
  }

  @Test func bakedPageShowsThePictureWithoutScripts() throws {
    let folder = try baked()
    let browser = try Browser()
    try browser.send("Emulation.setScriptExecutionDisabled", ["value": true])
    try browser.send("Page.navigate", ["url": "file://\(folder.path)/lesson.html"])
    var text = ""
    for _ in 0..<1_000 where !text.contains("\"baked\"") {
      let document = try browser.send("DOM.getDocument")["root"] as? [String: Any]
      let outer = try? browser.send("DOM.getOuterHTML", ["backendNodeId": document?["backendNodeId"] ?? 0])
      text = outer?["outerHTML"] as? String ?? ""
    }
    #expect(text.contains("<svg"))
    #expect(text.contains("a         ──1──2─────┤\nb         ───x──────┤"))
  }
}
