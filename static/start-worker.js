// Starts a worker with the program that its name begins with, `worker`, `papers` or `parquet`: its files lie beside
// this one, wherever that is. What stands behind the "?" names the build of the page, so that no cache
// hands out a file of another one.
const program = self.name.split(" ")[0];

// It is on its way while the script comes that reads it; what the page itself needs goes first.
const wasm = fetch(`./${program}_bg.wasm${location.search}`, { priority: "low" });
// That it did not come is said below.
wasm.catch(() => {});
importScripts(`./${program}.js${location.search}`);

async function start() {
  try {
    await wasm_bindgen({ module_or_path: wasm });
  } catch (problem) {
    // As the worker itself says that it is of no more use (src/worker/protocol.rs).
    const why = `its WebAssembly could not be started: ${problem?.message ?? problem}`;
    postMessage({ Failed: { why } });
  }
}

// The page waits for a lock of its name, and so learns of its end (src/worker/life.rs).
if (navigator.locks) {
  const live = () => {
    start();
    return new Promise(() => {});
  };
  navigator.locks.request(self.name, live).catch(start);
} else {
  start();
}
