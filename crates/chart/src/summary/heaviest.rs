//! The users of most processor-seconds, a bar for each.

use crate::histogram::Histogram;
use crate::table::Table;
use experiment::Run;
use scheduling::criteria::heaviest::{Usage, heaviest_users};
use scheduling::criteria::span::Span;
use workload::UNKNOWN;

/// This many have a bar.
pub const MOST: usize = 12;

/// The processor time of each user's jobs, as shares of all.
pub fn histogram(run: &Run, span: Option<Span>) -> Histogram {
    let (users, _) = heaviest_users(run, span, MOST);
    let class = |usage: &Usage| (name(usage.user), usage.share * 100.0);
    Histogram {
        x_label: "user".to_owned(),
        y_label: "processor-seconds (% of all)".to_owned(),
        classes: users.iter().map(class).collect(),
    }
}

/// The same in numbers.
pub fn table(run: &Run, span: Option<Span>, most: usize) -> Table {
    let (users, _) = heaviest_users(run, span, most);
    let row = |usage: &Usage| {
        vec![
            name(usage.user),
            usage.jobs.to_string(),
            format!("{:.0}", usage.work / 3_600.0),
            format!("{:.1} %", usage.share * 100.0),
        ]
    };
    Table {
        head: ["user", "jobs", "processor-hours", "of all"].map(str::to_owned).to_vec(),
        rows: users.iter().map(row).collect(),
    }
}

fn name(user: i64) -> String {
    match user {
        UNKNOWN => "not known".to_owned(),
        user => user.to_string(),
    }
}
