// Starts the worker that plans and concludes papers: both files lie beside this one, wherever that is.
// What stands behind the "?" names the build of the page, so that no cache hands out a file of another
// one.
importScripts("./papers.js" + location.search);

async function start() {
  try {
    await wasm_bindgen({ module_or_path: "./papers_bg.wasm" + location.search });
  } catch (problem) {
    // As the worker itself says that it is of no more use (src/worker/protocol.rs).
    const why = `its WebAssembly could not be started: ${problem?.message ?? problem}`;
    postMessage({ Failed: { why } });
  }
}

// The page waits for a lock of its name, and so learns of its end (src/worker/life.rs).
if (self.name && navigator.locks) {
  const live = () => {
    start();
    return new Promise(() => {});
  };
  navigator.locks.request(self.name, live).catch(start);
} else {
  start();
}
