//! The jobs in groups as *Summary* shows them: by which property, in which columns and in which order.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::Reduce;
use crate::words;
use base::ordering::sort_by;
use chart::summary::week_map::Side;
use scheduling::criteria::groups::{Group, GroupBy, Grouped, Waits};
use workload::UNKNOWN;

/// This many groups have a row of their own; the others are summed up in one.
pub const MOST: usize = 20;

/// A figure of the waits of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFigure {
    Mean,
    /// The 50th percentile.
    Median,
    /// The 90th percentile.
    Of90,
    /// The 99th percentile.
    Of99,
    /// The mean bounded slowdown.
    Slowdown,
}

impl WaitFigure {
    /// All, in the order of the columns.
    pub const ALL: [Self; 5] = [Self::Mean, Self::Median, Self::Of90, Self::Of99, Self::Slowdown];

    /// Its name, at the head of its columns.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mean => "Mean wait",
            Self::Median => "Median wait",
            Self::Of90 => "90 % wait at most",
            Self::Of99 => "99 % wait at most",
            Self::Slowdown => "Mean slowdown",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Of90 => "90",
            Self::Of99 => "99",
            Self::Slowdown => "slowdown",
        }
    }

    fn of(self, waits: &Waits) -> f64 {
        match self {
            Self::Mean => waits.mean_waiting_time,
            Self::Median => waits.median_waiting_time,
            Self::Of90 => waits.waiting_time_90,
            Self::Of99 => waits.waiting_time_99,
            Self::Slowdown => waits.mean_bounded_slowdown,
        }
    }
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The label of the group.
    Group,
    Jobs,
    /// How many of them never ran.
    Rejected,
    /// The processor hours.
    Hours,
    /// A figure of their waits, in the run or in the log.
    Waits(WaitFigure, Side),
    /// How many jobs have no wait in the log.
    WithoutLogged,
}

impl Column {
    /// The columns, those of the log beside those of the run if the log is told.
    pub fn all(with_log: bool) -> Vec<Self> {
        let mut all = vec![Self::Group, Self::Jobs, Self::Rejected, Self::Hours];
        for figure in WaitFigure::ALL {
            all.push(Self::Waits(figure, Side::Simulated));
            if with_log {
                all.push(Self::Waits(figure, Side::Logged));
            }
        }
        all.extend(with_log.then_some(Self::WithoutLogged));
        all
    }

    /// Its name, by which a test or a script finds it.
    pub fn key(self) -> String {
        match self {
            Self::Group => "group".to_owned(),
            Self::Jobs => "jobs".to_owned(),
            Self::Rejected => "rejected".to_owned(),
            Self::Hours => "hours".to_owned(),
            Self::Waits(figure, side) => format!("{}-{}", figure.key(), side.key()),
            Self::WithoutLogged => "without-logged".to_owned(),
        }
    }

    /// Its title; of a figure of waits the line below the name of the figure.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Group => "Group",
            Self::Jobs => "Jobs",
            Self::Rejected => "Rejected",
            Self::Hours => "Processor hours",
            Self::Waits(_, side) => side.name(),
            Self::WithoutLogged => "No wait in the log",
        }
    }

    /// Its value, by which rows are sorted; `None` of a group without one.
    pub fn value(self, group: &Group) -> Option<f64> {
        match self {
            Self::Group => Some(group.number as f64),
            Self::Jobs => Some(group.jobs as f64),
            Self::Rejected => Some(group.rejected as f64),
            Self::Hours => Some(group.processor_hours),
            Self::Waits(figure, side) => {
                let waits = match side {
                    Side::Simulated => &group.simulated,
                    Side::Logged => &group.logged,
                };
                waits.as_ref().map(|it| figure.of(it))
            }
            Self::WithoutLogged => group.without_logged_wait.map(|it| it as f64),
        }
    }

    /// Its value in words, a dash if there is none.
    pub fn text(self, group: &Group) -> String {
        let Some(value) = self.value(group) else {
            return "–".to_owned();
        };
        match self {
            Self::Group => group.label.clone(),
            Self::Jobs | Self::Rejected | Self::WithoutLogged => words::count(value as i64),
            Self::Hours => words::decimal(value, if value < 100.0 { 1 } else { 0 }),
            Self::Waits(WaitFigure::Slowdown, _) => words::decimal(value, 2),
            Self::Waits(..) => words::duration(value),
        }
    }
}

/// By which column the rows are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub by: Column,
    /// Whether the largest value comes first.
    pub descending: bool,
}

/// The table, and the question that it answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupTable {
    chosen: Option<GroupBy>,
    order: Option<Order>,
    question: u64,
    grouped: Option<Rc<Grouped>>,
}

/// Changes of the table.
pub enum GroupAction {
    /// Jobs are grouped by another property.
    By(GroupBy),
    /// Rows are sorted by a column; the other way round if they are sorted by it.
    Sort(Column),
    /// The groups are asked for; each question has a larger number than the last.
    Ask(u64),
    /// The groups, in answer to the question of this number.
    Answer(u64, Rc<Grouped>),
}

impl Reduce for GroupTable {
    type Action = GroupAction;

    fn apply(&mut self, action: GroupAction) {
        match action {
            GroupAction::By(by) => (self.chosen, self.order) = (Some(by), None),
            GroupAction::Sort(by) => {
                let order = self.order();
                let descending = if order.by == by { !order.descending } else { by != Column::Group };
                self.order = Some(Order { by, descending });
            }
            GroupAction::Ask(question) => (self.question, self.grouped) = (question, None),
            GroupAction::Answer(question, grouped) if question == self.question => {
                self.grouped = Some(grouped);
            }
            // It is too late.
            GroupAction::Answer(..) => {}
        }
    }
}

impl GroupTable {
    /// The property by which jobs are grouped: the one that was chosen if it is among those on offer, the first of them
    /// otherwise; `None` if there is none.
    pub fn by(&self, offered: &[GroupBy]) -> Option<GroupBy> {
        self.chosen.filter(|it| offered.contains(it)).or(offered.first().copied())
    }

    /// The number of the next question.
    pub const fn next_question(&self) -> u64 {
        self.question + 1
    }

    /// The groups, once they are there.
    pub fn grouped(&self) -> Option<&Rc<Grouped>> {
        self.grouped.as_ref()
    }

    /// The order of the rows: by processor hours unless another one was chosen, sizes and months by themselves.
    pub fn order(&self) -> Order {
        let is_ascending = |it: &Rc<Grouped>| matches!(it.by, GroupBy::Size | GroupBy::Month);
        let usual = if self.grouped.as_ref().is_some_and(is_ascending) {
            Order { by: Column::Group, descending: false }
        } else {
            Order { by: Column::Hours, descending: true }
        };
        self.order.unwrap_or(usual)
    }

    pub fn columns(&self) -> Vec<Column> {
        let mut told = self.grouped.iter().flat_map(|it| &it.groups).map(|it| it.without_logged_wait.is_some());
        Column::all(told.any(|it| it))
    }

    /// What a reader has to know of the figures.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let grouped = self.grouped.as_deref();
        let all = || {
            let others = grouped.and_then(|it| it.others.as_ref());
            grouped.into_iter().flat_map(|it| &it.groups).chain(others.map(|(_, group)| group))
        };
        let jobs: usize = all().map(|it| it.jobs).sum();
        let without: Option<usize> = all().map(|it| it.without_logged_wait).sum();
        let months = grouped.filter(|it| it.by == GroupBy::Month);
        let months = months.map(|it| match &it.zone {
            Some(zone) => format!("Months by the clock of the log: {zone}."),
            None => "The log has no date: a month is 30 days, counted from the log's start.".to_owned(),
        });
        let log = without.filter(|_| jobs > 0).map(|without| {
            let counted = match without {
                0 => String::new(),
                it => format!(
                    " Of {} {} {} no wait in the log: the figures of the log leave them out.",
                    words::plural(jobs, "job"),
                    words::count(it as i64),
                    if it == 1 { "has" } else { "have" }
                ),
            };
            format!(
                "Waits count from when a job was eligible; of a reservation from its ready time, and in the log from its submission.{counted}"
            )
        });
        months.into_iter().chain(log)
    }

    /// The groups in their order, equals by processor hours; a group without a value comes last, and behind all the
    /// others, summed up. O(n log n).
    pub fn rows(&self) -> Vec<Group> {
        let Some(grouped) = &self.grouped else {
            return Vec::new();
        };
        let Order { by, descending } = self.order();
        let mut rows = grouped.groups.clone();
        let by_label = by == Column::Group && !are_numbered(grouped);
        sort_by(&mut rows, |one, other| {
            if by_label {
                let order = one.label.cmp(&other.label);
                return if descending { order.reverse() } else { order };
            }
            let (a, b) = (by.value(one), by.value(other));
            let (Some(a), Some(b)) = (a, b) else {
                return a.is_none().cmp(&b.is_none());
            };
            if descending { b.total_cmp(&a) } else { a.total_cmp(&b) }
        });
        rows.extend(
            grouped.others.iter().map(|(count, group)| Group {
                label: format!("{} others", words::count(*count as i64)),
                ..group.clone()
            }),
        );
        rows
    }
}

/// Whether the order of groups is that of their numbers: of sizes and months, and where all labels are numbers.
fn are_numbered(grouped: &Grouped) -> bool {
    let has_number = |it: &Group| it.number == UNKNOWN || it.label.ends_with(&format!(" {}", it.number));
    matches!(grouped.by, GroupBy::Size | GroupBy::Month) || grouped.groups.iter().all(has_number)
}
