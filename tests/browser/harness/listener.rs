//! A page that keeps what it says on its own console, for browsers whose console cannot be asked.
//!
//! The console of a whole browser also holds what the browser says of itself, such as that it did not reach
//! its settings. What the page says is heard within the page.

use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

const SCRIPT: &str = "listen-to-page.js";

/// Keeps errors of the page and of its workers beyond a reload.
const LISTENS: &str = r#"{
  const note = text => {
    const all = JSON.parse(sessionStorage.pageErrors ?? "[]");
    sessionStorage.pageErrors = JSON.stringify([...all, String(text)]);
  };
  const say = console.error;
  console.error = (...words) => { note(words.join(" ")); say.apply(console, words); };
  addEventListener("error", event => note(event.message ?? `${event.target?.src} did not load`), true);
  addEventListener("unhandledrejection", event => note(event.reason));
  const Own = Worker;
  globalThis.Worker = class extends Own {
    constructor(...of) {
      super(...of);
      this.addEventListener("error", event => note(`worker: ${event.message}`));
    }
  };
}
"#;

/// What [`add_to`] makes the page keep: the errors said so far, as JSON.
pub const SAID: &str = r#"return JSON.parse(sessionStorage.pageErrors ?? "[]");"#;

/// Makes the built page in a folder listen to itself. The service worker is told of the changed page, which it
/// would refuse otherwise.
pub fn add_to(folder: &Path) {
    let path = folder.join("index.html");
    let page = std::fs::read_to_string(&path).expect("a built page");
    let head = page.find("<script").expect("a script in the page");
    let script = format!("<script src=\"./{SCRIPT}\"></script>");
    let listening = [&page[..head], &script, &page[head..]].concat();
    std::fs::write(folder.join(SCRIPT), LISTENS).expect("a folder that can be written");
    std::fs::write(&path, &listening).expect("a folder that can be written");
    let path = folder.join("service-worker.js");
    let worker = std::fs::read_to_string(&path).expect("a service worker");
    let (before, after) = (digest(&page), digest(&listening));
    assert!(worker.contains(&before), "the service worker names no page");
    std::fs::write(&path, worker.replace(&before, &after)).expect("a folder that can be written");
}

fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    format!("sha256-{}", BASE64_STANDARD.encode(digest))
}
