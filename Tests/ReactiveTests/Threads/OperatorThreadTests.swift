import Reactive
import Testing

/// Every operator, while several threads send on its lanes and another one disposes it.
@Suite(.serialized, .noLeaks)
struct OperatorThreadTests {
  @Test(arguments: TestedOperator.all)
  func `events never overlap, and there is one terminal event`(testedOperator: TestedOperator) {
    for round in 0..<rounds(10) {
      for mode in testedOperator.modes where mode != .cold { play(testedOperator, mode, disposes: round % 2 == 0) }
    }
  }

  private func play(_ testedOperator: TestedOperator, _ mode: OperatorRun.Mode, disposes: Bool) {
    let operatorRun = OperatorRun(testedOperator, mode)
    inParallel(3) { thread in
      switch thread {
      case 0:
        for value in 0..<20 { operatorRun.send(.a(value % 7)) }
        operatorRun.send(.a(.completed))
      case 1:
        for value in 0..<20 {
          operatorRun.send(.b(value))
          operatorRun.environment.scheduler.advance()
        }
        operatorRun.send(.b(.completed))
      default:
        for value in 0..<5 { operatorRun.send(.a(value)) }
        if disposes { operatorRun.disposable.dispose() }
      }
    }
    operatorRun.wait()
    let received = operatorRun.received
    let ends = received.filter { ["|", "X", "!"].contains($0) }
    #expect(!operatorRun.recorder.overlaps, "\(mode): an event inside another")
    #expect(ends.count <= 1 && (ends.isEmpty || operatorRun.hasEnded), "\(mode): \(received)")
    if disposes, mode == .producer { #expect(ends.count == 1, "\(received)") }
    operatorRun.close()
  }
}
