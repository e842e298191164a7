"use strict";
// Search, copying, editing and the filter of operators. All pages can be read without it.

const { root, play } = document.currentScript.dataset;
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// Copying

for (const block of document.querySelectorAll("main pre")) {
  if (block.closest(".drag")) continue;
  const button = make("button", { className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
  });
  const frame = make("div", { className: "block" }, button);
  // With the engine, each script can be changed.
  if (play && block.classList.contains("marble")) frame.append(make("a", { className: "edit", textContent: "Edit", href: edited(block) }));
  block.before(frame);
  frame.append(block);
  // A block that scrolls must be reachable by keys.
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

/// Returns the address of the playground with a script.
function edited(block) {
  let text = "";
  for (const byte of new TextEncoder().encode(block.textContent)) text += String.fromCharCode(byte);
  return `${root}/${play}#s=r${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Search

const form = document.querySelector("[role=search]");
const query = document.getElementById("query");
const results = document.getElementById("site-results");
let index = null;

/// Loads the index when it is needed for the first time. As a script, it can also be loaded from a file.
function load() {
  index ??= new Promise((done) => {
    window.searchIndex = done;
    document.head.append(make("script", { src: `${root}/search-index.js` }));
  });
  return index;
}

/// Words that say the same, and words that say nothing.
const synonyms = {
  autocomplete: ["completion"], backpressure: ["throttle", "buffer"], cancel: ["latest", "dispose"], canceled: ["latest"],
  embed: ["documents"], export: ["download"], playground: ["drag", "serve"], previous: ["latest"], student: ["exercise"],
  teacher: ["teaching", "exercise"], versus: [], website: ["site"],
};
const empty = new Set("a an and are as at can do does for how i in is it my of on or the to vs what when which with".split(" "));

/// Returns the beginning of a word that its other forms share.
const stem = (word) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/u, "") : word);

/// Returns whether two words differ by at most some letters: other, missing, added or exchanged ones.
function isNear(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return false;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        cost = Math.min(cost, before[column - 2] + 1);
      }
      next.push(cost);
    }
    [before, last] = [last, next];
  }
  return last[other.length] <= most;
}

/// The words of the index, by their sections.
let vocabulary = null;

/// Returns the forms of a word that are looked for, each with what it costs.
function forms(word, sections) {
  const found = [[word, 0], [stem(word), 0.5], ...(synonyms[word] ?? []).map((other) => [other, 0.75])];
  vocabulary ??= [...new Set(sections.flatMap(({ title, text, others = [] }) =>
    [title, text, ...others].join(" ").toLowerCase().match(/[\p{L}\p{N}_.$]+/gu) ?? []))];
  if (word.length > 3 && !vocabulary.some((known) => known.includes(word))) {
    // The word is probably misspelled.
    const most = word.length > 6 ? 2 : 1;
    for (const known of vocabulary) if (known[0] === word[0] && isNear(word, known, most)) found.push([known, 1]);
  }
  return found;
}

/// Returns the sections that contain the words, those with the words in their titles first. The operator with a name in
/// another library comes before all others.
function find(sections, query) {
  // The index has only words.
  const words = (query.toLowerCase().match(/[\p{L}\p{N}_.$]+/gu) ?? []);
  const wanted = words.join(" ");
  const told = words.filter((word) => !empty.has(word));
  const searched = (told.length > 0 ? told : words).map((word) => forms(word, sections));
  if (searched.length === 0) return [];
  const missing = 6;
  const rank = ({ title, page, text, others = [] }) => {
    const places = [title.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
    const names = others.map((name) => name.toLowerCase());
    if (places[0] === wanted) return places[0] === places[1] ? -3 : -1;
    if (names.includes(wanted)) return -2;
    let [sum, found] = [0, 0];
    for (const options of searched) {
      const costs = options.map(([word, cost]) => {
        const place = names.includes(word) ? 0 : places.findIndex((place) => place.includes(word));
        return place < 0 ? missing : place + cost;
      });
      const least = Math.min(...costs);
      sum += least;
      if (least < missing) found += 1;
    }
    // A page with this name comes before those that only mention it.
    if (searched.length === 1 && searched[0].some(([word]) => word === places[0])) sum -= places[0] === places[1] ? 0.6 : 0.4;
    // Most words must be there.
    return 2 * found > searched.length ? sum : Infinity;
  };
  return sections.map((section) => ({ section, rank: rank(section) })).filter(({ rank }) => rank < Infinity)
    .sort((one, two) => one.rank - two.rank).slice(0, 20).map(({ section }) => section);
}

async function search() {
  const found = find(await load(), query.value);
  results.replaceChildren(...found.map(({ title, page, address, first = "" }) =>
    make("li", {}, make("a", { href: `${root}/${address}`, textContent: title }), title === page ? "" : ` ${page}`,
      make("p", { textContent: first }))));
  if (query.value && found.length === 0) results.append(make("li", { textContent: "Nothing was found." }));
  results.hidden = !query.value;
}

/// Moves among the results by keys.
function step(event) {
  const links = [query, ...results.querySelectorAll("a")];
  const index = links.indexOf(document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
  if (results.hidden || index < 0 || !links[next]) return;
  event.preventDefault();
  links[next].focus();
}
addEventListener("keydown", step);

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
query.addEventListener("focus", load);
query.addEventListener("input", search);
addEventListener("keydown", (event) => {
  if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape") {
    query.value = "";
    results.hidden = true;
    if (results.contains(document.activeElement)) query.focus();
  }
});

// The filter of operators

const filter = document.getElementById("filter");
if (filter) {
  filter.parentElement.hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of document.querySelectorAll(".cards li")) {
      card.hidden = !words.every((word) => card.dataset.words.includes(word));
    }
    for (const family of document.querySelectorAll(".family")) {
      family.hidden = !family.querySelector("li:not([hidden])");
    }
  });
}
