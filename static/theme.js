// The theme that was chosen in this browser, before the page is painted for the first time. The key and the values are
// those of crates/page/src/theme_choice.rs.
globalThis.showTheme = theme => {
  const chosen = theme === "light" || theme === "dark" ? theme : null;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  // The browser's own bars: the two colours are told apart by the system's scheme, or one stands for both.
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    meta.dataset.of ??= meta.media.includes("dark") ? "dark" : "light";
    meta.media = chosen ? (meta.dataset.of === chosen ? "all" : "not all") : `(prefers-color-scheme: ${meta.dataset.of})`;
  }
};
try {
  showTheme(localStorage.getItem("slotscope-theme"));
} catch {
  // A browser that keeps nothing follows the system.
}
