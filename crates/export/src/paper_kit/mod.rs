//! The paper kit: the figures of a view for a paper, the numbers of its runs, and what reproduces them, in one zip.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Serialize;

use super::deflate::{ZipEntry, zip};
use super::picture_provenance::{provenance_line, svg_with_metadata};
use chart::Theme;
use chart::paper::{Figure, PaperWidth, Printed, printed};
use chart::theme::Look;
use experiment::plan::Digest;
use experiment::{Provenance, VERSION};

/// The version of such kits.
const FORMAT: u32 = 1;

/// What goes into a kit.
#[derive(Clone, Debug, Default)]
pub struct PaperKit {
    /// The name of the view.
    pub view: &'static str,
    /// Its figures, in order.
    pub figures: Vec<KitFigure>,
    /// The lines of the figures, each with its look.
    pub lines: Vec<(String, Look)>,
    /// The numbers: one row for each run.
    pub runs_csv: String,
    /// How many rows these are.
    pub runs: usize,
    /// The scenarios and their log, with what was varied.
    pub provenance: Vec<Provenance>,
    /// The commands that make the runs again, in the folder of the kit, with the log beside it.
    pub commands: Vec<String>,
    /// Anything that a reader of the numbers has to know.
    pub notes: Vec<String>,
}

/// A figure of a kit, at every width.
#[derive(Clone, Debug, PartialEq)]
pub struct KitFigure {
    /// The name of its files, without an ending.
    pub name: String,
    /// Its contents, in words.
    pub what: String,
    /// One for each width.
    pub printed: Vec<Printed>,
}

impl KitFigure {
    /// Draws a figure at every width.
    pub fn of(name: &str, what: &str, figure: &impl Figure) -> Self {
        let widths = PaperWidth::ALL.into_iter();
        Self {
            name: name.to_owned(),
            what: what.to_owned(),
            printed: widths.map(|width| printed(figure, width, what)).collect(),
        }
    }
}

/// A file of the kit, as the manifest lists it.
#[derive(Serialize)]
struct Listed {
    file: String,
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    width_mm: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height_mm: Option<f64>,
    sha256: Digest,
}

/// A line of the figures.
#[derive(Serialize)]
struct Line<'a> {
    line: &'a str,
    colour: String,
    marks: String,
}

#[derive(Serialize)]
struct Manifest<'a> {
    slotscope_paper_kit: u32,
    version: &'static str,
    view: &'a str,
    /// The name of the log and its SHA-256.
    log: Option<&'a experiment::LogMark>,
    runs: usize,
    seeds: Vec<Vec<u64>>,
    commands: &'a [String],
    notes: &'a [String],
    lines: Vec<Line<'a>>,
    files: Vec<Listed>,
    provenance: &'a [Provenance],
}

impl PaperKit {
    /// The kit as a zip archive: the same bytes for the same runs.
    pub fn zip(&self) -> Vec<u8> {
        zip(&self.files())
    }

    /// The files of the kit; the words about it first.
    pub fn files(&self) -> Vec<ZipEntry> {
        let mut files = vec![self.table()];
        files.extend(self.scenarios());
        files.extend(self.pictures());
        let manifest = self.manifest(&files);
        let readme = readme(self);
        let mut entries = vec![
            ZipEntry { path: "README.txt".to_owned(), bytes: readme.into_bytes() },
            ZipEntry { path: "manifest.json".to_owned(), bytes: manifest.into_bytes() },
        ];
        entries.extend(files.into_iter().map(|(_, entry)| entry));
        entries
    }

    fn table(&self) -> (Contents, ZipEntry) {
        file("runs.csv", "the figures of the runs, one row for each run", self.runs_csv.clone().into_bytes())
    }

    /// The name of the file of the scenario at a place.
    pub fn scenario_file(place: usize, count: usize) -> String {
        match count {
            1 => "scenario.json".to_owned(),
            _ => format!("scenario-{}.json", place + 1),
        }
    }

    fn scenarios(&self) -> Vec<(Contents, ZipEntry)> {
        let count = self.provenance.len();
        let made = self.provenance.iter().enumerate().map(|(place, it)| {
            // Numbers, texts and lists of them cannot fail to be written.
            let json = serde_json::to_string_pretty(&it.scenario).unwrap_or_default() + "\n";
            let what = match &it.sweep {
                Some(_) => "the scenario that is varied, for slotscope sweep",
                None => "a scenario, for slotscope run",
            };
            file(&Self::scenario_file(place, count), what, json.into_bytes())
        });
        made.collect()
    }

    fn pictures(&self) -> Vec<(Contents, ZipEntry)> {
        let line = provenance_line(&self.provenance);
        let mut files = Vec::new();
        for figure in &self.figures {
            for printed in &figure.printed {
                let svg = svg_with_metadata(&printed.svg, &line);
                let folder = format!("figures/{}mm", printed.width);
                let both = [("svg", svg.into_bytes()), ("pdf", printed.pdf.clone())];
                for (ending, bytes) in both {
                    let path = format!("{folder}/{}.{ending}", figure.name);
                    let (mut contents, entry) = file(&path, &figure.what, bytes);
                    contents.size = Some((printed.width, printed.height));
                    files.push((contents, entry));
                }
            }
        }
        files
    }

    fn manifest(&self, files: &[(Contents, ZipEntry)]) -> String {
        let rounded = |length: f64| (length * 1000.0).round() / 1000.0;
        let listed = files.iter().map(|(contents, entry)| Listed {
            file: entry.path.clone(),
            what: contents.what.clone(),
            width_mm: contents.size.map(|it| rounded(it.0)),
            height_mm: contents.size.map(|it| rounded(it.1)),
            sha256: Digest::of(&entry.bytes),
        });
        let lines = self.lines.iter().map(|(line, look)| Line {
            line,
            colour: look.colour(&Theme::paper()).css(),
            marks: look.marks(),
        });
        let seeds = self.provenance.iter().map(|it| {
            let count = it.sweep.as_ref().map_or(1, |swept| u64::from(swept.seeds));
            (0..count).map(|offset| it.seed.wrapping_add(offset)).collect()
        });
        let manifest = Manifest {
            slotscope_paper_kit: FORMAT,
            version: VERSION,
            view: self.view,
            log: self.provenance.first().map(|it| &it.log),
            runs: self.runs,
            seeds: seeds.collect(),
            commands: &self.commands,
            notes: &self.notes,
            lines: lines.collect(),
            files: listed.collect(),
            provenance: &self.provenance,
        };
        // Numbers, texts and lists of them cannot fail to be written.
        serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n"
    }

    /// The letters that the PDFs do not have.
    fn missing(&self) -> BTreeSet<char> {
        self.figures.iter().flat_map(|it| &it.printed).flat_map(|it| it.missing.iter().copied()).collect()
    }
}

/// The contents of a file.
struct Contents {
    what: String,
    /// Width and height in millimetres, of a picture.
    size: Option<(f64, f64)>,
}

fn file(path: &str, what: &str, bytes: Vec<u8>) -> (Contents, ZipEntry) {
    let contents = Contents { what: what.to_owned(), size: None };
    let path = path.to_owned();
    (contents, ZipEntry { path, bytes })
}

/// The text of `README.txt`.
fn readme(kit: &PaperKit) -> String {
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
