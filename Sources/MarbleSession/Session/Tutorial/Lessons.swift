import Marbles

extension Lesson {
  /// The steps of the tutorial, from a first value to the strategies for flattening a stream of streams.
  static let all = [
    Lesson(
      title: "Time",
      text: """
        A stream sends values over time. A timeline shows them from left to right, and each character takes one tick. \
        On `-`, nothing happens. A digit or a letter is a value. The first tick is 0, so `--7` sends 7 on tick 2.
        """,
      task: "Send 1 on tick 2, and 2 on tick 5.",
      answer: "--1--2",
      hint: "Two dashes are ticks 0 and 1, and the 1 is on tick 2. Ticks 3 and 4 are dashes again.",
      wrongAnswers: [
        WrongAnswer(answer: "--12", meaning: "Here, the 2 is on tick 3. Ticks 3 and 4 need a dash each."),
        WrongAnswer(
          answer: "--1--2--|", meaning: "The values are right. Leave out the end for now: it is the next step."),
        WrongAnswer(
          answer: "--1--2|", meaning: "The values are right. Leave out the end for now: it is the next step."),
      ],
      explanation: "The ruler above the line shows the ticks."),
    Lesson(
      title: "The end",
      text: """
        `|` means that the stream has completed. Nothing follows after that. `#` means that the stream has failed.
        """,
      task: "Send 1 on tick 2, 2 on tick 5, and complete on tick 8.",
      answer: "--1--2--|",
      hint: "Start with the timeline of the first step. Ticks 6 and 7 are dashes, and then comes the end.",
      wrongAnswers: [
        WrongAnswer(
          answer: "--1--2|",
          meaning: "Here, it completes on tick 6, immediately after the 2. Ticks 6 and 7 need a dash each."),
        WrongAnswer(answer: "--1--2--#", meaning: "`#` is a failure. Write `|` for the completion."),
      ],
      explanation: "A stream ends at most once."),
    Lesson(
      title: "Several events on one tick",
      text: """
        Parentheses put several events on one tick: `(12)` sends 1 and then 2 on the same tick. The whole group takes \
        one tick, like a single character.
        """,
      task: "Send 1 on tick 2. On tick 5, send 2 and complete.",
      answer: "--1--(2|)",
      hint: "Put the 2 and the end in parentheses.",
      wrongAnswers: [
        WrongAnswer(answer: "--1--2|", meaning: "Here, it completes one tick after the 2. Put both in parentheses."),
        WrongAnswer(
          answer: "--(12)--|", meaning: "Here, 1 and 2 are on the same tick. Put 2 and the end on one tick instead."),
      ],
      explanation: "Many operators send such a group: the last value together with the end."),
    Lesson(
      title: "A name",
      text: "`n = -7-|` gives a stream the name `n`.",
      task: "Give the name `a` to this stream: 1 on tick 2, 2 on tick 5, completed on tick 8.",
      answer: "a = --1--2--|", name: "a",
      hint: "Write the name, `=`, and the timeline of the second step.",
      explanation: "From now on, you can write `a` wherever a stream is expected."),
    Lesson(
      title: "An operator",
      text: """
        An operator creates a new stream from another one. Write it after a dot. `map` sends the result of the closure \
        for each value. In the closure, between the braces, `$0` is the value: `a.map { $0 + 1 }` sends 2 and 3.
        """,
      task: "Send each value of `a` times 10.",
      given: "a = --1--2--|",
      answer: "a.map { $0 * 10 }",
      hint: "`*` multiplies.",
      wrongAnswers: [
        WrongAnswer(answer: "a", meaning: "This is `a` itself."),
        WrongAnswer(answer: "a.map { $0 + 10 }", meaning: "This adds 10 to each value. `*` multiplies."),
        WrongAnswer(
          answer: "--10--20--|",
          meaning: "In a timeline, `10` is two values, 1 and 0. Use `map` instead of a timeline."),
      ],
      explanation: "The diagram shows the input, the operator and the output. `[10]` is one value on one tick."),
    Lesson(
      title: "A chain",
      text: """
        In a chain, each operator receives the values that the previous one sends. `filter` sends only the values for \
        which its closure is true, as in `a.filter { $0 > 1 }`.
        """,
      task: "Take the values of `n` that are greater than 2, and send each of them times 10.",
      given: "n = -1-2-3-4-|",
      answer: "n.filter { $0 > 2 }.map { $0 * 10 }",
      hint: "Start with `filter` and `$0 > 2`. Then write a dot and `map`.",
      wrongAnswers: [
        WrongAnswer(
          answer: "n.map { $0 * 10 }",
          meaning: "After `map`, every value is greater than 2. Put `filter` before `map`."),
        WrongAnswer(
          answer: "n.filter { $0 > 2 }",
          meaning: "These are the right values. Add `.map` to multiply each of them by 10."),
        WrongAnswer(
          answer: "n.filter { $0 >= 2 }.map { $0 * 10 }", meaning: "2 is not greater than 2. Use `>` instead of `>=`."),
      ],
      explanation: "`filter` dropped 1 and 2, so nothing was sent on their ticks. The others kept their ticks."),
    Lesson(
      title: "Two streams: merge",
      text: """
        `merge(…)` observes several streams simultaneously. It sends each value on the tick on which it arrives, and \
        completes when all streams have completed.
        """,
      task: "Send the values of `a` and `b` as they arrive.",
      given: "a = --1--2--|\nb = ---x---y-|",
      answer: "merge(a, b)",
      hint: "Write `a` and `b` in the parentheses, with a comma between them.",
      wrongAnswers: [
        WrongAnswer(
          answer: "concat(a, b)",
          meaning: "`concat` observes `b` only after the end of `a`. `merge` observes both from the start."),
        WrongAnswer(
          answer: "zip(a, b)", meaning: "`zip` waits for both streams and sends pairs. `merge` sends single values."),
        WrongAnswer(
          answer: "combineLatest(a, b)", meaning: "`combineLatest` sends pairs. `merge` sends single values."),
        WrongAnswer(answer: "a", meaning: "This is `a` alone."),
        WrongAnswer(answer: "b", meaning: "This is `b` alone."),
      ],
      explanation: "All values of both streams were sent, each on its own tick."),
    Lesson(
      title: "Hot and cold",
      text: """
        All streams so far were hot: they send whether or not they are observed, like a radio station. With `cold` \
        before its timeline, as in `r = cold -7-|`, a stream starts from its beginning for each observer, like a video.
        """,
      task: "Give the name `c` to this cold stream: x on tick 1, y on tick 3, completed on tick 4.",
      answer: "c = cold -x-y|", name: "c", isCold: true,
      hint: "Write the name, `=`, the word `cold`, a space, and the timeline.",
      wrongAnswers: [WrongAnswer(answer: "x-y|", meaning: "Here, x is on tick 0. Tick 0 needs a dash.")],
      explanation: "The ticks of a cold stream are counted from its start, as the next step shows."),
    Lesson(
      title: "One after the other: concat",
      text: "`concat(…)` observes the first stream until it completes, and only then the next one.",
      task: "Send the values of `a`, and after its end those of `c`.",
      given: "a = --1--2--|\nb = ---x---y-|\nc = cold -x-y|",
      answer: "concat(a, c)",
      hint: "Call it in the same way as `merge`. The first stream is the first argument.",
      wrongAnswers: [
        WrongAnswer(
          answer: "merge(a, c)", meaning: "`merge` starts `c` immediately. `concat` waits until `a` has completed."),
        WrongAnswer(
          answer: "concat(c, a)",
          meaning: "Here, `c` is first. `a` is hot, so the values that it sent before the end of `c` are lost."),
        WrongAnswer(
          answer: "concat(a, b)",
          meaning: "`b` is hot, so the values that it sent before the end of `a` are lost. Use `c`, which is cold."),
      ],
      explanation: "`c` was started on tick 8, when `a` completed. So its tick 1 was tick 9."),
    Lesson(
      title: "Streams of streams: .merge",
      text: """
        A value can be a stream: on `s`, the values x and y stand for the streams with these names. `flatten` sends \
        the values of these inner streams. Its strategy decides when they run. `.merge` starts each stream when it \
        arrives, and runs all of them simultaneously.
        """,
      task: "Write `s.flatten(…)` with the strategy `.merge` in the parentheses.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.merge)",
      hint: "Write `s`, a dot and `flatten`. The strategy `.merge`, with its dot, goes in the parentheses.",
      wrongAnswers: [
        WrongAnswer(
          answer: "s",
          meaning: "This is `s` itself, which sends streams. `.flatten(…)` sends the values of these streams."),
        WrongAnswer(
          answer: "merge(x, y)", meaning: "This starts both on tick 0. On `s`, x is on tick 2, and y on tick 6."),
        WrongAnswer(answer: "s.flatten(.concat)", meaning: "This is `.concat`, the next step. `.merge` does not wait."),
        WrongAnswer(
          answer: "s.flatten(.latest)",
          meaning: "This is `.latest`, a later step. With `.merge`, x continues after the start of y."),
      ],
      explanation: "x was started on tick 2, and y on tick 6. Both ran simultaneously: 3 was sent between a and b."),
    Lesson(
      title: "Streams of streams: .concat",
      text: """
        `.concat` runs one inner stream at a time. A stream that arrives in that time waits, and is started when the \
        previous one has completed. No value is lost, and the values of different streams are not mixed.
        """,
      task: "Flatten `s` with `.concat`, or type the timeline that you expect.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.concat)",
      hint: "x is started on tick 2 and completes on tick 9. Then y is started.",
      wrongAnswers: [
        WrongAnswer(answer: "s.flatten(.merge)", meaning: "This is `.merge`: y did not wait until x had completed."),
        WrongAnswer(
          answer: "s.flatten(.latest)",
          meaning: "This is `.latest`: the 3 of x is missing. `.concat` loses no values."),
        WrongAnswer(answer: "concat(x, y)", meaning: "This starts x on tick 0. On `s`, x is on tick 2."),
      ],
      explanation: "y arrived on tick 6, and waited until tick 9, when x completed."),
    Lesson(
      title: "Streams of streams: .latest",
      text: """
        `.latest` runs only the newest inner stream. When the next one arrives, it unsubscribes from the previous one, \
        and the remaining values of that stream are lost.
        """,
      task: "Flatten `s` with `.latest`, or type the timeline that you expect.",
      given: "x = cold 1--2--3|\ny = cold a--b|\ns = --x---y--|",
      answer: "s.flatten(.latest)",
      hint: "y arrives on tick 6. Which values of x would follow after that?",
      wrongAnswers: [
        WrongAnswer(
          answer: "s.flatten(.merge)", meaning: "This is `.merge`: the 3 was sent although y had already started."),
        WrongAnswer(
          answer: "s.flatten(.concat)", meaning: "This is `.concat`: y waited for x. `.latest` starts y immediately."),
      ],
      explanation: "On tick 6, y arrived, and x was unsubscribed. Its 3 would have followed on tick 8."),
    Lesson(
      title: "Why, and why not",
      text: """
        `why b` explains how the value b of the last result came about, and `why not b` explains why it did not come. \
        `in` asks about another stream. Below the answer, `try` shows a change with which the value comes.
        """,
      task: "Ask `why not b in a.debounce(3)`. Then change the 3 so that b is sent.",
      given: "a = --a--b-c----|",
      answer: "a.debounce(1)",
      hint: "c comes 2 ticks after b, before `debounce(3)` has sent b. Which time is short enough?",
      wrongAnswers: [
        WrongAnswer(answer: "a.debounce(3)", meaning: "b did not come, because c came 2 ticks later."),
        WrongAnswer(answer: "a.debounce(2)", meaning: "c comes on the tick on which b would be sent, and before it."),
        WrongAnswer(answer: "a", meaning: "This is `a` itself. Keep `debounce`, and give it a shorter time."),
      ],
      explanation: "After b, nothing came for 1 tick, so it was sent. `:help why` explains all questions."),
    Lesson(
      title: "Searching",
      text: """
        If you know the events but not the operator, write `?` in its place, and the events after `==`, as in \
        `a.? == -2|`. The search lists the expressions that give these events.
        """,
      task: "Search for an operator on `n` that gives `--1-3-6--|`.",
      given: "n = --1-2-3--|",
      answer: "n.? == --1-3-6--|",
      hint: "Write `?` after `n.`, then `==` and the timeline.",
      explanation: "Each value is the sum of the values so far. `:help search` shows other places for `?`."),
    Lesson(
      title: "Laws",
      text: """
        `forall a, b: … == …` states that two expressions are equal for all streams. It tries thousands of inputs, \
        and shows the smallest one for which they differ. Does it matter whether `filter { $0 > 2 }` comes before or \
        after `merge`?
        """,
      task: "State for all `a` and `b` that both orders give the same events.",
      answer: "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a.filter { $0 > 2 }, b.filter { $0 > 2 })",
      hint: """
        One side is `merge(a, b).filter { $0 > 2 }`. On the other side, `a` and `b` are filtered in the parentheses of \
        `merge`.
        """,
      wrongAnswers: [
        WrongAnswer(
          answer: "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a, b)",
          meaning: "On the right side, `a` and `b` must be filtered before they are merged."),
        WrongAnswer(
          answer: "forall a, b: merge(a, b).filter { $0 > 2 } == merge(a.filter { $0 > 2 }, b)",
          meaning: "On the right side, `b` must be filtered, too."),
      ],
      explanation: """
        `filter` looks at each value alone, so its place does not matter. With `skipRepeats()` in its place, the law \
        fails: try it.
        """),
  ]

  /// The text after the last step.
  static let farewell = """
    You have completed the tutorial. These are the three strategies: `.merge` runs all inner streams simultaneously, \
    and mixes their values. `.concat` runs one after the other. `.latest` runs only the newest one. Use `.merge` for \
    messages from several chat rooms, `.concat` for uploads that must keep their order, and `.latest` for the results \
    of a search while the user is still typing.

    `:exercise` starts the exercises. `:operators` lists all operators, `:help flatten` explains all \
    strategies, and `:help forall` explains laws.
    """
}
