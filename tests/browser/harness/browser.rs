//! The one Chromium that the tests of a process share.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::webdriver::Session;
use super::{path_from_environment, server};

/// A running browser and the server of the page.
pub struct Browser {
    pub session: Session,
    /// Where the page is served.
    pub origin: String,
    /// Where downloads arrive.
    pub downloads: PathBuf,
    /// Held for its input: when this process ends, however it ends, the input
    /// closes and the driver cleans up.
    _driver: Child,
}

/// Waits for the other tests and takes the browser.
pub fn take() -> MutexGuard<'static, Browser> {
    static SHARED: OnceLock<Mutex<Browser>> = OnceLock::new();
    SHARED
        .get_or_init(|| Mutex::new(start()))
        .lock()
        // A test that failed with the browser in its hands does not spoil it:
        // the next one has a tab of its own.
        .unwrap_or_else(PoisonError::into_inner)
}

fn start() -> Browser {
    let driver = path_from_environment("SLOTSCOPE_CHROMEDRIVER");
    let chromium = path_from_environment("SLOTSCOPE_CHROMIUM");
    let origin = server::start(path_from_environment("SLOTSCOPE_DIST"));
    let folder = std::env::temp_dir().join(format!("slotscope-{}", std::process::id()));
    let downloads = folder.join("downloads");
    std::fs::create_dir_all(&downloads).expect("a folder for temporary files");
    let port = free_port();
    let _driver = start_driver(&driver, port, &folder);
    let session = Session::start(
        &format!("http://127.0.0.1:{port}"),
        &capabilities(&chromium, &folder),
    )
    .unwrap_or_else(|problem| panic!("the browser does not start: {problem}"));
    Browser {
        session,
        origin,
        downloads,
        _driver,
    }
}

/// Runs until its input ends, then ends driver and browser and removes their
/// files. The driver does not end its browser by itself when it is killed; the
/// profile's lock names the process.
const DRIVER_SCRIPT: &str = r#"
"$1" "--port=$2" > "$3/driver.log" 2>&1 < /dev/null &
cat > /dev/null
browser=$(readlink "$3/profile/SingletonLock")
kill $! ${browser##*-} 2> /dev/null
wait
sleep 0.3
rm -rf "$3"
"#;

fn start_driver(driver: &Path, port: u16, folder: &Path) -> Child {
    let mut command = Command::new("sh");
    command
        .args(["-c", DRIVER_SCRIPT, "sh"])
        .arg(driver)
        .arg(port.to_string())
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Ctrl-C in the terminal is for the tests; the script must outlive them.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn().expect("`sh` to start the driver with");
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "{} does not answer",
            driver.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("a free port for the driver")
        .port()
}

fn capabilities(chromium: &Path, folder: &Path) -> Value {
    json!({
        "browserName": "chrome",
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": {
            "binary": chromium,
            "args": [
                "--headless",
                // Root, as in containers, cannot have the sandbox; the page
                // tested is our own.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--window-size=1440,900",
                format!("--user-data-dir={}", folder.join("profile").display()),
            ],
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
