// Starts the page: the files are named beside this script in index.html.
const { script, wasm } = document.querySelector("#start").dataset;
try {
  const { default: start } = await import(script);
  await start({ module_or_path: wasm });
} catch (problem) {
  console.error(problem);
  cannotStart(problem);
}

// Nothing of the page is there: plain HTML has to do.
function cannotStart(problem) {
  const card = document.createElement("main");
  card.id = "cannot-start";
  card.setAttribute("role", "alert");
  const add = (tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    card.append(element);
    return element;
  };
  add("h1", "Slotscope could not start");
  add("p", "Part of the page did not arrive, or this browser cannot run it. It needs WebAssembly with SIMD, as all browsers have had since 2023.");
  add("p", `The browser says: ${problem?.message ?? problem}`).className = "hint";
  const again = add("button", "Try again");
  again.type = "button";
  again.addEventListener("click", () => location.reload());
  document.body.append(card);
  again.focus();
}
