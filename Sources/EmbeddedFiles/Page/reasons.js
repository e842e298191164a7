// The events of the results: why they were sent, and which of them a tick has already seen.

class Reasons {
  marks = [];
  question = 0;

  constructor(page, picture) {
    Object.assign(this, { page, picture });
    get("time").addEventListener("input", () => this.moveTime());
  }

  /// Shows a button over each event of the results, which shows why it came. Arrow keys move among those of a lane.
  show() {
    const { page, picture } = this;
    const board = picture.box;
    if (!page.host.canEdit || (!board.width && picture.lanes.length > 0)) return;
    this.marks = [];
    const rows = picture.lanes.filter((lane) => lane.role === "output").map((lane) => {
      const events = lane.marks.map((mark, index) => {
        // A mark that stays keeps its event.
        mark.event ??= this.newEvent();
        mark.title ??= mark.querySelector("title")?.textContent ?? "";
        const [tick, box] = [Number(lane.ticks[index]), picture.boxOf(mark, lane, board)];
        return Object.assign(mark.event, { lane, index, title: mark.title, tick, box });
      });
      this.marks.push(...events);
      return { key: `${lane.drawing}.${lane.index}`, lane, elements: events.map(({ element }) => element) };
    });
    const scale = board.width / picture.axis.size.width;
    for (const { element, title, lane, index, box } of this.marks) {
      set(element, { "aria-label": `${lane.name}: ${title}. Why?`, tabIndex: index === 0 ? 0 : -1 });
      picture.place(element, box, scale);
    }
    picture.showRows(get("events"), rows, scale);
  }

  newEvent() {
    const element = make("button", { className: "event" });
    const event = { element };
    const ask = () => this.ask({ drawing: event.lane.drawing + 1, lane: event.lane.index, event: event.index });
    element.addEventListener("focus", ask);
    element.addEventListener("pointerenter", ask);
    element.addEventListener("pointerleave", () => this.hide());
    element.addEventListener("blur", () => this.hide());
    element.addEventListener("keydown", ({ key }) => {
      const next = { ArrowRight: event.index + 1, ArrowLeft: event.index - 1 }[key];
      event.lane.marks[next]?.event.element.focus();
    });
    return event;
  }

  async ask(place) {
    const { page } = this;
    const asked = ++this.question;
    try {
      const reason = await page.host.why(page.text, place);
      if (asked !== this.question) return;
      this.clear();
      get("why").textContent = reason.sentence;
      for (const { lane, tick } of reason.causes) {
        for (const { element, lane: shown, tick: place } of [...page.handles.all, ...this.marks]) {
          if (shown.name === lane && place === tick) element.classList.add("cause");
        }
      }
    } catch (error) { page.say(error.message); }
  }

  hide() {
    this.question += 1;
    this.clear();
  }

  clear() {
    get("why").textContent = "";
    for (const mark of document.querySelectorAll(".cause")) mark.classList.remove("cause");
  }

  // MARK: Time

  showTime() {
    const { lanes, axis } = this.picture;
    const time = get("time");
    const wasAtEnd = time.value === time.max;
    set(time, { min: `${Math.min(0, axis.first)}`, max: `${axis.last}` });
    if (wasAtEnd) set(time, { value: time.max });
    set(get("player"), { hidden: lanes.length === 0 });
    this.moveTime();
  }

  /// Hides the events after a tick.
  moveTime() {
    const { picture } = this;
    const time = get("time");
    const veil = get("veil");
    set(get("tick"), { textContent: time.value });
    set(veil, { hidden: time.value === time.max || picture.lanes.length === 0 });
    if (veil.hidden) return;
    veil.style.left =
      `${(100 * (picture.placeOf(Number(time.value)) + picture.axis.width / 2)) / picture.axis.size.width}%`;
  }
}
