import Marbles
import TestSupport
import Testing

/// The events of pipes, producers and raw sources, and their ticks.
struct SourceRunTests {
  @Test func pipeSendsWithoutObservers() {
    #expect(output("a = -1-2-3|\nb = --|\nconcat(b, a)") == "---2-3|")
  }

  @Test func producerStartsAgainForEachObserver() {
    #expect(output("a = cold -1|\nconcat(a, a, a)") == "-1-1-1|")
  }

  @Test func nthStartPlaysTheNthTimeline() {
    #expect(output("a = cold -1|, -2|, -3|\na.repeat(5)") == "-1-2-3-3-3|")
  }

  @Test func timelineWithoutAnEndStaysSilent() {
    #expect(output("a = cold -1\nb = -2\nmerge(a, b)") == "-(21)")
  }

  @Test func pipesSendInTheOrderOfDefinition() {
    #expect(output("a = -1|\nb = -2|\nmerge(b, a)") == "-(12)|")
    #expect(output("b = -2|\na = -1|\nmerge(b, a)") == "-(21)|")
    #expect(output("a = -1|\nb = -2|\na = -1|\nmerge(a, b)") == "-(21)|")
  }

  @Test func scheduledEventsFollowThePipes() {
    #expect(output("a = 1--|\nb = --2|\nmerge(a.delay(2), b)") == "--(21)--|")
    // A cold source is scheduled when it starts, so its events follow those of every pipe.
    #expect(output("c = cold --1|\nb = --2|\nmerge(c, b)") == "--(21)|")
  }

  @Test func eventsBeforeTickZeroAreNotObserved() {
    #expect(output("a = 1-2^-3|\na.map { $0 }") == "--3|")
    #expect(output("a = 1-(^2)-3|\na.map { $0 }") == "2-3|")
    #expect(output("a = 1|--^--\na.map { $0 }") == "!")
  }

  @Test func timelineInQuotesIsUsedAsAStream() {
    #expect(output("merge(\"--1-|\", \"-a-|\")") == "-a1-|")
    #expect(output("cold(\"-1|\").repeat(2)") == "-1-1|")
    #expect(output("a = -1|\na.concat(\"-(2\\\"3\\\")|\")") == "-1-(2\"3\")|")
  }

  @Test func marbleCanNameAStream() {
    #expect(output("x = cold -1|\nh = ----7-8|\ns = x-h-|\ns.flatten(.merge)") == "-1--7-8|")
    #expect(output("s = --q|\ns.flatten(.merge)") == "error: there is no stream named `q`")
  }

  @Test func pipeNamedByALaterMarbleHasAlreadyStarted() {
    #expect(output("h = 1-2-3-4|\ns = ---h|\ns.flatten(.merge)") == "----3-4|")
    // If both happen on one tick, the pipe that is defined first sends first.
    #expect(output("h = 1-2-3-4|\ns = ----h|\ns.flatten(.merge)") == "------4|")
    #expect(output("s = ----h|\nh = 1-2-3-4|\ns.flatten(.merge)") == "----3-4|")
  }

  @Test(arguments: [
    // A pipe that has ended interrupts its observers, which ends an inner stream.
    ("p = --1|\nx = -----9-|\nx.flatMap(.merge) { p }", "-------|"),
    ("p = --1|\nx = -----9-|\nx.flatMap(.merge, to: p)", "-------|"),
    ("p = --1|\n\"-----#\".flatMapError { p }", "-----!"),
    ("p = --1|\ndeferred { p } during -----^", "-----!"),
    ("p = --1|\nq = p.map { $0 }\ndeferred { deferred { q } } during -----^", "-----!"),
    ("p = --1|\nf(s) = s.flatMapError { p }\nf(\"-----#\")", "-----!"),
    ("p = --1|\nx = -----9-|\nx.map { \"p\" }.flatMap(.merge) { \"\\($0)|\" }.flatten(.merge)", "-------|"),
    // It has sent the events of the current tick if it was defined before the stream that uses it.
    ("y = .-0\nz = .-8\nz.flatMap(.merge) { y }", ""),
    ("z = .-8\ny = .-0\nz.flatMap(.merge) { y }", "-0"),
    ("y = .-(01)-2|\nz = .-8\nz.flatMap(.merge) { y }", "---2"),
    ("y = .{-1}*\n\"---8|\".flatMap(.merge) { y.take(2) }", "-----1-(1|)"),
    ("y = .--^-1|\n\"8|\".flatMap(.merge) { y }", "--1|"),
    ("y = raw .-1|-2|\n\"---8|\".flatMap(.merge) { y }", "----|"),
  ])
  func pipeExistsFromTickZeroEvenIfAClosureUsesItFirst(script: String, expected: String) {
    #expect(output(script) == expected)
  }

  @Test func runOfAPipeThatAClosureUsesEndsLikeAnyOther() {
    // The ticks are counted from the last event that is written.
    let script = "y = @50 .{-1}*\nx = ---8|"
    #expect(
      transcript("\(script)\nx.flatMap(.merge) { y }.count()", limits: Limits(ticks: 10)).contains("stopped at tick 60")
    )
    #expect(transcript("\(script)\nmerge(x, y).count()", limits: Limits(ticks: 10)).contains("stopped at tick 60"))
    #expect(
      transcript("\(script)\n\"@9999 8|\".flatMap { y }", limits: Limits(deliveries: 100)).contains(
        "after 100 deliveries"))
  }

  @Test func innerTimelineStartsOnTheTickOfItsMarble() {
    #expect(output("s = -<-1-2|>-|\ns.flatten(.merge)") == "--1-2|")
  }

  @Test func listOfStreamsIsAStreamOfStreams() {
    #expect(output("x = cold -1|\ny = cold -2|\n[x, y].flatten(.concat)") == "-1-2|")
    #expect(output("[just(1), \"-2|\"].flatten(.merge)") == "12|")
  }
}
