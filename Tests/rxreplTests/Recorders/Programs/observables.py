"""Records observables of reactivex, and prints what their observers receive: `python observables.py folder trace`.

Without a trace, nothing is recorded, and the output is the same.
"""
import sys
import threading

sys.path.insert(0, sys.argv[1])
import reactivex
from reactivex import Subject, operators
from rxrepl_recorder import Recorder


def operator(trace, is_closed=False):
    """Returns the function that records."""
    if not trace:
        return lambda name: lambda source: source
    recorder = Recorder(trace)
    if is_closed:
        recorder.file.close()
    return recorder.record


trace = sys.argv[2] if len(sys.argv) > 2 else None
record = operator(trace)


def observe(name, observable):
    return observable.subscribe(
        lambda value: print(name, value), lambda error: print(name, "failed", error), lambda: print(name, "completed"))


# Each value has an inner stream, of which the second replaces the first.
typed, searches = Subject(), {"j": Subject(), "ji": Subject()}
results = observe("results", typed.pipe(
    record("typed"), operators.map(lambda text: searches[text].pipe(record("search"))), operators.switch_latest(),
    record("results")))
typed.on_next("j")
searches["j"].on_next("Jo")
typed.on_next("ji")
searches["j"].on_next("lost")
searches["ji"].on_next("Jill")
searches["ji"].on_completed()
results.dispose()
typed.on_next("lost")

# An inner stream that waits starts when the one before ends, and belongs to a value that was sent before that.
saves = [Subject(), Subject(), Subject()]
observe("saved", reactivex.of(0, 1, 2).pipe(
    record("edits"), operators.concat_map(lambda index: saves[index].pipe(record("save"), operators.take(1)))))
saves[0].on_next("a")
saves[1].on_completed()
saves[2].on_next("c")

# A long source that its observer ends, streams one after the other, errors, and values of all forms.
observe("two", reactivex.range(10**9).pipe(record("range"), operators.take(2)))
observe("both", reactivex.concat(reactivex.of("a").pipe(record("first")), reactivex.of("b").pipe(record("second"))))
observe("failing", reactivex.throw(KeyError()).pipe(record("failing")))
cycle = []
cycle.append(cycle)
forms = reactivex.of(None, 1.5, float("nan"), "é\n", {"a": [True]}, b"b", {(1, 2): 3}, cycle)
observe("forms", forms.pipe(record("forms")))
try:
    reactivex.of(1).pipe(record("throwing")).subscribe(lambda value: 1 / 0)
except ZeroDivisionError:
    print("caught")

# Threads: an event is not caused by one of another thread.
background, foreground = Subject(), Subject()
observe("background", background.pipe(record("background")))


def work(value):
    thread = threading.Thread(target=lambda: background.on_next(value))
    thread.start()
    thread.join()


foreground.pipe(record("foreground")).subscribe(work)
foreground.on_next(1)

# A file that cannot be written.
unwritten = operator(trace and trace + ".closed", is_closed=True)
observe("unwritten", reactivex.of(1, 2).pipe(unwritten("unwritten")))
