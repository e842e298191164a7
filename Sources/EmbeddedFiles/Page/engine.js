// The engine in the browser: loads the WebAssembly module and answers the requests of a page, in a worker or in Node.

/// The calls of WASI that the module makes: a clock, random bytes and text for the console. All others fail.
function system(memory, log) {
  const view = () => new DataView(memory().buffer);
  const calls = {
    args_sizes_get(count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
    args_get: () => 0,
    environ_sizes_get(count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
    environ_get: () => 0,
    clock_res_get(_, at) { view().setBigUint64(at, 1000n, true); return 0; },
    clock_time_get(_, __, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(_, parts, count, written) {
      let size = 0;
      for (let index = 0; index < count; index += 1) {
        const start = view().getUint32(parts + 8 * index, true);
        const length = view().getUint32(parts + 8 * index + 4, true);
        log(new TextDecoder().decode(new Uint8Array(memory().buffer, start, length)));
        size += length;
      }
      view().setUint32(written, size, true);
      return 0;
    },
    random_get(at, count) { crypto.getRandomValues(new Uint8Array(memory().buffer, at, count)); return 0; },
    proc_exit(status) { throw new Error(`the engine ended with status ${status}`); },
  };
  // The error for a file that is not open, which also ends the search of the library for open folders.
  const badFile = 8;
  return (name) => calls[name] ?? (() => badFile);
}

/// Starts the engine from the bytes of the module, or from the response that has them.
///
/// - Parameter rest: Returns the module of the functions that a first visit does not call, if it is not in `source`.
export async function start(source, log = console.error, rest) {
  let instance, isWhole = false;
  const call = system(() => instance.exports.memory, log);
  const module = source instanceof Response
    ? await WebAssembly.compileStreaming(source) : await WebAssembly.compile(source);
  /// A function of the other module. When the first one is called, all of them replace these in the table.
  const other = (index) => (...parameters) => {
    if (!isWhole) new WebAssembly.Instance(rest(), { primary: instance.exports });
    isWhole = true;
    return instance.exports.table.get(index)(...parameters);
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = from === "placeholder" ? other(name) : call(name);
  }
  instance = await WebAssembly.instantiate(module, imports);
  const { exports } = instance;
  const { allocate, free, respond, length, take, memory, _initialize } = exports;
  _initialize();
  function put(...parts) {
    const at = allocate(parts.reduce((sum, part) => sum + part.length, 0));
    let end = at;
    for (const part of parts) {
      new Uint8Array(memory.buffer).set(part, end);
      end += part.length;
    }
    return at;
  }
  const encoder = new TextEncoder();
  return {
    exports,
    /// Whether it needs the other module.
    isPart: "placeholder" in imports,
    /// Answers a request: the path with the parameters, and a body or `undefined`.
    respond(target, body) {
      const parts = [encoder.encode(target), body instanceof Uint8Array ? body : encoder.encode(body ?? "")];
      const status = respond(put(...parts), parts[0].length, body === undefined ? -1 : parts[1].length);
      const count = length();
      const at = allocate(count);
      take(at);
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, count));
      free(at);
      return { status, text };
    },
  };
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  const fetched = async (name) => {
    const response = await fetch(new URL(name, import.meta.url));
    if (!response.ok) throw new Error();
    return response;
  };
  const [mainName, restName] = ["marble-engine.wasm", "marble-engine-rest.wasm"];
  let rest, loading;
  const engine = fetched(mainName).then((response) => start(response, console.error, () => {
    if (rest) return rest;
    // A function that is called waits for the others.
    self.postMessage({ isLoading: true });
    const request = new XMLHttpRequest();
    request.open("GET", new URL(restName, import.meta.url), false);
    request.responseType = "arraybuffer";
    try { request.send(); } catch { /* The status is 0. */ }
    if (request.status !== 200) {
      throw new Error(`a part of it (${restName}) cannot be loaded. To try again, repeat your last action, or reload the page.`);
    }
    return new WebAssembly.Module(request.response);
  }));
  self.onmessage = async ({ data: { number, target, body } }) => {
    const loaded = await engine.catch(() => null);
    if (!loaded) return self.postMessage({ number, missing: mainName });
    const { respond, isPart } = loaded;
    try {
      self.postMessage({ number, ...respond(target, body) });
      // It is there before it is needed, but after the first picture.
      if (isPart) loading ??= WebAssembly.compileStreaming(fetched(restName)).then((module) => { rest = module; }, () => {});
    } catch ({ message }) { self.postMessage({ number, error: `the engine stopped: ${message}` }); }
  };
}
