//! Table 1: how much spare time the variants give the tasks.

mod claims;
mod initial;
mod tried;

use super::PRINTED;
use super::setting::MADE;
use crate::prelude::*;
use scheduling::policy::spare_time::Variant;
use tried::{COLUMNS, FCP_BY_FINISH, OF_TABLE, OTHERS_EVENLY, SCHEDULERS, SHAPES, Table, cells};

pub const ITEM: Item = Item {
    key: "table-1",
    title: "Table 1: spare time",
    section: "Sect. 4.2",
    paper: "Minimum, maximum and average spare time of a task in percent of its estimate: six variants, four \
            schedulers, five kinds of workflows of about 60 tasks on five machines, a deadline of 1500 s.",
    conclude,
    ..MADE_UP
};

/// The table's values for each.
const OF_SPARE: [&str; 3] = ["minimum", "maximum", "average"];

/// A row beside a printed number, if that can be read.
fn row(label: String, paper: f64, ours: Measured) -> Row {
    Row::new(label, Quantity::Percent, Some(paper).filter(|it| it.is_finite()), ours)
}

/// One of the three numbers of every cell.
fn comparison(table: &Table, which: usize) -> Comparison {
    let mut rows = Vec::new();
    let printed = printed(PRINTED, "spare");
    for (shape, scheduler, name, cell) in cells(table) {
        for (at, variant) in Variant::SHARED.into_iter().enumerate() {
            let paper = printed[Variant::SHARED.len() * shape + at][3 * scheduler + which];
            let ours = cell.measured(|it| it.spare[at][which]);
            rows.push(row(format!("{name}, {}", variant.name()), paper, ours));
        }
    }
    Comparison {
        title: format!("The {} spare time of a task, in % of its estimate: {}", OF_SPARE[which], table.reading.name),
        rows,
    }
}

fn alphas(table: &Table) -> Comparison {
    let rows = cells(table).map(|(shape, scheduler, name, cell)| {
        let paper = tried::ALPHA[shape][scheduler];
        row(format!("{name}, α"), paper, cell.measured(|it| it.alpha))
    });
    Comparison {
        title: format!("α, the time from the end to the deadline in % of the schedule: {}", table.reading.name),
        rows: rows.collect(),
    }
}

/// The minima under FCP by finish times, beside the printed ones of FCP, and those of other FFTs.
fn beside(tables: &[Table]) -> Listing {
    let mut head = vec![String::new(), "runs".to_owned(), "α (%)".to_owned()];
    head.extend(Variant::SHARED.map(|it| it.name().to_owned()));
    head.push("cp_even_percent, others evenly".to_owned());
    let mut rows = Vec::new();
    for table in claims::common(tables) {
        let fcp = (0..OF_TABLE).map(|shape| (shape, FCP_BY_FINISH));
        let ffts = (OF_TABLE..SHAPES.len()).flat_map(|it| (0..COLUMNS.len()).map(move |at| (it, at)));
        for (shape, column) in fcp.chain(ffts) {
            let cell = &table.cells[shape][column];
            let name = format!("{}, {}", SHAPES[shape].name, COLUMNS[column].0);
            let mut row = vec![format!("{}, {name}", table.reading.name)];
            row.push((cell.runs.len() - cell.late()).to_string());
            let words = |it: Measured| number(it.mean, 1);
            row.push(words(cell.measured(|it| it.alpha)));
            row.extend((0..=OTHERS_EVENLY).map(|at| words(cell.measured(|it| it.spare[at][0]))));
            rows.push(row);
        }
    }
    Listing::new(
        "The minimum spare time of a task, in % of its estimate, under FCP by finish times and of FFTs of other \
                sizes",
        head,
        rows,
    )
}

fn setting(seeds: u32) -> String {
    let sizes = SHAPES[..OF_TABLE].iter().map(|it| format!("{} {}", it.name, (it.make)(1).tasks.len()));
    format!(
        "Workflows of about 60 tasks ({}), five machines, {seeds} runs, a workflow each, the same for all schedulers and \
         variants. {MADE} No FFT has about 60 tasks: the graph of the recursive algorithm, a tree of 2n − 1 calls and then \
         log n rows of n butterflies, has with a last task 40 for 8 points and 96 for 16; the butterflies alone, log n + 1 \
         rows of n with a first and a last task, have 34 and 82. The table has the nearest one, 40; those of 82 and 96 stand \
         beside it. Four readings of the deadline: 1500 s, as it is written, where a schedule that ends later is rejected, so \
         that numbers are of the others and the longest schedules are not among them; one for each workflow, {} % after the \
         end of the longest of its schedules, the α that the paper prints of FCP, where none is rejected; one that gives the \
         printed α, scheduler by scheduler, and where that cannot be read {} for {}, the means of those that can; \
         and the latter with a threshold of 0.1 % of the deadline in place of 5 %, which Figure 3 gives as an example. Spare \
         time of a task: what its reservation is longer than its estimate, and the gap behind it until a successor, its \
         machine or the deadline. {}",
        joined(sizes, ", "),
        number(tried::USUAL_ALPHA[tried::FCP], 0),
        tried::USUAL_ALPHA.map(|it| number(it, 1)).join(", "),
        COLUMNS.map(|it| it.0)[..SCHEDULERS].join(", "),
        initial::OURS,
    )
}

fn remarks(schedules: &initial::Schedules, cuts: String) -> Vec<String> {
    vec![
        schedules.order_on_montage(),
        cuts,
        "Numbers of the paper stand where the text at hand lets them be read; most minima, and α beyond Montage and \
         Random, it does not."
            .to_owned(),
        "How much data goes over an edge the paper does not say beside the CCR, nor how many edges its random workflows \
         have: makespans, and with a common deadline α and spare time, depend on both."
            .to_owned(),
        "FCP was made for machines that are all the same, and asks on which of two machines a task starts first. On machines \
         that differ it may as well be asked where the task finishes first: that reading stands beside it wherever a \
         sentence is about FCP."
            .to_owned(),
    ]
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = plan.options.seeds;
    let tables = tried::tables(seeds);
    let [written, common, as_printed, fine] = &tables[..] else {
        return Findings::default();
    };
    let schedules = initial::schedules(seeds);
    let initial = initial::initial(seeds);
    let mut all: Vec<Claim> = claims::claims(&tables);
    all.extend(initial.claims());
    let (cuts, other_rules) = initial::told(as_printed, seeds);
    Findings {
        setting: setting(seeds),
        comparisons: vec![
            comparison(written, 0),
            comparison(common, 0),
            comparison(as_printed, 0),
            comparison(as_printed, 1),
            comparison(as_printed, 2),
            comparison(fine, 0),
            alphas(written),
            alphas(common),
        ],
        claims: all,
        listings: vec![schedules.listing(), beside(&tables), initial.listing(), other_rules],
        remarks: remarks(&schedules, cuts),
        ..Findings::default()
    }
}
