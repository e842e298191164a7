// swift-format-ignore-file: `FollowTests` compares this with what the program writes.
import Marbles
import Testing

@Suite struct SavedTests {
  // typed.debounce(300ms) == results
  @Test func result1() throws {
    let clock = VirtualTimeScheduler(tick: .milliseconds(50))
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        on: clock
      ) { (typed: SignalProducer<String, any Error>) in
        typed.debounce(.milliseconds(300), on: clock)
      } == "-----------[jil]------------[jill]")
  }

  // typed.delay(100ms).filter { $0.hasPrefix("ji") }
  @Test func result2() throws {
    let clock = VirtualTimeScheduler(tick: .milliseconds(50))
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        on: clock
      ) { (typed: SignalProducer<String, any Error>) in
        typed.delay(.milliseconds(100), on: clock).filter { $0.hasPrefix("ji") }
      } == "----[ji]--[jil]------------[jill]")
  }

  // typed.map { word in (word.count + 1) * 2 }
  @Test func result3() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------"
      ) { (typed: SignalProducer<String, any Error>) in
        typed.map { word in (word.count + 1) * 2 }
      } == "4-6--8------------[10]")
  }

  // typed.map { $0 == "j" ? "first \"one\"" : $0 }
  @Test func result4() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------"
      ) { (typed: SignalProducer<String, any Error>) in
        typed.map { ($0 == "j") ? "first \"one\"" : $0 }
      } == "[first \"one\"]-[ji]--[jil]------------[jill]")
  }

  // typed.take(until: results)
  @Test func result5() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        "-----------[jil]------------[jill]"
      ) { (typed: SignalProducer<String, any Error>, results: SignalProducer<String, any Error>) in
        typed.take(until: results)
      } == "j-[ji]--[jil]-----|")
  }

  // typed.throttle(200ms)
  @Test func result6() throws {
    let clock = VirtualTimeScheduler(tick: .milliseconds(50))
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        on: clock
      ) { (typed: SignalProducer<String, any Error>) in
        typed.throttle(.milliseconds(200), on: clock)
      } == "j---[ji]---[jil]---------[jill]")
  }

  // typed.audit(for: 2)
  @Test func result7() throws {
    let clock = VirtualTimeScheduler(tick: .milliseconds(50))
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        on: clock
      ) { (typed: SignalProducer<String, any Error>) in
        typed.audit(for: .milliseconds(100), on: clock)
      } == "--[ji]----[jil]------------[jill]")
  }

  // n.skipRepeats(on: { $0 - 1 })
  @Test func result8() throws {
    #expect(
      try run(
        "------3-5-----58---------"
      ) { (n: SignalProducer<Int, any Error>) in
        n.skipRepeats(on: { $0 - 1 })
      } == "------3-5------8")
  }

  // n.scan(0) { $0 + $1 }
  @Test func result9() throws {
    #expect(
      try run(
        "------3-5-----58---------"
      ) { (n: SignalProducer<Int, any Error>) in
        n.scan(0) { $0 + $1 }
      } == "------3-8-----[13][21]")
  }

  // n.scan(0) { $0 + 1 }
  @Test func result10() throws {
    #expect(
      try run(
        "------3-5-----58---------"
      ) { (n: SignalProducer<Int, any Error>) in
        n.scan(0) { first, _ in first + 1 }
      } == "------1-2-----34")
  }

  // typed.map { "x" }
  @Test func result11() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------"
      ) { (typed: SignalProducer<String, any Error>) in
        typed.map { _ in "x" }
      } == "x-x--x------------x")
  }

  // n.map { $0 * 1.5 }
  @Test func result12() throws {
    #expect(
      try run(
        "------3-5-----58---------"
      ) { (n: SignalProducer<Double, any Error>) in
        n.map { $0 * 1.5 }
      } == "------[4.5]-[7.5]-----[7.5][12.0]")
  }

  // n.filter { $0 > 3 && -$0 > -8 }
  @Test func result13() throws {
    #expect(
      try run(
        "------3-5-----58---------"
      ) { (n: SignalProducer<Int, any Error>) in
        n.filter { ($0 > 3) && ((-$0) > (-8)) }
      } == "--------5-----5")
  }

  // merge(long, results)
  @Test func result14() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        "-----------[jil]------------[jill]"
      ) { (typed: SignalProducer<String, any Error>, results: SignalProducer<String, any Error>) in
        merge(typed.skip(while: { $0.count < 3 }), results)
      } == "-----[jil]-----[jil]------[jill]-----[jill]")
  }

  // combineLatest(typed, n).map { $0.0 }
  @Test func result15() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        "------3-5-----58---------"
      ) { (typed: SignalProducer<String, any Error>, n: SignalProducer<Int, any Error>) in
        combineLatest(typed, n).map { $0.0 }
      } == "------[jil]-[jil]-----[jil][jil]--[jill]")
  }

  // zip(typed, n) { (a, b) in b }
  @Test func result16() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        "------3-5-----58---------"
      ) { (typed: SignalProducer<String, any Error>, n: SignalProducer<Int, any Error>) in
        zip(typed, n) { (a, b) in b }
      } == "------3-5-----5---8")
  }

  // typed.prefix(value: "a").withLatest(from: n)
  @Test func result17() throws {
    #expect(
      try run(
        "j-[ji]--[jil]------------[jill]------",
        "------3-5-----58---------"
      ) { (typed: SignalProducer<String, any Error>, n: SignalProducer<Int, any Error>) in
        typed.prefix(value: "a").withLatest(from: n)
      } == "------------------[jill,8]")
  }
}
