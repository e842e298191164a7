import MarbleEvaluation
import MarbleLanguage

/// Finds closures from their arguments and results.
struct SearchSynthesis {
  let compiler: SearchCompiler
  let library: SearchLibrary

  /// The maximum number of closures to return.
  private static let limit = 4

  /// Returns the simplest closures that give these results.
  ///
  /// - Parameter cases: The arguments and the result of each call.
  func transforms(_ cases: [(arguments: [Value], result: Value)], _ types: TypeSet) -> [SearchClosure] {
    guard let first = cases.first else { return [] }
    var texts = library.transforms(of: types) + library.predicates(of: types)
    if first.arguments.count == 2 || types.isPair { texts += library.combinations }
    texts += calculated(cases)
    texts += templates(first.arguments, first.result)
    texts += conditionals(cases, types)
    return fitting(texts.uniqued(), cases)
  }

  /// Returns the simplest of the closures that give these results.
  func fitting(_ texts: [String], _ cases: [(arguments: [Value], result: Value)]) -> [SearchClosure] {
    texts.compactMap(compiler.closure).filter { closure in
      cases.allSatisfy { compiler.value(closure, $0.arguments) == $0.result }
    }.ordered(by: \.cost).prefix(Self.limit).map(\.self)
  }

  // MARK: Numbers

  private func calculated(_ cases: [(arguments: [Value], result: Value)]) -> [String] {
    let names = names(cases[0].arguments)
    var texts: [String] = []
    for name in names {
      let points = cases.compactMap { item -> (Int64, Int64)? in
        guard let x = name.value(item.arguments)?.whole, let y = item.result.whole else { return nil }
        return x.isSmall && y.isSmall ? (x, y) : nil
      }
      guard points.count == cases.count else { continue }
      texts += affine(name.text, points)
    }
    for item in cases.prefix(2) { texts += components(item.result, names, item.arguments) }
    return texts
  }

  /// Returns calculations with one number.
  private func affine(_ name: String, _ points: [(Int64, Int64)]) -> [String] {
    let (x, y) = points[0]
    let difference = y - x
    var texts = difference < 0 ? ["\(name) - \(-difference)"] : difference > 0 ? ["\(name) + \(difference)"] : [name]
    texts.append("\(x + y) - \(name)")
    if x != 0, y % x == 0 { texts.append("\(name) * \(y / x)") }
    if y > 0, x / y > 1 {
      for divisor in Set([x / y, x / (y + 1) + 1]).sorted() where divisor > 1 {
        texts.append("\(name) / \(divisor)")
      }
    }
    texts += (2...7).map { "\(name) % \($0)" }
    texts += (2...5).map { "\(name) / \($0)" }
    if let second = points.first(where: { $0.0 != x }), (second.1 - y) % (second.0 - x) == 0 {
      let slope = (second.1 - y) / (second.0 - x)
      let offset = y - slope * x
      let product = slope == 1 ? name : "\(name) * \(slope)"
      texts.append(offset < 0 ? "\(product) - \(-offset)" : offset > 0 ? "\(product) + \(offset)" : product)
      if slope != 0, offset % slope == 0 {
        let inner = offset / slope
        texts.append(inner < 0 ? "(\(name) - \(-inner)) * \(slope)" : "(\(name) + \(inner)) * \(slope)")
      }
    }
    texts += ["\(name) * \(name)", "\(name) * \(name) + \(y - x * x)"]
    return texts
  }

  // MARK: Conditions

  /// Returns closures that change only the values of which a predicate is true, or that have two constant results.
  private func conditionals(_ cases: [(arguments: [Value], result: Value)], _ types: TypeSet) -> [String] {
    // A condition fits any two cases.
    guard cases.count > 2, cases.allSatisfy({ $0.arguments.count == 1 && $0.result.scalars == [$0.result] }) else {
      return []
    }
    let results = cases.map(\.result).uniqued()
    let changed = cases.map { $0.result != $0.arguments[0] }
    guard results.count > 1, changed.contains(true) else { return [] }
    let (texts, isFirst): ([(first: String, second: String)], [Bool]) =
      if changed.contains(false) {
        (changes(zip(cases, changed).filter(\.1).map(\.0)).map { ($0, "$0") }, changed)
      } else if results.count == 2, let first = results[0].literal, let second = results[1].literal {
        ([(first, second)], cases.map { $0.result == results[0] })
      } else {
        ([], [])
      }
    guard !texts.isEmpty else { return [] }
    let predicates = library.predicates(of: types).compactMap(compiler.closure).filter { predicate in
      zip(cases, isFirst).allSatisfy { compiler.boolean(predicate, $0.arguments) == $1 }
    }
    return predicates.ordered(by: \.cost).prefix(Self.limit).flatMap { predicate in
      // A condition with two Booleans is a predicate or its opposite.
      if texts[0] == ("true", "false") { return [predicate.text] }
      if texts[0] == ("false", "true") { return ["!(\(predicate.text))"] }
      return texts.map { "\(predicate.text) ? \($0.first) : \($0.second)" }
    }
  }

  /// Returns closures without a condition that give these results: constants, and changes of the value.
  private func changes(_ cases: [(arguments: [Value], result: Value)]) -> [String] {
    let results = cases.map(\.result).uniqued()
    let constant = results.count == 1 ? results[0].literal.map { [$0] } ?? [] : []
    let signs = ["-$0", "$0 * $0", "$0 + $0", "$0.uppercased()", "$0.lowercased()"]
    return constant + fitting(signs, cases).map(\.text)
  }

  // MARK: Tuples and arrays

  /// Returns tuples and arrays of which each item is an argument, a constant or a simple calculation.
  private func components(_ result: Value, _ names: [NamedPart], _ arguments: [Value]) -> [String] {
    let items: [Value]
    let brackets: (String, String)
    switch result {
    case .tuple(let values): (items, brackets) = (values, ("(", ")"))
    case .array(let values): (items, brackets) = (values, ("[", "]"))
    default: return []
    }
    guard (1...3).contains(items.count) else { return [] }
    var rows = [""]
    for (index, item) in items.enumerated() {
      var choices = names.filter { $0.value(arguments) == item }.map(\.text)
      for name in names {
        if let x = name.value(arguments)?.whole, let y = item.whole, x.isSmall, y.isSmall {
          if x != y { choices.append(y > x ? "\(name.text) + \(y - x)" : "\(name.text) - \(x - y)") }
          if x != 0, y % x == 0, y / x > 1 { choices.append("\(name.text) * \(y / x)") }
        }
      }
      if let literal = item.literal { choices.append(literal) }
      rows = rows.flatMap { row in choices.prefix(5).map { row + (index == 0 ? "" : ", ") + $0 } }
      if rows.count > 40 { rows = Array(rows.prefix(40)) }
    }
    return rows.map { brackets.0 + $0 + brackets.1 }
  }

  // MARK: Strings

  /// A part of the arguments of a closure, and the expression that names it.
  private struct NamedPart {
    let text: String
    let index: Int
    let isItem: Bool

    func value(_ arguments: [Value]) -> Value? {
      if !isItem { return arguments.indices.contains(index) ? arguments[index] : nil }
      guard case .tuple(let items)? = arguments.first, items.indices.contains(index) else { return nil }
      return items[index]
    }
  }

  private func names(_ arguments: [Value]) -> [NamedPart] {
    guard arguments.count == 1, case .tuple(let items) = arguments[0] else {
      return arguments.indices.map { NamedPart(text: "$\($0)", index: $0, isItem: false) }
    }
    return items.indices.map { NamedPart(text: "$0.\($0)", index: $0, isItem: true) }
  }

  /// Returns strings with the arguments inside.
  private func templates(_ arguments: [Value], _ result: Value) -> [String] {
    guard let whole = result.text else { return [] }
    let names = names(arguments)
    var texts: [String] = []
    for name in names {
      guard let part = name.value(arguments)?.plainText, !part.isEmpty else { continue }
      for (range, variant) in [(whole.firstRange(of: part), name.text)]
        + [(whole.firstRange(of: part.uppercased()), name.text + ".uppercased()")]
        + [(whole.firstRange(of: part.lowercased()), name.text + ".lowercased()")]
      {
        guard let range else { continue }
        let before = String(whole[..<range.lowerBound])
        let after = String(whole[range.upperBound...])
        texts.append("\"\(Self.escaped(before))\\(\(variant))\(Self.escaped(after))\"")
        if before.isEmpty, !after.isEmpty { texts.append("\(variant) + \(ValuePrinter.quoted(after))") }
        if after.isEmpty, !before.isEmpty { texts.append("\(ValuePrinter.quoted(before)) + \(variant)") }
        for second in names {
          guard let other = second.value(arguments)?.plainText, !other.isEmpty, let inner = after.firstRange(of: other)
          else { continue }
          let middle = Self.escaped(String(after[..<inner.lowerBound]))
          let rest = Self.escaped(String(after[inner.upperBound...]))
          texts.append("\"\(Self.escaped(before))\\(\(variant))\(middle)\\(\(second.text))\(rest)\"")
        }
      }
    }
    // A pair is taken apart by two arguments.
    return texts
      + texts.filter { $0.contains("$0.0") && $0.contains("$0.1") }.map {
        $0.replacing("$0.0", with: "$0").replacing("$0.1", with: "$1")
      }
  }

  /// Returns a string as it is written in quotes.
  static func escaped(_ text: String) -> String { String(ValuePrinter.quoted(text).dropFirst().dropLast()) }

  // MARK: States

  /// Returns the simplest initial states and closures that give these states from the values.
  ///
  /// - Parameters:
  ///   - rows: The values and the states of each example.
  ///   - isWhole: Whether all states are known, or only the last one.
  func folds(
    _ rows: [(values: [Value], states: [Value])], _ types: TypeSet, isWhole: Bool
  ) -> [(initial: Value?, closure: SearchClosure)] {
    var found: [(initial: Value?, closure: SearchClosure)] = []
    var initials = library.initials
    if isWhole, let x = rows.first?.values.first?.whole, let y = rows.first?.states.first?.whole {
      let (difference, overflows) = y.subtractingReportingOverflow(x)
      if !overflows { initials = (initials + [.integer(difference)]).uniqued() }
    }
    for closure in library.folds(of: types).compactMap(compiler.closure) {
      // A closure that ignores its value keeps the initial state.
      for initial in [nil] + (closure.text == "$0" ? [] : initials.map(Optional.some))
      where rows.allSatisfy({ gives($0.values, $0.states, initial, closure, isWhole: isWhole) }) {
        found.append((initial, closure))
      }
    }
    func cost(_ fold: (initial: Value?, closure: SearchClosure)) -> Int {
      fold.closure.cost + (fold.initial?.literal?.utf8.count ?? 0)
    }
    return Array(found.ordered(by: cost).prefix(Self.limit))
  }

  private func gives(
    _ values: [Value], _ states: [Value], _ initial: Value?, _ closure: SearchClosure, isWhole: Bool
  ) -> Bool {
    var state = initial
    for (index, value) in values.enumerated() {
      if let current = state {
        guard let next = compiler.value(closure, [current, value]) else { return false }
        state = next
      } else {
        state = value
      }
      if isWhole, states[index] != state { return false }
    }
    return isWhole || states == (state.map { [$0] } ?? [])
  }
}

extension TypeSet {
  /// Whether all values are tuples of two.
  var isPair: Bool {
    !isUnknown && all.count == 1
      && all.allSatisfy { if case .tuple(let items) = $0 { items.count == 2 } else { false } }
  }
}

extension Int64 {
  /// Whether the number is so small that products cannot overflow.
  fileprivate var isSmall: Bool { magnitude < 1 << 30 }
}
