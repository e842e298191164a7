import Marbles
import Testing

@testable import MarbleEvaluation

/// Returns the pairs of an alignment of events such as `a0 b12 |20`, each a name and its tick.
///
/// `0=1` pairs the first expected event with the second actual one.
private func pairs(_ expected: String, _ actual: String) -> String {
  func items(_ events: String) -> [Alignment.Item] {
    events.split(separator: " ").map { event in
      let name = event.first ?? "?"
      return Alignment.Item(
        tick: Int(event.dropFirst()) ?? 0, identity: Int(name.asciiValue ?? 0), isTerminal: "|#!".contains(name))
    }
  }
  return Alignment(items(expected), items(actual)).pairs.map { "\($0.expected)=\($0.actual)" }
    .joined(separator: " ")
}

@Suite struct AlignmentTests {
  /// Equal events at the end of both sequences are paired first, so each sequence ends with a different event: `x` or
  /// `y`.
  @Test func smallMoveIsPreferredToAnotherValue() {
    #expect(pairs("a0 b5 x900", "b0 y900") == "1=0 2=1")
    #expect(pairs("a0 b99 x900", "b0 y900") == "1=0 2=1")
    #expect(pairs("b0 x900", "a0 b99 y900") == "0=1 1=2")
    #expect(pairs("a0 b100 x900", "b0 y900") == "0=0 2=1")
    #expect(pairs("b0 x900", "a0 b100 y900") == "0=0 1=2")
  }

  @Test func totalOfMovesIsComparedWithTotalOfOtherValues() {
    #expect(pairs("a0 b1 c150 x900", "b0 c1 y900") == "1=0 2=1 3=2")
    #expect(pairs("a0 b1 c300 x900", "b0 c1 y900") == "0=0 1=1 3=2")
    #expect(pairs("a0 b1 c2 d3 e900 x999", "b0 c1 d2 e3 y999") == "0=0 1=1 2=2 3=3 5=4")
  }

  /// A move of some hundred ticks costs as much as a move of some thousand ticks.
  @Test func largeMoveIsPreferredToOneMissingAndOneExtra() {
    #expect(pairs("a0 x9000", "a8000 y9000") == "0=0 1=1")
    #expect(pairs("a0 b1 x9000", "b8000 y9000") == "1=0 2=1")
  }

  @Test func anotherValueOnTheSameTickIsPreferredToOneMissingAndOneExtra() {
    #expect(pairs("a2", "b2") == "0=0")
    #expect(pairs("a2 b3", "c2 b3") == "0=0 1=1")
  }

  @Test func otherValuesOnOtherTicksAreNotPaired() {
    #expect(pairs("a2", "b3") == "")
    #expect(pairs("a2", "|3") == "")
    #expect(pairs("|2", "a3") == "")
  }

  /// A stream ends once, so its two ends are paired, whatever their kinds and ticks are.
  @Test func endIsPairedWithTheOtherEnd() {
    #expect(pairs("|2", "#3") == "0=0")
    #expect(pairs("|2", "#5000") == "0=0")
    #expect(pairs("a2 #5", "|2") == "1=0")
    #expect(pairs("a2 #150", "|2") == "1=0")
    #expect(pairs("a2 #5000", "|2") == "1=0")
    #expect(pairs("|2", "a2 #5000") == "0=1")
    #expect(pairs("a0 |2", "a0 |5000") == "0=0 1=1")
  }

  @Test func endInPlaceOfAValueIsPairedWithItIfThereIsNoOtherEnd() {
    #expect(pairs("a2", "|2") == "0=0")
    #expect(pairs("|2", "a2") == "0=0")
  }

  /// If two moves cost the same, the first one is chosen, so the later event is missing or extra.
  @Test func firstOfEqualMovesIsChosen() {
    #expect(pairs("a0 a4 c9", "a2 d9") == "0=0 2=1")
    #expect(pairs("a2 c9", "a0 a4 d9") == "0=0 1=2")
  }

  /// Equal events at both ends are paired without comparing costs, the ones at the end first.
  @Test func equalEventsAtBothEndsArePaired() {
    #expect(pairs("a0 a4 b6", "a4 b6") == "1=0 2=1")
    #expect(pairs("a0 b4 c6", "a1 b4 d6") == "0=0 1=1 2=2")
    #expect(pairs("a0 c300", "a300 d300") == "0=0 1=1")
  }

  /// Long sequences are aligned in blocks.
  ///
  /// The events after a block influence the decisions at its end.
  @Test func blockBordersDoNotChangeTheAlignment() {
    let values = (0..<300).map { Alignment.Item(tick: 10 * $0, identity: $0 % 7, isTerminal: false) }
    for place in stride(from: 0, to: 300, by: 11) {
      var more = values
      more.insert(Alignment.Item(tick: 10 * place, identity: 8, isTerminal: false), at: place)
      // An extra event at the end keeps the equal events before it from being paired first.
      more.append(Alignment.Item(tick: 9_000, identity: 9, isTerminal: false))
      let pairs = Alignment(values, more).pairs
      #expect(pairs.map(\.expected) == Array(0..<300), "place \(place)")
      #expect(pairs.map(\.actual) == (0..<300).map { $0 < place ? $0 : $0 + 1 }, "place \(place)")
    }
  }

  /// An inserted event is found at every position relative to the blocks.
  @Test func extraEventIsOneDifference() {
    let values = (0..<300).map { Timeline.Marble(tick: $0, event: .value(.integer($0 % 7))) }
    for place in stride(from: 0, to: 300, by: 11) {
      var more = values
      more.insert(Timeline.Marble(tick: place, event: .value(.integer(8))), at: place)
      let differences = Comparison(expected: Timeline(values), actual: Timeline(more)).differences
      #expect(differences == [Difference(reason: .extra, expected: [], actual: [more[place]])], "place \(place)")
    }
  }

  /// All events after some position are late.
  ///
  /// No tick agrees by chance, because the delay is shorter than the gaps.
  @Test func delayInTheMiddleMakesEachLaterEventLate() {
    let values = (0..<300).map { Timeline.Marble(tick: 10 * $0, event: .value(.integer($0 % 5))) }
    for place in [1, 31, 32, 63, 64, 65, 128, 299] {
      let late = values.enumerated().map { index, marble in
        Timeline.Marble(tick: marble.tick + (index >= place ? 3 : 0), event: marble.event)
      }
      let differences = Comparison(expected: Timeline(values), actual: Timeline(late)).differences
      #expect(differences.count == 300 - place, "place \(place)")
      #expect(differences.allSatisfy { $0.reason == .late(by: 3) }, "place \(place)")
    }
  }
}
