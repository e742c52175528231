// Takes the place of the service worker in a page of `cargo xtask serve`: it keeps nothing, so that what was built last
// is what is seen, and takes away what a published page has kept at the same address.
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(leave()));

async function leave() {
  const own = `slotscope ${new URL(registration.scope).pathname} `;
  const names = (await caches.keys()).filter(name => name.startsWith(own));
  await Promise.all(names.map(name => caches.delete(name)));
  await registration.unregister();
}
