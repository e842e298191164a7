/// A plain drawing in a source, as it is pasted there: lanes beneath a ruler.
///
///              0    5    10
///     letters  --a-----b--|
///     again    ----1----|
///              = merge(letters, again) =
///     out      --a-1---b--|
///
/// What begins with a blank is a remark on the lanes, and passed over: the ruler, operators, inner streams, carets.
/// A drawing that was folded has several systems, each beneath a ruler that goes on where the one before ended.
struct PastedDrawing {
  /// A lane, in as many pieces as it was folded into.
  struct Lane {
    /// Empty for another attempt of the cold lane above it.
    let name: Span
    let isCold: Bool
    var pieces: [Span]
  }

  private(set) var lanes: [Lane] = []
  /// Its parts from line to line.
  private(set) var tokens: [(kind: SyntaxKind, span: Span)] = []
  /// The end of its last line.
  private(set) var end: Int

  private let bytes: SourceBytes

  /// The drawing that begins with the line at an offset, if one does.
  init?(at line: Int, in bytes: SourceBytes) {
    self.bytes = bytes
    end = line
    guard var ruler = Ruler(at: line, in: bytes) else { return nil }
    guard readSystem(below: ruler) else { return nil }
    while true {
      // A folded drawing goes on behind a blank line.
      let next = end + 2
      guard bytes[end] == ASCII.newline, bytes[end + 1] == ASCII.newline, let following = Ruler(at: next, in: bytes),
        following.first > ruler.last, readSystem(below: following)
      else { return }
      ruler = following
    }
  }

  /// Reads the lines beneath a ruler; whether there is a lane.
  private mutating func readSystem(below ruler: Ruler) -> Bool {
    let known = lanes.count
    var seen: [String: Int] = [:]
    var gutter = Int.max
    /// Where the cold lane stands above, and how many attempts of it were read beneath it.
    var cold: (place: Int, attempts: Int)?
    var end = ruler.end
    tokens.append((.annotation, ruler.start..<end))
    while bytes[end] == ASCII.newline, let first = bytes[end + 1], first != ASCII.newline {
      let line = end + 1
      let lineEnd = bytes.lineEnd(at: line)
      if let head = LaneHead(at: line, in: bytes) {
        gutter = min(gutter, head.lane - line)
        let name = bytes.text(head.name)
        let count = seen[name, default: 0]
        seen[name] = count + 1
        let place = add(
          Lane(name: head.name, isCold: head.isCold, pieces: [head.lane..<lineEnd]), as: count, among: known)
        cold = head.isCold ? (place, 0) : nil
        tokens.append((.identifier, head.name))
        if head.isCold { tokens.append((.keyword, head.name.upperBound + 1..<head.name.upperBound + 5)) }
        tokens.append((.timeline(head.isCold ? .cold : .pipe), head.lane..<lineEnd))
      } else if first.separatesWords {
        // Another ruler begins another drawing: what stands between them is none.
        if seen.isEmpty, Ruler(at: line, in: bytes) != nil { return false }
        let ink = bytes.skipWhitespace(at: line)
        if let (lane, attempts) = cold, ink - line >= gutter, !bytes.isOperation(at: ink), ink < lineEnd {
          cold = (lane, attempts + 1)
          tokens.append((.timeline(.cold), ink..<lineEnd))
          let place = lane + 1 + attempts
          if place < known, lanes[place].name.isEmpty {
            lanes[place].pieces.append(ink..<lineEnd)
          } else {
            lanes.append(Lane(name: line..<line, isCold: true, pieces: [ink..<lineEnd]))
          }
        } else {
          tokens.append((.annotation, line..<lineEnd))
        }
      } else if !bytes.hasLineComment(at: line) {
        break
      }
      end = lineEnd
    }
    guard !seen.isEmpty else { return false }
    self.end = end
    return true
  }

  /// Puts a piece behind the lane of the same name of the systems above, or else makes a new lane of it; its place.
  private mutating func add(_ lane: Lane, as count: Int, among known: Int) -> Int {
    let name = bytes.text(lane.name)
    let places = lanes[..<known].indices.filter { bytes.text(lanes[$0].name) == name }
    if count < places.count {
      lanes[places[count]].pieces += lane.pieces
      return places[count]
    }
    lanes.append(lane)
    return lanes.count - 1
  }

  /// A line of numbers that grow, behind three blanks or more: no lane is named by less than a letter and two of them.
  struct Ruler {
    let first: Int
    let last: Int
    /// Where its numbers begin.
    let start: Int
    /// The end of its line.
    let end: Int

    init?(at line: Int, in bytes: SourceBytes) {
      // Nearly every line fails at once, and none is read further than it looks like a ruler.
      var offset = bytes.skipWhitespace(at: line)
      guard offset >= line + 3 else { return nil }
      start = offset
      var numbers: (first: Int, last: Int)?
      while let byte = bytes[offset], byte != ASCII.newline {
        var wordEnd = offset
        while wordEnd < offset + 20, let byte = bytes[wordEnd], !byte.separatesWords, byte != ASCII.newline {
          wordEnd += 1
        }
        let word = bytes.text(offset..<wordEnd)
        if word != Ellipsis.mark {
          guard let number = Int(word), number > numbers?.last ?? .min else { return nil }
          numbers = (numbers?.first ?? number, number)
        }
        offset = bytes.skipWhitespace(at: wordEnd)
      }
      guard let numbers else { return nil }
      (first, last) = numbers
      end = min(offset, bytes.count)
    }
  }

  /// What a line with a lane begins with: `name`, `name cold`, `in 1`, and two blanks or more.
  private struct LaneHead {
    let name: Span
    let isCold: Bool
    /// Where the lane itself begins.
    let lane: Int

    init?(at line: Int, in bytes: SourceBytes) {
      guard var end = bytes.identifierEnd(at: line) else { return nil }
      var isCold = false
      if bytes.has(" cold ", at: end) {
        isCold = true
        name = line..<end
        end += 5
      } else {
        if bytes.has("in ", at: line), let digit = bytes[end + 1], digit.isDigit {
          end += 1
          while let byte = bytes[end], byte.isDigit { end += 1 }
        }
        name = line..<end
      }
      self.isCold = isCold
      lane = bytes.skipWhitespace(at: end)
      guard lane >= end + 2, lane < bytes.lineEnd(at: line) else { return nil }
    }
  }
}

extension SourceBytes {
  /// Whether the operator of a drawing stands at an offset: `= merge(a, b) =`, or a line of its box.
  fileprivate func isOperation(at offset: Int) -> Bool {
    self[offset] == ASCII.equals || ["╭", "│", "╰"].contains { has($0, at: offset) }
  }
}
