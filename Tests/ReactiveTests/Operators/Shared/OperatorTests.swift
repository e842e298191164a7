import Testing

/// The shared suites for all operators, and for faulty ones, to show that they find faults.
@Suite(.noLeaks)
struct OperatorTests {
  @Test(arguments: Check.allCases, TestedOperator.all)
  func `every operator keeps the contract`(check: Check, testedOperator: TestedOperator) {
    let findings = check(testedOperator)
    #expect(findings.isEmpty, "\(findings.prefix(5).joined(separator: "\n"))")
  }

  @Test(arguments: Check.allCases)
  func `a correct operator passes`(check: Check) {
    #expect(check(FaultyOperators.honest).isEmpty)
  }

  @Test(arguments: Check.allCases)
  func `a faulty operator is found`(check: Check) {
    let faults: [TestedOperator] =
      switch check {
      case .completion:
        [
          FaultyOperators.swallowsTheEnd, FaultyOperators.endsTwice, FaultyOperators.endsLate,
          FaultyOperators.sendsAfterTheEnd, FaultyOperators.failsAlways,
        ]
      case .failure:
        [
          FaultyOperators.swallowsTheEnd, FaultyOperators.endsTwice, FaultyOperators.endsLate,
          FaultyOperators.completesAlways,
        ]
      case .interruption:
        [
          FaultyOperators.swallowsTheEnd, FaultyOperators.isInterruptedLate, FaultyOperators.completesAlways,
          FaultyOperators.failsAlways,
        ]
      case .disposalBefore:
        [
          FaultyOperators.startsBeforeItIsObserved, FaultyOperators.startsItsSourceForNothing,
          FaultyOperators.startsWithItsSignal,
        ]
      case .disposal:
        [
          FaultyOperators.leavesTheSourceRunning, FaultyOperators.retainsItself, FaultyOperators.isInterruptedLate,
          FaultyOperators.sendsWhenItEnds,
        ]
      case .disposalAfter:
        [
          FaultyOperators.retainsItself, FaultyOperators.completesWithoutDisposingItsSource,
          FaultyOperators.sendsWhenDisposed,
          FaultyOperators.swallowsTheEnd,
        ]
      case .disposalInside:
        [
          FaultyOperators.leavesTheSourceRunning, FaultyOperators.retainsItself, FaultyOperators.isInterruptedLate,
          FaultyOperators.swallowsTheEnd,
        ]
      case .immediateEvents:
        [
          FaultyOperators.observesLate, FaultyOperators.startsTwice, FaultyOperators.completesWithoutDisposingItsSource,
          FaultyOperators.remembersEarlierStarts,
        ]
      case .reentrancy:
        [
          FaultyOperators.deliversRecursively, FaultyOperators.deliversToTheNewestObserverFirst,
          FaultyOperators.deliversBufferedEventsToOneObserver,
        ]
      case .timelines:
        [
          FaultyOperators.dropsAValue, FaultyOperators.sendsAValueTwice, FaultyOperators.delaysValues,
          FaultyOperators.sendsWhenItEnds, FaultyOperators.endsTwice,
        ]
      }
    #expect(faults.count >= 3)
    for fault in faults { #expect(!check(fault).isEmpty, "\(fault.name)") }
  }
}
