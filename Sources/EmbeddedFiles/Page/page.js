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

/// Sets the properties that differ. Others would be laid out and painted again.
function set(element, properties) {
  const known = (element.known ??= {});
  for (const key in properties) {
    const value = properties[key];
    if (!key.includes("-")) {
      if (element[key] !== value) element[key] = value;
    } else if (known[key] !== value) {
      element.setAttribute(key, value);
      known[key] = value;
    }
  }
}

/// Makes elements the children of an element. The one with the focus and the pointer does not move.
function arrange(root, elements) {
  if (root.arranged?.length === elements.length && elements.every((element, index) => element === root.arranged[index])) {
    return;
  }
  root.arranged = elements;
  const wanted = new Set(elements);
  for (const child of [...root.childNodes]) if (!wanted.has(child)) child.remove();
  const active = elements.find((element) => element.contains(document.activeElement));
  let next = root.firstChild;
  for (const element of elements) {
    if (element === active) {
      while (next !== active) {
        const following = next.nextSibling;
        root.append(next);
        next = following;
      }
    }
    if (element === next) next = next.nextSibling;
    else root.insertBefore(element, next);
  }
}

// MARK: Answers

/// The program that serves the page.
const server = {
  token: "",
  respond(target, body) {
    return fetch(target, {
      method: body === undefined ? "GET" : "POST", body, headers: { "X-Token": this.token }, cache: "no-store",
    });
  },
};

/// The program as a module in a worker, for a page without a server. A worker that does not answer is started again.
class Module {
  static limit = 3_000;
  waiting = new Map();
  count = 0;
  constructor(address) {
    this.address = address;
    this.begin();
  }
  begin() {
    this.worker = new Worker(this.address, { type: "module" });
    this.isReady = false;
    this.worker.onmessage = ({ data }) => {
      this.isReady = true;
      const { done, failed, timer } = this.waiting.get(data.number);
      clearTimeout(timer);
      this.waiting.delete(data.number);
      if (data.error === undefined) return done(new Response(data.text, { status: data.status }));
      failed(new Error(`the engine stopped: ${data.error}`));
      this.restart("the engine stopped");
    };
    this.worker.onerror = () => this.restart("the engine cannot be loaded");
  }
  restart(reason) {
    this.worker.terminate();
    for (const { failed, timer } of this.waiting.values()) {
      clearTimeout(timer);
      failed(new Error(reason));
    }
    this.waiting.clear();
    this.begin();
  }
  respond(target, body) {
    return new Promise((done, failed) => {
      const number = this.count += 1;
      // The first answer also waits until the module is loaded.
      const timer = this.isReady ? setTimeout(() => this.restart("the script takes too long"), Module.limit) : undefined;
      this.waiting.set(number, { done, failed, timer });
      this.worker.postMessage({ number, target: `/${target}`, body });
    });
  }
}

/// Asks the program.
const live = {
  host: server,
  async ask(path, { parameters = {}, body } = {}) {
    const query = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
    const response = await this.host.respond(query ? `${path}?${query}` : path, body);
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  },
  async run(text, edit) {
    return (await this.ask("run", { parameters: edit ?? {}, body: text })).json();
  },
  async why(text, place) { return (await this.ask("why", { parameters: place, body: text })).json(); },
};

/// Looks up the answers in the page.
const baked = {
  data: null,
  /// The answers, each without its picture, and then the pictures.
  records: [],
  open(data) {
    this.data = data;
    this.records = unfolded(data.size, data.answers).split("\u001E");
  },
  answer(number) {
    return { ...JSON.parse(this.records[number]), picture: this.records[number + this.records.length / 2] };
  },
  async run(text, edit) {
    if (!edit) return this.answer(0);
    const moves = this.data.moves[edit.timeline]?.[edit.marble];
    if (edit.edit !== "move" || !moves) throw new Error("this page has only the moves of marbles");
    return this.answer(moves[clamp(edit.tick - this.data.first, 0, moves.length - 1)]);
  },
  async why() { return { sentence: "", steps: [] }; },
};

/// Returns the text of parts: strings, and pairs of a distance and a count of bytes, which repeat an earlier part.
function unfolded(size, parts) {
  const bytes = new Uint8Array(size);
  const encoder = new TextEncoder();
  let end = 0;
  for (let index = 0; index < parts.length; index += 1) {
    if (typeof parts[index] === "string") {
      end += encoder.encodeInto(parts[index], bytes.subarray(end)).written;
    } else {
      const start = end - parts[index];
      index += 1;
      bytes.copyWithin(end, start, start + parts[index]);
      end += parts[index];
    }
  }
  return new TextDecoder().decode(bytes);
}

let engine = live;

/// Runs one task at a time. Of those that wait, only the latest one runs.
class Latest {
  running = false;
  hasFailed = false;
  next = null;
  async run(task) {
    this.next = task;
    if (this.running) return;
    this.running = true;
    while (this.next) {
      const current = this.next;
      this.next = null;
      try {
        await current();
        if (this.hasFailed) say("");
        this.hasFailed = false;
      } catch (error) {
        this.hasFailed = true;
        say(error.message);
      }
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
  get("undo").disabled = past.length === 0;
  get("redo").disabled = future.length === 0;
  showText();
  if (live.host !== server) keep();
}

/// Writes the script into the address of a page without a server, so that it is still there when the page is loaded again.
const keep = later(300, async () => { history.replaceState(null, "", `#s=${await packed(text)}`); });

/// Returns a function that calls another one after the last of its calls, in milliseconds.
function later(delay, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

/// Runs a text, optionally with an edit, and shows the result.
function run(from, edit, { then } = {}) {
  return runs.run(async () => {
    const result = await engine.run(from, edit);
    if (edit) change(result.text);
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
  return document.adoptNode(svg);
}

/// The group of a lane, whose children are marks and the stems of stacks.
const lanePattern =
  /(<g data-lane=[^>]*>)((?:\s*(?:<path [^>]*\/>|<g class="mb-m[^"]*">[^]*?<\/g>))*)\s*<\/g>/g;
const markPattern = /<path [^>]*\/>|<g [^]*?<\/g>/g;

/// Shows a picture in the place of the previous one, and returns its axis, or `null` if there is none.
///
/// Most marks are the same. They are neither parsed nor laid out again.
function showPicture(source) {
  const root = get("picture");
  if (!source) {
    root.replaceChildren();
    root.style.aspectRatio = "auto";
    return null;
  }
  const lanes = [];
  const skeleton = source.replace(lanePattern, (_, group, marks) => {
    lanes.push(marks);
    return `${group}</g>`;
  });
  const svg = drawing(skeleton, sheet);
  const { width, height } = svg.viewBox.baseVal;
  root.style.aspectRatio = `${width} / ${height}`;
  // If the size of its element changes, all marks are laid out again. So most heights have the same element, of which the
  // rest is hidden.
  const room = Math.ceil(height / 1000) * 1000;
  svg.setAttribute("height", room);
  svg.setAttribute("viewBox", `0 0 ${width} ${room}`);
  if (root.firstChild) patch(root.firstChild, svg); else root.append(svg);
  showMarks([...root.querySelectorAll("g[data-lane]")], lanes);
  return axisOf(svg.dataset, { width, height });
}

/// Shows the marks of lanes, given as the sources of their groups. Marks with the same source stay, and others are
/// changed.
///
/// A source tells the place in the lane, so marks stay when their lane moves.
function showMarks(groups, lanes) {
  const changes = [];
  const changed = groups.filter((group, lane) => group.source !== lanes[lane]);
  const marks = changed.map((group) => {
    group.source = lanes[groups.indexOf(group)];
    const sources = group.source.match(markPattern) ?? [];
    const old = new Map(Array.from(group.children, (mark) => [mark.source, mark]));
    const marks = sources.map((source) => {
      const mark = old.get(source);
      old.delete(source);
      return mark;
    });
    const others = old.values();
    sources.forEach((source, index) => {
      if (!marks[index]) changes.push({ source, old: others.next().value, keep: (mark) => { marks[index] = mark; } });
    });
    return marks;
  });
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${changes.map(({ source }) => source).join("")}</svg>`, "image/svg+xml");
  [...parsed.documentElement.children].forEach((made, index) => {
    const { source, old, keep } = changes[index];
    const isKept = old?.nodeName === made.nodeName;
    if (isKept) patch(old, made);
    const mark = isKept ? old : document.adoptNode(made);
    mark.source = source;
    mark.box = mark.title = null;
    keep(mark);
  });
  changed.forEach((group, index) => {
    arrange(group, marks[index]);
    group.marks = marks[index].filter((mark) => mark.nodeName === "g");
  });
}

/// Changes an element to be like another one. The marks of lanes stay.
function patch(old, next) {
  if (old.nodeName !== next.nodeName) return old.replaceWith(next);
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.attributes.length !== next.attributes.length) {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  if (next.dataset?.lane !== undefined) return;
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
    this.y = Number(group.dataset.y);
    this.marks = group.marks;
    this.ticks = group.dataset.ticks.split(" ");
  }
}

let lanes = [];
/// The time axis of the picture, in its coordinates: parts without cuts, each with its ticks and the place of its first.
let axis = { parts: [], width: 1, first: 0, last: 0 };

function axisOf({ axis, tickWidth }, size) {
  const parts = axis.split(",").map((part) => {
    const [first, last, x] = part.split(" ").map(Number);
    return { first, last, x };
  });
  return { parts, width: Number(tickWidth), first: parts[0].first, last: parts.at(-1).last, size };
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
  showResult(result);
  showRest();
}

/// Shows the picture with its handles. During a drag, the rest follows when the picture has been painted.
function showResult(result) {
  answer = result;
  hideReason();
  const shownAxis = showPicture(result.picture);
  lanes = [];
  if (shownAxis) {
    axis = shownAxis;
    // A picture is shrunk to fit, but not so far that its marbles are too small. A wider one scrolls.
    get("board").style.minWidth = `${0.6 * axis.size.width}px`;
    const groups = [...get("picture").querySelectorAll("g[data-lane]")].filter((group) => group.dataset.role !== "inner");
    result.laneCounts.forEach((count, drawing) => {
      groups.splice(0, count).forEach((group, index) => lanes.push(new Lane(group, drawing, index)));
    });
  }
  showHandles();
}

function showRest() {
  showText();
  showColors();
  set(get("diagram"), { textContent: answer.diagram });
  showMessages();
  showEvents();
  showLanes();
  showTime();
}

function showText() {
  if (get("text").value !== text) get("text").value = text;
  showAnswer();
}

/// The parts of the script that are shown: tokens, and the text between them.
let shownParts = [];

function showColors() {
  const parts = [];
  let end = 0;
  const wrong = answer.messages.filter((message) => message.kind === "error" && message.start !== undefined);
  for (const token of answer.text === text ? answer.tokens ?? [] : []) {
    if (token.start < end) continue;
    parts.push({ kind: "", text: text.slice(end, token.start) });
    const isWrong = wrong.some((message) => token.start >= message.start && token.end <= message.end);
    parts.push({ kind: token.kind + (isWrong ? " wrong" : ""), text: text.slice(token.start, token.end), token });
    end = token.end;
  }
  parts.push({ kind: "", text: text.slice(end) + "\n" });
  showParts(parts);
  set(get("text"), { rows: clamp(text.split("\n").length, 2, 20) });
}

/// Shows the parts of the script. Those before and after a change stay.
function showParts(parts) {
  const old = shownParts;
  shownParts = parts;
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
  for (const part of added) get("colors").insertBefore(part.node, next);
}

let shownMessages = "";

function showMessages() {
  const messages = JSON.stringify(answer.messages);
  if (messages === shownMessages) return;
  shownMessages = messages;
  get("messages").replaceChildren(
    ...answer.messages.map(({ kind, text }) => make("pre", { className: kind, textContent: text, tabIndex: 0 })));
}

// MARK: Handles

/// The handles by timeline and marble.
let handles = [];
/// The move that is under way.
let drag = null;
/// The width of the picture to which the handles belong.
let shownWidth = 0;
/// The handle that was clicked, which the next click on a line moves.
let selected = null;

/// Returns the box of a mark in the coordinates of the picture, where `y` is the distance from the line of the lane. A
/// mark that stays is not measured again.
function boxOf(mark, lane, board) {
  if (!mark.box) {
    const box = mark.getBoundingClientRect();
    const scale = axis.size.width / board.width;
    mark.box = {
      x: (box.x + box.width / 2 - board.x) * scale, y: (box.y + box.height / 2 - board.y) * scale - lane.y,
      width: box.width * scale, height: box.height * scale,
    };
  }
  return mark.box;
}

/// Places an element over a box of a lane, at a scale.
///
/// Pixels depend on nothing else, so elements over marks that stay need no layout. With a transform for its center, each
/// element would be painted for itself.
function place(element, box, scale) {
  if (element.box === box && element.scale === scale) return;
  Object.assign(element, { box, scale });
  const { x, y, width, height } = box;
  const [column, row] = [`max(${width * scale}px, var(--size))`, `max(${height * scale}px, var(--size))`];
  Object.assign(element.style, {
    left: `calc(${x * scale}px - ${column} / 2)`, top: `calc(${y * scale}px - ${row} / 2)`, width: column, height: row,
  });
}

function showHandles() {
  const board = get("picture").getBoundingClientRect();
  // A page that is not visible yet is shown when it gets a size.
  if (!board.width && lanes.length > 0) return;
  shownWidth = board.width;
  const kept = new Map(handles.map((handle) => [handle.key, handle]));
  if (answer.focus && drag) {
    // The moved marble may have another index now. Its handle keeps the grip and the focus.
    const key = answer.focus.join(".");
    kept.delete(drag.handle.key);
    kept.set(key, drag.handle);
    drag.handle.key = key;
  }
  handles = [];
  const rows = [];
  const keys = new Set();
  // All places are read before the first one is written. Otherwise the browser lays out the page for each of them.
  const updates = [];
  for (const lane of lanes) lane.isTaken = lane.isMovable = false;
  answer.timelines.forEach((timeline, index) => {
    for (const lane of lanesOf(timeline)) {
      lane.isTaken = true;
      if (lane.marks.length !== timeline.marbles.length) continue;
      lane.isMovable = true;
      const elements = [trackOf(lane, index)];
      rows.push({ key: `${index}.${lane.drawing}`, lane, elements });
      timeline.marbles.forEach((marble, place) => {
        // A source that several drawings show has handles in each of them.
        const first = `${index}.${place}`;
        const key = keys.has(first) ? `${first}.${lane.drawing}` : first;
        keys.add(key);
        const handle = kept.get(key) ?? newHandle();
        Object.assign(handle, { key, timeline: index, marble: place, lane, tick: marble.tick });
        updates.push([handle, timeline, marble, boxOf(lane.marks[place], lane, board)]);
        handles.push(handle);
        elements.push(handle.element);
      });
    }
  });
  for (const lane of lanes) {
    if (lane.role !== "input" || lane.isMovable) continue;
    rows.push({ key: `fixed ${lane.drawing}.${lane.index}`, lane, elements: [trackOf(lane, null)] });
  }
  const scale = board.width / axis.size.width;
  for (const [handle, timeline, marble, box] of updates) update(handle, timeline, marble, box, scale);
  showRows(get("handles"), rows, scale);
}

/// Shows elements over the marks of lanes, in a row for each lane. When a lane moves, only its row does.
function showRows(root, rows, scale) {
  const old = new Map(Array.from(root.children, (row) => [row.key, row]));
  arrange(root, rows.map(({ key, lane, elements }) => {
    const row = old.get(key) ?? make("div", { className: "row", key });
    const top = `${lane.y * scale}px`;
    if (row.style.top !== top) row.style.top = top;
    arrange(row, elements);
    return row;
  }));
}

/// Returns the lanes of the picture that show a timeline.
function lanesOf(timeline) {
  const found = lanes.filter((lane) => lane.role === "input" && lane.name === timeline.name && !lane.isTaken);
  return timeline.name ? found : found.slice(0, 1);
}

function newHandle() {
  const element = make("div", { className: "handle", role: "slider", tabIndex: 0 });
  const handle = { element };
  element.addEventListener("pointerdown", (event) => startDrag(handle, event));
  element.addEventListener("keydown", (event) => typeOn(handle, event));
  return handle;
}

function update({ element }, timeline, marble, box, scale) {
  set(element, {
    "aria-label": `${timeline.name || "timeline"}: ${describe(marble)}`,
    "aria-valuemin": timeline.first,
    "aria-valuemax": Math.max(axis.last, marble.tick),
    "aria-valuenow": marble.tick,
    "aria-valuetext": `${describe(marble)} on tick ${marble.tick}`,
  });
  place(element, box, scale);
}

const ends = { "|": "completed", "!": "interrupted" };
const describe = (marble) => ends[marble.text] ?? (marble.ends ? "failed" : marble.text);

/// The elements over the lines of lanes, by their purpose.
const tracks = new Map();

/// Returns the element over the line of a lane: of a timeline whose marbles can be moved, or of a fixed one.
function trackOf(lane, timeline) {
  const key = [lane.drawing, lane.index, lane.name, lane.isTaken, timeline].join(" ");
  if (!tracks.has(key)) tracks.set(key, timeline === null ? fixedTrack(lane) : track(timeline));
  const element = tracks.get(key);
  const left = `${(100 * (placeOf(axis.first) - axis.width / 2)) / axis.size.width}%`;
  if (element.style.left !== left) element.style.left = left;
  return element;
}

/// The line of a lane whose marbles cannot be moved. A click shows the reason.
function fixedTrack(lane) {
  const element = make("div", { className: "fixed track" });
  const reason = `The marbles of ${lane.name} can only be changed in the text, `
    + (lane.isTaken ? "because they repeat." : "because no line of the script is this timeline.");
  element.title = reason;
  element.addEventListener("pointerdown", () => say(reason));
  return element;
}

/// The line of a lane, on which marbles can be added.
function track(timeline) {
  const element = make("div", { className: "track" });
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
  // A move always starts from the same text, so each tick is asked for only once, and before the marble is there.
  const answers = new Map();
  const answerAt = (tick) => {
    if (!answers.has(tick)) {
      const answer = engine.run(start.text, { edit: "move", timeline, marble, tick });
      answer.catch(() => answers.delete(tick));
      answers.set(tick, answer);
    }
    return answers.get(tick);
  };
  for (const step of [1, -1]) answerAt(tick + step);
  const move = (event) => {
    const next = tickAt(event.clientX - offset, start.axis, start.board);
    if (next === drag?.tick) return;
    const direction = Math.sign(next - drag.tick);
    select(null);
    drag.tick = next;
    drag.hasMoved = true;
    element.setAttribute("aria-grabbed", "true");
    const current = drag;
    runs.run(async () => {
      const result = await answerAt(next);
      if (drag !== current) return;
      text = result.text;
      showResult(result);
      // The picture is painted before the rest is shown. The next ticks are likely the ones after this one.
      requestAnimationFrame(() => setTimeout(() => {
        if (drag?.tick !== next) return;
        showRest();
        for (const step of [1, 2]) answerAt(next + step * direction);
      }));
    });
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
          const result = await answerAt(drag.tick);
          text = result.text;
          showResult(result);
        }
        showRest();
        past = text === start.text ? start.past : [...start.past, start.text];
        future = text === start.text ? start.future : [];
        change(text, { isStep: false });
      } else {
        const result = await (engine === live ? engine.run(start.text) : answerAt(tick));
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

/// Shows a button over each event of the results, which shows why it came. Arrow keys move among those of a lane.
function showEvents() {
  if (engine !== live) return;
  const board = get("picture").getBoundingClientRect();
  if (!board.width && lanes.length > 0) return;
  eventMarks = [];
  const rows = lanes.filter((lane) => lane.role === "output").map((lane) => {
    const events = lane.marks.map((mark, index) => {
      // A mark that stays keeps its event.
      mark.event ??= newEvent();
      mark.title ??= mark.querySelector("title")?.textContent ?? "";
      const [tick, box] = [Number(lane.ticks[index]), boxOf(mark, lane, board)];
      return Object.assign(mark.event, { lane, index, title: mark.title, tick, box });
    });
    eventMarks.push(...events);
    return { key: `${lane.drawing}.${lane.index}`, lane, elements: events.map(({ element }) => element) };
  });
  const scale = board.width / axis.size.width;
  for (const event of eventMarks) updateEvent(event, scale);
  showRows(get("events"), rows, scale);
}

function newEvent() {
  const element = make("button", { className: "event" });
  const event = { element };
  const ask = () => showReason({ drawing: event.lane.drawing + 1, lane: event.lane.index, event: event.index });
  element.addEventListener("focus", ask);
  element.addEventListener("pointerenter", ask);
  element.addEventListener("pointerleave", hideReason);
  element.addEventListener("blur", hideReason);
  element.addEventListener("keydown", ({ key }) => {
    const next = { ArrowRight: event.index + 1, ArrowLeft: event.index - 1 }[key];
    event.lane.marks[next]?.event.element.focus();
  });
  return event;
}

function updateEvent({ element, title, lane, index, box }, scale) {
  set(element, { "aria-label": `${lane.name}: ${title}. Why?`, tabIndex: index === 0 ? 0 : -1 });
  place(element, box, scale);
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
  set(time, { min: `${Math.min(0, axis.first)}`, max: `${axis.last}` });
  if (wasAtEnd) set(time, { value: time.max });
  set(get("player"), { hidden: lanes.length === 0 });
  moveTime();
}

function moveTime() {
  const time = get("time");
  const veil = get("veil");
  set(get("tick"), { textContent: time.value });
  set(veil, { hidden: time.value === time.max || lanes.length === 0 });
  if (veil.hidden) return;
  veil.style.left = `${(100 * (placeOf(Number(time.value)) + axis.width / 2)) / axis.size.width}%`;
}

// MARK: Lanes and operators

let shownLanes = "";

function showLanes() {
  if (engine !== live) return;
  const state = JSON.stringify(answer.timelines.map(({ name, cold, raw }) => [name, cold, raw]));
  if (state === shownLanes) return;
  shownLanes = state;
  // A button that was pressed keeps the focus.
  const active = [...get("lanes").querySelectorAll("button")].indexOf(document.activeElement);
  get("lanes").replaceChildren(...answer.timelines.map(laneRow));
  get("lanes").querySelectorAll("button")[active]?.focus();
}

/// The buttons that change a timeline.
function laneRow(timeline, index) {
  const name = timeline.name || "timeline";
  const button = (label, title, action) => {
    const element = make("button", { textContent: label, "aria-label": title });
    element.addEventListener("click", action);
    return element;
  };
  const append = () => {
    const last = answer.timelines[index].marbles.findLast((marble) => !marble.ends)?.tick ?? -1;
    add(index, last + 2);
  };
  const parts = [make("code", { textContent: name }), button("+", `Add a marble to ${name}`, append)];
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
function startScrubbing(event) {
  const { token } = event.target;
  if (token?.kind !== "number" || engine !== live || event.button !== 0) return;
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

/// Returns the picture with a class of its own, so that its style affects no other picture in the same document.
function picture() {
  const name = `mb-${fingerprint(answer.picture).toString(36)}`;
  return answer.picture.replace(/class="mb-page"|\.mb-page\b/g, (part) => part.replace("mb-page", name));
}

async function savePNG() {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
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
  showEvents();
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
  on("save-svg", () => save("diagram.svg", new Blob([picture()], { type: "image/svg+xml" })));
  on("save-png", savePNG);
  on("present", () => present(!document.body.classList.contains("presenting")));
  get("filter").addEventListener("input", filterOperators);
  get("colors").addEventListener("pointerdown", startScrubbing);
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
  new ResizeObserver(([{ contentRect }]) => {
    if (!answer || contentRect.width === shownWidth) return;
    showHandles();
    showEvents();
  }).observe(get("picture"));

  const data = get("baked");
  if (data) {
    baked.open(JSON.parse(data.textContent));
    engine = baked;
    document.body.classList.add("baked");
    field.readOnly = true;
    get("undo").hidden = get("redo").hidden = true;
    get("reset").hidden = false;
    get("hint").textContent = "Drag the marbles, or move them with the arrow keys.";
    showExercise(baked.data.exercise);
    change(baked.answer(0).text, { isStep: false });
    return run(text);
  }
  const { engine: address } = document.documentElement.dataset;
  if (address) live.host = new Module(address);
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
    const shared = fragment.get("s");
    if (live.host === server) {
      server.token = fragment.get("t") ?? stored("token") ?? "";
      // Another tab may open a shared address of this server. Only pages of this host and port can read the token.
      store("token", server.token);
      // The token does not stay in the address, which a user may show or share.
      history.replaceState(null, "", shared ? `#s=${shared}` : location.pathname);
    }
    if (!exercise) showExercise(await (await live.ask("exercise")).json());
    change(shared ? await unpacked(shared) : await (await live.ask("script")).text(), { isStep: answer !== null });
    await run(text);
  } catch (error) { say(error.message); }
}

start();
