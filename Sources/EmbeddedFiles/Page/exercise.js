// The exercise of a page, and the others of its course.

class Exercise {
  /// The parts of the exercise, if the page has one. The answer is the part of the script after its mark.
  parts = null;
  hintCount = 0;

  constructor(page) {
    this.page = page;
    get("more-hints").addEventListener("click", () => {
      get("hints").append(prose("p", this.parts.hints[this.hintCount]));
      this.hintCount += 1;
      get("more-hints").disabled = this.hintCount >= this.parts.hints.length;
    });
    get("show-solution").addEventListener("click", () => {
      get("hints").append(prose("p", `The solution is \`${this.parts.solution ?? this.unhidden(this.parts.hidden)}\`.`));
      get("show-solution").disabled = true;
    });
    get("answer").addEventListener("input", (event) => {
      if (!page.host.canEdit) {
        page.memory.set(page.changes.key, { answer: get("answer").value });
        return this.clearVerdict();
      }
      const { inputs, mark } = this.split();
      page.type(`${inputs}${mark}\n${get("answer").value}\n`, event);
    });
    get("check").addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
  }

  show(parts) {
    this.parts = parts;
    get("exercise").hidden = !parts;
    this.clearVerdict();
    if (!parts) return;
    get("exercise-title").textContent = parts.title;
    const paragraphs = parts.explanation.split("\n\n").filter(Boolean);
    get("explanation").replaceChildren(...paragraphs.map((paragraph) => prose("p", paragraph)));
    get("task").replaceChildren(...prose("p", parts.task).childNodes);
    get("hints").replaceChildren();
    this.hintCount = 0;
    get("more-hints").hidden = parts.hints.length === 0;
    get("more-hints").disabled = get("show-solution").disabled = false;
  }

  /// The script before the answer, and the mark before the answer.
  split() {
    const { page: { text }, parts: { mark } } = this;
    const end = text.indexOf(mark);
    return { inputs: end < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, end), mark, hasMark: end >= 0 };
  }

  /// The offset of the answer in the script.
  get start() {
    const { inputs, mark } = this.split();
    return inputs.length + mark.length + 1;
  }

  /// Shows the part of the script after the mark as the answer.
  showAnswer() {
    if (!this.parts || !this.page.host.canEdit) return;
    const { inputs, mark, hasMark } = this.split();
    const typed = hasMark ? this.page.text.slice(inputs.length + mark.length).trim() : "";
    if (get("answer").value.trim() !== typed) get("answer").value = typed;
  }

  /// Enters an answer that was typed before the page could run it, and checks it if it was checked.
  async enter(answer, isChecked) {
    if (!this.parts || !answer.trim() || get("answer").value.trim()) return;
    get("answer").value = answer;
    get("answer").dispatchEvent(new Event("input"));
    if (isChecked) await this.check();
  }

  clearVerdict() { get("verdict").replaceChildren(); }

  // MARK: Checking

  async check() {
    const { page } = this;
    if (!page.host.canEdit) return this.checkBaked();
    const text = page.text;
    try {
      const { isRight, paragraphs } = await page.host.json("check", { body: text });
      if (page.text !== text) return;
      get("verdict").replaceChildren(...paragraphs.map((part) =>
        make("pre", { className: isRight ? "passed" : "failed", textContent: part, tabIndex: 0 })));
      if (isRight) page.course.solve();
    } catch (error) { page.say(error.message); }
  }

  /// Compares the answer with those that a page without a server knows.
  checkBaked() {
    const { answers, command } = this.parts;
    const typed = get("answer").value;
    const known = answers.find(({ hash }) => hash === fingerprint(typed));
    const paragraph = !typed.trim() ? prose("p", "Write your answer first.")
      : known ? prose("p", known.text)
      : prose("p", `This file does not know this answer and cannot run it. To check any answer, run ${command}.`);
    if (known) paragraph.className = known.isRight ? "passed" : "failed";
    get("verdict").replaceChildren(paragraph);
    if (known?.isRight) this.page.course.solve();
  }

  /// Returns the text of bytes in hexadecimal.
  unhidden(hex) {
    return new TextDecoder().decode(Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16)));
  }
}

/// The exercises that a page can show, of which the browser keeps the solved ones.
class Course {
  entries = [];
  /// The index of the shown exercise, or -1 for the script of the page.
  index = -1;
  /// The addresses of the files, if each exercise has its own.
  addresses = null;

  constructor(page) {
    this.page = page;
    get("exercises").addEventListener("change", () => this.go(get("exercises").selectedIndex - 1));
    get("previous").addEventListener("click", () => this.go(this.index - 1));
    get("next").addEventListener("click", () => this.go(this.index + 1));
  }

  get key() { return `solved ${this.name}`; }
  get solved() { return new Set(this.page.memory.get(this.key) ?? []); }
  /// The first exercise that is not solved.
  get firstOpen() { return (this.entries.find(({ id }) => !this.solved.has(id)) ?? this.entries[0])?.id; }
  get entry() { return this.entries[this.index]; }

  /// Shows the place of a file among others.
  show({ name, entries, index, addresses }) {
    Object.assign(this, { name, entries, index, addresses });
    this.update();
  }

  /// Asks the host for its exercises, if they are not known yet.
  async load() {
    if (this.entries.length > 0) return;
    const { name, entries } = await this.page.host.json("course");
    Object.assign(this, { name, entries });
    this.update();
  }

  /// Selects an exercise by its name, and returns the name, or `null` if there is no such exercise.
  select(id) {
    this.index = this.entries.findIndex((entry) => entry.id === id);
    this.update();
    return this.entry?.id ?? null;
  }

  update() {
    const { entries, index, solved } = this;
    get("course").hidden = entries.length === 0;
    const chapters = new Map([["", [make("option", { textContent: this.addresses ? "All exercises" : "Exercises" })]]]);
    entries.forEach(({ id, title, chapter }, place) => {
      const mark = solved.has(id) ? "✓ " : "";
      const option = make("option", { textContent: `${mark}${place + 1}. ${title}`, selected: place === index });
      if (!chapters.has(chapter)) chapters.set(chapter, []);
      chapters.get(chapter).push(option);
    });
    get("exercises").replaceChildren(...[...chapters].flatMap(([label, options]) =>
      (label ? [make("optgroup", { label }, ...options)] : options)));
    get("previous").disabled = index < 0;
    get("next").disabled = index + 1 >= entries.length;
    const count = entries.filter(({ id }) => solved.has(id)).length;
    get("progress").textContent = count > 0 ? `${count} of ${entries.length} solved` : "";
  }

  solve() {
    if (!this.entry) return;
    this.page.memory.set(this.key, [...this.solved.add(this.entry.id)]);
    this.update();
  }

  /// Shows another exercise, or with -1 the script of the page.
  go(index) {
    if (this.addresses) location.href = this.addresses[index + 1];
    else location.hash = index < 0 ? "" : `x=${encodeURIComponent(this.entries[index].id)}`;
  }
}
