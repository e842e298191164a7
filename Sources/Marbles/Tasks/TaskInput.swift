import MarbleLanguage
import Reactive

/// The events of an input, which tasks ask for one by one.
///
/// An event that no task waits for is stored until a task asks for it.
final class TaskInput: Sendable {
  private struct State {
    var cursor: TimelineCursor
    /// The events that were sent, but not received yet.
    var events: [Event] = []
    var waiters: [TaskTime.Waiter] = []
    /// Whether a terminal event was received.
    var hasEnded = false
    var isOver = false

    /// Returns the answer for a task that asks now, or `nil` if it must wait.
    mutating func answer() -> TaskTime.Waiter.Answer? {
      if isOver { return .canceled }
      if !events.isEmpty {
        let event = events.removeFirst()
        if event.isTerminating { hasEnded = true }
        return .event(event)
      }
      return hasEnded && cursor.tick == nil ? .over : nil
    }
  }

  private let time: TaskTime
  /// The tick from which the ticks of the timeline are counted.
  private let start: Int
  private let state: Mutex<State>

  init(_ timeline: Timeline, from start: Int, on time: TaskTime) {
    self.time = time
    self.start = start
    state = Mutex(State(cursor: TimelineCursor(timeline)))
  }

  /// The tick of the next event, or `nil` if there is none.
  var nextTick: Int? {
    state.withLock { $0.cursor.tick?.addingReportingOverflow(start) }.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  /// Whether a task waits although no event is left.
  var isSilent: Bool { state.withLock { !$0.waiters.isEmpty && $0.cursor.tick == nil } }

  /// Sends the next event.
  func send() {
    let answers = state.withLock { state -> [(TaskTime.Waiter, TaskTime.Waiter.Answer)] in
      guard state.cursor.tick != nil else { return [] }
      state.events.append(state.cursor.next())
      var answers: [(TaskTime.Waiter, TaskTime.Waiter.Answer)] = []
      while let waiter = state.waiters.first, let answer = state.answer() {
        state.waiters.removeFirst()
        answers.append((waiter, answer))
      }
      return answers
    }
    for (waiter, answer) in answers { waiter.continuation.resume(returning: answer) }
  }

  /// Returns the next event, or `nil` after the end and if the task is canceled.
  func next(isolation: isolated (any Actor)?) async -> Event? {
    let answer = await time.wait(isolation: isolation) { waiter in
      state.withLock { state -> TaskTime.Waiter.Answer? in
        if let answer = state.answer() { return answer }
        state.waiters.append(waiter)
        return nil
      }
    } cancel: { [weak self] id in
      self?.state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
    }
    return if case .event(let event) = answer { event } else { nil }
  }

  /// Ends the input: all waiting tasks are canceled, and so are all further ones.
  func end() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: .canceled) }
  }
}
