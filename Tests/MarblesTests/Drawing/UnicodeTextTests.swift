import Testing

@testable import Marbles

@Suite struct UnicodeTextTests {
  @Test func show() {
    func marbles(_ text: String, at tick: Int) -> [Timeline.Marble] {
      Timeline(lane: text).marbles.map { Timeline.Marble(tick: $0.tick + tick, event: $0.event) }
    }
    let merge = Diagram(
      inputs: [Diagram.Lane("a", "--1--2---3---|"), Diagram.Lane("b", "----x--y-------z|")], operation: "merge(a, b)",
      outputs: [Diagram.Lane("out", "--1-x2-y-3-----z|")])
    print(UnicodeText().draw(merge))
    let latest = Diagram(
      inputs: [
        Diagram.Lane(
          "outer", "--A-----B-----|",
          inner: [
            Diagram.Inner(
              name: "A", subscribed: 2, marbles: marbles("-1--2", at: 2), disposed: 8,
              missed: marbles("-------3--4|", at: 2)),
            Diagram.Inner(name: "B", subscribed: 8, marbles: marbles("--5--6|", at: 8)),
            Diagram.Inner(name: "C", arrived: 3, subscribed: 8, marbles: marbles("5-5-6|", at: 8), depth: 2),
            Diagram.Inner(
              name: "D", arrived: 4, subscribed: nil, marbles: [], disposed: 4, missed: marbles("-5-5-6|", at: 4)),
            Diagram.Inner(name: "E", arrived: 4, subscribed: nil, marbles: []),
          ])
      ],
      operation: "flatten(.latest)", outputs: [Diagram.Lane("out", "---1--2---5--6|")])
    print(UnicodeText().draw(latest))
    print(UnicodeText(usesColor: true).draw(latest))
    var a = Diagram.Lane("a", "123-4-[12](3|)")
    a.unheard = [0, 1, 3]
    a.observed = [Window(from: 2, until: 4), Window(from: 5)]
    let hot = Diagram(
      inputs: [a, Diagram.Lane("b", "--x------ 3000t -#[Boom]"), Diagram.Lane("c", "-!")],
      operation: "a.map { $0 + \"a, b. c\" }.merge(a, b, combineLatest(a, b, c, d, e, f, h)).take(5).whatever(x)",
      outputs: [Diagram.Lane("out", "--[1,2]-y-!")], notes: ["lost"])
    print(UnicodeText(showsSubscriptions: true).draw(hot))
    print(PlainText(showsSubscriptions: true).draw(hot))
    print(UnicodeText(width: 30, usesColor: true, showsSubscriptions: true).draw(hot))
    print(UnicodeText(width: 30, showsSubscriptions: true).draw(hot, through: 4))
  }
}
