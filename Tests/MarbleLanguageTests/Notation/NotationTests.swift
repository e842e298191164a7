import MarbleLanguage
import Testing

@Suite struct NotationTests {
  private func events(_ text: String, as form: TimelineForm = .raw) throws -> [String] {
    try Timeline(reading: text, as: form).marbles.map { "\($0.tick) \(TimelinePrinter.token(for: $0.event))" }
  }

  private func value(_ text: String) throws -> Value? {
    try Timeline(reading: text, as: .raw).marbles.first?.event.value
  }

  @Test func `each token takes one tick, spaces and dots take none`() throws {
    #expect(try events("--1--2--|") == ["2 1", "5 2", "8 |"])
    #expect(try events("- -.1\t-\t-2..--|") == ["2 1", "5 2", "8 |"])
    #expect(try events("[Ji]\"12\"<-|>#[x]a") == ["0 [Ji]", "1 \"12\"", "2 <-|>", "3 #[x]", "4 a"])
    #expect(try events("") == [])
    #expect(try Timeline(reading: "--a---").end == 6)
  }

  @Test func `an unquoted value is one grapheme`() throws {
    #expect(try events("aé7👨‍👩‍👧日") == ["0 a", "1 é", "2 7", "3 👨‍👩‍👧", "4 日"])
    #expect(try value("#\u{FE0F}\u{20E3}") == .marble("#\u{FE0F}\u{20E3}"))
    #expect(try value("-\u{308}") == .marble("-\u{308}"))
    #expect(try events("`~:_%") == ["0 `", "1 ~", "2 :", "3 _", "4 %"])
    // Only ASCII digits are numbers.
    #expect(try value("٣") == .marble("٣"))
  }

  @Test(arguments: [
    ("7", Value.integer(7)), ("[12]", .integer(12)), ("[-3]", .integer(-3)), ("[007]", .integer(7)),
    ("[9223372036854775807]", .integer(.max)), ("[-9223372036854775808]", .integer(.min)),
    ("[-3.5]", .number(-3.5)), ("[1.0]", .integer(1)), ("[1e3]", .number(1000)), ("[true]", .boolean(true)),
    ("[false]", .boolean(false)), ("[nil]", .null), ("[Ji]", .marble("Ji")), ("[ Ji Jo ]", .marble("Ji Jo")),
    ("[1.]", .marble("1.")), ("[+1]", .marble("+1")), ("[-]", .marble("-")), ("[.]", .marble(".")),
    ("[,]", .marble(",")), ("[(]", .marble("(")), ("[)]", .marble(")")), ("[<]", .marble("<")), ("[>]", .marble(">")),
    ("[#]", .marble("#")), ("[\\]]", .marble("]")), ("[a\\,b]", .marble("a,b")), ("[\\\"a]", .marble("\"a")),
    ("[// a]", .marble("// a")), ("[:-)]", .marble(":-)")), ("[f(x)]", .marble("f(x)")),
    ("\"12\"", .string("12")), ("\"a\\\"b\\\\\\n\\u{e9}\"", .string("a\"b\\\né")), ("\"\"", .string("")),
    ("[\"12\"]", .string("12")), ("[\"]\",1]", .tuple([.string("]"), .integer(1)])),
    ("[1,A]", .tuple([.integer(1), .marble("A")])), ("[1 , A B]", .tuple([.integer(1), .marble("A B")])),
    ("[(1,A),2]", .tuple([.tuple([.integer(1), .marble("A")]), .integer(2)])), ("[(1)]", .integer(1)),
    ("[()]", .tuple([])), ("[[1,2,3]]", .array([.integer(1), .integer(2), .integer(3)])), ("[[]]", .array([])),
    ("[[(1,A),(2,B)]]", .array([.tuple([.integer(1), .marble("A")]), .tuple([.integer(2), .marble("B")])])),
    ("[1,[2]]", .tuple([.integer(1), .array([.integer(2)])])),
    ("[.value(1)]", .event(.value(.integer(1)))),
    ("[.value(1,A)]", .event(.value(.tuple([.integer(1), .marble("A")])))),
    ("[.failed(Boom)]", .event(.failed(Failure("Boom")))), ("[.failed(f(x))]", .event(.failed(Failure("f(x)")))),
    ("[.completed]", .event(.completed)), ("[.interrupted]", .event(.interrupted)),
    ("[.completely]", .marble(".completely")), ("[.5]", .marble(".5")),
  ])
  func `brackets and quotes hold one value`(text: String, expected: Value) throws {
    let found = try #require(try value(text))
    #expect(found == expected)
    #expect(try Timeline(reading: text).end == 1)
  }

  @Test func `quotes make a string, plain text makes a marble`() throws {
    if case .string = try value("\"a\"") {} else { Issue.record("no text") }
    if case .marble = try value("a") {} else { Issue.record("no marble") }
    if case .marble = try value("[a]") {} else { Issue.record("no marble") }
    if case .number = try value("[1.0]") {} else { Issue.record("no number") }
  }

  @Test func `a timeline in angle brackets is a stream value`() throws {
    guard case .stream(let stream) = try value("<--1-2|>") else {
      Issue.record("no stream")
      return
    }
    #expect(stream.name == "<--1-2|>")
    #expect(stream.timeline == (try Timeline(reading: "--1-2|")))
    #expect(try events("-<a<b>|>-c") == ["1 <a<b>|>", "3 c"])
    #expect(try events("<{a}*>|") == ["0 <{a}*>", "1 |"])
    #expect(try events("[1,<-a>]") == ["0 [1,<-a>]"])
  }

  @Test func `a duration may be written in slashes`() throws {
    #expect(try events("--/3 ticks/-5|") == ["6 5", "7 |"])
    #expect(try events("- /1.5 seconds/ 5|") == ["1501 5", "1502 |"])
    #expect(try events("-/3 to/") == ["1 [/]", "2 3", "3 t", "4 o", "5 [/]"])
  }

  @Test func `a timeline fails, completes or is interrupted`() throws {
    #expect(try Timeline(reading: "#").marbles.first?.event == .failed(.unnamed))
    #expect(try events("#[404]") == ["0 #[404]"])
    #expect(try events("#\"a]\"") == ["0 #\"a]\""])
    #expect(try events("-!timed out!") == ["1 #[timed out]"])
    #expect(try events("!a1_ b!") == ["0 #[a1_ b]"])
    #expect(try events("--!") == ["2 !"])
    #expect(try events("!-!") == ["0 !", "2 !"])
    #expect(try events("---|--->") == ["3 |"])
  }

  @Test func `the events of a group share one tick`() throws {
    #expect(try events("-(ab|)") == ["1 a", "1 b", "1 |"])
    #expect(try events("(a b.c)d") == ["0 a", "0 b", "0 c", "1 d"])
    #expect(try events("([12]\"x\"<-|>#[no])") == ["0 [12]", "0 x", "0 <-|>", "0 #[no]"])
  }

  @Test func `events before ^ have negative ticks`() throws {
    #expect(try events("ab^c-|", as: .pipe) == ["-2 a", "-1 b", "1 c", "3 |"])
    #expect(try events("a(^b)c", as: .pipe) == ["-1 a", "0 b", "1 c"])
    #expect(try events("a(b^c)d", as: .pipe) == ["-1 a", "0 b", "0 c", "1 d"])
    #expect(try Timeline(reading: "^").hasOrigin)
    #expect(try Timeline(reading: "a^").end == 1)
  }

  @Test func `a window opens at ^ and closes at !`() throws {
    let window = { (text: String) in try TimelineReader(Source(name: "", text: text)).timeline(from: 0, as: .window) }
    #expect(try window("--^----!").origin == 2)
    #expect(try window("--^----!").timeline.marbles.map(\.tick) == [7])
    #expect(try window("-(^!)").origin == 1)
    #expect(try window("-(^!)").timeline.marbles.map(\.tick) == [1])
    #expect(try window("-").origin == nil)
  }

  @Test func `a duration is a separate word`() throws {
    #expect(try events("40t a 9ms b") == ["40 a", "50 b"])
    #expect(try events("a 1.5s|") == ["0 a", "1 1", "2 5", "3 s", "4 |"])
    #expect(try events("a 1.5s |") == ["0 a", "1501 |"])
    #expect(try events("1m a") == ["60000 a"])
    #expect(try events("<40t |>") == ["0 <----------------------------------------|>"])
    #expect(try Timeline(reading: "20ms a", tick: TickLength(.milliseconds(10))).marbles.first?.tick == 2)
    #expect(try Timeline(reading: "0.5ms a", tick: TickLength(.microseconds(500))).marbles.first?.tick == 1)
    #expect(try events("a @40 b") == ["0 a", "40 b"])
    #expect(try events("a^ @4 b", as: .pipe) == ["-1 a", "4 b"])
  }

  @Test func `finite repetitions are expanded, endless ones become a loop`() throws {
    #expect(try events("{-a}*3|") == ["1 a", "3 a", "5 a", "6 |"])
    #expect(try events("{a{b}*2}*2") == ["0 a", "1 b", "2 b", "3 a", "4 b", "5 b"])
    #expect(try events("{a}*0b") == ["0 b"])
    #expect(try events("{|}*1", as: .pipe) == ["0 |"])
    let loop = Timeline.Loop(start: 1, period: 2, marbles: [.init(tick: 1, event: .value(.marble("a")))])
    #expect(try Timeline(reading: "-{-a}*").loop == loop)
    #expect(try Timeline(reading: "-{-a}* .>").loop == loop)
    #expect(try Timeline(reading: "{a}*1000000").marbles.count == 1_000_000)
    #expect(try Timeline(reading: "{{a}*1000}*1000").marbles.count == 1_000_000)
  }

  @Test func `a lane of a box drawing is read as a timeline`() throws {
    #expect(try events("──1──2──┤") == ["2 1", "5 2", "8 |"])
    #expect(try events("─\u{301}") == ["0 ─\u{301}"])
  }

  @Test(arguments: [
    ("--a ; b", "; b"), ("--a, --b", ", --b"), ("a == b", "== b"), ("--a // b", "// b"), ("--a /* b */", "/* b */"),
    ("// b", "// b"), ("--a where a = 1", "where a = 1"), ("--a during --^", "during --^"), ("--a at 3", "at 3"),
    ("--a\n--b", "\n--b"), ("--a\r\n--b", "\r\n--b"), ("a> ; b", "; b"), ("{a}* at 3", "at 3"),
  ])
  func `a timeline ends at a separator, keyword, comment or line end`(text: String, rest: String) throws {
    let source = Source(name: "", text: text)
    let reading = try TimelineReader(source).timeline(from: 0)
    #expect(source.text(of: reading.end..<source.bytes.count) == rest)
    #expect(!source.text(of: reading.span).hasSuffix(" "))
  }

  @Test(arguments: [("at", 2), ("where-", 6), ("a//b", 4), ("- whereas", 8), ("during", 6)])
  func `a keyword is a whole word and never comes first`(text: String, ticks: Int) throws {
    #expect(try Timeline(reading: text).end == ticks)
  }

  @Test func `a timeline with a bound extends to the bound`() throws {
    let source = Source(name: "", text: "merge(\"- at // a\")")
    let reading = try TimelineReader(source).timeline(from: 7, to: 16)
    #expect(reading.end == 16)
    #expect(reading.timeline.marbles.map(\.tick) == [1, 2, 3, 4, 5])
  }

  @Test func `where renames marbles and failures`() throws {
    #expect(
      try Timeline(reading: "--x--y--# where x = 10, y = \"hello\", # = \"Out of stuff\"")
        == Timeline("--[10]--[hello]--#[Out of stuff]"))
    #expect(try Timeline(reading: "xy where x = y, y = x") == Timeline("yx"))
    #expect(try Timeline(reading: "<x>-{x}* where x = (1,A)") == Timeline("<[1,A]>-{[1,A]}*"))
    #expect(try Timeline(reading: "1\"1\" where 1 = [2]") == Timeline("[[2]]\"1\""))
    #expect(try Timeline(reading: "# where # = 404") == Timeline("#[404]"))
    #expect(try Timeline(reading: "é where é = a b") == Timeline("[a b]"))
  }

  @Test(arguments: [
    ("x = a b // c", "// c"), ("x = a; b", "; b"), ("x = 1 during --^", "during --^"), ("x = [1,2] == a", "== a"),
    ("x = \"; //\", y = 2\nz", "\nz"), ("x = 1 at 3", "at 3"), ("x = a/b", ""),
  ])
  func `a renaming ends at a separator, keyword, comment or line end`(text: String, rest: String) throws {
    let source = Source(name: "", text: text)
    let renaming = try TimelineReader(source).renaming(from: 0)
    #expect(source.text(of: renaming.end..<source.bytes.count) == rest)
  }

  @Test func `where applies to all timelines of a list`() throws {
    let source = Source(name: "", text: "x = 1, y = 2 ; z")
    let renaming = try TimelineReader(source).renaming(from: 0)
    var timelines = [try Timeline(reading: "-x"), try Timeline(reading: "-y")]
    try renaming.apply(to: &timelines)
    #expect(timelines == [try Timeline(reading: "-1"), try Timeline(reading: "-2")])
    #expect(source.text(of: renaming.end..<16) == "; z")
  }

  @Test(arguments: [
    ("1", 0), ("1-2", 0), ("12", 1), ("1.2", 0), ("12-34", 2), ("(12)", 0), ("[12]", 0), ("-1s-", 0), ("-9ms-", 1),
    ("9ms", 0), ("cold|", 1), (".cold|", 0), ("colder|", 0), ("x2b", 0),
  ])
  func `an ambiguous timeline causes a warning`(text: String, count: Int) throws {
    #expect(try TimelineReader(Source(name: "", text: text)).timeline(from: 0).lints.count == count)
  }
}
