import Testing

/// Extremely large lines and extremely deep brackets.
@Suite(.serialized) struct LargeTextTests {
  static let inputs = [
    // Lines.
    LargeInput("a line of 10 MB, one comment", status: 0, containing: "_  --1|") {
      "// \(many("x", 10 * million))\n--1|\n"
    },
    LargeInput("a line of 10 MB, one open quote", status: 2, containing: "`\"` is never closed") {
      "--\"" + many("x", 10 * million)
    },
    LargeInput("a line of 1 MB, one text", status: 0) { "--\"\(many("x", million))\"--|\n" },
    LargeInput("a line of 1 MB, one word", status: 2, containing: "there is no stream named") { many("a", million) },
    LargeInput("a line of 1 MB, one number", status: 2, containing: "is too large") {
      "--[\(many("9", million))]--|\n"
    },
    LargeInput("a line of 1 MB, one duration", status: 2, containing: "after the last possible tick") {
      "a \(many("9", million))t b"
    },
    LargeInput("a line of 1 MB, one timeline", status: 0, containing: "--1---1-") { many("--1-", million / 4) + "|\n" },
    LargeInput("a line of 1 MB, all digits", status: 0, containing: "1,000,000 values") { many("9", million) },
    LargeInput("a line of 400 kB of warnings", status: 0, containing: "more warnings") { many("a12 ", million / 10) },
    // Brackets.
    LargeInput("10,000,000 braces", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("{", 10 * million)
    },
    LargeInput("1,000,000 brackets", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("[", million)
    },
    LargeInput("1,000,000 parentheses", status: 2, containing: "unexpected group in a group") { many("(", million) },
    LargeInput("100,000 angles", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("<", 100_000)
    },
    LargeInput("100,000 pairs of brackets", status: 2, containing: "brackets are nested more than 64 levels deep") {
      many("[", 100_000) + many("]", 100_000)
    },
    LargeInput("100,000 closing parentheses", status: 2, containing: "`)` has no matching `(`") { many(")", 100_000) },
    LargeInput("500,000 comments in comments", status: 2, containing: "the comment is never closed") {
      many("/*", million / 2)
    },
  ]

  @Test(arguments: inputs)
  func inputEndsWithinTheLimits(input: LargeInput) throws { try input.test() }
}
