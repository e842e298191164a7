import Reactive
import Testing

/// Disposables and lifetimes.
@Suite(.noLeaks)
struct DisposableTests {
  @Test func actionRunsOnce() {
    var runs = 0
    let disposable = AnyDisposable { runs += 1 }
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(runs == 1)
  }

  @Test func actionIsReleasedAfterItHasRun() {
    let alive = Weak()
    func make() -> AnyDisposable {
      let probe = alive.makeProbe()
      return AnyDisposable { probe.touch() }
    }
    let disposable = make()
    #expect(alive.isAlive)
    disposable.dispose()
    #expect(!alive.isAlive)
  }

  @Test func compositeDisposesInTheOrderOfAddition() {
    var log: [Int] = []
    let bag = CompositeDisposable((0..<3).map { index in AnyDisposable { log.append(index) } })
    bag += AnyDisposable { log.append(3) }
    bag.dispose()
    bag.dispose()
    #expect(log == [0, 1, 2, 3])
    bag.add(AnyDisposable { log.append(4) })
    #expect(log == [0, 1, 2, 3, 4])
    #expect(bag.isDisposed)
  }

  /// Disposables keep their order even if others are removed in between.
  @Test func removedDisposableDoesNotChangeTheOrder() {
    var log: [Int] = []
    let (lifetime, token) = Lifetime.make()
    let parts = (0..<3).map { index in lifetime.observeEnded { log.append(index) } }
    parts[0].dispose()
    lifetime.observeEnded { log.append(3) }
    parts[2].dispose()
    lifetime.observeEnded { log.append(4) }
    token.dispose()
    #expect(log == [1, 3, 4])
  }

  @Test func serialDisposableDisposesTheReplacedOne() {
    var log: [Int] = []
    func part(_ index: Int) -> AnyDisposable { AnyDisposable { log.append(index) } }
    let serial = SerialDisposable(part(0))
    serial.inner = part(1)
    #expect(log == [0])
    serial.dispose()
    #expect(log == [0, 1])
    serial.inner = part(2)
    #expect(log == [0, 1, 2])
    #expect(serial.inner == nil)
  }

  @Test func scopedDisposableDisposesWhenReleased() {
    var runs = 0
    var scoped: ScopedDisposable<AnyDisposable>? = ScopedDisposable(AnyDisposable { runs += 1 })
    #expect(scoped?.isDisposed == false)
    scoped = nil
    #expect(runs == 1)
  }

  @Test func lifetimeEndsWithItsToken() {
    var log: [String] = []
    var (lifetime, token): (Lifetime, Lifetime.Token?) = Lifetime.make()
    lifetime.observeEnded { log.append("a") }
    lifetime.observeEnded { log.append("b") }.dispose()
    lifetime += AnyDisposable { log.append("c") }
    lifetime += nil
    #expect(!lifetime.hasEnded)
    token = nil
    #expect(log == ["a", "c"])
    #expect(lifetime.hasEnded)
    lifetime.observeEnded { log.append("d") }
    #expect(log == ["a", "c", "d"])
    (lifetime, token) = Lifetime.make()
    token?.dispose()
    #expect(lifetime.hasEnded)
  }
}
