//! Serves the built page from its folder, as any web host would.
//!
//! A thread for each connection and a connection for each request: browsers open several at once,
//! and a pool of threads makes some wait for others that are kept open.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Where the page is served a second time, to show that nothing in it relies
/// on being at the root.
const SUB_PATH: &str = "/below/a/path/";

/// A folder that is served on a port of its own. It stops when it is dropped.
pub struct Site {
    /// Where it is served.
    pub origin: String,
    /// What is served.
    pub folder: PathBuf,
    stopped: Arc<AtomicBool>,
    faults: Arc<Faults>,
    thread: Option<JoinHandle<()>>,
}

/// What a host does wrong.
#[derive(Default)]
struct Faults {
    /// Files that do not arrive whole: part of their names, and after how many bytes the connection breaks.
    cut: Mutex<Option<(String, u64)>>,
    /// Whether the folder's own address is redirected to its `index.html`.
    redirects: AtomicBool,
    /// Whether scripts are sent as plain text.
    scripts_are_text: AtomicBool,
}

#[allow(dead_code, reason = "the benchmarks share the harness")]
impl Site {
    /// From now on files with this in their names break off after so many bytes.
    pub fn cut(&self, name: &str, after: u64) {
        let mut cut = self.faults.cut.lock().unwrap_or_else(PoisonError::into_inner);
        *cut = Some((name.to_owned(), after));
    }

    /// From now on the folder's own address is redirected to its `index.html`.
    pub fn redirect(&self) {
        self.faults.redirects.store(true, Ordering::SeqCst);
    }

    /// From now on scripts are sent as plain text.
    pub fn send_scripts_as_text(&self) {
        self.faults.scripts_are_text.store(true, Ordering::SeqCst);
    }

    /// From now on all files arrive whole.
    pub fn mend(&self) {
        let mut cut = self.faults.cut.lock().unwrap_or_else(PoisonError::into_inner);
        *cut = None;
    }

    /// Closes the port: from now on there is nobody to answer.
    pub fn stop(&mut self) {
        let Some(thread) = self.thread.take() else {
            return;
        };
        self.stopped.store(true, Ordering::SeqCst);
        // Wakes the thread up, which waits for somebody to come.
        let address = self.origin.trim_start_matches("http://");
        drop(TcpStream::connect(address));
        thread.join().expect("the server ends");
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
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port to serve on");
    let address = listener.local_addr().expect("an address");
    let faults = Arc::new(Faults::default());
    let served = Arc::new((folder.clone(), policy(&folder), faults.clone()));
    let stopped = Arc::new(AtomicBool::new(false));
    let told = stopped.clone();
    let thread = std::thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            if told.load(Ordering::SeqCst) {
                return;
            }
            let served = served.clone();
            // A browser that has gone away is none of our business.
            std::thread::spawn(move || answer(&connection, &served.0, &served.1, &served.2));
        }
    });
    Site { origin: format!("http://{address}"), folder, stopped, faults, thread: Some(thread) }
}

/// The Content-Security-Policy of the page, which also goes with every file: as a header it holds
/// for workers too.
fn policy(folder: &Path) -> String {
    let page = std::fs::read_to_string(folder.join("index.html")).expect("a page");
    let (_, rest) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").expect("a policy in the page");
    let (policy, _) = rest.split_once('"').expect("the end of it");
    policy.to_owned()
}

/// Answers the one request of a connection.
fn answer(mut connection: &TcpStream, folder: &Path, policy: &str, faults: &Faults) -> io::Result<()> {
    let mut lines = BufReader::new(connection).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, url) = (words.next(), words.next().unwrap_or_default());
    let is_folder = url.split('?').next().is_some_and(|it| it.ends_with('/'));
    if is_folder && faults.redirects.load(Ordering::SeqCst) {
        return connection.write_all(
            b"HTTP/1.1 302 Found\r\nLocation: index.html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
    }
    let path = file_for(url, folder).filter(|_| method == Some("GET"));
    let Some(path) = path else {
        return connection.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let file = File::open(&path)?;
    let cut = faults.cut.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
    let is_cut = |part: &str| name.contains(part);
    let most = cut.filter(|(part, _)| is_cut(part)).map_or(u64::MAX, |(_, after)| after);
    write!(
        connection,
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {policy}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        if faults.scripts_are_text.load(Ordering::SeqCst) && name.ends_with(".js") {
            "text/plain"
        } else {
            content_type(&path)
        },
        file.metadata()?.len(),
    )?;
    io::copy(&mut file.take(most), &mut connection)?;
    Ok(())
}

/// The file that a request asks for; none outside of the folder.
fn file_for(url: &str, folder: &Path) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?;
    let path = path.strip_prefix(SUB_PATH).or_else(|| path.strip_prefix('/'))?;
    let relative = Path::new(path);
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
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
