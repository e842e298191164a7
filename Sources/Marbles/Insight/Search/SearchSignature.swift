import MarbleLanguage

/// Tests relations between the recordings of a class and the expected events.
struct SearchSignature {
  private let source: [SearchRecording]
  private let other: [SearchRecording]
  private let expected: [SearchRecording]
  /// Whether the results end as the source does.
  let hasSameEnd: Bool
  /// Whether values of the source are streams, names of streams or arrays.
  private let hasStreams: Bool
  /// Whether operators without a relation are allowed.
  private let allowsUnknown: Bool
  /// The results of earlier tests, by the raw values of the relations.
  private var known = Array(repeating: Bool?.none, count: SearchRelation.unknown.rawValue + 1)

  init(
    _ source: SearchClass, _ other: SearchClass? = nil, _ expected: [SearchRecording], hasStreams: Bool = false,
    allowsUnknown: Bool = false
  ) {
    self.hasStreams = hasStreams
    self.allowsUnknown = allowsUnknown
    self.source = source.recordings
    self.other = other?.recordings ?? []
    self.expected = expected
    hasSameEnd = zip(source.recordings, expected).allSatisfy { $0.end == $1.end }
  }

  /// Whether an operator with a relation could give the expected events.
  mutating func allows(_ relation: SearchRelation) -> Bool {
    if let answer = known[relation.rawValue] { return answer }
    let answer = test(relation)
    known[relation.rawValue] = answer
    return answer
  }

  private func test(_ relation: SearchRelation) -> Bool {
    switch relation {
    case .keeps: all { Self.isSubsequence($1.values, of: $0.values) { $0.tick == $1.tick } }
    case .keepsOne: all { $1.values.count < 2 && Self.isSubsequence($1.values, of: $0.values) { $0.tick == $1.tick } }
    case .delays: all { Self.isSubsequence($1.values, of: $0.values) { $0.tick >= $1.tick } }
    case .samples:
      all { source, result in
        result.values.allSatisfy { item in source.values.contains { $0.tick <= item.tick && $0.value == item.value } }
      }
    case .delaysOne: all { $1.values.count < 2 && Self.isSubsequence($1.values, of: $0.values) { $0.tick >= $1.tick } }
    case .shifts: shifts
    case .maps: all { $0.values.count == $1.values.count && Self.haveSameTicks($0.values, $1.values) }
    case .mapsSome:
      all {
        Self.isSubsequence($1.values.map { ($0.tick, .null) }, of: $0.values.map { ($0.tick, .null) }) {
          $0.tick == $1.tick
        }
      }
    case .pairs:
      all { source, result in
        result.values.allSatisfy { $0.value.isPair } && result.values.count <= source.values.count
          && source.values.count - result.values.count < 2
      }
    case .silent: all { $1.values.isEmpty }
    case .single: all { $1.values.count < 2 }
    case .arrays:
      all { source, result in
        result.values.allSatisfy { value in
          guard case .array(let items) = value.value else { return false }
          return items.allSatisfy { item in source.values.contains { $0.value == item } }
        }
      }
    case .events: any { $0.value.isEvent }
    case .streams: any { $0.value.isStream }
    case .continues:
      all { source, result in
        result.values.count >= source.values.count && zip(source.values, result.values).allSatisfy { $0 == $1 }
      } && source.contains(where: \.hasCompleted)
    case .follows:
      all { source, result in
        result.values.count == source.values.count + 1
          && zip(source.values, result.values.dropFirst()).allSatisfy { $0 == $1 }
      }
    case .replaces: replaces
    case .merges:
      allWithOther { source, other, result in
        // A failure of one stream ends the other one.
        let end = result.end?.tick ?? .max
        return result.values.count <= source.values.count + other.values.count
          && [source, other].allSatisfy { stream in
            Self.isSubsequence(stream.values.filter { $0.tick < end }, of: result.values) { $0.tick == $1.tick }
          }
      }
    case .races: allWithOther { Self.haveSameValues($0, $2) || Self.haveSameValues($1, $2) }
    case .joins:
      hasValues
        && allWithOther { source, other, result in
          result.values.allSatisfy { value in
            guard case .tuple(let items) = value.value, items.count == 2 else { return false }
            return source.values.contains { $0.value == items[0] } && other.values.contains { $0.value == items[1] }
          }
        }
    case .inner:
      hasValues
        && allWithOther { source, other, result in
          result.values.allSatisfy { value in
            value.tick >= source.values.first?.tick ?? .max && other.values.contains { $0.value == value.value }
          }
        }
    case .flattens:
      hasStreams
        && all { source, result in
          result.values.allSatisfy { $0.tick >= source.values.first?.tick ?? .max }
        }
    case .booleans: hasValues && (source + other + expected).allSatisfy { $0.values.allSatisfy(\.value.isBoolean) }
    case .truth: all { $1.values.count < 2 } && any(\.value.isBoolean)
    case .number: all { $1.values.count < 2 } && any { $0.value.whole != nil }
    case .handlesFailure: source.contains(where: \.hasFailed) && all { Self.begins($1, with: $0) }
    case .handlesCompletion:
      allWithOther { source, other, result in
        result.values.isEmpty
          || source.hasCompleted
            && result.values.allSatisfy { value in
              value.tick >= source.end?.tick ?? 0 && other.values.contains { $0.value == value.value }
            }
      } && source.contains(where: \.hasCompleted)
    case .precedes:
      allWithOther { source, other, result in
        zip(other.values, result.values).allSatisfy { $0 == $1 }
          && result.values.dropFirst(other.values.count).allSatisfy { value in
            source.values.contains { $0.value == value.value }
          }
      }
    case .replacesNothing:
      isUseful(relation)
        && all {
          $0.values.isEmpty ? $1.values.count == ($0.hasCompleted ? 1 : 0) : $0.timeline == $1.timeline
        }
    case .unknown: allowsUnknown
    }
  }

  /// Whether an operator with a relation could change the events of the source.
  func isUseful(_ relation: SearchRelation) -> Bool {
    switch relation {
    case .handlesFailure: source.contains(where: \.hasFailed)
    case .handlesCompletion, .continues: source.contains(where: \.hasCompleted)
    case .replacesNothing: source.contains { $0.values.isEmpty && $0.hasCompleted }
    case .streams: any(\.value.isStream)
    case .flattens: hasStreams
    default: true
    }
  }

  private static func begins(_ result: SearchRecording, with source: SearchRecording) -> Bool {
    result.values.count >= source.values.count && zip(source.values, result.values).allSatisfy { $0 == $1 }
  }

  private func all(_ holds: (SearchRecording, SearchRecording) -> Bool) -> Bool {
    zip(source, expected).allSatisfy(holds)
  }

  private func allWithOther(_ holds: (SearchRecording, SearchRecording, SearchRecording) -> Bool) -> Bool {
    other.count == expected.count
      && expected.indices.allSatisfy { holds(source[$0], other[$0], expected[$0]) }
  }

  private var hasValues: Bool { expected.contains { !$0.values.isEmpty } }

  private func any(_ isMeant: ((tick: Int, value: Value)) -> Bool) -> Bool {
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

  private static func haveSameValues(_ left: SearchRecording, _ right: SearchRecording) -> Bool {
    left.values.elementsEqual(right.values) { $0 == $1 }
  }

  private static func haveSameTicks(_ left: [(tick: Int, value: Value)], _ right: [(tick: Int, value: Value)]) -> Bool {
    zip(left, right).allSatisfy { $0.tick == $1.tick }
  }

  /// Whether the first values occur in order among the second ones, on ticks with a relation.
  private static func isSubsequence(
    _ values: [(tick: Int, value: Value)], of all: [(tick: Int, value: Value)],
    _ isAllowed: ((tick: Int, value: Value), (tick: Int, value: Value)) -> Bool
  ) -> Bool {
    var index = 0
    for value in values {
      while index < all.count, !isAllowed(value, all[index]) || all[index].value != value.value { index += 1 }
      guard index < all.count else { return false }
      index += 1
    }
    return true
  }
}

extension Value {
  fileprivate var isPair: Bool { if case .tuple(let items) = self { items.count == 2 } else { false } }
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }
  fileprivate var isEvent: Bool { if case .event = self { true } else { false } }
  fileprivate var isStream: Bool { if case .stream = self { true } else { false } }
}
