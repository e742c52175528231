//! Findings as a Markdown document, the same bytes each time.

use std::fmt::Write;

use super::text::{HEAD, cells_of};
use crate::reproduce::numbers::number;
use crate::reproduce::summary::{short_title, summary as comes_to};
use crate::reproduce::{Claim, Comparison, Findings, Item, Listing, Paper, Readings, Verdict, Written, WrittenLog};
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

/// One line for each item: how many numbers lie how near, how many claims hold.
fn summary(out: &mut String, paper: &Paper, all: &[(&Item, &Findings)]) {
    let head = [
        "item",
        "numbers",
        "within 10 %",
        "within 25 %",
        "within 2 s.d.",
        "claims",
        "hold",
        "in part",
        "do not",
        "cannot tell",
        "on other jobs",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (item, findings) in all {
        // The first comparison is that of the reading that all items use; others lie beside it.
        let rows_of: Vec<_> = findings.comparisons.iter().take(1).flat_map(|one| &one.rows).collect();
        let off = |most: f64| {
            rows_of.iter().filter(|row| row.difference().is_some_and(|off| off.abs() <= most)).count().to_string()
        };
        let (all_within, drawn) = rows_of
            .iter()
            .filter_map(|row| row.within_two_deviations())
            .fold((0, 0), |(yes, all), one| (yes + usize::from(one), all + 1));
        let verdicts =
            |wanted: Verdict| findings.claims.iter().filter(|claim| claim.verdict == wanted).count().to_string();
        let empty = rows_of.is_empty();
        let or_none = |text: String| if empty { "–".to_owned() } else { text };
        rows.push(vec![
            format!("[{}](#{})", item.title, item.key),
            or_none(rows_of.len().to_string()),
            or_none(off(0.1)),
            or_none(off(0.25)),
            if drawn == 0 { "–".to_owned() } else { format!("{all_within} of {drawn}") },
            findings.claims.len().to_string(),
            verdicts(Verdict::Holds),
            verdicts(Verdict::HoldsInPart),
            verdicts(Verdict::DoesNotHold),
            verdicts(Verdict::CannotTell),
            elsewhere(&findings.claims),
        ]);
    }
    let linked = |item: &Item| format!("[{}](#{})", short_title(item), item.key);
    for sentence in comes_to(all, linked) {
        bullet(out, &sentence);
    }
    out.push('\n');
    paragraph(out, &how_claims_are_judged(paper));
    table(out, &rows);
}

/// How every verdict comes about.
fn how_claims_are_judged(paper: &Paper) -> String {
    let elsewhere = match paper.elsewhere {
        "" => String::new(),
        of => format!(
            " What the paper reports of {of} cannot be decided without them: what the same test says on the \
             jobs at hand stands beside, in the last column too."
        ),
    };
    format!(
        "Every verdict is about the sentence quoted. Where runs are \
     random it rests on differences paired by seed, with their 95 % interval by Student's t in \
     brackets: a sentence *holds* where the interval lies wholly on the side that it names, *does not* \
     where it lies wholly off it, and is *inconclusive* otherwise. That something does not change holds \
     within a margin that is stated with its reason; an interval that excludes 0 and reaches beyond \
     the margin refutes it. A sentence that was tried in several cases *holds in part* if it holds in \
     one and fails in another; it *holds*, or *does not*, if more than half of them say so and none \
     the contrary. Two numbers that are the same whatever is drawn tell of no side. Under \
     --until-decided, where a claim says so, sets of jobs that leave it open have more seeds, until \
     it is decided or the interval is narrower than its margin; its intervals are widened for as many \
     looks as that may take.{elsewhere}"
    )
}

/// The verdicts on other jobs, where a claim is about jobs that are not at hand.
fn elsewhere(claims: &[Claim]) -> String {
    let count = |wanted| claims.iter().filter(|it| it.elsewhere == Some(wanted)).count();
    let words = ["hold", "in part", "do not", "cannot tell"];
    let some = Verdict::ALL.into_iter().zip(words).filter(|(verdict, _)| count(*verdict) > 0);
    let some: Vec<String> = some.map(|(verdict, word)| format!("{} {word}", count(verdict))).collect();
    if some.is_empty() { "–".to_owned() } else { some.join(", ") }
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
    for claim in findings.claims.iter().filter(|it| !it.cases.is_empty()) {
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
