//! The kit in words.

use std::fmt::Write;

use super::PaperKit;
use experiment::VERSION;

/// The text of `README.txt`.
pub(super) fn readme(kit: &PaperKit) -> String {
    let mut text = format!("Paper kit of Slotscope {VERSION}: the view {}.\n\n", kit.view);
    origin(kit, &mut text);
    commands(kit, &mut text);
    figures(kit, &mut text);
    text.push_str(
        "Numbers\n\
         runs.csv has one row for each run: the workload, the varied fields by their paths in the scenario, the seed, and\n\
         every figure of the report, under its name there (docs/outputs.md). A figure that no run has is left out, a\n\
         figure that one run does not have is an empty cell. Times are in seconds.\n\
         manifest.json has the same as this text for programs, with the SHA-256 of each file.\n",
    );
    for note in &kit.notes {
        let _ = writeln!(text, "\nNote: {note}");
    }
    text
}

fn origin(kit: &PaperKit, text: &mut String) {
    let Some(first) = kit.provenance.first() else {
        return;
    };
    let digest = first
        .log
        .digest
        .map_or_else(|| "no digest (generated, drawn, or run elsewhere)".to_owned(), |it| format!("SHA-256 {it}"));
    let _ = writeln!(text, "Log: {}, {digest}.", first.log.name);
    let seeds = match &first.sweep {
        Some(swept) if swept.seeds > 1 => {
            let last = first.seed.wrapping_add(u64::from(swept.seeds) - 1);
            format!("seeds {} to {last}", first.seed)
        }
        _ => format!("seed {}", first.seed),
    };
    let _ = writeln!(text, "Runs: {}, {seeds}.\n", kit.runs);
}

fn commands(kit: &PaperKit, text: &mut String) {
    if kit.commands.is_empty() {
        return;
    }
    text.push_str("To make the runs again, put the log into this folder and run\n\n");
    for command in &kit.commands {
        let _ = writeln!(text, "    {command}");
    }
    text.push('\n');
}

fn figures(kit: &PaperKit, text: &mut String) {
    text.push_str(
        "Figures\n\
         figures/85mm has them for one column, figures/175mm for both. Include them at their own size (in LaTeX\n\
         \\includegraphics without width): their letters then have 8 pt. They have no title; the caption is yours.\n",
    );
    for figure in &kit.figures {
        let _ = writeln!(text, "  {}: {}", figure.name, figure.what);
    }
    text.push_str(
        "The PDFs have their font in them: a part of Arimo, whose letters are as wide as those of Helvetica and Arial.\n\
         The SVGs name Helvetica; where it is missing, a program takes another one.\n",
    );
    let missing: Vec<String> = kit.missing().into_iter().map(String::from).collect();
    if !missing.is_empty() {
        let missing = missing.join(" ");
        let _ = writeln!(
            text,
            "Arimo does not have {missing}: the PDFs have ? in their places, the SVGs have the letters."
        );
    }
    if !kit.lines.is_empty() {
        text.push_str("\nLines. A policy has the same colour and marks in every kit and on the page:\n");
    }
    for (line, look) in &kit.lines {
        let _ = writeln!(text, "  {line}: {}", look.words());
    }
    text.push('\n');
}
