/// Returns the number of insertions, deletions, replacements and swaps of adjacent letters between two words.
func editDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left)
  let b = Array(right)
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

/// Returns the candidate that an unknown word most likely means.
///
/// Ties go to the first in alphabetical order.
package func closest(to word: String, among candidates: some Sequence<String>) -> String? {
  let length = word.count
  // A longer word is not a typo, and the time is proportional to the product of both lengths.
  guard (1...64).contains(length) else { return nil }
  let allowed = max(1, length / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where abs(candidate.count - length) <= allowed && candidate != word {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    // A short word with only wrong letters resembles nothing.
    guard distance <= allowed, distance < length else { continue }
    if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
    best = (candidate, distance)
  }
  return best?.name
}
