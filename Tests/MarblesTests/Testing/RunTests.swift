import MarbleLanguage
import Marbles
import Reactive
import Testing

private enum Weather: String, MarbleValue { case rain, sun }
private enum Trouble: Error, CaseIterable { case offline, full }
private struct User: Equatable { var name: String }

/// Runs of operators on Swift types, compared as marbles.
@Suite struct RunTests {
  // MARK: Types

  @Test func numbersAndMarblesNeedNoTypeAnnotations() throws {
    #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")
    #expect(try run("--a--b--|") { $0.take(first: 1) } == "--(a|)")
    #expect(try run("--a--b--#[Boom]") { $0.map { "\($0)!" } } == "--[a!]--[b!]--#[Boom]")
    #expect(try run("--1--|", "-a----b|") { $0.merge(with: $1) } == "-a1---b|")
    #expect(try run("1---2|", "-3----4|") { $0.combineLatest(with: $1).map { $0.0 + $0.1 } } == "-4--5-6|")
  }

  @Test func marblesBecomeTheTypesOfTheClosure() throws {
    #expect(
      try run("-a-b-|") { (texts: SignalProducer<String, Never>) in texts.take(first: 1).map(\.count) } == "-(1|)")
    #expect(try run("-[true]-[false]|") { (all: SignalProducer<Bool, Never>) in all.negate() } == "-[false]-[true]|")
    #expect(try run("-1-[2.5]|") { (all: SignalProducer<Double, Never>) in all.map { $0 / 2 } } == "-[0.5]-[1.25]|")
    #expect(
      try run("-a-[nil]|") { (all: SignalProducer<String?, Never>) in all.map { $0?.uppercased() } } == "-A-[nil]|")
    #expect(try run("-[[1,2]]|") { (all: SignalProducer<[Int], Never>) in all.map { $0 + [3] } } == "-[[1,2,3]]|")
    #expect(try run("-a|") { (all: SignalProducer<Character, Never>) in all.map(\.isLetter) } == "-[true]|")
    #expect(try run("-[rain]|") { (all: SignalProducer<Weather, Never>) in all } == "-[rain]|")
    #expect(try run("-1|") { (all: SignalProducer<Float, any Error>) in all } == "-1|")
  }

  @Test func otherValuesAreWrittenByTheirPartsOrDescription() throws {
    #expect(try run("-1-|", "-a-|") { $0.zip(with: $1) } == "-[1,a]-|")
    #expect(try run("-1|") { $0.map { (number: $0 + 1, name: Trouble.full) } } == "-[2,full]|")
    #expect(try run("-1|") { $0.map { _ in User(name: "Ada") } } == #"-"User(name: \"Ada\")"|"#)
    #expect(try run("-1|") { $0.map { _ in Trouble.full } } == "-[full]|")
    #expect(try run("-1#") { $0.materialize() } == "-[.value(1)]([.failed(error)]|)")
    #expect(try run("-1|") { $0.map { $0 > 1 ? $0 : nil } } == "-[nil]|")
    #expect(try run("-1|") { $0.map { Event<Int, Trouble>.value($0) } } == "-[.value(1)]|")
  }

  @Test func tableDefinesTheMeaningOfMarbles() throws {
    let ada = User(name: "Ada")
    let bob = User(name: "Bob")
    #expect(
      try run("-a-b-1-#[Boom]", where: ["a": ada, "b": bob, "1": User(name: "1"), "Boom": Trouble.full]) {
        (users: SignalProducer<User, Trouble>) in users.skip(first: 1)
      } == "---b-1-#[Boom]")
    // A value that is not in the table is written as its description.
    #expect(
      try run("-a-b-|", where: ["a": ada, "b": bob]) { (users: SignalProducer<User, Never>) in users.map(\.name) }
        == "-[Ada]-[Bob]-|")
  }

  @Test func failuresBecomeErrorsOfTheClosure() throws {
    #expect(try run("-1-#[full]") { (all: SignalProducer<Int, Trouble>) in all } == "-1-#[full]")
    #expect(
      try run("-1-#[full]") { (all: SignalProducer<Int, Trouble>) in
        all.flatMapError { SignalProducer<Int, Never>(value: $0 == .full ? 9 : 0) }
      } == "-1-(9|)")
    #expect(
      try run("-1-2-|") { (all: SignalProducer<Int, Trouble>) in
        all.attempt { $0 > 1 ? .failure(Trouble.offline) : .success(()) }
      } == "-1-#[offline]")
  }

  // MARK: Inputs

  @Test func plainInputsAreHotAndColdInputsRestart() throws {
    #expect(try run("-1-^-2-|") { $0 } == "--2-|")
    #expect(try run("cold -1|") { $0.repeat(3) } == "-1-1-1|")
    #expect(try run("-1|") { $0.repeat(2) } == "-1!")
    #expect(try run("cold -1#, --2|") { $0.retry(upTo: 1) } == "-1--2|")
    #expect(
      try run("1-2-3|", "cold -a|", "b|") {
        (numbers: SignalProducer<Int, Never>, letters: SignalProducer<String, Never>, _: SignalProducer<String, Never>)
        in
        numbers.flatMap(.merge) { n in letters.map { "\(n)\($0)" } }
      } == "-[1a]-[2a]-[3a]|")
    #expect(try run { SignalProducer<Int, Never>([1, 2]) } == "(12|)")
  }

  @Test func runUsesTheTimeOfItsClock() throws {
    let clock = VirtualTimeScheduler()
    #expect(try run("-1-2--|", on: clock) { $0.delay(.milliseconds(2), on: clock) } == "---1-2--|")
    let slow = VirtualTimeScheduler(startingAt: -2, tick: .seconds(1))
    #expect(try run("1-^-1--2--|", on: slow) { $0.debounce(.seconds(2), on: slow) } == "----1--2|")
    #expect(throws: (any Error).self) { try run("-1", on: clock) { $0 } }
  }

  @Test func windowLimitsTheObservation() throws {
    #expect(try run("-1-2-3-4|", during: "--^---!") { $0 } == "---2-3!")
    #expect(try run("-1-2-3-4|", during: "---^--") { $0 } == "---2-3-4|")
    let result = try run("cold -1|", "--2----|", during: "-^---------!") { $0.concat($1) }
    #expect(try result == "--1----|")
    #expect(result.subscriptions == [["-^-!"], ["---^---!"]])
    #expect(try run("-1-", "cold -") { $0.take(first: 1).concat($1) }.subscriptions == [["^!"], ["-^"]])
    #expect(Window("--(^!)") == Window(from: 2, until: 2))
    #expect("\(Window(from: 2, until: 5))" == "--^--!")
    #expect("\(Window("--(^!)"))" == "--(^!)")
  }

  @Test func streamValuesAreWrittenAsTimelines() throws {
    #expect(try run("-1-2-3-|") { $0.window(count: 2) } == "<-1-(2|)>--<--3-|>---|")
  }

  // MARK: Limits

  @Test func endlessRunIsStopped() throws {
    let limits = Limits(ticks: 100, deliveries: 1000)
    let endless = try run("cold -1|", limits: limits) { $0.repeat() }
    #expect(endless.stop != nil)
    #expect(try endless == "{-1}*")
    #expect(throws: Mismatch.self) { try endless == "-1-1-1" }
    let instant = try run(limits: limits) { SignalProducer<Int, Never>(value: 1).repeat() }
    #expect(instant.stop == .deliveries(1000))
  }
}
