//! Table 5 in rows, listings, claims and a picture.

use super::super::job_set::{JobSet, Origin};
use super::super::reading::{FlowFrom, Reading};
use super::listings::{all, best, each_choice, one_at_a_time, six};
use super::readings::Line;
use super::{CRITERIA, FIRST, PERCENTS, Rows, SECOND, scenario};
use crate::experiment::reproduce::numbers::{difference, number};
use crate::experiment::reproduce::{
    Appendix, Claim, Comparison, Figure, Findings, Listing, Measured, Panel, Picture, Plan,
    Quantity, Row, Series, Verdict,
};

/// All that there is to tell of the first set.
pub fn of_first_set(
    set: &JobSet,
    lines: &[Line],
    nearest: &Line,
    singled_out: Option<&Line>,
    plan: &Plan,
) -> Findings {
    let mut comparisons = vec![comparison(
        format!("Table 5, {}: the nearest reading", set.label()),
        &FIRST,
        nearest,
        &cells_of(plan, set, &nearest.reading),
    )];
    if let Some(line) = singled_out.filter(|line| line.reading != nearest.reading) {
        let title = format!(
            "Table 5, {}: the reading that its last column singles out",
            set.label()
        );
        let cells = cells_of(plan, set, &line.reading);
        comparisons.push(comparison(title, &FIRST, line, &cells));
    }
    Findings {
        setting: format!(
            "{} of the first log on 2 × 64; load balancing counts waiting batch jobs, the first of \
             equals; AR first, δ = 0. {} readings were run, each combination of the choices that \
             the listings name, over {} seeds where anything is drawn. The distance of a reading \
             is the mean, over the 17 printed numbers above 0, of |ours - paper| / paper. Nearest, \
             at {}: {}.",
            capital(&set.words()),
            number(lines.len() as f64, 0),
            plan.options.seeds,
            number(nearest.distance, 3),
            nearest.reading.words().join("; ")
        ),
        comparisons,
        claims: claims(nearest, lines),
        listings: vec![
            best(lines),
            one_at_a_time(nearest, lines),
            each_choice(lines),
        ],
        appendices: vec![Appendix {
            name: "table-5-readings".to_owned(),
            listing: all(lines),
        }],
        figures: vec![figure(set, nearest, singled_out, plan.options.seeds)],
        ..Findings::default()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The cells of the plan in which a reading's six columns were measured.
fn cells_of(plan: &Plan, set: &JobSet, reading: &Reading) -> Vec<Option<usize>> {
    let of_percent = |&percent: &f64| {
        let scenario = scenario(set, reading, percent);
        let mut cells = plan.cells.iter();
        cells.position(|cell| cell.scenario == scenario)
    };
    PERCENTS.iter().map(of_percent).collect()
}

fn comparison(title: String, printed: &Rows, line: &Line, cells: &[Option<usize>]) -> Comparison {
    let mut rows = Vec::new();
    for quantity in CRITERIA {
        for (column, percent) in PERCENTS.iter().enumerate() {
            let paper = printed.of(quantity)[column];
            if paper == 0.0 {
                continue;
            }
            rows.push(Row {
                label: format!("{percent} % AR"),
                quantity,
                paper: Some(paper),
                ours: line.of(quantity)[column],
                cell: cells.get(column).copied().flatten(),
            });
        }
    }
    Comparison { title, rows }
}

/// Whether mean U falls from column to column up to 60 %.
fn falls(line: &Line) -> bool {
    let utilization = &line.of(Quantity::MeanUtilization);
    utilization
        .windows(2)
        .take(3)
        .all(|two| two[1].mean < two[0].mean)
}

fn claims(nearest: &Line, lines: &[Line]) -> Vec<Claim> {
    let falling = lines.iter().filter(|line| falls(line)).count();
    let utilization = nearest.of(Quantity::MeanUtilization);
    let seeds = nearest.values[0].get(3).map_or(0, Vec::len);
    let seed_falls = |seed: usize| {
        let at = |column: usize| {
            let values = &nearest.values[0][column];
            values.get(seed).or(values.first()).copied().unwrap_or(0.0)
        };
        at(0) > at(3)
    };
    let lower = (0..seeds).filter(|&seed| seed_falls(seed)).count();
    let batch_flow = nearest.of(Quantity::MeanFlowTime);
    vec![
        Claim::new(
            "Table 5",
            "Mean U falls from 0 to 60 % of reservations.",
            falls(nearest),
            format!(
                "Nearest reading: {}. It lies lower at 60 % than at 0 % with {lower} of {seeds} \
                 seeds. In {} of {} readings mean U falls at every step.",
                six(utilization, Quantity::MeanUtilization),
                number(falling as f64, 0),
                number(lines.len() as f64, 0)
            ),
        ),
        Claim::new(
            "Table 5",
            "Beyond 60 % mean F falls again, at 100 % below that of 0 %.",
            batch_flow[5].mean < batch_flow[3].mean && batch_flow[5].mean < batch_flow[0].mean,
            format!(
                "Nearest reading: mean F {} s.",
                six(batch_flow, Quantity::MeanFlowTime)
            ),
        ),
    ]
}

fn figure(set: &JobSet, nearest: &Line, singled_out: Option<&Line>, seeds: u32) -> Figure {
    let panels = CRITERIA.map(|quantity| {
        let ours = |name: &str, line: &Line| Series {
            name: name.to_owned(),
            points: PERCENTS
                .into_iter()
                .zip(line.of(quantity).iter().copied())
                .collect(),
        };
        let mut series = vec![Series {
            name: "the paper".to_owned(),
            points: PERCENTS
                .into_iter()
                .zip(FIRST.of(quantity).map(Measured::exact))
                .collect(),
        }];
        series.push(ours("nearest reading", nearest));
        if let Some(line) = singled_out.filter(|line| line.reading != nearest.reading) {
            series.push(ours("singled out by the last column", line));
        }
        Panel {
            y_label: quantity.name().to_owned(),
            from_zero: true,
            series,
        }
    });
    Figure {
        name: "table-5".to_owned(),
        title: format!("Table 5, {}: the paper and ours", set.label()),
        caption: format!(
            "Mean and standard deviation over {seeds} seeds. Nearest reading: {}.",
            nearest.reading.words().join("; ")
        ),
        picture: Picture::Curves {
            x_label: "advance reservations (%)".to_owned(),
            panels: panels.to_vec(),
        },
    }
}

/// The second set, where the log holds it; its stand-in otherwise.
pub fn of_second_set(findings: &mut Findings, set: &JobSet, line: &Line, first: Option<&Line>) {
    if set.origin == Origin::Paper {
        let title = format!("Table 5, {}: the reading singled out", set.label());
        findings
            .comparisons
            .push(comparison(title, &SECOND, line, &[]));
    } else {
        let rows = CRITERIA.map(|quantity| {
            let mut cells = vec![quantity.name().to_owned()];
            let both = line.of(quantity).iter().zip(SECOND.of(quantity));
            cells.extend(both.map(|(ours, paper)| {
                let digits = quantity.digits();
                format!("{} ({})", number(ours.mean, digits), number(*paper, digits))
            }));
            cells
        });
        let columns = PERCENTS.map(|percent| format!("{percent} %"));
        findings.listings.push(Listing {
            title: format!(
                "{}; in brackets the paper's numbers for its own second set, other jobs: only \
                 their course can be compared",
                set.words()
            ),
            head: std::iter::once("criterion".to_owned())
                .chain(columns)
                .collect(),
            rows: rows.to_vec(),
        });
    }
    if let Some(first) = first {
        findings.claims.push(more_visible(set, line, first));
    }
}

/// Claim: the second set shows the impact of reservations more.
fn more_visible(set: &JobSet, second: &Line, first: &Line) -> Claim {
    let change = |line: &Line, quantity| {
        let cells = line.of(quantity);
        (cells[3].mean - cells[0].mean) / cells[0].mean
    };
    let cases = [Quantity::MeanUtilization, Quantity::MeanFlowTime]
        .map(|quantity| (quantity, change(second, quantity), change(first, quantity)));
    let words = cases.map(|(quantity, second, first)| {
        let name = quantity.words();
        format!(
            "{name} {} against {} on the first set",
            difference(second),
            difference(first)
        )
    });
    let holds = cases.map(|(_, second, first)| second.abs() > first.abs());
    Claim::with(
        "Sect. 5.2",
        "The impact of reservations is more visible on the second set.",
        Verdict::of_all(&holds),
        format!("From 0 to 60 %, {}: {}.", set.words(), words.join(", ")),
    )
}

/// Whether a reading counts flow time from the ready time, as Sect. 4.3 defines it.
pub fn by_definition(line: &Line) -> bool {
    line.reading.flow_from == FlowFrom::Ready
}
