import Marbles

/// Functions that create streams from functions and from subjects.
extension RxJSLibrary {
  /// Returns `generate`, with its result as another step.
  func generated(_ arguments: [JSValue], _ span: Span) throws(Refusal) -> RxJSStream {
    func argument(_ index: Int) -> JSValue { index < arguments.count ? arguments[index] : .undefined }
    var (first, condition, step, project) = (argument(0), argument(1), argument(2), argument(3))
    if arguments.count == 1 {
      guard case .object(let options) = first else { throw Refusal(problem: .form(of: "generate"), span: span) }
      (first, condition) = (options["initialState"] ?? .undefined, options["condition"] ?? .undefined)
      (step, project) = (options["iterate"] ?? .undefined, options["resultSelector"] ?? .undefined)
    }
    return try derive(span) { () throws(Refusal) in
      var (text, shape) = try machine.part(first, span)
      var next = try closure(step, [shape], span)
      if next.shape.joined(with: shape) != shape {
        shape = next.shape.joined(with: shape)
        next = try closure(step, [shape], span)
      }
      if !condition.isNothing { text += ", while: \(try closure(condition, [shape], span).text)" }
      let stream = "generate(\(text)) \(next.text)"
      if project.isNothing { return (stream, shape) }
      let mapped = try closure(project, [shape], span)
      return ("\(stream).map \(mapped.text)", mapped.shape)
    }
  }

  /// Returns a stream with a `connect`.
  func connectable(_ arguments: [JSValue], _ span: Span) throws(Refusal) -> RxJSStream {
    var connector = subject(.plain, span)
    var renews = true
    if arguments.count > 1 {
      guard case .object(let options) = arguments[1] else {
        throw Refusal(problem: .form(of: "connectable"), span: span)
      }
      connector = options["connector"] ?? connector
      if case .boolean(let flag)? = options["resetOnDisconnect"] { renews = flag }
    }
    // With its own subject for each connection, it is the same as `multicast` with a function.
    let operation = RxJSOperation(name: renews ? "connectable" : "multicast", arguments: [connector], span: span)
    return try apply(.operation(operation), to: stream(arguments[0], span), span)
  }
}
