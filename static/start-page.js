// Starts the page: the files are named beside this script in index.html.
const { script, wasm } = document.querySelector("#start").dataset;
const { default: start } = await import(script);
await start({ module_or_path: wasm });
