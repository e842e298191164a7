// The engine in a worker, which is started again if it does not answer.

class EngineWorker {
  /// The longest time for an answer, in milliseconds.
  static limit = 3_000;
  /// Tells the user what the engine waits for.
  static say = () => {};
  /// The requests without an answer. The worker answers one after the other.
  waiting = new Map();
  count = 0;
  /// - Parameters:
  ///   - address: The address of the worker's script.
  ///   - source: The script or exercise of the page, or `null`.
  constructor(address, source = null) {
    this.address = address;
    this.source = source;
    this.begin();
  }
  begin() {
    this.worker = new Worker(this.address, { type: "module" });
    this.isReady = this.isLost = false;
    this.worker.onmessage = ({ data }) => {
      if (data.isLoading) return this.waitForRest();
      this.isReady = !data.missing;
      const request = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.missing) this.lose(data.missing, request);
      else if (data.error === undefined) request?.done(new Response(data.text, { status: data.status }));
      else this.restart(data.error, request);
      this.watch();
    };
    this.worker.onerror = () => this.lose(this.address.split("/").at(-1));
    if (this.source !== null) this.opened = this.respond("open", this.source);
    this.opened?.catch(() => {});
  }
  /// Starts the time for the next answer. The first one also waits until the module is loaded.
  watch() {
    clearTimeout(this.timer);
    if (this.isReady && this.waiting.size > 0) {
      this.timer = setTimeout(() => this.restart("the script takes too long"), EngineWorker.limit);
    }
  }
  /// Waits for a module that an answer needs.
  waitForRest() {
    EngineWorker.say("Loading the rest of the engine…");
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.restart("A part of the engine cannot be loaded in time. To try again, repeat your last action."),
      20 * EngineWorker.limit);
  }
  /// Ends the worker, of which a file is missing.
  lose(file, request) { this.restart(`The engine (${file}) cannot be loaded. Reload the page to try again.`, request); }
  /// Ends the worker. A new one gets the requests that wait, except the one for which it is ended.
  restart(reason, lost = this.waiting.values().next().value) {
    this.worker.terminate();
    EngineWorker.say(reason);
    clearTimeout(this.timer);
    const others = [...this.waiting.values()].filter((request) => request !== lost);
    this.waiting.clear();
    lost?.failed(new Error(reason));
    if (this.isReady) {
      this.begin();
      for (const request of others) this.send(request);
    } else {
      // An engine that cannot be loaded is not loaded again and again.
      this.isLost = true;
      for (const { failed } of others) failed(new Error(reason));
    }
  }
  respond(target, body) {
    if (this.isLost) this.begin();
    return new Promise((done, failed) => this.send({ target: `/${target}`, body, done, failed }));
  }
  send(request) {
    const { target, body } = request;
    const number = this.count += 1;
    this.waiting.set(number, request);
    this.worker.postMessage({ number, target, body });
    if (this.waiting.size === 1) this.watch();
  }
}
