// The benchmark cases, written as a user of the library would write them.
import BenchKit
import Foundation
import Reactive

typealias Pipe = Signal<Int, Never>
typealias Cold = SignalProducer<Int, Never>

let bench = Bench(library: "reactive")

if Bench.usesThreads {
  measureThreads()
  exit(0)
}

// Memory is measured first, while the allocator has no free memory to reuse.
measureMemory()

/// The sum of the received values.
///
/// The last observer of each case makes one addition per value, as in the programs of the other libraries.
final class Sum: @unchecked Sendable {
  @exclusivity(unchecked) var value = 0
}

bench.run("a", events: N.hot) { count in
  let sum = Sum()
  let (output, input) = Pipe.pipe()
  output.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.observeValues { sum.value &+= $0 }
  for number in 0..<count { input.send(value: number) }
  return sum.value
}

bench.run("b", events: N.chain) { count in
  let sum = Sum()
  let (output, input) = Pipe.pipe()
  var signal = output
  for _ in 0..<10 { signal = signal.map { $0 &+ 1 } }
  signal.observeValues { sum.value &+= $0 }
  for number in 0..<count { input.send(value: number) }
  return sum.value
}

bench.run("b_cold", events: N.chain) { count in
  let sum = Sum()
  var producer = Cold(0..<count)
  for _ in 0..<10 { producer = producer.map { $0 &+ 1 } }
  producer.startWithValues { sum.value &+= $0 }
  return sum.value
}

bench.run("c", events: N.hot) { count in
  let sum = Sum()
  let pipes = (0..<4).map { _ in Pipe.pipe() }
  Pipe.merge(pipes[0].output, pipes[1].output, pipes[2].output, pipes[3].output)
    .observeValues { sum.value &+= $0 }
  let inputs = pipes.map(\.input)
  for number in 0..<count { inputs[number & 3].send(value: number) }
  return sum.value
}

bench.run("d", events: N.hot) { count in
  let sum = Sum()
  let (left, leftInput) = Pipe.pipe()
  let (right, rightInput) = Pipe.pipe()
  left.zip(with: right).observeValues { sum.value &+= $0 &+ $1 }
  for number in 0..<count { (number & 1 == 0 ? leftInput : rightInput).send(value: number) }
  return sum.value
}

bench.run("e", events: N.hot) { count in
  let sum = Sum()
  let (left, leftInput) = Pipe.pipe()
  let (right, rightInput) = Pipe.pipe()
  left.combineLatest(with: right).observeValues { sum.value &+= $0 &+ $1 }
  for number in 0..<count { (number & 1 == 0 ? leftInput : rightInput).send(value: number) }
  return sum.value
}

bench.run("f", events: N.concat) { count in
  let sum = Sum()
  Cold(0..<count).flatMap(.concat) { Cold(value: $0) }.startWithValues { sum.value &+= $0 }
  return sum.value
}

bench.run("g", events: N.latest) { count in
  let sum = Sum()
  let (outer, input) = Pipe.pipe()
  outer.flatMap(.latest) { Cold(value: $0) }.observeValues { sum.value &+= $0 }
  for number in 0..<count { input.send(value: number) }
  return sum.value
}

bench.run("g_hot", events: N.latest) { count in
  let sum = Sum()
  let (outer, input) = Pipe.pipe()
  let (inner, innerInput) = Pipe.pipe()
  outer.flatMap(.latest) { _ in inner }.observeValues { sum.value &+= $0 }
  for number in 0..<count {
    input.send(value: number)
    innerInput.send(value: number)
  }
  return sum.value
}

bench.run("h", events: N.fanOut) { count in
  let sum = Sum()
  let (output, input) = Pipe.pipe()
  for _ in 0..<100 { output.observeValues { sum.value &+= $0 } }
  for number in 0..<(count / 100) { input.send(value: number) }
  return sum.value
}

bench.run("i", events: N.churn) { count in
  let sum = Sum()
  let (output, input) = Pipe.pipe()
  for number in 0..<count {
    output.take(first: 1).observeValues { sum.value &+= $0 }
    input.send(value: number)
  }
  return sum.value
}

bench.run("j", events: N.hot) { count in
  let sum = Sum()
  let (output, input) = Pipe.pipe()
  output.scan(0) { $0 &+ $1 }.skipRepeats().observeValues { sum.value &+= $0 }
  for number in 0..<count { input.send(value: number & 1) }
  return sum.value
}

bench.run("k", events: N.hot) { count in
  let sum = Sum()
  let property = MutableProperty(0)
  property.signal.observeValues { sum.value &+= $0 }
  for number in 0..<count { property.value = number }
  return sum.value
}

bench.run("l", events: N.hot) { count in
  let sum = Sum()
  Cold(0..<count).map { $0 &+ 1 }.filter { $0 & 1 == 0 }.reduce(0) { $0 &+ $1 }
    .startWithValues { sum.value &+= $0 }
  return sum.value
}

bench.run("m_zip", events: N.concat) { count in
  let sum = Sum()
  let (left, leftInput) = Pipe.pipe()
  let (right, rightInput) = Pipe.pipe()
  left.zip(with: right).observeValues { sum.value &+= $0 &+ $1 }
  for number in 0..<count { leftInput.send(value: number) }
  for number in 0..<count { rightInput.send(value: number) }
  return sum.value
}

bench.run("m_concat", events: N.concat) { count in
  let sum = Sum()
  let (outer, input) = Signal<Cold, Never>.pipe()
  let (first, firstInput) = Pipe.pipe()
  outer.flatten(.concat).observeValues { sum.value &+= $0 }
  input.send(value: Cold(first))
  for number in 0..<count { input.send(value: Cold(value: number)) }
  firstInput.sendCompleted()
  return sum.value
}
