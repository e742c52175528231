//! A whole page in a file, with its log if that is wanted.

use js_sys::Uint8Array;

use super::download;
use slotscope::export::project::{self, Project};
use slotscope::page::state::{Action, OpenAction, Origin, State};
use slotscope::page::words;
use slotscope::worker::{Source as Given, Sources};

/// The action that opens the page of the file.
///
/// # Errors
///
/// In words.
pub fn read(name: &str, bytes: &Uint8Array) -> Result<Action, String> {
    let read = project::read(&bytes.to_vec());
    let Project { snapshot, log } = read.map_err(|why| format!("{name} is not a project: {why}"))?;
    Ok(Action::Open(OpenAction::Open(Box::new(snapshot), Origin::Project, log.map(Into::into))))
}

/// Hands out the present page as a file, with its log or without.
pub fn hand_out(state: &State, sources: &Sources, with_log: bool) -> Result<(), String> {
    let log = match sources.get(state.history.present().workload) {
        Some(Given::File { bytes, .. }) if with_log => Some(bytes.to_vec()),
        _ => None,
    };
    let project = Project { snapshot: state.snapshot(), log };
    let text = project::write(&project).map_err(|why| why.to_string())?;
    let contents = state.contents();
    let name = words::slug(contents.map_or("", |contents| &contents.name));
    let file = format!("slotscope-project-{name}.json");
    download::text(&file, "application/json", &(text + "\n"))
        .map_err(|error| error.as_string().unwrap_or_else(|| format!("{error:?}")))
}
