//! Findings as a Markdown document, the same bytes each time.

use std::fmt::Write;

use super::{HEAD, cells_of};
use crate::reproduce::numbers::number;
use crate::reproduce::summary::{Sentence, counts, sentences, short_title, summary as comes_to};
use crate::reproduce::{
    Claim, Comparison, Findings, Item, Listing, MOST_RUNS, MOST_SEEDS, Paper, Readings, Verdict, Written, WrittenLog,
    not_modelled,
};
use crate::text::capital;
use crate::workload::Workload;

/// A log as a document names it; the paper's own, or what stands in for it, has index 0.
pub fn written_log(paper: &Paper, (index, log): (usize, &Workload)) -> WrittenLog {
    let role = match (index, (paper.is_its_log)(&log.header().entries)) {
        (0, true) => paper.log_role.to_owned(),
        (0, false) => format!("in place of {}", paper.log_role),
        _ => "tried besides".to_owned(),
    };
    WrittenLog { name: log.name.clone(), role, records: log.records().len(), origin: origin(log) }
}

/// The whole document.
pub fn document(paper: &Paper, written: &Written) -> String {
    let mut out = format!("# {} reproduced\n\n", paper.key);
    paragraph(&mut out, paper.citation);
    paragraph(
        &mut out,
        "This document is written by a command and never by hand; every number of ours in it comes \
         of a run.",
    );
    let _ = writeln!(out, "```sh\n{}\n```\n", command(paper, written));
    for WrittenLog { name, role, records, origin } in &written.logs {
        let _ = writeln!(out, "- `{name}`: {role}, {} records{origin}", number(*records as f64, 0));
    }
    if !written.logs.is_empty() {
        out.push('\n');
    }
    let all = written.findings.iter().filter_map(|it| Some((paper.item(&it.item)?, it)));
    let all: Vec<(&Item, &Findings)> = all.collect();
    summary(&mut out, paper, &all);
    for (item, findings) in &all {
        section(&mut out, paper, item, findings);
    }
    let rows: Vec<Vec<String>> = not_modelled(paper.key).map(|row| row.map(str::to_owned).to_vec()).collect();
    if !rows.is_empty() {
        paragraph(&mut out, "<a id=\"not-modelled\"></a>");
        paragraph(&mut out, "## Not modelled");
        table(&mut out, &[vec![vec!["the paper".to_owned(), "here".to_owned()]], rows].concat());
    }
    out
}

fn command(paper: &Paper, Written { options, logs, tables, .. }: &Written) -> String {
    let mut words = format!("slotscope reproduce {} all", paper.key);
    for table in tables {
        let _ = write!(words, " {table}");
    }
    for log in logs {
        let _ = write!(words, " --trace {}", log.name);
    }
    if let Some((first, last)) = options.jobs {
        let _ = write!(words, " --jobs {first}-{last}");
    }
    let _ = write!(words, " --seeds {}", options.seeds);
    if options.until_decided {
        words += " --until-decided";
    }
    if options.readings == Readings::Main {
        words += " --readings main";
    }
    words += " --write docs/reproduction";
    words
}

/// The log's statement on itself, on one line.
fn origin(log: &Workload) -> String {
    let says = |key| log.header().get(key).and_then(|text| text.lines().next());
    let mut words = String::new();
    for (before, key) in [(", ", "Computer"), (" of ", "Installation")] {
        if let Some(text) = says(key) {
            let _ = write!(words, "{before}{text}");
        }
    }
    words
}

/// The summary, and a line for each item: how many numbers lie how near, how many sentences hold.
fn summary(out: &mut String, paper: &Paper, all: &[(&Item, &Findings)]) {
    let title = |key: &str| paper.item(key).map_or(key, |it| short_title(it.title)).to_owned();
    let of_items: Vec<&Findings> = all.iter().map(|it| it.1).collect();
    for sentence in comes_to(paper.key, &of_items, |key| format!("[{}](#{key})", title(key))) {
        bullet(out, &sentence);
    }
    out.push('\n');
    paragraph(out, &how_claims_are_judged(paper));
    let head = ["item", "numbers", "within 10 %", "within 25 %", "within 2 s.d.", "sentences"]
        .into_iter()
        .chain(Verdict::ALL.map(Verdict::of_many))
        .chain(["on other jobs"]);
    let mut rows = vec![head.map(str::to_owned).collect()];
    let sentences = sentences(all.iter().map(|it| it.1));
    for (place, (item, findings)) in all.iter().enumerate() {
        let own: Vec<&Sentence> = sentences.iter().filter(|it| it.place == place).collect();
        rows.push(line(item, findings, &own));
    }
    table(out, &rows);
}

/// The line of an item.
fn line(item: &Item, findings: &Findings, sentences: &[&Sentence]) -> Vec<String> {
    // The first comparison is that of the reading that all items use; others lie beside it.
    let rows = findings.comparisons.first().map_or(&[][..], |one| &one.rows[..]);
    let all_within: Vec<bool> = rows.iter().filter_map(|row| row.within_two_deviations()).collect();
    let within = |most: f64| match rows {
        [] => "–".to_owned(),
        _ if findings.has_derived_data => "consistent".to_owned(),
        _ => rows.iter().filter(|row| row.is_within(most)).count().to_string(),
    };
    let mut cells = vec![
        format!("[{}](#{})", item.title, item.key),
        if rows.is_empty() { "–".to_owned() } else { rows.len().to_string() },
        within(0.1),
        within(0.25),
        match all_within.len() {
            0 => "–".to_owned(),
            drawn => format!("{} of {drawn}", all_within.iter().filter(|it| **it).count()),
        },
        sentences.len().to_string(),
    ];
    let (others, own): (Vec<&Sentence>, Vec<&Sentence>) = sentences.iter().copied().partition(|it| it.is_elsewhere);
    cells.extend(Verdict::ALL.map(|wanted| own.iter().filter(|it| it.verdict == wanted).count().to_string()));
    cells.push(if others.is_empty() { "–".to_owned() } else { counts(others) });
    cells
}

/// How every verdict comes about.
fn how_claims_are_judged(paper: &Paper) -> String {
    let elsewhere = match paper.elsewhere {
        "" => String::new(),
        of => format!(
            " What the paper reports of {of} cannot be decided without them: what the same test says on the \
             jobs at hand stands beside, and is counted in the last column."
        ),
    };
    format!(
        "Every verdict is about the sentence quoted. Where runs are \
     random it rests on differences paired by seed, with their 95 % interval by Student's t in \
     brackets: a sentence *holds* where the interval lies wholly on the side that it names, *does not* \
     where it lies wholly off it, and is *inconclusive* otherwise. That something does not change holds \
     within a margin that is stated with its reason; an interval that excludes 0 and reaches beyond \
     the margin refutes it. A sentence that was tried in several cases *holds in part* if it holds in \
         one and fails in another, with the number of cases in which it holds; it *holds*, or *does not*, if more than \
         half of them say so and none the contrary. What no run here can decide otherwise is *not testable here*, and \
         counts in no sum of cases: two numbers that are the same whatever is drawn, or an outcome that the model or its \
         data fix. Numbers that are met by data derived from them are *consistent*. A margin that the paper does not give \
         is ours, and said to be. Under --until-decided, jobs on which a claim is open have more seeds, up to \
         {MOST_SEEDS} or, where all cells of an item have them, {} runs, until it is decided or the interval is narrower \
         than its margin; its intervals are widened for as many looks as that may take.{elsewhere}",
        number(MOST_RUNS as f64, 0)
    )
}

fn section(out: &mut String, paper: &Paper, item: &Item, findings: &Findings) {
    let _ = writeln!(out, "<a id=\"{}\"></a>\n\n## {}\n", item.key, item.title);
    paragraph(out, &format!("**The paper** ({}): {}", item.section, item.paper));
    paragraph(out, &format!("**Ours:** {}", findings.setting));
    for one in &findings.comparisons {
        comparison(out, one);
    }
    for claim in &findings.claims {
        bullet(out, &words(claim));
    }
    if !findings.claims.is_empty() {
        out.push('\n');
    }
    for claim in findings.claims.iter().filter(|it| it.has_listing()) {
        listing(out, &claim.case_listing());
    }
    for figure in &findings.figures {
        let _ = writeln!(out, "![{}: {}]({}/{}.svg)\n", figure.title, figure.caption, paper.key, figure.name);
    }
    for one in &findings.listings {
        listing(out, one);
    }
    for appendix in &findings.appendices {
        let text = format!(
            "{}: [{name}.csv]({}/{name}.csv), {} rows.",
            appendix.listing.title,
            paper.key,
            number(appendix.listing.rows.len() as f64, 0),
            name = appendix.name
        );
        paragraph(out, &text);
    }
    if !findings.remarks.is_empty() {
        paragraph(out, "**Remarks**");
    }
    for remark in &findings.remarks {
        bullet(out, remark);
    }
    if !findings.remarks.is_empty() {
        out.push('\n');
    }
}

fn words(claim: &Claim) -> String {
    format!(
        "**{}**: {} ({}) {} {}",
        capital(&claim.verdict_words()),
        claim.text,
        claim.source,
        claim.test,
        claim.evidence
    )
}

fn comparison(out: &mut String, comparison: &Comparison) {
    paragraph(out, &format!("**{}**", comparison.title));
    let mut head = HEAD.map(str::to_owned).to_vec();
    head[0] = "row".to_owned();
    head[1] = "criterion".to_owned();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(comparison.rows.iter().map(cells_of)).collect();
    table(out, &rows);
}

fn listing(out: &mut String, listing: &Listing) {
    paragraph(out, &format!("**{}**", listing.title));
    let rows: Vec<Vec<String>> = std::iter::once(&listing.head).chain(&listing.rows).cloned().collect();
    table(out, &rows);
}

/// The first row is the head. The first column begins at the left, the others end at the right.
fn table(out: &mut String, rows: &[Vec<String>]) {
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
        if at == 0 {
            let marks: Vec<&str> = (0..row.len()).map(|column| if column == 0 { "---" } else { "---:" }).collect();
            let _ = writeln!(out, "| {} |", marks.join(" | "));
        }
    }
    out.push('\n');
}

/// The text with Markdown's special characters escaped.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('*', "\\*")
}

fn paragraph(out: &mut String, text: &str) {
    let _ = writeln!(out, "{text}\n");
}

fn bullet(out: &mut String, text: &str) {
    let _ = writeln!(out, "- {text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{ON_TABLES, PAPERS};

    #[test]
    fn every_document_is_the_rendering_of_the_results_beside_it() {
        for paper in PAPERS.iter().chain(ON_TABLES) {
            let path = |ending| format!("{}/docs/reproduction/{}.{ending}", env!("CARGO_MANIFEST_DIR"), paper.key);
            let results = std::fs::read(path("json")).expect("the results");
            let written: Written = serde_json::from_slice(&results).expect("results");
            let document_there = std::fs::read_to_string(path("md")).expect("the document");
            assert!(document(paper, &written) == document_there, "{}", paper.key);
        }
    }
}
