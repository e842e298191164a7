"use strict";
// The page of `rxrepl serve` and `rxrepl page`. The text of the script is the only state: each change is an edit of the
// text, to which the program answers with the new text, the picture and the places of the marbles. A baked page has the
// answers to all moves of a single marble in itself.

const get = (id) => document.getElementById(id);
const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
};
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// MARK: Answers

/// Asks the program that serves the page.
const live = {
  token: "",
  async ask(path, { parameters = {}, body, signal } = {}) {
    const query = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
    const response = await fetch(query ? `${path}?${query}` : path, {
      method: body === undefined ? "GET" : "POST", body, signal, headers: { "X-Token": this.token }, cache: "no-store",
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  },
  async run(text, edit, signal) {
    return (await this.ask("run", { parameters: edit ?? {}, body: text, signal })).json();
  },
  async why(text, place) { return (await this.ask("why", { parameters: place, body: text })).json(); },
};

/// Looks up the answers in the page.
const baked = {
  data: null,
  unpack(state) {
    const lines = [];
    for (const [first, count] of state.lines) lines.push(...this.data.lines.slice(first, first + count));
    return { ...state, picture: lines.join("\n") };
  },
  async run(text, edit) {
    if (!edit) return this.unpack(this.data.start);
    const moves = this.data.moves[edit.timeline]?.[edit.marble];
    if (edit.edit !== "move" || !moves) throw new Error("this page has only the moves of marbles");
    return this.unpack(this.data.states[moves[clamp(edit.tick - this.data.first, 0, moves.length - 1)]]);
  },
  async why() { return { sentence: "", steps: [] }; },
};

let engine = live;

/// Runs one task at a time. Of those that wait, only the latest one runs.
class Latest {
  running = false;
  next = null;
  async run(task) {
    this.next = task;
    if (this.running) return;
    this.running = true;
    while (this.next) {
      const current = this.next;
      this.next = null;
      try { await current(); } catch (error) { say(error.message); }
    }
    this.running = false;
  }
}
const runs = new Latest();

// MARK: State

let text = "";
let answer = null;
/// The texts before and after this one.
let past = [];
let future = [];

function say(message) { get("status").textContent = message; }

/// Replaces the script, as one step that can be undone.
function change(next, { isStep = true } = {}) {
  if (isStep && next !== text) {
    past.push(text);
    future = [];
  }
  text = next;
  if (get("text").value !== text) get("text").value = text;
  showAnswer();
  get("undo").disabled = past.length === 0;
  get("redo").disabled = future.length === 0;
}

/// Runs a text, optionally with an edit, and shows the result.
///
/// `isCurrent` tells whether the result is still wanted when it arrives.
function run(from, edit, { isStep = true, isCurrent = () => true, then } = {}) {
  return runs.run(async () => {
    const result = await engine.run(from, edit);
    if (!isCurrent()) return;
    if (edit) change(result.text, { isStep });
    show(result);
    then?.(result);
  });
}

function undo() {
  if (past.length === 0) return;
  future.push(text);
  change(past.pop(), { isStep: false });
  run(text);
}

function redo() {
  if (future.length === 0) return;
  past.push(text);
  change(future.pop(), { isStep: false });
  run(text);
}

// MARK: Picture

/// A style sheet that is changed only if its text changes.
class Sheet {
  sheet = new CSSStyleSheet();
  text = "";
  replace(text) {
    if (this.text === text) return;
    this.text = text;
    this.sheet.replaceSync(text);
  }
}
const sheet = new Sheet();

/// Returns an SVG element and puts its style into a style sheet, because the content policy allows no other styles.
function drawing(source, sheet) {
  let style = "";
  const markup = source.replace(/<style>([^]*?)<\/style>/g, (_, text) => {
    style += text;
    return "";
  });
  const svg = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  sheet.replace(style);
  return document.importNode(svg, true);
}

/// Shows a picture in the place of the previous one, and returns its element, or `null` if there is none.
///
/// Most marks are the same. They are neither parsed nor laid out again.
function showPicture(source) {
  const root = get("picture");
  if (!source) {
    root.replaceChildren();
    return null;
  }
  // Each picture has a name of its own. With a common name, the marks and the style are often the same.
  const name = source.match(/^<svg[^>]* class="([^"]*)"/)?.[1];
  const marks = [];
  const skeleton = (name ? source.replaceAll(name, "picture") : source).replace(
    /<g class="mb-m[^"]*">[^]*?<\/g>/g, (mark) => `<mark number="${marks.push(mark) - 1}"/>`);
  const svg = drawing(skeleton, sheet);
  for (const place of svg.querySelectorAll("mark")) place.source = marks[place.getAttribute("number")];
  if (root.firstChild) patch(root.firstChild, svg); else root.append(svg);
  const missing = [...root.querySelectorAll("mark")];
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${missing.map((place) => place.source).join("")}</svg>`, "image/svg+xml");
  const found = [...document.importNode(parsed.documentElement, true).children];
  missing.forEach((place, index) => {
    found[index].source = place.source;
    place.replaceWith(found[index]);
  });
  return root.firstChild;
}

/// Changes an element to be like another one. Marks with the same source stay.
function patch(old, next) {
  if (next.source && old.source === next.source) return;
  if (old.nodeName !== next.nodeName) return old.replaceWith(next);
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.attributes.length !== next.attributes.length) {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  let [mine, theirs] = [old.firstChild, next.firstChild];
  while (mine && theirs) {
    const [after, following] = [mine.nextSibling, theirs.nextSibling];
    patch(mine, theirs);
    [mine, theirs] = [after, following];
  }
  while (theirs) {
    const following = theirs.nextSibling;
    old.append(theirs);
    theirs = following;
  }
  while (mine) {
    const after = mine.nextSibling;
    mine.remove();
    mine = after;
  }
}

/// The marks of a lane of the picture, with the lane.
class Lane {
  constructor(group, drawing, index) {
    this.group = group;
    this.drawing = drawing;
    this.index = index;
    this.name = group.dataset.lane;
    this.role = group.dataset.role;
    this.marks = [...group.querySelectorAll(".mb-m")];
    this.ticks = group.dataset.ticks.split(" ");
  }
}

let lanes = [];
/// The time axis of the picture, in its coordinates: parts without cuts, each with its ticks and the place of its first.
let axis = { parts: [], width: 1, first: 0, last: 0 };

function axisOf(svg) {
  const parts = svg.dataset.axis.split(",").map((part) => {
    const [first, last, x] = part.split(" ").map(Number);
    return { first, last, x };
  });
  return {
    parts, width: Number(svg.dataset.tickWidth), first: parts[0].first, last: parts.at(-1).last,
    size: { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height },
  };
}

/// Returns the place of a tick, also of one after the last.
function placeOf(tick) {
  const part = axis.parts.findLast((part) => part.first <= tick) ?? axis.parts[0];
  return part.x + (tick - part.first) * axis.width;
}

/// Returns the tick at a place of the window, in a picture with an axis and a place.
function tickAt(x, axis, board = get("picture").getBoundingClientRect()) {
  const place = ((x - board.x) * axis.size.width) / board.width;
  const part = axis.parts.findLast((part) => part.x - axis.width / 2 <= place) ?? axis.parts[0];
  const tick = part.first + Math.round((place - part.x) / axis.width);
  return part === axis.parts.at(-1) ? tick : Math.min(tick, part.last);
}

function show(result) {
  answer = result;
  const svg = showPicture(result.picture);
  get("diagram").textContent = result.diagram;
  lanes = [];
  if (svg) {
    axis = axisOf(svg);
    // A picture is shrunk to fit, but not so far that its marbles are too small. A wider one scrolls.
    get("board").style.minWidth = `${0.6 * axis.size.width}px`;
    const groups = [...svg.querySelectorAll("g[data-lane]")].filter((group) => group.dataset.role !== "inner");
    result.laneCounts.forEach((count, drawing) => {
      groups.splice(0, count).forEach((group, index) => lanes.push(new Lane(group, drawing, index)));
    });
  }
  showColors();
  showMessages();
  showHandles();
  showLanes();
  showTime();
}

function showColors() {
  const parts = [];
  let end = 0;
  const wrong = answer.messages.filter((message) => message.kind === "error" && message.start !== undefined);
  for (const token of answer.text === text ? answer.tokens ?? [] : []) {
    if (token.start < end) continue;
    parts.push(text.slice(end, token.start));
    const span = make("span", { className: token.kind, textContent: text.slice(token.start, token.end) });
    if (wrong.some((message) => token.start >= message.start && token.end <= message.end)) span.classList.add("wrong");
    if (token.kind === "number") makeScrubbable(span, token);
    parts.push(span);
    end = token.end;
  }
  parts.push(text.slice(end) + "\n");
  get("colors").replaceChildren(...parts);
  get("text").rows = clamp(text.split("\n").length, 2, 20);
}

function showMessages() {
  get("messages").replaceChildren(
    ...answer.messages.map(({ kind, text }) => make("pre", { className: kind, textContent: text, tabIndex: 0 })));
}

// MARK: Handles

/// The handles by timeline and marble.
let handles = [];
/// The move that is under way.
let drag = null;
/// The handle that was clicked, which the next click on a line moves.
let selected = null;

/// Returns the place of a box in a picture, in percent of the picture's size.
function place(box, board) {
  return {
    left: `${(100 * (box.x + box.width / 2 - board.x)) / board.width}%`,
    top: `${(100 * (box.y + box.height / 2 - board.y)) / board.height}%`,
    width: `${box.width}px`, height: `${box.height}px`,
  };
}

function showHandles() {
  const kept = new Map(handles.map((handle) => [handle.key, handle]));
  if (answer.focus && drag) {
    // The moved marble may have another index now. Its handle keeps the grip and the focus.
    const key = answer.focus.join(".");
    kept.delete(drag.handle.key);
    kept.set(key, drag.handle);
    drag.handle.key = key;
  }
  handles = [];
  const tracks = [];
  const board = get("picture").getBoundingClientRect();
  const keys = new Set();
  // All places are read before the first one is written. Otherwise the browser lays out the page for each of them.
  const updates = [];
  for (const lane of lanes) lane.isTaken = lane.isMovable = false;
  answer.timelines.forEach((timeline, index) => {
    for (const lane of lanesOf(timeline)) {
      lane.isTaken = true;
      if (lane.marks.length !== timeline.marbles.length) continue;
      lane.isMovable = true;
      tracks.push(track(index, lane));
      timeline.marbles.forEach((marble, place) => {
        // A source that several drawings show has handles in each of them.
        const first = `${index}.${place}`;
        const key = keys.has(first) ? `${first}.${lane.drawing}` : first;
        keys.add(key);
        const handle = kept.get(key) ?? newHandle();
        Object.assign(handle, { key, timeline: index, marble: place, lane, tick: marble.tick });
        updates.push([handle, timeline, marble, lane.marks[place].getBoundingClientRect()]);
        handles.push(handle);
      });
    }
  });
  for (const lane of lanes) if (lane.role === "input" && !lane.isMovable) tracks.push(fixedTrack(lane));
  const marks = events(board);
  for (const [handle, timeline, marble, box] of updates) update(handle, timeline, marble, place(box, board));
  get("tracks").replaceChildren(...tracks);
  get("events").replaceChildren(...marks);
  arrange(get("handles"), handles.map((handle) => handle.element));
}

/// Returns the lanes of the picture that show a timeline.
function lanesOf(timeline) {
  const found = lanes.filter((lane) => lane.role === "input" && lane.name === timeline.name && !lane.isTaken);
  return timeline.name ? found : found.slice(0, 1);
}

/// Changes the children of an element without moving the one that has the focus and the pointer.
function arrange(root, elements) {
  for (const element of [...root.children]) if (!elements.includes(element)) element.remove();
  if (elements.every((element, index) => root.children[index] === element)) return;
  const active = elements.indexOf(document.activeElement);
  elements.forEach((element, index) => {
    if (index < active) root.insertBefore(element, elements[active]);
    else if (index > active) root.append(element);
  });
}

function newHandle() {
  const element = make("div", { className: "handle", role: "slider", tabIndex: 0 });
  const handle = { element };
  element.addEventListener("pointerdown", (event) => startDrag(handle, event));
  element.addEventListener("keydown", (event) => typeOn(handle, event));
  return handle;
}

function update(handle, timeline, marble, place) {
  const { element } = handle;
  const name = timeline.name || "timeline";
  element.setAttribute("aria-label", `${name}: ${describe(marble)}`);
  element.setAttribute("aria-valuemin", timeline.first);
  element.setAttribute("aria-valuemax", Math.max(axis.last, marble.tick));
  element.setAttribute("aria-valuenow", marble.tick);
  element.setAttribute("aria-valuetext", `${describe(marble)} on tick ${marble.tick}`);
  Object.assign(element.style, place);
}

const ends = { "|": "completed", "!": "interrupted" };
const describe = (marble) => ends[marble.text] ?? (marble.ends ? "failed" : marble.text);

/// The line of a lane whose marbles cannot be moved. A click shows the reason.
function fixedTrack(lane) {
  const element = line(lane);
  const reason = `The marbles of ${lane.name} can only be changed in the text, `
    + (lane.isTaken ? "because they repeat." : "because no line of the script is this timeline.");
  element.classList.add("fixed");
  element.title = reason;
  element.addEventListener("pointerdown", () => say(reason));
  return element;
}

/// The line of a lane, on which marbles can be added.
function track(timeline, lane) {
  const element = line(lane);
  element.addEventListener("click", (event) => {
    if (!selected) return;
    const { timeline, marble } = selected;
    select(null);
    run(text, { edit: "move", timeline, marble, tick: tickAt(event.clientX, axis) });
  });
  if (engine === live) {
    element.addEventListener("dblclick", (event) => add(timeline, tickAt(event.clientX, axis)));
  }
  return element;
}

/// An element over the line of a lane.
function line(lane) {
  const box = lane.group.getBoundingClientRect();
  const board = get("picture").getBoundingClientRect();
  const element = make("div", { className: "track" });
  const y = Number(lane.group.dataset.y);
  Object.assign(element.style, {
    left: `${(100 * (placeOf(axis.first) - axis.width / 2)) / axis.size.width}%`, right: "0",
    top: `${(100 * y) / axis.size.height}%`,
  });
  if (!board.height || !box.width) element.hidden = true;
  return element;
}

function add(timeline, tick) {
  run(text, { edit: "add", timeline, tick }, { then: (result) => focus(result.focus) });
}

function focus(key) {
  handles.find((handle) => handle.key === key?.join("."))?.element.focus();
}

function select(handle) {
  selected?.element.removeAttribute("aria-grabbed");
  selected = handle;
  handle?.element.setAttribute("aria-grabbed", "true");
  if (handle) say("Click a place on the line to move the marble there, or press Escape.");
}

// MARK: Moving

function startDrag(handle, event) {
  if (event.button !== 0 || drag) return;
  event.preventDefault();
  const { element, timeline, marble, tick } = handle;
  element.focus();
  element.setPointerCapture(event.pointerId);
  // The scale may change with a move. The one at the start keeps the marble from jumping to and fro.
  const start = { text, axis, board: get("picture").getBoundingClientRect(), past: [...past], future: [...future] };
  const offset = event.clientX - (element.getBoundingClientRect().x + element.offsetWidth / 2);
  drag = { handle, tick };
  const move = (event) => {
    const next = tickAt(event.clientX - offset, start.axis, start.board);
    if (next === drag?.tick) return;
    select(null);
    drag.tick = next;
    drag.hasMoved = true;
    element.setAttribute("aria-grabbed", "true");
    const current = drag;
    run(start.text, { edit: "move", timeline, marble, tick: next }, { isStep: false, isCurrent: () => drag === current });
  };
  const end = (isKept) => {
    for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    document.removeEventListener("keydown", escape, true);
    const moved = drag.hasMoved;
    element.removeAttribute("aria-grabbed");
    if (!moved) {
      drag = null;
      if (isKept) select(selected === handle ? null : handle);
      return;
    }
    // The last answer of the move may still be under way.
    runs.run(async () => {
      if (isKept) {
        if (drag.tick !== answer.timelines[timeline]?.marbles[answer.focus?.[1]]?.tick) {
          const result = await engine.run(start.text, { edit: "move", timeline, marble, tick: drag.tick });
          change(result.text, { isStep: false });
          show(result);
        }
        past = text === start.text ? start.past : [...start.past, start.text];
        future = text === start.text ? start.future : [];
        change(text, { isStep: false });
      } else {
        const result = await engine.run(start.text, engine === live ? null : { edit: "move", timeline, marble, tick });
        change(start.text, { isStep: false });
        show(result);
      }
      drag = null;
      if (isKept && engine === baked) past = [];
    });
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  const listeners = { pointermove: move, pointerup: () => end(true), pointercancel: () => end(false) };
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
  document.addEventListener("keydown", escape, true);
}

function typeOn(handle, event) {
  if (event.target !== handle.element || event.ctrlKey || event.metaKey || event.altKey) return;
  const { timeline, marble, tick } = handle;
  const move = (next) => {
    drag = { handle, tick: next };
    run(text, { edit: "move", timeline, marble, tick: next }, {
      then: (result) => {
        drag = null;
        const [, index] = result.focus;
        const moved = result.timelines[timeline].marbles[index];
        say(`${describe(moved)} on tick ${moved.tick}`);
      },
    });
  };
  const step = event.shiftKey ? 5 : 1;
  const keys = {
    ArrowLeft: () => move(tick - step), ArrowDown: () => move(tick - step),
    ArrowRight: () => move(tick + step), ArrowUp: () => move(tick + step),
    Home: () => move(answer.timelines[timeline].first), End: () => move(axis.last),
    Escape: () => select(null), Enter: () => select(selected === handle ? null : handle),
  };
  if (engine === live) {
    keys.Delete = keys.Backspace = () => {
      run(text, { edit: "remove", timeline, marble }, {
        then: () => handles.find((other) => other.timeline === timeline)?.element.focus(),
      });
    };
    keys["+"] = keys.Insert = () => add(timeline, tick + 1);
    for (const end of ["|", "#", "!"]) keys[end] = () => replace(handle, end);
  }
  const action = keys[event.key];
  if (action) action();
  else if (engine === live && event.key.length === 1 && event.key !== " ") typeValue(handle, event.key);
  else return;
  event.preventDefault();
}

function replace({ timeline, marble }, value) {
  run(text, { edit: "replace", timeline, marble, text: value }, { then: (result) => focus(result.focus) });
}

/// Lets the user type a new value in the place of a marble.
function typeValue(handle, value) {
  const input = make("input", { type: "text", value, "aria-label": "New value" });
  let isDone = false;
  const finish = (isKept) => {
    if (isDone) return;
    isDone = true;
    const typed = input.value;
    input.remove();
    handle.element.focus();
    if (isKept && typed) replace(handle, typed);
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

// MARK: Reasons

/// The events of the results, which show why they came. Arrow keys move among those of a lane.
function events(board) {
  eventMarks = [];
  if (engine !== live) return [];
  for (const lane of lanes.filter((lane) => lane.role === "output")) {
    const marks = lane.marks.map((mark, event) => {
      const name = `${lane.name}: ${mark.querySelector("title")?.textContent ?? ""}. Why?`;
      const element = make("button", { className: "event", "aria-label": name, tabIndex: event === 0 ? 0 : -1 });
      Object.assign(element.style, place(mark.getBoundingClientRect(), board));
      const ask = () => showReason({ drawing: lane.drawing + 1, lane: lane.index, event });
      element.addEventListener("focus", ask);
      element.addEventListener("pointerenter", ask);
      element.addEventListener("pointerleave", hideReason);
      element.addEventListener("blur", hideReason);
      element.addEventListener("keydown", ({ key }) => {
        const next = { ArrowRight: event + 1, ArrowLeft: event - 1 }[key];
        marks[next]?.focus();
      });
      eventMarks.push({ element, lane, tick: Number(lane.ticks[event]) });
      return element;
    });
  }
  return eventMarks.map(({ element }) => element);
}

let eventMarks = [];
let question = 0;

async function showReason(place) {
  const asked = ++question;
  try {
    const reason = await engine.why(text, place);
    if (asked !== question) return;
    get("why").textContent = reason.sentence;
    for (const mark of document.querySelectorAll(".cause")) mark.classList.remove("cause");
    for (const { lane, tick } of reason.steps) {
      for (const { element, lane: shown, tick: place } of [...handles, ...eventMarks]) {
        if (shown.name === lane && place === tick) element.classList.add("cause");
      }
    }
  } catch (error) { say(error.message); }
}

function hideReason() {
  question += 1;
  get("why").textContent = "";
  for (const mark of document.querySelectorAll(".cause")) mark.classList.remove("cause");
}

function showTime() {
  const time = get("time");
  const wasAtEnd = time.value === time.max;
  time.min = Math.min(0, axis.first);
  time.max = axis.last;
  if (wasAtEnd) time.value = time.max;
  get("player").hidden = lanes.length === 0;
  moveTime();
}

function moveTime() {
  const time = get("time");
  const veil = get("veil");
  get("tick").textContent = time.value;
  veil.hidden = time.value === time.max || lanes.length === 0;
  if (veil.hidden) return;
  veil.style.left = `${(100 * (placeOf(Number(time.value)) + axis.width / 2)) / axis.size.width}%`;
}

// MARK: Lanes and operators

function showLanes() {
  if (engine !== live) return;
  get("lanes").replaceChildren(...answer.timelines.map((timeline, index) => {
    const name = timeline.name || "timeline";
    const button = (label, title, action) => {
      const element = make("button", { textContent: label, "aria-label": title });
      element.addEventListener("click", action);
      return element;
    };
    const last = timeline.marbles.findLast((marble) => !marble.ends)?.tick ?? -1;
    const parts = [make("code", { textContent: name }), button("+", `Add a marble to ${name}`, () => add(index, last + 2))];
    if (timeline.name) {
      const kind = timeline.cold ? "cold" : "hot";
      if (!timeline.raw) {
        parts.push(button(kind, `${name} is ${kind}: change it`, () =>
          run(text, { edit: timeline.cold ? "hot" : "cold", timeline: index })));
      }
      parts.push(
        button("×", `Remove ${name}`, () => run(text, { edit: "removeTimeline", timeline: index })));
    }
    return make("div", {}, ...parts);
  }));
}

let operators = null;
const exampleSheet = new Sheet();

async function showOperators() {
  get("operators").showModal();
  try {
    operators ??= (await (await live.ask("operators")).json()).operators;
    filterOperators();
  } catch (error) { say(error.message); }
}

function filterOperators() {
  const words = get("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operators.filter(({ name, family, summary }) =>
    words.every((word) => `${name} ${family} ${summary}`.toLowerCase().includes(word)));
  get("choices").replaceChildren(...found.map((operator) => {
    const button = make("button", {}, make("code", { textContent: operator.signature }), ` ${operator.summary}`);
    button.addEventListener("click", () => insert(operator));
    const preview = () => showExample(operator);
    button.addEventListener("focus", preview);
    button.addEventListener("pointerenter", preview);
    return make("li", {}, button);
  }));
}

async function showExample(operator) {
  try {
    operator.picture ??= (await (await live.ask("operator", { parameters: { name: operator.name } })).json()).picture;
    get("example").replaceChildren(drawing(operator.picture, exampleSheet));
  } catch (error) { say(error.message); }
}

/// Adds a call of an operator at the end of the text, or at the cursor.
function insert(operator) {
  get("operators").close();
  const field = get("text");
  const isAtEnd = field.selectionStart === field.value.length || field.selectionStart === 0;
  const name = answer.timelines.find((timeline) => timeline.name)?.name ?? "source";
  const signature = operator.signature.replace(/^source\b/, name);
  const call = isAtEnd && text && !text.endsWith("\n") ? `\n${signature}` : signature;
  const at = isAtEnd ? text.length : field.selectionStart;
  change(text.slice(0, at) + call + text.slice(isAtEnd ? at : field.selectionEnd));
  field.focus();
  field.setSelectionRange(at + call.length, at + call.length);
  run(text);
}

/// Lets the user change a number of the script by dragging it.
function makeScrubbable(span, token) {
  span.addEventListener("pointerdown", (event) => {
    if (engine !== live || event.button !== 0) return;
    event.preventDefault();
    const start = text;
    const number = Number(start.slice(token.start, token.end));
    if (!Number.isInteger(number)) return;
    const origin = event.clientX;
    let last = number;
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const finish = (isKept) => {
      controller.abort();
      if (!isKept) change(start, { isStep: false });
      else if (text !== start) {
        past.push(start);
        future = [];
        change(text, { isStep: false });
      } else {
        get("text").focus();
        get("text").setSelectionRange(token.start, token.end);
      }
      run(text);
    };
    addEventListener("pointermove", (event) => {
      const next = Math.max(0, number + Math.round((event.clientX - origin) / 8));
      if (next === last) return;
      last = next;
      change(start.slice(0, token.start) + next + start.slice(token.end), { isStep: false });
      run(text);
    }, options);
    addEventListener("pointerup", () => finish(true), options);
    addEventListener("pointercancel", () => finish(false), options);
    addEventListener("keydown", (event) => { if (event.key === "Escape") finish(false); }, options);
  });
}

/// Changes the number at the cursor by keys.
function scrubByKey(event) {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown") || engine !== live) return;
  const { selectionStart: cursor } = get("text");
  const token = answer?.tokens?.find(({ kind, start, end }) => kind === "number" && start <= cursor && cursor <= end);
  const number = token && Number(text.slice(token.start, token.end));
  if (!Number.isInteger(number)) return;
  event.preventDefault();
  const next = Math.max(0, number + (event.key === "ArrowUp" ? 1 : -1));
  change(text.slice(0, token.start) + next + text.slice(token.end));
  get("text").setSelectionRange(token.start, token.start);
  run(text);
}

// MARK: Exercises

/// The parts of the exercise, if the page has one. The answer is the part of the script after its mark.
let exercise = null;

function showExercise(given) {
  exercise = given;
  if (!exercise) return;
  get("exercise").hidden = false;
  get("exercise-title").textContent = exercise.title;
  const paragraphs = exercise.explanation.split("\n\n").filter(Boolean);
  get("explanation").replaceChildren(...paragraphs.map((paragraph) => prose("p", paragraph)));
  get("task").replaceChildren(...prose("p", exercise.task).childNodes);
  let count = 0;
  get("more-hints").hidden = exercise.hints.length === 0;
  get("more-hints").addEventListener("click", () => {
    get("hints").append(prose("p", exercise.hints[count]));
    count += 1;
    get("more-hints").disabled = count === exercise.hints.length;
  });
  get("show-solution").addEventListener("click", () => {
    get("hints").append(prose("p", `The solution is \`${exercise.solution ?? unhidden(exercise.hidden)}\`.`));
    get("show-solution").disabled = true;
  });
  get("answer").addEventListener("input", () => {
    if (engine !== live) return get("verdict").replaceChildren();
    const end = text.indexOf(exercise.mark);
    const inputs = end < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, end);
    change(`${inputs}${exercise.mark}\n${get("answer").value}\n`);
    run(text);
  });
  get("check").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
}

/// Shows the part of the script after the mark as the answer.
function showAnswer() {
  if (!exercise || engine !== live) return;
  const end = text.indexOf(exercise.mark);
  const typed = end < 0 ? "" : text.slice(end + exercise.mark.length).trim();
  if (get("answer").value.trim() !== typed) get("answer").value = typed;
}

async function check() {
  if (engine !== live) return checkBaked();
  try {
    const result = await (await live.ask("check", { body: text })).json();
    get("verdict").replaceChildren(
      ...result.paragraphs.map((part) => make("pre", { className: result.isRight ? "passed" : "failed", textContent: part })));
  } catch (error) { say(error.message); }
}

/// Compares the answer with those that a page without a server knows.
function checkBaked() {
  const typed = get("answer").value;
  const known = exercise.answers.find(({ hash }) => hash === fingerprint(typed));
  const paragraph = !typed.trim() ? prose("p", "Write your answer first.")
    : known ? prose("p", known.text)
    : prose("p", `This file does not know this answer and cannot run it. To check any answer, run ${exercise.command}.`);
  if (known) paragraph.className = known.isRight ? "passed" : "failed";
  get("verdict").replaceChildren(paragraph);
}

/// Returns the FNV-1a hash of an answer without whitespace. The page contains hashes, so that it does not show answers.
function fingerprint(answer) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(answer.replace(/\s/gu, ""))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/// Returns the text of bytes in hexadecimal.
const unhidden = (hex) =>
  new TextDecoder().decode(Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16)));

/// Returns an element with a text, in which the parts between backticks are code.
function prose(name, text) {
  const parts = text.split("`").map((part, index) => (index % 2 ? make("code", { textContent: part }) : part));
  return make(name, {}, ...parts);
}

// MARK: Sharing

const toBase64 = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/// Returns a script as the fragment of an address: compressed after `z`, or as it is after `r` if that is shorter.
async function packed(script) {
  const bytes = new TextEncoder().encode(script);
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  return small.length < bytes.length ? "z" + toBase64(small) : "r" + toBase64(bytes);
}

async function unpacked(fragment) {
  const bytes = fromBase64(fragment.slice(1));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    fragment[0] === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes);
}

async function share() {
  const fragment = `#s=${await packed(text)}`;
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address with the script is in the clipboard.");
  } catch { say("The address of this page contains the script."); }
}

function save(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function savePNG() {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([answer.picture], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: 2 * axis.size.width, height: 2 * axis.size.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => save("diagram.png", blob));
}

function present(isOn) {
  document.body.classList.toggle("presenting", isOn);
  get("present").setAttribute("aria-pressed", isOn);
  showHandles();
}

// MARK: Start

async function start() {
  document.adoptedStyleSheets = [sheet.sheet, exampleSheet.sheet];
  const field = get("text");
  const on = (id, action) => get(id).addEventListener("click", action);
  on("undo", undo);
  on("redo", redo);
  on("reset", () => { select(null); run(text, null, { then: (result) => change(result.text, { isStep: false }) }); });
  on("add-lane", () => run(text, { edit: "addTimeline" }));
  on("show-operators", showOperators);
  on("share", share);
  on("save-script", () => save("script.marble", new Blob([text])));
  on("save-svg", () => save("diagram.svg", new Blob([answer.picture], { type: "image/svg+xml" })));
  on("save-png", savePNG);
  on("present", () => present(!document.body.classList.contains("presenting")));
  get("filter").addEventListener("input", filterOperators);
  get("time").addEventListener("input", moveTime);
  field.addEventListener("input", () => {
    change(field.value);
    run(text);
  });
  field.addEventListener("scroll", () => { get("colors").scrollTo(field.scrollLeft, field.scrollTop); });
  field.addEventListener("keydown", scrubByKey);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !drag) {
      select(null);
      present(false);
    }
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || engine !== live) return;
    event.preventDefault();
    if (event.shiftKey) redo(); else undo();
  });
  addEventListener("resize", () => { if (answer) showHandles(); });

  const data = get("baked");
  if (data) {
    baked.data = JSON.parse(data.textContent);
    engine = baked;
    document.body.classList.add("baked");
    field.readOnly = true;
    get("undo").hidden = get("redo").hidden = true;
    get("reset").hidden = false;
    get("hint").textContent = "Drag the marbles, or move them with the arrow keys.";
    showExercise(baked.data.exercise);
    change(baked.data.start.text, { isStep: false });
    return run(text);
  }
  await open();
  addEventListener("hashchange", open);
}

/// Returns what the browser has stored for this server, or `null`, also if it stores nothing.
function stored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function store(key, value) {
  try { localStorage.setItem(key, value); } catch { /* Only this tab has the value. */ }
}

/// Opens the script in the address, or the one with which the program was started.
async function open() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  try {
    live.token = fragment.get("t") ?? stored("token") ?? "";
    // Another tab may open a shared address of this server. Only pages of this host and port can read the token.
    store("token", live.token);
    const shared = fragment.get("s");
    // The token does not stay in the address, which a user may show or share.
    history.replaceState(null, "", shared ? `#s=${shared}` : location.pathname);
    if (!exercise) showExercise(await (await live.ask("exercise")).json());
    change(shared ? await unpacked(shared) : await (await live.ask("script")).text(), { isStep: answer !== null });
    await run(text);
  } catch (error) { say(error.message); }
}

start();
