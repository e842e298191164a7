// Records flows as a trace, which `rxrepl trace.jsonl` draws. The tests of rxrepl do not run this file.
//
//   val recorder = Recorder("trace.jsonl")
//   typed.record("typed", recorder)
//     .flatMapLatest { search(it).record("search", recorder) }
//     .record("results", recorder)
//
// An event has a cause if it is sent in the call of another event, before that call suspends. So causes before a
// channel, as in `flowOn` and `flatMapLatest`, are not known. A value is forwarded first, and written when its
// collector returns or suspends. An end is written before the flow returns. The id of an event is its time in
// microseconds, and never that of another event. Sorted by time, causes are before their effects.
import java.io.FileOutputStream
import java.util.concurrent.atomic.AtomicLong
import kotlin.coroutines.intrinsics.*
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.flow.*

/** Returns a flow that records each collection. */
fun <T> Flow<T>.record(name: String, recorder: Recorder): Flow<T> {
  val source = Throwable().stackTrace[1].let { "${it.fileName}:${it.lineNumber}:1" }
  return flow {
    val parent = recorder.active.get()?.parent
    val subscription = recorder.next()
    var isAborted = false
    fun line(id: Long, kind: String, vararg content: Pair<String, Any?>) = listOf("time" to id / 1e3, "stream" to name,
      "kind" to kind, "subscription" to subscription, *content, "thread" to Thread.currentThread().name)
    fun event(id: Long, kind: String, content: Pair<String, Any?>) =
      line(id, kind, content, "id" to id, "cause" to recorder.active.get()?.cause)
    try {
      val start = line(subscription, "subscribed", "parent" to parent, "source" to source)
      recorder.call(Recorder.Context(null, parent), start) {
        collect { value ->
          val id = recorder.next()
          isAborted = true
          recorder.call(Recorder.Context(id, id), event(id, "value", "value" to value)) { emit(value) }
          isAborted = false
        }
      }
    } catch (error: Throwable) {
      val kind = if (isAborted || error is CancellationException) "unsubscribed" else "failed"
      recorder.write(event(recorder.next(), kind, "message" to (error.message ?: "$error").takeIf { kind == "failed" }))
      throw error
    }
    recorder.write(event(recorder.next(), "completed", "message" to null))
  }
}

class Recorder(path: String) {
  /** The event that is being sent on a thread, and the value of which starting flows are inner flows, or null. */
  class Context(val cause: Long?, val parent: Long?)
  internal val active = ThreadLocal<Context?>()
  private val file = FileOutputStream(path)
  private val start = System.nanoTime()
  private val last = AtomicLong(-1)
  private var hasWarned = false
  init { write(listOf("schema" to "rxrepl/trace", "version" to 1)) }

  internal fun next(): Long = last.updateAndGet { maxOf((System.nanoTime() - start) / 1000, it + 1) }
  /** Does what a line is about until it suspends, and then writes the line. */
  internal suspend fun call(context: Context, line: List<Pair<String, Any?>>, action: suspend () -> Unit): Unit =
    suspendCoroutineUninterceptedOrReturn { continuation ->
      val outer = active.get()
      active.set(context)
      try { action.startCoroutineUninterceptedOrReturn(continuation) } finally { active.set(outer); write(line) }
    }
  internal fun write(line: List<Pair<String, Any?>>) = try {
    val content = line.filter { it.second != null || it.first == "value" }
    val text = content.joinToString(", ", "{", "}\n") { "\"${it.first}\": ${json(it.second)}" }
    synchronized(this) { file.write(((if (hasWarned) "\n" else "") + text).toByteArray()) }
  } catch (error: Exception) {
    if (!hasWarned) System.err.println("rxrepl: cannot write the trace: ${error.message}")
    hasWarned = true
  }
  private fun json(value: Any?): String = when (value) {
    null, is Boolean, is Int, is Long, is Short, is Byte -> "$value"
    is Double -> if (value.isInfinite() || value.isNaN()) "\"$value\"" else "$value"
    else -> value.toString().map { if (it < ' ' || it == '"' || it == '\\') "\\u%04x".format(it.code) else "$it" }
      .joinToString("", "\"", "\"")
  }
}
