// The buttons that change lanes, and the operators that can be inserted.

class Lanes {
  shown = "";
  constructor(page) {
    this.page = page;
    get("add-lane").addEventListener("click", () => page.run(page.text, { edit: "addTimeline" }));
  }

  show({ timelines }) {
    if (!this.page.host.canEdit) return;
    const state = JSON.stringify(timelines.map(({ name, cold, raw }) => [name, cold, raw]));
    if (state === this.shown) return;
    this.shown = state;
    // A button that was pressed keeps the focus.
    const active = [...get("lanes").querySelectorAll("button")].indexOf(document.activeElement);
    get("lanes").replaceChildren(...timelines.map((timeline, index) => this.row(timeline, index)));
    get("lanes").querySelectorAll("button")[active]?.focus();
  }

  /// The buttons that change a timeline.
  row(timeline, index) {
    const { page } = this;
    const name = timeline.name || "timeline";
    const append = () => {
      const last = page.answer.timelines[index].marbles.findLast((marble) => !marble.ends)?.tick ?? -1;
      page.handles.add(index, last + 2);
    };
    const parts = [make("code", { textContent: name }), button("+", `Add a marble to ${name}`, append)];
    if (timeline.name) {
      const kind = timeline.cold ? "cold" : "hot";
      if (!timeline.raw) {
        parts.push(button(kind, `${name} is ${kind}: change it`, () =>
          page.run(page.text, { edit: timeline.cold ? "hot" : "cold", timeline: index })));
      }
      parts.push(button("×", `Remove ${name}`, () => page.run(page.text, { edit: "removeTimeline", timeline: index })));
    }
    return make("div", {}, ...parts);
  }
}

class Operators {
  all = null;
  found = [];
  sheet = new Sheet();
  /// The cursor in the text when the dialog was opened.
  cursor = 0;

  constructor(page) {
    this.page = page;
    get("show-operators").addEventListener("click", () => this.open());
    get("filter").addEventListener("input", () => this.filter());
    get("insert-operator").addEventListener("click", () => this.insert(this.current));
    get("open-example").addEventListener("click", () => this.openExample(this.current));
    get("operators").querySelector("form").addEventListener("submit", (event) => {
      // Enter in the search inserts the first operator that was found.
      if (document.activeElement !== get("filter")) return;
      event.preventDefault();
      if (this.found.length > 0) this.insert(this.found[0]);
    });
  }

  async open() {
    const { page } = this;
    const [start] = page.script.selection;
    this.cursor = start === 0 ? page.text.length : start;
    get("operators").showModal();
    get("filter").value = "";
    try {
      if (!this.all) this.showNone("Loading…");
      this.all ??= (await page.host.json("operators")).operators;
      this.filter();
    } catch ({ message }) { this.showNone(message); }
  }

  /// The words of the search.
  get words() { return get("filter").value.toLowerCase().split(/\s+/).filter(Boolean); }

  filter() {
    if (!this.all) return;
    const { words } = this;
    const rank = ({ name, others }) => {
      const wanted = words.join(" ");
      return [name, ...others].some((known) => known.toLowerCase() === wanted) ? 0 : 1;
    };
    this.found = this.all.filter(({ name, family, summary, others }) =>
      words.every((word) => `${name} ${family} ${summary} ${others.join(" ")}`.toLowerCase().includes(word)));
    this.found.sort((one, two) => rank(one) - rank(two));
    get("choices").replaceChildren(...this.found.map((operator) => {
      const element = make("button", { type: "button" },
        make("code", { textContent: operator.signature }), ` ${operator.summary}`);
      // By touch, the first tap shows the example.
      let isTouched = false;
      element.addEventListener("pointerdown", (event) => {
        isTouched = event.pointerType === "touch" && this.current !== operator;
      });
      element.addEventListener("click", () => {
        if (!isTouched) return this.insert(operator);
        isTouched = false;
        this.showExample(operator);
      });
      for (const name of ["focus", "pointerenter"]) {
        element.addEventListener(name, () => { if (!isTouched) this.showExample(operator); });
      }
      return make("li", {}, element);
    }));
    if (this.found.length === 0) return this.showNone("No operator has these words.");
    get("insert-operator").disabled = false;
    this.showExample(this.found[0]);
  }

  /// Shows why there are no operators.
  showNone(reason) {
    this.current = null;
    this.found = [];
    get("insert-operator").disabled = get("open-example").disabled = true;
    get("example").replaceChildren();
    get("choices").replaceChildren(make("li", { textContent: reason }));
  }

  async showExample(operator) {
    this.current = operator;
    get("open-example").disabled = !operator.example;
    let shown;
    try {
      operator.example ??= await this.page.host.json("operator", { parameters: { name: operator.name } });
      shown = this.sheet.drawing(operator.example.picture);
    } catch ({ message }) { shown = message; }
    if (this.current !== operator) return;
    get("open-example").disabled = !operator.example;
    get("example").replaceChildren(shown);
  }

  /// The name of an operator that has the words of the search: its own, or else the one in another library.
  nameFound({ name, others }) {
    const has = (known, word) => known.toLowerCase().includes(word);
    const wanted = this.words.join(" ");
    return others.find((other) => other.toLowerCase() === wanted)
      ?? [name, ...others].find((known) => this.words.every((word) => has(known, word))) ?? name;
  }

  /// Adds a call of an operator on the streams of the script, below the statement at the cursor.
  insert(operator) {
    const { page } = this;
    get("operators").close();
    page.run(page.text, { edit: "insert", operator: this.nameFound(operator), at: this.cursor }, {
      then: (result) => {
        page.script.field.focus();
        page.script.field.setSelectionRange(result.cursor, result.cursor);
      },
    });
  }

  openExample(operator) {
    const { page } = this;
    get("operators").close();
    page.change(operator.example.text);
    page.run(page.text);
  }
}

Page.parts.push((page) => {
  page.lanes = new Lanes(page);
  page.operators = new Operators(page);
});
