import Foundation
import Testing

/// The page in a browser: every way to change a script with marbles.
@Suite(
  .enabled(if: Browser.path != nil, "Chromium is missing; Scripts/setup test installs it"), .serialized)
struct DraggingTests {
  // MARK: Pointer

  @Test(arguments: PageHost.all) func mouseDragsMarblesAndEnds(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    var tick = try browser.number("page.picture.axis.width")
    var place = try page.handle(0)
    try browser.mouse(.down, place.x, place.y)
    for steps in 1...3 {
      try browser.mouse(.move, place.x + tick * Double(steps), place.y)
      try browser.wait(for: "page.answer.timelines[0].marbles.some(m => m.text === '1' && m.tick === \(2 + steps))")
    }
    #expect(try page.lane("a") == "-----(12)--|")
    try browser.mouse(.move, place.x + tick * 4, place.y)
    try browser.mouse(.up, place.x + tick * 4, place.y)
    try page.settle()
    #expect(try page.lane("a") == "-----2.1-|")
    // The grip and the focus stay with the marble.
    #expect(try browser.string("document.activeElement.getAttribute('aria-valuetext')") == "1 on tick 6")
    place = try page.handle(2)
    tick = try browser.number("page.picture.axis.width")
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + tick * 2.1, place.y)
    try browser.mouse(.up, place.x + tick * 2.1, place.y)
    try page.settle()
    #expect(try page.lane("a") == "-----2.1---|")
    try browser.press("z", control: true)
    try page.settle()
    #expect(try page.lane("a") == "-----2.1-|")
    try browser.press("z", control: true)
    try page.settle()
    #expect(try page.lane("a") == "--1--2--|")
    try browser.press("Z", control: true, shift: true)
    try page.settle()
    #expect(try page.lane("a") == "-----2.1-|")
  }

  @Test(arguments: PageHost.all) func escapeCancelsADrag(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    let written = "a = --1--2--|\\nb = ---x---|\\nmerge(a, b.delay(2))\\n"
    try page.cancelDrag(of: 0, when: "page.answer.text !== '\(written)'")
    #expect(try page.lane("a") == "--1--2--|")
    #expect(try browser.isTrue("get('undo').disabled"))
  }

  /// The marble returns to its own place, and not to that of the edit before.
  @Test(arguments: PageHost.all) func escapeCancelsADragAfterAnotherEdit(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.focus(0)
    try browser.press("ArrowRight")
    try page.settle()
    try page.cancelDrag(of: 3, when: "!page.text.includes('b = ---x---|')")
    #expect(try page.script == "a = ---1-2--|\nb = ---x---|\nmerge(a, b.delay(2))\n")
    #expect(
      try browser.string("page.handles.all.map(({ element }) => element.getAttribute('aria-label')).join()")
        == "a: 1,a: 2,a: completed,b: x,b: completed")
  }

  @Test(arguments: PageHost.all) func clicksMoveAndAddMarbles(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    let tick = try browser.number("page.picture.axis.width")
    let place = try page.handle(0)
    try browser.click(place.x, place.y)
    try browser.click(place.x - tick, place.y)
    try page.settle()
    #expect(try page.lane("a") == "-1---2--|")
    let line = try page.handle(0)
    try browser.click(line.x + 2 * tick, line.y)
    try browser.click(line.x + 2 * tick, line.y, clicks: 2)
    try page.settle()
    #expect(try page.lane("a") == "-1-3-2--|")
  }

  @Test(arguments: PageHost.all) func fingerDragsMarbles(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try browser.send("Emulation.setTouchEmulationEnabled", ["enabled": true])
    let tick = try browser.number("page.picture.axis.width")
    let place = try page.handle(1)
    try browser.touch("touchStart", place)
    for step in 1...6 { try browser.touch("touchMove", (place.x - tick * Double(step) / 3, place.y)) }
    try browser.touch("touchEnd", nil)
    try page.settle()
    #expect(try page.lane("a") == "--1.2----|")
  }

  /// Those who have no keys use the buttons of the clicked marble.
  @Test(arguments: PageHost.all) func buttonsChangeTheClickedMarble(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    var place = try page.handle(0)
    try browser.click(place.x, place.y)
    try browser.value(of: "get('marble-value').value = '42'; get('marble').requestSubmit()")
    try page.settle()
    #expect(try page.lane("a") == "--[42]--2--|")
    // An end on the tick of a value is beside it.
    try page.focus(2)
    for _ in 0..<3 {
      try browser.press("ArrowLeft")
      try page.settle()
    }
    #expect(try page.lane("a") == "--[42]--(2|)")
    place = try page.handle(1)
    try browser.click(place.x - 4, place.y)
    try browser.value(of: "get('remove-marble').click()")
    try page.settle()
    #expect(try page.lane("a") == "--[42]--|")
  }

  @Test(arguments: PageHost.all) func numbersOfTheScriptAreDragged(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    let place = try page.center("[...document.querySelectorAll('#colors .number')].at(-1)")
    try browser.mouse(.down, place.x, place.y)
    try browser.mouse(.move, place.x + 12, place.y)
    try browser.mouse(.move, place.x + 24, place.y)
    try browser.mouse(.up, place.x + 24, place.y)
    try page.settle()
    #expect(try page.script.hasSuffix("merge(a, b.delay(5))\n"))
    try browser.press("z", control: true)
    try page.settle()
    #expect(try page.script.hasSuffix("merge(a, b.delay(2))\n"))
  }

  @Test(arguments: PageHost.all) func handlesStayOverTheirMarks(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
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
      try page.settle()
      #expect(try browser.number("page.handles.all.length + page.reasons.marks.length") == 15)
      #expect(try browser.number(worst) < 0.5, "\(action)")
    }
    try browser.resize(width: 390, height: 900)
    try browser.wait(for: "get('picture').getBoundingClientRect().width < 390 && \(worst) < 0.5")
  }

  @Test(arguments: PageHost.all) func pressedButtonsKeepTheFocus(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try browser.value(of: "document.querySelector('[aria-label^=\"a is hot\"]').focus()")
    try browser.value(of: "document.activeElement.click()")
    try page.settle()
    #expect(try browser.string("document.activeElement.getAttribute('aria-label')") == "a is cold: change it")
  }

  // MARK: Keyboard

  @Test(arguments: PageHost.all) func keysMoveChangeAndRemoveMarbles(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.focus(0)
    try browser.press("ArrowRight")
    try page.settle()
    #expect(try page.lane("a") == "---1-2--|")
    #expect(try browser.string("get('status').textContent") == "1 on tick 3")
    try browser.press("ArrowRight", shift: true)
    try page.settle()
    #expect(try page.lane("a") == "-----2--(1|)")
    try browser.press("Home")
    try page.settle()
    #expect(try page.lane("a") == "1----2--|")
    for key in ["4", "2"] { try browser.press(key) }
    try browser.press("Enter")
    try page.settle()
    #expect(try page.lane("a") == "[42]----2--|")
    try browser.press("Delete")
    try page.settle()
    #expect(try page.lane("a") == "-----2--|")
    #expect(try browser.string("document.activeElement.className") == "handle")
    try browser.press("#")
    try page.settle()
    #expect(try page.lane("a") == "-----#")
    try browser.press("+")
    try page.settle()
    #expect(try page.lane("a") == "------(1#)")
  }

  @Test(arguments: PageHost.all) func escapeCancelsTyping(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.focus(0)
    try browser.press("9")
    try browser.press("Escape")
    #expect(try page.lane("a") == "--1--2--|")
    #expect(try browser.string("document.activeElement.getAttribute('role')") == "slider")
  }

  @Test(arguments: PageHost.all) func buttonsChangeLanes(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try browser.value(of: "get('add-lane').click()")
    try page.settle()
    #expect(try page.lane("c") == "--1--2--|")
    try browser.value(of: "document.querySelector('[aria-label^=\"c is hot\"]').click()")
    try page.settle()
    #expect(try page.lane("c") == "cold --1--2--|")
    try browser.value(of: "document.querySelector('[aria-label=\"Add a marble to c\"]').click()")
    try page.settle()
    #expect(try page.lane("c") == "cold --1--2-3|")
    try browser.value(of: "document.querySelector('[aria-label=\"Remove c\"]').click()")
    try page.settle()
    #expect(try page.lane("c") == "")
  }

  @Test(arguments: PageHost.all) func operatorsAreInserted(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try browser.value(of: "get('show-operators').click()")
    try browser.wait(for: "document.querySelectorAll('#choices li').length > 70")
    try browser.value(of: "get('filter').value = 'debounce'; page.operators.filter()")
    try browser.value(of: "document.querySelector('#choices button').focus()")
    try browser.wait(for: "document.querySelector('#example svg')")
    try browser.value(of: "document.querySelector('#choices button').click()")
    try page.settle()
    #expect(try page.script.hasSuffix("merge(a, b.delay(2))\na.debounce(3)\n"))
  }

  // MARK: Typing

  @Test(arguments: PageHost.all) func completionsAndSignaturesFollowTheCursor(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.type("a.deb")
    try browser.wait(for: "document.querySelector('#text-candidates [aria-selected=true]')")
    #expect(try browser.string("document.querySelector('#text-candidates code').textContent") == "debounce")
    try browser.press("Escape")
    #expect(try browser.isTrue("get('text-candidates').hidden"))
    try browser.press("o")
    try browser.wait(for: "!get('text-candidates').hidden")
    try browser.press("Enter")
    try page.settle()
    #expect(try page.script.hasSuffix("\na.debounce("))
    try browser.wait(for: "get('signature').textContent.startsWith('source.debounce(time')")
    // The last picture without an error stays.
    #expect(try browser.isTrue("get('board').classList.contains('old') && page.picture.lanes.length >= 3"))
    try page.type("1)")
    #expect(try browser.isTrue("!get('board').classList.contains('old') && page.picture.lanes.length === 5"))
  }

  @Test(arguments: PageHost.all) func changesRemainWhenThePageIsLoadedAgain(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.type("b.take(first: 1)")
    try browser.send("Page.reload")
    try browser.wait(for: "page.answer && page.text.endsWith('b.take(first: 1)') && !page.runs.running")
    try browser.value(of: "get('reset').click()")
    try page.settle()
    #expect(try page.script == "a = --1--2--|\nb = ---x---|\nmerge(a, b.delay(2))\n")
    try browser.press("z", control: true)
    try page.settle()
    #expect(try page.script.hasSuffix("b.take(first: 1)"))
  }

  @Test(arguments: PageHost.all) func tooLongScriptsAreNotShared(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    // Random letters cannot be compressed.
    try browser.value(
      of: """
        page.change('// ' + Array.from({ length: 30000 }, (_, index) => (index * index * 7919 % 10007).toString(36)).join(''))
        """)
    try browser.value(of: "page.sharing.share()")
    #expect(try browser.string("get('status').textContent").hasPrefix("The script is too long for an address."))
  }

  // MARK: Understanding and sharing

  @Test(arguments: PageHost.all) func reasonIsShown(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
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

  @Test(arguments: PageHost.all) func playheadHidesTheFuture(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    #expect(try browser.isTrue("get('veil').hidden"))
    try browser.value(of: "get('time').focus()")
    try browser.press("Home")
    try browser.value(of: "get('time').value = 4; get('time').dispatchEvent(new Event('input'))")
    #expect(try browser.isTrue("!get('veil').hidden"))
    let edge = try browser.number("get('veil').getBoundingClientRect().x")
    #expect(try page.handle(0).x < edge)
    #expect(try page.handle(1).x > edge)
  }

  @Test(arguments: PageHost.all) func sharedAddressContainsTheScript(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    // The token of a server does not stay in the address.
    #expect(try browser.string("location.hash").hasPrefix("#s=") == (host == .worker))
    try browser.value(of: "page.sharing.share()")
    let hash = try browser.string("location.hash")
    #expect(hash.hasPrefix("#s="))
    if let token = page.token { #expect(!hash.contains(token)) }
    try page.focus(0)
    try browser.press("Delete")
    try page.settle()
    // The address of the playground follows the script.
    if host == .worker { try browser.wait(for: "location.hash !== '\(hash)'") }
    try browser.value(of: "location.hash = ''")
    try browser.value(of: "location.hash = '\(hash)'")
    if host == .worker {
      // The page has begun with this script, so the browser has kept the change.
      try browser.wait(for: "get('status').textContent.startsWith('These are your changes from before.')")
      try browser.value(of: "get('reset').click()")
    }
    try browser.wait(for: "page.text === 'a = --1--2--|\\nb = ---x---|\\nmerge(a, b.delay(2))\\n'")
    for text in ["", "a = --[🙂]--|", String(repeating: "a = --1--|\\n", count: 500)] {
      #expect(
        try browser.isTrue(
          "page.sharing.packed('\(text)').then(it => page.sharing.unpacked(it)).then(it => it === '\(text)')"))
    }
  }

  /// The address has no token, but another tab of the same server needs none.
  @Test(arguments: PageHost.all) func sharedAddressOpensInAnotherTab(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try page.focus(0)
    try browser.press("Delete")
    try page.settle()
    try browser.value(of: "page.sharing.share()")
    let address = try browser.string("location.href")
    if let token = page.token { #expect(!address.contains(token)) }
    try browser.openTab()
    try browser.open(address)
    try browser.wait(for: "page.handles.all.length === 4 && !page.runs.running")
    #expect(try page.script == "a = -----2--|\nb = ---x---|\nmerge(a, b.delay(2))\n")
    #expect(try browser.string("location.href") == address)
  }

  @Test(arguments: PageHost.all) func rawAndRenamedMarblesAreMoved(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    let text = "r = raw -1-|-2\\nw = --x| where x = 10\\nl = {-5}*\\nmerge(r, w, l, \"-q|\").take(4)"
    try browser.value(of: "page.change('\(text)'); page.run(page.text)")
    try page.settle()
    #expect(
      try browser.string("page.handles.all.map(handle => handle.element.getAttribute('aria-valuetext')).join('; ')")
        == "1 on tick 1; completed on tick 3; 2 on tick 5; [10] on tick 2; completed on tick 3")
    for index in [0, 3] {
      try page.focus(index)
      try browser.press("ArrowLeft")
      try page.settle()
    }
    #expect(try page.lane("r") == "raw 1--|-2")
    #expect(try page.lane("w") == "-x-| where x = 10")
    try page.focus(3)
    try browser.press("Delete")
    try page.settle()
    #expect(
      try browser.string("get('status').textContent") == "`where` replaces this `x`: delete `x` there first")
    // The others say why they have no handles.
    #expect(
      try browser.string("[...document.querySelectorAll('.fixed')].map(line => line.title).join('; ')") == """
        The marbles of l can only be changed in the text, because they repeat.; \
        The marbles of in 1 can only be changed in the text, because no line of the script is this timeline.
        """)
    let place = try page.center("document.querySelector('.fixed')")
    try browser.click(place.x, place.y)
    #expect(try browser.string("get('status').textContent").hasPrefix("The marbles of l "))
  }

  @Test(arguments: PageHost.all) func errorsStandBelowThePicture(host: PageHost) throws {
    let page = try DraggedPage(host)
    let browser = page.browser
    try browser.value(of: "get('text').value = 'a = --1|\\na.dely(2)'; get('text').dispatchEvent(new Event('input'))")
    try browser.wait(for: "document.querySelector('#messages .error')")
    #expect(
      try browser.string("document.querySelector('#messages .error').textContent").contains("did you mean `delay`?"))
    #expect(try browser.string("document.querySelector('#colors .wrong').textContent") == "dely")
  }
}
