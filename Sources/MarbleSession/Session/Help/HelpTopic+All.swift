import Marbles

extension HelpTopic {
  /// All topics, in the order of the overview.
  package static let all = language + running

  /// The topics about the marble language.
  private static let language = [
    HelpTopic(
      title: "timelines", others: ["timeline", "marbles", "tokens", "-", ".", "()", "(", ")", "{}*", "*", ">"],
      text: """
        A timeline is read from left to right. Each token takes one tick, and the first one is on tick 0.

          -                nothing happens
          a  7  [12]       a value; see `:help literals`
          |  #  !          completed, failed, interrupted; see `:help ends`
          (ab|)            these events on one tick, in this order
          {-a}*3  {-a}*    repeats the tokens three times, or forever
          space  .         takes no time; for layout
          10ms  @20        no event for 10 ms, or until tick 20; see `:help ticks`
          >                at the end: the stream continues

        Two timelines are equal if they have the same events on the same ticks.
        """,
      example: #"merge("a--b|", "--(cd)|") == a-(cd)b|"#),
    HelpTopic(
      title: "literals", others: ["literal", "[]", "[", "]", "\"", "\"\"", "numbers", "strings", "tuples", "where"],
      text: """
        In a timeline, a digit is a number, and any other character is a string. Brackets and quotes hold longer values.

          [12]  [-3.5]      a number; `12` without brackets is two values
          [Ji]  "12"        a string; in quotes, it is always a string
          [true]  [nil]     a Boolean, and nil
          [1,a]  [[1,2]]    a tuple, and an array
          <-1-2|>           a stream

        `where` gives characters other values, and failures a message.
        """,
      example: """
        a = --x--y--# where x = 10, y = "Ji", # = "lost"
        a == --[10]--[Ji]--#[lost]
        a.take(1) == --([10]|)
        """),
    HelpTopic(
      title: "ends", others: ["end", "|", "#", "!", "completion", "failure", "interruption", "failures"],
      text: """
        A stream ends at most once, and sends nothing after that.

          |              completed: the stream has no more values
          #  #[lost]     failed, with a message
          !              interrupted: the stream was canceled from outside

        An operator can handle a failure, such as `flatMapError`, `retry` and `recover`. Its help shows the effect of \
        each end.
        """,
      example: """
        a = --1--#[lost]
        a.recover(with: 0) == --1--(0|)
        """),
    HelpTopic(
      title: "hot", others: ["pipe", "pipes", "signal", "signals"],
      text: """
        A hot stream sends its values whether or not it is observed, like a radio station. A timeline is hot unless \
        `cold` precedes it, or it is in quotes: its tick 3 is tick 3 for every observer. An observer that comes later \
        misses the earlier values.

        Compare `:help cold`.
        """,
      example: """
        a = -1-2-3-4-|
        a.take(2)            == -1-(2|)
        concat(a.take(2), a) == -1-2-3-4-|
        """),
    HelpTopic(
      title: "cold", others: ["producer", "producers"],
      text: """
        A cold stream starts from its beginning for each observer, like a video. Its tick 0 is the tick on which the \
        observer subscribes. Write `cold` and a space before the timeline. With several timelines, each start plays \
        the next one, as in `cold -1-#, --2|`. In an expression, write `cold("-1-2|")`, or only the quotes.

        Compare `:help hot`.
        """,
      example: """
        a = cold -x-y-z|
        concat(a.take(2), a) == -x-yx-y-z|
        b = cold -1-#, --2|
        b.retry(upTo: 1)     == -1---2|
        """),
    HelpTopic(
      title: "raw",
      text: """
        `raw` sends exactly what the timeline shows, even after an end. The result shows that observers receive \
        nothing after the end.
        """,
      example: """
        a = raw --1--|--2
        a.map { $0 * 10 } == --[10]--|
        """),
    HelpTopic(
      title: "names", others: ["name", "=", "_", "results", "result"],
      text: """
        `a = …` gives a stream the name `a`, and `double(s) = …` defines a custom operator. In a stream of streams, a \
        value is the name of a stream.

        Each result has a number: `_1`, `_2` and so on. `_` is the last one, and a line that begins with `.` or `==` \
        applies to it. `:bindings` lists all names.
        """,
      example: """
        double(s) = s.map { $0 * 2 }
        a = --1--2--|
        a.double() == --2--4--|
        """),
    HelpTopic(
      title: "closures", others: ["closure", "{}", "{", "}", "$0", "throw"],
      text: """
        Closures use Swift's shorthand: `{ $0 * 10 }`, `{ $0 + $1 }`, `{ n in n * 10 }`.

          values        literals, "\\($0)?", tuples with .0 and .1, arrays, nil
          operators     + - * / %  == != < <= > >=  && || !  ? :
          properties    .count .isEmpty .first .last .description
          methods       .uppercased() .lowercased() .reversed() .hasPrefix(_:)
                        .hasSuffix(_:) .contains(_:)
          conversions   Int(_:) String(_:)
          failing       throw "message"

        Where a stream is needed, the closure returns a name, an expression, or a timeline in quotes.
        """,
      example: """
        a = 1--2--3|
        a.map { $0 > 2 ? throw "big" : $0 * 10 } == [10]--[20]--#[big]
        a.flatMap { "-\\($0)|" }                  == -1--2--3|
        """),
    HelpTopic(
      title: "strategies",
      others: ["strategy", "latest", "concurrent", "flattening"] + Strategy.names.map { "." + $0 },
      text: """
        `flatten` and `flatMap` observe the streams that a stream sends. The strategy decides when.

          .merge                   all of them simultaneously
          .concat                  one after the other; the next ones wait
          .concurrent(limit: n)    up to n simultaneously; the next ones wait
          .latest                  only the newest; the previous one is unsubscribed
          .race                    all until one sends an event, then only that one
          .throttle                one; those that arrive in that time are dropped
        """,
      example: """
        x = cold 1--2--3|
        y = cold a--b|
        s = --x---y--|
        s.flatten(.latest)   == --1--2a--b|
        s.flatten(.merge)    == --1--2a-3b|
        s.flatten(.concat)   == --1--2--3a--b|
        s.flatten(.race)     == --1--2--3|
        s.flatten(.throttle) == --1--2--3|
        """),
    HelpTopic(
      title: "==", others: ["assertions", "assertion", "tests", "test", "assert", "equal"],
      text: """
        `==` runs the stream on its left and compares the result with a timeline or another stream. It may begin the \
        next line. After a failure, carets mark every difference. A comment above an assertion is its title.

        `rxrepl test` runs the assertions of all scripts in a folder. `rxrepl test --update` writes the result after \
        a `==` without a timeline.
        """,
      example: """
        a = --1--2--|
        b = -x---y-|
        // all values, in their order
        merge(a, b)
          == -x1--(2y)--|
        """),
    HelpTopic(
      title: "search", others: ["?", "searching", "searches", "hole", "holes"],
      text: """
        A search finds expressions that send the given events. Write `?` in place of the unknown part:

          ?(a, b) == --1|          any expression over a and b
          a.? == --1|              an operator; `a.?.?` for two
          a.debounce(?) == --1|    an argument
          a.map { ? } == --1|      the body of a closure
          f(s) = ?                 a custom operator, found from examples:
          f("-1|") == -2|

        The answers are listed from the simplest on. If two of them differ on another input, a small such input \
        is shown. `:choose 2` says that answer 2 is right there. `rxrepl test --update` writes the first answer in \
        place of the `?`.
        """,
      example: """
        a = -1-2-3|
        ?(a) == -2-4-6|
        a.map { $0 * 2 } == -2-4-6|
        """),
    HelpTopic(
      title: "why", others: ["why not", "why twice", "who", "who holds", "questions", "question", "causes"],
      text: """
        `why` explains an event of the last result, and `why not` explains an event that did not come.

          why 4              the value 4, back to where it was written
          why 4 @9           the value 4 on tick 9
          why @9             everything on tick 9
          why |              the completion; also `#` and `!`
          why not 4          the operator that dropped 4, and its reason
          why not 4 @9       why it did not come on that tick
          why 4 in merge(a, b)   the same about another stream
          why twice a        who observed a, and for which events
          why was a unsubscribed
          who holds a        who observes a when the run ends

        The drawing shows only the events of the answer, or numbers them. Below a `why not`, `try` shows changes \
        with which the event comes. Each of them was run. While `:play` plays a diagram, `w` asks why the events on the \
        current tick came.
        """,
      example: """
        a = --a-b-----|
        a.debounce(3) == -------b--|
        """),
    HelpTopic(
      title: "forall", others: ["law", "laws", "properties"],
      text: """
        `forall` states that two expressions are equal for all streams. It tries thousands of inputs, the smallest \
        first, and shows the smallest one for which they differ.

          forall a, b: …            streams with any values and ends
          forall cold a: …          cold streams
          forall a of 0...9: …      streams of these values, or `of [1, 5, x]`
          forall a, n in 1...5: …   a number, for arguments and closures
          … when n > 2: …           a condition on the numbers
          … when a.count > n: …     or on streams, as arrays of their values

        Inputs with the numbers and strings of the expressions are tried too, and both orders of hot streams that send \
        on the same tick. `:set seed 1` tries other random inputs.
        """,
      example: """
        forall a: a.map { $0 + 1 }.take(first: 2) == a.take(first: 2).map { $0 + 1 }
        """),
    HelpTopic(
      title: "races", others: ["race condition", "order"],
      text: """
        Hot streams that send on the same tick send in the order of their definitions. `races` runs an expression with \
        every other order too, and fails if one of them changes the result. With `==`, every order must give the \
        expected events. `:set orders off` removes the note below a drawing that depends on an order.
        """,
      example: """
        price = 1--2--
        buy   = ---x--
        races zip(price, buy)
        """),
    HelpTopic(
      title: "matches", others: ["gaps", "gap", "pattern", "patterns", "..."],
      text: """
        `matches` compares a result with a timeline that leaves things open.

          _                       any value
          x where x: { $0 > 2 }   a value for which the closure is true
          ...                     silence of any length
          2...5t                  2 to 5 ticks of silence; `2t...` is at least 2, `...5t` at most 5
          *                       any events, also none

        The dots are a word of their own. Everything else is as after `==`.
        """,
      example: """
        a = -1--2---3---|
        a matches -1 ... 2 * |
        a matches * x ... | where x: { $0 > 2 }
        """),
    HelpTopic(
      title: "during", others: ["^", "observers", "unsubscribing", "check"],
      text: """
        `during` limits how long a stream is observed: from the tick of `^` until just before the tick of `!`, which \
        the result shows as `!`. Several windows are several observers. Then, `subscriptions a == …` checks when `a` \
        was observed, and `check subscriptions` that no subscription is left.

        In a hot timeline, `^` marks tick 0. The events before it are sent before the run.
        """,
      example: """
        a = --1--2--3--|
        a.delay(1) during -^-----! == ---1--2!
        subscriptions a            == -^-----!
        """),
    HelpTopic(
      title: "ticks", others: ["@", "duration", "durations"],
      text: """
        A tick is 1 ms long unless `:tick` changes it. In a call, a time is a number of ticks or a duration such as \
        `20ms`, `1.5s` or `2m`. In a timeline, a duration is a word of its own, and `40t` is 40 ticks. `@40` jumps to \
        tick 40.
        """,
      example: """
        :tick 10ms
        a = 20ms 1 @5 2|
        a == --1--2|
        a.delay(30ms) == -----1--2|
        """),
    HelpTopic(
      title: "syntax", others: ["statements", "statement", "grammar", "language"],
      text: """
        These are the statements of the language. `:help timelines` explains timelines.

          a = --1--2--|            names a hot stream
          a = cold --1--2--|       names a cold stream
          f(s, n) = s.delay(n)     defines a custom operator
          merge(a, b).take(2)      runs an expression and draws it
          … == --1-(2|)            runs it and compares the result
          … matches --_ ... |      compares it with a timeline that has gaps
          ?(a) == --2|             searches for an expression
          … during --^--!          observes it only in this time
          subscriptions a == --^   checks when `a` was observed
          check "vvc"              checks an order of events
          check subscriptions      checks that none is left
          why not 4                explains the last result
          forall a: … == …         compares both sides for all streams
          races …                  runs it with all orders of simultaneous events
          :tick 10ms               changes a setting, or controls the session
          // title   /* … */       a comment; above an assertion, its title

        A statement ends at the end of its line or at `;`. Inside brackets and before `.` or `==`, it continues on \
        the next line.
        """),
  ]

  /// The topics about the program.
  private static let running = [
    HelpTopic(
      title: "keys", others: ["key", "keyboard", "shortcuts", "editing"],
      text: """
          Enter            runs the entry, or continues it if it is incomplete
          Esc Enter        inserts a line break
          Tab              completes the word; a second Tab selects in the menu
          Right, Ctrl-F    at the end of the line, accepts the dimmed suggestion
          Alt-Left, -Right moves by a word
          Up, Down         moves through the lines of an entry, and the history
                           entries that begin with the text before the cursor
          Ctrl-R           searches the history
          Alt-.            inserts the last word of the previous entry
          Ctrl-_           undoes a change of the line
          Ctrl-X Ctrl-E    opens the entry in the editor of `VISUAL` or `EDITOR`
          Ctrl-L           clears the screen
          Ctrl-C           discards the entry, or stops a run
          Ctrl-D           discards an entry of several lines, or ends the session
          Ctrl-Z           suspends the program

        The gray row below the line shows what the entry would draw. To hide it, \
        write `:set preview off`. `~/.editrc` changes the keys.
        """),
    HelpTopic(
      title: "scripts", others: ["script", "files", "file", "pages", "markdown"],
      text: """
        A script is a file with one statement a line. Markdown pages can contain scripts in fences that begin \
        with `marble`.

          rxrepl demo.marble       runs a script, or the fences of a page
          rxrepl test              tests all scripts and pages in this folder
          rxrepl fmt demo.marble   formats a script
          rxrepl lint demo.marble  warns about hazards
          rxrepl docs page.md      draws below each fence of a page
          :load demo.marble        runs a script in this session
          :save demo.marble        writes this session as a script
          :svg demo.svg            writes the last drawing as a picture
        """),
    HelpTopic(
      title: "hazards", others: ["hazard", "lint"] + Hazard.all.map(\.name),
      text: """
        `rxrepl lint demo.marble` warns about expressions that often do not do what their author expects, and shows an \
        input that proves it.

        \(Help.table(Hazard.all.map { ($0.name, $0.summary) }, maxWidth: 28))

        A comment silences a warning: `// lint: ignore endless-retry the server limits it`.
        """),
    HelpTopic(
      title: "settings", others: ["setting", "options"],
      text: """
        `:tick 10ms` and `:set tick 10ms` both change a setting. `:set` shows all of them.

        \(Help.table(Setting.all.map { ($0.name, $0.summary) }))
        """),
    HelpTopic(
      title: "commands", others: ["command", ":"],
      text: """
        A command can be shortened as long as it stays unique. `:help settings` lists further commands.

        \(Help.table(Command.all.filter { !$0.isSetting }.map { ($0.call, $0.summary) }, maxWidth: 24))

        `:help save` explains a command.
        """),
  ]
}
