import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The positions of inner streams that slope down from the events that carried them.
  struct Slopes {
    /// The start of each track, relative to the line of its lane, with a `y` of 0 for lanes.
    private var starts: [(x: Double, y: Double)]
    private var depths: [Double]
    /// The distance that a track descends for each unit to the right.
    private let grade: Double

    private static let maxGrade = 0.5
    private static let maxDepth = 170.0
    /// The minimum vertical distance between two tracks.
    private static let distance = 30.0

    init(of tracks: [Track], on scale: Scale) {
      func range(_ track: Track) -> ClosedRange<Double> {
        let start = scale.x(max(track.firstTick, scale.ticks(ofSystem: 0).lowerBound))
        return start...max(start, scale.x(track.last))
      }
      let ranges = tracks.map(range)
      var longest = 0.0
      for (track, range) in zip(tracks, ranges) where track.depth > 0 {
        longest = max(longest, range.upperBound - range.lowerBound)
      }
      grade = min(Self.maxGrade, longest > 0 ? Self.maxDepth / longest : Self.maxGrade)
      starts = []
      depths = []
      var siblings: [Int] = []
      for (index, track) in tracks.enumerated() {
        let start = ranges[index].lowerBound
        starts.append((start, 0))
        depths.append(0)
        if track.depth == 0 {
          siblings = []
          continue
        }
        var y = 34.0
        // Lines with the same slope have the same distance everywhere.
        var isFree = false
        while !isFree {
          isFree = true
          for other in siblings where ranges[other].upperBound + 30 >= start {
            let apart = y - (starts[other].y + grade * (start - starts[other].x))
            if abs(apart) < Self.distance - 0.01 {
              y += Self.distance - apart
              isFree = false
            }
          }
        }
        starts[index].y = y
        depths[index] = y + grade * (ranges[index].upperBound - start)
        siblings.append(index)
      }
    }

    /// Returns the distance from its lane down to the end of a track.
    func depth(of track: Int) -> Double { depths[track] }

    /// Returns the distance from its lane down to a track, at a horizontal position.
    func y(of track: Int, at x: Double) -> Double { starts[track].y + grade * max(0, x - starts[track].x) }
  }
}
