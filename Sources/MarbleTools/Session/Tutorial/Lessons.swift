import Marbles

extension Lesson {
  /// The steps of the tutorial, from a first value to the strategies for flattening a stream of streams.
  static let all = [
    Lesson(
      title: "Time",
      text: """
        A stream sends values as time passes. It is written from left to right, and every character takes one tick: on \
        `-` nothing happens, a digit or a letter is a value that is sent. Ticks count from 0, so `--7` sends 7 on tick 2.
        """,
      task: "Send 1 on tick 2, and 2 on tick 5.",
      answer: "--1--2",
      hint: "Two dashes are ticks 0 and 1. The 1 is tick 2. Then come ticks 3 and 4.",
      wrongAnswers: [
        WrongAnswer(answer: "--12", meaning: "The 2 comes on tick 3 here: ticks 3 and 4 want a dash each."),
        WrongAnswer(
          answer: "--1--2--|", meaning: "Right, and it ends as well, which is the next step. Leave the end out for now."
        ),
        WrongAnswer(
          answer: "--1--2|", meaning: "Right, and it ends as well, which is the next step. Leave the end out for now."),
      ],
      explanation: "The ruler above the line counts the ticks."),
    Lesson(
      title: "The end",
      text: """
        `|` says that a stream has completed: it is over, and nothing comes behind it. `#` would say that it has failed.
        """,
      task: "Send 1 on tick 2, 2 on tick 5, and complete on tick 8.",
      answer: "--1--2--|",
      hint: "The same as before, then ticks 6 and 7 without anything, then the end.",
      wrongAnswers: [
        WrongAnswer(
          answer: "--1--2|", meaning: "It completes right behind the 2, on tick 6: ticks 6 and 7 want a dash each."),
        WrongAnswer(answer: "--1--2--#", meaning: "`#` is a failure. Completed is `|`."),
      ],
      explanation: "A stream ends at most once."),
    Lesson(
      title: "All on one tick",
      text: """
        What happens on one tick stands in parentheses, in its order: `(12)` sends 1 and then 2 on the same tick. All \
        of it takes one tick, as any single character does.
        """,
      task: "Send 1 on tick 2; on tick 5, send 2 and complete.",
      answer: "--1--(2|)",
      hint: "The 2 and the end are both in the parentheses.",
      wrongAnswers: [
        WrongAnswer(answer: "--1--2|", meaning: "Here it completes one tick behind the 2. Put both in parentheses."),
        WrongAnswer(answer: "--(12)--|", meaning: "Here 1 and 2 share a tick; it is 2 and the end that should."),
      ],
      explanation: "Many operators give such groups: the last value and the end at once."),
    Lesson(
      title: "A name",
      text: "`n = -7-|` gives a stream the name `n`.",
      task: "Call this one `a`: 1 on tick 2, 2 on tick 5, completed on tick 8.",
      answer: "a = --1--2--|", name: "a",
      hint: "The name, `=`, and the timeline of the second step.",
      explanation: "From now on `a` can stand wherever a stream belongs."),
    Lesson(
      title: "An operator",
      text: """
        An operator makes a new stream of another, behind a dot; the other stays what it is. `map` makes a new value of \
        each: between the braces, `$0` is the value that came. `a.map { $0 + 1 }` would send 2 and 3.
        """,
      task: "Send each value of `a` times 10.",
      given: "a = --1--2--|",
      answer: "a.map { $0 * 10 }",
      hint: "`*` is times.",
      wrongAnswers: [
        WrongAnswer(answer: "a", meaning: "That is `a` itself."),
        WrongAnswer(answer: "a.map { $0 + 10 }", meaning: "That adds 10 to each. `*` is times."),
        WrongAnswer(
          answer: "--10--20--|",
          meaning: "On a timeline `10` is two values, 1 and 0; `[10]` is one. But `map` writes them by itself."),
      ],
      explanation: "The picture shows what went in, the operator, and what came out. `[10]` is one value on one tick."),
    Lesson(
      title: "A chain",
      text: """
        Operators stand in a row, and each works on what the one before it sends. `filter` lets the values through for \
        which its closure is true: `a.filter { $0 > 1 }`.
        """,
      task: "Of the values of `n`, send those that are greater than 2, times 10.",
      given: "n = -1-2-3-4-|",
      answer: "n.filter { $0 > 2 }.map { $0 * 10 }",
      hint: "First `filter`, with `$0 > 2`, then a dot and `map`.",
      wrongAnswers: [
        WrongAnswer(
          answer: "n.map { $0 * 10 }",
          meaning: "Behind `map`, `filter` sees what `map` has made, and 10 is greater than 2. Put `filter` first."),
        WrongAnswer(
          answer: "n.filter { $0 > 2 }", meaning: "These are the right ones; now each times 10, with `.map` behind it."),
        WrongAnswer(
          answer: "n.filter { $0 >= 2 }.map { $0 * 10 }", meaning: "2 is not greater than 2: `>` instead of `>=`."),
      ],
      explanation: "Nothing was sent on the ticks of 1 and 2: `filter` dropped them, and the others kept their ticks."),
    Lesson(
      title: "Two at once: merge",
      text: """
        `merge(…)` listens to several streams at once, and sends each value on the tick on which it comes. It completes \
        when all of them have.
        """,
      task: "Send the values of `a` and those of `b` as they come.",
      given: "a = --1--2--|\nb = ---x---y-|",
      answer: "merge(a, b)",
      hint: "`a` and `b` stand in the parentheses, with a comma between them.",
      wrongAnswers: [
        WrongAnswer(
          answer: "concat(a, b)",
          meaning: "`concat` listens to `b` only behind the end of `a`; `merge` listens at once."),
        WrongAnswer(
          answer: "zip(a, b)", meaning: "`zip` makes pairs, and waits for both; `merge` sends each by itself."),
        WrongAnswer(
          answer: "combineLatest(a, b)", meaning: "`combineLatest` makes pairs; `merge` sends each value by itself."),
        WrongAnswer(answer: "a", meaning: "That is `a` alone."),
        WrongAnswer(answer: "b", meaning: "That is `b` alone."),
      ],
      explanation: "Every value of both came through, each on its own tick."),
    Lesson(
      title: "Hot and cold",
      text: """
        So far all streams were hot: they send whether or not anyone listens, as a radio does. With `cold` in front, as \
        in `r = cold -7-|`, a stream starts from its beginning for each one who listens, as a record does.
        """,
      task: "Call this one `c`, and make it cold: x on tick 1, y on tick 3, completed on tick 4.",
      answer: "c = cold -x-y|", name: "c", isCold: true,
      hint: "The name, `=`, the word `cold`, a blank, and the timeline.",
      wrongAnswers: [WrongAnswer(answer: "x-y|", meaning: "Here x comes on tick 0: tick 0 wants a dash.")],
      explanation: "Its ticks count from when somebody starts to listen. The next step shows it."),
    Lesson(
      title: "One after the other: concat",
      text: "`concat(…)` listens to the first stream until it completes, and only then to the next.",
      task: "Send the values of `a`, and behind its end those of `c`.",
      given: "a = --1--2--|\nb = ---x---y-|\nc = cold -x-y|",
      answer: "concat(a, c)",
      hint: "It is called as `merge` is. What comes first stands first.",
      wrongAnswers: [
        WrongAnswer(
          answer: "merge(a, c)", meaning: "`merge` starts `c` at once; `concat` waits until `a` has completed."),
        WrongAnswer(
          answer: "concat(c, a)",
          meaning: "Here `c` comes first; and `a` is hot, so what it sent before `c` had completed is lost."),
        WrongAnswer(
          answer: "concat(a, b)",
          meaning: "`b` is hot: what it sent before `a` had completed, nobody heard. `c` waits to be started."),
      ],
      explanation: "`c` was started on tick 8, when `a` completed; so its tick 1 was tick 9."),
    Lesson(
      title: "Streams of streams: .merge",
      text: """
        A value may be a stream itself: on `s`, the marbles x and y stand for the streams of these names. `flatten` \
        makes one stream of all they send, and a strategy in its parentheses says how. `.merge` starts each when it \
        comes, and listens to all of them at once.
        """,
      task: "Flatten `s` with `.merge`.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.merge)",
      hint: "Behind `s` a dot, `flatten`, and in its parentheses `.merge` with its dot.",
      wrongAnswers: [
        WrongAnswer(
          answer: "s", meaning: "That is `s` itself, which sends streams. `.flatten(…)` sends what these send."),
        WrongAnswer(
          answer: "merge(x, y)", meaning: "That starts both on tick 0; on `s`, x comes on tick 2 and y on tick 6."),
        WrongAnswer(answer: "s.flatten(.concat)", meaning: "That is `.concat`, the next step. `.merge` does not wait."),
        WrongAnswer(
          answer: "s.flatten(.latest)", meaning: "That is `.latest`, the last step. `.merge` lets nothing go."),
      ],
      explanation: "x was started on tick 2 and y on tick 6, beside it: 3 came between a and b."),
    Lesson(
      title: "Streams of streams: .concat",
      text: """
        `.concat` listens to one inner stream at a time. One that comes meanwhile waits, and is started when the one \
        before it has completed. So nothing is lost, and nothing is mixed.
        """,
      task: "Flatten `s` with `.concat`; or say beforehand what will come, as a timeline.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.concat)",
      hint: "x is started on tick 2 and completes on tick 9. That is when y is started.",
      wrongAnswers: [
        WrongAnswer(answer: "s.flatten(.merge)", meaning: "That is `.merge`: y did not wait until x had completed."),
        WrongAnswer(
          answer: "s.flatten(.latest)", meaning: "That is `.latest`: the 3 of x is missing. `.concat` loses nothing."),
        WrongAnswer(answer: "concat(x, y)", meaning: "That starts x on tick 0; on `s`, it comes on tick 2."),
      ],
      explanation: "y came on tick 6 and had to wait until tick 9, when x had completed."),
    Lesson(
      title: "Streams of streams: .latest",
      text: """
        `.latest` listens to the newest inner stream only. When the next one comes, the one before is let go, whatever \
        it had still to send.
        """,
      task: "Flatten `s` with `.latest`; or say beforehand what will come, as a timeline.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.latest)",
      hint: "y comes on tick 6. What would x have sent behind that?",
      wrongAnswers: [
        WrongAnswer(answer: "s.flatten(.merge)", meaning: "That is `.merge`: the 3 came although y was there already."),
        WrongAnswer(
          answer: "s.flatten(.concat)", meaning: "That is `.concat`: y waited for x. `.latest` lets x go at once."),
      ],
      explanation: "x was let go on tick 6, when y came; its 3 would have come on tick 8."),
  ]

  /// The text after the last step.
  static let farewell = """
    That is the difference. All three start the streams that come: `.merge` at once, and mixes what they send; `.concat` \
    one behind the other, and lets them wait; `.latest` at once, and lets the one before go. Messages from several rooms \
    want `.merge`, uploads that must keep their order `.concat`, the results of a search that is still being typed \
    `.latest`.

    `:operators` lists what else there is, and `:help flatten` shows these three and more.
    """
}
