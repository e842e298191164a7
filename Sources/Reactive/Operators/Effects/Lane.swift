// A recorder of what streams send, and when.

/// A record of events with their times, which draws itself as a line of marbles.
///
///     let lane = Lane("numbers", on: scheduler)
///     producer.lane(lane).start()
///     print(lane)  // numbers  --1--2--|
///
/// A lane takes what any number of streams and starts send, from any thread, in the order in which it comes.
public final class Lane: Sendable, CustomStringConvertible {
  /// One event: when it came, counted from when the lane was made, and how it is written.
  public struct Entry: Sendable, Equatable {
    public let time: Duration
    public let token: String
  }

  /// What the lane is called.
  public let name: String
  /// How long a place on the line is.
  public let tick: Duration
  private let scheduler: any TimeScheduler
  private let origin: Duration
  private let recorded = _Locked<[Entry]>([])

  /// A lane whose times are those of a scheduler.
  ///
  /// - Parameters:
  ///   - tick: how long a place on the line is, more than nothing; an event stands on the one that has begun.
  ///   - name: what the lane is called.
  ///   - scheduler: whose time counts.
  public init(_ name: String, on scheduler: some TimeScheduler, tick: Duration = .milliseconds(1)) {
    precondition(tick > .zero, "a tick must be longer than zero")
    self.name = name
    self.tick = tick
    self.scheduler = scheduler
    origin = scheduler.now
  }

  /// A lane on virtual time, a tick a place.
  public convenience init(_ name: String, on scheduler: VirtualTimeScheduler) {
    self.init(name, on: scheduler, tick: scheduler.tick)
  }

  /// What has come so far.
  public var entries: [Entry] { recorded.withLock { $0 } }

  /// Takes note of an event.
  func record<Value, Error>(_ event: Event<Value, Error>) {
    let time = scheduler.now - origin
    let token = Self.token(of: event)
    recorded.withLock { entries in
      // Two threads may have asked for the time in another order.
      entries.append(Entry(time: max(time, entries.last?.time ?? time), token: token))
    }
  }

  // MARK: Drawing

  /// The name and the line: `numbers  --1--2--|`.
  public var description: String { name.isEmpty ? line : "\(name)  \(line)" }

  /// What came, a place a tick: `-` for nothing, `(ab)` for several events, `90t` for a long silence.
  public var line: String {
    var line = ""
    var next: Int128 = 0
    let entries = entries
    var index = 0
    while index < entries.count {
      let place = self.place(of: entries[index])
      var tokens: [String] = []
      while index < entries.count, self.place(of: entries[index]) <= place {
        tokens.append(entries[index].token)
        index += 1
      }
      let silence = place - next
      line += silence > Self.maxDashes ? "\(line.isEmpty ? "" : " ")\(silence)t " : dashes(Int(silence))
      line += tokens.count == 1 ? tokens[0] : "(\(tokens.joined()))"
      next = place + 1
    }
    return line.isEmpty ? "-" : line
  }

  private static let maxDashes = 60

  private func dashes(_ count: Int) -> String { String(repeating: "-", count: count) }

  private func place(of entry: Entry) -> Int128 {
    entry.time.attoseconds / tick.attoseconds
  }

  private static func token<Value, Error>(of event: Event<Value, Error>) -> String {
    switch event {
    case .value(let value):
      let text = "\(value)"
      return text.count == 1 && !text.contains(where: reserved.contains) ? text : "[\(text)]"
    case .failed(let error): return "#[\(error)]"
    case .completed: return "|"
    case .interrupted: return "!"
    }
  }

  private static let reserved: Set<Character> = Set("-.,;|#!^()[]{}<>\"@*\\= \t\n\r")
}

extension StreamProtocol {
  /// Has a lane take note of every event, of a producer those of every start, before it is sent on.
  public func lane(_ lane: Lane) -> Self { _lift(.on(event: { lane.record($0) })) }
}
