import Marbles
import Testing

/// The reasons of the catalog for events that did not come.
struct LossReasonTests {
  @Test func everyOperatorHasReasons() {
    let missing = Catalog.standard.entries.filter(\.reasons.isEmpty).map(\.name)
    #expect(missing.isEmpty)
  }

  @Test(arguments: Catalog.standard.entries.map(\.name))
  func exampleShowsTheReason(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    for reason in entry.reasons { try expectAnswer(with: reason, named: reason.namesOperator ? name : nil) }
  }

  @Test func exampleShowsEachCommonReason() throws {
    for reason in CatalogEntry.LossReason.common {
      let statements = reason.example.split(separator: "; ").map(String.init)
      let answer = try explanation(of: statements.last ?? "", after: statements.dropLast().joined(separator: ";"))
      #expect(!answer.came && answer.operator != nil || !reason.namesOperator, "\(answer.sentence)")
    }
  }

  /// The answer to the example contains the words of the reason, in their order.
  private func expectAnswer(with reason: CatalogEntry.LossReason, named name: String?) throws {
    let statements = reason.example.split(separator: "; ").map(String.init)
    let answer = try explanation(of: statements.last ?? "", after: statements.dropLast().joined(separator: ";"))
    #expect(answer.operator == name, "\(reason.example): \(answer.sentence)")
    var rest = answer.sentence[...]
    for piece in reason.pieces where !piece.allSatisfy({ $0 == " " }) {
      guard let range = rest.firstRange(of: piece) else {
        Issue.record("“\(piece)” is not in the answer to \(reason.example): \(answer.sentence)")
        return
      }
      rest = rest[range.upperBound...]
    }
  }
}
