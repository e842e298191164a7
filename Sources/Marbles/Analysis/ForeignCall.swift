import MarbleLanguage

/// Calls of other languages and libraries that are written in another form here.
enum ForeignCall {
  /// The forms by name.
  ///
  /// `@` is the receiver, and `#` and `&` are the arguments.
  private static let forms: [String: String] = [
    "toString": "String(@)", "str": "String(#)", "int": "Int(#)", "parseInt": "Int(#)", "Number": "Int(#)",
    "len": "#.count", "length": "@.count", "abs": "# < 0 ? -# : #", "max": "# > & ? # : &", "min": "# < & ? # : &",
    "startsWith": "@.hasPrefix(#)", "endsWith": "@.hasSuffix(#)", "includes": "@.contains(#)",
    "toUpperCase": "@.uppercased()", "toLowerCase": "@.lowercased()", "isMultiple": "@ % # == 0",
    "tail": "@.skip(first: 1)", "unique": "@.skipRepeats()", "prefix": "@.take(first: #)",
    "first": "@.take(first: #)", "last": "@.take(last: #)", "concat": "@.concat(just(#))", "log": "#",
  ]
  /// The names that are operators too.
  ///
  /// A number shows that another function is meant.
  private static let operators: Set = ["prefix", "first", "last", "concat"]

  /// Returns the call in the form of this language, or `nil` if it is not one of another language.
  ///
  /// - Parameter isUnknown: Whether the receiver is a name that is not bound.
  static func replacement(
    of call: Call, at span: Span, on receiver: Expression?, isUnknown: Bool, isInClosure: Bool, in source: Source
  ) -> String? {
    let name = call.name.text
    if isUnknown, Catalog.standard[name]?.family == .make {
      // The name of a type before a function that makes a stream: `Observable.of(1)`.
      return source.text(of: call.name.span.lowerBound..<span.upperBound)
    }
    guard let form = forms[name], call.trailing == nil else { return nil }
    let arguments = call.arguments.map(\.value)
    let (takesReceiver, count) = (form.contains("@"), form.contains("&") ? 2 : form.contains("#") ? 1 : 0)
    guard arguments.count == count, takesReceiver == (receiver != nil) || name == "log" else { return nil }
    if name != "isMultiple", call.arguments.contains(where: { $0.label != nil }) { return nil }
    if operators.contains(name) { guard case .integer? = arguments.first?.kind else { return nil } }
    if ["max", "min", "length"].contains(name), !isInClosure { return nil }
    if name == "log", !isUnknown { return nil }
    let texts = arguments.map { source.text(of: $0.span) }
    var text = form
    for (mark, part) in zip(["@", "#", "&"], [receiver.map { source.text(of: $0.span) }, texts.first, texts.last]) {
      text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: part ?? mark)
    }
    return text.utf8.count <= 60 && !text.contains(where: \.isNewline) ? text : nil
  }
}
