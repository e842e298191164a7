import MarbleLanguage
import Reactive

/// An input of a run of asynchronous sequences, and the times during which it is used.
final class SequenceSource: Sendable {
  private struct State {
    /// The inputs of the iterators: one for all of them, or one for each if the source is cold.
    var inputs: [TaskInput] = []
    /// The times during which the iterators were used.
    var windows: [Window] = []
    var isOver = false
  }

  private let timelines: [Timeline]
  private let isCold: Bool
  private let time: TaskTime
  private let state: Mutex<State>

  init(_ binding: Binding, on time: TaskTime) {
    timelines = binding.timelines
    isCold = binding.isCold
    self.time = time
    state = Mutex(State(inputs: binding.isCold ? [] : [TaskInput(binding.timelines[0], from: 0, on: time)]))
  }

  var inputs: [TaskInput] { state.withLock { $0.inputs } }
  var windows: [Window] { state.withLock { $0.windows } }

  /// Returns the input for an iterator that is asked for the first time.
  fileprivate func begin() -> (TaskInput, window: Int) {
    let now = time.now
    return state.withLock { state in
      state.windows.append(Window(from: now))
      let window = state.windows.count - 1
      guard isCold else { return (state.inputs[0], window) }
      let input = TaskInput(timelines[min(state.inputs.count, timelines.count - 1)], from: now, on: time)
      state.inputs.append(input)
      while let tick = input.nextTick, tick <= now { input.send() }
      if state.isOver { input.end() }
      return (input, window)
    }
  }

  fileprivate func close(_ window: Int) {
    let now = time.now
    state.withLock { state in
      if !state.isOver { state.windows[window].end = now }
    }
  }

  /// Ends the source: it sends nothing any more, and no more times are recorded.
  func end() {
    let inputs = state.withLock { state in
      state.isOver = true
      return state.inputs
    }
    for input in inputs { input.end() }
  }
}

/// The position of an iterator in the events of an input.
final class SequenceCursor {
  private let source: SequenceSource
  private var input: TaskInput?
  /// The index of the time of use, until it is over.
  private var window: Int?

  init(_ source: SequenceSource) {
    self.source = source
  }

  deinit { close() }

  func next(isolation: isolated (any Actor)?) async -> Event? {
    let event = await begin().next(isolation: isolation)
    if event?.isTerminating ?? true { close() }
    return event
  }

  private func begin() -> TaskInput {
    if let input { return input }
    let (input, window) = source.begin()
    self.input = input
    self.window = window
    return input
  }

  private func close() {
    if let window { source.close(window) }
    window = nil
  }
}
