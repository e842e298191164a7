import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The exact sentences of answers.
struct WhySentenceTests {
  /// The sentences name the streams and the events that were decisive.
  @Test(arguments: [
    (
      #"request = cold -#, -#, -1|; request.retry(upTo: 3, interval: 3)"#,
      #"why 1"#,
      #"""
      `1` on tick 9: `request` sent `#` on tick 1, `retry` started `request` again on tick 4, `request` sent \#
      `#` on tick 5, `retry` started `request` again on tick 8, `request` sent `1` on tick 9.
      """#
    ),
    (
      #"""
      server = cold --1|, ----2|, --3|; timer(interval: 5).take(first: 3).flatMap(.latest) { \#
      server.timeout(first: 4, with: "[slow]|") }
      """#,
      #"why 3"#,
      #"""
      `3` on tick 17: `timer(interval: 5)` sent `2` on tick 15, because its time was up, `flatMap` started an \#
      inner stream for it, `server` sent `3` on tick 17.
      """#
    ),
    (
      #"req = cold -1-2|; late = ----x; s = req.share(); merge(s, late.flatMap(.merge) { s.map { $0 * 10 } })"#,
      #"why [20]"#,
      #"""
      `[20]` did not come: on tick 4, `flatMap` received it as `x`, and started `map` for it, which completed \#
      without a value.
      """#
    ),
    (
      #"""
      src = 1-2--3--4|; replayed = src.replayLazily(upTo: 1); go = ------x; merge(replayed.filter { $0 > 3 }, \#
      go.flatMap(.merge) { replayed })
      """#,
      #"why 3 @6"#,
      #"""
      `3` on tick 6: `src` sent `3` on tick 5, `go` sent `x` on tick 6, `flatMap` started an inner stream for \#
      it, `replayLazily(upTo: 1)` held `3` until tick 6.
      """#
    ),
    (
      #"""
      ok = cold -----2|; bad = cold --#; clicks = a---b|; clicks.flatMap(.merge) { $0 == "b" ? \#
      bad.recover(with: 0) : ok }
      """#,
      #"why 0"#,
      #"""
      `0` on tick 6: `clicks` sent `b` on tick 4, `flatMap` started an inner stream for it, `bad` sent `#` on \#
      tick 6, `recover` made it `0`.
      """#
    ),
    (
      #"clicks = a-b|; clicks.flatMap(.concat) { "--[\($0)1]|" }"#,
      #"why [b1]"#,
      #"""
      `[b1]` on tick 5: `clicks` sent `b` on tick 2, `flatMap` started an inner stream for it on tick 3, \#
      `inner stream` sent `[b1]` on tick 5.
      """#
    ),
    (
      #"moves = -1-3--4|; up = -----x; moves.scan(0) { $0 + $1 }.take(until: up)"#,
      #"why 4"#,
      #"`4` on tick 3: `moves` sent `3` on tick 3, `scan` combined it with its state `1` to `4`."#
    ),
    (
      #"moves = -1-2-3|; moves.reduce(0) { $0 + $1 }"#,
      #"why 6"#,
      #"`6` on tick 6: `moves` sent `|` on tick 6, `reduce` made `6` of `1`, `2` and `3`."#
    ),
    (
      #"""
      down = --d-----d; up = -----x; move = -1-2-3---4-; down.flatMap(.latest) { move.map { $0 * 1 \#
      }.take(until: up) }
      """#,
      #"why 4"#,
      #"""
      `4` on tick 9: `down` sent `d` on tick 8, `flatMap` started an inner stream for it, `move` sent `4` on \#
      tick 9, `map` made it `4`.
      """#
    ),
    (
      #"a = -1-2---; clock = --x---x; a.sample(on: clock)"#,
      #"why 2 @6"#,
      #"`2` on tick 6: `a` sent `2` on tick 3, `sample(on: clock)` held it until `clock` sent `x` on tick 6."#
    ),
    (
      #"a = 2--9|; a.groupBy { $0 % 2 }.flatten(.concat)"#,
      #"why 9"#,
      #"""
      `9` on tick 4: `a` sent `9` on tick 3, `groupBy` made `"1"` of `9`, `flatten` started an inner stream \#
      for it on tick 4, `groupBy { $0 % 2 }` held `9` until tick 4.
      """#
    ),
    (
      #"t = 1---------2|; t.timeout(each: 5)"#,
      #"why #"#,
      #"""
      `#[timed out]` on tick 5: `t` sent `1` on tick 0, `timeout(each: 5)` sent `#[timed out]` on tick 5, \#
      because its time was up.
      """#
    ),
    (
      #"price = 1--2--|; combineLatest(price.map { $0 * 10 }, price) { $0 + $1 }"#,
      #"why [22]"#,
      #"`[22]` on tick 3: `price` sent `2` on tick 3, `combineLatest` combined it with `[20]` of `map`."#
    ),
    (
      #"price = 1--2--|; combineLatest(price.map { $0 * 10 }, price) { $0 + $1 }"#,
      #"why [21]"#,
      #"""
      `[21]` on tick 3: `price` sent `2` on tick 3, `map` made it `[20]`, `combineLatest` combined it with `1` \#
      of `price`.
      """#
    ),
    (
      #"n = -1-2-3|; n.scan(0) { $0 + 1 }"#,
      #"why 3"#,
      #"`3` on tick 5: `n` sent `3` on tick 5, `scan` combined it with its state `2` to `3`."#
    ),
    (
      #"n = -1-2-3|; n.scan(0) { $0 + $1 }"#,
      #"why 6"#,
      #"`6` on tick 5: `n` sent `3` on tick 5, `scan` combined it with its state `3` to `6`."#
    ),
    (
      #"a = 1-2-3|; a.flatMap(.merge) { $0 > 1 ? throw "big" : just($0) }"#,
      #"why not 3"#,
      #"`3` did not come: `flatMap` had already failed, on tick 2, with `#[big]`, and `a` sent it on tick 4."#
    ),
    (
      #"typed = -s-w-i--ft-----------|; typed.debounce(2).skipRepeats().flatMap(.latest) { "---[\($0)!]-|" }"#,
      #"why not [w!]"#,
      #"""
      `[w!]` did not come: on tick 3, `debounce(2)` received it as `w`, and dropped it, because `i` came 2 \#
      ticks later.
      """#
    ),
    (
      #"""
      pass = -a-b-c-d|; valid = pass.scan(0) { $0 + 1 }.map { $0 > 3 }; tap = ------x--x; tap.withLatest(from: \#
      valid) { $1 }.filter { $0 }
      """#,
      #"why not [true] @6"#,
      #"""
      `[true]` came on tick 9, not on tick 6. On tick 6, `filter { $0 }` received `[false]`, and dropped it, \#
      because its closure returned false.
      """#
    ),
    (
      #"server = cold ---1|, ------2|, -3|; timer(interval: 5).take(first: 3).flatMap(.latest) { server }"#,
      #"why not 2"#,
      #"""
      `2` did not come: `flatMap` had unsubscribed from `server` on tick 15, when `2` came, and `server` would \#
      have sent it on tick 16.
      """#
    ),
    (
      #"ids = 1-2-3; names = -a-b|; zip(ids, names)"#,
      #"why not [3,b]"#,
      #"""
      `[3,b]` did not come: nothing sends it. `zip(ids, names)` sends only `[1,a]`, `[2,b]`.
      """#
    ),
    (
      #"a = -x-y|; a.flatMap(.race) { "---\($0)|" }"#,
      #"why not y"#,
      #"""
      `y` did not come: on tick 3, `flatMap` started a stream for it, and unsubscribed from that on tick 4, because another one had \#
      sent the first event.
      """#
    ),
    (
      #"a = -1-2-3|; a.map { $0 } during ^--!, -----^"#,
      #"why not 3"#,
      #"`3` did not come to the first observer, which unsubscribed on tick 3. Observer 2 received it on tick 5."#
    ),
    (
      #"a = -1-2-3|; a.map { $0 } during ^--!, -----^"#,
      #"why !"#,
      #"`!` on tick 3: the observer unsubscribed."#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not c"#,
      #"""
      `c` did not come: `flatMap` had already failed, on tick 3, with `#[no]` of `fail`, and `a` sent it on \#
      tick 5.
      """#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not b"#,
      #"`b` did not come: on tick 3, `flatMap` started `fail` for it, which failed with `#[no]`."#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not |"#,
      #"""
      `|` did not come: the result ended with `#[no]` on tick 3: `a` sent `b` on tick 3, `flatMap` started an \#
      inner stream for it, `fail("no")` sent `#[no]` on tick 3.
      """#
    ),
    (
      #"clicks = -a|; req = cold --1|; clicks.flatMap { req.map { $0 } }"#,
      #"why 1"#,
      #"""
      `1` on tick 3: `clicks` sent `a` on tick 1, `flatMap` started an inner stream for it, `req` sent `1` on \#
      tick 3, `map` made it `1`.
      """#
    ),
    (
      #"a = -1-1-1-1|; a.take(first: 3)"#,
      #"why 1"#,
      #"`1` on tick 1, the first of 3: `a` sent `1` on tick 1."#
    ),
    (
      #"req = cold -1-2|; late = ---x; s = req.share(); merge(s, late.flatMap(.merge) { s.map { $0 * 10 } })"#,
      #"why not [10]"#,
      #"""
      `[10]` did not come: `map { $0 * 10 }` subscribed to `s` only on tick 3, and `s` sent `1` on \#
      tick 1.
      """#
    ),
    (
      #"a = cold -1-2|; b = cold --3|; concat(a, b)"#,
      #"why 3"#,
      #"`3` on tick 6: `a` sent `|` on tick 4, `concat(a, b)` then subscribed to `b`, `b` sent `3` on tick 6."#
    ),
    (
      #"m = -[.failed(no)]-; m.dematerialize()"#,
      #"why not [.failed(no)]"#,
      #"`[.failed(no)]` did not come: on tick 1, `dematerialize()` sent `#[no]` for it."#
    ),
    (
      #"plus = -x-x; minus = --x; merge(plus, minus).scan(0) { $0 + 1 }"#,
      #"why not 1 @6"#,
      #"`1` came on tick 1, not on tick 6: `plus` sent `x` on tick 1, `scan` combined it with its state `0` to `1`."#
    ),
    (
      #"a = -1-2-; a.timeout(after: 4, raising: "late")"#,
      #"why #"#,
      #"`#[late]` on tick 4: `timeout` sent `#[late]` on tick 4, because its time was up."#
    ),
    (
      #"""
      server = cold --1|, -------2|, --3|; timer(interval: 5).take(first: 3).flatMap(.latest) { \#
      server.timeout(first: 4, with: "[slow]|") }
      """#,
      #"why [slow]"#,
      #"""
      `[slow]` on tick 14: `timer(interval: 5)` sent `1` on tick 10, because its time was up, `flatMap` \#
      started an inner stream for it, `timeout` subscribed to `"[slow]|"` on tick 14, because its time was up, \#
      `inner stream` sent `[slow]` on tick 14.
      """#
    ),
    (
      #"taps = -a-b----c|; work = cold --1|, ---2|; action(taps) { work }.values"#,
      #"why not |"#,
      #"`|` did not come: `action(taps) { work }` never ends."#
    ),
    (
      #"a = -1-2-3|; a.map { $0 == 2 ? throw "two" : $0 }"#,
      #"why #"#,
      #"`#[two]` on tick 3: `a` sent `2` on tick 3, `map` sent `#[two]`, because its closure threw."#
    ),
    (
      #"a = -1-2-3|; t = ----x-; a.buffer(on: t)"#,
      #"why [[1,2]]"#,
      #"`[[1,2]]` on tick 4: `a` sent `2` on tick 3, `buffer` combined it with `1` of `a` when `t` sent `x` on tick 4."#
    ),
    (
      #"a = -1-2-3|; a.collect(count: 2)"#,
      #"why [[3]]"#,
      #"`[[3]]` on tick 6: `a` sent `3` on tick 5, `collect` made it `[[3]]` when `a` sent `|` on tick 6."#
    ),
    (
      #"a = -1-2-3|; a.last()"#,
      #"why 3"#,
      #"`3` on tick 6: `a` sent `3` on tick 5, `last()` held it until `a` sent `|` on tick 6."#
    ),
    (
      #"a = -1-1-|; b = -1-|; merge(a, b)"#,
      #"why 1 @1"#,
      #"`1` on tick 1, the first of 2: `a` sent `1` on tick 1."#
    ),
    (
      #"up = -1-#[full]; up.materialize().flatMapError { just("x") }"#,
      #"why not x"#,
      #"`x` did not come: `flatMapError` never subscribed to `just("x")`, which sends it, because `materialize` did not fail."#
    ),
    (
      #"request = cold --#, --1|; request.retry(upTo: 0, interval: 3)"#,
      #"why not 1"#,
      #"`1` did not come: `retry` had already failed, on tick 2, with `#` of `request`, and start 2 of `request` would have sent it."#
    ),
    (
      #"b = cold -1-#, -2|; b.retry(upTo: 1, interval: 5).take(for: 6)"#,
      #"why not 2"#,
      #"`2` did not come: `take(for: 6)` had already completed, on tick 6, and start 2 of `b` would have sent it."#
    ),
    (
      #"b = cold -1-#, -2|; b.retry(when: { $0.delay(5) }).take(for: 6)"#,
      #"why not 2"#,
      #"`2` did not come: `take(for: 6)` had already completed, on tick 6, and start 2 of `b` would have sent it."#
    ),
    (
      #"b = cold -1|, -2|; b.repeat(when: { _ in timer(after: 5) }).take(for: 4)"#,
      #"why not 2"#,
      #"`2` did not come: `take(for: 4)` had already completed, on tick 4, and start 2 of `b` would have sent it."#
    ),
    (
      #"b = cold -1-#, -2|; b.retry(when: { _ in never() }).take(for: 6)"#,
      #"why not 2"#,
      #"`2` did not come: `retry` sends only `1`."#
    ),
    (
      #"t = ----1---------2|; t.timeout(each: 5)"#,
      #"why not 2"#,
      #"`2` did not come: `timeout(each: 5)` had already failed, on tick 9, with `#[timed out]`, because its time was up, and `t` sent it on tick 14."#
    ),
    (
      #"""
      request = cold --#, --#, --#, --1|; request.retry { $0.zip(timer(interval: 1)).take(first: 2) }
      """#,
      #"why not 1"#,
      #"""
      `1` did not come: `retry` had already completed, on tick 5, and start 4 of `request` would have sent it.
      """#
    ),
    (
      #"""
      clicks = a--b---c|; ok = cold 1----2|; bad = cold ---#; clicks.flatMap { $0 == "b" ? bad : ok }
      """#,
      #"why not 1 @7"#,
      #"""
      `1` came on tick 0, not on tick 7. The result had already failed, on tick 6, with `#` of `bad`.
      """#
    ),
    (
      #"""
      s = -a-b-c|; ok = cold -1|; bad = cold #[no]; rest = cold -3|; s.flatMap(.concat) { \#
      $0 == "b" ? bad : $0 == "c" ? rest : ok }
      """#,
      #"why not 3"#,
      #"""
      `3` did not come: `flatMap` never subscribed to `rest`, which sends it. It failed on tick 3, with `#[no]` of \#
      `bad`.
      """#
    ),
    (
      #"""
      server = cold --1|, ------2|, --3|; timer(interval: 5).take(first: 3).flatMap(.latest) { \#
      server.timeout(first: 4, with: "[slow]|") }
      """#,
      #"why not 2"#,
      #"""
      `2` did not come: `timeout` had unsubscribed from `server` on tick 14, because its time was up, and `server` \#
      would have sent it on tick 16.
      """#
    ),
    (
      #"""
      taps = -a-b----c|; work = cold --1|, ---2|; action(taps) { work }
      """#,
      #"why not 2"#,
      #"""
      `2` did not come: on tick 11, `action(taps) { work }` sends it inside one of its streams.
      """#
    ),
    (
      #"a = 1-2-3-#; b = ----x---y|; zip(a, b)"#,
      #"why not 2"#,
      #"""
      `2` did not come: on tick 2, `zip(a, b)` still held it as value 2 of its stream when `zip` failed, on tick 6, \#
      with `#` of `a`, because `b` had sent only 1 value.
      """#
    ),
    (
      #"a = 1-2-3-#; b = ----x---y|; zip(a, b).take(first: 1)"#,
      #"why not 2"#,
      #"""
      `2` did not come: on tick 2, `zip(a, b)` still held it as value 2 of its stream when `zip` was unsubscribed, on \#
      tick 4, because `b` had sent only 1 value.
      """#
    ),
    (
      #"a = -1-2-3; a.take(last: 2)"#,
      #"why not 2"#,
      #"`2` did not come: on tick 3, `take(last: 2)` waits for the completion of `a`, which did not come."#
    ),
    (
      #"a = -ab--c|; a.debounce(3, discardWhenCompleted: false)"#,
      #"why |"#,
      #"`|` on tick 8: `a` sent `|` on tick 6, `debounce` held it until it sent `c` on tick 8."#
    ),
    (
      #"a = -ab-----c-d--e|; a.audit(for: 3)"#,
      #"why |"#,
      #"`|` on tick 16: `a` sent `|` on tick 14, `audit(for: 3)` held it until it sent `e` on tick 16."#
    ),
    (
      #"a = -1-2|; b = ----x----y|; zip(a, b)"#,
      #"why |"#,
      #"`|` on tick 9: `a` sent `|` on tick 4, `zip(a, b)` held it until it sent `[2,y]` on tick 9."#
    ),
    (
      #"a = -ab-c--|; a.throttle(6, discardWhenCompleted: false)"#,
      #"why |"#,
      #"`|` on tick 7: `a` sent `|` on tick 7."#
    ),
    (
      #"a = -1; b = -x; a.concat(b)"#,
      #"why not x"#,
      #"""
      `x` did not come: `concat(b)` never subscribed to `b`, because `a` did not complete, and `b` sent it on tick 1.
      """#
    ),
    // Windows that hold their values, open on one tick, or are closed, and the two streams of a partition.
    (
      #"a = -1-2-3-4-5-|; b = --x---y-|; a.window(on: b).flatMap(.concat) { $0.delay(5) }"#,
      #"why 3"#,
      #"""
      `3` on tick 12: `b` sent `x` on tick 2, …, `flatMap` started an inner stream for `[window]` on tick 7, \#
      `window(on: b)` held `3` until tick 7, `delay(5)` held it until tick 12.
      """#
    ),
    (
      #"a = (12)(34)-5|; a.window(count: 1).flatMap { $0.filter { $0 > 4 } }"#,
      #"why not 2"#,
      #"`2` did not come: on tick 0, `filter { $0 > 4 }` dropped it, because its closure returned false."#
    ),
    (
      #"a = -1-2-3-4|; a.window(from: "--x") { "---y" }.flatMap { $0 }"#,
      #"why not 4"#,
      #"`4` did not come: on tick 7, `window` dropped it, because no window was open."#
    ),
    (
      #"a = -1-2-3|; a.window(count: 2, every: 3)"#,
      #"why not 2"#,
      #"`2` did not come: on tick 3, `window` sends it inside a window, which is a stream."#
    ),
    (
      #"a = -1-2-3|; a.partition { $0 > 1 }.flatMap { $0.filter { $0 > 2 } }"#,
      #"why not 2"#,
      #"`2` did not come: on tick 3, `filter { $0 > 2 }` dropped it, because its closure returned false."#
    ),
    (
      #"a = -1-2|; a.partition { $0 > 1 }.take(first: 1).flatMap { $0 }"#,
      #"why not 1"#,
      #"""
      `1` did not come: `take(first: 1)` had already completed, with its last value on tick 0, and `partition` sent \#
      `[others]` on tick 0.
      """#
    ),
    (
      #"a = -1-2-3|; a.partition { $0 > 1 }.flatMap { $0.take(first: 1) }"#,
      #"why not 3"#,
      #"`3` did not come: `partition { $0 > 1 }` had unsubscribed from `a` on tick 3, and `a` sent it on tick 5."#
    ),
    // Streams that nothing observes, operators that start a source again, and the result of a source.
    (
      #"a = -1-2-3|; a.partition { $0 > 2 }.flatMap(.latest) { $0.take(first: 0) }"#,
      #"why not 1"#,
      #"`1` did not come: `take(first: 0)` sent nothing, because its count is 0, and `a` sent it on tick 1."#
    ),
    (
      #"a = cold -1-#, -2-#, -3|; a.map { $0 }.filter { $0 > 0 }.retry(upTo: 1)"#,
      #"why not 3"#,
      #"""
      `3` did not come: `retry(upTo: 1)` had already failed, on tick 6, with `#` of `a`, and `a` would have sent it on \#
      tick 7.
      """#
    ),
    (
      #"news = 1--2--3--|; late = -----x|; late.flatMap(.latest) { news.map { $0 * 10 } }"#,
      #"why not [20] @5"#,
      #"`[20]` did not come: `flatMap` subscribed to `map` only on tick 5, and `news` sent `2` on tick 3."#
    ),
    (
      #"server = cold -#, -#, -1|; server.retry(upTo: 3).recover(with: 0)"#,
      #"why not 0"#,
      #"""
      `0` did not come: nothing sends it. `recover(with: 0)` sends this value only at a failure of its source, which did \#
      not fail.
      """#
    ),
    (
      #"a = cold -1-2-3|; b = cold -x; a.take(until: b).repeat().take(first: 5)"#,
      #"why not |"#,
      #"`|` did not come: `repeat()` received it, which starts the source again."#
    ),
    (
      #"a = -1-2-3|; a"#,
      #"why not [1,2]"#,
      #"`[1,2]` did not come: nothing sends it. `a` sends only `1`, `2`, `3`."#
    ),
    // Interruptions inside values, streams of `expand`, and the tick of the question.
    (
      #"a = -1--!; a.materialize().dematerialize().delay(3)"#,
      #"why !"#,
      #"""
      `!` on tick 4: `a` sent `!` on tick 4, `materialize` made it `[.interrupted]`, `dematerialize()` sent `!` at it.
      """#
    ),
    (
      #"a = -1-2-3|; a.expand { $0 < 3 ? just($0 + 1) : empty() }"#,
      #"why 3 @1"#,
      #"""
      `3` on tick 1: `a` sent `1` on tick 1, `expand` started an inner stream for it, `just($0 + 1)` sent `2` on tick \#
      1, `expand` started an inner stream for it, `just($0 + 1)` sent `3` on tick 1.
      """#
    ),
    (
      #"a = -1-2-3|; a.filter { $0 != 3 }"#, #"why not 3 @1"#,
      #"`3` did not come: on tick 1, `1` came: `a` sent `1` on tick 1."#
    ),
    (
      #"a = -1-2-1-1|; a.uniqueValues()"#, #"why not 1 @7"#,
      #"""
      `1` came on tick 1, not on tick 7. On tick 7, `uniqueValues()` dropped it, because an equal value had come on tick 1.
      """#
    ),
    ("a = -1-2-3|; a during ^--!", "why not ! @2", "`!` came on tick 3, not on tick 2: the observer unsubscribed."),
    // What operators wait for, and the streams that they send.
    (
      #"a = -1-2-3|; b = -x-y-; zip(a, b)"#, #"why not |"#,
      #"`|` did not come: `zip(a, b)` waits for `b` to end or to send 1 more value."#
    ),
    (
      #"a = -1|; b = -x-; forkJoin(a, b)"#, #"why not 1"#,
      #"""
      `1` did not come: on tick 1, `forkJoin(a, b)` still held it at the end of the run, because `b` had not completed.
      """#
    ),
    (
      #"a = -1-#; b = cold -7|; a.flatMapError { b }"#, #"why not 9"#,
      #"`9` did not come: nothing sends it. `flatMapError { b }` sends only `1`, `7`."#
    ),
    (
      #"a = -1-2-3|; b = cold ----x; a.throttle(until: { b }, leading: false)"#, #"why not 1"#,
      #"`1` did not come: on tick 1, `throttle` only began to wait at it."#
    ),
    (
      #"a = cold ----1|, --2|; a.timeout(each: 5, with: a).take(first: 1)"#, #"why not 2"#,
      #"`2` did not come: `timeout` never subscribed to `a`, and `a` would have sent it."#
    ),
    (
      #"f = cold --#, ---1|; f.recover(with: 9)"#, #"why not 1"#,
      #"`1` did not come: nothing sends it. `f` sends no values. It failed on tick 2, with `#`."#
    ),
    (
      #"a = -1-2-3|; b = a.map { $0 * 2 }; zip(b, b.filter { $0 > 2 })"#, #"why [4,4]"#,
      #"""
      `[4,4]` did not come: on tick 1, `filter { $0 > 2 }` received `2`, and dropped it, because its closure returned \#
      false.
      """#
    ),
    // The state of `scanMap` is not sent.
    (
      #"a = --1--2--3--|; a.scanMap(0) { ($0 + $1, "\($0)+\($1)") }"#, #"why [3+3]"#,
      #"`[3+3]` on tick 8: `a` sent `3` on tick 8, `scanMap` combined it with its state to `[3+3]`."#
    ),
    (
      #"a = --1--2--3--|; a.scanMap(0) { ($0 + $1, "\($0)+\($1)") }"#, #"why [0+1]"#,
      #"`[0+1]` on tick 2: `a` sent `1` on tick 2, `scanMap` combined it with its state `0` to `[0+1]`."#
    ),
    // Values that a condition rejects are not counted.
    (
      "a = 1-2-3|; a.count(where: { $0 > 1 })", "why 2",
      "`2` on tick 5: `a` sent `|` on tick 5, `count` made `2` of `2` and `3`."
    ),
    (
      "a = 1-2-3|; a.count(where: { $0 > 1 })", "why not 1",
      #"""
      `1` did not come: on tick 0, `count(where: { $0 > 1 })` does not count it, because its closure returned \#
      false.
      """#
    ),
    // The window ends because of its length, before the source ends.
    (
      "a = 1-2-|; a.window(count: 1).flatMap(.merge) { $0.count() }", "why 1",
      #"""
      `1` on tick 0, the first of 2: `window(count: 1)` sent `[window]` on tick 0, `flatMap` started an inner stream \#
      for it, `a` sent `1` on tick 0, `window(count: 1)` sent `|` at it, `count` made `1` of `1`.
      """#
    ),
    // `retry` does not start a source again that has completed.
    (
      "clock = t---------t----|; server = cold -1|, -#, -2|; clock.flatMap(.merge) { server.retry(upTo: 1) }",
      "why not 2 @14",
      #"""
      `2` came on tick 12, not on tick 14: `clock` sent `t` on tick 10, `flatMap` started an inner stream for it, \#
      `server` sent `#` on tick 11, `retry(upTo: 1)` started `server` again, `server` sent `2` on tick 12.
      """#
    ),
    (
      "t = x-----x----|; c = cold -#, -b|; t.flatMap(.concat) { c.retry(upTo: 1, interval: 1) }", "why not b @9",
      #"""
      `b` came on tick 7, not on tick 9: `t` sent `x` on tick 6, `flatMap` started an inner stream for it, `c` sent \#
      `b` on tick 7.
      """#
    ),
    (
      "answer = --1-----2|; copy = cold -x-y|; answer.timeout(each: 5, with: copy)", "why x",
      #"""
      `x` on tick 8: `answer` sent `1` on tick 2, `timeout` subscribed to `copy` on tick 7, because its time was up, \#
      `copy` sent `x` on tick 8.
      """#
    ),
    // A part after those that are left out names its event.
    (
      #"a = -1|; a.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }"#, #"why 6"#,
      #"`6` on tick 1: `a` sent `1` on tick 1, …, `map` made `4` of `3`, `map` made it `5`, `map` made it `6`."#
    ),
    // The result of the operator is not that of the expression.
    (
      "v = cold -1-#; b = cold -7|; v.suppressError().concat(b)", "why not #",
      "`#` did not come: on tick 3, `suppressError()` received it, which completes its result."
    ),
    (
      "a = 2#; a during --^", "why !", "`!` on tick 2: `a` had already ended, on tick 1, when it was observed."
    ),
  ])
  func sentenceNamesTheCause(script: String, question: String, sentence: String) throws {
    let statements = script.split(separator: "; ")
    let text = self.text(of: (statements + [question[...]]).joined(separator: "\n"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix {
      !$0.isEmpty && !$0.hasPrefix("  ")
    }
    #expect(lines.joined(separator: " ") == sentence)
  }

  private func text(of script: String) -> String {
    let session = Session()
    var text = ""
    session.evaluate(Source(name: "test", text: script)) { answer in
      if case .explained = answer { text = AnswerWriter().text(of: answer)?.text ?? "" }
    }
    return text
  }
}
