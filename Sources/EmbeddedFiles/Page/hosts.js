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
  /// Takes the token from the address, or the one that this browser has for this server.
  async admit(fragment, memory) {
    const code = fragment.get("o");
    this.token = code ? await this.tokenFor(code) : fragment.get("t") ?? memory.get("token") ?? "";
    // Another tab may open a shared address of this server. Only pages of this host and port can read the token.
    memory.set("token", this.token);
    // The token does not stay in the address, which a user may show or share.
    fragment.delete("t");
    fragment.delete("o");
    history.replaceState(history.state, "", fragment.size > 0 ? `#${fragment}` : location.pathname);
  }
  async respond(target, body) {
    try {
      return await fetch(target, {
        method: body === undefined ? "GET" : "POST", body, headers: { "X-Token": this.token }, cache: "no-store",
      });
    } catch { throw new Error("rxrepl serve has ended: start it again, and open the address that it prints"); }
  }
}

/// The program as a module in a worker.
class WorkerHost extends Host {
  /// - Parameters:
  ///   - address: The address of the worker's script.
  ///   - source: The script or exercise of the page, or `null`.
  constructor(address, source) {
    super();
    this.engine = new EngineWorker(address, source);
  }
  respond(target, body) { return this.engine.respond(target, body); }
}

Page.parts.push((page) => { EngineWorker.say = (text) => page.say(text); });
