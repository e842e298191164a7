// The cases with several threads that send at the same time, for ReactiveSwift.
import BenchKit
import ReactiveSwift

typealias Pipe = Signal<Int, Never>
typealias Cold = SignalProducer<Int, Never>

let bench = Bench(library: "reactiveswift")

final class Sum: @unchecked Sendable {
  @exclusivity(unchecked) var value = 0
}

MainActor.assumeIsolated { measureThreads() }
