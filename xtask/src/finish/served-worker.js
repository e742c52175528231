// Replaces the service worker in a page of `cargo xtask serve`: it keeps no file, so that the browser shows the last
// build, and deletes the files that a published page has kept at the same address.
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(leave()));

async function leave() {
  const own = `slotscope ${new URL(registration.scope).pathname} `;
  const names = (await caches.keys()).filter(name => name.startsWith(own));
  await Promise.all(names.map(name => caches.delete(name)));
  await registration.unregister();
}
