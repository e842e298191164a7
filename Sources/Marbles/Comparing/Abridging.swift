/// Makes long tokens short enough to be looked at, keeping the part in which they differ.
struct Abridging {
  /// How many columns a token may take.
  let limit: Int

  /// How much of what two tokens have in common is kept in front of where they part.
  private static let context = 8
  private static let mark: Character = "…"

  /// Two tokens that are seen side by side.
  func pair(_ left: String, _ right: String) -> (String, String) {
    guard isLong(left) || isLong(right) else { return (left, right) }
    guard left != right else { return (token(left), token(right)) }
    var common = 0
    for (one, other) in zip(left, right) {
      if one != other { break }
      common += 1
    }
    return (excerpt(of: left, around: common), excerpt(of: right, around: common))
  }

  /// A token that is seen alone.
  func token(_ text: String) -> String { excerpt(of: text, around: 0) }

  /// The part of a text that begins shortly before a place.
  private func excerpt(of text: String, around place: Int) -> String {
    guard isLong(text) else { return text }
    let skipped = place > limit / 2 ? place - Self.context : 0
    var excerpt = skipped > 0 ? String(Self.mark) : ""
    var width = displayWidth(of: excerpt)
    for character in text.dropFirst(skipped) {
      width += displayWidth(of: character)
      guard width < limit else { return excerpt + String(Self.mark) }
      excerpt.append(character)
    }
    return excerpt
  }

  /// Whether a text takes more room than there is.
  private func isLong(_ text: String) -> Bool {
    text.utf8.count > limit && displayWidth(of: text) > limit
  }

  /// Two lines with what stands on the same tick made short side by side.
  func strips(_ left: Strip, _ right: Strip) -> [Strip] {
    var strips = [left, right]
    var here = [0, 0]
    while here[0] < left.cells.count || here[1] < right.cells.count {
      let one = here[0] < left.cells.count ? left.cells[here[0]] : nil
      let other = here[1] < right.cells.count ? right.cells[here[1]] : nil
      let tick = min(one?.tick ?? .max, other?.tick ?? .max)
      let isLeft = one?.tick == tick
      let isRight = other?.tick == tick
      if let one, let other, isLeft, isRight {
        let (left, right) = pair(one.text, other.text)
        strips[0].cells[here[0]] = one.with(left)
        strips[1].cells[here[1]] = other.with(right)
      } else if let one, isLeft {
        strips[0].cells[here[0]] = one.with(token(one.text))
      } else if let other {
        strips[1].cells[here[1]] = other.with(token(other.text))
      }
      if isLeft { here[0] += 1 }
      if isRight { here[1] += 1 }
    }
    return strips
  }
}

extension Strip.Cell {
  /// The same place with another text.
  fileprivate func with(_ text: String) -> Strip.Cell {
    var cell = Strip.Cell(tick: tick, text: text)
    cell.needsGap = needsGap
    return cell
  }
}
