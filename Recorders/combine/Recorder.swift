// Records publishers of Combine as a trace, which `rxrepl trace.jsonl` draws. The tests of rxrepl do not run this file.
//
//     let recorder = try TraceRecorder(path: "/tmp/trace.jsonl")
//     typed.record("typed", to: recorder)
//       .map { search($0).record("search", to: recorder) }.switchToLatest()
//       .record("results", to: recorder)
//
// An event has a cause if it is sent in the call of another event. It is forwarded first, and written when its observer
// has returned. Its id is the time before that in microseconds. Sorted by time, causes are before their effects.
import Combine
import Foundation
extension Publisher {
  /// Returns a publisher that records each subscription.
  public func record(_ name: String, to recorder: TraceRecorder, file: String = #filePath, line: Int = #line)
    -> some Publisher<Output, Failure>
  { RecordedPublisher(upstream: self, name: name, recorder: recorder, source: "\(file):\(line):1") }
}
private struct RecordedPublisher<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream, name: String, recorder: TraceRecorder, source: String
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let stream = RecordedSubscription(subscriber, name, recorder)
    stream.send("subscribed", source) { upstream.subscribe(stream) }
  }
}
private final class RecordedSubscription<S: Subscriber>: Subscriber, Subscription, @unchecked Sendable {
  private let subscriber: S, name: String, recorder: TraceRecorder, parent = TraceRecorder.active.parent
  private var upstream: (any Subscription)?, number: Int?, hasEnded = false
  init(_ s: S, _ n: String, _ r: TraceRecorder) { (subscriber, name, recorder) = (s, n, r) }
  func receive(subscription: any Subscription) {
    upstream = subscription
    subscriber.receive(subscription: self)
  }
  func receive(_ input: S.Input) -> Subscribers.Demand { send("value", input) { subscriber.receive(input) } }
  func receive(completion: Subscribers.Completion<S.Failure>) {
    let failure: S.Failure? = if case .failure(let error) = completion { error } else { nil }
    send(failure == nil ? "completed" : "failed", failure) { subscriber.receive(completion: completion) }
  }
  func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
  func cancel() { send("unsubscribed") { upstream?.cancel() } }
  /// Does what an event is about, and then writes the event.
  func send<Result>(_ kind: String, _ content: Any? = nil, _ action: () -> Result) -> Result {
    if hasEnded { return action() }
    let (id, cause, isStart, isValue) = (recorder.next(), TraceRecorder.active.cause, number == nil, kind == "value")
    (hasEnded, number) = (!isStart && !isValue, number ?? id)
    defer {
      recorder.write(["time": Double(id) / 1000, "stream": name, "kind": kind, "subscription": number,
        "id": isStart ? nil : id, "cause": isStart ? nil : cause, "parent": isStart ? parent : nil,
        isStart ? "source" : isValue ? "value" : "message": content.map(TraceRecorder.form)])
    }
    return TraceRecorder.$active.withValue((isStart ? nil : id, isValue ? id : parent), operation: action)
  }
}
public final class TraceRecorder: @unchecked Sendable {
  @TaskLocal static var active: (cause: Int?, parent: Int?) = (nil, nil)
  private let file: FileHandle, lock = NSLock(), start = DispatchTime.now().uptimeNanoseconds
  private var last = -1, hasWarned = false
  public init(path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
  func next() -> Int {
    let time = Int((DispatchTime.now().uptimeNanoseconds - start) / 1000)
    return lock.withLock { last = max(time, last + 1); return last }
  }
  func write(_ line: [String: Any?]) {
    do {
      let data = try JSONSerialization.data(withJSONObject: line.compactMapValues { $0 })
      try file.write(contentsOf: Data((hasWarned ? "\n" : "").utf8) + data + Data("\n".utf8))  // in one call
    } catch {
      if !hasWarned { FileHandle.standardError.write(Data("rxrepl: cannot write the trace: \(error)\n".utf8)) }
      hasWarned = true
    }
  }
  static func form(_ value: Any) -> Any {
    let data = (value as? any Encodable).flatMap { try? JSONEncoder().encode($0) }
    return data.flatMap { try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) } ?? "\(value)"
  }
}
