import Marbles

/// The statements of the script for one test.
struct RxJSScript {
  private let library: RxJSLibrary
  private let runs: [Run]
  private let subscriptions: [Subscriptions]
  /// The timelines that only the original test observes, to start other observers.
  private let unobserved: Set<ObjectIdentifier>

  /// Returns runs of which those that only observe the same stream from several ticks on are a single one.
  private static func joined(_ runs: [Run]) -> [Run] {
    func isJoinable(_ run: Run) -> Bool { !run.stream.shared.isEmpty || run.stream.observation != nil }
    let sharing = runs.filter(isJoinable)
    guard sharing.count > 1, let first = sharing.first else { return runs }
    let common = sharing.compactMap(\.stream.observation?.stream).first ?? first.stream
    var observers: [Run.Observer] = []
    for run in sharing {
      if run.stream.isSame(as: common) {
        observers += run.observers
        continue
      }
      guard let observation = run.stream.observation, observation.stream.isSame(as: common) else { return runs }
      for (window, expected, inList) in run.observers {
        guard window.start == 0, window.end.map({ $0 >= observation.tick }) ?? true else { return runs }
        observers.append((Window(from: observation.tick, until: window.end), expected, inList))
      }
    }
    return runs.filter { !isJoinable($0) }
      + [Run(stream: common, observers: observers, span: first.span)]
  }

  /// An expression with its observers, which are in a single run.
  private struct Run {
    typealias Observer = (window: Window, expected: String, inList: String)

    let stream: RxJSStream
    var observers: [Observer]
    let span: Span

    func observes(_ stream: RxJSStream) -> Bool {
      !self.stream.sources.isDisjoint(with: stream.sources)
    }
  }

  /// The expected subscriptions of a stream, in all runs of the test.
  private struct Subscriptions {
    let stream: RxJSStream
    var windows: [String]
    let span: Span
  }

  init(_ library: RxJSLibrary) {
    self.library = library
    let all = Self.runs(of: library.expectations)
    runs = Self.joined(all)
    subscriptions = Self.subscriptions(of: library.expectations)
    let observed = runs.map(\.stream) + subscriptions.map(\.stream)
    unobserved = Self.sources(of: all.map(\.stream)).subtracting(Self.sources(of: observed))
  }

  private static func sources(of streams: [RxJSStream]) -> Set<ObjectIdentifier> {
    streams.reduce(into: []) { $0.formUnion($1.sources) }
  }

  /// Returns the runs, where several observers of one stream are in the same one.
  private static func runs(of expectations: [RxJSExpectation]) -> [Run] {
    var runs: [Run] = []
    for expectation in expectations {
      guard case .events(let stream, let window, let expected, let inList) = expectation.kind else { continue }
      if let index = runs.firstIndex(where: { $0.stream === stream }) {
        runs[index].observers.append((window, expected, inList))
      } else {
        runs.append(Run(stream: stream, observers: [(window, expected, inList)], span: expectation.span))
      }
    }
    return runs
  }

  /// Returns the expected subscriptions, where those of the attempts of a stream belong to that stream.
  private static func subscriptions(of expectations: [RxJSExpectation]) -> [Subscriptions] {
    var all: [Subscriptions] = []
    for expectation in expectations {
      guard case .subscriptions(let stream, let windows) = expectation.kind else { continue }
      if let sequence = stream.sequence, let index = all.firstIndex(where: { $0.stream === sequence }) {
        all[index].windows += windows
      } else {
        all.append(Subscriptions(stream: stream.sequence ?? stream, windows: windows, span: expectation.span))
      }
    }
    return all
  }

  /// Adds the statements to a script, or returns the reason why they cannot be added.
  func write(title: String?, into draft: inout ImportDraft) -> ImportRefusal? {
    do throws(ImportRefusal) {
      let assertions = try assertions()
      for stream in library.definitions {
        guard let name = stream.name, stream.isUsed || runs.isEmpty else { continue }
        if case .timeline(let timeline, _) = stream.definition, unobserved.contains(ObjectIdentifier(timeline)) {
          continue
        }
        guard let message = draft.tryBind(name, to: stream.bindingText()) else { continue }
        throw ImportRefusal(problem: .rejected(message), span: stream.span)
      }
      if let title { draft.comment(title) }
      draft.comment(leftOut: library.leftOut, of: library.source)
      for (subject, expected, span) in assertions {
        switch draft.tryAssert(subject, equals: expected) {
        case .passed: break
        case .failed(let result): throw ImportRefusal(problem: .fails(subject, result: result), span: span)
        case .rejected(let message): throw ImportRefusal(problem: .rejected(message), span: span)
        }
      }
      for span in library.remarks {
        draft.comment("not converted: \(library.source.text(of: span))")
        if span.upperBound <= draft.source.bytes.count { draft.report(.remark, at: span) }
      }
      return nil
    } catch {
      return error
    }
  }

  private typealias Assertion = (subject: String, expected: String, span: Span)

  private func assertions() throws(ImportRefusal) -> [Assertion] {
    try checkSharing()
    try checkConnections()
    var assertions: [Assertion] = []
    for (index, run) in runs.enumerated() {
      assertions.append(try assertion(of: run))
      for subscription in subscriptions {
        guard let windows = try windows(of: subscription, in: index) else { continue }
        let name = try library.boundName(of: subscription.stream, subscription.span)
        let expected = windows.isEmpty ? "-" : windows.joined(separator: ", ")
        assertions.append(("subscriptions \(name)", expected, subscription.span))
      }
    }
    if let first = subscriptions.first, runs.isEmpty { throw ImportRefusal(problem: .noRun, span: first.span) }
    return assertions
  }

  /// Checks that no runs share a stream, because each run of the script starts its streams.
  private func checkSharing() throws(ImportRefusal) {
    for (index, run) in runs.enumerated() {
      for other in runs[(index + 1)...] where !run.stream.shared.isDisjoint(with: other.stream.shared) {
        throw ImportRefusal(problem: .severalRuns, span: other.span)
      }
    }
  }

  /// Checks that each connection is made once.
  private func checkConnections() throws(ImportRefusal) {
    for stream in library.connectables {
      guard let connectable = stream.connectable, connectable.isConnected == connectable.isCounted else { continue }
      throw ImportRefusal(problem: .unconnected, span: stream.span)
    }
  }

  /// Returns the subscriptions in one of the runs, or `nil` if they are not asserted there.
  private func windows(of subscription: Subscriptions, in index: Int) throws(ImportRefusal) -> [String]? {
    let observing = runs.indices.filter { runs[$0].observes(subscription.stream) }
    guard !observing.isEmpty else {
      // A stream that is not in the script is observed neither here nor there.
      guard subscription.windows.isEmpty else {
        throw ImportRefusal(problem: .unobserved, span: subscription.span)
      }
      return index == 0 && subscription.stream.name != nil ? [] : nil
    }
    guard let place = observing.firstIndex(of: index) else { return nil }
    if observing.count == 1 { return subscription.windows }
    // With equal subscriptions, it does not matter which run each of them belongs to.
    guard subscription.windows.count == observing.count, Set(subscription.windows).count == 1 else {
      throw ImportRefusal(problem: .severalRuns, span: subscription.span)
    }
    return [subscription.windows[place]]
  }

  private func assertion(of run: Run) throws(ImportRefusal) -> Assertion {
    var subject = try library.text(of: run.stream, run.span, asSource: true)
    let windows = run.observers.map(\.window)
    if windows.count > 1 || windows[0] != .always {
      subject += " during " + windows.map(WindowPrinter.text).joined(separator: ", ")
    }
    let expected =
      run.observers.count == 1 ? run.observers[0].expected : run.observers.map(\.inList).joined(separator: ", ")
    return (subject, expected, run.span)
  }
}
