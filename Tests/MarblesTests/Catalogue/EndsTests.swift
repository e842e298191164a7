import Testing

@testable import Marbles

/// What the catalogue says of the ends is what happens: each source of each example ends in each way, early and late.
struct EndsTests {
  private typealias Ends = CatalogueEntry.Ends

  @Test(arguments: Catalogue.standard.entries.map(\.name))
  func theEndsAreAsIsSaid(name: String) throws {
    let entry = try #require(Catalogue.standard[name])
    var shown: Set<String> = []
    for claim in ExampleScript(entry.example).claims {
      for (source, rule) in rules(of: entry, for: claim) {
        for (end, effect) in rule.effects {
          for cut in source.cuts where hold(effect, at: end, of: cut, in: source, of: claim) {
            shown.insert("\(rule.name()): \(EventKind(end).rawValue)")
          }
        }
      }
    }
    let said = entry.ends.flatMap { rule in
      rule.effects.filter { $0.effect.kind != .other }.map { "\(rule.name()): \(EventKind($0.end).rawValue)" }
    }
    let missing = Set(said).subtracting(shown)
    #expect(missing.isEmpty, "the example does not show: \(missing.sorted())")
  }

  @Test func relatedOperatorsAreOperators() {
    for entry in Catalogue.standard.entries {
      #expect((1...7).contains(entry.related.count), "\(entry.name)")
      #expect(Set(entry.related).count == entry.related.count, "\(entry.name)")
      #expect(!entry.related.contains(entry.name), "\(entry.name)")
      #expect(Set(entry.related).isSubset(of: Catalogue.standard.names), "\(entry.name)")
    }
  }

  /// Each rule is about something that the signatures name.
  @Test func rulesAreAboutWhatThereIs() {
    for entry in Catalogue.standard.entries {
      let parameters = entry.forms.flatMap(\.parameters)
      for rule in entry.ends where rule.stream != Ends.ofInnerStreams().stream {
        #expect(parameters.contains { $0.name == rule.stream }, "\(entry.name): \(rule.stream)")
      }
      for label in entry.ends.compactMap(\.label) {
        #expect(parameters.contains { $0.label == label }, "\(entry.name): \(label)")
      }
      #expect(Set(entry.ends.map { $0.name() }).count == entry.ends.count, "\(entry.name)")
    }
  }

  // MARK: What is said of whom

  /// The sources of an expression that are the operator's own, each with what is said of its ends.
  private func rules(
    of entry: CatalogueEntry, for claim: ExampleScript.Claim
  ) -> [(source: ExampleScript.Binding, rule: Ends)] {
    guard let (call, receiver) = calls(in: claim.text).first, call.name.text == entry.name else { return [] }
    let code = Code(
      expression: Expression(.null, span: 0..<0), source: Source(name: "", text: claim.text), bindings: Bindings(),
      tickLength: .millisecond)
    let application = Application(
      evaluator: Evaluator(Stage(Bindings()), code), entry: entry, call: call, alias: nil, receiver: receiver)
    guard let (form, written) = try? application.fittingForm() else { return [] }
    let inner = Ends.ofInnerStreams().stream
    var roles: [String: String] = [:]
    for (parameter, argument) in zip(entry.forms[form].parameters, written) {
      switch argument {
      case .expression(let expression):
        if case .name(let name) = expression.kind {
          roles[name] = parameter.name
        } else {
          for name in expression.names { roles[name] = inner }
        }
      case .expressions(let expressions):
        for case .name(let name) in expressions.map(\.kind) { roles[name] = parameter.name }
      case .closure(let closure): for name in closure.body.names { roles[name] = inner }
      case .nothing: break
      }
    }
    let labels = call.arguments.compactMap { $0.label?.text }
    return claim.sources.compactMap { source in
      let stream = roles[source.name] ?? inner
      // Several that are alike are called by one name, however they are given.
      let names = [stream, "stream", inner]
      let rules = names.lazy.map { name in entry.ends.filter { $0.stream == name } }.first { !$0.isEmpty } ?? []
      let rule = rules.first { $0.label.map(labels.contains) ?? false } ?? rules.first { $0.label == nil }
      return rule.map { (source, $0) }
    }
  }

  // MARK: What happens

  /// Whether a run shows what is said of an end; where it does not come to that end, it shows nothing.
  private func hold(
    _ effect: CatalogueEntry.Effect, at end: Timeline.Event, of cut: Cut, in source: ExampleScript.Binding,
    of claim: ExampleScript.Claim
  ) -> Bool {
    let run = EndingRun(claim, source, cut, end)
    guard let tick = run.tick, effect.kind != .other else { return false }
    let last = run.output.marbles.last
    let comment: Comment = "\(run.script)\nsends \(TimelinePrinter.text(of: run.output)); said is: \(effect.text)"
    switch effect.kind {
    case .passes:
      #expect(last == Timeline.Marble(tick: tick, event: end), comment)
    case .completes:
      #expect(last == Timeline.Marble(tick: tick, event: .completed), comment)
    case .fails:
      #expect(last?.tick == tick && last.map { EventKind($0.event) } == .failed, comment)
    case .joins:
      // Of streams without a name nobody knows when they end.
      guard run.othersComplete, !claim.text.contains("\"") else { return false }
      #expect(last.map { EventKind($0.event) == .completed ? $0.tick : nil } ?? nil == run.lastEnd, comment)
    case .countsAsCompleted:
      #expect(run.output == EndingRun(claim, source, cut, .completed).output, comment)
    case .isIgnored:
      #expect(run.output == EndingRun(claim, source, cut, nil).output, comment)
    case .other: break
    }
    return true
  }
}

extension CatalogueEntry.Ends {
  fileprivate var effects: [(end: Timeline.Event, effect: CatalogueEntry.Effect)] {
    Array(zip(EndRuns.ends, [completed, failed, interrupted]))
  }
}

/// How much of a source comes before its end.
private struct Cut {
  let count: Int
  let tick: Int
}

extension ExampleScript.Binding {
  /// The end where it is written, and instead of each of its values.
  fileprivate var cuts: [Cut] {
    guard let last = timelines.last else { return [] }
    let values = last.marbles.filter { !$0.event.isTerminating }
    let end = last.marbles.last { $0.event.isTerminating }?.tick ?? last.end
    return values.enumerated().map { Cut(count: $0.offset, tick: $0.element.tick) }
      + [Cut(count: values.count, tick: end)]
  }

  /// The statement with another end, or none.
  fileprivate func text(_ cut: Cut, _ end: Timeline.Event?) -> (text: String, timeline: Timeline) {
    var all = timelines
    let values = all.popLast()?.marbles.prefix(cut.count) ?? []
    let timeline = Timeline(Array(values) + (end.map { [Timeline.Marble(tick: cut.tick, event: $0)] } ?? []))
    all.append(timeline)
    let texts = all.map { "." + TimelinePrinter.text(of: $0) + ($0.marbles.isEmpty ? "-" : "") }
    return ("\(name) = \(isCold ? "cold " : "")\(texts.joined(separator: ", "))", timeline)
  }
}

/// A run in which one source ends otherwise.
private struct EndingRun {
  let script: String
  let output: Timeline
  /// The tick on which it came to that end while it was observed, and nothing else happened; `nil` if there is none.
  private(set) var tick: Int?
  /// Whether all other sources complete.
  let othersComplete: Bool
  /// The tick on which the last of what was observed ended, if all of it did.
  let lastEnd: Int?

  init(_ claim: ExampleScript.Claim, _ source: ExampleScript.Binding, _ cut: Cut, _ end: Timeline.Event?) {
    let changed = source.text(cut, end)
    let lines = claim.bindings.map { $0.name == source.name ? changed.text : $0.text } + [claim.text]
    script = lines.joined(separator: "\n")
    let session = Session()
    session.evaluate(Source(name: "ends", text: script)) { _ in }
    output = session.shown?.outputs.first ?? Timeline()
    let windows = session.memory.subscriptions ?? []
    let ends = windows.map(\.window.end)
    lastEnd = ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    let others = claim.sources.filter { $0.name != source.name }
    othersComplete = others.allSatisfy { $0.timelines.last?.marbles.last?.event == .completed }

    let own = windows.filter { $0.binding.name == source.name }.dropFirst(
      source.isCold ? source.timelines.count - 1 : 0)
    let ticks = own.compactMap { _, window in
      let tick = source.isCold ? window.start + cut.tick : cut.tick
      return window.start <= tick && window.end == tick ? tick : nil
    }
    let busy = others.flatMap { other in
      windows.filter { $0.binding.name == other.name }.flatMap { binding, window in
        binding.timelines.flatMap(\.marbles).map { other.isCold ? window.start + $0.tick : $0.tick }
      }
    }
    tick = ticks.first { !busy.contains($0) }
  }
}
