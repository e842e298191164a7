import Marbles

/// A subject that shares a stream, by what it sends to an observer that is added later.
enum RxJSSubject {
  /// Nothing.
  case plain
  /// The last values, or all values.
  case replay(Int64?)
  /// The last value, which is the given one at first.
  case behavior(JSValue)
  /// Nothing before the end, then the last value.
  case last
}

/// A stream with a `connect`, which starts its source.
final class RxJSConnectable {
  let source: RxJSStream
  let subject: RxJSSubject
  /// Whether each connection has a new subject.
  let renewsSubject: Bool
  var isConnected = false
  /// Whether `refCount` makes the connections.
  var isCounted = false

  init(source: RxJSStream, subject: RxJSSubject, renewsSubject: Bool) {
    self.source = source
    self.subject = subject
    self.renewsSubject = renewsSubject
  }
}

// MARK: Sharing

extension RxJSApplication {
  /// Returns a stream whose `connect` starts the source.
  func connectable(_ subject: RxJSSubject, renewsSubject: Bool = false) throws(Refusal) -> Result {
    let text: String
    let (source, shape) = try prepared(for: subject)
    switch subject {
    case .plain: text = "\(source).replayLazily(upTo: 0)"
    case .behavior, .last: text = "\(source).replayLazily(upTo: 1)"
    case .replay(let count): text = "\(source).replayLazily(\(count.map { "upTo: \($0)" } ?? ""))"
    }
    var result = Result(text, shape, isShared: true)
    result.connectable = RxJSConnectable(source: stream, subject: subject, renewsSubject: renewsSubject)
    return result
  }

  /// Returns a stream that connects with its first observer, and disconnects with its last one.
  func counted(_ connectable: RxJSConnectable) throws(Refusal) -> Result {
    let original = RxJSApplication(
      library: library, name: name, stream: connectable.source,
      source: try library.text(of: connectable.source, span), arguments: [], span: span)
    let resets = Resets(
      completed: connectable.renewsSubject, failed: connectable.renewsSubject, unobserved: true)
    return try original.shared(connectable.subject, resets)
  }

  /// The reasons for which a shared stream starts its source again.
  struct Resets {
    var completed = true
    var failed = true
    var unobserved = true
  }

  /// Returns `share` with the options for a subject.
  func shared(_ subject: RxJSSubject, _ resets: Resets) throws(Refusal) -> Result {
    let (source, shape) = try prepared(for: subject)
    var options: [String] = []
    var completes = true
    switch subject {
    case .plain: break
    case .replay(nil): throw refusal()
    case .replay(let count?):
      options.append("replay: \(count)")
      completes = false
    case .behavior, .last:
      options.append("replay: 1")
      completes = false
    }
    if resets.completed != completes { options.append("resetWhenCompleted: \(resets.completed)") }
    if !resets.failed { options.append("resetWhenFailed: false") }
    if !resets.unobserved { options.append("resetWhenUnobserved: false") }
    return Result("\(source).share(\(options.joined(separator: ", ")))", shape, isShared: true)
  }

  /// Returns the source with the first value of a subject, or with only its last value.
  private func prepared(for subject: RxJSSubject) throws(Refusal) -> (text: String, shape: JSShape) {
    switch subject {
    case .plain, .replay: return (source, shape)
    case .last: return ("\(source).takeLast(1)", shape)
    case .behavior(let first):
      let (text, added) = try library.machine.part(first, span)
      return ("\(source).startWith(\(text))", shape.joined(with: added))
    }
  }

  /// Returns the subject that an argument is or creates, and whether it creates one.
  func subject(_ value: JSValue) throws(Refusal) -> (subject: RxJSSubject, isNew: Bool) {
    switch value {
    case .subject(let subject): return (subject.kind, false)
    case .function:
      library.machine.nesting += 1
      defer { library.machine.nesting -= 1 }
      guard case .subject(let subject) = try library.machine.call(value, [], span) else { throw refusal() }
      return (subject.kind, true)
    default: throw refusal()
    }
  }

  /// Returns a stream that a function makes of the source, which is started once for it.
  func multicast(_ function: JSValue, _ subject: RxJSSubject) throws(Refusal) -> Result {
    var source = source
    var shape = shape
    var options = ""
    switch subject {
    case .plain: break
    case .replay(let count?): options = "(replay: \(count))"
    case .replay(nil): throw refusal()
    case .behavior, .last:
      (source, shape) = try prepared(for: subject)
      options = "(replay: 1)"
    }
    let (text, result) = try streamClosure(function, of: [.stream(shape)])
    guard case .stream(let inner) = result else { return Result("\(source).multicast\(options) \(text)", .nothing) }
    return Result("\(source).multicast\(options) \(text)", inner)
  }
}

extension RxJSLibrary {
  static let sharing: [String: RxJSApplication.Operator] = [
    "share": { (call) throws(ImportRefusal) in try call.sharedStream() },
    "shareReplay": { (call) throws(ImportRefusal) in try call.sharedReplaying() },
    "publish": { (call) throws(ImportRefusal) in try call.published(.plain, selector: 0) },
    "publishLast": { (call) throws(ImportRefusal) in try call.published(.last, selector: 0) },
    "publishBehavior": { (call) throws(ImportRefusal) in
      guard !call.arguments.isEmpty else { throw call.refusal() }
      return try call.published(.behavior(call.argument(0)), selector: 1)
    },
    "publishReplay": { (call) throws(ImportRefusal) in
      // Values that are forgotten after some time have no counterpart.
      guard !call.has(1) || call.isInfinite(1) else { throw call.refusal() }
      return try call.published(.replay(try call.capacity(call.argument(0))), selector: 2)
    },
    "multicast": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      let (subject, isNew) = try call.subject(call.argument(0))
      guard call.has(1) else { return try call.connectable(subject, renewsSubject: isNew) }
      return try call.multicast(call.argument(1), subject)
    },
    "connectable": { (call) throws(ImportRefusal) in
      try call.connectable(call.subject(call.argument(0)).subject, renewsSubject: true)
    },
    "connect": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      var subject = RxJSSubject.plain
      if case .object(let options) = call.argument(1), let connector = options["connector"] {
        subject = try call.subject(connector).subject
      }
      return try call.multicast(call.argument(0), subject)
    },
    "refCount": { (call) throws(ImportRefusal) in
      try call.limit(0...0)
      guard let connectable = call.stream.connectable else { throw call.refusal() }
      connectable.isCounted = true
      return try call.counted(connectable)
    },
  ]
}

extension RxJSApplication {
  /// Returns the maximum number of values that a subject stores, or `nil` if there is no maximum.
  func capacity(_ value: JSValue) throws(Refusal) -> Int64? {
    guard !value.isNothing else { return nil }
    guard case .number(let number) = value else { throw refusal() }
    if number.isInfinite { return nil }
    guard let count = Int64(exactly: number), count >= 1 else { throw refusal() }
    return count
  }

  fileprivate func published(_ subject: RxJSSubject, selector index: Int) throws(Refusal) -> Result {
    try limit(0...(index + 1))
    guard has(index) else { return try connectable(subject) }
    return try multicast(argument(index), subject)
  }

  /// Returns `share` with the options of an object.
  fileprivate func sharedStream() throws(Refusal) -> Result {
    try limit(0...1)
    guard has(0) else { return try shared(.plain, Resets()) }
    guard case .object(let options) = argument(0) else { throw refusal() }
    var subject = RxJSSubject.plain
    var resets = Resets()
    for key in options.keys {
      let option = options[key] ?? .undefined
      switch key {
      case "connector": subject = try self.subject(option).subject
      case "resetOnComplete": resets.completed = try isReset(option)
      case "resetOnError": resets.failed = try isReset(option)
      case "resetOnRefCountZero": resets.unobserved = try isReset(option)
      // The titles of tests are beside the options.
      default: continue
      }
    }
    return try shared(subject, resets)
  }

  /// Whether an option resets the stream immediately, as is the default.
  private func isReset(_ option: JSValue) throws(Refusal) -> Bool {
    switch option {
    case .boolean(let flag): return flag
    case .undefined: return true
    case .function:
      library.machine.nesting += 1
      defer { library.machine.nesting -= 1 }
      let notifier = try library.stream(library.machine.call(option, [], span), span)
      let text = try library.text(of: notifier, span)
      if text.hasPrefix("of(") || text.hasPrefix("concat(of(") { return true }
      // Such a notifier never sends a value.
      if text == "empty()" || text == "never()" { return false }
      throw refusal()
    default: throw refusal()
    }
  }

  fileprivate func sharedReplaying() throws(Refusal) -> Result {
    try limit(0...2)
    var count = argument(0)
    var resets = Resets(completed: false, failed: true, unobserved: false)
    if case .object(let options) = count {
      guard options.keys.allSatisfy(["bufferSize", "refCount"].contains) else { throw refusal() }
      count = options["bufferSize"] ?? .undefined
      if case .boolean(let flag)? = options["refCount"] { resets.unobserved = flag }
    } else if has(1), !isInfinite(1) {
      throw refusal()
    }
    guard let count = try capacity(count) else {
      guard !resets.unobserved else { throw refusal() }
      return Result("\(source).shareReplay()", shape, isShared: true)
    }
    return try shared(.replay(count), resets)
  }
}
