import Marbles
import Reactive

/// A change of a script that is made with marbles instead of text.
///
/// The script is the only state: an edit is applied to its text, and rewrites one timeline or one definition.
package enum ScriptEdit: Sendable {
  /// Moves an event to another tick.
  case move(timeline: Int, marble: Int, tick: Int)
  /// Adds an event, or the next value of the timeline if there is no text.
  case add(timeline: Int, tick: Int, text: String)
  /// Replaces an event by a value or an end.
  case replace(timeline: Int, marble: Int, text: String)
  /// Removes an event.
  case remove(timeline: Int, marble: Int)
  /// Adds a call of an operator, which an alias may name: after a dot at an offset, or below the statement there.
  case insert(CatalogEntry, as: CatalogEntry.Alias?, at: Int)
  /// Adds a call in the documentation of an operator, with its streams, below the statement at an offset.
  case insertExample(CatalogEntry, as: CatalogEntry.Alias?, at: Int)
  /// Adds a definition with a new name.
  case addTimeline
  /// Removes the definition of a timeline.
  case removeTimeline(timeline: Int)
  /// Makes a source start from its beginning for each subscription, or not.
  case setCold(timeline: Int, Bool)

  /// The reason why an edit cannot be made.
  package enum Failure: Error, Equatable {
    /// There is no such timeline or event, because the text has changed.
    case notFound
    /// The timeline has a part that a page does not rewrite, such as a loop.
    case cannotBeWritten
    /// A `where` replaces the last marble with a name, which would be gone.
    case neededByWhere(String)

    package var message: String {
      switch self {
      case .notFound: "there is no such marble in the text"
      case .cannotBeWritten: "this timeline can only be changed in the text"
      case .neededByWhere(let name): "`where` replaces this `\(name)`: delete `\(name)` there first"
      }
    }
  }

  /// Applies the edit to a script.
  package func apply(to script: EditableScript) throws(Failure) -> EditableScript {
    switch self {
    case .insert(let entry, let alias, let place): return script.inserting(entry, as: alias, at: place)
    case .insertExample(let entry, let alias, let place):
      return script.inserting(Self.example(of: entry, as: alias), below: place)
    case .addTimeline: return script.addingTimeline()
    case .removeTimeline(let index): return script.removing(try script.timeline(index))
    case .setCold(let index, let isCold): return script.setting(try script.timeline(index), isCold)
    case .move(let timeline, let marble, let tick):
      return try script.changing(timeline, marble) { $0.moving(marble, to: tick, as: $1) }
    case .add(let timeline, let tick, let text):
      let event = text.isEmpty ? try script.timeline(timeline).written.nextValue : Timeline.Event(typed: text)
      return try script.changing(timeline, nil) { $0.adding(event, at: tick, as: $1) }
    case .replace(let timeline, let marble, let text):
      let event = Timeline.Event(typed: text)
      return try script.changing(timeline, marble) { $0.replacing(marble, by: event, as: $1) }
    case .remove(let timeline, let marble):
      return try script.changing(timeline, marble) { ($0.removing(marble, as: $1), nil) }
    }
  }
}

extension ScriptEdit {
  /// Returns the first call in the documentation of an operator that has the arguments of an alias, with the definitions
  /// that it uses.
  fileprivate static func example(of entry: CatalogEntry, as alias: CatalogEntry.Alias?) -> String {
    let script = EditableScript(entry.example)
    let calls = script.statements.compactMap { statement in
      script.source.text(of: statement).firstRange(of: " == ").map { equation in
        let text = String(script.source.text(of: statement)[..<equation.lowerBound]).trimmingWhitespace
        return (text: text, span: statement.lowerBound..<statement.lowerBound + text.utf8.count)
      }
    }
    // Other arguments may follow.
    let meaning = alias.map { String($0.meaning(of: entry.name).prefix { !")…".contains($0) }) } ?? ""
    let call = calls.first { $0.text.contains(meaning) } ?? calls.first
    return call.map { script.dependencies(at: $0.span) } ?? entry.example
  }
}

extension EditableScript {
  fileprivate func timeline(_ index: Int) throws(ScriptEdit.Failure) -> ScriptTimeline {
    guard timelines.indices.contains(index) else { throw .notFound }
    return timelines[index]
  }

  /// Rewrites a timeline.
  fileprivate func changing(
    _ index: Int, _ marble: Int?, _ change: (Timeline, TimelineForm) -> (Timeline, Int?)
  ) throws(ScriptEdit.Failure) -> EditableScript {
    let old = try timeline(index)
    if let marble, !old.written.marbles.indices.contains(marble) { throw .notFound }
    let (timeline, focus) = change(old.written, old.form)
    let isQuoted = source.bytes[old.span.lowerBound] == ASCII.quote
    let printed = TimelinePrinter.text(of: timeline, asStatement: !isQuoted, digitsApart: true)
    var changed = replacing(old.span, by: isQuoted ? "\"\(printed)\"" : printed)
    // What surrounds a timeline may give its text another meaning.
    guard let new = try? changed.timeline(index), new.written == timeline, new.name == old.name else {
      throw old.nameLost(in: timeline).map(ScriptEdit.Failure.neededByWhere) ?? .cannotBeWritten
    }
    changed.focus = focus.map { Focus(timeline: index, marble: $0) }
    return changed
  }

  fileprivate func inserting(_ entry: CatalogEntry, as alias: CatalogEntry.Alias?, at place: Int) -> EditableScript {
    let streams = timelines.map(\.name).filter { !$0.isEmpty }
    let call = CallExample.text(of: entry, as: alias, on: streams.isEmpty ? Array(names.prefix(1)) : streams)
    let place = min(max(place, 0), source.bytes.count)
    guard place > 0, source.bytes[place - 1] == ASCII.dot, let dot = call.firstIndex(of: ".") else {
      return inserting(call, below: place)
    }
    // The stream is already written.
    let rest = String(call[call.index(after: dot)...])
    var script = replacing(place..<place, by: rest)
    script.insertedSpan = place..<place + rest.utf8.count
    return script
  }

  fileprivate func inserting(_ text: String, below place: Int) -> EditableScript {
    let bytes = source.bytes
    let place = min(max(place, 0), bytes.count)
    let statement = statements.first { $0.contains(place) || $0.upperBound == place }
    let line = bytes[max(place, statement?.upperBound ?? place)...].firstIndex(of: ASCII.newline) ?? bytes.count
    // An empty line is used.
    let start = line > 0 && bytes[line - 1] != ASCII.newline ? "\n" : ""
    var script = replacing(line..<line, by: start + text + (line == bytes.count ? "\n" : ""))
    let first = line + start.utf8.count
    script.insertedSpan = first..<first + text.utf8.count
    return script
  }

  fileprivate func addingTimeline() -> EditableScript {
    let used = Set(names)
    let name = "abcdefghijklmnopqrstuvwxyz".map(String.init).first { !used.contains($0) } ?? "a\(names.count)"
    let definition = "\(name) = --1--2--|\n"
    guard let last = timelines.last(where: { !$0.name.isEmpty }) else { return replacing(0..<0, by: definition) }
    var place = source.line(containing: last.statement.upperBound).upperBound
    while place < source.bytes.count, source.bytes[place] != ASCII.newline { place += 1 }
    guard place < source.bytes.count else { return replacing(place..<place, by: "\n" + definition) }
    return replacing(place + 1..<place + 1, by: definition)
  }

  fileprivate func removing(_ timeline: ScriptTimeline) -> EditableScript {
    let first = source.line(containing: timeline.statement.lowerBound)
    let last = source.line(containing: timeline.statement.upperBound)
    guard first.lowerBound == timeline.statement.lowerBound, last.upperBound == timeline.statement.upperBound else {
      return replacing(timeline.statement, by: "")
    }
    return replacing(first.lowerBound..<min(last.upperBound + 1, source.bytes.count), by: "")
  }

  fileprivate func setting(_ timeline: ScriptTimeline, _ isCold: Bool) -> EditableScript {
    guard timeline.isCold != isCold, !timeline.name.isEmpty, !timeline.isRaw else { return self }
    let starts = timelines.filter { $0.statement == timeline.statement }
    guard starts.count == 1 else { return self }
    return replacing(
      timeline.statement.lowerBound..<timeline.span.lowerBound, by: "\(timeline.name) = \(isCold ? "cold " : "")")
  }

  private func replacing(_ span: Span, by text: String) -> EditableScript {
    let bytes = source.bytes
    let edited = bytes[..<span.lowerBound] + Array(text.utf8) + bytes[span.upperBound...]
    return EditableScript(String(decoding: edited, as: UTF8.self), name: source.name)
  }
}

extension ScriptTimeline {
  /// Returns the token of a marble that a `where` replaces, if it is not on the changed timeline any more.
  fileprivate func nameLost(in changed: Timeline) -> String? {
    zip(written.marbles, timeline.marbles).first { before, after in
      before != after && changed.marbles.allSatisfy { $0.event != before.event }
    }.map { TimelinePrinter.token(for: $0.0.event) }
  }
}

extension Timeline.Event {
  private var isTuple: Bool { if case .value(.tuple) = self { true } else { false } }

  /// Creates the event of a token such as `4`, `|` or `[hello]`, or else a value with this text.
  fileprivate init(typed text: String) {
    let text = text.filter { !$0.isNewline }
    for form in [text, "[\(text)]"] {
      guard let timeline = try? Timeline(reading: form), timeline.marbles.count == 1, timeline.end == 1,
        let marble = timeline.marbles.first, marble.tick == 0,
        // A single value in parentheses would be read without them.
        text.trimmingWhitespace.first != "(" || marble.event.isTuple
      else { continue }
      self = marble.event
      return
    }
    self = .value(.string(text))
  }
}

extension Timeline {
  /// The value that a new marble has: one more than the last number, or the letter after the last one.
  fileprivate var nextValue: Event {
    for marble in marbles.reversed() {
      guard case .value(let value) = marble.event else { continue }
      switch value {
      case .integer(let number) where (0..<1_000_000).contains(number): return .value(.integer(number + 1))
      case .marble(let text), .string(let text):
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
          ("a"..<"z").contains(scalar) || ("A"..<"Z").contains(scalar),
          let next = Unicode.Scalar(scalar.value + 1)
        else { continue }
        return .value(.marble(String(Character(next))))
      default: continue
      }
    }
    return .value(.integer(1))
  }
}
