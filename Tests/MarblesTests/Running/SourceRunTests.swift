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

  @Test func innerTimelineStartsOnTheTickOfItsMarble() {
    #expect(output("s = -<-1-2|>-|\ns.flatten(.merge)") == "--1-2|")
  }

  @Test func listOfStreamsIsAStreamOfStreams() {
    #expect(output("x = cold -1|\ny = cold -2|\n[x, y].flatten(.concat)") == "-1-2|")
    #expect(output("[just(1), \"-2|\"].flatten(.merge)") == "12|")
  }
}
