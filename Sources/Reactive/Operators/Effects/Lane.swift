// A recorder for the events of streams and their times.

/// A record of events with their times, which can be printed as a marble diagram.
///
///     let lane = Lane("numbers", on: scheduler)
///     producer.lane(lane).start()
///     print(lane)  // numbers  --1--2--|
///
/// A lane records the events of any number of streams and starts, from any thread, in the order in which they are
/// sent.
public final class Lane: Sendable, CustomStringConvertible {
  /// One event: its time since the lane was created, and its notation.
  public struct Entry: Sendable, Equatable {
    public let time: Duration
    public let token: String
  }

  /// The name of the lane.
  public let name: String
  /// The duration that one position of the line represents.
  public let tick: Duration
  private let scheduler: any TimeScheduler
  private let origin: Duration
  private let recorded = _Locked<[Entry]>([])

  /// Creates a lane that takes its times from a scheduler.
  ///
  /// - Parameters:
  ///   - name: The name of the lane.
  ///   - scheduler: The scheduler that measures the time.
  ///   - tick: The duration of one position on the line, greater than zero. An event is drawn at the position during
  ///     which it is sent.
  public init(_ name: String, on scheduler: some TimeScheduler, tick: Duration = .milliseconds(1)) {
    precondition(tick > .zero, "a tick must be longer than zero")
    self.name = name
    self.tick = tick
    self.scheduler = scheduler
    origin = scheduler.now
  }

  /// Creates a lane on virtual time, with one position for each tick.
  public convenience init(_ name: String, on scheduler: VirtualTimeScheduler) {
    self.init(name, on: scheduler, tick: scheduler.tick)
  }

  /// The events so far.
  public var entries: [Entry] { recorded.withLock { $0 } }

  /// Records an event.
  func record<Value, Error>(_ event: Event<Value, Error>) {
    let time = scheduler.now - origin
    let token = Self.token(of: event)
    recorded.withLock { entries in
      // Two threads may have read the time in the other order.
      entries.append(Entry(time: max(time, entries.last?.time ?? time), token: token))
    }
  }

  // MARK: Drawing

  /// The name and the line: `numbers  --1--2--|`.
  public var description: String { name.isEmpty ? line : "\(name)  \(line)" }

  /// The events with one position for each tick: `-` for no event, `(ab)` for several events, `90t` for a long time
  /// without events.
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

extension Signal {
  /// Records every event in a lane before it is sent on.
  @_disfavoredOverload
  public func lane(_ lane: Lane) -> Signal { on(event: { lane.record($0) }) }
}

extension SignalProducer {
  /// Records every event of all starts in a lane before it is sent on.
  ///
  /// If a start is disposed, or if an operator downstream ends it, the lane records an interruption.
  @_disfavoredOverload
  public func lane(_ lane: Lane) -> SignalProducer { on(event: { lane.record($0) }) }
}
