// The picture, which is the one that the program draws.

/// A style sheet that is changed only if its text changes.
class Sheet {
  sheet = new CSSStyleSheet();
  text = "";
  constructor() { document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.sheet]; }
  replace(text) {
    if (this.text === text) return;
    this.text = text;
    this.sheet.replaceSync(text);
  }
  /// Returns an SVG element and takes its style, because the content policy allows no other styles.
  drawing(source) {
    let style = "";
    const markup = source.replace(/<style>([^]*?)<\/style>/g, (_, text) => {
      style += text;
      return "";
    });
    const svg = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    this.replace(style);
    return document.adoptNode(svg);
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

class Picture {
  /// The group of a lane, whose children are marks and the stems of stacks.
  static lanePattern =
    /(<g data-lane=[^>]*>)((?:\s*(?:<path [^>]*\/>|<g class="mb-m[^"]*">[^]*?<\/g>))*)\s*<\/g>/g;
  static markPattern = /<path [^>]*\/>|<g [^]*?<\/g>/g;

  root = get("picture");
  sheet = new Sheet();
  lanes = [];
  /// The time axis of the picture, in its coordinates: parts without cuts, each with its ticks and the place of its first.
  axis = { parts: [], width: 1, first: 0, last: 0, size: { width: 1, height: 1 } };

  /// Shows the picture of an answer, or nothing if it has none.
  show({ picture, laneCounts }) {
    this.lanes = [];
    if (!picture) {
      this.root.replaceChildren();
      this.root.style.aspectRatio = "auto";
      get("names").replaceChildren();
      return;
    }
    this.showSource(picture);
    // A picture is shrunk to fit, but not so far that its marbles are too small. A wider one scrolls.
    get("board").style.minWidth = `${0.6 * this.axis.size.width}px`;
    const groups = [...this.root.querySelectorAll("g[data-lane]")].filter((group) => group.dataset.role !== "inner");
    laneCounts.forEach((count, drawing) => {
      groups.splice(0, count).forEach((group, index) => this.lanes.push(new Lane(group, drawing, index)));
    });
  }

  /// Shows a picture in the place of the previous one.
  ///
  /// Most marks are the same. They are neither parsed nor laid out again.
  showSource(source) {
    const lanes = [];
    const skeleton = source.replace(Picture.lanePattern, (_, group, marks) => {
      lanes.push(marks);
      return `${group}</g>`;
    });
    const svg = this.sheet.drawing(skeleton);
    const { width, height } = svg.viewBox.baseVal;
    this.root.style.aspectRatio = `${width} / ${height}`;
    // If the size of its element changes, all marks are laid out again. So most heights have the same element, of which
    // the rest is hidden.
    const room = Math.ceil(height / 1000) * 1000;
    svg.setAttribute("height", room);
    svg.setAttribute("viewBox", `0 0 ${width} ${room}`);
    const codes = this.root.querySelectorAll("text.mb-code");
    svg.querySelectorAll("text.mb-code").forEach((code, index) => {
      // An operator that was moved into view stays there.
      const place = codes[index]?.getAttribute("transform");
      if (place) code.setAttribute("transform", place);
    });
    if (this.root.firstChild) this.patch(this.root.firstChild, svg); else this.root.append(svg);
    this.showMarks([...this.root.querySelectorAll("g[data-lane]")], lanes);
    const parts = svg.dataset.axis.split(",").map((part) => {
      const [first, last, x] = part.split(" ").map(Number);
      return { first, last, x };
    });
    this.axis = {
      parts, width: Number(svg.dataset.tickWidth), first: parts[0].first, last: parts.at(-1).last, size: { width, height },
    };
  }

  /// Shows the marks of lanes, given as the sources of their groups. Marks with the same source stay, and others are
  /// changed.
  ///
  /// A source tells the place in the lane, so marks stay when their lane moves.
  showMarks(groups, lanes) {
    const changes = [];
    const changed = groups.filter((group, lane) => group.source !== lanes[lane]);
    const marks = changed.map((group) => {
      group.source = lanes[groups.indexOf(group)];
      const sources = group.source.match(Picture.markPattern) ?? [];
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
      if (isKept) this.patch(old, made);
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
  patch(old, next) {
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
      this.patch(mine, theirs);
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

  // MARK: Places

  get box() { return this.root.getBoundingClientRect(); }

  /// Returns the place of a tick, also of one after the last.
  placeOf(tick) {
    const { parts, width } = this.axis;
    const part = parts.findLast((part) => part.first <= tick) ?? parts[0];
    return part.x + (tick - part.first) * width;
  }

  /// Returns the tick at a place of the window, in a picture with an axis and a place.
  tickAt(x, axis = this.axis, board = this.box) {
    const place = ((x - board.x) * axis.size.width) / board.width;
    const part = axis.parts.findLast((part) => part.x - axis.width / 2 <= place) ?? axis.parts[0];
    const tick = part.first + Math.round((place - part.x) / axis.width);
    return part === axis.parts.at(-1) ? tick : Math.min(tick, part.last);
  }

  /// Returns the box of a mark in the coordinates of the picture, where `y` is the distance from the line of the lane. A
  /// mark that stays is not measured again.
  boxOf(mark, lane, board) {
    if (!mark.box) {
      const box = mark.getBoundingClientRect();
      const scale = this.axis.size.width / board.width;
      mark.box = {
        x: (box.x + box.width / 2 - board.x) * scale, y: (box.y + box.height / 2 - board.y) * scale - lane.y,
        width: box.width * scale, height: box.height * scale,
      };
    }
    return mark.box;
  }

  /// Shows the names of the lanes at the left edge while a wide picture is scrolled, and the operators in the middle of
  /// what is visible.
  showNames() {
    const frame = get("frame");
    const scale = this.box.width / this.axis.size.width;
    const left = this.placeOf(this.axis.first);
    const isScrolled = frame.scrollLeft > (left * scale) / 2;
    const isWide = frame.scrollWidth > frame.clientWidth + 1;
    const middle = (frame.scrollLeft + frame.clientWidth / 2) / scale;
    for (const code of this.root.querySelectorAll("text.mb-code")) {
      if (!isWide) {
        code.removeAttribute("transform");
        continue;
      }
      if (code.measured !== code.textContent) {
        code.measured = code.textContent;
        code.width = code.getComputedTextLength();
      }
      const x = clamp(middle - code.width / 2, left, Math.max(left, this.axis.size.width - code.width - left / 2));
      const place = `translate(${Math.round(x - Number(code.getAttribute("x")))} 0)`;
      if (code.getAttribute("transform") !== place) code.setAttribute("transform", place);
    }
    const shown = isScrolled ? this.lanes : [];
    arrange(get("names"), shown.map((lane) => {
      const name = (lane.group.label ??= make("span", { textContent: lane.name }));
      if (name.textContent !== lane.name) name.textContent = lane.name;
      name.style.top = `${lane.y * scale}px`;
      return name;
    }));
  }

  /// Shows elements over the marks of lanes, in a row for each lane. When a lane moves, only its row does.
  showRows(root, rows, scale) {
    const old = new Map(Array.from(root.children, (row) => [row.key, row]));
    arrange(root, rows.map(({ key, lane, elements }) => {
      const row = old.get(key) ?? make("div", { className: "row", key });
      const top = `${lane.y * scale}px`;
      if (row.style.top !== top) row.style.top = top;
      arrange(row, elements);
      return row;
    }));
  }

  /// Places an element over a box of a lane, at a scale.
  ///
  /// Pixels depend on nothing else, so elements over marks that stay need no layout. With a transform for its center, each
  /// element would be painted for itself.
  place(element, box, scale) {
    if (element.box === box && element.scale === scale) return;
    Object.assign(element, { box, scale });
    const { x, y, width, height } = box;
    const [column, row] = [`max(${width * scale}px, var(--size))`, `max(${height * scale}px, var(--size))`];
    Object.assign(element.style, {
      left: `calc(${x * scale}px - ${column} / 2)`, top: `calc(${y * scale}px - ${row} / 2)`, width: column, height: row,
    });
  }
}
