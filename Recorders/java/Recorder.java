import java.io.*;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
/** Records publishers as a trace, which {@code rxrepl trace.jsonl} draws:
 * <pre>{@code
 * var recorder = new Recorder("trace.jsonl");
 * Flow.Publisher<String> typed = recorder.record("typed", keys);
 * // To and from other libraries: JdkFlowAdapter of Reactor, org.reactivestreams.FlowAdapters for RxJava.}</pre>
 * An event has a cause if it is sent in the call of another event, except in a call of {@code request}. It is forwarded
 * first, and written afterward. Its id is its time in microseconds. Sorted by time, causes are before their effects. */
public final class Recorder {
  /** The event that is being sent on a thread, and the parent of streams that start, with the stream of that. */
  private record Context(Long cause, Long... place) {}
  private final ThreadLocal<Context> active = ThreadLocal.withInitial(() -> new Context(null, null, null));
  private final AtomicLong last = new AtomicLong(-1);
  private final long start = System.nanoTime();
  private final OutputStream file;
  private boolean hasWarned;
  private static final Pattern NUMBER = Pattern.compile("[-+.\\dE]+"), ESCAPED = Pattern.compile("[\"\\\\\\x00-\\x1f]");
  public Recorder(String path) throws IOException {
    file = new FileOutputStream(path);
    write("schema", "rxrepl/trace", "version", 1, "startedAt", java.time.Instant.now());
  }
  /** Returns a publisher that records each subscription. */
  public <T> Flow.Publisher<T> record(String name, Flow.Publisher<T> publisher) {
    var frame = StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().orElseThrow());
    var site = frame.getFileName() + ":" + frame.getLineNumber() + ":1";
    var made = active.get().place.clone();
    return subscriber -> {
      if (subscriber == null) throw new NullPointerException("a subscriber is required");
      var place = made[0] != null ? made : active.get().place;
      Long parent = place[0], outer = place[1], id = next();
      call(new Context(null, parent, outer), () -> publisher.subscribe(new Flow.Subscriber<T>() {
        private volatile boolean hasEnded;
        private Context sending = new Context(null, null, null);
        public void onSubscribe(Flow.Subscription upstream) {
          subscriber.onSubscribe(new Flow.Subscription() {
            public void request(long n) { call(new Context(null, active.get().place), () -> upstream.request(n)); }
            public void cancel() { send("unsubscribed", null, upstream::cancel); }
          });
        }
        public void onNext(T value) { send("value", value, () -> subscriber.onNext(value)); }
        public void onError(Throwable error) { send("failed", error, () -> subscriber.onError(error)); }
        public void onComplete() { send("completed", null, subscriber::onComplete); }
        private void send(String kind, Object content, Runnable action) {
          if (hasEnded) { action.run(); return; }
          hasEnded = !kind.equals("value");
          var event = next();
          if (hasEnded) sending.place[0] = sending.place[1] = outer; // No inner stream of this one starts now.
          call(sending = hasEnded ? new Context(event, outer, outer) : new Context(event, event, id), action,
              "time", event / 1e3, "stream", name, "kind", kind, hasEnded ? "message" : "value", content,
              "subscription", id, "id", event, "cause", active.get().cause);
        }
      }), "time", id / 1e3, "stream", name, "kind", "subscribed", "subscription", id, "parent", parent, "source", site);
    };
  }
  private Long next() { return last.updateAndGet(time -> Math.max((System.nanoTime() - start) / 1000, time + 1)); }
  private void call(Context context, Runnable action, Object... line) {
    var outer = active.get();
    active.set(context);
    try { action.run(); } finally { active.set(outer); if (line.length > 0) write(line); }
  }
  private void write(Object... line) {
    try {
      var text = "\"thread\": " + json(Thread.currentThread().getName());
      for (int i = line.length - 2; i >= 0; i -= 2)
        if (line[i + 1] != null) text = json(line[i]) + ": " + json(line[i + 1]) + ", " + text;
      synchronized (this) { file.write(((hasWarned ? "\n{" : "{") + text + "}\n").getBytes("UTF-8")); }
    } catch (IOException | RuntimeException error) {
      if (!hasWarned) System.err.println("rxrepl: cannot write the trace: " + error.getMessage());
      hasWarned = true;
    }
  }
  private static String json(Object value) {
    var text = value instanceof Throwable error && error.getMessage() != null ? error.getMessage() : value.toString();
    if (value instanceof Boolean || value instanceof Number && NUMBER.matcher(text).matches()) return text;
    return '"' + ESCAPED.matcher(text).replaceAll(m -> "\\\\u%04x".formatted((int) m.group().charAt(0))) + '"';
  }
}
