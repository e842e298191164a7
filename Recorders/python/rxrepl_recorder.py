"""Records streams of Python 3.10 as a trace, which `rxrepl trace.jsonl` draws.

    recorder = Recorder("trace.jsonl")
    typed.pipe(recorder.record("typed"), ops.flat_map_latest(search), recorder.record("results"))  # with reactivex
    async for text in recorder.iterate("texts", texts):  # any asynchronous iterable

An event has a cause if it is sent in the call of another event, in the body of its `async for`, or in a task that began
there. An event is forwarded first, and written when its observers have returned (in `async for`, before the body). Its
id is the time before that in microseconds, of which none occurs twice. Sorted by time, causes are before effects."""
import contextvars, functools, json, sys, threading, time
ENCODER = json.JSONEncoder(default=lambda value: str(value) or repr(value), allow_nan=False, ensure_ascii=False)
class Recorder:
    def __init__(self, path):
        self.file, self.writing, self.counting = open(path, "wb", 0), threading.RLock(), threading.RLock()
        self.start, self.last, self.has_warned = time.perf_counter_ns(), 0, False
        self.active = contextvars.ContextVar("active", default=[None] * 3)  # a cause, a parent, and its stream
        self.write({"schema": "rxrepl/trace", "version": 1, "startedAt": time.strftime("%FT%TZ", time.gmtime())})
    def record(self, name):
        """Returns an operator of `reactivex` that records each subscription."""
        from reactivex import Observable, disposable
        def subscribe(source, made, observer, scheduler=None):
            call = self.stream(name, made)
            subscription = call("subscribed", lambda: source.subscribe(
                lambda value: call("value", lambda: observer.on_next(value), value=value),
                lambda error: call("failed", lambda: observer.on_error(error), message=error),
                lambda: call("completed", observer.on_completed), scheduler=scheduler), source=place)
            return disposable.Disposable(lambda: call("unsubscribed", subscription.dispose))
        place = "{0.f_code.co_filename}:{0.f_lineno}:1".format(sys._getframe(1))
        return lambda source: Observable(functools.partial(subscribe, source, self.active.get()[:]))
    def iterate(self, name, iterable):
        """Returns an asynchronous iterable that records each iteration."""
        return Iteration(self, name, iterable, "{0.f_code.co_filename}:{0.f_lineno}:1".format(sys._getframe(1)))
    def stream(self, name, made=(None, None)):
        """Returns the function of a new stream that does what an event is about, and then writes the event."""
        number, has_ended, sending, (_, parent, outer) = None, False, [], made if made[1] else self.active.get()
        def call(kind, action, **content):
            nonlocal number, has_ended, sending
            if has_ended: return action()
            with self.counting: self.last = id = max((time.perf_counter_ns() - self.start) // 1000, self.last + 1)
            line = {"time": id / 1000, "stream": name, "kind": kind, **content}
            sender, number, has_ended = self.active.get(), number or id, kind not in ("subscribed", "value")
            keys = {"parent": parent} if kind == "subscribed" else {"id": id, "cause": sender[0]}
            active = [None, parent, outer] if kind == "subscribed" else [id, id, number]
            if has_ended: sending[1:] = active[1:] = outer, outer  # No inner stream of this one starts now.
            self.active.set(sending := active)
            try: return action()
            finally:
                sending, _ = [], self.active.set(sender)
                self.write({**line, "subscription": number, **{key: keys[key] for key in keys if keys[key]}})
        return call
    def write(self, line):
        try:
            try: text = ENCODER.encode(line)
            except (TypeError, ValueError, RecursionError): text = ENCODER.encode({**line, "value": str(line["value"])})
            with self.writing:  # After an error, the line before may have no end.
                data = ("\n" * self.has_warned + text + "\n").encode("utf-8", "replace")
                if self.file.write(data) < len(data): raise OSError("the disk is full")
        except Exception as error:
            if not self.has_warned: print("rxrepl: cannot write the trace:", error, file=sys.stderr)
            self.has_warned = True
class Iteration:
    def __init__(self, recorder, name, iterable, place, is_started=False):
        self.parts, self.active, self.inner = (recorder, name, iterable, place), recorder.active, None
        self.call = recorder.stream(name) if is_started else None
        self.source = self.call("subscribed", lambda: aiter(iterable), source=place) if is_started else iterable
    def __aiter__(self): return self if self.call else Iteration(*self.parts, is_started=True)
    def __getattr__(self, name): return getattr(self.source, name)
    async def __anext__(self):
        if self.active.get() is self.inner: self.active.set(self.outer)  # The body of the loop has ended.
        try: value = await anext(self.source)
        except Exception as error:
            has_failed = not isinstance(error, StopAsyncIteration)
            self.call("failed" if has_failed else "completed", bool, **{"message": error} if has_failed else {})
            raise
        self.outer, self.inner = self.active.get(), self.call("value", self.active.get, value=value)
        self.active.set(self.inner)
        return value
    def __del__(self):
        if self.active.get() is self.inner: self.active.set(self.outer)
        if self.call: self.call("unsubscribed", bool)
