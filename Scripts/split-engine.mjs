#!/usr/bin/env node
// Splits the module of the engine in two: what a first visit of a page calls, and the rest, which engine.js loads later.
//
//     Scripts/split-engine.mjs FOLDER
//
// A first visit is tried here with a module that notes which functions are called. Scripts/engine calls this script, which
// needs `wasm-split` of binaryen.
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "./node-engine.mjs";

const folder = process.argv[2];
const whole = join(folder, "whole.wasm");
renameSync(join(folder, "marble-engine.wasm"), whole);
const split = (...options) => execFileSync("wasm-split", [...options, "--all-features"], { stdio: "inherit" });

const noting = join(folder, "noting.wasm");
split(whole, "--instrument", "-o", noting);
const engine = await start(readFileSync(noting), () => {});

// The page opens, a script is typed, marbles are dragged, a pointer rests on one, and an exercise is solved.
const script = [
  "a = --1--2--3--|", "b = ---x----y--|", "merge(a, b.delay(2))", "a.scan(0) { $0 + $1 }", "a.filter { $0 > 1 } == -----2--3--|",
  "b.flatMap(.latest) { just($0).delay(2) }", "zip(a, b)", "combineLatest(a, b)", "a.debounce(2).take(first: 2)", "",
].join("\n");
for (const target of ["/page", "/script", "/exercise", "/course", "/operators"]) engine.respond(target);
for (let end = 0; end <= script.length; end += 1) {
  engine.respond("/run", script.slice(0, end));
  engine.respond(`/assist?at=${end}`, script.slice(0, end));
}
// The operators that are used most, on events of which some are on the same tick.
for (const call of [
  "a.map { $0 * 10 }", "a.map { \"\\($0)!\" }", "a.filter { $0 != 2 }", "a.scan(0) { $0 + $1 }", "a.skipRepeats()",
  "a.delay(2)", "a.debounce(2)", "a.throttle(2)", "a.take(first: 1)", "a.skip(first: 1)", "merge(a, b)", "concat(a, b)",
  "combineLatest(a, b)", "a.combineLatest(with: b)", "zip(a, b)", "b.flatMap { just($0) }",
  "b.flatMap(.latest) { just($0) }",
]) engine.respond("/run", `a = --1--2--3|\nb = --x-y|\n${call}\n`);
for (const edit of ["move&timeline=0&marble=0&tick=5", "add&timeline=1&tick=9&text=7", "remove&timeline=0&marble=1"]) {
  engine.respond(`/run?edit=${edit}`, script);
}
engine.respond("/why?event=0&lane=2&drawing=1", script);
const exercise = "exercise=values-over-time%2Fa-value";
const { text: task } = engine.respond(`/script?${exercise}`);
engine.respond(`/exercise?${exercise}`);
for (const answer of ["", "--x", "--1--|"]) engine.respond(`/check?${exercise}`, `${task}${answer}\n`);

const profile = join(folder, "profile");
const { memory, allocate, __write_profile: write } = engine.exports;
const room = 1 << 20;
const at = allocate(room);
writeFileSync(profile, new Uint8Array(memory.buffer, at, write(at, room)));
split(
  whole, "--split", `--profile=${profile}`, "-o1", join(folder, "marble-engine.wasm"),
  "-o2", join(folder, "marble-engine-rest.wasm"));
for (const file of [whole, noting, profile]) rmSync(file);
