import MarbleLanguage

/// Warnings about valid expressions that probably do not mean what their author intended.
extension Resolver {
  private func warn(_ problem: ProgramProblem, at span: Span) {
    report(Fault(problem, at: span, in: context.source))
  }

  /// Warns about the arguments of a call.
  func lint(_ call: Call, _ overload: Overload, _ written: [WrittenArgument], _ arguments: [PlanArgument]) {
    let constants = arguments.map { argument -> Value? in
      if case .expression(let expression) = argument { expression.constant } else { nil }
    }
    if let problem = overload.lint(constants) { warn(problem, at: call.name.span) }
    for (parameter, argument) in zip(overload.parameters, written) {
      guard case .expression(let value) = argument, let label = parameter.label, let other = parameter.labelInRxJS,
        call.arguments.contains(where: { $0.label == nil && $0.value.span == value.span })
      else { continue }
      let text = context.source.text(of: value.span)
      // The times of RxJS are in milliseconds.
      let unit = context.tickLength != .millisecond && text.allSatisfy(\.isNumber) ? "ms" : ""
      warn(
        .unlabeledForm(operator: call.name.text, label, inRxJS: "\(other): \(text)\(unit)", argument: text),
        at: value.span)
    }
  }

  /// Warns about a timeline in quotes in place of a number, as in `a.take("2")`.
  func lintNumbers(of call: Call, _ resolve: (Call) -> (Overload, [WrittenArgument])?) {
    for (index, argument) in call.arguments.enumerated() where argument.label == nil {
      guard case .string(let literal) = argument.value.kind, let number = literal.constant.flatMap(Int64.init) else {
        continue
      }
      var arguments = call.arguments
      arguments[index] = Argument(label: nil, value: Expression(.integer(number), span: argument.value.span))
      guard let (overload, written) = resolve(Call(name: call.name, arguments: arguments, trailing: call.trailing))
      else { continue }
      for (parameter, value) in zip(overload.parameters, written) {
        guard case .expression(let value) = value, value.span == argument.value.span, parameter.isNumber else {
          continue
        }
        let text = (parameter.label.map { "\($0): " } ?? "") + String(number)
        warn(.numberInQuotes(operator: call.name.text, argument: text), at: value.span)
      }
    }
  }

  /// Warns about a timeline in quotes that begins with a keyword.
  func lintTimeline(_ text: String, at span: Span) {
    for keyword in ["cold", "hot"] where text.hasPrefix(keyword + " ") {
      let timeline = text.utf8.dropFirst(keyword.utf8.count).drop { $0 == UInt8(ascii: " ") }
      warn(.keywordInQuotes(keyword, timeline: String(timeline) ?? ""), at: span)
    }
  }

  /// Warns about `$0` and other parameters in the strings of a closure without `\( )`.
  ///
  /// - Parameter count: The number of values that the closure receives.
  func lintStrings(in closure: Closure, count: Int) {
    let bytes = SourceBytes(context.source)
    let names = Set(localNames + (closure.parameters ?? []).map(\.text))
    for span in closure.body.stringSpans {
      var last = span.lowerBound
      for dollar in span where bytes[dollar] == ASCII.dollar && dollar >= last {
        // `${x}` of other languages is the same.
        let isEnclosed = bytes[dollar + 1] == ASCII.openBrace
        var start = dollar + (isEnclosed ? 2 : 1)
        if isEnclosed, bytes[start] == ASCII.dollar { start += 1 }
        var end = start
        while let byte = bytes[end], byte.isWord { end += 1 }
        let name = bytes.text(start..<end)
        var rest = ""
        if isEnclosed {
          // The value may be in a calculation: `${x + 1}`.
          guard let brace = (end..<span.upperBound).first(where: { bytes[$0] == ASCII.closeBrace }) else { continue }
          rest = bytes.text(end..<brace)
          guard rest.isEmpty || rest.first == " " || rest.first == ".", !rest.contains("\"") else { continue }
          end = brace + 1
        }
        var parameter: String
        if let index = Int(name), closure.parameters == nil, index < count {
          parameter = "$\(index)"
        } else if names.contains(name), !(start..<end).isEmpty {
          parameter = name
        } else if name == "it", closure.parameters == nil, count > 0 {
          parameter = "$0"
        } else {
          continue
        }
        parameter += rest
        let written = dollar..<end
        last = end
        warn(.parameterInString(bytes.text(written), parameter: parameter), at: written)
      }
    }
  }
}

extension ParameterDescription {
  /// Whether the argument is a number.
  fileprivate var isNumber: Bool {
    switch shape {
    case .count, .time: true
    default: false
    }
  }
}

extension Expression {
  /// The spans of the text in strings, not including those in closures.
  fileprivate var stringSpans: [Span] {
    switch kind {
    case .string(let literal):
      literal.parts.flatMap { part in
        switch part {
        case .literal(_, let span): [span]
        case .interpolation(let expression): expression.stringSpans
        }
      }
    case .closure: []
    case .call(let call): call.arguments.flatMap(\.value.stringSpans)
    case .method(let receiver, let call): receiver.stringSpans + call.arguments.flatMap(\.value.stringSpans)
    default: parts.flatMap(\.stringSpans)
    }
  }
}
