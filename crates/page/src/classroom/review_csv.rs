//! Hand-ins as CSV.

use super::review::{Review, Row};
use export::snapshot::Source;
use workload::csv::name_field;

/// The columns.
const HEAD: &str = "file,name,exercise,scenario,mean_flow_time,mean_utilization,mean_tardiness,mean_waiting_time,jobs,\
rejected,tried,seconds,handed_in,answers_right,answers,workload,workload_size,workload_digest,repeat,answer,fault\n";

impl Review {
    /// A row for each hand-in in the order in which they were given, then one for each that cannot be read, whose `fault`
    /// says why. Times are seconds; `handed_in` is by the student's clock. Text that a spreadsheet would take for a formula
    /// stands behind a `'`.
    pub fn csv(&self) -> String {
        let mut text = HEAD.to_owned();
        for row in &self.rows {
            text.push_str(&fields(row).join(","));
            text.push('\n');
        }
        for broken in &self.broken {
            text.push_str(&name_field(&broken.from));
            // Between its file and the fault, the first column and the last, its fields are empty.
            text.push_str(&",".repeat(HEAD.matches(',').count()));
            text.push_str(&name_field(&broken.why));
            text.push('\n');
        }
        text
    }
}

fn fields(row: &Row) -> Vec<String> {
    let hand_in = &row.hand_in;
    let name = |text: &str| name_field(text).into_owned();
    let number = |it: Option<f64>| it.map_or_else(String::new, |it| it.to_string());
    let figures = row.figures();
    let (right, answers) = row.answers();
    let count = |it: u64| match hand_in.figures {
        Some(_) => it.to_string(),
        None => String::new(),
    };
    let (size, digest) = match &hand_in.page.workload {
        Source::File(mark) => (mark.size.to_string(), mark.digest.clone()),
        _ => Default::default(),
    };
    vec![
        name(&row.from),
        name(&hand_in.name),
        name(&hand_in.exercise),
        name(&row.line),
        number(figures.mean_flow_time),
        number(figures.mean_utilization),
        number(figures.mean_tardiness),
        number(figures.mean_waiting_time),
        count(figures.jobs),
        count(figures.rejected),
        row.tried().to_string(),
        hand_in.seconds().to_string(),
        row.ended(),
        right.to_string(),
        answers.to_string(),
        name(row.workload()),
        size,
        digest,
        row.repeat.words(),
        name(&hand_in.answer),
        String::new(),
    ]
}
