import MarbleEvaluation
import MarbleLanguage

/// Tests which behaviors could give the expected events, from the events of a class.
struct SearchSignature {
  private typealias TimedValue = RecordedEvents.TimedValue

  private let source: [RecordedEvents]
  private let other: [RecordedEvents]
  private let expected: [RecordedEvents]
  /// Whether the results end as the source does.
  private let hasSameEnd: Bool
  /// Whether values of the source are streams, names of streams or arrays.
  private let hasStreams: Bool
  /// Whether operators whose values do not follow from those of the source are allowed.
  private let allowsOthers: Bool

  init(
    _ source: SearchClass, _ other: SearchClass? = nil, _ expected: [RecordedEvents], hasStreams: Bool = false,
    allowsOthers: Bool = false
  ) {
    self.hasStreams = hasStreams
    self.allowsOthers = allowsOthers
    self.source = source.recordings
    self.other = other?.recordings ?? []
    self.expected = expected
    hasSameEnd = zip(source.recordings, expected).allSatisfy { $0.end == $1.end }
  }

  /// Whether an operator could give the expected events.
  func allows(_ behavior: Behavior) -> Bool {
    if behavior.endsWithSource, !hasSameEnd { return false }
    let isLater = behavior.tick != .same
    func isOnTick(_ result: TimedValue, _ value: TimedValue) -> Bool {
      isLater ? result.tick >= value.tick : result.tick == value.tick
    }
    switch behavior.values {
    case .all: return isLater ? shifts : all { $1.begins(with: $0) && $0.begins(with: $1) }
    case .some: return all { Self.isSubsequence($1.values, of: $0.values, isOnTick) }
    case .one: return all { $1.values.count < 2 && Self.isSubsequence($1.values, of: $0.values, isOnTick) }
    case .newest:
      return all { source, result in
        result.values.allSatisfy { item in source.values.contains { $0.tick <= item.tick && $0.value == item.value } }
      }
    case .none: return all { $1.values.isEmpty }
    case .changed: return all { $0.values.map(\.tick) == $1.values.map(\.tick) }
    case .changedSome:
      return all { Self.isSubsequence($1.values.map(Self.tick), of: $0.values.map(Self.tick)) { $0.tick == $1.tick } }
    case .paired:
      return all { source, result in
        result.values.allSatisfy(\.value.isPair) && (0...1).contains(source.values.count - result.values.count)
      }
    case .made: return all { $1.values.count < 2 }
    case .boolean: return all { $1.values.count < 2 } && any(\.value.isBoolean)
    case .number: return all { $1.values.count < 2 } && any { $0.value.whole != nil }
    case .arrays:
      return all { source, result in
        result.values.allSatisfy { value in
          if case .array(let items) = value.value { items.allSatisfy(source.contains) } else { false }
        }
      }
    case .events: return any(\.value.isEvent)
    case .streams: return any(\.value.isStream)
    case .unwrapped:
      return all { source, result in
        result.values.allSatisfy { item in
          source.values.contains { $0.tick == item.tick && $0.value.payload == item.value }
        }
      }
    case .continued: return all { $1.begins(with: $0) } && isUseful(behavior)
    case .begun:
      return all { source, result in
        result.values.count == source.values.count + 1
          && zip(source.values, result.values.dropFirst()).allSatisfy { $0 == $1 }
      }
    case .replaced: return replaces
    case .merged:
      return allWithOther { source, other, result in
        // A failure of one stream ends the other one.
        result.values.count <= source.values.count + other.values.count
          && [source, other].allSatisfy { stream in
            Self.isSubsequence(stream.values.filter { $0.tick < result.endTick }, of: result.values) {
              $0.tick == $1.tick
            }
          }
      }
    case .raced:
      return allWithOther { source, other, result in
        [source, other].contains { $0.begins(with: result) && result.begins(with: $0) }
      }
    case .joined:
      return hasValues
        && allWithOther { source, other, result in
          result.values.allSatisfy { value in
            guard case .tuple(let items) = value.value, items.count == 2 else { return false }
            return source.contains(items[0]) && other.contains(items[1])
          }
        }
    case .inner where other.isEmpty: return allowsOthers
    case .inner:
      return hasValues
        && allWithOther { source, other, result in
          result.values.allSatisfy { value in
            value.tick >= source.values.first?.tick ?? .max && other.contains(value.value)
          }
        }
    case .flattened:
      return hasStreams
        && all { source, result in
          result.values.allSatisfy { $0.tick >= source.values.first?.tick ?? .max }
        }
    case .booleans:
      return hasValues && (source + other + expected).allSatisfy { $0.values.allSatisfy(\.value.isBoolean) }
    case .recovered: return isUseful(behavior) && all { $1.begins(with: $0) }
    case .succeeded:
      return isUseful(behavior)
        && allWithOther { source, other, result in
          result.values.allSatisfy { source.hasCompleted && $0.tick >= source.endTick && other.contains($0.value) }
        }
    case .preceded:
      return allWithOther { source, other, result in
        zip(other.values, result.values).allSatisfy { $0 == $1 }
          && result.values.dropFirst(other.values.count).allSatisfy { source.contains($0.value) }
      }
    case .defaulted:
      return isUseful(behavior)
        && all {
          $0.values.isEmpty ? $1.values.count == ($0.hasCompleted ? 1 : 0) : $0.timeline == $1.timeline
        }
    case .others: return allowsOthers
    }
  }

  /// Whether an operator could change the events of the source.
  func isUseful(_ behavior: Behavior) -> Bool {
    switch behavior.values {
    case .recovered: source.contains(where: \.hasFailed)
    case .succeeded, .continued: source.contains(where: \.hasCompleted)
    case .defaulted: source.contains { $0.values.isEmpty && $0.hasCompleted }
    case .streams: any(\.value.isStream)
    case .flattened: hasStreams
    case .unwrapped: source.contains { $0.values.contains { $0.value.payload != nil } }
    case .all, .some, .one, .newest, .none, .changed, .changedSome, .paired, .made, .number, .boolean, .arrays, .events,
      .begun, .preceded, .replaced, .merged, .raced, .joined, .booleans, .inner, .others:
      true
    }
  }

  private func all(_ holds: (RecordedEvents, RecordedEvents) -> Bool) -> Bool {
    zip(source, expected).allSatisfy(holds)
  }

  private func allWithOther(_ holds: (RecordedEvents, RecordedEvents, RecordedEvents) -> Bool) -> Bool {
    other.count == expected.count
      && expected.indices.allSatisfy { holds(source[$0], other[$0], expected[$0]) }
  }

  private var hasValues: Bool { expected.contains { !$0.values.isEmpty } }

  private func any(_ isMeant: (TimedValue) -> Bool) -> Bool {
    expected.contains { $0.values.contains(where: isMeant) }
  }

  /// Whether all results are the sources, later by one number of ticks.
  private var shifts: Bool {
    var shift: Int?
    for (source, result) in zip(source, expected) {
      guard result.values.count <= source.values.count else { return false }
      for (left, right) in zip(source.values, result.values) {
        guard left.value == right.value, shift ?? (right.tick - left.tick) == right.tick - left.tick else {
          return false
        }
        shift = right.tick - left.tick
      }
    }
    return shift.map { $0 > 0 } ?? true
  }

  /// Whether all results begin as the source and continue with values of the other stream.
  private var replaces: Bool {
    let hasChange = zip(source, expected).contains { $0.timeline != $1.timeline }
    return hasChange
      && allWithOther { source, other, result in
        let common = zip(source.values, result.values).prefix { $0 == $1 }.count
        let rest = result.values.dropFirst(common)
        if rest.isEmpty { return true }
        return zip(rest.reversed(), other.values.reversed()).allSatisfy { $0.value == $1.value }
          && rest.count <= other.values.count && result.end?.event == other.end?.event
      }
  }

  private static func tick(of value: TimedValue) -> TimedValue { (value.tick, .null) }

  /// Whether the first values occur in order among the second ones, on ticks with a relation.
  private static func isSubsequence(
    _ values: [TimedValue], of all: [TimedValue], _ isAllowed: (TimedValue, TimedValue) -> Bool
  ) -> Bool {
    var rest = all[...]
    return values.allSatisfy { value in
      while let next = rest.popFirst() {
        if isAllowed(value, next), next.value == value.value { return true }
      }
      return false
    }
  }
}

extension Behavior {
  /// Whether a signature allows both behaviors or none of them.
  func isRelated(as other: Behavior) -> Bool {
    values == other.values && tick == other.tick && endsWithSource == other.endsWithSource
  }
}

extension Value {
  fileprivate var isPair: Bool { if case .tuple(let items) = self { items.count == 2 } else { false } }
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }
  fileprivate var isEvent: Bool { if case .event = self { true } else { false } }
  fileprivate var isStream: Bool { if case .stream = self { true } else { false } }

  /// The value in an event or a state.
  fileprivate var payload: Value? {
    switch self {
    case .event(.value(let value)): value
    case .tuple(let items) where items.count == 2: items[1]
    default: nil
    }
  }
}
