import Marbles

/// The groups of rows in a block whose ticks are aligned.
///
/// The rows of a group begin in the same column and share time. All bindings do, and so do assertions about the same
/// streams.
struct LaneGroups {
  /// The indexes of the rows, each group from top to bottom.
  private(set) var groups: [[Int]] = []

  init(_ rows: ArraySlice<Row>, columns: OperatorAlignment) {
    var columnsWithLanes: [Int: [Int]] = [:]
    for index in rows.indices where rows[index].lane != nil {
      columnsWithLanes[columns.laneColumn(of: index), default: []].append(index)
    }
    for (_, members) in columnsWithLanes.sorted(by: { $0.key < $1.key }) { add(members, of: rows) }
  }

  private mutating func add(_ members: [Int], of rows: ArraySlice<Row>) {
    // Timelines that keep their text, and those without a sign, are not aligned with others.
    let isStretched = { (member: Int) in rows[member].lane?.cells.isEmpty == false && rows[member].sign != .none }
    let stretched = members.filter(isStretched)
    groups += members.filter { !isStretched($0) }.map { [$0] }
    var sets = DisjointSets(count: stretched.count)
    var owners: [String: Int] = [:]
    var firstSource: Int?
    for (place, member) in stretched.enumerated() {
      if rows[member].sign == .binding {
        if let firstSource { sets.join(firstSource, place) }
        firstSource = place
      }
      for name in rows[member].names {
        if let owner = owners[name] { sets.join(owner, place) }
        owners[name] = place
      }
    }
    var byRoot: [Int: [Int]] = [:]
    for (place, member) in stretched.enumerated() { byRoot[sets.root(of: place), default: []].append(member) }
    groups += byRoot.values.sorted { $0[0] < $1[0] }
  }
}

/// A union-find structure.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of member: Int) -> Int {
    var member = member
    while parents[member] != member {
      parents[member] = parents[parents[member]]
      member = parents[member]
    }
    return member
  }

  mutating func join(_ first: Int, _ second: Int) { parents[root(of: second)] = root(of: first) }
}
