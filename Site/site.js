"use strict";
// Search, copying and the filter of operators. All pages can be read without it.

const root = document.currentScript.dataset.root;
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
  block.before(make("div", { className: "block" }, button));
  block.previousSibling.append(block);
}

// Search

const form = document.querySelector("[role=search]");
const query = document.getElementById("query");
const results = document.getElementById("results");
let index = null;

/// Loads the index when it is needed for the first time. As a script, it can also be loaded from a file.
function load() {
  index ??= new Promise((done) => {
    window.searchIndex = done;
    document.head.append(make("script", { src: `${root}/search-index.js` }));
  });
  return index;
}

/// Returns the sections that contain all words, those with the words in their titles first.
function find(sections, query) {
  // The index has only words.
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.$]+/gu) ?? [];
  if (words.length === 0) return [];
  const wanted = words.join(" ");
  const rank = ({ title, page, text }) => {
    const places = [title.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
    if (places[0] === wanted) return places[0] === places[1] ? -2 : -1;
    let sum = 0;
    for (const word of words) {
      const place = places.findIndex((place) => place.includes(word));
      if (place < 0) return Infinity;
      sum += place;
    }
    return sum;
  };
  return sections.map((section) => ({ section, rank: rank(section) })).filter(({ rank }) => rank < Infinity)
    .sort((one, two) => one.rank - two.rank).slice(0, 20).map(({ section }) => section);
}

async function search() {
  const found = find(await load(), query.value);
  results.replaceChildren(...found.map(({ title, page, address }) =>
    make("li", {}, make("a", { href: `${root}/${address}`, textContent: title }), title === page ? "" : ` ${page}`)));
  if (query.value && found.length === 0) results.append(make("li", { textContent: "Nothing was found." }));
  results.hidden = !query.value;
}

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
