import BenchKit

#if REACTIVESWIFT
  import ReactiveSwift
#else
  import Reactive
#endif

/// The cases with several threads that send at the same time, for this library and for ReactiveSwift.
@MainActor
func measureThreads() {
  bench.runThreads("pipe") { _ in
    let count = Sum()
    let (output, input) = Pipe.pipe()
    output.observeValues { _ in count.value += 1 }
    return ({ input.send(value: $1) }, { count.value })
  }
  bench.runThreads("merge") { threads in
    let count = Sum()
    let pipes = (0..<threads).map { _ in Pipe.pipe() }
    Pipe.merge(pipes.map(\.output)).observeValues { _ in count.value += 1 }
    let inputs = pipes.map(\.input)
    return ({ inputs[$0].send(value: $1) }, { count.value })
  }
  bench.runThreads("zip") { _ in
    let count = Sum()
    let (left, leftInput) = Pipe.pipe()
    let (right, rightInput) = Pipe.pipe()
    left.zip(with: right).observeValues { _ in count.value += 1 }
    return ({ ($0 & 1 == 0 ? leftInput : rightInput).send(value: $1) }, { count.value })
  }
  bench.runThreads("combineLatest") { _ in
    let count = Sum()
    let (left, leftInput) = Pipe.pipe()
    let (right, rightInput) = Pipe.pipe()
    left.combineLatest(with: right).observeValues { _ in count.value += 1 }
    return ({ ($0 & 1 == 0 ? leftInput : rightInput).send(value: $1) }, { count.value })
  }
  bench.runThreads("property") { _ in
    let count = Sum()
    let property = MutableProperty(0)
    property.signal.observeValues { _ in count.value += 1 }
    return ({ _, _ in property.modify { $0 += 1 } }, { count.value })
  }
  bench.runThreads("latest") { _ in
    let count = Sum()
    let (output, input) = Pipe.pipe()
    output.flatMap(.latest) { Cold(value: $0) }.observeValues { _ in count.value += 1 }
    return ({ input.send(value: $1) }, { count.value })
  }
  bench.runThreads("flatMap") { _ in
    let count = Sum()
    let (output, input) = Pipe.pipe()
    output.flatMap(.merge) { Cold(value: $0) }.observeValues { _ in count.value += 1 }
    return ({ input.send(value: $1) }, { count.value })
  }
  bench.runThreads("action") { _ in
    let count = Sum()
    let action = Action<Int, Int, Never> { Cold(value: $0) }
    action.values.observeValues { _ in count.value += 1 }
    return ({ action.apply($1).start() }, { count.value })
  }
  bench.runThreads("share") { _ in
    let count = Sum()
    let (output, input) = Pipe.pipe()
    #if REACTIVESWIFT
      let shared = output.producer.replayLazily(upTo: 0)
    #else
      let shared = output.producer.share()
    #endif
    shared.startWithValues { _ in count.value += 1 }
    shared.startWithValues { _ in }
    return ({ input.send(value: $1) }, { count.value })
  }
  measureFlood()
}

/// The cases in which threads send more than an observer can receive, which takes a microsecond for each value.
@MainActor
private func measureFlood() {
  bench.runFlood("pipe") {
    let (output, input) = Pipe.pipe()
    output.observeValues { _ in workForAMicrosecond() }
    return { input.send(value: $0) }
  }
  let queue = QueueScheduler()
  for threads in [8, 1] {
    bench.runFlood("observe@\(threads)", threads: threads) {
      let (output, input) = Pipe.pipe()
      output.observe(on: queue).observeValues { _ in workForAMicrosecond() }
      return { input.send(value: $0) }
    }
    #if !REACTIVESWIFT
      for (name, limit) in [
        ("newest", QueueLimit.newest(1_000)), ("oldest", .oldest(1_000)), ("blocking", .blocking(1_000)),
      ] {
        bench.runFlood("\(name)@\(threads)", threads: threads) {
          let (output, input) = Pipe.pipe()
          output.observe(on: queue, limit: limit).observeValues { _ in workForAMicrosecond() }
          return { input.send(value: $0) }
        }
      }
    #endif
  }
}
