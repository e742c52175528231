// Keeps the files of one build, so that the page opens without a network, and opens whole: all of
// its files are of the same build. A new build waits until a person takes it.

// Filled in when the page is built: its name, and each file with its digest.
const BUILD = "";
const FILES = {};

// Caches belong to an origin. Several Slotscopes may live there, each in a folder of its own.
const SCOPE = new URL(registration.scope);
const OWN = `slotscope ${SCOPE.pathname} `;
const CACHE = OWN + BUILD;

addEventListener("install", event => event.waitUntil(keep()));
addEventListener("activate", event => event.waitUntil(takeOver()));

addEventListener("message", event => {
  if (event.data === "take over") skipWaiting();
});

addEventListener("fetch", event => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  const relative = pathname.slice(SCOPE.pathname.length);
  const file = relative === "" || relative === "index.html" ? "./" : relative;
  // Scripts of a page ask for the files of its build; what stands in an address that a person opens says nothing.
  const build = mode === "navigate" ? BUILD : (searchParams.get("build") ?? BUILD);
  if (file in FILES || build !== BUILD) event.respondWith(answer(event.request, file, build));
});

// All files or none. One that the server already has from another build differs from its digest:
// then this build is not taken, and the next visit tries again.
async function keep() {
  const cache = await caches.open(CACHE);
  const keepFile = async ([file, integrity]) => {
    const answer = await fetch(file, { cache: "no-cache", integrity });
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer.redirected ? await asIfDirect(answer) : answer);
  };
  try {
    await Promise.all(Object.entries(FILES).map(keepFile));
  } catch (problem) {
    await caches.delete(CACHE);
    throw problem;
  }
}

// Browsers refuse for a navigation what was redirected on its way, for as long as it is kept.
async function asIfDirect({ headers, body }) {
  return new Response(body, { headers });
}

// A page of the build before may be open in another tab and start workers yet: one cache is left.
async function takeOver() {
  const others = (await caches.keys()).filter(name => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)));
  await clients.claim();
}

async function answer(request, file, build) {
  const kept = await caches.match(new URL(file, SCOPE), { cacheName: OWN + build });
  if (kept) return kept;
  // Rather none than one of another build.
  return build === BUILD ? fetch(request) : Response.error();
}
