// What answers the requests of a page: a server, or the engine in a worker. A file without an engine does not have this part.

/// A host that runs any script.
class Host {
  canEdit = true;
  /// The name of the exercise of the course that the page shows, or `null` for its own script.
  exercise = null;
  async ask(path, { parameters = {}, body } = {}) {
    const all = this.exercise === null ? parameters : { ...parameters, exercise: this.exercise };
    const query = new URLSearchParams(all).toString().replaceAll("+", "%20");
    const response = await this.respond(query ? `${path}?${query}` : path, body);
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  }
  async json(path, request) { return (await this.ask(path, request)).json(); }
  run(text, edit) { return this.json("run", { parameters: edit ?? {}, body: text }); }
  why(text, place) { return this.json("why", { parameters: place, body: text }); }
}

/// The program that serves the page.
class ServerHost extends Host {
  token = "";
  /// Returns the token for a code that can be used once.
  async tokenFor(code) {
    this.token = code;
    return (await (await this.ask("token", { body: "" })).text()).trim();
  }
  async respond(target, body) {
    try {
      return await fetch(target, {
        method: body === undefined ? "GET" : "POST", body, headers: { "X-Token": this.token }, cache: "no-store",
      });
    } catch { throw new Error("rxrepl serve has ended: start it again, and open the address that it prints"); }
  }
}

/// The program as a module in a worker. A worker that does not answer is started again.
class WorkerHost extends Host {
  static limit = 3_000;
  waiting = new Map();
  count = 0;
  /// - Parameters:
  ///   - address: The address of the worker's script.
  ///   - source: The script or exercise of the page, or `null`.
  constructor(address, source = null) {
    super();
    this.address = address;
    this.source = source;
    this.begin();
  }
  begin() {
    this.worker = new Worker(this.address, { type: "module" });
    this.isReady = false;
    this.worker.onmessage = ({ data }) => {
      this.isReady = true;
      const request = this.waiting.get(data.number);
      if (!request) return;
      clearTimeout(request.timer);
      this.waiting.delete(data.number);
      if (data.error === undefined) return request.done(new Response(data.text, { status: data.status }));
      request.failed(new Error(`the engine stopped: ${data.error}`));
      this.restart("the engine stopped");
    };
    this.worker.onerror = () => this.restart("the engine cannot be loaded");
    if (this.source !== null) this.opened = this.respond("open", this.source);
    this.opened?.catch(() => {});
  }
  restart(reason) {
    this.worker.terminate();
    const requests = [...this.waiting.values()];
    this.waiting.clear();
    // An engine that cannot be loaded is not loaded again and again.
    if (this.isReady) this.begin(); else this.isLost = true;
    for (const { failed, timer } of requests) {
      clearTimeout(timer);
      failed(new Error(reason));
    }
  }
  respond(target, body) {
    return new Promise((done, failed) => {
      if (this.isLost) {
        this.isLost = false;
        this.begin();
      }
      const number = this.count += 1;
      // The first answer also waits until the module is loaded.
      const timer = this.isReady ? setTimeout(() => this.restart("the script takes too long"), WorkerHost.limit) : undefined;
      this.waiting.set(number, { done, failed, timer });
      this.worker.postMessage({ number, target: `/${target}`, body });
    });
  }
}
