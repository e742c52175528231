// Starts the page: the files are named beside this script in index.html.
document.querySelector("#not-started").remove();
const { script, wasm } = document.querySelector("#start").dataset;
startFirstWorker();
askForLastSession();
try {
  const { default: start } = await import(script);
  await start({ module_or_path: wasm });
} catch (problem) {
  console.error(problem);
  cannotStart(problem);
}

// A worker takes about as long to start as the page: the first one does so beside it. The page takes it
// over with what it has said until then (src/worker/first_worker.rs).
function startFirstWorker() {
  const build = document.querySelector("meta[name=build]").content;
  const name = `worker 0 ${Math.random()}`;
  const [said, untilTaken] = [[], new AbortController()];
  const hear = event => {
    event.preventDefault();
    said.push(event);
  };
  try {
    const worker = new Worker(`./start-worker.js?build=${build}`, { name });
    for (const kind of ["message", "messageerror", "error"]) {
      worker.addEventListener(kind, hear, { signal: untilTaken.signal });
    }
    globalThis.takeFirstWorker = () => {
      untilTaken.abort();
      delete globalThis.takeFirstWorker;
      return { worker, name, said };
    };
  } catch {
    // The page tries for itself, and says what is wrong.
  }
}

// What the browser keeps of the last session decides what the page opens with, and takes as long to come. The name
// and what is in it are those of src/app/shell/session/store.rs, which also writes it.
function askForLastSession() {
  const folder = location.pathname.replace(/[^/]*$/, "");
  globalThis.lastSession = new Promise(resolve => {
    const open = indexedDB.open(`slotscope ${folder}`, 1);
    open.onupgradeneeded = () => open.result.createObjectStore("session");
    open.onerror = () => resolve(null);
    open.onsuccess = () => {
      const database = open.result;
      try {
        const get = database.transaction("session").objectStore("session").get("snapshot");
        get.onsuccess = () => resolve(get.result);
        get.onerror = () => resolve(null);
      } catch {
        // Something else has made it.
        resolve(null);
      }
      database.close();
    };
  });
  // A page that may keep nothing begins anew.
  globalThis.lastSession.catch(() => {});
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
