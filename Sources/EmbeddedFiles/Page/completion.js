// What can be typed next: names and operators at the cursor, and the signature of the call around it.

class Completion {
  candidates = [];
  chosen = 0;
  /// - Parameters:
  ///   - field: The field in which the user types.
  ///   - start: Returns the offset in the script of the beginning of the field.
  ///   - boxAt: Returns the box of the character before an offset in the script.
  constructor(page, field, { start = () => 0, boxAt }) {
    Object.assign(this, { page, field, start, boxAt });
    this.list = make("ul", { className: "candidates", role: "listbox", id: `${field.id}-candidates`, hidden: true });
    this.list.setAttribute("aria-label", "Completions");
    // The list is beside the field, so that the pointer does not take its focus.
    field.after(this.list);
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const index = [...this.list.children].indexOf(event.target.closest("li"));
      if (index >= 0) this.take(this.candidates[index]);
    });
    for (const [name, value] of [["aria-autocomplete", "list"], ["aria-controls", this.list.id]]) field.setAttribute(name, value);
    this.requests = new Latest(() => {});
    this.asks = later(60, () => this.ask(false));
    field.addEventListener("input", () => this.asks());
    field.addEventListener("keydown", (event) => this.press(event));
    field.addEventListener("blur", () => this.close());
    field.addEventListener("click", () => { this.close(); this.asks(); });
  }

  /// Asks for what can follow at the cursor.
  ///
  /// - Parameter isWanted: Whether the user asked, so that names are listed before the first letter.
  ask(isWanted) {
    const { page, field } = this;
    if (!page.host.canEdit || document.activeElement !== field) return;
    const [text, cursor] = [page.text, field.selectionStart];
    if (cursor !== field.selectionEnd) return this.close();
    const at = this.start() + cursor;
    // A letter that was typed just before asks too, but later.
    const place = `${at} ${text}`;
    if (isWanted) this.wantedAt = place;
    return this.requests.run(async () => {
      const help = await page.host.json("assist", { parameters: { at }, body: text });
      if (page.text !== text || field.selectionStart !== cursor || document.activeElement !== field) return;
      get("signature").textContent = help.signature ? `${help.signature}  ${help.summary}` : "";
      const word = text.slice(help.start, at);
      const follows = word !== "" || text[at - 1] === "." || this.wantedAt === place;
      const isWhole = help.candidates.length === 1 && help.candidates[0].insertion === word;
      this.range = [help.start - this.start(), cursor];
      this.word = word;
      this.show(follows && !isWhole ? help.candidates : []);
    });
  }

  show(candidates) {
    this.candidates = candidates.slice(0, 100);
    this.list.replaceChildren(...this.candidates.map(({ text, summary }, index) =>
      make("li", { role: "option", id: `${this.list.id}-${index}` }, make("code", { textContent: text }), ` ${summary}`)));
    this.list.hidden = candidates.length === 0;
    this.hasMoved = false;
    this.choose(0);
    if (this.list.hidden) return;
    const box = this.boxAt(this.start() + this.range[0]);
    const parent = this.list.offsetParent.getBoundingClientRect();
    this.list.style.left = `${clamp(box.right - parent.x, 0, Math.max(0, parent.width - this.list.offsetWidth))}px`;
    this.list.style.top = `${box.bottom - parent.y}px`;
  }

  choose(index) {
    this.chosen = clamp(index, 0, Math.max(0, this.candidates.length - 1));
    [...this.list.children].forEach((item, place) => item.setAttribute("aria-selected", place === this.chosen));
    const item = this.list.children[this.chosen];
    if (item) this.field.setAttribute("aria-activedescendant", item.id);
    else this.field.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.wantedAt = null;
    if (!this.list.hidden) this.show([]);
  }

  press(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.ask(true);
    }
    if (this.list.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    // After a whole name, Enter begins a line.
    if (event.key === "Enter" && !this.hasMoved && this.candidates.some(({ text }) => text === this.word)) return this.close();
    const move = (count) => {
      this.hasMoved = true;
      this.choose(this.chosen + count);
    };
    const keys = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1),
      Tab: () => this.take(this.candidates[this.chosen]), Enter: () => this.take(this.candidates[this.chosen]),
      Escape: () => this.close(),
    };
    if (!keys[event.key] || event.shiftKey) {
      // The cursor leaves the word.
      if (event.key.length > 1 && event.key !== "Backspace" && event.key !== "Shift") this.close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  /// Writes a candidate in the place of the word at the cursor.
  take({ insertion }) {
    const { field, range: [start, end] } = this;
    this.close();
    field.setRangeText(insertion, start, end, "end");
    field.dispatchEvent(new InputEvent("input", { inputType: "insertReplacementText" }));
  }
}

Page.parts.push((page) => {
  const answer = get("answer");
  page.completions = [
    new Completion(page, page.script.field, { boxAt: (offset) => page.script.boxAt(offset) }),
    // The list for the answer is below its field.
    new Completion(page, answer, {
      start: () => page.exercise.start,
      boxAt: () => new DOMRect(answer.getBoundingClientRect().x, answer.getBoundingClientRect().bottom),
    }),
  ];
});
