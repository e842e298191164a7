// The text of the script: its colors, its numbers that can be dragged, and the earlier texts.

/// The earlier and later texts.
class Undo {
  /// The time without typing after which the next letter begins a new step, in milliseconds.
  static pause = 1_000;
  past = [];
  future = [];
  lastTyping = { kind: "", time: -Infinity };

  /// Records a text that changes. Letters that are typed or deleted one after the other are one step.
  ///
  /// - Parameter kind: The kind of typing, or an empty string for another change.
  record(text, kind = "", time = 0) {
    const isMore = kind !== "" && kind === this.lastTyping.kind && time - this.lastTyping.time < Undo.pause;
    this.lastTyping = { kind, time };
    this.future = [];
    if (!isMore || this.past.length === 0) this.past.push(text);
  }
  /// Returns the text before a text, or after it, or `undefined`.
  step(isBack, current) {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    if (from.length === 0) return undefined;
    this.lastTyping.kind = "";
    to.push(current);
    return from.pop();
  }
}

class ScriptText {
  field = get("text");
  colors = get("colors");
  /// The parts of the script that are shown: tokens, and the text between them.
  parts = [];

  constructor(page) {
    this.page = page;
    this.field.addEventListener("input", (event) => page.type(this.field.value, event));
    this.field.addEventListener("scroll", () => this.colors.scrollTo(this.field.scrollLeft, this.field.scrollTop));
    this.field.addEventListener("keydown", (event) => this.scrubByKey(event));
    this.colors.addEventListener("pointerdown", (event) => this.startScrubbing(event));
  }

  get selection() { return [this.field.selectionStart, this.field.selectionEnd]; }

  show(text) {
    if (this.field.value !== text) this.field.value = text;
    this.showPlain();
  }
  /// Shows the text without colors if the answer that has them takes long.
  showPlain = later(200, () => {
    const { text, answer } = this.page;
    if (answer?.text !== text) this.showColors(text, { messages: [] });
  });

  /// Moves the cursor to the end of what differs from another text.
  showChange(text, other) {
    let count = 0;
    const most = Math.min(text.length, other.length);
    while (count < most && text.at(-1 - count) === other.at(-1 - count)) count += 1;
    this.field.setSelectionRange(text.length - count, text.length - count);
  }

  /// Returns a place in the window: the box of the character before an offset, or the start of a line.
  boxAt(offset) {
    const isStart = this.page.text[offset - 1] === "\n";
    let rest = isStart ? offset + 1 : offset;
    for (const { node, text } of this.parts) {
      if (rest <= text.length) {
        const range = document.createRange();
        const content = node.firstChild ?? node;
        range.setStart(content, Math.max(0, rest - 1));
        range.setEnd(content, rest);
        const box = range.getClientRects()[0] ?? range.getBoundingClientRect();
        return isStart ? new DOMRect(box.x, box.y, 0, box.height) : box;
      }
      rest -= text.length;
    }
    return this.field.getBoundingClientRect();
  }

  // MARK: Colors

  showColors(text, { text: known, tokens = [], messages }) {
    const wrong = messages.filter(({ kind, start }) => kind === "error" && start !== undefined);
    const isWrong = (start, end) => wrong.some((message) => start >= message.start && end <= message.end);
    const parts = [];
    let end = 0;
    const add = (kind, to, token) => {
      // An error may begin or end within text that has no color.
      const edges = token ? [] : wrong.flatMap(({ start, end }) => [start, end]).filter((edge) => edge > end && edge < to);
      for (const edge of [...edges.sort((one, two) => one - two), to]) {
        if (edge === end) continue;
        const part = { kind: [kind, known === text && isWrong(end, edge) && "wrong"].filter(Boolean).join(" "), token };
        parts.push({ ...part, text: text.slice(end, edge) });
        end = edge;
      }
    };
    for (const token of known === text ? tokens : []) {
      if (token.start < end) continue;
      add("", token.start);
      add(token.kind, token.end, token);
    }
    add("", text.length);
    parts.push({ kind: "", text: "\n" });
    this.showParts(parts);
    set(this.field, { rows: clamp(text.split("\n").length, 2, 20) });
  }

  /// Shows the parts of the script. Those before and after a change stay.
  showParts(parts) {
    const old = this.parts;
    this.parts = parts;
    const keeps = (from, to) => {
      if (from?.kind !== to?.kind || from?.text !== to?.text || !to) return false;
      to.node = from.node;
      to.node.token = to.token;
      return true;
    };
    let start = 0;
    while (keeps(old[start], parts[start])) start += 1;
    let count = 0;
    const most = Math.min(old.length, parts.length) - start;
    while (count < most && keeps(old.at(-1 - count), parts.at(-1 - count))) count += 1;
    for (const part of old.slice(start, old.length - count)) part.node.remove();
    const added = parts.slice(start, parts.length - count);
    for (const part of added) {
      part.node = part.kind ? make("span", { className: part.kind, textContent: part.text }) : new Text(part.text);
      part.node.token = part.token;
    }
    const next = parts[parts.length - count]?.node ?? null;
    for (const part of added) this.colors.insertBefore(part.node, next);
  }

  // MARK: Numbers

  /// Lets the user change a number of the script by dragging it.
  startScrubbing(event) {
    const { token } = event.target;
    const { page } = this;
    if (!token?.kind?.startsWith("number") || !page.host.canEdit || event.button !== 0) return;
    event.preventDefault();
    const start = page.text;
    const number = Number(start.slice(token.start, token.end));
    if (!Number.isInteger(number)) return;
    const origin = event.clientX;
    let last = number;
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const finish = (isKept) => {
      controller.abort();
      const end = page.text;
      page.change(start, { isStep: false });
      if (isKept && end !== start) page.change(end);
      else if (isKept) {
        this.field.focus();
        this.field.setSelectionRange(token.start, token.end);
      }
      page.run(page.text);
    };
    addEventListener("pointermove", (event) => {
      const next = Math.max(0, number + Math.round((event.clientX - origin) / 8));
      if (next === last) return;
      last = next;
      page.change(start.slice(0, token.start) + next + start.slice(token.end), { isStep: false });
      page.run(page.text);
    }, options);
    addEventListener("pointerup", () => finish(true), options);
    addEventListener("pointercancel", () => finish(false), options);
    addEventListener("keydown", (event) => { if (event.key === "Escape") finish(false); }, options);
  }

  /// Changes the number at the cursor by keys.
  scrubByKey(event) {
    const { page } = this;
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown") || !page.host.canEdit) return;
    const [cursor] = this.selection;
    const token = page.answer?.tokens?.find(({ kind, start, end }) => kind === "number" && start <= cursor && cursor <= end);
    const number = token && Number(page.text.slice(token.start, token.end));
    if (!Number.isInteger(number)) return;
    event.preventDefault();
    const next = Math.max(0, number + (event.key === "ArrowUp" ? 1 : -1));
    page.change(page.text.slice(0, token.start) + next + page.text.slice(token.end));
    this.field.setSelectionRange(token.start, token.start);
    page.run(page.text);
  }
}
