#!/usr/bin/env node
// Compares the engine in WebAssembly with the program: both must answer requests of a page with the same bytes.
//
//     Scripts/test-engine.mjs PROGRAM [--seed NUMBER] [--requests NUMBER] [FILE …]
//
// Without files, it takes all scripts of the examples and of the tests, the fences of the documentation, 1,000 random
// programs, programs with large numbers, and hostile requests. Then it makes 5,000 requests, in which the memory must not
// grow. It needs the module that Scripts/engine builds.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./node-engine.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const module = join(root, ".build/engine/marble-engine.wasm");
if (!existsSync(module)) {
  console.log("The engine of the browser is not built, so it is not tested: Scripts/engine");
  process.exit(0);
}
const [program, ...others] = process.argv.slice(2);
const option = (name, standard) => (others[0] === name ? Number(others.splice(0, 2)[1]) : standard);
const seed = option("--seed", 1);
const requestCount = option("--requests", 5_000);
const rest = module.replace(".wasm", "-rest.wasm");
const opened = () => start(readFileSync(module), () => {}, () => new WebAssembly.Module(readFileSync(rest)));
let engine = await opened();

/// Starts `rxrepl serve`, and returns the process and a function that asks it.
async function served() {
  const server = spawn(program, ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      const match = /(http:\/\/127\.0\.0\.1:\d+)\/#t=(\S+)/.exec(text);
      if (match) found(match);
    });
    server.on("exit", () => failed(new Error("rxrepl serve has ended")));
  });
  return {
    server,
    async respond(target, body) {
      const response = await fetch(address[1] + target, {
        method: body === undefined ? "GET" : "POST", body, headers: { "X-Token": address[2] },
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

function* found(folder, ending) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith(ending)) yield join(entry.parentPath ?? entry.path, entry.name);
  }
}

/// The scripts of the checkout with their places.
function* scripts() {
  for (const folder of ["examples", "Tests"]) {
    for (const file of found(join(root, folder), ".marble")) yield [relative(root, file), readFileSync(file, "utf8")];
  }
  for (const folder of ["Documentation", "Sources"]) {
    for (const file of found(join(root, folder), ".md")) {
      const text = readFileSync(file, "utf8");
      let number = 0;
      for (const match of text.matchAll(/^```marble[^\n]*\n(.*?)^```/gms)) {
        yield [`${relative(root, file)} ${number += 1}`, match[1]];
      }
    }
  }
}

/// A generator of random numbers that gives the same ones for a seed.
function random(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/// Scripts with one to three random changes of their tokens.
function* mutants(scripts, count) {
  const below = random(seed);
  const pick = (items) => items[below(items.length)];
  const short = scripts.filter(([, script]) => script.length < 2_000);
  const tokens = (script) => script.match(/\w+|\s+|[^\w\s]/gu) ?? [];
  const words = [...new Set(short.flatMap(([, script]) => tokens(script)))];
  for (let number = 1; number <= count; number += 1) {
    const [place, script] = pick(short);
    const parts = tokens(script);
    for (let changes = 1 + below(3); changes > 0; changes -= 1) {
      const at = below(parts.length + 1);
      switch (below(5)) {
        case 0: parts.splice(at, 1); break;
        case 1: parts.splice(at, 0, pick(words)); break;
        case 2: parts.splice(at, 1, pick(words)); break;
        case 3: parts.splice(at, 1, String(below(20))); break;
        default: parts.splice(at, 0, ...tokens(pick(pick(short)[1].split("\n"))), "\n");
      }
    }
    yield [`random program ${number}, of ${place}`, parts.join("")];
  }
}

/// Programs with numbers at the edges of 32 and 64 bits.
function* numbers() {
  const bits = [28n, 29n, 31n, 32n, 53n, 62n, 63n, 64n].map((bit) => 1n << bit);
  const edges = [...bits.flatMap((edge) => [edge - 1n, edge, edge + 1n]), 134217727n, 134217728n, 10n ** 15n, 10n ** 19n];
  const forms = [
    (n) => `a = --[${n}]--[-${n}]|\na.map { $0 + 1 }`, (n) => `a = -1-2|\na.map { $0 * ${n} }`,
    (n) => `a = -1-2|\na.map { $0 + ${n} }`, (n) => `a = -1-2|\na.map { ${n} / $0 }`,
    (n) => `a = -1-2|\na.map { ${n} % 7 }`, (n) => `a = -1-2|\na.map { -${n} - $0 }`,
    (n) => `a = -1-2|\na.filter { $0 < ${n} }`, (n) => `a = -1-2|\na.map { $0 == ${n}.0 }`,
    (n) => `a = -1-2|\na.map { Int("${n}") }`, (n) => `a = -1-2|\na.map { Int(${n}.5) }`,
    (n) => `a = -1-2|\na.map { "\\(${n})" }`, (n) => `a = -1-2|\na.scan(${n}) { $0 * $1 }`,
    (n) => `a = -1-2|\na.take(first: ${n})`, (n) => `a = -1-2|\na.skip(first: ${n})`,
    (n) => `a = -1-2|\na.take(last: ${n})`, (n) => `a = -1-2|\na.collect(count: ${n})`,
    (n) => `a = -1-2|\na.delay(${n})`, (n) => `a = -1-2|\na.debounce(${n})`,
    (n) => `a = -1-2|\na.timeout(after: ${n})`, (n) => `a = -1-2|\na.element(at: ${n})`,
    (n) => `a = -1-2|\na.delay(${n}ms)`, (n) => `a = -1-2|\na.repeat(${n}).take(first: 5)`,
    (n) => `a = -1-2|\na.flatMap(.concurrent(limit: ${n})) { just($0) }`, (n) => `timer(after: ${n})`,
    (n) => `interval(${n}).take(first: 2)`, (n) => `range(${n}, ${n})`, (n) => `range(1, ${n}).take(first: 2)`,
    (n) => `range(${n}, 1)`, (n) => `range(start: ${n}, count: 3)`, (n) => `range(start: 1, count: ${n}).take(first: 2)`,
    (n) => `a = 1 @${n} 2|\na`, (n) => `a = 1 ${n}t 2|\na`, (n) => `a = 1 ${n}ms 2|\na.map { $0 }`,
    (n) => `a = {1-}*${n}|\na.take(first: 2)`, (n) => `a = -1-2|\na\nwhy 1 @${n}`, (n) => `a = -1-2|\na == -1 @${n} 2|`,
    (n) => `a = -1-2|\na.sum() == --[${n}]|`, (n) => `just((1, 2)).map { $0.${n} }`, (n) => `a = -1-2|\na.map { $${n} }`,
    (n) => `forall a of ${n}...${n}: a.map { $0 } == a`, (n) => `forall a of 1...${n}: a.map { $0 + 1 } == a`,
    (n) => `forall a, n in ${n}...${n + 3n}: a.take(first: n) == a`, (n) => `a = -1-2|\na.? == -[${n}]-[${n + 1n}]|`,
    (n) => `a = -x-y| where x = ${n}, y = -${n}\na.reduce(0) { $0 + $1 }`, (n) => `a = -1-2|\na.delay("${n}")`,
    (n) => `of(${n}).pipe(map(x => x * 2), delay(${n}))`, (n) => `of(1).pipe(map(x => (x << 31) + (${n} | 1) % 7))`,
    (n) => `interval(${n}).pipe(take(2), bufferCount(${n}))`, (n) => `range(${n}, 2).pipe(scan((a, b) => a + b, ${n}))`,
    (n) => `of("abc").pipe(map(x => x.slice(${n}) + [1].at(${n}) + (${n}).toString(16)))`,
    (n) => `values(${n}, ${n}).sum()`, (n) => `a = -1-2|\na.stamp().delay(${n})`, (n) => `a = ${n}|\na`,
  ];
  for (const [index, form] of forms.entries()) {
    for (const edge of edges) yield [`form ${index + 1} with ${edge}`, form(edge) + "\n"];
  }
}

/// Requests as a hostile page sends them.
function* requests() {
  const bytes = new Uint8Array([0x61, 0x3D, 0xFF, 0xFE, 0x2D, 0x80]);
  const deep = (open, close, count) => `a = -1|\na.map { ${open.repeat(count)}$0${close.repeat(count)} }\n`;
  for (const count of [10, 100, 1_000, 100_000]) {
    for (const [open, close] of [["(", ")"], ["[", "]"], ["-", ""], ["!", ""], ["\"\\(", ")\""], ["{ ", " }"], ["(", ""]]) {
      yield ["/run", deep(open, close, count)];
    }
    yield ["/run", `a = ${"(".repeat(count)}1${")".repeat(count)}|\na`];
    yield ["/run", `a = ${"{".repeat(count)}1${"}*1".repeat(count)}|\na`];
    yield ["/run", `a = -1|\na${".map { $0 }".repeat(count)}\n`];
    yield ["/run", "a = -1|\na.map { $0 }\n".repeat(Math.min(count, 10_000))];
    yield ["/run", `a = ${"1".repeat(count)}|\na\n`];
    yield ["/run", `a${"a".repeat(count)} = -1|\n`];
    yield ["/run", "\u0301".repeat(count)];
    yield ["/run", "#".repeat(count)];
    yield ["/run", "/*".repeat(count)];
  }
  yield ["/run", bytes];
  yield ["/run", "a = -1\0-2|\na\n"];
  yield ["/run", "x".repeat(1 << 20)];
  yield ["/run", "a = {1}*\nmerge(a, a).repeat().flatMap { a }\n"];
  yield ["/run", "generate(1) { $0 + 1 }\n"];
  yield ["/run", "a = -1|\na.expand { a }\n"];
  yield ["/run", "generate(\"a\") { $0 + $0 }.take(first: 60)\n"];
  yield ["/run", "generate([1]) { $0 + $0 }.take(first: 60)\n"];
  yield ["/run?edit=move&timeline=0&marble=0&tick=9223372036854775807", "a = -1|\na\n"];
  yield ["/run?edit=move&timeline=0&marble=0&tick=-9223372036854775808", "a = -1|\na\n"];
  for (const tick of [2147483647, 2147483646, 134217727, 134217726, -2147483648]) {
    yield [`/run?edit=add&timeline=0&tick=${tick}&text=1`, "a = -1|\na\n"];
    yield [`/run?edit=move&timeline=0&marble=0&tick=${tick}`, "a = -1|\na\n"];
  }
  yield ["/run?edit=remove&timeline=-7&marble=2147483647", "a = -1|\na\n"];
  yield ["/run?edit=nothing", "a = -1|\n"];
  yield ["/run?%", "a = -1|\n"];
  yield ["/run?edit=%FF", "a = -1|\n"];
  yield ["/why?event=2147483647&lane=-1&drawing=2147483647", "a = -1|\na\n"];
  yield ["/why?event=0&lane=0&drawing=1", "a = -1|\na\n"];
  yield ["/why?event=x", ""];
  yield ["/operator?name=" + "x".repeat(5_000), undefined];
  yield ["/operator?name=merge", undefined];
  yield ["/operators", undefined];
  yield ["/check", "a"];
  yield ["/exercise", undefined];
  yield ["/nothing", undefined];
}

// In WebAssembly, the last tick is 134,217,727. Elsewhere, it is 1,000,000,000,000,000. A number after it has another color.
const lastTick = /the last possible tick, 134,217,727|stopped at tick 134217727/;
const plain = (text) => text.replaceAll('"kind":"tick"', '"kind":"error"');
// These limits depend on the time that a run has taken.
const limits = /the runs have taken|search has taken|ended after \d+ seconds/;

const { server, respond } = await served();
const problems = [];
const counts = { same: 0, ticks: 0, skipped: 0 };
async function compare(place, target, body) {
  const wanted = await respond(target, body);
  try {
    const actual = engine.respond(target, body);
    if (actual.status === wanted.status && actual.text === wanted.text) counts.same += 1;
    else if (lastTick.test(actual.text) || plain(actual.text) === plain(wanted.text)) counts.ticks += 1;
    else if (limits.test(wanted.text) || limits.test(actual.text)) counts.skipped += 1;
    else problems.push(`${place}: another answer`);
  } catch (error) {
    problems.push(`${place}: ${error.message}`);
    engine = await opened();
  }
}

const own = others.length > 0 ? others.map((file) => [file, readFileSync(file, "utf8")]) : [...scripts()];
const all = others.length > 0 ? own : [...own, ...mutants(own, 1_000), ...numbers()];
for (const [place, script] of all) await compare(place, "/run", script);
if (others.length === 0) {
  for (const [target, body] of requests()) {
    const text = typeof body === "string" ? body : "";
    await compare(`request ${target.slice(0, 60)} with ${JSON.stringify(text.slice(0, 40))}, ${text.length} characters`, target, body);
  }
}
server.kill("SIGKILL");

// The first requests set up what all share.
if (others.length === 0) {
  engine = await opened();
  const sizes = [];
  for (let number = 0; number < requestCount; number += 1) {
    engine.respond(`/run?edit=move&timeline=0&marble=${number % 3}&tick=${number % 17}`, "a = --1--2--3--|\na.delay(2)\n");
    if (number === 1_000) sizes.push(engine.exports.memory.buffer.byteLength);
  }
  sizes.push(engine.exports.memory.buffer.byteLength);
  if (sizes[0] !== sizes[1]) problems.push(`the memory has grown from ${sizes[0]} to ${sizes[1]} bytes`);
}
for (const problem of problems) console.error(problem);
console.log(
  `${counts.same} answers are the same in WebAssembly, ${problems.length} are not, ${counts.ticks} end at the last tick, `
    + `134,217,727, and ${counts.skipped} depend on the time (--seed ${seed})`);
process.exit(problems.length > 0 ? 1 : 0);
