//! The manual: the documents for those who use the page, as pages beside it.

use std::path::Path;
use std::process::Command;

use crate::process::Outcome;
use crate::project::Project;

/// The folder of the manual in that of the page.
const FOLDER: &str = "manual";

/// Writes the manual into the folder that Trunk names.
pub fn write(project: &Project, folder: &Path) -> Outcome<()> {
    let mut command = Command::new("page-manual");
    let command = command.arg(project.path("docs")).arg(folder.join(FOLDER));
    let output = command.output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the manual cannot be written: {}", why.trim()).into());
    }
    Ok(())
}
