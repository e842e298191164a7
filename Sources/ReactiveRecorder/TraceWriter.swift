import JSONWriting
import Reactive

/// A writer of recorded events as the lines of a trace.
///
/// Each line is written as a whole, so that a program that crashes loses at most one. After an error, nothing more is
/// written.
final class TraceWriter: Sendable {
  private let file: AppendedFile?
  private let hasFailed = Mutex(false)

  init(to path: String) {
    file = AppendedFile(creating: path)
    if file == nil { fail(path) }
  }

  deinit { file?.closeFile() }

  func begin(_ stream: Int, _ name: String, at time: Int64, for carrier: EventContext.Place?, in site: _CallSite) {
    write { json in
      Self.header("subscribed", name, stream, time, &json)
      if let carrier { json.member("parent", carrier.event) }
      json.member("source", "\(site.file):\(site.line):1")
    }
  }

  func record(
    _ content: RecorderState.Content, _ number: Int, of stream: Int, _ name: String, at time: Int64,
    because cause: Int?
  ) {
    write { json in
      switch content {
      case .value(let value):
        Self.header("value", name, stream, time, &json)
        json.key("value")
        json.traceValue(value)
      case .failed(let error):
        Self.header("failed", name, stream, time, &json)
        json.member("message", traceText(of: error))
      case .completed: Self.header("completed", name, stream, time, &json)
      case .interrupted: Self.header("unsubscribed", name, stream, time, &json)
      }
      json.member("id", number)
      if let cause { json.member("cause", cause) }
    }
  }

  private static func header(
    _ kind: String, _ name: String, _ stream: Int, _ nanoseconds: Int64, _ json: inout JSONText
  ) {
    json.key("time")
    json.number(Double(nanoseconds) / 1_000_000)
    json.member("stream", name)
    json.member("kind", kind)
    // Numbers are the identifiers of events.
    json.member("subscription", "s\(stream)")
  }

  private func write(_ members: (inout JSONText) -> Void) {
    guard let file, !hasFailed.withLock({ $0 }) else { return }
    var json = JSONText()
    json.object(members)
    if !file.append(json.text + "\n") { fail("the trace") }
  }

  /// Reports the first error.
  private func fail(_ name: String) {
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst { AppendedFile.diagnostics.append("Recorder: \(name) cannot be written\n") }
  }
}
