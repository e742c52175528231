//! `cargo xtask bench set-up`: how long it takes from a clone to the page, and from an edit to the page with it.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::document;
use crate::process::{self, Outcome};
use crate::project::{self, Project, remove};

/// The default number of measurements.
pub const TIMES: u32 = 3;

/// A page that does not come by then does not come.
const LIMIT: Duration = Duration::from_secs(3600);

/// How often the page is asked for.
const EVERY: Duration = Duration::from_millis(50);

/// Between an edit and the next: Trunk looks twice whether there was another.
const PAUSE: Duration = Duration::from_secs(10);

/// An edit, as the text before and after; the text stands in the file once.
struct Edit {
    what: &'static str,
    /// Seconds.
    target: f64,
    file: &'static str,
    text: [&'static str; 2],
}

const EDITS: [Edit; 3] = [
    Edit {
        what: "an edit of a policy, until the page has it",
        target: 20.0,
        file: "crates/scheduling/src/policy/local/easy.rs",
        text: ["pass.now + 1", "pass.now + 2"],
    },
    Edit {
        what: "an edit of a view, until the page has it",
        target: 20.0,
        file: "src/app/shell/header.rs",
        text: ["{ \"Cancel\" }", "{ \"Stop\" }"],
    },
    Edit {
        what: "an edit of a stylesheet, until the page has it",
        target: 3.0,
        file: "static/styles/frame.css",
        text: ["font-weight: 620; white-space", "font-weight: 600; white-space"],
    },
];

/// The measurements, in seconds: until the first line and the page, and until each edit is seen.
struct Measured {
    line: f64,
    page: f64,
    edits: Vec<f64>,
}

/// Measures `times` times, each in a fresh clone of its own, and writes the table into `docs/performance.md`.
pub fn measure(project: &Project, times: u32) -> Outcome<()> {
    let folder = project.target().join("set-up");
    let mut all = Vec::new();
    for time in 1..=times {
        println!("{time} of {times}: from a clone to the page, some minutes");
        remove(&folder)?;
        let measured = once(project, &folder)?;
        println!("  the page after {:.0} s, edits after {:.1?} s", measured.page, measured.edits);
        all.push(measured);
    }
    remove(&folder)?;
    let text = table(&all);
    println!("\n{text}");
    document::write(&project.path("docs/performance.md"), "bench set-up", &text)
}

fn once(project: &Project, folder: &Path) -> Outcome<Measured> {
    fs::create_dir_all(folder)?;
    let clone = folder.join("clone");
    let mut git = Command::new("git");
    git.args(["clone", "--quiet"]).arg(project.path(".")).arg(&clone);
    process::run(&mut git)?;
    let start = Instant::now();
    let mut server = Server::start(&clone, folder)?;
    let line = server.wait(start, |it| it.has_said().then_some(()))?;
    let page = server.wait(start, Server::build)?;
    let mut edits = Vec::new();
    for edit in EDITS {
        sleep(PAUSE);
        let before = server.build();
        let start = Instant::now();
        edit.make(&clone)?;
        let is_new = |it: &Server| it.build().filter(|build| Some(build) != before.as_ref());
        edits.push(server.wait(start, is_new)?);
    }
    Ok(Measured { line, page, edits })
}

impl Edit {
    fn make(&self, clone: &Path) -> Outcome<()> {
        let path = clone.join(self.file);
        let text = fs::read_to_string(&path)?;
        let [before, after] = self.text;
        if text.matches(before).count() != 1 {
            return Err(format!("`{before}` must stand once in {}", self.file).into());
        }
        Ok(fs::write(path, text.replace(before, after))?)
    }
}

/// `cargo xtask serve` in a clone, with a cache, a Cargo home and a target folder of its own. Ends when dropped.
struct Server {
    process: Child,
    port: u16,
    output: PathBuf,
}

impl Server {
    fn start(clone: &Path, folder: &Path) -> Outcome<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let output = folder.join("output.txt");
        let file = File::create(&output)?;
        let mut command = project::cargo();
        command.args(["xtask", "serve", "--port", &port.to_string()]);
        command.current_dir(clone).stdin(Stdio::null());
        command.stdout(file.try_clone()?).stderr(file);
        command.env("XDG_CACHE_HOME", folder.join("cache"));
        command.env("CARGO_HOME", cargo_home(folder)?);
        for inherited in ["CARGO_TARGET_DIR", "CARGO", "CARGO_MANIFEST_DIR"] {
            command.env_remove(inherited);
        }
        // Cargo starts xtask, and that Trunk: all of them are ended by their group.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let process = command.spawn()?;
        Ok(Self { process, port, output })
    }

    fn has_said(&self) -> bool {
        fs::metadata(&self.output).is_ok_and(|it| it.len() > 0)
    }

    /// The build of the page that is served.
    fn build(&self) -> Option<String> {
        let page = get(self.port).ok()?;
        let (_, rest) = page.split_once("<meta name=\"build\" content=\"")?;
        let (build, _) = rest.split_once('"')?;
        (!build.is_empty()).then(|| build.to_owned())
    }

    /// The seconds from the start until `look` returns a value. An error with the output, if the server ends before.
    fn wait<T>(&mut self, start: Instant, look: impl Fn(&Self) -> Option<T>) -> Outcome<f64> {
        while start.elapsed() < LIMIT {
            if look(self).is_some() {
                return Ok(start.elapsed().as_secs_f64());
            }
            if self.process.try_wait()?.is_some() {
                break;
            }
            sleep(EVERY);
        }
        let said = fs::read_to_string(&self.output).unwrap_or_default();
        Err(format!("the page did not come; `cargo xtask serve` says:\n{said}").into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["--", &group]).status();
        let _ = self.process.wait();
    }
}

fn get(port: u16) -> std::io::Result<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// A folder for Cargo with only the user's settings, which name the registry.
fn cargo_home(folder: &Path) -> Outcome<PathBuf> {
    let home = folder.join("cargo");
    fs::create_dir_all(&home)?;
    let users =
        std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    for name in ["config.toml", "config", "credentials.toml"] {
        let Some(file) = users.as_ref().map(|it| it.join(name)) else {
            continue;
        };
        if file.is_file() {
            fs::copy(file, home.join(name))?;
        }
    }
    Ok(home)
}

fn table(all: &[Measured]) -> String {
    let cores = std::thread::available_parallelism().map_or(1, |it| it.get());
    let mut text =
        format!("| what, on {cores} processors | target | measured | met |\n| --- | ---: | ---: | :---: |\n");
    let mut row = |what: &str, target: f64, measured: Vec<f64>| {
        let met = if measured.iter().all(|it| *it <= target) { "yes" } else { "**no**" };
        let measured: Vec<String> = measured.into_iter().map(seconds).collect();
        let (target, measured) = (seconds(target), measured.join(", "));
        text += &format!("| {what} | ≤ {target} | {measured} | {met} |\n");
    };
    row("the first line", 1.0, all.iter().map(|it| it.line).collect());
    row("the page", 300.0, all.iter().map(|it| it.page).collect());
    for (at, edit) in EDITS.iter().enumerate() {
        row(edit.what, edit.target, all.iter().map(|it| it.edits[at]).collect());
    }
    text
}

fn seconds(seconds: f64) -> String {
    match seconds {
        ..60.0 => format!("{seconds:.1} s"),
        _ => format!("{} min {:.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edit_finds_its_text() {
        for edit in EDITS {
            let text = fs::read_to_string(Path::new("..").join(edit.file)).expect(edit.file);
            assert_eq!(text.matches(edit.text[0]).count(), 1, "{}", edit.file);
        }
    }

    #[test]
    fn a_row_has_every_time_and_is_met_by_all_or_not() {
        let measured = |page| Measured { line: 0.2, page, edits: vec![9.0, 10.0, 1.5] };
        let text = table(&[measured(250.6), measured(300.2)]);
        assert!(text.contains("| the page | ≤ 5 min 0 s | 4 min 10 s, 5 min 0 s | **no** |\n"), "{text}");
        assert!(text.contains("has it | ≤ 3.0 s | 1.5 s, 1.5 s | yes |\n"), "{text}");
    }
}
