import Reactive
import Testing

/// Every operator, while several threads send into its lanes and another one disposes it.
@Suite(.serialized, .leavesNothing)
struct OperatorThreadTests {
  @Test(arguments: Specimen.all)
  func `events never overlap, and the end comes once`(specimen: Specimen) {
    for round in 0..<rounds(10) {
      for mode in specimen.modes where mode != .cold { play(specimen, mode, disposes: round % 2 == 0) }
    }
  }

  private func play(_ specimen: Specimen, _ mode: Player.Mode, disposes: Bool) {
    let player = Player(specimen, mode)
    inParallel(3) { thread in
      switch thread {
      case 0:
        for value in 0..<20 { player.send(.a(value % 7)) }
        player.send(.a(.completed))
      case 1:
        for value in 0..<20 {
          player.send(.b(value))
          player.bench.scheduler.advance()
        }
        player.send(.b(.completed))
      default:
        for value in 0..<5 { player.send(.a(value)) }
        if disposes { player.disposable.dispose() }
      }
    }
    player.wait()
    let heard = player.heard
    let ends = heard.filter { ["|", "X", "!"].contains($0) }
    #expect(!player.ear.overlaps, "\(mode): an event inside another")
    #expect(ends.count <= 1 && (ends.isEmpty || player.hasEnded), "\(mode): \(heard)")
    if disposes, mode == .producer { #expect(ends.count == 1, "\(heard)") }
    player.close()
  }
}
