import BenchKit
import OpenCombine

/// The cases with several threads that send at the same time.
func measureThreads() {
  bench.runThreads("pipe") { _ in
    let count = Sum()
    let pipe = Pipe()
    let observation = pipe.sink { _ in count.value += 1 }
    return ({ pipe.send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("merge") { threads in
    let count = Sum()
    let pipes = (0..<threads).map { _ in Pipe() }
    let observation = pipes.publisher.flatMap { $0 }.sink { _ in count.value += 1 }
    return ({ pipes[$0].send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("zip") { _ in
    let count = Sum()
    let left = Pipe()
    let right = Pipe()
    let observation = left.zip(right).sink { _ in count.value += 1 }
    return ({ ($0 & 1 == 0 ? left : right).send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("property") { _ in
    let count = Sum()
    let property = CurrentValueSubject<Int, Never>(0)
    let observation = property.sink { _ in count.value += 1 }
    return ({ property.send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("latest") { _ in
    let count = Sum()
    let pipe = Pipe()
    let observation = pipe.map { Just($0) }.switchToLatest().sink { _ in count.value += 1 }
    return ({ pipe.send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("flatMap") { _ in
    let count = Sum()
    let pipe = Pipe()
    let observation = pipe.flatMap { Just($0) }.sink { _ in count.value += 1 }
    return ({ pipe.send($1) }, { withExtendedLifetime(observation) { count.value } })
  }
  bench.runThreads("share") { _ in
    let count = Sum()
    let pipe = Pipe()
    let shared = pipe.share()
    let observations = [shared.sink { _ in count.value += 1 }, shared.sink { _ in }]
    return ({ pipe.send($1) }, { withExtendedLifetime(observations) { count.value } })
  }
  bench.runFlood("pipe") {
    let pipe = Pipe()
    let observation = pipe.sink { _ in workForAMicrosecond() }
    return { number in withExtendedLifetime(observation) { pipe.send(number) } }
  }
}
