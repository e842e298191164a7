@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The termination rules of the catalog, compared with runs.
///
/// Each source of each example ends in each way, early and late.
struct TerminationRuleTests {
  @Test(arguments: Catalog.standard.entries.map(\.name))
  func runsFollowTheTerminationRules(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    var shown: Set<String> = []
    for claim in ExampleScript(entry.example).assertions {
      for (source, rule) in claim.rules(of: entry) {
        for (end, effect) in rule.effects {
          for cut in source.cuts where hold(effect, at: end, of: cut, in: source, of: claim) {
            shown.insert("\(rule.name): \(EventKind(end).rawValue)")
          }
        }
      }
    }
    let said = entry.terminationRules.flatMap { rule in
      rule.effects.filter { $0.effect.kind != .other }.map { "\(rule.name): \(EventKind($0.end).rawValue)" }
    }
    let missing = Set(said).subtracting(shown)
    #expect(missing.isEmpty, "the example does not show: \(missing.sorted())")
  }

  @Test func relatedOperatorsExist() {
    for entry in Catalog.standard.entries {
      #expect((1...7).contains(entry.related.count), "\(entry.name)")
      #expect(Set(entry.related).count == entry.related.count, "\(entry.name)")
      #expect(!entry.related.contains(entry.name), "\(entry.name)")
      #expect(Set(entry.related).isSubset(of: Catalog.standard.names), "\(entry.name)")
    }
  }

  /// Each rule refers to something that the signatures name.
  @Test func rulesReferToParameters() {
    for entry in Catalog.standard.entries {
      let parameters = entry.overloads.flatMap(\.parameters)
      for rule in entry.terminationRules where rule.stream != CatalogEntry.TerminationRule.innerStream {
        #expect(parameters.contains { $0.name == rule.stream }, "\(entry.name): \(rule.stream)")
      }
      for label in entry.terminationRules.compactMap(\.label) {
        #expect(parameters.contains { $0.label == label }, "\(entry.name): \(label)")
      }
      #expect(Set(entry.terminationRules.map { $0.name }).count == entry.terminationRules.count, "\(entry.name)")
    }
  }

  // MARK: Effects in runs

  /// Checks the effect of an end in a run.
  ///
  /// Returns false if the run does not show it, for example because it does not reach that end.
  private func hold(
    _ effect: CatalogEntry.TerminationEffect, at end: Timeline.Event, of cut: TerminationExample.Cut,
    in source: ExampleScript.Binding,
    of claim: ExampleScript.Assertion
  ) -> Bool {
    let run = TerminationExample(claim, source, cut, end)
    let others = claim.sources.filter { $0.name != source.name }
    // If another source sends on the same tick, its event can be the cause.
    let busy = Set(others.flatMap { $0.ticks(in: run) })
    guard let tick = run.ticks.first(where: { !busy.contains($0) }) else { return false }
    let last = run.output.marbles.last
    let comment: Comment = "\(run.script)\nsaid is: \(effect.text)"
    switch effect.kind {
    case .passes:
      #expect(last == Timeline.Marble(tick: tick, event: end), comment)
    case .completes:
      #expect(last == Timeline.Marble(tick: tick, event: .completed), comment)
    case .fails:
      #expect(last?.tick == tick && last.map { EventKind($0.event) } == .failed, comment)
    case .joins:
      // The ends of streams without a name are unknown.
      guard others.allSatisfy(\.completes), !claim.text.contains("\"") else { return false }
      let ends = run.windows.map(\.window.end)
      let lastEnd = ends.contains(nil) ? nil : ends.compactMap(\.self).max()
      #expect(last.flatMap { $0.event == .completed ? $0.tick : nil } == lastEnd, comment)
    case .countsAsCompleted:
      #expect(run.output == TerminationExample(claim, source, cut, .completed).output, comment)
    case .isIgnored:
      #expect(run.output == TerminationExample(claim, source, cut, nil).output, comment)
    case .other:
      return false
    }
    return true
  }
}

extension CatalogEntry.TerminationRule {
  fileprivate var effects: [(end: Timeline.Event, effect: CatalogEntry.TerminationEffect)] {
    Array(zip(TerminationExamples.ends, [completed, failed, interrupted]))
  }
}

extension ExampleScript.Binding {
  fileprivate var completes: Bool { timelines.last?.marbles.last?.event == .completed }

  /// Returns the ticks of the source's events in a run.
  fileprivate func ticks(in run: TerminationExample) -> [Int] {
    run.windows.filter { $0.name == name }.flatMap { _, window in
      timelines.flatMap(\.marbles).map { isCold ? window.start + $0.tick : $0.tick }
    }
  }
}
