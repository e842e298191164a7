import MarbleEvaluation
import MarbleLanguage

/// Values that an operator sends in groups or windows.
extension LossSearch {
  /// Returns whether an operator sends a value of its source in a group or a window.
  func sendsParts(_ start: StageStart, _ index: Int) -> Bool {
    let stage = start.input.owner
    // The streams of an action send the values of its inner streams.
    return !stage.parts.isEmpty && stage.use?.call.sendsNamedStreams != true && start.input === stage.inputs.first
      && !start.marbles[index].event.isTerminating && event.substream == nil
  }

  /// Returns the places at which the groups or the windows with a value sent it, or where they were received as values
  /// if they have no observer, and the loss if there are none.
  func next(after start: StageStart, _ index: Int, _ effects: CausalRun.Effects) -> ([(StageStart, Int)], Loss?) {
    let own = start.input.owner.parts
    let received = effects.received.filter { effect in own.contains { $0.stage === effect.start.input.stage } }
    if !received.isEmpty { return (received.map { ($0.start, $0.index) }, nil) }
    let part = part(with: start, index)
    if let arrival = part.flatMap(arrival) { return ([arrival], nil) }
    return ([], missed(part, start, index))
  }

  /// Returns the last group or window in which an operator sent a value, or `nil` if it sent none for it.
  private func part(with start: StageStart, _ index: Int) -> Stage.Part? {
    let (owner, marble) = (start.input.owner, start.marbles[index])
    guard let node = run.node(index, of: start.track) else { return nil }
    if let key = owner.keys[node] { return owner.parts.last { $0.tick <= marble.tick && $0.key == key } }
    // A window can open before or after a value of the same tick.
    return owner.parts.last { $0.next <= node.index ?? 0 }
  }

  /// Returns the place at which a group or a window without an observer was received as a value.
  private func arrival(of part: Stage.Part) -> (StageStart, Int)? {
    guard consumers[ObjectIdentifier(part.stage)] == nil else { return nil }
    for start in run.log.stages.lazy.flatMap(\.inputs).flatMap(\.starts) {
      let index = start.marbles.firstIndex { $0.tick == part.tick && $0.event.substream === part.stage.part }
      if let index { return (start, index) }
    }
    return nil
  }

  /// Returns the loss of a value that was sent in a group or a window whose observer did not receive it, or `nil` if
  /// the observer received it from another start of the source.
  private func missed(_ part: Stage.Part?, _ start: StageStart, _ index: Int) -> Loss? {
    let marble = start.marbles[index]
    if let part, let input = consumers[ObjectIdentifier(part.stage)]?.last {
      if input.starts.contains(where: { $0.marbles.contains(marble) }) { return nil }
      if !input.starts.contains(where: { hasEnded($0, before: start, index) }) { return missed(by: input, marble) }
    } else if let part, let stream = part.stage.part, let input = consumers[ObjectIdentifier(start.input.owner)]?.last {
      // Nothing received the group or the window itself.
      return missed(by: input, Timeline.Marble(tick: part.tick, event: .value(.stream(stream))))
    }
    return Loss(
      stage: start.input.owner, input: start.input, marble: marble, state: .received(start, index: index))
  }

  /// Whether a stream ended before an event.
  private func hasEnded(_ part: StageStart, before start: StageStart, _ index: Int) -> Bool {
    guard part.terminal != nil, let end = run.node(part.marbles.count - 1, of: part.track)?.index,
      let node = run.node(index, of: start.track)?.index
    else { return false }
    return end < node
  }
}

extension Event {
  /// The group or the window that a value is.
  fileprivate var substream: Stream? {
    guard case .value(.stream(let stream)) = self, stream.isSubstream else { return nil }
    return stream
  }
}
