import MarbleLanguage
import Marbles
import Testing

/// Returns the events of an inner stream that is subscribed on a tick.
private func marbles(_ text: String, at tick: Int) -> [Timeline.Marble] {
  Timeline(lane: text).marbles.map { Timeline.Marble(tick: $0.tick + tick, event: $0.event) }
}

private func value(_ value: Value, on tick: Int) -> Timeline.Marble {
  Timeline.Marble(tick: tick, event: .value(value))
}

@Suite struct UnicodeTextTests {
  @Test func `a drawing has a ruler, lanes and an operator`() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("b", "----x--y-------z|")], operation: "merge(a, b)",
      outputs: [Diagram.Lane("out", "--1-x2-y-3-----z|")])
    #expect(
      TextWriter(.unicode).draw(diagram) == """
             0    5    10   15
        a    ──1──2───3───┤
        b    ────x──y───────z┤
             ╭───────────────╮
             │  merge(a, b)  │
             ╰───────────────╯
        out  ──1─x2─y─3─────z┤
        """)
  }

  @Test func `columns are as wide as their widest token`() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("漢字", "-(xy)--👨‍👩‍👧---!")],
      operation: "combineLatest(a, b)",
      outputs: [Diagram.Lane("out", "-----[2,y]--#[Boom]")])
    #expect(
      TextWriter(.unicode).draw(diagram) == """
              0        5              10
        a     ─────1───2─────────────3───┤
        漢字  ─(xy)──👨‍👩‍👧───────┆
              ╭──────────────────────────╮
              │   combineLatest(a, b)    │
              ╰──────────────────────────╯
        out   ─────────[2,y]──╳[Boom]
        """)
  }

  @Test func `each kind of end has its own mark`() {
    let diagram = Diagram(
      inputs: [
        Diagram.Lane("a", "-1|"), Diagram.Lane("b", "-1!"), Diagram.Lane("c", "-1#"), Diagram.Lane("d", "-1#[no]"),
        Diagram.Lane("e", "-1-----"), Diagram.Lane("f", "-1>"), Diagram.Lane("g", "12^(3|)"),
        Diagram.Lane(name: "h", timeline: .endless("", "-(12)")),
      ], last: 7)
    #expect(
      TextWriter(.unicode).draw(diagram) == """
             0              5
        a    ─1───┤
        b    ─1───┆
        c    ─1───╳
        d    ─1───╳[no]
        e    ─1───────────────────
        f    ─1───────────────────>
        g  12^(3┤)
        h    ─(12)─────(12)─(12)─(12)>
        """)
  }

  @Test func `inner streams are subscribed, queued, disposed or dropped`() {
    let outer = Diagram.Lane(
      "outer", "--A-----B-----|",
      inner: [
        Diagram.Inner(
          name: "A", subscribed: 2, marbles: marbles("-1--2", at: 2), disposed: 8,
          missed: marbles("-------3--4|", at: 2)),
        Diagram.Inner(name: "B", arrived: 5, subscribed: 8, marbles: marbles("5--6|", at: 8)),
        Diagram.Inner(name: "C", subscribed: 9, marbles: marbles("-6", at: 9), disposed: 10, depth: 2),
        Diagram.Inner(
          name: "D", arrived: 4, subscribed: nil, marbles: [], disposed: 4, missed: marbles("-5--6|", at: 4)),
        Diagram.Inner(name: "E", arrived: 11, subscribed: nil, marbles: []),
      ])
    let diagram = Diagram(
      inputs: [outer], operation: "outer.flatten(.latest)", outputs: [Diagram.Lane("out", "---1--2-5--6--|")])
    #expect(
      TextWriter(.unicode).draw(diagram) == """
               0    5     10
        outer  ──A─────B───────┤
          A      ╰1──2─┆╌3╌╌╌4┤
          B         ┈┈┈╰5───6┤
            C            ╰6┆
          D        ┆5╌╌6╌┤
          E                 ┈┈┈┈
               ╭──────────────────────╮
               │outer.flatten(.latest)│
               ╰──────────────────────╯
        out    ───1──2─5────6──┤
        """)
  }

  @Test func `a stream with its own row is drawn as its name`() {
    let inner = Stream(timeline: Timeline(lane: "-1|"), name: "literal")
    let lane = Diagram.Lane(
      name: "out", timeline: Timeline([value(.stream(inner), on: 1), value(.stream(inner), on: 3)]),
      inner: [
        Diagram.Inner(name: "x", marble: 0, subscribed: 1, marbles: marbles("-1|", at: 1)),
        Diagram.Inner(name: "window 2", marble: 1, subscribed: 3, marbles: marbles("-1|", at: 3)),
      ])
    #expect(
      TextWriter(.unicode).draw(Diagram(inputs: [lane])) == """
                    0             5
        out         ─x─[window 2]──
          x          ╰1┤
          window 2     ╰─────────1┤
        """)
    #expect(
      TextWriter(.plain).draw(Diagram(inputs: [lane])).split(separator: "\n")[1] == "out         -<-1|>-<-1|>--")
  }

  @Test func `unobserved events are on a dashed line`() {
    var early = Diagram.Lane("a", "12-3--4-56-|")
    early.unobserved = [0, 1, 4]
    var windows = early
    windows.name = "b"
    windows.observed = [Window(from: 2, until: 8), Window(from: 3, until: 5), Window(from: 9)]
    var never = Diagram.Lane("c", "-1-2|")
    never.unobserved = [0, 1, 2]
    #expect(
      TextWriter(.unicode).draw(Diagram(inputs: [early, windows, never])) == """
              0       5     10
        a     1╌2╌╌3───4─5╌6─┤
        b ×2  1╌2╌─3───4─5╌6─┤
        c     ╌╌1╌╌2╌┤
        """)
  }

  @Test func `observation windows are lines below their lane`() {
    var lane = Diagram.Lane("a", "--1--2--3--|", inner: [Diagram.Inner(name: "x", subscribed: 2, marbles: [])])
    lane.observed = [Window(from: 1, until: 6), Window(from: 4, until: 4), Window(from: 8)]
    let diagram = Diagram(inputs: [lane], outputs: [Diagram.Lane("out", "--1|")])
    #expect(
      TextWriter(.unicode, showsSubscriptions: true).draw(diagram) == """
                  0     5    10
        a         ──1───2──3──┤
          during   ╰─────╯
          during      ╰╯
          during           ╰───
          x         ╰──────────
        out       ──1┤
        """)
    #expect(
      TextWriter(.plain, showsSubscriptions: true).draw(diagram) == """
                  0       5    10
        a         --1--...2--3--|
          during   ^---...-!
          during      (^!)
          during             ^---
          x         `--...-------
        out       --1|
        """)
    lane.observed = Array(repeating: .always, count: 14)
    let drawing = TextWriter(.unicode, showsSubscriptions: true).draw(Diagram(inputs: [lane]))
    #expect(drawing.contains("\n  … and 2 more windows\n  x "))
  }

  @Test func `long lanes continue below with the ruler`() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("b", "----x--y-------z|")],
      operation: "combineLatest(a, b)", outputs: [Diagram.Lane("out", "----[1,x][2,x]-[2,y]-[3,y]-----[3,z]|")])
    #expect(
      TextWriter(.unicode, width: 30).draw(diagram) == """
             0        5
        a    ──1──────2───────────
        b    ────x──────────y─────
             ╭───────────────────╮
             │combineLatest(a, b)│
             ╰───────────────────╯
        out  ────[1,x][2,x]─[2,y]─

                  10   15
        a    3───────┤
        b    ──────────z────┤
        out  [3,y]─────[3,z]┤
        """)
  }

  @Test func `long silence is a gap with its duration`() {
    var b = Diagram.Lane("b", "-x- 4000t -|")
    b.unobserved = [0, 1]
    let waiting = Diagram.Inner(name: "w", arrived: 1, subscribed: 4002, marbles: [])
    #expect(
      TextWriter(.unicode).draw(
        Diagram(inputs: [Diagram.Lane("a", "--1 4000t 2|", inner: [waiting]), b, Diagram.Lane("c", "-|")])) == """
               0             4000
          a    ──1──┄ 3995t ┄───2┤
            w   ┈┈┈┈┈ 3995t ┈┈┈╰──
          b    ╌x╌╌╌╌ 3995t ╌╌╌╌╌┤
          c    ─┤
          """)
  }

  @Test func `characters that would combine are separated`() {
    let apart = Timeline([value(.marble("🇩"), on: 0), value(.marble("🇪"), on: 1)])
    #expect(
      TextWriter(.unicode).draw(Diagram(inputs: [Diagram.Lane(name: "a", timeline: apart)])) == """
           0
        a  [🇩][🇪]─
        """)
  }

  @Test func `names and notes contain no control characters`() {
    let lane = Diagram.Lane(
      name: "a\u{1B}[31m\nb", timeline: Timeline([value(.string("\u{1B}[2J"), on: 0)]),
      inner: [Diagram.Inner(name: String(repeating: "x", count: 400), subscribed: 0, marbles: [])])
    let diagram = Diagram(inputs: [lane], operation: "a\u{7}\tb", notes: ["one\r\ntwo\u{8}"])
    for text in [TextWriter(.unicode, width: 60).draw(diagram), TextWriter(.plain, width: 60).draw(diagram)] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
      #expect(text.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 60 })
      #expect(text.contains("xxx…"))
    }
  }

  @Test func `huge ticks are drawn`() {
    let late = Timeline([Timeline.Marble(tick: .max - 1, event: .completed)], end: .max)
    var lane = Diagram.Lane(name: "a", timeline: late)
    lane.unobserved = [-1, 0, 7]
    lane.observed = [Window(from: .min, until: .max), Window(from: .max), Window(from: 5, until: 2)]
    for text in [
      TextWriter(.unicode, width: 80, colors: .full, showsSubscriptions: true).draw(
        Diagram(inputs: [lane], last: .max)),
      TextWriter(.unicode, width: 1).draw(Diagram(inputs: [lane], operation: "漢字", last: .max)),
      TextWriter(.unicode, width: -5).draw(Diagram(inputs: [], operation: "")),
    ] {
      #expect(text.utf8.count < 10_000)
    }
  }
}

/// Drawings of a diagram up to a tick.
@Suite struct FrameTests {
  private var diagram: Diagram {
    let inner = Diagram.Inner(name: "x", subscribed: 3, marbles: marbles("-12|", at: 3))
    return Diagram(
      inputs: [Diagram.Lane("a", "-1-[x]--|", inner: [inner])], operation: "a.flatten(.merge)",
      outputs: [Diagram.Lane("out", "-1--12-|")], notes: ["a note"])
  }

  @Test func `a partial drawing omits later events and keeps all positions`() {
    #expect(
      TextWriter(.unicode).draw(diagram, through: -1) == """
             0    5
        a

             ╭─────────────────╮
             │a.flatten(.merge)│
             ╰─────────────────╯
        out
        """)
    #expect(
      TextWriter(.unicode).draw(diagram, through: 4) == """
             0    5
        a    ─1─x─
          x     ╰1
             ╭─────────────────╮
             │a.flatten(.merge)│
             ╰─────────────────╯
        out  ─1──1
        """)
    #expect(TextWriter(.unicode).draw(diagram, through: 7) == TextWriter(.unicode).draw(diagram))
    #expect(TextWriter(.plain).draw(diagram, through: 7) == TextWriter(.plain).draw(diagram))
  }
}

/// The last tick of an endless lane that fits in one row.
@Suite struct OneRowTests {
  @Test(arguments: [12, 20, 40, 80, 2_000])
  func `the last tick of one row is the last that fits`(width: Int) {
    let endless = Diagram.Lane(name: "e", timeline: .endless("--", "[12]--漢-"))
    let diagram = Diagram(inputs: [endless], outputs: [Diagram.Lane("out", "--1|")])
    for (last, draw) in [
      (TextWriter(.plain, width: width).lastTickOfOneRow(of: diagram), { TextWriter(.plain).draw($0) }),
      (TextWriter(.unicode, width: width).lastTickOfOneRow(of: diagram), { TextWriter(.unicode).draw($0) }),
    ] as [(Int, (Diagram) -> String)] {
      func maxWidth(_ last: Int) -> Int {
        var part = diagram
        part.ticks = 0...last
        return draw(part).split(separator: "\n").map { displayWidth(of: String($0)) }.max() ?? 0
      }
      #expect(maxWidth(last) <= width)
      #expect(last == diagram.ticks.upperBound || maxWidth(last + 1) > width)
    }
  }
}
