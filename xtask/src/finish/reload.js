// Loads the page anew once it has been built anew. Only a page of `cargo xtask serve` has this file.
const OWN = document.querySelector("meta[name=build]").content;
let last = OWN;

// The build that the server has. None while there is no server, or no page yet.
async function served() {
  try {
    const answer = await fetch("./", { cache: "no-store" });
    return (await answer.text()).match(/<meta name="build" content="([0-9a-f]+)">/)?.[1];
  } catch {
    return undefined;
  }
}

setInterval(async () => {
  const build = await served();
  if (build === undefined || document.hidden) return;
  // Seen twice, all of its files are there.
  if (build === last && build !== OWN) location.reload();
  last = build;
}, 300);
