//! A whole page in a file, with its log if that is wanted.

use js_sys::Uint8Array;

use super::download;
use slotscope::export::project::{self, Project};
use slotscope::page::state::{Action, OpenAction, Origin, State};
use slotscope::page::words;
use slotscope::worker::{Source as Given, Sources};

/// Whether the file is meant as a project.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    super::scenario_file::looks_like_one(bytes) && project::looks_like_one(&bytes.to_vec())
}

/// Whether the file begins with its kind, as files written by Slotscope do.
pub fn says_so(bytes: &Uint8Array) -> bool {
    super::begins_with(bytes, "slotscope_project")
}

/// The action for the file: it opens its page, or reports the error.
pub fn read(name: &str, bytes: &Uint8Array) -> Action {
    match project::read(&bytes.to_vec()) {
        Ok(Project { snapshot, log }) => {
            Action::Open(OpenAction::Open(Box::new(snapshot), Origin::Project, log.map(Into::into)))
        }
        Err(why) => Action::complain(format!("{name} is not a project: {why}")),
    }
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
