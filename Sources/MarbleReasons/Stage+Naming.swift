import MarbleEvaluation
import MarbleLanguage

extension Stage {
  /// The name of the source or of the operator, as it is called.
  var name: String {
    switch origin {
    case .source(let binding): binding.name
    case .timeline: "inner stream"
    case .array(let items):
      ValuePrinter.item(.array(items), inParentheses: false).truncated(toColumns: Self.maxLabelLength)
    case .operation: use?.call.name.text ?? "operator"
    case .part(let part): part.key == nil ? part.name : "group \(part.name)"
    }
  }

  /// The operator with its arguments, if they are short, or the name.
  var label: String {
    guard let use else { return name }
    let call = use.call
    let written = call.name.span.lowerBound..<max(call.name.span.upperBound, call.written.upperBound)
    let text = use.context.source.text(of: written).onOneLine
    return text.count <= Self.maxLabelLength ? text : name
  }

  /// The length up to which a part of an expression is quoted in an answer.
  static let maxLabelLength = 24
}

extension Stage {
  /// The closest operator up the first inputs that creates values or sends other values than it receives, or the
  /// source.
  ///
  /// An operator that passes the values of several streams ends the search, because any of them could be meant.
  func nearestCreator(in run: CausalRun) -> Stage {
    var stage = self
    while let use = stage.use, let input = stage.inputs.first, let next = input.stage,
      !use.call.createsValues && !stage.passesSeveralStreams && !run.sendsNewValues(stage)
        || stage.hasOneInputWithoutValues
    {
      stage = next
    }
    return stage.silentInnerStream(in: run) ?? stage
  }

  /// The operator in a closure that waits for an end, if no inner stream has sent a value.
  private func silentInnerStream(in run: CausalRun) -> Stage? {
    let inner = inputs.filter { $0.parameter == nil && !$0.isSignal }
    guard inner.allSatisfy({ $0.starts.flatMap(\.marbles).allSatisfy(\.event.isTerminating) }) else { return nil }
    return inner.lazy.compactMap { $0.stage?.nearestCreator(in: run) }.first {
      $0.behavior?.waitsForCompletion == true && $0.inputs.first?.starts.contains { $0.end == nil } == true
    }
  }

  /// Whether the only input has sent no values, so that the operator had nothing to make values of.
  private var hasOneInputWithoutValues: Bool {
    inputs.count == 1 && inputs[0].starts.allSatisfy { $0.marbles.allSatisfy(\.event.isTerminating) }
  }

  private var passesSeveralStreams: Bool { inputs.count { !$0.isSignal } > 1 }
}

extension PlanCall {
  /// Whether the operator sends values that it did not receive: others, or its arguments.
  fileprivate var createsValues: Bool {
    !overload.behavior.values.pass || overload.parameters.contains { $0.shape.kind == .value }
  }
}

extension Stage {
  /// The source at the end of the first inputs.
  var endlessSource: Stage {
    var stage = self
    while let next = stage.inputs.first?.stage { stage = next }
    return stage
  }
}

extension Stage {
  /// The behavior of the operator, or `nil` for a source.
  var behavior: Behavior? { use?.call.overload.behavior }
}

extension Stage {
  /// Whether this is a source that never ends.
  var isEndless: Bool {
    switch origin {
    case .source(let binding): binding.timelines.contains { $0.marbles.last?.event.isTerminating != true }
    case .timeline(let timeline): timeline.marbles.last?.event.isTerminating != true
    case .array: false
    case .operation, .part: true
    }
  }
}

extension Stage {
  /// The binding of a source, or `nil` for an operator.
  var source: Binding? { if case .source(let binding) = origin { binding } else { nil } }

  /// The group or the window, or `nil` for another stream.
  var part: Stream? { if case .part(let part) = origin { part } else { nil } }
}

extension StageInput {
  /// The name of the observed stream.
  var name: String {
    if parameter != nil, case .timeline(let timeline)? = stage?.origin {
      return "\"\(TimelinePrinter.text(of: timeline).truncated(toColumns: Stage.maxLabelLength))\""
    }
    // The name of a shared stream says more than that it is shared.
    let given = stage?.use?.call.entry.family == .share ? stage?.givenName : nil
    return given ?? stage?.name ?? parameter ?? "inner stream"
  }
}
