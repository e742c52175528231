//! Running other programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The result of a step of xtask; the error is a sentence for the user.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Runs a program to its end, its output going to the terminal.
pub fn run(command: &mut Command) -> Outcome<()> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", typed(command)).into()) }
}

/// Runs a program that may hang, and ends it after `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Outcome<()> {
    let mut child = command.spawn().map_err(|error| cannot_start(command, &error))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            return Err(format!("`{}` failed ({status})", typed(command)).into());
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            let seconds = limit.as_secs();
            return Err(format!("`{}` took over {seconds} s", typed(command)).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Runs a program and passes its output on, line by line, to the terminal and to `read`. Returns
/// whether it succeeded.
pub fn run_and_read(command: &mut Command, mut read: impl FnMut(&str)) -> Outcome<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| cannot_start(command, &error))?;
    let output = child.stdout.take().ok_or("the output is not readable")?;
    let mut terminal = std::io::stdout();
    // Bytes, not `lines()`: a test may print text that is not UTF-8.
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        writeln!(terminal, "{line}")?;
        read(&line);
    }
    Ok(child.wait()?.success())
}

/// A program that runs beside other work. Its output is kept in a file until it is waited for.
pub struct Beside {
    program: Child,
    output: PathBuf,
}

impl Beside {
    /// Starts a program whose output goes into a file.
    pub fn start(command: &mut Command, output: PathBuf) -> Outcome<Self> {
        if let Some(folder) = output.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = File::create(&output)?;
        command.stdin(Stdio::null()).stdout(file.try_clone()?);
        let program = command.stderr(file).spawn().map_err(|error| cannot_start(command, &error))?;
        Ok(Self { program, output })
    }

    /// Passes its output on, line by line, to the terminal and to `read`, until it ends. Returns whether it succeeded.
    pub fn finish(mut self, mut read: impl FnMut(&str)) -> Outcome<bool> {
        let (mut output, mut line) = (BufReader::new(File::open(&self.output)?), Vec::new());
        loop {
            // Before its output is read: what it wrote last is there then.
            let ended = self.program.try_wait()?;
            while output.read_until(b'\n', &mut line)? > 0 && (line.ends_with(b"\n") || ended.is_some()) {
                let text = String::from_utf8_lossy(&line);
                print!("{text}");
                read(text.trim_end_matches(['\r', '\n']));
                line.clear();
            }
            match ended {
                Some(status) => return Ok(status.success()),
                None => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }
}

impl Drop for Beside {
    /// Ends the program if it still runs.
    fn drop(&mut self) {
        let _ = self.program.kill();
    }
}

/// The output of a program, if it exists and succeeds.
pub fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    let text = output.status.success().then_some(output.stdout)?;
    Some(String::from_utf8_lossy(&text).trim().to_owned())
}

/// The triple of this machine.
pub fn host() -> Option<String> {
    let told = output("rustc", &["-vV"])?;
    told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// The file that a program's name stands for on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// The file of the first of these programs that is on PATH.
pub fn first_on_path(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| on_path(name))
}

/// Sets PATH of a command so that the tools in `folders` come first.
pub fn put_on_path<'a>(command: &mut Command, folders: impl IntoIterator<Item = &'a Path>) -> Outcome<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.into_iter().map(Path::to_path_buf).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(all)?);
    Ok(())
}

/// A command as one would type it.
pub fn typed(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", typed(command))
}
