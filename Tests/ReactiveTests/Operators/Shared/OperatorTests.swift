import Testing

/// The shared suites over all operators; and over faulty ones, to show that they notice.
@Suite(.leavesNothing)
struct OperatorTests {
  @Test(arguments: Check.allCases, Specimen.all)
  func `every operator keeps the contract`(check: Check, specimen: Specimen) {
    let findings = check(specimen)
    #expect(findings.isEmpty, "\(findings.prefix(5).joined(separator: "\n"))")
  }

  @Test(arguments: Check.allCases)
  func `what is right passes`(check: Check) {
    #expect(check(Fault.honest).isEmpty)
  }

  @Test(arguments: Check.allCases)
  func `what is wrong is found`(check: Check) {
    let faults: [Specimen] =
      switch check {
      case .completion:
        [Fault.swallowsTheEnd, Fault.endsTwice, Fault.endsLate, Fault.sendsAfterTheEnd, Fault.failsAlways]
      case .failure: [Fault.swallowsTheEnd, Fault.endsTwice, Fault.endsLate, Fault.completesAlways]
      case .interruption: [Fault.swallowsTheEnd, Fault.notesDisposalLate, Fault.completesAlways, Fault.failsAlways]
      case .disposalBefore: [Fault.startsAtOnce, Fault.looksFirst, Fault.startsBehindASignal]
      case .disposal:
        [Fault.leavesTheSourceRunning, Fault.forgetsToRelease, Fault.notesDisposalLate, Fault.sendsWhenItEnds]
      case .disposalAfter:
        [Fault.forgetsToRelease, Fault.takesOneUntied, Fault.sendsWhenItIsLetGo, Fault.swallowsTheEnd]
      case .disposalInside:
        [Fault.leavesTheSourceRunning, Fault.forgetsToRelease, Fault.notesDisposalLate, Fault.swallowsTheEnd]
      case .atOnce: [Fault.listensLate, Fault.startsTwice, Fault.takesOneUntied, Fault.remembersEarlierStarts]
      case .reentrancy: [Fault.callsInside, Fault.callsTheNewestFirst, Fault.tellsOneWhatWaits]
      case .timelines:
        [Fault.dropsAValue, Fault.sendsAValueTwice, Fault.holdsAValueBack, Fault.sendsWhenItEnds, Fault.endsTwice]
      }
    #expect(faults.count >= 3)
    for fault in faults { #expect(!check(fault).isEmpty, "\(fault.name)") }
  }
}
