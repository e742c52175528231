//! `slotscope shell-files`: what a package of the command installs beside it.

use std::path::PathBuf;

use clap::ValueEnum;
use clap_complete::Shell;

use super::{Failure, after_help};

/// Writes completions of the command line for bash, elvish, fish, PowerShell and zsh, and a manual page for each command.
#[derive(clap::Args)]
#[command(after_help = after_help!("Example: slotscope shell-files completions-and-manual"))]
pub struct Arguments {
    /// The folder, which is made if it is not there
    folder: PathBuf,
}

pub fn write(arguments: &Arguments, mut command: clap::Command) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let written = std::fs::create_dir_all(folder)
        // First: completions add the commands called help, which need no pages.
        .and_then(|()| clap_mangen::generate_to(command.clone(), folder))
        .and_then(|()| {
            let shell = |it: &Shell| clap_complete::generate_to(*it, &mut command, "slotscope", folder).map(drop);
            Shell::value_variants().iter().try_for_each(shell)
        });
    written.map_err(|error| Failure::at(&folder.display().to_string(), error))
}
