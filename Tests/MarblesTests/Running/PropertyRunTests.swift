import TestSupport
import Testing

/// Properties, loading properties and actions, which begin with the run.
struct PropertyRunTests {
  private static let sources = """
    a = --1--2--|
    b = x^-1-2|
    c = cold --1--2|
    t = ----x-----|
    p = property(0, then: a)
    q = property(0, then: c)
    work = cold ---1|, --#[Boom], --2|
    login = action(a) { work }
    l = loadingProperty(reload: t) { work }

    """

  @Test(arguments: [
    "p during ---^----!, ------^, ---------^ == ---1-2--!, ------2-|, ---------(2|)",
    // What a pipe sends before tick 0, nothing receives.
    "property(0, then: b) during ^, --^ == 0-1-2|, --(01)-2|",
    // A property begins on tick 0, even if a closure is the first to use it.
    "t.flatMap { p } == ----12----|", "t.flatMap { p.map { $0 } } == ----12----|", "q during ----^ == ----12|",
    "deferred { p } during ---^ == ---1-2--|", "first(s) = t.flatMap { s }; first(p) == ----12----|",
    "r = t.flatMap { p }; u = --x-|; u.flatMap { r } == ----12----|",
    // A property that a closure creates begins there.
    "t.flatMap { property(0, then: c) } == ----0-1--2|",
    "property(0, then: p.map { $0 * 10 }) during ^, ---^ == 0-[10]--[20]--|, ---[10]-[20]--|",
    "merge(p, p) == (00)-(11)--(22)--|", "property(0, then: just(1)) == (1|)", "property(0, then: never()) == 0",
    "property(0, then: fail()) == (0|)", "p.filter { throw \"no\" } == #[no]",
    "q during ^-, ---^-!; subscriptions c == ^-----!",
    "forall a: property(0, then: a.suppressError()) == property(0, then: a)",
  ])
  func propertySendsTheLatestValueFirst(statement: String) {
    let said = transcript(Self.sources + statement)
    #expect(!said.contains("✗") && !said.contains("error:") && said.contains("✓"), "\(said)")
  }

  @Test(arguments: [
    "login.values == -----1", "login.errors == -", "login.disabledErrors == -----[disabled]",
    // The second input arrives when the work of the first has just ended on the same tick.
    "login.isExecuting during ^-, ---^- == [false]-[true]---[false], ---[true]--[false]",
    "merge(login.values, login.values) == -----(11)", "t.flatMap { login.isExecuting } == ----[true]-[false]",
    "action(a) { throw \"no\" }.errors == --[no]--[no]", "action(a) { never() }.values == -",
    "action(a, enabledIf: a.map { $0 > 1 }) { work }.disabledErrors == --[disabled]",
    "act(s) = action(s) { work }; act(t).values == -------1", "x = login.values; x.map { $0 + 1 } == -----2",
    "[login.values, login.errors].flatten(.merge) == -----1",
    "f(x) = x.isEnabled.take(first: 1); f(login) == ([true]|)", "login.count() == (5|)",
  ])
  func actionHasFiveStreams(statement: String) {
    let said = transcript(Self.sources + statement)
    #expect(!said.contains("✗") && !said.contains("error:") && said.contains("✓"), "\(said)")
  }

  @Test(arguments: [
    ("a.errors", "a stream has no member `errors`"),
    ("action(a) { work }.failures", "a stream has no member `failures`"),
    ("a.values", "there is no operator named `values`"),
    ("f(x) = x.errors; f(a.window(count: 1))", "a stream has no member `errors`"),
    ("login.values.map { $0 + \"x\" }", "cannot apply `+` to a number and a string"),
    ("a.dematerializeLoadingState()", "expected a loading state, found a number"),
  ])
  func onlyActionsHaveThem(statement: String, message: String) {
    #expect(output(Self.sources + statement) == "error: " + message)
  }

  @Test(arguments: [
    "l == [loading]--[loaded,1][loading]-[failed,Boom]", "l during -----^ == -----[loading]-[loaded,1]",
    "a.toLoadingProducer().dematerializeLoadingState() == a",
    "forall a: a.toLoadingProducer().dematerializeLoadingState() == a",
    "loadingProperty(reload: t, silently: true) { work } == [loading]--[loaded,1]",
  ])
  func loadingSendsStates(statement: String) {
    let said = transcript(Self.sources + statement)
    #expect(!said.contains("✗") && !said.contains("error:") && said.contains("✓"), "\(said)")
  }
}
