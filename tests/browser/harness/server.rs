//! Serves the built page from its folder, as any web host would.

use std::fs::File;
use std::path::{Component, Path, PathBuf};

use tiny_http::{Header, Request, Response, Server};

/// Where the page is served a second time, to show that nothing in it relies
/// on being at the root.
const SUB_PATH: &str = "/below/a/path/";

/// Serves `folder` on a free port until the process ends; returns the origin.
pub fn start(folder: PathBuf) -> String {
    assert!(
        folder.join("index.html").is_file(),
        "there is no built page in {}: run `cargo xtask build`",
        folder.display()
    );
    let server = Server::http("127.0.0.1:0").expect("a free port to serve on");
    let origin = format!("http://{}", server.server_addr());
    std::thread::spawn(move || {
        for request in server.incoming_requests() {
            answer(request, &folder);
        }
    });
    origin
}

fn answer(request: Request, folder: &Path) {
    // A browser that has gone away is none of our business.
    let _ = match file_for(request.url(), folder).and_then(|path| open(&path)) {
        Some(response) => request.respond(response),
        None => request.respond(Response::empty(404)),
    };
}

fn open(path: &Path) -> Option<Response<File>> {
    let file = File::open(path).ok()?;
    let header = |name: &str, value: &str| {
        Header::from_bytes(name, value).expect("a header of plain characters")
    };
    Some(
        Response::from_file(file)
            .with_header(header("Content-Type", content_type(path)))
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
