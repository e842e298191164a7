/// How many letters must be put in, left out, replaced or swapped with their neighbor to make one word of the other.
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

/// The candidate that was probably meant by a word that names nothing; among equals, the first in the alphabet.
package func closest(to word: String, among candidates: some Sequence<String>) -> String? {
  let length = word.count
  // Nobody mistypes a word of that length; and the distance takes the product of both lengths.
  guard (1...64).contains(length) else { return nil }
  let allowed = max(1, length / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where abs(candidate.count - length) <= allowed && candidate != word {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    // A short word all of whose letters are wrong resembles nothing.
    guard distance <= allowed, distance < length else { continue }
    if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
    best = (candidate, distance)
  }
  return best?.name
}
