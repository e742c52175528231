// Starts the worker: both files lie beside this one, wherever that is.
importScripts("./worker.js");
wasm_bindgen({ module_or_path: "./worker_bg.wasm" });
