/// Operators of several streams.
extension ReferencePipeline {
  mutating func flatMap() {
    let strategy = random.pick([".merge", ".concat", ".latest", ".throttle"])
    define("\(variable).flatMap(\(strategy)) { \"-[\\($0 + 200)]-[\\($0 + 300)]|\" }", "flatMap")
    var result: [Event] = []
    var free = Int.min
    var last = events.last.flatMap { $0.isEnd ? passed($0, "flatMap") : nil }
    let values = events.filter { !$0.isEnd }
    for (index, event) in values.enumerated() {
      let isBusy = free > event.tick
      if free == event.tick { isAmbiguous = true }
      if strategy == ".throttle", isBusy {
        for (offset, value) in [(1, 200), (3, 300)] {
          losses.append(unstarted(event, Self.token([event.values[0] + value]), on: event.tick + offset))
        }
        continue
      }
      let start = strategy == ".concat" && isBusy ? free : event.tick
      let cut = strategy == ".latest" && index + 1 < values.count ? values[index + 1] : nil
      let wait = start > event.tick ? ", which had waited since tick \(event.tick)" : ""
      let started = Step(tick: start, token: event.token, text: "flatMap started an inner stream for it\(wait)")
      let inner: [(Int, [Int])] = [(1, [event.values[0] + 200]), (3, [event.values[0] + 300]), (4, [])]
      for (offset, values) in inner {
        let tick = start + offset
        if tick == cut?.tick { isAmbiguous = true }
        if let cut, cut.tick < tick {
          if !values.isEmpty { losses.append(switched(Self.token(values), on: tick, by: cut)) }
          continue
        }
        let sent = Step(tick: tick, token: Self.token(values), text: "inner stream sent it")
        let inner = passed(Event(tick: tick, values: values, steps: [sent, started] + event.steps), "flatMap")
        if !values.isEmpty { result.append(inner) }
        if values.isEmpty, let end = last {
          if tick == end.tick { isAmbiguous = true }
          if tick > end.tick { last = inner }
        }
      }
      free = max(free, start + 4)
    }
    result.sort { $0.tick < $1.tick }
    events = result + (last.map { [$0] } ?? [])
  }

  private func unstarted(_ event: Event, _ token: String, on tick: Int) -> Loss {
    Loss(
      tick: tick, token: token, operator: "flatMap",
      sentence: "`\(token)` did not come: `flatMap` never subscribed to `inner stream`, because another stream was "
        + "active when it arrived, and `inner stream` would have sent it on tick \(tick).")
  }

  private func switched(_ token: String, on tick: Int, by other: Event) -> Loss {
    Loss(
      tick: tick, token: token, operator: "flatMap",
      sentence: "`\(token)` did not come: `flatMap` had unsubscribed from `inner stream` on tick \(other.tick), when "
        + "`\(other.token)` came, and `inner stream` would have sent it on tick \(tick).")
  }

  /// The events of the pipeline and of `b` in the order of time.
  private mutating func inOrder() -> [(event: Event, isOther: Bool)] {
    let all = events.map { ($0, false) } + other.map { ($0, true) }
    if Set(all.map(\.0.tick)).count < all.count { isAmbiguous = true }
    return all.sorted { $0.0.tick < $1.0.tick }
  }

  mutating func combineLatest() {
    let call = "combineLatest(\(variable), b)"
    let before = define(call, "combineLatest")
    var latest: (own: Event?, other: Event?) = (nil, nil)
    var ends = 0
    var result: [Event] = []
    for (event, isOther) in inOrder() {
      if event.isEnd {
        ends += 1
        if ends == 2 { result.append(passed(event, call)) }
        continue
      }
      if isOther { latest.other = event } else { latest.own = event }
      guard let own = latest.own, let other = latest.other else { continue }
      let neighbor = isOther ? "\(own.token) of \(before)" : "\(other.token) of b"
      result.append(made(own.values + other.values, of: event, "\(call) combined it with \(neighbor)"))
    }
    events = result
  }

  mutating func withLatest() {
    let call = "withLatest(from: b)"
    define("\(variable).\(call)", "withLatest")
    var latest: Event?
    var result: [Event] = []
    for (event, isOther) in inOrder() {
      if isOther {
        if !event.isEnd { latest = event }
      } else if event.isEnd {
        result.append(passed(event, call))
      } else if let latest {
        result.append(
          made(event.values + latest.values, of: event, "\(call) combined it with \(latest.token) of b"))
      } else {
        lose(event, "withLatest", call, "dropped it, because `b` had not sent a value yet")
      }
    }
    events = result
  }

  mutating func zip() {
    let call = "zip(\(variable), b)"
    let before = define(call, "zip")
    let own = events.filter { !$0.isEnd }
    let others = other.filter { !$0.isEnd }
    _ = inOrder()
    let pairs = Swift.zip(own, others).map { first, second in
      first.tick > second.tick
        ? made(first.values + second.values, of: first, "\(call) combined it with \(second.token) of b")
        : made(first.values + second.values, of: second, "\(call) combined it with \(first.token) of \(before)")
    }
    let ends = [(events, own), (other, others)].compactMap { all, values in
      all.last.flatMap { end in end.isEnd ? (end, values.count) : nil }
    }
    // The result completes when a stream has completed and all its values are used.
    let end = ends.filter { $0.1 <= pairs.count }.map { end, count in
      let last = count > 0 ? pairs[count - 1] : nil
      return last.map { $0.tick > end.tick } == true
        ? Event(tick: last?.tick ?? 0, values: [], steps: []) : passed(end, call)
    }.min { $0.tick < $1.tick }
    events = pairs.filter { $0.tick <= end?.tick ?? .max } + (end.map { [$0] } ?? [])
  }

  mutating func sample() {
    let call = "sample(on: b)"
    define("\(variable).\(call)", "sample")
    var held: Event?
    var isSent = false
    var result: [Event] = []
    var ends = 0
    for (event, isOther) in inOrder() {
      if event.isEnd {
        ends += 1
        if ends == 2 { result.append(Event(tick: event.tick, values: [], steps: [])) }
      } else if !isOther {
        if let held, !isSent {
          let gap = event.tick - held.tick
          lose(
            held, "sample", call,
            "replaced it by `\(event.token)`, \(gap) tick\(gap == 1 ? "" : "s") later")
        }
        (held, isSent) = (event, false)
      } else if let value = held {
        result.append(
          made(
            value.values, of: value, at: event.tick,
            "\(call) held it since tick \(value.tick), until \(event.token) of b"))
        isSent = true
      }
    }
    events = result
  }
}
