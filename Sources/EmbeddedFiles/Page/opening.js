// What a page that runs scripts opens: the script or the exercise in its address, or the one with which the program was
// started.

class Opening {
  constructor(page) { this.page = page; }

  async start(engine) {
    const { page } = this;
    page.isProgram = Boolean(engine);
    get("embed").hidden = !page.isProgram;
    const { field } = page.script;
    field.readOnly = true;
    get("hint").textContent = "";
    try { page.host = engine ? new WorkerHost(engine) : new ServerHost(); } catch {
      get("hint").textContent = "The page is in a frame that does not allow its engine.";
      return;
    }
    field.placeholder = "Loading…";
    page.say(field.placeholder);
    // The address may change while the one before is opened.
    const opens = new Latest((error) => { if (error) page.say(error.message); });
    addEventListener("hashchange", ({ oldURL }) => opens.run(() => this.open(oldURL)));
    await opens.run(() => this.open());
    field.placeholder = "";
  }

  /// Opens what is in the address. If that fails, the page stays at the address before.
  async open(before) {
    const { page } = this;
    const { host, course } = page;
    const { exercise } = host;
    const fragment = new URLSearchParams(location.hash.slice(1));
    try {
      await host.admit?.(fragment, page.memory);
      await this.read(fragment);
    } catch (error) {
      host.exercise = exercise;
      if (page.script.field.readOnly) throw new Error(await this.showText(fragment, error.message));
      course.select(exercise);
      history.replaceState({ slot: page.changes.slot }, "", before);
      throw error;
    }
    if (this.known.isLive) page.following.start();
    await course.load();
  }

  /// Opens the script or the exercise in the address, or the one with which the program was started.
  async read(fragment) {
    const { page } = this;
    const { host, course } = page;
    const [shared, exercise] = [fragment.get("s"), fragment.get("x")];
    const { name, isCourse } = this.known ??= await host.json("page");
    if (isCourse || exercise) await course.load();
    // A course begins with the first exercise that is not solved.
    const id = course.select(exercise ?? (isCourse && !shared ? course.firstOpen : null));
    const isOther = host.exercise !== id;
    host.exercise = id;
    const parts = await host.json("exercise");
    const own = await (await host.ask("script")).text();
    if (isOther) page.undo = new Undo();
    page.name = id?.split("/").at(-1) ?? name;
    page.exercise.show(parts);
    await this.begin(host, own, shared, exercise && !id ? "The page has no exercise of the name in the address." : "");
  }

  /// Begins with the shared script of an address, or with another one if there is no whole script in it.
  async begin(host, own, shared, note = "") {
    const { page } = this;
    const whole = shared && await page.sharing.unpacked(shared).catch(({ message }) => { note = message; });
    page.setHost(host);
    // The address of the own text is written when the page is opened without one.
    const isOwn = whole === own && history.state?.slot === page.changes.key;
    const isKept = page.begin(whole || own, { isShared: Boolean(whole) && !isOwn });
    await page.run(page.text);
    if (isKept && page.text !== page.written) note ||= "These are your changes from before. Reset discards them.";
    if (note && page.answer?.text === page.text) page.say(note);
  }

  /// Shows the text of an address, or the one that the browser keeps, without its host. Returns what to tell the user.
  async showText(fragment, reason) {
    const { page } = this;
    const shared = fragment.get("s");
    page.host.exercise = fragment.get("x");
    try {
      const text = shared ? await page.sharing.unpacked(shared) : page.memory.get(page.changes.key)?.text;
      if (text) page.text = text;
      page.showText();
      return reason;
    } catch ({ message }) { return `${message} ${reason}`; }
  }
}

Page.parts.push((page) => { page.opening = new Opening(page); });
