import MarbleEvaluation
import MarbleLanguage

/// The constants that the expressions of a search may contain, collected from its examples.
struct SearchConstants {
  /// Numbers of ticks, the smallest first.
  private(set) var times: [Int] = []
  /// Numbers and positions of values, the smallest first.
  private(set) var counts: [Int] = []
  /// Numbers that occur among the values, or between an input and an output.
  private(set) var integers: [Int64] = []
  private(set) var strings: [String] = []
  /// All values of the outputs that have a literal, in the order of their first use.
  private(set) var outputs: [Value] = []
  /// The same for the inputs.
  private(set) var inputs: [Value] = []
  /// The messages of failures in the outputs.
  private(set) var messages: [String] = []
  /// The text before and after the message of an input's failure, where it is a part of a message or a string of the
  /// output.
  private(set) var frames: [(before: String, after: String)] = []
  /// The signs between the letters and digits of the outputs' strings.
  private(set) var separators: [String] = []
  /// The ticks on which the first value of an input occurs in the output, after its own tick.
  private(set) var offsets: [[Int]] = []
  /// The lengths of strings of the inputs.
  private(set) var lengths: [Int] = []
  let hints: SearchHints

  init(_ inputs: [[Timeline]], _ expected: [Timeline], _ hints: SearchHints) {
    self.hints = hints
    var weights: [Int: Int] = [:]
    var numbers: [Int64: Int] = [:]
    var maxCount = 2
    var otherCounts: [Int] = []
    for (inputs, output) in zip(inputs, expected) {
      let ticks = output.marbles.map(\.tick)
      for input in inputs {
        let own = input.marbles.map(\.tick)
        for tick in ticks { for start in own where start < tick { weights[tick - start, default: 0] += 2 } }
        for (left, right) in zip(own, own.dropFirst()) where right > left { weights[right - left, default: 0] += 1 }
        maxCount = max(maxCount, input.marbles.count)
        if let found = Self.offsets(of: input, in: output) { offsets.addOnce(found) }
        if let repetitions = Self.repetitions(of: input, in: output) { otherCounts.addOnce(repetitions) }
        for (left, right) in input.values.compactMap(\.whole).flatMap({ left in
          output.values.compactMap(\.whole).map { (left, $0) }
        }) {
          if let difference = right.checkedDifference(left) { numbers[difference, default: 0] += 1 }
        }
      }
      otherCounts.addOnce(output.values.count)
      for tick in ticks where tick > 0 { weights[tick, default: 0] += 1 }
      for (left, right) in zip(ticks, ticks.dropFirst()) where right > left { weights[right - left, default: 0] += 1 }
    }
    for time in weights.keys.sorted() {
      for neighbor in [time - 1, time + 1] where neighbor > 0 { weights[neighbor, default: 0] += 0 }
    }
    for time in 1...3 { weights[time, default: 0] += 1 }
    times = Self.best(of: weights, Self.maxTimes)
    counts = (Array(0...min(maxCount, Self.maxCounts)) + otherCounts.sorted()).uniqued()
    collectValues(inputs, expected, &numbers)
  }

  /// Returns the distances between the first value of an input and the same values in an output, if they are few.
  private static func offsets(of input: Timeline, in output: Timeline) -> [Int]? {
    guard let first = input.marbles.first, input.marbles.count(where: { $0.event == first.event }) == 1 else {
      return nil
    }
    let ticks = output.marbles.filter { $0.event == first.event }.map { $0.tick - first.tick }
    let isRising = zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 }
    return (1...3).contains(ticks.count) && isRising && ticks.allSatisfy { (0...9).contains($0) } ? ticks : nil
  }

  /// Returns the number of repetitions of an input that have as many values as an output, if there is one.
  private static func repetitions(of input: Timeline, in output: Timeline) -> Int? {
    let (own, all) = (input.values.count, output.values.count)
    guard own > 0, all > own, all % own == 0, all / own <= maxRepetitions else { return nil }
    return all / own
  }

  private static let maxRepetitions = 20

  private mutating func collectValues(
    _ inputs: [[Timeline]], _ expected: [Timeline], _ numbers: inout [Int64: Int]
  ) {
    for value in (inputs.flatMap(\.self) + expected).flatMap(\.values).flatMap(\.scalars) {
      if let whole = value.whole { numbers[whole, default: 0] += 3 }
      if let text = value.text, strings.count < Self.maxStrings { strings.addOnce(text) }
    }
    for number in numbers.keys.sorted() {
      for neighbor in [number.checkedDifference(1), number.checkedDifference(-1)].compactMap(\.self) {
        numbers[neighbor, default: 0] += 1
      }
    }
    for number in [0, 1, 2, 3, 10] as [Int64] { numbers[number, default: 0] += 1 }
    integers = Self.best(of: numbers, Self.maxIntegers)
    outputs = Self.literals(expected)
    self.inputs = Self.literals(inputs.flatMap(\.self))
    for case .failed(let failure)? in expected.map(\.marbles.last?.event) { messages.addOnce(failure.message) }
    for text in expected.flatMap(\.values).compactMap(\.text) {
      for part in text.split(whereSeparator: { $0.isLetter || $0.isNumber })
      where part.count < 4 && separators.count < Self.maxFrames { separators.addOnce(String(part)) }
    }
    lengths = inputs.flatMap(\.self).flatMap(\.values).compactMap { $0.text?.count }.uniqued().sorted()
    collectFrames(inputs, expected)
  }

  private mutating func collectFrames(_ inputs: [[Timeline]], _ expected: [Timeline]) {
    for (inputs, output) in zip(inputs, expected) {
      for case .failed(let failure)? in inputs.map(\.marbles.last?.event) where failure != .unnamed {
        var texts = output.values.compactMap(\.text)
        if case .failed(let result)? = output.marbles.last?.event { texts.append(result.message) }
        for text in texts {
          guard let range = text.firstRange(of: failure.message) else { continue }
          let (before, after) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
          let isKnown = frames.contains { $0.before == before && $0.after == after }
          if !isKnown, frames.count < Self.maxFrames { frames.append((before, after)) }
        }
      }
    }
  }

  /// Returns the first values that can be written in an expression.
  private static func literals(_ timelines: [Timeline]) -> [Value] {
    Array(timelines.flatMap(\.values).filter { $0.literal != nil }.uniqued().prefix(maxStrings))
  }

  /// Returns the numbers with the largest weights in ascending order.
  private static func best<Number: FixedWidthInteger>(of weights: [Number: Int], _ count: Int) -> [Number] {
    let ordered = weights.sorted { ($1.value, $0.key.magnitude, $0.key) < ($0.value, $1.key.magnitude, $1.key) }
    return ordered.prefix(count).map(\.key).sorted { ($0.magnitude, $1) < ($1.magnitude, $0) }
  }

  private static let maxTimes = 20
  private static let maxCounts = 9
  private static let maxIntegers = 24
  private static let maxStrings = 12
  private static let maxFrames = 4
}

extension Timeline {
  var values: [Value] {
    marbles.compactMap { if case .value(let value) = $0.event { value } else { nil } }
  }
}

extension Int64 {
  fileprivate func checkedDifference(_ other: Int64) -> Int64? {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? nil : difference
  }
}

extension Value {
  /// The values in a tuple or an array, or the value itself.
  var scalars: [Value] {
    switch self {
    case .tuple(let items), .array(let items): items.flatMap(\.scalars)
    default: [self]
    }
  }
}
