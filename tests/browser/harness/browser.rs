//! The Chromiums that the tests of a process share, each with a profile, a folder for downloads and
//! a server of the page of its own.

use std::cell::Cell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use ureq::Agent;

use super::{path_from_environment, server};

/// A running browser and the server of the page.
pub struct Browser {
    pub session: Session,
    /// Where the page is served.
    pub origin: String,
    /// Where downloads arrive.
    pub downloads: PathBuf,
    /// Whether a test has changed more of the tab than a load undoes: then the next one has another.
    pub is_changed: Cell<bool>,
    /// Held for its input: when this process ends, however it ends, the input
    /// closes and the driver cleans up.
    _driver: Child,
}

/// As many as run at once: one more than the processors of a small machine, as a test also waits.
const MOST: usize = 3;

/// The browsers that no test has in its hands, and how many have been started.
struct Pool {
    idle: Vec<Browser>,
    started: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { idle: Vec::new(), started: 0 });
static RETURNED: Condvar = Condvar::new();

/// A browser in the hands of one test, which goes back when the test ends, however it ends. A test takes no second one before
/// that.
pub enum Taken {
    /// From the pool; none once it has gone back.
    Chromium(Option<Browser>),
    /// For this test alone.
    Firefox(Box<Browser>),
}

impl Taken {
    /// Firefox has no console to be asked.
    pub fn has_console(&self) -> bool {
        matches!(self, Self::Chromium(_))
    }
}

impl Deref for Taken {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        match self {
            Self::Chromium(browser) => browser.as_ref().expect("it goes back when this is dropped"),
            Self::Firefox(browser) => browser,
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        match self {
            Self::Chromium(browser) => {
                pool().idle.extend(browser.take());
                RETURNED.notify_one();
            }
            Self::Firefox(browser) => browser.session.end(),
        }
    }
}

/// A place in the pool, which another test may take if the browser for it does not start.
struct Place;

impl Drop for Place {
    fn drop(&mut self) {
        pool().started -= 1;
        RETURNED.notify_one();
    }
}

/// Takes a browser: one that is idle, a new one, or the first that another test gives back.
pub fn take() -> Taken {
    let mut pool = pool();
    while pool.idle.is_empty() && pool.started == MOST {
        pool = RETURNED.wait(pool).unwrap_or_else(PoisonError::into_inner);
    }
    if let Some(browser) = pool.idle.pop() {
        return Taken::Chromium(Some(browser));
    }
    pool.started += 1;
    // Starting takes a while, and the other tests need not wait for it.
    drop(pool);
    let place = Place;
    let browser = start();
    std::mem::forget(place);
    Taken::Chromium(Some(browser))
}

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new Firefox.
pub fn take_firefox() -> Taken {
    let driver = path_from_environment("SLOTSCOPE_GECKODRIVER");
    let firefox = path_from_environment("SLOTSCOPE_FIREFOX");
    let wanted = |folder: &Path| {
        json!({
            "browserName": "firefox",
            "moz:firefoxOptions": {
                "binary": firefox,
                // The last lets a test speak for Firefox itself.
                "args": ["-headless", "-remote-allow-system-access"],
                "prefs": {
                    // Nothing of its own is looked up while a test runs.
                    "app.normandy.enabled": false,
                    "browser.region.update.enabled": false,
                    "browser.search.update": false,
                    "datareporting.policy.dataSubmissionEnabled": false,
                    "extensions.update.enabled": false,
                    "network.captive-portal-service.enabled": false,
                    "network.connectivity-service.enabled": false,
                    "services.settings.server": "data:,#none",
                    "toolkit.telemetry.enabled": false,
                    "browser.download.folderList": 2,
                    "browser.download.dir": folder.join("downloads"),
                    "browser.helperApps.neverAsk.saveToDisk": "image/svg+xml",
                },
            },
        })
    };
    // It has no console to be asked.
    let page = |folder: &Path| {
        let page = folder.join("page");
        super::copy(&path_from_environment("SLOTSCOPE_DIST"), &page);
        add_to(&page);
        page
    };
    Taken::Firefox(Box::new(started(&driver, page, wanted)))
}

fn start() -> Browser {
    let driver = path_from_environment("SLOTSCOPE_CHROMEDRIVER");
    let chromium = path_from_environment("SLOTSCOPE_CHROMIUM");
    let page = |_: &Path| path_from_environment("SLOTSCOPE_DIST");
    started(&driver, page, |folder| capabilities(&chromium, folder))
}

/// Starts a driver, the browser that is wanted of it, and a server of the page in the folder that `page` names. All
/// may keep files in a folder.
fn started(driver: &Path, page: impl FnOnce(&Path) -> PathBuf, wanted: impl FnOnce(&Path) -> Value) -> Browser {
    let mut tries = (0..5).filter_map(|_| start_driver(driver));
    let (folder, _driver, port) = tries.next().expect("a port for the driver");
    let downloads = folder.join("downloads");
    std::fs::create_dir_all(&downloads).expect("a folder for temporary files");
    let origin = server::start(page(&folder));
    let session = Session::start(&format!("http://127.0.0.1:{port}"), &wanted(&folder))
        .unwrap_or_else(|problem| panic!("the browser does not start: {problem}"));
    Browser { session, origin, downloads, is_changed: Cell::new(true), _driver }
}

/// Runs until its input ends, then ends all of its group, driver and browser, and removes their files: the driver does not
/// end its browser by itself when it is killed.
const DRIVER_SCRIPT: &str = r#"
"$1" --port=0 > "$2/driver.log" 2>&1 < /dev/null &
cat > /dev/null
trap '' TERM
kill 0
wait
sleep 0.3
rm -rf "$2"
"#;

/// Starts a driver on a port that it takes itself, as one that was free a moment ago may not be any more; its folder, the
/// process and the port. Nothing where it ends, as ChromeDriver does whose port is in use under the other of IPv4 and IPv6.
fn start_driver(driver: &Path) -> Option<(PathBuf, Child, u16)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("slotscope-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let mut command = Command::new("sh");
    command
        .args(["-c", DRIVER_SCRIPT, "sh"])
        .arg(driver)
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C in the terminal is for the tests; the script must outlive them, and ends this group.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut script = command.spawn().expect("`sh` to start the driver with");
    let Some(port) = wait_for_port(driver, &folder) else {
        drop(script.stdin.take());
        let _ = script.wait();
        return None;
    };
    Some((folder, script, port))
}

fn wait_for_port(driver: &Path, folder: &Path) -> Option<u16> {
    let start = Instant::now();
    loop {
        let said = std::fs::read_to_string(folder.join("driver.log")).unwrap_or_default();
        if let Some(port) = port_said(&said) {
            return Some(port);
        }
        if said.contains("Exiting") {
            return None;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{} does not answer, and says:\n{said}", driver.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The port in what ChromeDriver or geckodriver says once it listens.
fn port_said(said: &str) -> Option<u16> {
    let (_, rest) =
        said.split_once("started successfully on port ").or_else(|| said.split_once("Listening on 127.0.0.1:"))?;
    // The line is whole.
    let (line, _) = rest.split_once('\n')?;
    line.trim_end_matches(['.', '\r']).parse().ok()
}

/// What is free in the file system of a folder, as `df` tells it; nothing where it does not.
fn free_bytes(folder: &str) -> Option<u64> {
    let told = Command::new("df").args(["-P", "-k", folder]).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let kilobytes = told.lines().nth(1)?.split_whitespace().nth(3)?;
    Some(kilobytes.parse::<u64>().ok()? * 1024)
}

/// What every Chromium is started with.
const ARGUMENTS: [&str; 18] = [
    "--headless",
    // Root, as in containers, cannot have the sandbox; the page
    // tested is our own.
    "--no-sandbox",
    "--disable-gpu",
    // Debian asks for the first; without a graphics card it is work for the processor.
    "--disable-gpu-rasterization",
    "--disable-software-rasterizer",
    "--disable-quic",
    // Pages of one site are loaded again in a process that has their code already: a third of the work of a load.
    "--process-per-site",
    "--disable-features=SpareRendererForSitePerProcess,BackForwardCache",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--no-default-browser-check",
    "--no-first-run",
    "--window-size=1440,900",
];

/// Memory that its processes share, where that is a file system of its own: on a disk it costs a tenth of the time.
const SHARED_MEMORY: &str = "/dev/shm";

/// What several Chromiums may need of it; containers often have 64 MB.
const SHARED_BYTES: u64 = 2 << 30;

fn capabilities(chromium: &Path, folder: &Path) -> Value {
    let mut arguments = ARGUMENTS.map(str::to_owned).to_vec();
    arguments.push(format!("--user-data-dir={}", folder.join("profile").display()));
    if free_bytes(SHARED_MEMORY).is_none_or(|free| free < SHARED_BYTES) {
        arguments.push("--disable-dev-shm-usage".to_owned());
    }
    // V8 optimizes functions of WebAssembly that have run for long, for every page anew: an eighth of the tests' work,
    // and most tests end before it pays. The bench leaves V8 as it is.
    if cfg!(test) {
        arguments.push("--js-flags=--wasm-tiering-budget=40000000".to_owned());
    }
    let is_shell = chromium.to_string_lossy().ends_with("headless-shell");
    json!({
        "browserName": if is_shell { "chrome-headless-shell" } else { "chrome" },
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": {
            "binary": chromium,
            "args": arguments,
            "prefs": {
                "download.default_directory": folder.join("downloads"),
                "download.prompt_for_download": false,
                // A second download without a click of the user in between is
                // otherwise held back.
                "profile.default_content_setting_values.automatic_downloads": 1,
            },
        },
    })
}

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

/// The key under which the protocol hands out elements.
pub const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Longer than any one command may take.
const LIMIT: Duration = Duration::from_secs(120);

/// A screenshot of a large window is several megabytes of text.
const LONGEST_ANSWER: u64 = 256 << 20;

/// What went wrong, in the words of the driver.
pub type Outcome<T> = Result<T, String>;

/// A session with a browser.
pub struct Session {
    agent: Agent,
    address: String,
}

impl Session {
    /// Starts a browser through the driver at `origin`.
    pub fn start(origin: &str, capabilities: &Value) -> Outcome<Session> {
        let agent = Agent::new_with_config(
            Agent::config_builder()
                // Errors come with a body that says more than the status.
                .http_status_as_error(false)
                .proxy(None)
                .timeout_global(Some(LIMIT))
                .build(),
        );
        let mut session = Session { agent, address: origin.to_owned() };
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let started = session.post("session", &wanted)?;
        let id = started["sessionId"].as_str().ok_or("no session id")?;
        session.address = format!("{origin}/session/{id}");
        Ok(session)
    }

    /// Sends a command.
    pub fn post(&self, command: &str, body: &Value) -> Outcome<Value> {
        let answer = self
            .agent
            .post(format!("{}/{command}", self.address))
            .header("Content-Type", "application/json")
            .send(body.to_string());
        read(command, answer)
    }

    /// Asks for something.
    pub fn get(&self, command: &str) -> Outcome<Value> {
        let answer = self.agent.get(format!("{}/{command}", self.address)).call();
        read(command, answer)
    }

    /// Ends something.
    pub fn delete(&self, command: &str) -> Outcome<Value> {
        let answer = self.agent.delete(format!("{}/{command}", self.address)).call();
        read(command, answer)
    }

    /// Ends the browser.
    pub fn end(&self) {
        // One that has ended by itself has nothing to end.
        let _ = self.agent.delete(&self.address).call();
    }

    /// The path of the first element that `css` selects, for commands on it.
    pub fn element(&self, css: &str) -> Outcome<String> {
        let found = self.post("element", &json!({ "using": "css selector", "value": css }))?;
        let id = found[ELEMENT].as_str().ok_or("no element id")?;
        Ok(format!("element/{id}"))
    }

    /// A command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Outcome<Value> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }
}

type Answer = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

fn read(command: &str, answer: Answer) -> Outcome<Value> {
    let mut answer = answer.map_err(|error| format!("{command}: {error}"))?;
    let text = answer
        .body_mut()
        .with_config()
        .limit(LONGEST_ANSWER)
        .read_to_string()
        .map_err(|error| format!("{command}: {error}"))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|_| format!("{command}: not JSON: {text}"))?;
    let value = value["value"].take();
    if answer.status().is_success() {
        return Ok(value);
    }
    let message = value["message"].as_str().unwrap_or(&text);
    Err(format!("{command}: {message}"))
}

/// Whether a script had no answer because its page was left meanwhile, in the words of the drivers.
pub fn has_left(problem: &str) -> bool {
    ["document unloaded", "Document was unloaded", "aborted by navigation"].iter().any(|words| problem.contains(words))
}
