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

/// Returns the candidate that an unknown word most likely means: one that differs in a single letter, the shortest one
/// that the word begins, or the one that differs in the fewest letters.
///
/// Ties go to the first in alphabetical order.
package func closest(to word: String, among candidates: some Sequence<String>) -> String? {
  let length = word.count
  // A longer word is not a typo, and the time is proportional to the product of both lengths.
  guard (1...64).contains(length) else { return nil }
  let lowercased = word.lowercased()
  let allowed = max(1, length / 3)
  var best: (name: String, distance: Int)?
  var longer: String?
  for candidate in candidates where candidate != word {
    let name = candidate.lowercased()
    // The beginning of a word needs enough letters to mean it.
    if length >= 4, name.count > length, name.hasPrefix(lowercased),
      longer.map({ (candidate.count, candidate) < ($0.count, $0) }) ?? true
    {
      longer = candidate
    }
    guard abs(name.count - length) <= allowed else { continue }
    let distance = editDistance(lowercased, name)
    // A short word with only wrong letters resembles nothing.
    guard distance <= allowed, distance < length else { continue }
    if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
    best = (candidate, distance)
  }
  if let best, best.distance <= 1 { return best.name }
  return longer ?? best?.name
}
