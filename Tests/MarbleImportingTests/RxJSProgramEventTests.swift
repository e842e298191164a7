import MarbleImporting
import MarbleSession
import Marbles
import Testing

/// Programs of which RxJS 7.8.2 has sent the expected events on its virtual time.
///
/// For events of several timers at the same time, it is the order of `VirtualTimeScheduler`, which is that in which
/// the timers were set.
@Suite struct RxJSProgramEventTests {
  /// The programs, with the milliseconds and the events of each stream that they show.
  static let programs: [(program: String, events: [String])] = [
    (
      #"""
      const s = new Subject();
      s.pipe(map(x => x * 2)).subscribe(console.log);
      s.next(1);
      setTimeout(() => s.next(3), 1000);
      setTimeout(() => s.complete(), 2000);
      """#,
      ["0 2, 1000 6, 2000 |"]
    ),
    (
      #"""
      const b = new BehaviorSubject(7);
      b.next(8);
      b.subscribe();
      b.next(9);
      setTimeout(() => b.complete(), 50);
      """#,
      ["0 8, 0 9, 50 |"]
    ),
    (
      #"const r = new ReplaySubject(2); r.next(1); r.next(2); r.next(3); r.subscribe(); r.error('no');"#,
      ["0 2, 0 3, 0 #no"]
    ),
    // Without times, each event and each later subscription has a tick.
    (
      #"const s = new ReplaySubject(2); s.next(1); s.subscribe(); s.next(2); s.subscribe(); s.next(3);"#,
      ["0 1, 0 2, 2 3", "1 1, 1 2, 2 3"]
    ),
    (
      #"const b = new BehaviorSubject(0); b.subscribe(); b.next(1); b.subscribe(); b.next(2);"#,
      ["0 0, 0 1, 2 2", "1 1, 2 2"]
    ),
    (
      #"const s = new AsyncSubject(); s.subscribe(); s.next(1); s.next(2); s.complete(); s.subscribe();"#,
      ["2 2, 2 |", "3 2, 3 |"]
    ),
    (
      #"const s = new ReplaySubject(2); s.pipe(map(x => -x)).subscribe(); s.subscribe(); s.next(1); s.next(2);"#,
      ["0 -1, 0 -2", "0 1, 0 2"]
    ),
    (
      #"""
      const s = new ReplaySubject(1); s.next(1);
      setTimeout(() => s.subscribe(), 100);
      setTimeout(() => s.next(2), 200);
      setTimeout(() => s.subscribe(), 300);
      """#,
      ["100 1, 200 2", "300 2"]
    ),
    (
      #"const b = new BehaviorSubject(1); b.subscribe(); b.next(2); b.error('no');"#,
      ["0 1, 0 2, 0 #no"]
    ),
    (
      #"const b = new BehaviorSubject(1); b.pipe(map(x => x + 1)).subscribe(); b.next(2);"#,
      ["0 2, 0 3"]
    ),
    (
      #"const b = new BehaviorSubject(1); b.next(4); timer(5).pipe(switchMap(() => b), take(1)).subscribe();"#,
      ["5 4, 5 |"]
    ),
    // All uses of a subject with a value are of one subject, which begins at the start.
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      timer(30).pipe(switchMap(() => x.pipe(take(1)))).subscribe();
      """#,
      ["30 2, 30 |"]
    ),
    (
      #"""
      const page = new BehaviorSubject(1), query = new BehaviorSubject('a');
      page.pipe(switchMap(p => query.pipe(map(q => q + p)))).subscribe();
      setTimeout(() => query.next('b'), 10);
      setTimeout(() => page.next(2), 20);
      """#,
      ["0 a1, 10 b1, 20 b2"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      x.pipe(mergeMap(v => x.pipe(take(1)))).subscribe();
      timer(15).pipe(concatMap(() => defer(() => x))).subscribe();
      """#,
      ["0 1, 10 2", "15 2"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      setTimeout(() => x.next(3), 20);
      timer(15).pipe(switchMap(() => combineLatest([x, of(5)]))).subscribe();
      """#,
      ["15 [2, 5], 20 [3, 5]"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      const y = x.pipe(map(v => v * 10));
      x.pipe(withLatestFrom(y)).subscribe();
      y.pipe(withLatestFrom(x)).subscribe();
      merge(y, x).subscribe();
      """#,
      ["0 [1, 10], 10 [2, 20]", "0 [10, 1], 10 [20, 2]", "0 10, 0 1, 10 20, 10 2"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      setTimeout(() => x.next(3), 20);
      x.pipe(takeUntil(x.pipe(skip(1)))).subscribe();
      x.pipe(skipUntil(x.pipe(filter(v => v === 2)))).subscribe();
      x.pipe(sample(x)).subscribe();
      """#,
      ["0 1, 10 |", "10 2, 20 3", "0 1, 10 2, 20 3"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      concat(x.pipe(take(2)), x.pipe(take(1))).subscribe();
      x.pipe(take(2), repeat(2)).subscribe();
      """#,
      ["0 1, 10 2, 10 2, 10 |", "0 1, 10 2, 10 2"]
    ),
    // After its completion, a subject sends no value to a new observer.
    (
      #"""
      const x = new BehaviorSubject(1);
      setTimeout(() => x.next(2), 10);
      setTimeout(() => x.complete(), 20);
      timer(30).pipe(switchMap(() => x.pipe(defaultIfEmpty('none')))).subscribe();
      concat(timer(30), x).subscribe();
      concat(timer(5), x).subscribe();
      """#,
      ["30 none, 30 |", "30 0, 30 |", "5 0, 5 1, 10 2, 20 |"]
    ),
    (
      #"""
      const x = new BehaviorSubject(1);
      x.subscribe();
      setTimeout(() => x.complete(), 10);
      setTimeout(() => x.subscribe(), 30);
      """#,
      ["0 1, 10 |", "30 |"]
    ),
    (#"const x = new BehaviorSubject(1); x.subscribe(); x.complete(); x.subscribe();"#, ["0 1, 0 |", "1 |"]),
    // A subject that has completed completes for a later observer.
    (
      #"""
      const s = new Subject();
      s.pipe(repeat(2)).subscribe();
      setTimeout(() => s.next(1), 5);
      setTimeout(() => s.complete(), 10);
      """#,
      ["5 1, 10 |"]
    ),
    (
      #"""
      const s = new Subject();
      s.pipe(retry(1)).subscribe();
      setTimeout(() => s.next(1), 5);
      setTimeout(() => s.error('no'), 10);
      """#,
      ["5 1, 10 #no"]
    ),
    (
      #"""
      const s = new Subject();
      timer(30).pipe(concatWith(s)).subscribe();
      setTimeout(() => s.error('no'), 10);
      """#,
      ["30 0, 30 #no"]
    ),
    (#"timer(20).pipe(windowTime(20), mergeMap(w => w.pipe(count()))).subscribe();"#, ["20 0, 20 1, 20 |"]),
    (
      #"""
      const s = new Subject();
      timer(30).pipe(switchMap(() => s.pipe(toArray()))).subscribe();
      setTimeout(() => s.next(1), 5);
      setTimeout(() => s.complete(), 10);
      """#,
      ["30 [], 30 |"]
    ),
    (
      #"""
      const s = new Subject();
      timer(30).pipe(concatWith(timer(1, 1).pipe(take(3), sample(s)))).subscribe();
      setTimeout(() => s.next(1), 5);
      setTimeout(() => s.complete(), 10);
      """#,
      ["30 0, 33 |"]
    ),
    // JavaScript counts UTF-16 code units, and iterates over code points.
    (
      #"of('ae\u0301', 'a👍', 'abc', 'ab').pipe(filter(s => s.length === 3)).subscribe();"#,
      ["0 ae\u{301}, 0 a👍, 0 abc, 0 |"]
    ),
    (#"from('👍🏽').subscribe();"#, ["0 👍, 0 🏽, 0 |"]),
    (
      #"from(Promise.resolve(3)).pipe(map(x => x ** 2))"#,
      ["0 9, 0 |"]
    ),
    (
      #"of('a b').pipe(mergeMap(s => s.split(' ')))"#,
      ["0 a, 0 b, 0 |"]
    ),
    (
      #"of([1, 2], [3, 4]).pipe(map(([a, b]) => a * b))"#,
      ["0 2, 0 12, 0 |"]
    ),
    (
      #"""
      new Observable(s => {
        s.next('start');
        const id = setInterval(() => s.next('tick'), 10);
        return () => clearInterval(id);
      }).pipe(take(3))
      """#,
      ["0 start, 10 tick, 20 tick, 20 |"]
    ),
    (
      #"class Cart { total(prices) { return prices.length * 5; } } of('abc').pipe(map(s => new Cart().total(s)))"#,
      ["0 15, 0 |"]
    ),
    (
      #"from([4, 8, 15, 16]).pipe(filter(n => n % 8 === 0))"#,
      ["0 8, 0 16, 0 |"]
    ),
    (
      #"generate(1, x => x < 50, x => x * 3)"#,
      ["0 1, 0 3, 0 9, 0 27, 0 |"]
    ),
    (
      #"concat(of(1, 2), timer(30), of('done'))"#,
      ["0 1, 0 2, 30 0, 30 done, 30 |"]
    ),
    (
      #"zip(of('left', 'right'), interval(20), (side, i) => `${side}:${i}`)"#,
      ["20 left:0, 40 right:1, 40 |"]
    ),
    (
      #"combineLatest({ width: of(10, 20), height: timer(5, 5).pipe(take(2)) }).pipe(map(({ width, height }) => width * height))"#,
      ["5 0, 10 20, 10 |"]
    ),
    (
      #"forkJoin({ user: timer(300).pipe(map(() => 'Ada')), posts: of(1, 2, 3) })"#,
      ["300 [3, Ada], 300 |"]
    ),
    (
      #"race(timer(50).pipe(map(() => 'slow')), timer(20).pipe(map(() => 'fast')))"#,
      ["20 fast, 20 |"]
    ),
    (
      #"throwError(() => new Error('no network'))"#,
      ["0 #no network"]
    ),
    (
      #"EMPTY.pipe(startWith('header'), endWith('footer'))"#,
      ["0 header, 0 footer, 0 |"]
    ),
    (
      #"interval(10).pipe(take(10), bufferCount(3, 2))"#,
      ["30 [0, 1, 2], 50 [2, 3, 4], 70 [4, 5, 6], 90 [6, 7, 8], 100 [8, 9], 100 |"]
    ),
    (
      #"interval(10).pipe(take(6), windowCount(2), mergeMap(w => w.pipe(toArray())))"#,
      ["20 [0, 1], 40 [2, 3], 60 [4, 5], 60 [], 60 |"]
    ),
    (
      #"of(3, 5, 9).pipe(pairwise(), map(([before, after]) => after - before))"#,
      ["0 2, 0 4, 0 |"]
    ),
    (
      #"of(1).pipe(expand(x => of(x * 2).pipe(delay(10))), take(5))"#,
      ["0 1, 10 2, 20 4, 30 8, 40 16, 40 |"]
    ),
    (
      #"of('p', 'q').pipe(mergeMap(row => interval(30).pipe(take(2), map(seat => row + seat))))"#,
      ["30 p0, 30 q0, 60 p1, 60 q1, 60 |"]
    ),
    (
      #"of(20, 10).pipe(concatMap(ms => timer(ms).pipe(map(() => ms))))"#,
      ["20 20, 30 10, 30 |"]
    ),
    (
      #"interval(100).pipe(take(3), switchMap(i => interval(40).pipe(take(5), map(j => `${i}.${j}`))))"#,
      ["140 0.0, 180 0.1, 240 1.0, 280 1.1, 340 2.0, 380 2.1, 420 2.2, 460 2.3, 500 2.4, 500 |"]
    ),
    (
      #"interval(100).pipe(take(5), exhaustMap(i => timer(250).pipe(map(() => i))))"#,
      ["350 0, 650 3, 650 |"]
    ),
    (
      #"""
      of({ kind: 'fruit', name: 'fig' }, { kind: 'nut', name: 'almond' }, { kind: 'fruit', name: 'pear' }).pipe(
        groupBy(item => item.kind),
        mergeMap(group => group.pipe(map(item => item.name), toArray(), map(names => group.key + ': ' + names.length)))
      )
      """#,
      ["0 fruit: 2, 0 nut: 1, 0 |"]
    ),
    (
      #"interval(10).pipe(takeWhile(i => i < 4, true))"#,
      ["10 0, 20 1, 30 2, 40 3, 50 4, 50 |"]
    ),
    (
      #"interval(10).pipe(skipUntil(timer(35)), take(3))"#,
      ["40 3, 50 4, 60 5, 60 |"]
    ),
    (
      #"range(1, 4).pipe(first(n => n > 10, 'none'))"#,
      ["0 none, 0 |"]
    ),
    (
      #"of('a', 'A', 'b').pipe(distinctUntilChanged((p, q) => p.toLowerCase() === q.toLowerCase()))"#,
      ["0 a, 0 b, 0 |"]
    ),
    (
      #"interval(30).pipe(take(10), auditTime(100))"#,
      ["130 3, 250 7, 370 9, 370 |"]
    ),
    (
      #"interval(30).pipe(take(10), throttleTime(100, undefined, { leading: false, trailing: true }))"#,
      ["130 3, 230 6, 330 9, 330 |"]
    ),
    (
      #"interval(30).pipe(take(6), sample(interval(70)))"#,
      ["70 1, 140 3, 180 |"]
    ),
    (
      #"of('one', 'two').pipe(single(s => s.startsWith('t')))"#,
      ["0 two, 0 |"]
    ),
    (
      #"interval(50).pipe(take(4), withLatestFrom(interval(70)))"#,
      ["100 [1, 0], 150 [2, 1], 200 [3, 1], 200 |"]
    ),
    (
      #"of(300, 100, 200).pipe(delayWhen(ms => timer(ms)))"#,
      ["100 100, 200 200, 300 300, 300 |"]
    ),
    (
      #"concat(of('try'), throwError(() => new Error('down'))).pipe(retry({ count: 2, delay: 500 }))"#,
      ["0 try, 500 try, 1000 try, 1000 #down"]
    ),
    (
      #"EMPTY.pipe(throwIfEmpty(() => new Error('no rows')))"#,
      ["0 #no rows"]
    ),
    (
      #"timer(1000).pipe(timeout({ each: 400, with: () => of('fallback') }))"#,
      ["400 fallback, 400 |"]
    ),
    (
      #"timer(10).pipe(repeat({ count: 3, delay: 20 }))"#,
      ["10 0, 40 0, 70 0, 70 |"]
    ),
    (
      #"interval(100).pipe(take(3), timeInterval(), map(t => t.interval))"#,
      ["100 100, 200 100, 300 100, 300 |"]
    ),
    (
      #"of('a', 'bcd', 'ef').pipe(max((a, b) => a.length - b.length))"#,
      ["0 bcd, 0 |"]
    ),
    (
      #"of(1, 2, 3).pipe(scan((acc, n) => [...acc, n], []))"#,
      ["0 [1], 0 [1, 2], 0 [1, 2, 3], 0 |"]
    ),
    (
      #"interval(10).pipe(take(4), bufferTime(25, 10))"#,
      ["25 [0, 1], 35 [0, 1, 2], 40 [1, 2, 3], 40 [2, 3], 40 [3], 40 |"]
    ),
    (
      #"""
      import { fromEvent, interval } from 'rxjs';
      import { take } from 'rxjs/operators';

      const ticks$ = interval(1000).pipe(take(3));
      ticks$.subscribe(n => console.log(n));
      """#,
      ["1000 0, 2000 1, 3000 2, 3000 |"]
    ),
    (
      #"""
      import { of, map, Observable } from 'rxjs';

      interface Person { name: string; age: number }

      const people: Observable<Person> = of<Person>({ name: 'Ann', age: 31 }, { name: 'Bo', age: 12 });
      const adults = people.pipe(
        map((person: Person): string => `${person.name} is ${person.age}`),
      );
      adults.subscribe({
        next: (text) => console.log(text),
        error: (err) => console.error(err),
        complete: () => console.log('complete'),
      });
      """#,
      ["0 Ann is 31, 0 Bo is 12, 0 |"]
    ),
    (
      #"""
      const { of, concatMap, delay } = rxjs;

      // A queue of requests, one after the other.
      const requests = of('a', 'b', 'c');
      const answers = requests.pipe(
        concatMap(id => of(`answer for ${id}`).pipe(delay(100))) // each takes a while
      );
      answers.subscribe(x => console.log(x));
      """#,
      ["100 answer for a, 200 answer for b, 300 answer for c, 300 |"]
    ),
    (
      #"""
      import { timer, switchMap, map, of, startWith } from 'rxjs';
      function load(id: number) {
        return timer(70).pipe(map(() => ({ id, title: `page ${id}` })));
      }
      const pages = timer(0, 100).pipe(take(3), switchMap(id => load(id)));
      pages.pipe(map(({ title }) => title)).subscribe(console.log);
      """#,
      ["70 page 0, 170 page 1, 270 page 2, 270 |"]
    ),
    (
      #"""
      import { interval, zip } from 'rxjs';
      import { map } from 'rxjs/operators';

      /* Two sensors: the first value of each belongs together. */
      const wind$ = zip(interval(20), interval(50));
      wind$.pipe(map(([fast, slow]) => ({ fast, slow, sum: fast + slow }))).pipe(take(3)).subscribe(x => {
        console.log('sum is ' + x.sum);
      });
      """#,
      ["50 [0, 0, 0], 100 [1, 1, 2], 150 [2, 2, 4], 150 |"]
    ),
    (
      #"""
      import { interval, map, take, toArray } from 'rxjs';
      const double = (n: number) => n * 2;
      const LIMIT = 4;
      interval(10).pipe(
        take(LIMIT),
        map(double),
        toArray()
      ).subscribe(all => console.log(all));
      """#,
      ["40 [0, 2, 4, 6], 40 |"]
    ),
    (
      #"""
      import { of, throwError, mergeMap, catchError } from 'rxjs';
      const result = of(1, 2, 3).pipe(
        mergeMap(value => value > 2 ? throwError(() => new Error(`${value} is too large`)) : of(value)),
        catchError((error: Error) => {
          console.warn(error);
          return of(`handled: ${error.message}`);
        })
      );
      result.subscribe(console.log);
      """#,
      ["0 1, 0 2, 0 handled: 3 is too large, 0 |"]
    ),
    (
      #"""
      import { from, reduce, map } from 'rxjs';
      const cart = [{ item: 'pen', price: 2, amount: 5 }, { item: 'ink', price: 9, amount: 1 }];
      const total = from(cart).pipe(
        map(({ price, amount }) => price * amount),
        reduce((sum, price) => sum + price, 0),
      );
      total.subscribe({ next(value) { console.log('total', value); } });
      """#,
      ["0 19, 0 |"]
    ),
    (
      #"""
      import * as Rx from 'rxjs';
      import * as ops from 'rxjs/operators';
      Rx.of(1, 2, 3).pipe(ops.filter(x => x !== 2), ops.map(x => x + 0.5)).subscribe();
      """#,
      ["0 1.5, 0 3.5, 0 |"]
    ),
    (
      #"""
      const source$ = interval(100).pipe(take(6));
      const [evens$, odds$] = partition(source$, n => n % 2 === 0);
      evens$.subscribe(n => console.log('even', n));
      odds$.subscribe(n => console.log('odd', n));
      """#,
      ["100 0, 300 2, 500 4, 600 |", "200 1, 400 3, 600 5, 600 |"]
    ),
    (
      #"""
      const countdown = (from: number) => timer(0, 1000).pipe(map(n => from - n), takeWhile(n => n >= 0));
      countdown(3).subscribe({ next: n => console.log(n), complete: () => console.log('lift off') });
      """#,
      ["0 3, 1000 2, 2000 1, 3000 0, 4000 |"]
    ),
    (
      #"""
      const typed = concat(
        of('s'),
        timer(100).pipe(map(() => 'st')),
        timer(400).pipe(map(() => 'str')),
      );
      typed
        .pipe(
          debounceTime(300),
          distinctUntilChanged(),
          switchMap(term => of([term, term.toUpperCase()]).pipe(delay(50))),
        )
        .subscribe(results => console.log(results));
      """#,
      ["450 [st, ST], 550 [str, STR], 550 |"]
    ),
    (
      #"""
      const numbers = of(1, 2, 3, 4);
      const even = (n: number) => n % 2 === 0;
      const [a$, b$] = [numbers.pipe(filter(even)), numbers.pipe(filter(n => !even(n)))];
      concat(a$, b$).subscribe(console.log);
      """#,
      ["0 2, 0 4, 0 1, 0 3, 0 |"]
    ),
    (
      #"""
      const addOne = map((x: number) => x + 1);
      of(1, 2).pipe(addOne, addOne)
      """#,
      ["0 3, 0 4, 0 |"]
    ),
    (
      #"""
      const square = () => (source: Observable<number>) => source.pipe(map(x => x * x));
      of(2, 3).pipe(square()).subscribe(console.log);
      """#,
      ["0 4, 0 9, 0 |"]
    ),
    (
      #"""
      const config = { period: 50, limit: 3 };
      const { period, limit } = config;
      interval(period).pipe(take(limit)).subscribe(v => { console.log(v); });
      """#,
      ["50 0, 100 1, 150 2, 150 |"]
    ),
    (
      #"""
      type Point = { x: number; y: number };
      const points$: Observable<Point> = of({ x: 1, y: 2 } as Point, { x: 3, y: 4 });
      points$.pipe(map(({ x, y }: Point) => Math.max(x, y))).subscribe();
      """#,
      ["0 2, 0 4, 0 |"]
    ),
    (
      #"for (const n of [1, 2]) { of(n).subscribe(console.log); }"#,
      ["0 1, 0 |", "0 2, 0 |"]
    ),
    (
      #"""
      const ids = ['a', 'b', 'c'];
      from(ids).pipe(mergeMap((id, i) => timer((i + 1) * 10).pipe(map(() => id)), 2)).subscribe(console.log);
      """#,
      ["10 a, 20 b, 40 c, 40 |"]
    ),
    (
      #"""
      const clicks = interval(10).pipe(take(3));
      const doubled = clicks.pipe(map(n => n * 2));
      merge(clicks, doubled).subscribe();
      """#,
      ["10 0, 10 0, 20 1, 20 2, 30 2, 30 4, 30 |"]
    ),
    (
      #"""
      import { of, shareReplay } from 'rxjs';
      const latest = of(1, 2).pipe(shareReplay(1));
      latest.subscribe({ next: first => console.log(first) });
      latest.subscribe({ next: second => console.log(second) });
      """#,
      ["0 1, 0 2, 0 |", "0 2, 0 |"]
    ),
    (
      #"""
      const { concat, of, throwError, timer, retry, catchError } = require('rxjs');
      // Fails twice more, each time after a longer pause.
      concat(of('try'), throwError(() => new Error('down'))).pipe(
        retry({ count: 2, delay: (error, n) => timer(n * 100) }),
        catchError(error => of(`gave up: ${error.message}`)),
      ).subscribe(console.log);
      """#,
      ["0 try, 100 try, 300 try, 300 gave up: down, 300 |"]
    ),
    (
      #"""
      import { interval, partition, merge, take, map, finalize, tap } from 'rxjs';
      const source = interval(10).pipe(take(4), tap({ next: n => console.log('saw', n) }), finalize(() => console.log('end')));
      const [low, high] = partition(source, n => n < 2);
      merge(low.pipe(map(n => `low ${n}`)), high.pipe(map(n => `high ${n}`))).subscribe();
      """#,
      ["10 low 0, 20 low 1, 30 high 2, 40 high 3, 40 |"]
    ),
    (
      #"""
      import { timer, of, iif, defer, mergeMap } from 'rxjs';
      const isOpen: boolean = true;
      timer(40).pipe(
        mergeMap(() => iif(() => isOpen, of('open'), of('closed'))),
      ).subscribe(function (state) { console.log(state); });
      """#,
      ["40 open, 40 |"]
    ),
  ]

  @Test(arguments: programs)
  func programSendsTheEventsOfRxJS(program: String, events: [String]) {
    var options = SessionOptions()
    options.foreignLanguage = RxJSProgram.language
    let session = Session(options)
    var outputs: [Timeline] = []
    var (script, errors) = ("", [String]())
    session.recordResult = { statement, result, source in
      if case .show = statement.action { outputs += result.outputs }
      script = source.text(of: 0..<source.bytes.count)
    }
    session.evaluate(Source(name: "program.ts", text: program)) { answer in
      if case .error(let error, _) = answer { errors.append(error.problem.message) }
    }
    #expect(errors.isEmpty)
    let tick = Self.tick(of: script)
    #expect(outputs.map { Self.text(of: $0, tick: tick) } == events, "\(script)")
  }

  /// Returns the milliseconds of a tick that a script chooses.
  private static func tick(of script: String) -> Int {
    guard script.hasPrefix(":tick "), let line = script.split(separator: "\n").first else { return 1 }
    let number = Int(line.filter(\.isNumber)) ?? 1
    return line.hasSuffix("ms") ? number : number * 1_000
  }

  private static func text(of timeline: Timeline, tick: Int) -> String {
    timeline.marbles.map { marble in
      let event =
        switch marble.event {
        case .value(let value): text(of: value)
        case .completed: "|"
        case .failed(let failure): "#\(failure.message)"
        default: "?"
        }
      return "\(marble.tick * tick) \(event)"
    }.joined(separator: ", ")
  }

  /// Returns the text of a value, where tuples are arrays as in JavaScript.
  private static func text(of value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .marble(let text), .string(let text): text
    case .null: "nil"
    case .tuple(let items), .array(let items): "[\(items.map { text(of: $0) }.joined(separator: ", "))]"
    default: "?"
    }
  }
}
