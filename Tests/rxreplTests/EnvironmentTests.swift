import Testing

@testable import MarbleTerminal
@testable import rxrepl

@Suite struct EnvironmentTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/s/rxrepl/history", "/c/rxrepl/init.marble"),
    (["HOME": "/h"], "/h/.local/state/rxrepl/history", "/h/.config/rxrepl/init.marble"),
    (
      ["XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.local/state/rxrepl/history",
      "/h/.config/rxrepl/init.marble"
    ),
    (
      ["XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.local/state/rxrepl/history",
      "/h/.config/rxrepl/init.marble"
    ),
    ([:], nil, nil),
  ])
  func filesAreWhereXDGSpecifies(environment: [String: String], history: String?, script: String?) {
    #expect(Environment.history { environment[$0] } == history)
    #expect(Environment.startScript { environment[$0] } == script)
  }

  @Test(
    arguments: [
      ([:], "less"), (["PAGER": "more -s"], "more -s"), (["PAGER": ""], nil), (["PAGER": " "], nil),
      (["PAGER": "cat"], nil),
    ] as [([String: String], String?)])
  func pagerIsTheUsers(environment: [String: String], command: String?) {
    #expect(Pager { environment[$0] }?.command == command)
  }

  @Test(arguments: [
    ("", false), ("1\n2\n3\n", false), ("1\n2\n3\n4\n", true), ("1\n12345678901234567890\n3\n", false),
    ("1\n123456789012345678901\n3\n", true), ("1\n\u{1B}[38;5;196m12345678901234567890\u{1B}[0m\n3\n", false),
    ("1\n漢漢漢漢漢漢漢漢漢漢1\n3\n", true),
  ])
  func longTextNeedsAPager(text: String, needs: Bool) {
    #expect(Pager.needs(Array(text.utf8), TerminalSize(columns: 20, rows: 4)) == needs)
  }
}
