import MarbleLanguage
import Reactive
import ReactiveRecorder

extension Recorder {
  /// The events so far as a drawing: `print(recorder.diagram)`.
  public var diagram: RecordedDiagram { diagram(tick: tick) }

  /// Returns the events so far as a drawing with another duration of a tick.
  public func diagram(tick: Duration) -> RecordedDiagram {
    precondition(tick.wholeNanoseconds > 0, "a tick must be at least a nanosecond long")
    return RecordedDiagram(RecordedLanes(RecorderContents(kept), tick: TickLength(tick)).diagram)
  }
}

extension RecorderContents {
  /// Creates the recording of what a recorder kept, with values as they are written on a timeline.
  init(_ state: RecorderState) {
    let names = MarbleCoder([:])
    streams = state.streams.compactMap { $0 }.map {
      Stream(id: $0.id, name: $0.name, start: $0.start, end: $0.end, carrier: $0.carrier, downstream: $0.downstream)
    }
    entries = state.entries.compactMap { number, entry in
      state.streams[entry.slot].map {
        Entry(
          number: number, stream: $0.id, time: entry.time, event: entry.content.event(names),
          causes: entry.cause.map { [$0] } ?? [])
      }
    }
    dropped = state.dropped
  }
}

extension RecorderState.Content {
  /// Returns the event as it is written on a timeline.
  fileprivate func event(_ names: MarbleCoder) -> Event {
    switch self {
    case .value(let value): .value(names.write(value))
    case .failed(let error): .failed(names.write(error: error))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}
