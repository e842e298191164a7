import MarbleEvaluation
import MarbleLanguage

/// Expressions that send the same events on all examples.
final class SearchClass {
  /// The events on each example.
  let recordings: [RecordedEvents]
  /// Some of the expressions, the simplest first.
  private(set) var members: [SearchCandidate]
  /// The types of the values.
  let types: TypeSet

  init(_ timelines: [Timeline], _ candidate: SearchCandidate) {
    recordings = timelines.map(RecordedEvents.init)
    members = [candidate]
    types = .any(of: timelines.map { TypeSet(sentBy: $0) })
  }

  var simplest: SearchCandidate { members[0] }

  /// Adds another expression, if there is room for it.
  func add(_ candidate: SearchCandidate) {
    guard members.count < Self.maxMembers else { return }
    let index = members.firstIndex { $0.cost > candidate.cost } ?? members.count
    members.insert(candidate, at: index)
  }

  private static let maxMembers = 8

  /// Returns the expressions of one class, or the pairs of expressions of two.
  static func members(of first: SearchClass, _ second: SearchClass?) -> [[SearchCandidate]] {
    guard let second else { return first.members.map { [$0] } }
    return Array(first.members.flatMap { left in second.members.map { [left, $0] } }.prefix(maxMembers))
  }
}

extension Array {
  /// Returns the elements ordered by a number, and those with equal numbers in their order.
  func ordered(by number: (Element) -> Int) -> [Element] {
    enumerated().sorted { (number($0.element), $0.offset) < (number($1.element), $1.offset) }.map(\.element)
  }
}
