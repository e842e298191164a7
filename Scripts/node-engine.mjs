// The engine of a page in Node, where Scripts/split-engine.mjs and Scripts/test-engine.mjs use it.
import { readFileSync } from "node:fs";

// Node takes a file with the ending of the original for another kind of module.
const code = readFileSync(new URL("../Sources/EmbeddedFiles/Page/engine.js", import.meta.url), "base64");
export const { start } = await import(`data:text/javascript;base64,${code}`);
