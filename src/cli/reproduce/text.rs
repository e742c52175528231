//! Findings as plain text for a terminal.

use std::fmt::Write;

use crate::reproduce::numbers::{difference, measured, number};
use crate::reproduce::{Comparison, Findings, Item, Listing, Row};

/// Everything that was found of an item.
pub fn text(item: &Item, findings: &Findings) -> String {
    let mut out = format!("{} ({})\n\n", item.title, item.section);
    paragraph(&mut out, "", &format!("The paper: {}", item.paper));
    paragraph(&mut out, "", &format!("Ours: {}", findings.setting));
    for comparison in &findings.comparisons {
        out.push_str(&table(&rows(comparison)));
        out.push('\n');
    }
    for listing in &findings.listings {
        let _ = writeln!(out, "{}", listing.title);
        out.push_str(&table(&cells(listing)));
        out.push('\n');
    }
    for claim in &findings.claims {
        let text =
            format!("[{}] {} ({}) {} {}", claim.verdict_words(), claim.text, claim.source, claim.test, claim.evidence);
        paragraph(&mut out, "* ", &text);
        if claim.has_listing() {
            out.push_str(&table(&cells(&claim.case_listing())));
            out.push('\n');
        }
    }
    for remark in &findings.remarks {
        paragraph(&mut out, "- ", remark);
    }
    out
}

/// The heads of the columns of a comparison; its title stands above the first.
pub const HEAD: [&str; 6] = ["", "", "paper", "ours", "difference", "within 2 s.d."];

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    let mut head = HEAD.map(str::to_owned).to_vec();
    head[0].clone_from(&comparison.title);
    std::iter::once(head).chain(comparison.rows.iter().map(cells_of)).collect()
}

/// The columns of a row.
pub fn cells_of(row: &Row) -> Vec<String> {
    let paper = row.paper.map(|paper| number(paper, row.quantity.digits()));
    let within = row.within_two_deviations();
    vec![
        row.label.clone(),
        row.measure().to_owned(),
        paper.unwrap_or_default(),
        measured(row.ours, row.quantity),
        row.difference().map(difference).unwrap_or_default(),
        within.map_or("", |within| if within { "yes" } else { "no" }).to_owned(),
    ]
}

fn cells(listing: &Listing) -> Vec<Vec<String>> {
    std::iter::once(&listing.head).chain(&listing.rows).cloned().collect()
}

/// Columns side by side: the first row is the head, the first column begins at the left, the others
/// end at the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(line, "{cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
        if at == 0 {
            let all = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
            let _ = writeln!(out, "{}", "-".repeat(all));
        }
    }
    out
}

/// A paragraph broken at 100 characters, an empty line after it.
fn paragraph(out: &mut String, mark: &str, text: &str) {
    let indent = " ".repeat(mark.chars().count());
    let mut line = mark.to_owned();
    let mut used = line.chars().count();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > indent.len() && used + 1 + length > 100 {
            let _ = writeln!(out, "{line}");
            line.clone_from(&indent);
            used = indent.len();
        }
        if used > indent.len() {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    let _ = writeln!(out, "{line}\n");
}
