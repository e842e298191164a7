import MarbleLanguage

/// Tests of the results that operators could give.
extension SearchPrediction {
  /// Whether the operator could give a result.
  ///
  /// - Parameters:
  ///   - other: The other stream, if the operator has one.
  ///   - isPipe: Whether the other stream sends the same events to an observer that subscribes later.
  func allows(
    _ result: SearchRecording, from source: SearchRecording, _ other: SearchRecording?, isPipe: Bool
  ) -> Bool {
    switch self {
    case .none: true
    case .takesFirst(let count): result.values.count == min(count, source.values.count)
    case .skipsFirst(let count), .skipsLast(let count): result.values.count == max(0, source.values.count - count)
    case .takesFor(let time):
      result.isEmpty(after: time) && result.values.count >= source.values.prefix { $0.tick < time }.count
    case .element(let index):
      source.values.indices.contains(index)
        ? result.values.count == 1 && result.values[0] == source.values[index] : result.values.isEmpty
    case .shifts(let time): zip(source.values, result.values).allSatisfy { $0.tick + time == $1.tick }
    case .debounces(let time):
      result.values.allSatisfy { value in
        value.tick == source.end?.tick || source.values.contains { $0.tick + time == value.tick }
      }
    case .throttles(let time):
      result.values.allSatisfy { value in
        value.tick == source.end?.tick || source.has(value.tick) || result.has(value.tick - time)
      }
    case .audits(let time):
      result.values.allSatisfy { $0.tick == source.end?.tick || source.has($0.tick - time) }
    case .samples(let time): result.values.allSatisfy { $0.tick == source.end?.tick || $0.tick % max(1, time) == 0 }
    case .sendsAtEnd: result.values.allSatisfy { $0.tick == source.end?.tick }
    case .sums: result.values.allSatisfy { $0.value.isNumber && ($0.value.whole == source.sum || source.sum == nil) }
    case .counts: result.values.allSatisfy { $0.value == .integer(source.values.count) }
    case .isEmpty: result.values.allSatisfy { $0.value == .boolean(source.values.isEmpty) }
    case .contains(let value):
      result.values.allSatisfy { $0.value == .boolean(source.values.contains { $0.value == value }) }
    case .equals:
      result.values.allSatisfy { item in
        item.value == .boolean(source.values.map(\.value) == (other?.values ?? []).map(\.value))
      }
    case .numbers: pairs(result, source) { .integer($0) }
    case .stamps: pairs(result, source) { .integer(source.values[$0].tick) }
    case .intervals:
      pairs(result, source) { index in
        .integer(source.values[index].tick - (index == 0 ? 0 : source.values[index - 1].tick))
      }
    case .previous(let initial): hasPrevious(result, source, initial)
    case .constant(let value): result.values.allSatisfy { $0.value == value }
    case .begins(let value): result.values.first.map { $0.tick == 0 && $0.value == value } ?? false
    case .ends(let value): appends(value, result, source)
    case .recovers(let value):
      source.hasFailed
        ? result.hasCompleted && result.end?.tick == source.end?.tick && result.values.last?.value == value
          && result.values.count == source.values.count + 1
        : result.timeline == source.timeline
    case .suppressesFailure:
      result.values.count == source.values.count && result.end?.tick == source.end?.tick && !result.hasFailed
    case .keepsFailure:
      result.values.count == source.values.count && result.end?.tick == source.end?.tick
        && result.hasFailed == source.hasFailed
    case .restarts:
      source.hasFailed
        ? result.end.map { $0.tick >= source.end?.tick ?? 0 } ?? true : result.timeline == source.timeline
    case .repeats:
      source.hasCompleted
        ? result.end.map { $0.tick >= source.end?.tick ?? 0 } ?? true : result.timeline == source.timeline
    case .continuesAfterFailure:
      other == nil || (source.hasFailed ? continues(result, source, other, isPipe) : result.timeline == source.timeline)
    case .timesOut(let timeout, let time): timesOut(timeout, time, result, source, other, isPipe: isPipe)
    case .zips, .combines, .addsLatest, .samplesWith, .joinsLast:
      other.map { joins(result, source, $0) } ?? true
    case .onTicksOfOther: isOnTicks(result, source.end, other)
    case .onTicksOfInner: !isPipe || isOnTicks(result, source.end, other)
    case .onTicksOfEither:
      !isPipe || result.values.allSatisfy { source.has($0.tick) || isOnTicks($0.tick, source.end, other) }
    case .takesUntilOther: other.map { takes(result, source, until: $0.values.first?.tick ?? .max) } ?? true
    case .skipsUntilOther: other.map { skips(result, source, until: $0.values.first?.tick ?? .max) } ?? true
    case .sendsInner: !isPipe || result.values.allSatisfy { value in other?.values.contains { $0 == value } ?? true }
    case .divides(let time):
      divides(result, source)
        && result.values.allSatisfy { $0.tick == source.end?.tick || time == nil || $0.tick % max(1, time ?? 1) == 0 }
    case .dividesByCount(let count):
      divides(result, source) && result.values.dropLast().allSatisfy { $0.value.items?.count == count }
        && result.values.allSatisfy { $0.value.items?.count ?? 0 <= count }
    case .dividesOnOther: divides(result, source) && isOnTicks(result, source.end, other)
    case .decides: other.map { combinesTicks(result, source, $0) } ?? true
    }
  }

  // MARK: Pairs

  /// Whether each result is a value of the source with a companion.
  private func pairs(
    _ result: SearchRecording, _ source: SearchRecording, _ companion: (Int) -> Value
  ) -> Bool {
    result.values.count == source.values.count
      && source.values.indices.allSatisfy { index in
        result.values[index].tick == source.values[index].tick
          && result.values[index].value == .tuple([source.values[index].value, companion(index)])
      }
  }

  private func hasPrevious(_ result: SearchRecording, _ source: SearchRecording, _ initial: Value?) -> Bool {
    let previous = (initial.map { [$0] } ?? []) + source.values.map(\.value)
    let values = initial == nil ? source.values.dropFirst() : source.values[...]
    return result.values.count == values.count
      && zip(result.values, zip(previous, values)).allSatisfy { result, pair in
        result.tick == pair.1.tick && result.value == .tuple([pair.0, pair.1.value])
      }
  }

  private func appends(_ value: Value, _ result: SearchRecording, _ source: SearchRecording) -> Bool {
    guard source.end != nil, !source.hasFailed else { return result.timeline == source.timeline }
    return result.hasCompleted && result.end?.tick == source.end?.tick
      && result.values.count == source.values.count + 1 && result.values.last?.value == value
  }

  // MARK: Arrays

  /// Whether the results are arrays that contain the values of the source in order, each of them once.
  private func divides(_ result: SearchRecording, _ source: SearchRecording) -> Bool {
    var index = 0
    for (tick, value) in result.values {
      for item in value.items ?? [] {
        guard index < source.values.count, source.values[index].tick <= tick, source.values[index].value == item else {
          return false
        }
        index += 1
      }
    }
    return true
  }
}

extension SearchRecording {
  func has(_ tick: Int) -> Bool { values.contains { $0.tick == tick } }

  func isEmpty(after tick: Int) -> Bool { values.allSatisfy { $0.tick <= tick } }

  /// The sum of the values, or `nil` if they are not all integers.
  fileprivate var sum: Int? {
    var sum = 0
    for (_, value) in values {
      guard let number = value.whole else { return nil }
      sum &+= number
    }
    return sum
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number: true
    default: false
    }
  }

  fileprivate var items: [Value]? { if case .array(let items) = self { items } else { nil } }
}
