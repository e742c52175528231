//! Processes, as Linux tells of them.

use std::process::{Command, Stdio};

/// A process, by its number.
pub type Process = u32;

fn all() -> impl Iterator<Item = Process> {
    std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|it| it.file_name().to_str()?.parse().ok())
}

/// Those that have an argument with this text in it.
pub fn with_argument(text: &str) -> Vec<Process> {
    let has = |&process: &Process| {
        let arguments = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&arguments).contains(text)
    };
    all().filter(has).collect()
}

/// Whether it was started with this variable, `NAME=value`.
pub fn has_variable(process: Process, variable: &str) -> bool {
    let variables = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    let mut variables = variables.split(|&byte| byte == 0);
    variables.any(|it| it == variable.as_bytes())
}

/// Whether it is of the session of this very program.
pub fn is_of_own_session(process: Process) -> bool {
    let session = |of: Process| standing(of).map(|it| it.session);
    session(process) == session(std::process::id())
}

/// Those of a process's session whose name begins so.
pub fn of_session(process: Process, name: &str) -> Vec<Process> {
    let Some(session) = standing(process).map(|it| it.session) else {
        return Vec::new();
    };
    let is_of_it =
        |&other: &Process| standing(other).is_some_and(|it| it.session == session && it.name.starts_with(name));
    all().filter(is_of_it).collect()
}

/// Whether it has not ended.
pub fn is_alive(process: Process) -> bool {
    standing(process).is_some_and(|it| it.state != 'Z' && it.state != 'X')
}

/// Ends it at once.
pub fn kill(process: Process) {
    let mut kill = Command::new("sh");
    kill.args(["-c", &format!("kill -KILL {process}")]);
    let _ = kill.stderr(Stdio::null()).status();
}

struct Standing {
    name: String,
    state: char,
    session: u32,
}

/// From `/proc/…/stat`: number, (name), state, parent, group, session.
fn standing(process: Process) -> Option<Standing> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (before, after) = text.rsplit_once(") ")?;
    let mut fields = after.split(' ');
    let state = fields.next()?.chars().next()?;
    let session = fields.nth(2)?.parse().ok()?;
    let (_, name) = before.split_once('(')?;
    Some(Standing { name: name.to_owned(), state, session })
}
