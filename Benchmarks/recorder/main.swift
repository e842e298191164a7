// Measures the time that a recorder needs for an event.
import Marbles

/// Returns the time of the fastest round for an event, in nanoseconds.
func nanoseconds<Value>(_ value: Value, recording: Bool, by recorder: Recorder = Recorder()) -> Double
where Value: Sendable {
  let count = 200_000
  let (signal, input) = Signal<Value, Never>.pipe()
  var received = 0
  let observed = recording ? signal.recorded("signal", by: recorder) : signal
  observed.observeValues { _ in received += 1 }
  var best = Double.infinity
  for _ in 0..<20 {
    let start = processorTime()
    for _ in 0..<count { input.send(value: value) }
    best = min(best, (processorTime() - start) / .nanoseconds(count))
  }
  precondition(received == 20 * count)
  return best
}

func report<Value: Sendable>(_ name: String, _ value: Value) {
  let recorded = nanoseconds(value, recording: true)
  let plain = nanoseconds(value, recording: false)
  print("\(name): \(Int(recorded.rounded())) ns per recorded event, \(Int(plain.rounded())) ns without a recorder")
}

report("integers", 1)
report("strings", "a string that is longer than fifteen bytes")
report("arrays", [1, 2, 3])
