#!/usr/bin/env node
// Compares the engine in WebAssembly with the program: both must answer requests of a page with the same bytes.
//
//     Scripts/test-engine.mjs PROGRAM [FILE …]
//
// Without files, it takes all scripts of the examples and of the tests, and the fences of the documentation. It needs the
// module that Scripts/engine builds.
import { spawn } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Node takes a file with the ending of the original for another kind of module.
const copy = join(root, ".build/engine/engine.mjs");
copyFileSync(join(root, "Sources/EmbeddedFiles/Page/engine.js"), copy);
const { start } = await import(copy);
const [program, ...files] = process.argv.slice(2);
const opened = () => start(readFileSync(join(root, ".build/engine/marble-engine.wasm")));
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

/// The scripts with their places.
function* scripts() {
  for (const file of files) yield [file, readFileSync(file, "utf8")];
  if (files.length > 0) return;
  for (const folder of ["examples", "Tests"]) {
    for (const file of found(join(root, folder), ".marble")) yield [relative(root, file), readFileSync(file, "utf8")];
  }
  for (const file of found(join(root, "Documentation"), ".md")) {
    const text = readFileSync(file, "utf8");
    let number = 0;
    for (const match of text.matchAll(/^```marble[^\n]*\n(.*?)^```/gms)) yield [`${relative(root, file)} ${number += 1}`, match[1]];
  }
}

const { server, respond } = await served();
const count = { same: 0, different: 0, skipped: 0 };
for (const [place, script] of scripts()) {
  const wanted = await respond("/run", script);
  // In WebAssembly, an integer has 32 bits. A run that takes too long ends at another place.
  if (/[0-9]{9}/.test(script) || wanted.text.includes("the runs have taken")) {
    count.skipped += 1;
    continue;
  }
  let problem;
  try {
    const actual = engine.respond("/run", script);
    if (actual.status !== wanted.status || actual.text !== wanted.text) problem = "another answer";
  } catch (error) {
    problem = error.message;
    engine = await opened();
  }
  count[problem ? "different" : "same"] += 1;
  if (problem) console.error(`${place}: ${problem}`);
}
server.kill();
console.log(
  `${count.same} scripts have the same answer in WebAssembly, ${count.different} another one, ${count.skipped} are skipped`);
process.exit(count.different > 0 ? 1 : 0);
