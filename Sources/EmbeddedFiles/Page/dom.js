"use strict";
// The page of `rxrepl serve` and `rxrepl page`, whose parts are in several files that are joined in the order of Page.c.
// The text of the script is the only state: each change is an edit of the text, to which a host answers with the new
// text, the picture and the places of the marbles. This file has functions for elements.

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
  // An element that another one contained so far moves anyway.
  const active = elements.find((element) => element.parentNode === root && element.contains(document.activeElement));
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

/// Returns a function that calls another one after the last of its calls, in milliseconds.
function later(delay, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

/// Returns an element with a text, in which the parts between backticks are code.
function prose(name, text) {
  const parts = text.split("`").map((part, index) => (index % 2 ? make("code", { textContent: part }) : part));
  return make(name, {}, ...parts);
}

/// Returns a button that performs an action.
function button(label, title, action) {
  const element = make("button", { type: "button", textContent: label, "aria-label": title });
  element.addEventListener("click", action);
  return element;
}

/// Returns the FNV-1a hash of a text without whitespace. A page contains hashes, so that it does not show answers.
function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.replace(/\s/gu, ""))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/// Runs one task at a time. Of those that wait, only the latest one runs.
class Latest {
  running = false;
  next = null;
  /// - Parameter report: Receives the error of a task, or `null` after one without.
  constructor(report) { this.report = report; }
  async run(task) {
    this.next = task;
    if (this.running) return;
    this.running = true;
    while (this.next) {
      const current = this.next;
      this.next = null;
      try {
        await current();
        this.report(null);
      } catch (error) { this.report(error); }
    }
    this.running = false;
  }
}

/// What the browser keeps for this page, such as changed scripts and solved exercises.
class Memory {
  /// Returns a value, or `null`, also if the browser stores nothing.
  get(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }
  /// Stores a value, or removes it if it is `null`.
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch { /* Only this tab has the value. */ }
  }
}
