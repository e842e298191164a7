import Foundation
import Testing

/// The page in a browser: every way to change a script with marbles.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"), .serialized)
struct DraggingTests {
  private let server: PageServer
  private let browser: Browser

  init() throws {
    let folder = try TemporaryFolder()
    try folder.write("a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2))\n", to: "demo.marble")
    server = try PageServer([folder.path + "/demo.marble"])
    browser = try Browser()
    try browser.open(server.address)
    try browser.wait(for: "page.handles.all.length === 5")
  }

  private var script: String {
    get throws { try browser.string("page.answer.text === page.text ? page.text : 'the answer is old'") }
  }

  private func lane(_ name: String) throws -> String {
    try script.split(separator: "\n").first { $0.hasPrefix(name + " = ") }.map { String($0.dropFirst(4)) } ?? ""
  }

  private func settle() throws { try browser.wait(for: "!page.runs.running && page.moving.drag === null") }

  private func center(_ element: String) throws -> (x: Double, y: Double) {
    let box = "(\(element)).getBoundingClientRect()"
    return (
      try browser.number("\(box).x + \(box).width / 2"), try browser.number("\(box).y + \(box).height / 2")
    )
  }

  private func handle(_ index: Int) throws -> (x: Double, y: Double) {
    try center("page.handles.all[\(index)].element")
  }

  private func focus(_ index: Int) throws { try browser.value(of: "page.handles.all[\(index)].element.focus()") }

  // MARK: Pointer

  @Test func mouseDragsMarblesAndEnds() throws {
    var tick = try browser.number("page.picture.axis.width")
    var place = try handle(0)
    try browser.mouse(.down, place.x, place.y)
    for steps in 1...3 {
      try browser.mouse(.move, place.x + tick * Double(steps), place.y)
      try browser.wait(for: "page.answer.timelines[0].marbles.some(m => m.text === '1' && m.tick === \(2 + steps))")
    }
    #expect(try lane("a") == "-----(12)--|")
    try browser.mouse(.move, place.x + tick * 4, place.y)
    try browser.mouse(.up, place.x + tick * 4, place.y)
    try settle()
    #expect(try lane("a") == "-----2.1-|")
    // The grip and the focus stay with the marble.
    #expect(try browser.string("document.activeElement.getAttribute('aria-valuetext')") == "1 on tick 6")
    place = try handle(2)
    tick = try browser.number("page.picture.axis.width")
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + tick * 2.1, place.y)
    try browser.mouse(.up, place.x + tick * 2.1, place.y)
    try settle()
    #expect(try lane("a") == "-----2.1---|")
    try browser.press("z", control: true)
    try settle()
    #expect(try lane("a") == "-----2.1-|")
    try browser.press("z", control: true)
    try settle()
    #expect(try lane("a") == "--1--2--|")
    try browser.press("Z", control: true, shift: true)
    try settle()
    #expect(try lane("a") == "-----2.1-|")
  }

  @Test func escapeCancelsADrag() throws {
    let place = try handle(0)
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + 60, place.y)
    try browser.wait(for: "page.answer.text !== 'a = --1--2--|\\nb = ---x---|\\nmerge(a, b.delay(2))\\n'")
    try browser.press("Escape")
    try settle()
    try browser.mouse(.up, place.x + 60, place.y)
    #expect(try lane("a") == "--1--2--|")
    #expect(try browser.isTrue("get('undo').disabled"))
  }

  @Test func clicksMoveAndAddMarbles() throws {
    let tick = try browser.number("page.picture.axis.width")
    let place = try handle(0)
    try browser.click(place.x, place.y)
    try browser.click(place.x - tick, place.y)
    try settle()
    #expect(try lane("a") == "-1---2--|")
    let line = try handle(0)
    try browser.click(line.x + 2 * tick, line.y)
    try browser.click(line.x + 2 * tick, line.y, clicks: 2)
    try settle()
    #expect(try lane("a") == "-1-3-2--|")
  }

  @Test func fingerDragsMarbles() throws {
    try browser.send("Emulation.setTouchEmulationEnabled", ["enabled": true])
    let tick = try browser.number("page.picture.axis.width")
    let place = try handle(1)
    try browser.touch("touchStart", place)
    for step in 1...6 { try browser.touch("touchMove", (place.x - tick * Double(step) / 3, place.y)) }
    try browser.touch("touchEnd", nil)
    try settle()
    #expect(try lane("a") == "--1.2----|")
  }

  /// Those who have no keys use the buttons of the clicked marble.
  @Test func buttonsChangeTheClickedMarble() throws {
    var place = try handle(0)
    try browser.click(place.x, place.y)
    try browser.value(of: "get('marble-value').value = '42'; get('marble').requestSubmit()")
    try settle()
    #expect(try lane("a") == "--[42]--2--|")
    // An end on the tick of a value is beside it.
    try focus(2)
    for _ in 0..<3 {
      try browser.press("ArrowLeft")
      try settle()
    }
    #expect(try lane("a") == "--[42]--(2|)")
    place = try handle(1)
    try browser.click(place.x - 4, place.y)
    try browser.value(of: "get('remove-marble').click()")
    try settle()
    #expect(try lane("a") == "--[42]--|")
  }

  @Test func numbersOfTheScriptAreDragged() throws {
    let place = try center("[...document.querySelectorAll('#colors .number')].at(-1)")
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + 12, place.y)
    try browser.mouse(.move, place.x + 24, place.y)
    try browser.mouse(.up, place.x + 24, place.y)
    try settle()
    #expect(try script.hasSuffix("merge(a, b.delay(5))\n"))
    try browser.press("z", control: true)
    try settle()
    #expect(try script.hasSuffix("merge(a, b.delay(2))\n"))
  }

  @Test func handlesStayOverTheirMarks() throws {
    let worst = """
      (() => {
        const center = (element) => {
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const pairs = [
          ...page.handles.all.map((handle) => [handle.element, handle.lane.marks[handle.marble]]),
          ...page.reasons.marks.map((event) => [event.element, event.lane.marks[event.index]]),
        ].map((pair) => pair.map(center));
        return Math.max(...pairs.flatMap(([one, two]) => one.map((part, index) => Math.abs(part - two[index]))));
      })()
      """
    let actions = [
      "page.change(page.text + 'a.delay(1)'); page.run(page.text)",
      // The drawing above the other becomes higher, and lower again.
      "page.run(page.text, { edit: 'move', timeline: 0, marble: 0, tick: 5 })", "page.step(true)", "page.present(true)",
      "page.present(false)",
    ]
    for action in actions {
      try browser.value(of: action)
      try settle()
      #expect(try browser.number("page.handles.all.length + page.reasons.marks.length") == 15)
      #expect(try browser.number(worst) < 0.5, "\(action)")
    }
    try browser.resize(width: 390, height: 900)
    try browser.wait(for: "get('picture').getBoundingClientRect().width < 390 && \(worst) < 0.5")
  }

  @Test func pressedButtonsKeepTheFocus() throws {
    try browser.value(of: "document.querySelector('[aria-label^=\"a is hot\"]').focus()")
    try browser.value(of: "document.activeElement.click()")
    try settle()
    #expect(try browser.string("document.activeElement.getAttribute('aria-label')") == "a is cold: change it")
  }

  // MARK: Keyboard

  @Test func keysMoveChangeAndRemoveMarbles() throws {
    try focus(0)
    try browser.press("ArrowRight")
    try settle()
    #expect(try lane("a") == "---1-2--|")
    #expect(try browser.string("get('status').textContent") == "1 on tick 3")
    try browser.press("ArrowRight", shift: true)
    try settle()
    #expect(try lane("a") == "-----2--(1|)")
    try browser.press("Home")
    try settle()
    #expect(try lane("a") == "1----2--|")
    for key in ["4", "2"] { try browser.press(key) }
    try browser.press("Enter")
    try settle()
    #expect(try lane("a") == "[42]----2--|")
    try browser.press("Delete")
    try settle()
    #expect(try lane("a") == "-----2--|")
    #expect(try browser.string("document.activeElement.className") == "handle")
    try browser.press("#")
    try settle()
    #expect(try lane("a") == "-----#")
    try browser.press("+")
    try settle()
    #expect(try lane("a") == "------(1#)")
  }

  @Test func escapeCancelsTyping() throws {
    try focus(0)
    try browser.press("9")
    try browser.press("Escape")
    #expect(try lane("a") == "--1--2--|")
    #expect(try browser.string("document.activeElement.getAttribute('role')") == "slider")
  }

  @Test func buttonsChangeLanes() throws {
    try browser.value(of: "get('add-lane').click()")
    try settle()
    #expect(try lane("c") == "--1--2--|")
    try browser.value(of: "document.querySelector('[aria-label^=\"c is hot\"]').click()")
    try settle()
    #expect(try lane("c") == "cold --1--2--|")
    try browser.value(of: "document.querySelector('[aria-label=\"Add a marble to c\"]').click()")
    try settle()
    #expect(try lane("c") == "cold --1--2-3|")
    try browser.value(of: "document.querySelector('[aria-label=\"Remove c\"]').click()")
    try settle()
    #expect(try lane("c") == "")
  }

  @Test func operatorsAreInserted() throws {
    try browser.value(of: "get('show-operators').click()")
    try browser.wait(for: "document.querySelectorAll('#choices li').length > 70")
    try browser.value(of: "get('filter').value = 'debounce'; page.operators.filter()")
    try browser.value(of: "document.querySelector('#choices button').focus()")
    try browser.wait(for: "document.querySelector('#example svg')")
    try browser.value(of: "document.querySelector('#choices button').click()")
    try settle()
    #expect(try script.hasSuffix("merge(a, b.delay(2))\na.debounce(3)\n"))
  }

  // MARK: Typing

  private func type(_ text: String) throws {
    try browser.value(of: "page.script.field.focus(); page.script.field.setSelectionRange(1000, 1000)")
    for character in text { try browser.press(String(character)) }
    try settle()
  }

  @Test func completionsAndSignaturesFollowTheCursor() throws {
    try type("a.deb")
    try browser.wait(for: "document.querySelector('#text-candidates [aria-selected=true]')")
    #expect(try browser.string("document.querySelector('#text-candidates code').textContent") == "debounce")
    try browser.press("Escape")
    #expect(try browser.isTrue("get('text-candidates').hidden"))
    try browser.press("o")
    try browser.wait(for: "!get('text-candidates').hidden")
    try browser.press("Enter")
    try settle()
    #expect(try script.hasSuffix("\na.debounce("))
    try browser.wait(for: "get('signature').textContent.startsWith('source.debounce(time')")
    // The last picture without an error stays.
    #expect(try browser.isTrue("get('board').classList.contains('old') && page.picture.lanes.length >= 3"))
    try type("1)")
    #expect(try browser.isTrue("!get('board').classList.contains('old') && page.picture.lanes.length === 5"))
  }

  @Test func changesRemainWhenThePageIsLoadedAgain() throws {
    try type("b.take(first: 1)")
    try browser.send("Page.reload")
    try browser.wait(for: "page.answer && page.text.endsWith('b.take(first: 1)') && !page.runs.running")
    try browser.value(of: "get('reset').click()")
    try settle()
    #expect(try script == "a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2))\n")
    try browser.press("z", control: true)
    try settle()
    #expect(try script.hasSuffix("b.take(first: 1)"))
  }

  @Test func tooLongScriptsAreNotShared() throws {
    // Random letters cannot be compressed.
    try browser.value(
      of: """
        page.change('// ' + Array.from({ length: 30000 }, (_, index) => (index * index * 7919 % 10007).toString(36)).join(''))
        """)
    try browser.value(of: "page.sharing.share()")
    #expect(try browser.string("get('status').textContent").hasPrefix("The script is too long for an address."))
  }

  // MARK: Understanding and sharing

  @Test func reasonIsShown() throws {
    try browser.value(of: "document.querySelectorAll('.event')[2].focus()")
    try browser.wait(for: "get('why').textContent !== ''")
    #expect(
      try browser.string("get('why').textContent")
        == "`x` on tick 5: `b` sent `x` on tick 3, `delay(2)` held it until tick 5.")
    #expect(
      try browser.string("document.querySelector('.handle.cause').getAttribute('aria-valuetext')") == "x on tick 3")
    try browser.press("ArrowLeft")
    try browser.wait(for: "get('why').textContent.startsWith('`2` on tick 5')")
  }

  @Test func playheadHidesTheFuture() throws {
    #expect(try browser.isTrue("get('veil').hidden"))
    try browser.value(of: "get('time').focus()")
    try browser.press("Home")
    try browser.value(of: "get('time').value = 4; get('time').dispatchEvent(new Event('input'))")
    #expect(try browser.isTrue("!get('veil').hidden"))
    let edge = try browser.number("get('veil').getBoundingClientRect().x")
    #expect(try handle(0).x < edge)
    #expect(try handle(1).x > edge)
  }

  @Test func sharedAddressContainsTheScript() throws {
    #expect(try browser.string("location.hash") == "")
    try browser.value(of: "page.sharing.share()")
    try browser.wait(for: "location.hash.startsWith('#s=')")
    let hash = try browser.string("location.hash")
    #expect(!hash.contains(server.token))
    try focus(0)
    try browser.press("Delete")
    try settle()
    try browser.value(of: "location.hash = ''")
    try browser.value(of: "location.hash = '\(hash)'")
    try browser.wait(for: "page.text === 'a = --1--2--|\\nb = ---x---|\\nmerge(a, b.delay(2))\\n'")
    for script in ["", "a = --[🙂]--|", String(repeating: "a = --1--|\\n", count: 500)] {
      #expect(
        try browser.isTrue(
          "page.sharing.packed('\(script)').then(it => page.sharing.unpacked(it)).then(it => it === '\(script)')"))
    }
  }

  /// The address has no token, but another tab of the same server needs none.
  @Test func sharedAddressOpensInAnotherTab() throws {
    try focus(0)
    try browser.press("Delete")
    try settle()
    try browser.value(of: "page.sharing.share()")
    try browser.wait(for: "location.hash.startsWith('#s=')")
    let hash = try browser.string("location.hash")
    #expect(!hash.contains(server.token))
    try browser.openTab()
    try browser.open("http://127.0.0.1:\(server.port)/\(hash)")
    try browser.wait(for: "page.handles.all.length === 4")
    #expect(try script == "a = -----2--|\nb = ---x---|\nmerge(a, b.delay(2))\n")
    #expect(try browser.string("location.hash") == hash)
  }

  @Test func rawAndRenamedMarblesAreMoved() throws {
    let text = "r = raw -1-|-2\\nw = --x| where x = 10\\nl = {-5}*\\nmerge(r, w, l, \"-q|\").take(4)"
    try browser.value(of: "page.change('\(text)'); page.run(page.text)")
    try settle()
    #expect(
      try browser.string("page.handles.all.map(handle => handle.element.getAttribute('aria-valuetext')).join('; ')")
        == "1 on tick 1; completed on tick 3; 2 on tick 5; [10] on tick 2; completed on tick 3")
    for index in [0, 3] {
      try focus(index)
      try browser.press("ArrowLeft")
      try settle()
    }
    #expect(try lane("r") == "raw 1--|-2")
    #expect(try lane("w") == "-x-| where x = 10")
    try focus(3)
    try browser.press("Delete")
    try settle()
    #expect(
      try browser.string("get('status').textContent") == "`where` replaces this `x`: delete `x` there first")
    // The others say why they have no handles.
    #expect(
      try browser.string("[...document.querySelectorAll('.fixed')].map(line => line.title).join('; ')") == """
        The marbles of l can only be changed in the text, because they repeat.; \
        The marbles of in 1 can only be changed in the text, because no line of the script is this timeline.
        """)
    let place = try center("document.querySelector('.fixed')")
    try browser.click(place.x, place.y)
    #expect(try browser.string("get('status').textContent").hasPrefix("The marbles of l "))
  }

  @Test func errorsStandBelowThePicture() throws {
    try browser.value(of: "get('text').value = 'a = --1|\\na.dely(2)'; get('text').dispatchEvent(new Event('input'))")
    try browser.wait(for: "document.querySelector('#messages .error')")
    #expect(
      try browser.string("document.querySelector('#messages .error').textContent").contains("did you mean `delay`?"))
    #expect(try browser.string("document.querySelector('#colors .wrong').textContent") == "dely")
  }
}
