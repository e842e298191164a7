import Reactive
import Testing

/// `audit(for:)`, tick by tick.
@Suite(.noLeaks)
struct AuditTests {
  @Test func `audit sends the newest value of each window`() {
    expectMarbles(
      """
      a 1-2---3-4|
      = -----2-----(4|)

      a 1-----|
      = -----1|

      a 1---------2-3
      = -----1---------3

      a 12#
      = --#

      a 12!
      = --!

      a       1|
      dispose --x
      =       --!

      a |
      = |
      """,
      producer: { $0.a.producer.audit(for: $0.ticks(5), on: $0.scheduler) },
      signal: { $0.a.audit(for: $0.ticks(5), on: $0.scheduler) })
  }

  @Test func `audit for no time sends the last value of each tick`() {
    for interval in [0, -5] {
      expectMarbles(
        """
        a 1(23)4|
        = 134|
        """,
        producer: { $0.a.producer.audit(for: $0.ticks(interval), on: $0.scheduler) })
    }
  }
}
