//! Serves the built page from its folder, as any web host would.

use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use tiny_http::{Header, Request, Response, Server};

/// Where the page is served a second time, to show that nothing in it relies
/// on being at the root.
const SUB_PATH: &str = "/below/a/path/";

/// A folder that is served on a port of its own. It stops when it is dropped.
pub struct Site {
    /// Where it is served.
    pub origin: String,
    /// What is served.
    pub folder: PathBuf,
    server: Option<Arc<Server>>,
    thread: Option<JoinHandle<()>>,
}

#[allow(dead_code, reason = "the benchmarks share the harness")]
impl Site {
    /// Closes the port: from now on there is nobody to answer.
    pub fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.unblock();
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Serves `folder` on a free port until the process ends; returns the origin.
pub fn start(folder: PathBuf) -> String {
    let site = serve(folder);
    let origin = site.origin.clone();
    std::mem::forget(site);
    origin
}

/// Serves `folder` on a free port.
pub fn serve(folder: PathBuf) -> Site {
    assert!(
        folder.join("index.html").is_file(),
        "there is no built page in {}: run `cargo xtask build`",
        folder.display()
    );
    let server = Arc::new(Server::http("127.0.0.1:0").expect("a free port to serve on"));
    let origin = format!("http://{}", server.server_addr());
    let policy = policy(&folder);
    let (answering, served) = (server.clone(), folder.clone());
    let thread = std::thread::spawn(move || {
        for request in answering.incoming_requests() {
            answer(request, &served, &policy);
        }
    });
    Site {
        origin,
        folder,
        server: Some(server),
        thread: Some(thread),
    }
}

/// The Content-Security-Policy of the page, which also goes with every file: as a header it holds
/// for workers too.
fn policy(folder: &Path) -> String {
    let page = std::fs::read_to_string(folder.join("index.html")).expect("a page");
    let (_, rest) = page
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .expect("a policy in the page");
    let (policy, _) = rest.split_once('"').expect("the end of it");
    policy.to_owned()
}

fn answer(request: Request, folder: &Path, policy: &str) {
    // A browser that has gone away is none of our business.
    let _ = match file_for(request.url(), folder).and_then(|path| open(&path, policy)) {
        Some(response) => request.respond(response),
        None => request.respond(Response::empty(404)),
    };
}

fn open(path: &Path, policy: &str) -> Option<Response<File>> {
    let file = File::open(path).ok()?;
    let header = |name: &str, value: &str| {
        Header::from_bytes(name, value).expect("a header of plain characters")
    };
    Some(
        Response::from_file(file)
            .with_header(header("Content-Type", content_type(path)))
            .with_header(header("Content-Security-Policy", policy))
            .with_header(header("Cache-Control", "no-store")),
    )
}

/// The file that a request asks for; none outside of the folder.
fn file_for(url: &str, folder: &Path) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?;
    let path = path
        .strip_prefix(SUB_PATH)
        .or_else(|| path.strip_prefix('/'))?;
    let relative = Path::new(path);
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let file = match path {
        "" => folder.join("index.html"),
        _ => folder.join(relative),
    };
    (inside && file.is_file()).then_some(file)
}

fn content_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "swf" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
