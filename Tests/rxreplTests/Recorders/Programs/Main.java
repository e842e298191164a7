import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Function;

/**
 * Records publishers, and prints what their subscribers receive: {@code java Main trace}. Without a trace, nothing is
 * recorded, and the output is the same.
 */
public final class Main {
  private static Recorder recorder;

  private static <T> Flow.Publisher<T> record(String name, Flow.Publisher<T> publisher) {
    return recorder == null ? publisher : recorder.record(name, publisher);
  }

  public static void main(String[] arguments) throws Exception {
    recorder = arguments.length > 0 ? new Recorder(arguments[0]) : null;

    // Each value has an inner stream.
    var keys = new SubmissionPublisher<String>(Runnable::run, 16);
    var typed = record("typed", keys);
    var results = new Printing<String>("results");
    Function<String, Flow.Publisher<String>> search = text -> record("search", of(text.toUpperCase()));
    record("results", flatMap(typed, search)).subscribe(results);
    keys.submit("j");
    keys.submit("ji");
    results.subscription.cancel();
    keys.submit("lost");

    // An inner stream that waits starts when the one before ends, and belongs to a value that was sent before that.
    var saves = List.of(
        new SubmissionPublisher<String>(Runnable::run, 16), new SubmissionPublisher<String>(Runnable::run, 16));
    record("edits", of(0, 1)).subscribe(new Saving(saves));
    saves.get(0).submit("a");
    saves.get(1).submit("b");

    // Values of all forms, each sent in the call of `request`, which is in the call of the value before.
    record("forms", of(1, 2.5, true, "a \"b\"\n", Double.NaN, List.of(1), new Throwable("no"), 'é'))
        .subscribe(new Printing<>("forms"));
    record("failing", subscriber -> {
      subscriber.onSubscribe(new Silent());
      subscriber.onError(new IllegalStateException("bad"));
    }).subscribe(new Printing<>("failing"));
    record("canceled", of("a", "b")).subscribe(new Printing<>("canceled") {
      @Override public void onNext(String value) { subscription.cancel(); }
    });

    // An event of another thread has no cause.
    var background = new SubmissionPublisher<Integer>(Runnable::run, 16);
    record("background", background).subscribe(new Printing<>("background"));
    record("foreground", of(1)).subscribe(new Printing<>("foreground") {
      @Override public void onNext(Integer value) {
        var thread = new Thread(() -> background.submit(value), "worker");
        thread.start();
        try { thread.join(); } catch (InterruptedException error) { throw new IllegalStateException(error); }
        super.onNext(value);
      }
    });

    // A value that cannot be converted.
    var textless = new Object() {
      @Override public String toString() { throw new IllegalStateException("no text"); }
    };
    record("unconverted", Main.<Object>of(textless)).subscribe(new Printing<>("unconverted") {
      @Override public void onNext(Object value) { System.out.println("unconverted"); }
    });
  }

  /** Observes the first value of one publisher after another. */
  private static final class Saving extends Printing<Integer> {
    final List<SubmissionPublisher<String>> saves;
    final Queue<Integer> waiting = new ArrayDeque<>();
    Saving(List<SubmissionPublisher<String>> saves) {
      super("saved");
      this.saves = saves;
    }
    @Override public void onNext(Integer index) {
      waiting.add(index);
      if (waiting.size() == 1) start(index);
      subscription.request(1);
    }
    void start(int index) {
      record("save", saves.get(index)).subscribe(new Printing<>("saved") {
        @Override public void onNext(String value) {
          System.out.println(name + " " + value);
          subscription.cancel();
          waiting.remove();
          if (!waiting.isEmpty()) start(waiting.peek());
        }
      });
    }
  }

  private static class Silent implements Flow.Subscription {
    @Override public void request(long count) {}
    @Override public void cancel() {}
  }

  /** Sends values as they are requested, in the same call. */
  @SafeVarargs private static <T> Flow.Publisher<T> of(T... values) {
    return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
      private int index;
      private boolean hasEnded;
      @Override public void request(long count) {
        for (; count > 0 && index < values.length && !hasEnded; count--) subscriber.onNext(values[index++]);
        if (index == values.length && !hasEnded) {
          hasEnded = true;
          subscriber.onComplete();
        }
      }
      @Override public void cancel() { hasEnded = true; }
    });
  }

  /** Sends the values of all inner publishers, without regard to demand. */
  private static <T, R> Flow.Publisher<R> flatMap(Flow.Publisher<T> source, Function<T, Flow.Publisher<R>> transform) {
    return subscriber -> source.subscribe(new Printing<T>("") {
      @Override public void onSubscribe(Flow.Subscription upstream) {
        subscriber.onSubscribe(upstream);
        upstream.request(Long.MAX_VALUE);
      }
      @Override public void onNext(T value) {
        transform.apply(value).subscribe(new Printing<R>("") {
          @Override public void onNext(R inner) { subscriber.onNext(inner); }
          @Override public void onComplete() {}
        });
      }
      @Override public void onComplete() { subscriber.onComplete(); }
    });
  }

  /** Requests one value after another, within the call of the value before. */
  private static class Printing<T> implements Flow.Subscriber<T> {
    final String name;
    Flow.Subscription subscription;
    Printing(String name) { this.name = name; }
    @Override public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
      subscription.request(1);
    }
    @Override public void onNext(T value) {
      System.out.println(name + " " + value);
      subscription.request(1);
    }
    @Override public void onError(Throwable error) { System.out.println(name + " failed " + error.getMessage()); }
    @Override public void onComplete() { System.out.println(name + " completed"); }
  }
}
