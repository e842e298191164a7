import MarbleSession
import Marbles

/// A failed assertion of a document, or a search with an answer, as a review shows it.
package struct ReviewedDifference: Sendable {
  package let answer: Answer
  /// The update that accepts the actual result, or `nil` if no timeline can make the assertion pass.
  package let update: Update?
  private let assertion: Answer.Assertion
  /// Whether another statement of the document has an error.
  private let isBesideError: Bool
  /// Whether the assertion is in another file, which the document shows or loads.
  private let isElsewhere: Bool

  /// The reason why the actual result cannot be accepted, or `nil` if it can be.
  package var refusal: String? {
    if update != nil { return nil }
    if isElsewhere { return "It is in \(file), so it cannot be accepted here." }
    return isBesideError
      ? "The file has an error, so the result cannot be accepted."
      : "No timeline makes this pass, so it cannot be accepted."
  }

  /// The file that contains the assertion.
  package var file: String { assertion.file }
  package var line: Int { assertion.line }
  /// The assertion, as it is written.
  package var text: String { assertion.source.text(of: assertion.span) }

  /// Returns the differences in the answers of a document's test, in order.
  ///
  /// If there are errors, nothing can be accepted.
  package static func all(in answers: [Answer], of document: Document, filter: String?) -> [ReviewedDifference] {
    var errors = Update(of: document)
    let names = Set(document.pagesAndPassages.map { page, passage in page.name })
    for case .error in answers { errors.hasErrors = true }
    return answers.compactMap { answer in
      guard let assertion = answer.assertion, assertion.contains(filter) else { return nil }
      var update = errors
      update.record(answer)
      if case .passed = answer, update.bytes == nil { return nil }
      return ReviewedDifference(
        answer: answer, update: update.bytes == nil ? nil : update, assertion: assertion,
        isBesideError: errors.hasErrors, isElsewhere: !names.contains(assertion.file))
    }
  }
}

extension Answer {
  fileprivate var assertion: Assertion? {
    switch self {
    case .passed(let assertion), .failed(let assertion, _): assertion
    default: nil
    }
  }
}
