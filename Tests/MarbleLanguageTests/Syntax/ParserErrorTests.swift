import MarbleLanguage
import TestSupport
import Testing

/// The errors of the parser.
///
/// Each text marks the span of its only diagnostic.
@Suite struct ParserErrorTests {
  @Test(
    arguments: [
      ("⏵lettrs⏴", .noStream(name: "lettrs", suggestion: "letters")),
      ("⏵nobody⏴ == --1|", .noStream(name: "nobody", suggestion: nil)),
      ("⏵merge⏴ letters, letters", .operatorWithoutParentheses(name: "merge", call: "merge(letters, letters)")),
      ("letters.⏵map⏴", .operatorWithoutParentheses(name: "map", call: "letters.map { $0 }")),
      ("letters.⏵take⏴ 1", .operatorWithoutParentheses(name: "take", call: "letters.take(first: 1)")),
      ("x = ⏵nobody⏴", .noStream(name: "nobody", suggestion: nil)),
      ("letters == ⏵nobody⏴", .noStream(name: "nobody", suggestion: nil)),
      ("a ⏵=⏴", .missingDefinition(name: "a")),
      ("⏵nil⏴ = --1", .reservedName("nil")),
      ("⏵_⏴ = --1", .reservedName("_")),
      ("⏵_1⏴ = --1", .reservedName("_1")),
      ("⏵let⏴ a = --1|", .foreignSyntax("let", purpose: nil, write: "")),
      ("  ⏵const⏴ a=merge(letters)", .foreignSyntax("const", purpose: nil, write: "")),
      (
        "⏵if⏴ a {\n  b\n} else if c {\n  d\n} else {\n  e\n}",
        .foreignSyntax("if", purpose: "to choose a value, write `.map { $0 > 1 ? 2 : 1 }`", write: "")
      ),
      ("letters ⏵|>⏴ map { $0 }", .foreignSyntax("|>", purpose: "to apply an operator", write: ".map")),
      ("letters.take(1)⏵|>⏴map(x => x)", .foreignSyntax("|>", purpose: "to apply an operator", write: ".map")),
      ("x = merge(letters) ⏵|>⏴ map", .foreignSyntax("|>", purpose: "to apply an operator", write: ".map")),
      ("letters\n  ⏵|>⏴ map { $0 }", .foreignSyntax("|>", purpose: "to apply an operator", write: ".map")),
      ("⏵1x⏴ = --1", .notAName("1x")),
      ("--1 ⏵=⏴ --1", .equalsForComparison),
      ("a.map { $0 } ⏵=⏴ --1", .equalsForComparison),
      ("merge(letters, letters) ⏵=⏴ --1", .equalsForComparison),
      ("a = --1⏵,⏴ --2", .attemptsNeedCold),
      ("--1⏵,⏴ --2", .attemptsNeedCold),
      ("never() == --1⏵,⏴ --2", .attemptsNeedCold),
      ("a = ⏵cold⏴", .missingTimeline(after: "cold")),
      ("⏵raw⏴ // nothing", .missingTimeline(after: "raw")),
      ("⏵check⏴", .missingTimeline(after: "check")),
      ("never() == ⏵cold⏴ --1", .unexpectedKeyword("cold")),
      ("a = never() ⏵==⏴ -", .assertionInBinding(name: "a")),
      ("a = never()\n  ⏵==⏴ -", .assertionInBinding(name: "a")),
      ("never() == - ⏵==⏴ -", .severalComparisons),
      ("⏵==⏴ --1", .nothingToCompare),
      ("merge(a, b) ⏵+⏴ c", .unexpectedText("+")),
      ("⏵:⏴ help", .emptyCommand),
      ("check \"vv⏵x⏴c\"", .notAnEventWord("x")),
      ("-1\n⏵/*⏴ /* */", .unclosedComment),
      ("a.map { $0 ⏵/*⏴ }", .unclosedComment),
      ("letters ⏵during⏴", .missingWindow(after: "during")),
      ("letters ⏵during⏴ == --1", .missingWindow(after: "during")),
      ("x = letters ⏵during⏴ ^--!", .windowInBinding(name: "x")),
      ("letters == --1 ⏵during⏴ ^--!", .windowAfterComparison(sign: "==", write: "letters during ^--! == --1")),
      ("letters during ⏵-!⏴", .windowNeverOpens),
      ("letters during ⏵!-^⏴", .windowEndsFirst),
      ("letters during ^-⏵1⏴-!", .eventInWindow),
      ("letters during ^-!, -^-! == ⏵--1⏴", .wrongLaneCount(expected: 1, observers: 2)),
      ("letters during ^-! == --1⏵,⏴ --1", .attemptsNeedCold),
      ("⏵subscriptions⏴ == ^--!", .subscriptionsNeedName),
      ("subscriptions ⏵nobody⏴ == ^--!", .unknownStream(name: "nobody", suggestion: nil)),
      ("subscriptions letters⏵⏴", .missingWindow(after: "subscriptions")),
      ("⏵why⏴", .missingEvent(after: "why")),
      ("⏵why not⏴ @9", .missingEvent(after: "why not")),
      ("why ⏵12⏴", .notOneEvent("12")),
      ("why 4 ⏵@x⏴", .malformedTick("@x")),
      ("why twice ⏵b⏴", .unknownStream(name: "b", suggestion: nil)),
      ("who holds ⏵leters⏴", .unknownStream(name: "leters", suggestion: "letters")),
      (
        "why was letters ⏵disposed⏴",
        .foreignSyntax("disposed", purpose: "for the question", write: "unsubscribed")
      ),
      (
        "why was ⏵letters⏴",
        .foreignSyntax("letters", purpose: "for the question", write: "letters unsubscribed")
      ),
      ("why 4 ⏵in⏴", .missingStream(after: "in")),
      ("⏵why twice⏴", .missingStream(after: "why twice")), ("⏵who holds⏴", .missingStream(after: "who holds")),
      ("⏵why twice⏴ in letters", .missingStream(after: "why twice")),
      ("who holds letters⏵?⏴", .foreignSyntax("?", purpose: nil, write: "")),
      ("why twice letters ⏵@1⏴", .foreignSyntax("@1", purpose: nil, write: "")),
      ("why was letters unsubscribed⏵?⏴", .foreignSyntax("?", purpose: nil, write: "")),
      ("⏵races⏴", .missingTimeline(after: "races")), ("races letters within ⏵x⏴", .expectedMovement(ticks: 1)),
      ("races letters ⏵within⏴", .expectedMovement(ticks: 1)),
      ("races letters within ⏵1ms⏴", .expectedMovement(ticks: 1)),
      ("⏵races⏴ c = letters", .foreignSyntax("races", purpose: "names are bound without it", write: "")),

      ("races ⏵--1--|⏴", .lawWithoutExpression),
      ("races⏵(⏴letters)", .foreignSyntax("(", purpose: nil, write: "races letters")),

      ("races letters within ⏵0⏴ == -", .expectedMovement(ticks: 1)),
      ("races letters.count()⏵,⏴ within 1", .foreignSyntax(",", purpose: nil, write: "")),
      (
        "races letters == ----1| ⏵within 1⏴",
        .foreignSyntax("within 1", purpose: "after the expression", write: "within 1 == ----1|")
      ),
      (
        "races letters matches * ⏵within 1⏴",
        .foreignSyntax("within 1", purpose: "after the expression", write: "within 1 matches *")
      ),
      (
        "races letters during ^--! ⏵within 2⏴ == 1",
        .foreignSyntax("within 2", purpose: "after the expression", write: "within 2 during ^--!")
      ),
      ("check ⏵nothing⏴", .noStream(name: "nothing", suggestion: nil)),
      (
        "check ⏵subscription⏴", .foreignSyntax("subscription", purpose: "for all streams", write: "check subscriptions")
      ),
      (
        "check ⏵subscriptions in letters⏴",
        .foreignSyntax("subscriptions in letters", purpose: "for all streams", write: "check subscriptions")
      ),
      (
        "-1--2 ⏵matches⏴ -1 *",
        .foreignSyntax("matches", purpose: "to name the stream first", write: "x = -1--2; x matches -1 *")
      ),
      (
        "--1-2 ⏵matches⏴ --1-2",
        .foreignSyntax("matches", purpose: "to name the stream first", write: "x = --1-2; x matches --1-2")
      ),

      ("letters ⏵matches⏴", .missingPattern), ("letters ⏵matches⏴ == 1", .missingPattern),
      ("letters matches ⏵1...2⏴", .malformedGap(write: "1 ... 2")),
      ("letters matches -⏵....⏴-", .malformedGap(write: " ... ")),
      ("letters matches -⏵.⏴-", .malformedGap(write: " ... ")),
      ("letters matches ⏵5...2t⏴", .malformedGap(write: "5 ... 2t")),
      ("letters matches (1⏵...2⏴)", .malformedGap(write: " ... 2")),
      ("letters matches ⏵{... 1}*⏴", .gapInEndlessPart), ("letters matches * ⏵@5⏴ 1", .jumpAfterGap),
      ("letters matches x where x⏵:⏴ 3", .conditionExpected(write: "{ $0 == 3 }")),
      ("letters matches x where ⏵y⏴: { $0 }", .unusedRenaming("y")),
      ("letters matches x where x: { $0 }, ⏵x⏴ = 1", .repeatedRenaming("x")),
      ("letters matches 1 ⏵==⏴ 2", .severalComparisons), ("letters matches 1⏵,⏴ 2", .attemptsNeedCold),
      ("letters during ^!, ^! matches ⏵1⏴", .wrongLaneCount(expected: 1, observers: 2)),
      ("letters == 1 ⏵*⏴ 2", .foreignSyntax("*", purpose: "for any events", write: "matches 1 * 2")),
      ("⏵forall⏴", .expectedLawParameter), ("forall a⏵,⏴", .expectedLawParameter),
      ("forall a ⏵b⏴: a == a", .unexpectedInLaw("b")), ("forall a⏵⏴", .expectedLawColon(found: "")),
      ("forall a of 0...9 ⏵b⏴: a == a", .expectedLawColon(found: "b")),
      ("forall a ⏵==⏴ a", .expectedLawColon(found: "==")), ("forall a: ⏵{⏴ a == a }", .missingLaw),
      ("forall a of ⏵0⏴", .expectedLawValues(after: "of")),
      ("forall n in ⏵x⏴: a == a", .expectedLawValues(after: "in")),
      ("forall a of ⏵9...0⏴: a == a", .emptyLawRange(first: 9, last: 0)),
      ("forall n ⏵in [1, <-x|>]⏴: just(n) == a", .notAPlainValue("<-x|>")),
      ("forall ⏵cold⏴ n in 1...2: just(n) == a", .coldNumber("n")),
      ("forall a, ⏵a⏴: a == a", .repeatedParameter("a")), ("forall ⏵nil⏴: a == a", .reservedName("nil")),
      ("forall a:⏵⏴", .missingLaw), ("forall a: ⏵--1⏴ == a", .lawWithoutExpression),
      ("forall a: a⏵⏴", .lawWithoutComparison), ("forall a: a ==⏵⏴", .lawWithoutComparison),
      ("forall a: a during ^--!, ^-! == ⏵--1⏴", .wrongLaneCount(expected: 1, observers: 2)),
      ("forall a: a == a ⏵==⏴ a", .severalComparisons),
      ("forall a: a ⏵=⏴ a", .equalsForComparison), ("forall a of ⏵[]⏴: a == a", .emptyBrackets),
      ("a = cold --1|⏵,⏴", .missingTimeline(after: ",")),
      ("a = cold --1|⏵,⏴ , --2|", .missingTimeline(after: ",")),
      ("letters during ^-!, ^! == --1⏵,⏴", .missingTimeline(after: ",")),
      ("merge(x, y) ⏵=⏴ --1", .equalsForComparison),
      ("twice(s, ⏵s⏴) = s.map { $0 * 2 }", .repeatedParameter("s")),
      ("⏵Int⏴(s) = s.map { $0 * 2 }", .reservedName("Int")),
      ("f(⏵nil⏴) = never()", .reservedName("nil")),
      ("⏵f(s)⏴ = --1", .operatorNotTimeline("f(s)")),
      ("f(s) ⏵=⏴", .missingDefinition(name: "f(s)")),
      ("f(s) = s.map { $0 } ⏵==⏴ --1", .assertionInBinding(name: "f(s)")),
    ] as [(String, LanguageProblem?)])
  func statementErrorHasItsSpanAndProblem(marked: String, problem: LanguageProblem?) {
    let expected = MarkedText(marked)
    let found = diagnostics(expected.text, bindings: bindings("letters"))
    #expect(found.map(\.span) == [expected.span])
    if let problem { #expect(found.map { $0.problem as? LanguageProblem } == [problem]) }
  }

  @Test(
    arguments: [
      ("merge(a,⏵⏴", .missingBracket(.parenthesis, found: "")),
      ("merge(a, b⏵⏴", .missingBracket(.parenthesis, found: "")),
      ("merge(a, b⏵⏴\n\n", .missingBracket(.parenthesis, found: "")),
      ("merge([a, b⏵)⏴", .missingBracket(.square, found: ")")),
      ("merge(a, [b⏵⏴", .missingBracket(.square, found: "")),
      ("merge(a ⏵b⏴)", .expectedSeparator(.parenthesis, found: "b", isClosed: true)),
      ("merge(⏵,⏴)", .expectedExpression(found: ",")),
      ("a.map { $0 + ⏵}⏴", .expectedExpression(found: "}")),
      ("a.map { $0 +⏵⏴", .expectedExpression(found: "")),
      ("a.map { $0 ⏵$1⏴ }", .severalExpressionsInClosure(found: "$1")),
      ("a.map { $0\n  ⏵$1⏴ }", .severalExpressionsInClosure(found: "")),
      ("a.map { $0.⏵+⏴ 1 }", .expectedMemberName(found: "+")),
      ("a.map { $0 ? 1 ⏵}⏴", .missingAlternative(found: "}")),
      ("a.map { $0 ? 1 :⏵⏴", .expectedExpression(found: "")),
      ("just(⏵()⏴)", .emptyParentheses),
      ("a.map ⏵{ }⏴", .emptyClosure(example: "{ $0 }")),
      ("a.map { n, ⏵n⏴ in n }", .repeatedParameter("n")),
      ("a.map { x ⏵=>⏴ x * 10 }", .arrowFunction("=>", closure: "{ x in x * 10 }", example: "{ x in x }")),
      ("a.map(x ⏵=>⏴ x * 10)", .arrowFunction("=>", closure: "{ x in x * 10 }", example: "{ x in x }")),
      ("a.map { x ⏵->⏴ x }", .arrowFunction("->", closure: "{ x in x }", example: "{ x in x }")),
      (
        "a.scan(0, (acc, x) ⏵=>⏴ acc + x)",
        .arrowFunction("=>", closure: "{ acc, x in acc + x }", example: "{ acc, x in acc }")
      ),
      ("a.map(() ⏵=>⏴ 1)", .arrowFunction("=>", closure: "{ 1 }", example: "{ 1 }")),
      ("a.map(x ⏵=>⏴ { return x })", .arrowFunction("=>", closure: "{ x in x }", example: "{ x in x }")),
      ("a.map(x ⏵=>⏴ x", .arrowFunction("=>", closure: nil, example: "{ x in x }")),
      ("a⏵.subscribe(x => x)⏴", .foreignMethod(.subscribe)),
      ("a.⏵pipe⏴(x => x)", .foreignMethod(.pipe)),
      ("a.⏵pipe⏴(map(f), take(1))", .foreignSyntax("pipe", purpose: "to apply operators", write: ".map(f).take(1)")),
      ("just(⏵$0⏴)", .parameterOutsideClosure(0, closure: "{ $0 }")),
      ("a.map { n in n + ⏵$0⏴ }", .parameterInNamedClosure(0)),
      ("a.map { 1 < $0 ⏵<⏴ 3 }", .comparisonOfComparison(write: "1 < $0 && $0 < 3")),
      ("a.map { 1 + ⏵throw⏴ \"x\" }", .unexpectedThrow),
      ("just(⏵throw⏴ \"x\")", .unexpectedThrow),
      ("a.map { $0 ⏵@⏴ 2 }", .unknownCharacter("@")),
      ("a.map { $0 ⏵👨‍👩‍👧⏴ }", .unknownCharacter("👨‍👩‍👧")),
      ("just(⏵9223372036854775808⏴)", .numberOutOfRange("9223372036854775808")),
      ("just(⏵1e999⏴)", .numberOutOfRange("1e999")),
      ("just(⏵1_000⏴)", .malformedNumber("1_000")),
      ("just(⏵0x10⏴)", nil),
      ("a.delay(9⏵h⏴)", .unknownUnit("h")),
      ("a.delay(⏵99999999999999999999⏴ms)", .numberOutOfRange("99999999999999999999")),
      ("just(⏵\"abc⏴", .unclosedString),
      ("just(⏵\"abc⏴\n)", .unclosedString),
      ("just(\"a⏵\\q⏴\")", .unknownStringEscape("\\q")),
      ("just(\"⏵\\u{D800⏴}\")", .malformedUnicodeEscape),
      ("just(\"\\(1⏵⏴", .missingBracket(.interpolation, found: "")),
      ("just(\"\\(1 ⏵2⏴)\")", .expectedSeparator(.interpolation, found: "2", isClosed: true)),
      ("just(\"\\(⏵)⏴\")", .expectedExpression(found: ")")),
    ] as [(String, LanguageProblem?)])
  func expressionErrorHasItsSpanAndProblem(marked: String, problem: LanguageProblem?) {
    let expected = MarkedText(marked)
    let found = diagnostics(expected.text)
    #expect(found.first?.span == expected.span)
    if let problem { #expect(found.first?.problem as? LanguageProblem == problem) }
  }

  @Test func missingBracketPointsAtTheOpeningOne() {
    let opening = MarkedText("merge⏵(⏴a, b")
    #expect(diagnostics(opening.text).map(\.related) == [opening.span])
  }

  @Test func everyProblemHasAMessage() {
    let texts = [
      "lettrs", "a =", "nil = -", "1x = -", "-1 = -", "-1, -2", "a = cold", "never() == cold -", "a = never() == -",
      "never() == - == -", "== -", "never() +", ":", "check \"x\"", "/*", "never() during", "merge(", "merge(a b)",
      "merge(,)", "a.map { 1 2 }", "a.map { $0.+ }", "a.map { 1 ? 2 }", "just(())", "a.map { }", "a.map { n, n in n }",
      "just($0)", "a.map { n in $0 }", "a.map { 1 < 2 < 3 }", "just(throw \"\")", "just(@)",
      "just(99999999999999999999)",
      "just(1_0)", "just(9h)", "just(\"", "just(\"\\q\")", "just(\"\\u{}\")",
    ]
    for text in texts {
      let found = diagnostics(text)
      #expect(!found.isEmpty, "\(text)")
      for diagnostic in found {
        #expect(!diagnostic.problem.message.isEmpty, "\(text)")
      }
    }
  }
}
