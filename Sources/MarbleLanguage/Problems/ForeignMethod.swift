/// A method of other libraries that is not an operator, because the language does the same in another way.
package enum ForeignMethod: String, Sendable, CaseIterable {
  case subscribe, sink, observe, observeValues, start, startWithValues, pipe

  /// The way to do the same.
  var help: String {
    switch self {
    case .subscribe, .sink, .observe, .observeValues, .start, .startWithValues:
      "delete it: a stream on a line of its own is observed and drawn"
    case .pipe: "write each operator as a method: `a.map { $0 * 10 }.take(first: 2)`"
    }
  }
}
