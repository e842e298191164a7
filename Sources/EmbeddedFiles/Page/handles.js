// The handles over the marbles of timelines, and the lines on which marbles can be added.

class Handles {
  /// The handles by timeline and marble.
  all = [];
  /// The width of the picture to which the handles belong.
  width = 0;
  /// The handle that was clicked, which the next click on a line moves.
  selected = null;
  /// The elements over the lines of lanes, by their purpose.
  tracks = new Map();

  constructor(page, picture, moving) {
    Object.assign(this, { page, picture, moving });
  }

  /// - Parameter moved: The handle of the marble that is being moved, if any.
  show(answer, moved) {
    const { picture } = this;
    const board = picture.box;
    const { lanes, axis } = picture;
    // A page that is not visible yet is shown when it gets a size.
    if (!board.width && lanes.length > 0) return;
    this.width = board.width;
    const kept = new Map(this.all.map((handle) => [handle.key, handle]));
    if (answer.focus && moved) {
      // The moved marble may have another index now. Its handle keeps the grip and the focus.
      const key = answer.focus.join(".");
      kept.delete(moved.key);
      kept.set(key, moved);
      moved.key = key;
    }
    this.all = [];
    const rows = [];
    const keys = new Set();
    // All places are read before the first one is written. Otherwise the browser lays out the page for each of them.
    const updates = [];
    for (const lane of lanes) lane.isTaken = lane.isMovable = false;
    answer.timelines.forEach((timeline, index) => {
      for (const lane of this.lanesOf(timeline)) {
        lane.isTaken = true;
        if (lane.marks.length !== timeline.marbles.length) continue;
        lane.isMovable = true;
        const elements = [this.trackOf(lane, index)];
        rows.push({ key: `${index}.${lane.drawing}`, lane, elements });
        timeline.marbles.forEach((marble, place) => {
          // A source that several drawings show has handles in each of them.
          const first = `${index}.${place}`;
          const key = keys.has(first) ? `${first}.${lane.drawing}` : first;
          keys.add(key);
          const handle = kept.get(key) ?? this.newHandle();
          Object.assign(handle, { key, timeline: index, marble: place, lane, tick: marble.tick });
          const isAside = marble.ends && timeline.marbles[place - 1]?.tick === marble.tick;
          updates.push([handle, timeline, marble, this.boxOf(lane, place, isAside, board)]);
          this.all.push(handle);
          elements.push(handle.element);
        });
      }
    });
    for (const lane of lanes) {
      if (lane.role !== "input" || lane.isMovable) continue;
      rows.push({ key: `fixed ${lane.drawing}.${lane.index}`, lane, elements: [this.trackOf(lane, null)] });
    }
    const scale = board.width / axis.size.width;
    for (const [handle, timeline, marble, box] of updates) this.update(handle, timeline, marble, box, scale);
    picture.showRows(get("handles"), rows, scale);
  }

  /// Returns the box of a marble. An end on the tick of a value has its handle to the right, where the value is free.
  boxOf(lane, place, isAside, board) {
    const mark = lane.marks[place];
    const box = this.picture.boxOf(mark, lane, board);
    if (!isAside) return box;
    const shift = 0.6 * Math.max(28 * (this.picture.axis.size.width / board.width), this.picture.axis.width);
    mark.aside = mark.aside?.of === box && mark.aside.shift === shift ? mark.aside : { ...box, of: box, shift, x: box.x + shift };
    return mark.aside;
  }

  /// Returns the lanes of the picture that show a timeline.
  lanesOf(timeline) {
    const found = this.picture.lanes.filter((lane) => lane.role === "input" && lane.name === timeline.name && !lane.isTaken);
    return timeline.name ? found : found.slice(0, 1);
  }

  newHandle() {
    const element = make("div", { className: "handle", role: "slider", tabIndex: 0 });
    const handle = { element };
    element.addEventListener("pointerdown", (event) => this.moving.start(handle, event));
    element.addEventListener("keydown", (event) => this.moving.press(handle, event));
    return handle;
  }

  update({ element }, timeline, marble, box, scale) {
    set(element, {
      "aria-label": `${timeline.name || "timeline"}: ${Handles.describe(marble)}`,
      "aria-valuemin": timeline.first,
      "aria-valuemax": Math.max(this.picture.axis.last, marble.tick),
      "aria-valuenow": marble.tick,
      "aria-valuetext": `${Handles.describe(marble)} on tick ${marble.tick}`,
    });
    this.picture.place(element, box, scale);
  }

  static describe(marble) {
    return { "|": "completed", "!": "interrupted" }[marble.text] ?? (marble.ends ? "failed" : marble.text);
  }

  // MARK: Lines

  /// Returns the element over the line of a lane: of a timeline whose marbles can be moved, or of a fixed one.
  trackOf(lane, timeline) {
    const { picture, page } = this;
    const key = [lane.drawing, lane.index, lane.name, lane.isTaken, timeline, page.host.canEdit].join(" ");
    if (!this.tracks.has(key)) this.tracks.set(key, timeline === null ? this.fixedTrack(lane) : this.track(timeline));
    const element = this.tracks.get(key);
    const left = `${(100 * (picture.placeOf(picture.axis.first) - picture.axis.width / 2)) / picture.axis.size.width}%`;
    if (element.style.left !== left) element.style.left = left;
    return element;
  }

  /// The line of a lane whose marbles cannot be moved. A click shows the reason.
  fixedTrack(lane) {
    const element = make("div", { className: "fixed track" });
    const reason = `The marbles of ${lane.name} can only be changed in the text, `
      + (lane.isTaken ? "because they repeat." : "because no line of the script is this timeline.");
    element.title = reason;
    element.addEventListener("pointerdown", () => this.page.say(reason));
    return element;
  }

  /// The line of a lane, on which marbles can be added.
  track(timeline) {
    const { page, picture } = this;
    const element = make("div", { className: "track" });
    element.addEventListener("click", (event) => {
      if (!this.selected) return;
      const { timeline, marble } = this.selected;
      this.select(null);
      page.run(page.text, { edit: "move", timeline, marble, tick: picture.tickAt(event.clientX) });
    });
    if (page.host.canEdit) {
      element.addEventListener("dblclick", (event) => this.add(timeline, picture.tickAt(event.clientX)));
    }
    return element;
  }

  add(timeline, tick) {
    const { page } = this;
    page.run(page.text, { edit: "add", timeline, tick }, { then: (result) => this.focus(result.focus) });
  }

  focus(key) {
    this.all.find((handle) => handle.key === key?.join("."))?.element.focus();
  }

  // MARK: Selection

  /// Selects a marble, which the next click on a line moves, or none.
  select(handle) {
    const { page } = this;
    if (this.selected && !handle) page.say("");
    this.selected?.element.removeAttribute("aria-grabbed");
    this.selected = handle;
    handle?.element.setAttribute("aria-grabbed", "true");
    get("marble").hidden = !handle || !page.host.canEdit;
    if (!handle) return;
    page.say("Click a place on the line to move the marble there, or press Escape.");
    const marble = page.answer.timelines[handle.timeline].marbles[handle.marble];
    get("marble-name").textContent = `${Handles.describe(marble)} on tick ${marble.tick}`;
    get("marble-value").value = marble.ends ? "" : marble.text.replace(/^\[([^,]*)\]$/, "$1");
  }

  /// Prepares the buttons that change or remove the selected marble, for those who have no keys.
  prepareButtons() {
    const change = (action) => () => {
      const handle = this.selected;
      this.select(null);
      if (handle) action(handle);
    };
    get("marble").addEventListener("submit", (event) => {
      event.preventDefault();
      const value = get("marble-value").value;
      change((handle) => { if (value) this.moving.replace(handle, value); })();
    });
    get("remove-marble").addEventListener("click", change((handle) => this.moving.remove(handle)));
    for (const end of get("marble").querySelectorAll("[data-end]")) {
      end.addEventListener("click", change((handle) => this.moving.replace(handle, end.dataset.end)));
    }
  }
}
