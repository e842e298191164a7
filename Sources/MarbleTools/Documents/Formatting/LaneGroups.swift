import Marbles

/// Which rows of a block belong together, so that their ticks should stand one under the other.
///
/// They begin in the same column, and share time: all bindings do, and assertions that speak of the same streams.
struct LaneGroups {
  /// The places of the rows, each group from top to bottom.
  private(set) var groups: [[Int]] = []

  init(_ rows: ArraySlice<Row>, columns: OperatorAlignment) {
    var columnsWithLanes: [Int: [Int]] = [:]
    for index in rows.indices where rows[index].lane != nil {
      columnsWithLanes[columns.laneColumn(of: index), default: []].append(index)
    }
    for (_, members) in columnsWithLanes.sorted(by: { $0.key < $1.key }) { add(members, of: rows) }
  }

  private mutating func add(_ members: [Int], of rows: ArraySlice<Row>) {
    // What stays as it is written holds nobody else, and a timeline alone is only there to be looked at.
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

/// Sets that grow together.
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
