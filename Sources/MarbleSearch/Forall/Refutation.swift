import MarbleEvaluation
import MarbleLanguage

/// The smallest input that was found for which a law fails.
package struct Refutation: Sendable {
  /// An argument of the law.
  package struct Argument: Sendable {
    package enum Content: Sendable {
      case stream(Timeline, isCold: Bool)
      /// A plain value, which has a literal.
      case constant(Value)
    }

    package let name: String
    package let content: Content
  }

  /// A value of the input in whose place any other value has the same effect.
  package struct FreeValue: Sendable, Hashable {
    package let name: String
    package let value: Value
    package let tick: Int
    /// The number of the value among those of the stream that look the same on the tick, or `nil` if there is only one.
    package let number: Int?
  }

  /// The arguments, in the order in which hot streams send on the same tick.
  package let arguments: [Argument]
  /// The comparison of the left side, the actual result, with the right side, the expected one.
  package let comparison: Comparison
  /// The number of the observer that it is about, counted from 1, or `nil` if there is only one.
  package let observer: Int?
  /// The notes about the runs, such as that only one of the streams ends.
  package let notes: [String]
  package let freeValues: [FreeValue]
  /// Whether any value will do in every place.
  package let allValuesAreFree: Bool
  /// The statements that run the law with this input, or `nil` for a law in Swift.
  package let script: String?
  /// The number of inputs that were tried until the law failed.
  package let tried: Int

  package init(
    by input: LawInput, _ runner: some LawRunner, _ sides: LawSides, tried: Int,
    script: ([Argument]) -> String? = { _ in nil }
  ) {
    let space = runner.space
    let arguments = space.parameters.map { parameter in
      switch parameter {
      case .constant(let index, let name): Argument(name: name, content: .constant(input.constants[index]))
      case .stream(let index):
        Argument(
          name: space.streams[index].name,
          content: .stream(
            input.streams[index].timeline(space.streams[index].ends), isCold: space.streams[index].isCold))
      }
    }
    comparison = sides.shownComparison
    observer = sides.observer
    notes = [input.orderNote(in: space)].compactMap(\.self) + sides.notes
    freeValues = Self.freeValues(of: input, runner)
    allValuesAreFree = freeValues.count == input.valueCount
    self.script = script(arguments)
    self.arguments = arguments.ordered(for: input)
    self.tried = tried
  }

  /// Returns the values that can be replaced by any other, also by those of other kinds for which the law has a result.
  private static func freeValues(of input: LawInput, _ runner: some LawRunner) -> [FreeValue] {
    var free: [FreeValue] = []
    var work = 0
    for (index, parameter) in runner.space.streams.enumerated() {
      let domain = parameter.values
      guard domain.all.count > 1, let others = domain.others else { continue }
      for (place, item) in input.streams[index].items.enumerated() {
        let isFree = (domain.all + others).enumerated().allSatisfy { number, other in
          if other == item.value { return true }
          var changed = input
          changed.streams[index].items[place].value = other
          let (verdict, cost) = work < maxWork ? runner.verdict(of: changed) : (.cancelled, 0)
          work += cost
          return switch verdict {
          case .fails: true
          case .isUndefined: number >= domain.all.count
          default: false
          }
        }
        guard isFree else { continue }
        let same = input.streams[index].items.indices.filter { input.streams[index].items[$0].looks(like: item) }
        let number = same.count > 1 ? same.firstIndex(of: place).map { $0 + 1 } : nil
        free.append(FreeValue(name: parameter.name, value: item.value, tick: item.tick, number: number))
      }
    }
    return free
  }

  /// The cost of the runs after which no further values are tried.
  private static let maxWork = 200_000
}

extension LawInput {
  /// A note about the order of the streams, or `nil` if it is that of the parameters.
  fileprivate func orderNote(in space: LawSpace) -> String? {
    guard isReversed else { return nil }
    let names = zip(streams, space.streams).filter { $0.length > 0 && !$1.isCold }.map { "`\($1.name)`" }
    return "on the same tick, \(listed(names.reversed())) send in this order"
  }
}

extension LawStream.Item {
  /// Whether it is on the same tick and is drawn in the same way, as different streams may be.
  fileprivate func looks(like other: LawStream.Item) -> Bool {
    tick == other.tick && TimelinePrinter.token(for: .value(value)) == TimelinePrinter.token(for: .value(other.value))
  }
}

extension LawPlan {
  /// Returns the statements that run the law with arguments, whose streams can have the reverse order.
  func script(_ arguments: [Refutation.Argument], inReverseOrder: Bool) -> String {
    var statements: [String] = []
    for argument in inReverseOrder ? arguments.reversed() : arguments {
      guard case .stream(let timeline, let isCold) = argument.content else { continue }
      let text = TimelinePrinter.text(of: timeline, asStatement: !isCold, digitsApart: true)
      statements.append("\(argument.name) = \(isCold ? "cold " : "")\(text)")
    }
    statements.append(equation(with: arguments))
    return statements.joined(separator: "; ")
  }

  /// Returns both sides with the plain values in place of their parameters.
  private func equation(with arguments: [Refutation.Argument]) -> String {
    var plans = [left.root]
    if case .plan(let right) = right { plans.append(right.root) }
    var replacements: [(span: Span, text: String)] = []
    for plan in plans {
      plan.visitSlots { slot, span in
        guard arguments.indices.contains(slot), case .constant(let value) = arguments[slot].content,
          let literal = value.literal, !replacements.contains(where: { $0.span == span })
        else { return }
        replacements.append((span, literal))
      }
    }
    return context.source.text(of: law.equation, replacing: replacements).onOneLine
  }
}
