// The same cases in OpenCombine.
import BenchKit
import Foundation
import OpenCombine

typealias Pipe = PassthroughSubject<Int, Never>

let bench = Bench(library: "opencombine")

if Bench.usesThreads {
  measureThreads()
  exit(0)
}

final class Sum {
  @exclusivity(unchecked) var value = 0
}

bench.run("a", events: N.hot) { count in
  let sum = Sum()
  let pipe = Pipe()
  let observation = pipe.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum.value &+= $0 }
  for number in 0..<count { pipe.send(number) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("b", events: N.chain) { count in
  let sum = Sum()
  let pipe = Pipe()
  var stream = pipe.eraseToAnyPublisher()
  for _ in 0..<10 { stream = stream.map { $0 &+ 1 }.eraseToAnyPublisher() }
  let observation = stream.sink { sum.value &+= $0 }
  for number in 0..<count { pipe.send(number) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("b_cold", events: N.chain) { count in
  let sum = Sum()
  var stream = (0..<count).publisher.eraseToAnyPublisher()
  for _ in 0..<10 { stream = stream.map { $0 &+ 1 }.eraseToAnyPublisher() }
  let observation = stream.sink { sum.value &+= $0 }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("c", events: N.hot) { count in
  let sum = Sum()
  let pipes = (0..<4).map { _ in Pipe() }
  let observation = pipes.publisher.flatMap { $0 }.sink { sum.value &+= $0 }
  for number in 0..<count { pipes[number & 3].send(number) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("d", events: N.hot) { count in
  let sum = Sum()
  let left = Pipe()
  let right = Pipe()
  let observation = left.zip(right).sink { sum.value &+= $0 &+ $1 }
  for number in 0..<count { (number & 1 == 0 ? left : right).send(number) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.skip("e", "it has no combineLatest")

bench.run("f", events: N.concat) { count in
  let sum = Sum()
  let observation = (0..<count).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.sink { sum.value &+= $0 }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("g", events: N.latest) { count in
  let sum = Sum()
  let outer = Pipe()
  let observation = outer.map { Just($0) }.switchToLatest().sink { sum.value &+= $0 }
  for number in 0..<count { outer.send(number) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("g_hot", events: N.latest) { count in
  let sum = Sum()
  let outer = Pipe()
  let inner = Pipe()
  let observation = outer.map { _ in inner }.switchToLatest().sink { sum.value &+= $0 }
  for number in 0..<count {
    outer.send(number)
    inner.send(number)
  }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("h", events: N.fanOut) { count in
  let sum = Sum()
  let pipe = Pipe()
  let observations = (0..<100).map { _ in pipe.sink { sum.value &+= $0 } }
  for number in 0..<(count / 100) { pipe.send(number) }
  return withExtendedLifetime(observations) { sum.value }
}

bench.run("i", events: N.churn) { count in
  let sum = Sum()
  let pipe = Pipe()
  for number in 0..<count {
    let observation = pipe.prefix(1).sink { sum.value &+= $0 }
    pipe.send(number)
    withExtendedLifetime(observation) {}
  }
  return sum.value
}

bench.run("j", events: N.hot) { count in
  let sum = Sum()
  let pipe = Pipe()
  let observation = pipe.scan(0, &+).removeDuplicates().sink { sum.value &+= $0 }
  for number in 0..<count { pipe.send(number & 1) }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("k", events: N.hot) { count in
  let sum = Sum()
  let property = CurrentValueSubject<Int, Never>(0)
  let observation = property.sink { sum.value &+= $0 }
  for number in 0..<count { property.value = number }
  return withExtendedLifetime(observation) { sum.value }
}

bench.run("l", events: N.hot) { count in
  let sum = Sum()
  let observation = (0..<count).publisher.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.reduce(0, &+)
    .sink { sum.value &+= $0 }
  return withExtendedLifetime(observation) { sum.value }
}

bench.skip("m_zip", "its queues remove from the front of an array, 10 µs per event, which would take minutes")
bench.skip("m_concat", "a flattened subject must be subscribed to immediately")
