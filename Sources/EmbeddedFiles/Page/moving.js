// Moving and changing marbles, by pointer and by keys.

class Moving {
  /// The move that is under way: its handle, and the tick that is asked for.
  drag = null;

  constructor(page, picture) {
    Object.assign(this, { page, picture });
  }

  /// Returns the index of a marble in the text from which a move starts.
  originalIndex({ timeline, marble }) {
    const { host, answer } = this.page;
    const moved = host.canEdit ? null : answer.moved;
    return moved?.timeline === timeline ? moved.order[marble] ?? marble : marble;
  }

  /// Returns what a move in a page without a server does to an earlier one of another marble, if there was one.
  noteOn({ timeline, marble }) {
    const { host, answer } = this.page;
    const moved = host.canEdit ? null : answer.moved;
    return moved && (moved.timeline !== timeline || moved.marble !== marble)
      ? "Each move starts from the written script, so the one before is undone." : undefined;
  }

  // MARK: Pointer

  start(handle, event) {
    if (event.button !== 0 || this.drag || event.target.closest("input")) return;
    event.preventDefault();
    const { element, tick } = handle;
    element.focus();
    element.setPointerCapture(event.pointerId);
    const move = new Drag(this, handle, event);
    this.drag = { handle, tick };
    const listeners = {
      pointermove: (event) => move.to(event.clientX),
      pointerup: () => finish(true), pointercancel: () => finish(false),
    };
    const escape = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      finish(false);
    };
    const finish = (isKept) => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
      document.removeEventListener("keydown", escape, true);
      move.end(isKept);
    };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    document.addEventListener("keydown", escape, true);
  }

  // MARK: Keys

  press(handle, event) {
    const { page } = this;
    const { handles } = page;
    if (event.target !== handle.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const { timeline, tick } = handle;
    const step = event.shiftKey ? 5 : 1;
    const keys = {
      ArrowLeft: () => this.move(handle, tick - step), ArrowDown: () => this.move(handle, tick - step),
      ArrowRight: () => this.move(handle, tick + step), ArrowUp: () => this.move(handle, tick + step),
      Home: () => this.move(handle, page.answer.timelines[timeline].first),
      End: () => this.move(handle, this.picture.axis.last),
      Escape: () => handles.select(null), Enter: () => handles.select(handles.selected === handle ? null : handle),
    };
    if (page.host.canEdit) {
      keys.Delete = keys.Backspace = () => this.remove(handle);
      keys["+"] = keys.Insert = () => handles.add(timeline, tick + 1);
      for (const end of ["|", "#", "!"]) keys[end] = () => this.replace(handle, end);
    }
    const action = keys[event.key];
    if (action) action();
    else if (page.host.canEdit && event.key.length === 1 && event.key !== " ") this.type(handle, event.key);
    else return;
    event.preventDefault();
  }

  move(handle, tick) {
    const { page } = this;
    const [{ timeline }, marble] = [handle, this.originalIndex(handle)];
    this.drag = { handle, tick };
    page.run(page.origin, { edit: "move", timeline, marble, tick }, {
      then: (result) => {
        this.drag = null;
        const moved = result.timelines[timeline].marbles[result.focus[1]];
        if (!result.note) page.say(`${Handles.describe(moved)} on tick ${moved.tick}`);
        handle.element.scrollIntoView({ block: "nearest", inline: "nearest" });
      },
      failed: () => { this.drag = null; },
    });
  }

  remove({ timeline, marble }) {
    const { page } = this;
    page.run(page.text, { edit: "remove", timeline, marble }, {
      then: () => page.handles.all.find((other) => other.timeline === timeline)?.element.focus(),
    });
  }

  replace({ timeline, marble }, value) {
    const { page } = this;
    page.run(page.text, { edit: "replace", timeline, marble, text: value }, {
      then: (result) => page.handles.focus(result.focus),
    });
  }

  /// Lets the user type a new value in the place of a marble.
  type(handle, value) {
    const input = make("input", { type: "text", value, "aria-label": "New value" });
    let isDone = false;
    const finish = (isKept) => {
      if (isDone) return;
      isDone = true;
      const typed = input.value;
      input.remove();
      handle.element.focus();
      if (isKept && typed) this.replace(handle, typed);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(true);
      else if (event.key === "Escape") finish(false);
    });
    input.addEventListener("pointerdown", (event) => event.stopPropagation());
    input.addEventListener("blur", () => finish(true));
    handle.element.append(input);
    input.focus();
    input.setSelectionRange(value.length, value.length);
  }
}

/// A move of a marble with the pointer. It always starts from the same text, so each tick is asked for only once, and
/// before the marble is there.
class Drag {
  answers = new Map();
  hasMoved = false;

  constructor(moving, handle, event) {
    const { page, picture } = moving;
    Object.assign(this, { moving, page, picture, handle, before: page.answer, text: page.origin, shown: page.text });
    this.timeline = handle.timeline;
    this.marble = moving.originalIndex(handle);
    this.place = [handle.timeline, handle.marble];
    this.note = moving.noteOn(this);
    // The scale may change with a move. The one at the start keeps the marble from jumping to and fro.
    this.axis = picture.axis;
    this.board = picture.box;
    this.scroll = get("frame").scrollLeft;
    this.offset = event.clientX - (handle.element.getBoundingClientRect().x + handle.element.offsetWidth / 2);
    for (const step of [1, -1]) this.answerAt(handle.tick + step);
  }

  answerAt(tick) {
    const { answers, timeline, marble } = this;
    if (!answers.has(tick)) {
      const answer = this.page.host.run(this.text, { edit: "move", timeline, marble, tick });
      answer.catch(() => answers.delete(tick));
      answers.set(tick, answer);
    }
    return answers.get(tick);
  }

  to(x) {
    const { moving, page } = this;
    this.scrollAt(x);
    const moved = get("frame").scrollLeft - this.scroll;
    const next = this.picture.tickAt(x - this.offset + moved, this.axis, this.board);
    if (next === moving.drag?.tick) return;
    const direction = Math.sign(next - moving.drag.tick);
    page.handles.select(null);
    moving.drag.tick = next;
    this.hasMoved = true;
    this.handle.element.setAttribute("aria-grabbed", "true");
    const current = moving.drag;
    page.runs.run(async () => {
      const result = await this.answerAt(next);
      if (moving.drag !== current) return;
      page.text = result.text;
      page.showResult(result);
      // The picture is painted before the rest is shown. The next ticks are likely the ones after this one.
      requestAnimationFrame(() => setTimeout(() => {
        if (moving.drag?.tick !== next) return;
        page.showRest();
        for (const step of [1, 2]) this.answerAt(next + step * direction);
      }));
    });
  }

  /// Scrolls a wide picture while the pointer is at an edge of its frame.
  scrollAt(x) {
    const frame = get("frame");
    const { left, right } = frame.getBoundingClientRect();
    const edge = 32;
    if (x > right - edge) frame.scrollLeft += x - (right - edge);
    else if (x < left + edge) frame.scrollLeft -= left + edge - x;
  }

  end(isKept) {
    const { moving, page, handle } = this;
    handle.element.removeAttribute("aria-grabbed");
    if (!this.hasMoved) {
      moving.drag = null;
      if (isKept) page.handles.select(page.handles.selected === handle ? null : handle);
      return;
    }
    // The last answer of the move may still be under way.
    page.runs.run(async () => {
      if (isKept) {
        const result = await this.answerAt(moving.drag.tick);
        page.showResult(result);
        page.text = this.shown;
        page.change(result.text);
        page.showRest();
        page.say(result.note ?? this.note ?? "");
      } else {
        page.change(this.shown, { isStep: false });
        // The handle returns to its marble, and not to that of the edit before.
        page.show({ ...this.before, focus: this.place });
      }
      moving.drag = null;
    });
  }
}
