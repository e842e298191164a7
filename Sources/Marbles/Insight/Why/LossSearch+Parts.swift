import MarbleLanguage

/// Values that an operator sends in groups or windows.
extension LossSearch {
  /// A group or a window, with the tick on which it was sent.
  typealias Part = (tick: Int, stage: Stage)

  /// Returns whether an operator sends a value of its source in a group or a window.
  func sendsParts(_ start: StageStart, _ index: Int) -> Bool {
    let stage = start.input.owner
    // The streams of an action send the values of its inner streams.
    return !stage.parts.isEmpty && stage.use?.call.sendsNamedStreams != true && start.input === stage.inputs.first
      && !start.marbles[index].event.isTerminating && event.substream == nil
  }

  /// Returns the group or the window in which an operator sent a value, or `nil` if it sent none for it.
  func part(with start: StageStart, _ index: Int, _ node: Trace.Cause) -> Part? {
    let marble = start.marbles[index]
    let parts = start.input.owner.parts
    if let key = start.input.owner.keys[node] {
      return parts.last { $0.tick <= marble.tick && $0.stage.part?.key == key }
    }
    // A window that opens on the tick of a value usually opens after it.
    return parts.last { $0.tick < marble.tick } ?? parts.last { $0.tick == marble.tick }
  }

  /// Returns the place at which a group or a window without an observer was received as a value.
  func arrival(of part: Part) -> (start: StageStart, index: Int)? {
    guard consumers[ObjectIdentifier(part.stage)] == nil else { return nil }
    for start in run.log.stages.lazy.flatMap(\.inputs).flatMap(\.starts) {
      let index = start.marbles.firstIndex { $0.tick == part.tick && $0.event.substream === part.stage.part }
      if let index { return (start, index) }
    }
    return nil
  }

  /// Returns the loss of a value that was sent in a group or a window whose observer did not receive it.
  func missed(_ part: Part?, _ start: StageStart, _ index: Int) -> Loss {
    let marble = start.marbles[index]
    if let part, let input = consumers[ObjectIdentifier(part.stage)]?.last { return missed(by: input, marble) }
    // Nothing received the group or the window itself.
    if let input = consumers[ObjectIdentifier(start.input.owner)]?.last {
      let sent = Timeline.Marble(tick: part?.tick ?? marble.tick, event: marble.event)
      return missed(by: input, sent)
    }
    return Loss(
      stage: start.input.owner, input: start.input, marble: marble, state: .received(start, index: index))
  }
}

extension Event {
  /// The group or the window that a value is.
  fileprivate var substream: Stream? {
    guard case .value(.stream(let stream)) = self, stream.isSubstream else { return nil }
    return stream
  }
}
