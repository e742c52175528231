//! Files into the page and out of it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::Page;

/// Does to the page what dragging files onto it does, and returns whether the
/// page took it: otherwise a browser leaves the page and shows the file.
const DROP: &str = "
    const dataTransfer = new DataTransfer();
    for (const [name, content] of arguments[0]) {
        const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
    }
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
        ?? document.body;
    const fire = type => !target.dispatchEvent(new DragEvent(type,
        { bubbles: true, cancelable: true, composed: true, dataTransfer }));
    fire('dragenter');
    const taken = fire('dragover');
    return taken && fire('drop');";

/// How long a download may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[allow(dead_code)]
impl Page {
    /// Chooses a file in a file input.
    #[track_caller]
    pub fn send_file(&self, css: &str, path: &Path) {
        let path = path.canonicalize().expect("a file that is there");
        let element = self.element(css);
        self.post(&format!("{element}/value"), &json!({ "text": path }));
    }

    /// Drops a file from disk onto the middle of the page.
    #[track_caller]
    pub fn drop_file(&self, path: &Path) {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.drop_bytes(&name, &bytes);
    }

    /// Drops a file of this name and content onto the middle of the page.
    #[track_caller]
    pub fn drop_bytes(&self, name: &str, bytes: &[u8]) {
        self.drop_all(&[(name, bytes)]);
    }

    /// Drops files of these names and contents at once.
    #[track_caller]
    pub fn drop_all(&self, files: &[(&str, &[u8])]) {
        let files = files.iter();
        let files = files.map(|(name, bytes)| json!([name, BASE64_STANDARD.encode(bytes)]));
        let taken = self.execute_with(DROP, [files.collect::<Vec<_>>()]);
        assert_eq!(taken, json!(true), "the page does not take dropped files");
    }

    /// Waits for a file whose name ends so, whole, and returns where it is.
    #[track_caller]
    pub fn wait_for_download(&self, name_suffix: &str) -> PathBuf {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            // Chromium keeps the name with an empty file, and gives it to the real one when that
            // is complete.
            let file = self.downloads().into_iter().find(|path| {
                let name = path.file_name().unwrap_or_default();
                let length = path.metadata().map_or(0, |file| file.len());
                name.to_string_lossy().ends_with(name_suffix) && length > 0
            });
            if let Some(file) = file {
                return file;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let there = self.downloads();
        self.fail(&format!("no download `{name_suffix}`, only {there:?}"));
    }

    /// Removes what has been downloaded so far.
    pub fn clear_downloads(&self) {
        for file in self.downloads() {
            let _ = std::fs::remove_file(file);
        }
    }

    fn downloads(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.browser.downloads);
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }
}
