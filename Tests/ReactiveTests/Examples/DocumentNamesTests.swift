import Foundation
import Reactive
import Testing

/// The names of the five documents that are written in another way here: the guide of each library has a row for them,
/// and what it says works.
@Suite(.noLeaks)
struct DocumentNamesTests {
  @Test(arguments: [
    ("ReactiveSwift", ["AnyError", "NoError", "return disposable", "UIScheduler", "filterMap", "EventProtocol"]),
    (
      "ReactiveKit",
      [
        "SignalProtocol", "ObserverProtocol", "observer.on(", ".global(qos:)", "deallocated", "context:", "Bond",
        "shareReplay(limit:", "send()", "toSignal()", "ConnectableSignalProtocol", "laneIfAvailable", "subclass",
        "flatMapConcat",
      ]
    ),
    (
      "ReactiveCocoa",
      [
        "nilValue", "setKeyPath:onObject:nilValue:", "rac_addObserverForName:object:", "@weakify", "+currentScheduler",
        "-multicast:", "-logNext", "rac_signalForSelector:", "-bind:", "RACStream", "Monoid", "RACSubscriber",
        "RACTupleNil",
      ]
    ),
  ])
  func `the guide has a row`(library: String, names: [String]) throws {
    let page = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Sources/Reactive/Reactive.docc/ComingFrom\(library).md").standardizedFileURL
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("|") }
    let theirs = rows.map { $0.split(separator: "|", omittingEmptySubsequences: false)[1...2].joined() }
    for name in names { #expect(theirs.contains { $0.contains(name) }, "\(name)") }
  }

  @Test func `the tables name every test of an example, and only tests that exist`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let rows = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("|") }
    let named = Set(
      rows.flatMap { row in
        (row.split(separator: "|").last ?? "").matches(of: /`([^`]+)`/).map { String($0.1) }
      })
    let tests = folder.deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    var existing: Set<String> = []
    var examples: Set<String> = []
    for file in files ?? [] where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      existing.formUnion(text.matches(of: /struct (\w+)/).map { String($0.1) })
      let functions = text.matches(of: /func `([^`]+)`/).map { String($0.1) }
      existing.formUnion(functions)
      let suite = String(file.deletingPathExtension().lastPathComponent.prefix { $0 != "+" })
      if file.path.contains("/Examples/"), named.contains(suite) { examples.formUnion(functions) }
    }
    #expect(named.subtracting(existing) == [])
    #expect(examples.subtracting(named) == [])
    #expect(examples.count > 60)
  }

  @Test func `RAC with a nil value`() {
    final class Label: LifetimeProvider, ReactiveExtensionsProvider {
      let lifetimeToken = Lifetime.Token()
      var text = ""
    }
    let label = Label()
    let names = MutableProperty<String?>("a")
    label.reactive[\.text] <~ names.producer.map { $0 ?? "unknown" }
    #expect(label.text == "a")
    names.value = nil
    #expect(label.text == "unknown")
  }

  @Test func `deallocated ends a stream`() {
    let (lifetime, token) = Lifetime.make()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.take(during: lifetime).record()
    var log: [String] = []
    lifetime.observeEnded { log.append("deallocated") }
    input.send(value: 1)
    token.dispose()
    #expect(recorder.history == "1 |" && log == ["deallocated"])
  }

  @Test func `a subject without values sends`() {
    let (taps, input) = Signal<Void, Never>.pipe()
    var count = 0
    taps.observeValues { count += 1 }
    input.send(value: ())
    #expect(count == 1)
    input.sendCompleted()
  }

  @Test func `logNext logs only values`() {
    var log: [String] = []
    SignalProducer<Int, Never>([1, 2]).logEvents(events: [.value], logger: { _, event, _, _, _ in log.append(event) })
      .start()
    #expect(log == ["value 1", "value 2"])
  }
}
