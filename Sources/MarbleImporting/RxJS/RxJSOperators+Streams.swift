import Marbles

/// The operators of RxJS that join, flatten, time, divide or restart streams and have a counterpart.
extension RxJSLibrary {
  static let joining: [String: RxJSApplication.Operator] = [
    "catchError": { (call) throws(ImportRefusal) in try call.caught() },
    "catch": { (call) throws(ImportRefusal) in try call.caught() },
    "startWith": { (call) throws(ImportRefusal) in try call.withValues("startWith") },
    "endWith": { (call) throws(ImportRefusal) in try call.withValues("endWith") },
    "withLatestFrom": { (call) throws(ImportRefusal) in try call.withLatest() },
    "concatWith": { (call) throws(ImportRefusal) in try call.joinedStreams("concat") },
    "mergeWith": { (call) throws(ImportRefusal) in try call.joinedStreams("merge") },
    "raceWith": { (call) throws(ImportRefusal) in try call.joinedStreams("race") },
    "zipWith": { (call) throws(ImportRefusal) in try call.joinedStreams("zip") },
    "combineLatestWith": { (call) throws(ImportRefusal) in try call.joinedStreams("combineLatest") },
    "concat": { (call) throws(ImportRefusal) in try call.joinedStreams("concat") },
    "merge": { (call) throws(ImportRefusal) in try call.joinedStreams("merge") },
    "race": { (call) throws(ImportRefusal) in try call.joinedStreams("race") },
    "zip": { (call) throws(ImportRefusal) in try call.joinedStreams("zip") },
    "combineLatest": { (call) throws(ImportRefusal) in try call.joinedStreams("combineLatest") },
    "onErrorResumeNext": { (call) throws(ImportRefusal) in try call.joinedStreams("onErrorResumeNext") },
    "onErrorResumeNextWith": { (call) throws(ImportRefusal) in try call.joinedStreams("onErrorResumeNext") },
    "zipAll": { (call) throws(ImportRefusal) in try call.joinedInner("zip") },
    "combineLatestAll": { (call) throws(ImportRefusal) in try call.joinedInner("combineLatest") },
    "combineAll": { (call) throws(ImportRefusal) in try call.joinedInner("combineLatest") },
  ]

  static let flattening: [String: RxJSApplication.Operator] = [
    "mergeMap": { (call) throws(ImportRefusal) in try call.flatMapped("mergeMap") },
    "flatMap": { (call) throws(ImportRefusal) in try call.flatMapped("mergeMap") },
    "concatMap": { (call) throws(ImportRefusal) in try call.flatMapped("concatMap") },
    "switchMap": { (call) throws(ImportRefusal) in try call.flatMapped("switchMap") },
    "exhaustMap": { (call) throws(ImportRefusal) in try call.flatMapped("exhaustMap") },
    "mergeMapTo": { (call) throws(ImportRefusal) in try call.flatMappedTo("mergeMapTo") },
    "concatMapTo": { (call) throws(ImportRefusal) in try call.flatMappedTo("concatMapTo") },
    "switchMapTo": { (call) throws(ImportRefusal) in try call.flatMappedTo("switchMapTo") },
    "mergeAll": { (call) throws(ImportRefusal) in try call.flattened("mergeAll") },
    "concatAll": { (call) throws(ImportRefusal) in try call.flattened("concatAll") },
    "switchAll": { (call) throws(ImportRefusal) in try call.flattened("switchAll") },
    "switch": { (call) throws(ImportRefusal) in try call.flattened("switchAll") },
    "exhaustAll": { (call) throws(ImportRefusal) in try call.flattened("exhaustAll") },
    "mergeScan": { (call) throws(ImportRefusal) in
      try call.limit(2...3)
      return try call.flatScanned(try call.strategy(2) ?? ".merge")
    },
    "switchScan": { (call) throws(ImportRefusal) in
      try call.limit(2...2)
      return try call.flatScanned(".latest")
    },
    "expand": { (call) throws(ImportRefusal) in try call.expanded() },
    "exhaust": { (call) throws(ImportRefusal) in try call.flattened("exhaustAll") },
  ]

  static let timing: [String: RxJSApplication.Operator] = [
    // These wait for a timer as for any other stream, so the exact forms are those with a stream.
    "delay": { (call) throws(ImportRefusal) in try call.timedByTimer("delay") },
    "debounceTime": { (call) throws(ImportRefusal) in try call.timedByTimer("debounce") },
    "throttleTime": { (call) throws(ImportRefusal) in
      try call.limit(1...3)
      // The options follow a scheduler, which may be missing.
      let options = call.argument(call.has(1) ? 1 : 2)
      return try call.timedByTimer("throttle", options: call.throttleOptions(options))
    },
    "auditTime": { (call) throws(ImportRefusal) in try call.timed("auditTime") },
    "sampleTime": { (call) throws(ImportRefusal) in try call.timed("sampleTime") },
    "delayWhen": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      let delayed = try call.timedByStream("delay")
      guard call.has(1) else { return delayed }
      let (start, _) = try call.streamText(1)
      return .init("\(start).take(1).ignoreElements().concat(\(delayed.text))", call.shape)
    },
    "debounce": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      return try call.timedByStream("debounce")
    },
    "throttle": { (call) throws(ImportRefusal) in
      try call.limit(1...2)
      return try call.timedByStream("throttle", options: call.throttleOptions(call.argument(1)))
    },
    "audit": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      return try call.timedByStream("audit")
    },
    "observeOn": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      guard !call.has(0) || call.argument(0).isZero else {
        return .init("\(call.source).materialize().delay(\(try call.duration(0))).dematerialize()", call.shape)
      }
      return .init("\(call.source).observeOn(\"scheduler\")", call.shape)
    },
    "timeout": { (call) throws(ImportRefusal) in try call.timeout() },
    "subscribeOn": { (call) throws(ImportRefusal) in
      try call.limit(0...1)
      let time = call.has(0) ? try call.duration(0) : "0"
      return .init("timer(after: \(time)).mergeMap { \(call.source) }", call.shape)
    },
    "timeoutWith": { (call) throws(ImportRefusal) in
      try call.limit(2...2)
      let (other, shape) = try call.streamText(1)
      if case .date(let date) = call.argument(0) {
        let time = try call.library.duration(.number(date), call.span)
        return .init("\(call.source).timeout(first: \(time), with: \(other))", call.shape.joined(with: shape))
      }
      return .init(
        "\(call.source).timeoutWith(\(try call.duration(0)), \(other))", call.shape.joined(with: shape))
    },
  ]

  static let dividing: [String: RxJSApplication.Operator] = [
    "buffer": { (call) throws(ImportRefusal) in
      .init(try call.joined("buffer", label: "on: ").text, .array(call.shape))
    },
    "bufferTime": { (call) throws(ImportRefusal) in .init(try call.dividedByTime("buffer"), .array(call.shape)) },
    "bufferCount": { (call) throws(ImportRefusal) in .init(try call.counted("bufferCount"), .array(call.shape)) },
    "bufferToggle": { (call) throws(ImportRefusal) in .init(try call.toggled("bufferToggle"), .array(call.shape)) },
    "bufferWhen": { (call) throws(ImportRefusal) in .init(try call.closed("bufferWhen"), .array(call.shape)) },
    "window": { (call) throws(ImportRefusal) in
      .init(try call.joined("window", label: "on: ").text, .stream(call.shape))
    },
    "windowTime": { (call) throws(ImportRefusal) in .init(try call.dividedByTime("window"), .stream(call.shape)) },
    "windowCount": { (call) throws(ImportRefusal) in .init(try call.counted("windowCount"), .stream(call.shape)) },
    "windowToggle": { (call) throws(ImportRefusal) in .init(try call.toggled("windowToggle"), .stream(call.shape)) },
    "windowWhen": { (call) throws(ImportRefusal) in .init(try call.closed("windowWhen"), .stream(call.shape)) },
    "groupBy": { (call) throws(ImportRefusal) in
      try call.limit(1...1)
      let (text, key) = try call.library.closure(call.argument(0), [call.shape], call.span)
      try call.library.checkEquality(of: key, call.span)
      call.library.groupKey = call.library.groupKey?.joined(with: key) ?? key
      return .init("\(call.source).groupBy \(text)", .stream(call.shape))
    },
  ]

  static let restarting: [String: RxJSApplication.Operator] = [
    "retry": { (call) throws(ImportRefusal) in try call.retried() },
    "retryWhen": { (call) throws(ImportRefusal) in try call.restarted("retry", by: call.library.failureShape) },
    "repeatWhen": { (call) throws(ImportRefusal) in try call.restarted("repeat", by: .unknown) },
    "repeat": { (call) throws(ImportRefusal) in try call.repeated() },
  ]
}
