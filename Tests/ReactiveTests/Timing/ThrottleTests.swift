import Reactive
import Testing

/// What throttle does, tick by tick.
@Suite(.leavesNothing)
struct ThrottleTests {
  @Test func `one value an interval`() {
    expectTimes(
      """
      0:1 2:2 4:3 15:4 16:5 40:6 41:|   @0=>1  @10=>3  @20=>5  @40=>6  @41=>|
      0:1 2:2 3:|                       @0=>1  @3=>|
      0:1 2:2 3:X                       @0=>1  @3=>X
      0:1 2:2 3:!                       @0=>1  @3=>!
      0:1 2:2 3:dispose                 @0=>1  @3=>!
      0:1 50:2 52:3                     @0=>1  @50=>2  @60=>3
      0:1 5:2 10:3 11:4                 @0=>1  @10=>3  @20=>4
      0:1 5:2 10:|                      @0=>1  @10=>|
      0:1 0:2 0:|                       @0=>1,|
      0:|                               @0=>|
      """,
      producer: { $0.a.producer.throttle($0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.throttle($0.ticks(10), on: $0.scheduler) })
  }

  @Test func `the last value is kept`() {
    expectTimes(
      """
      0:1 2:2 3:|             @0=>1  @10=>2,|
      0:1 3:|                 @0=>1  @3=>|
      0:1 2:2 12:|            @0=>1  @10=>2  @12=>|
      0:1 2:2 3:X             @0=>1  @3=>X
      0:1 2:2 3:| 5:dispose   @0=>1  @5=>!
      """,
      producer: { $0.a.producer.throttle($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) },
      signal: { $0.a.throttle($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) })
  }

  @Test func `by nothing, every value passes`() {
    for interval in [0, -5] {
      expectTimes(
        "0:1 0:2 1:3 1:|   @0=>1,2  @1=>3,|",
        producer: { $0.a.producer.throttle($0.ticks(interval), on: $0.scheduler) })
    }
  }

  @Test func `while a condition holds`() {
    expectTimes(
      """
      0:p1 1:1 2:2 10:p0 15:3 16:|       @10=>2  @15=>3  @16=>|
      0:p1 1:1 2:2 5:|                   @5=>|
      0:p1 2:X                           @2=>X
      0:p1 2:!                           @2=>!
      0:p1 1:1 2:dispose                 @2=>!
      1:1 2:p1 3:2 4:p1 5:p0             @1=>1  @5=>2
      0:p1 1:p0 2:1 2:2                  @2=>1,2
      0:p1 1:p0 2:p0                     
      0:p1 1:1 2:p| 3:2 9:|              @9=>|
      0:p1 1:1 2:p! 3:2 9:|              @9=>|
      0:p0 1:p| 3:2                      @3=>2
      0:p1 1:1 2:pX                      @2=>X
      """,
      producer: { $0.a.producer.throttle(while: $0.p, on: $0.scheduler) },
      signal: { $0.a.throttle(while: $0.p, on: $0.scheduler) })
  }

  @Test func `the condition counts from the start, and either side may be unable to fail`() {
    let scheduler = VirtualTimeScheduler()
    let always = SignalProducer<Bool, Never>(value: true)
    let histories = [
      recorded(SignalProducer<Int, Boom>([1, 2]).throttle(while: always, on: scheduler)),
      recorded(SignalProducer<Int, Never>([1, 2]).throttle(while: always.promoteError(Boom.self), on: scheduler)),
    ]
    let never = recorded(SignalProducer<Int, Never>([1, 2]).throttle(while: always, on: scheduler))
    let signal = Signal<Int, Never>.pipe()
    let failing: Signal<Int, Boom> = signal.output.throttle(while: Signal<Bool, Boom>.never, on: scheduler)
    let recorder = failing.record()
    signal.input.send(value: 3)
    signal.input.sendCompleted()
    scheduler.run()
    #expect(histories.map(\.history) == ["|", "|"])
    #expect(never.history == "|")
    #expect(recorder.history == "3 |")
  }

  private func recorded<Error>(_ producer: SignalProducer<Int, Error>) -> Recorder<Int, Error> {
    let recorder = Recorder<Int, Error>()
    producer.start(recorder.observer)
    return recorder
  }
}
