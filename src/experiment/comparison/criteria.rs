//! The criteria that scenarios are compared by: all of a report, one after the other.

use crate::criteria::Report;
use crate::system::{self, Better, Measure};
use crate::text;

/// What a criterion is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 0 to 1, written as percent.
    Share,
    /// Seconds.
    Seconds,
    /// A plain number.
    Factor,
    /// How many.
    Count,
    /// Processor seconds.
    Work,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Utilization,
    FlowTime,
    Tardiness,
    WaitingTime,
    BoundedSlowdown,
    Makespan,
    Jobs,
    Rejected,
    Killed,
    Interruptions,
    LostWork,
    /// A figure of the system's own.
    Own(&'static Measure),
}

impl Quantity {
    /// Those of all jobs that every report has, in the order of a table.
    pub const GENERAL: [Self; 11] = [
        Self::Utilization,
        Self::FlowTime,
        Self::Tardiness,
        Self::WaitingTime,
        Self::BoundedSlowdown,
        Self::Makespan,
        Self::Jobs,
        Self::Rejected,
        Self::Killed,
        Self::Interruptions,
        Self::LostWork,
    ];

    /// Its name, and its letter in the paper.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utilization => "Mean utilization U",
            Self::FlowTime => "Mean flow time F",
            Self::Tardiness => "Mean tardiness D",
            Self::WaitingTime => "Mean waiting time",
            Self::BoundedSlowdown => "Mean bounded slowdown",
            Self::Makespan => "Makespan",
            Self::Jobs => "Jobs",
            Self::Rejected => "Rejected jobs",
            Self::Killed => "Killed jobs",
            Self::Interruptions => "Interruptions",
            Self::LostWork => "Work in vain",
            Self::Own(measure) => measure.name,
        }
    }

    /// Its name in ids.
    pub fn id(self) -> &'static str {
        match self {
            Self::Utilization => "utilization",
            Self::FlowTime => "flow-time",
            Self::Tardiness => "tardiness",
            Self::WaitingTime => "waiting-time",
            Self::BoundedSlowdown => "bounded-slowdown",
            Self::Makespan => "makespan",
            Self::Jobs => "jobs",
            Self::Rejected => "rejected",
            Self::Killed => "killed",
            Self::Interruptions => "interruptions",
            Self::LostWork => "lost-work",
            Self::Own(measure) => measure.key,
        }
    }

    /// Its field in a report, and its key on the command line and in links: `mean_flow_time`.
    pub fn field(self) -> &'static str {
        match self {
            Self::Utilization => "mean_utilization",
            Self::FlowTime => "mean_flow_time",
            Self::Tardiness => "mean_tardiness",
            Self::WaitingTime => "mean_waiting_time",
            Self::BoundedSlowdown => "mean_bounded_slowdown",
            Self::Makespan => "makespan",
            Self::Jobs => "jobs",
            Self::Rejected => "rejected",
            Self::Killed => "killed",
            Self::Interruptions => "interruptions",
            Self::LostWork => "lost_work",
            Self::Own(measure) => measure.key,
        }
    }

    /// Its letter in the paper.
    pub fn letter(self) -> Option<&'static str> {
        match self {
            Self::Utilization => Some("U"),
            Self::FlowTime => Some("F"),
            Self::Tardiness => Some("D"),
            _ => None,
        }
    }

    /// Its name at the head of a column, where all are means: `Flow time F`.
    pub fn short(self) -> String {
        let name = self.name();
        match self {
            Self::Own(_) => name.to_owned(),
            _ => text::capital(name.strip_prefix("Mean ").unwrap_or(name)),
        }
    }

    /// The same in a sentence, without a letter: `flow time`.
    pub fn plain(self) -> String {
        let short = self.short();
        let letter = self.letter().map(|it| format!(" {it}"));
        let plain = letter.and_then(|it| short.strip_suffix(&it));
        text::in_text(plain.unwrap_or(&short))
    }

    /// Its letter, or what it is called in a sentence.
    pub fn brief(self) -> String {
        self.letter().map_or_else(|| self.plain(), str::to_owned)
    }

    /// Its value as it stands in a report, of all jobs; `None` where the report has no such figure.
    pub fn of(self, report: &Report) -> Option<f64> {
        Some(match self {
            Self::Utilization => report.mean_utilization,
            Self::FlowTime => report.mean_flow_time,
            Self::Tardiness => report.mean_tardiness,
            Self::WaitingTime => report.mean_waiting_time,
            Self::BoundedSlowdown => report.mean_bounded_slowdown,
            Self::Makespan => report.makespan,
            Self::Jobs => report.jobs as f64,
            Self::Rejected => report.rejected as f64,
            Self::Killed => known_killed(report.killed, report)?,
            Self::Interruptions => report.interruptions as f64,
            Self::LostWork => report.lost_work,
            Self::Own(measure) => *report.measures.get(measure.key)?,
        })
    }

    /// How much in its unit is 1 of what stands in a report.
    pub fn of_one(self) -> f64 {
        match self {
            Self::Own(measure) => of_one(measure.unit),
            _ => 1.0,
        }
    }

    /// What it is counted in.
    pub fn unit(self) -> Unit {
        match self {
            Self::Utilization => Unit::Share,
            Self::BoundedSlowdown => Unit::Factor,
            Self::FlowTime | Self::Tardiness | Self::WaitingTime | Self::Makespan => Unit::Seconds,
            Self::Jobs | Self::Rejected | Self::Killed | Self::Interruptions => Unit::Count,
            Self::LostWork => Unit::Work,
            Self::Own(measure) => unit(measure.unit),
        }
    }

    /// Whether more of it is better; `None` where it is neither.
    pub fn higher_is_better(self) -> Option<bool> {
        match self {
            Self::Jobs => None,
            Self::Own(measure) => match measure.better {
                Better::Higher => Some(true),
                Better::Lower => Some(false),
                Better::Neither => None,
            },
            quantity => Some(quantity == Self::Utilization),
        }
    }
}

/// Of which jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    All,
    Batch,
    Reservations,
    /// Those of a provider, by its index in the platform.
    Provider(usize),
}

/// A quantity of some jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// Of which jobs.
    pub of: Of,
    /// What is measured.
    pub quantity: Quantity,
}

impl Criterion {
    /// All criteria of reports with at most so many providers, in the order of a table: all jobs,
    /// each kind, each provider.
    ///
    /// The systems' own figures that are `measured` stand behind those of all jobs.
    pub fn all(providers: usize, measured: &[&'static Measure]) -> Vec<Self> {
        use Quantity::*;
        let of = |of: Of, quantities: &[Quantity]| -> Vec<Self> {
            let criterion = |&quantity: &Quantity| Self { of, quantity };
            quantities.iter().map(criterion).collect()
        };
        let kind = [
            FlowTime,
            WaitingTime,
            BoundedSlowdown,
            Jobs,
            Rejected,
            Killed,
        ];
        let provider = [
            Utilization,
            FlowTime,
            Tardiness,
            WaitingTime,
            BoundedSlowdown,
            Makespan,
            Jobs,
            Killed,
        ];
        let mut all = of(Of::All, &Quantity::GENERAL);
        all.extend(measured.iter().map(|&it| Self {
            of: Of::All,
            quantity: Own(it),
        }));
        all.extend(of(Of::Batch, &kind));
        all.extend(of(Of::Reservations, &kind));
        // Of a single provider all has been said.
        let several = if providers > 1 { providers } else { 0 };
        all.extend((0..several).flat_map(|index| of(Of::Provider(index), &provider)));
        all
    }

    /// Its value in a report; `None` where the report has no such thing, such as a third provider.
    pub fn value(self, report: &Report) -> Option<f64> {
        use Quantity::*;
        let kind = match self.of {
            Of::All => return Some(self.quantity.of_one() * self.quantity.of(report)?),
            Of::Provider(index) => return of_provider(self.quantity, index, report),
            Of::Batch => &report.batch,
            Of::Reservations => &report.reservations,
        };
        Some(match self.quantity {
            FlowTime => kind.mean_flow_time,
            WaitingTime => kind.mean_waiting_time,
            BoundedSlowdown => kind.mean_bounded_slowdown,
            Jobs => kind.jobs as f64,
            Rejected => kind.rejected as f64,
            Killed => known_killed(kind.killed, report)?,
            _ => return None,
        })
    }

    /// Its name in ids: `flow-time`, `batch-flow-time`, `provider-1-flow-time`.
    pub fn id(self) -> String {
        let quantity = self.quantity.id();
        match self.of {
            Of::All => quantity.to_owned(),
            Of::Batch => format!("batch-{quantity}"),
            Of::Reservations => format!("reservations-{quantity}"),
            Of::Provider(index) => format!("provider-{}-{quantity}", index + 1),
        }
    }
}

/// What a measure of a system is told in.
fn unit(unit: system::Unit) -> Unit {
    match unit {
        system::Unit::Seconds | system::Unit::Hours => Unit::Seconds,
        system::Unit::Percent => Unit::Share,
        system::Unit::Times => Unit::Factor,
        system::Unit::Processors | system::Unit::Providers | system::Unit::Jobs => Unit::Count,
    }
}

/// How much of what it is told in one of a measure's unit is.
fn of_one(unit: system::Unit) -> f64 {
    match unit {
        system::Unit::Hours => 3_600.0,
        system::Unit::Percent => 0.01,
        _ => 1.0,
    }
}

/// How many were killed, if the report knows.
fn known_killed(killed: usize, report: &Report) -> Option<f64> {
    (!report.killed_unknown).then_some(killed as f64)
}

fn of_provider(quantity: Quantity, index: usize, report: &Report) -> Option<f64> {
    use Quantity::*;
    let provider = report.providers.get(index)?;
    Some(match quantity {
        Utilization => provider.utilization,
        FlowTime => provider.mean_flow_time,
        Tardiness => provider.mean_tardiness,
        WaitingTime => provider.mean_waiting_time,
        BoundedSlowdown => provider.mean_bounded_slowdown,
        Makespan => provider.makespan,
        Jobs => provider.jobs as f64,
        Killed => known_killed(provider.killed, report)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criteria::{KindReport, ProviderReport};

    /// Every number of a report that holds none twice.
    fn numbers(value: &serde_json::Value, found: &mut Vec<f64>) {
        match value {
            serde_json::Value::Number(number) => found.extend(number.as_f64()),
            serde_json::Value::Array(items) => items.iter().for_each(|it| numbers(it, found)),
            serde_json::Value::Object(map) => map.values().for_each(|it| numbers(it, found)),
            _ => {}
        }
    }

    #[test]
    fn measures_are_told_in_seconds_and_as_shares() {
        const OWN: [Measure; 3] = {
            const fn of(key: &'static str, unit: system::Unit) -> Measure {
                Measure {
                    key,
                    name: "Own",
                    about: "",
                    unit,
                    better: system::Better::Lower,
                }
            }
            [
                of("hours", system::Unit::Hours),
                of("percent", system::Unit::Percent),
                of("times", system::Unit::Times),
            ]
        };
        let values = [("hours", 1.5), ("percent", 40.0), ("times", 3.0)];
        let report = Report {
            measures: values.map(|(key, value)| (key.to_owned(), value)).into(),
            ..Report::default()
        };
        let told = OWN.each_ref().map(|it| {
            let criterion = Criterion {
                of: Of::All,
                quantity: Quantity::Own(it),
            };
            (unit(it.unit), criterion.value(&report))
        });
        assert_eq!(
            told,
            [
                (Unit::Seconds, Some(5_400.0)),
                (Unit::Share, Some(0.4)),
                (Unit::Factor, Some(3.0)),
            ]
        );
    }

    #[test]
    fn names_stand_in_tables_and_in_sentences() {
        let told = |it: Quantity| (it.short(), it.plain(), it.brief());
        let of = |short: &str, plain: &str, brief: &str| {
            (short.to_owned(), plain.to_owned(), brief.to_owned())
        };
        assert_eq!(
            told(Quantity::FlowTime),
            of("Flow time F", "flow time", "F")
        );
        assert_eq!(
            told(Quantity::BoundedSlowdown),
            of("Bounded slowdown", "bounded slowdown", "bounded slowdown")
        );
        assert_eq!(
            told(Quantity::Makespan),
            of("Makespan", "makespan", "makespan")
        );
    }

    #[test]
    fn every_field_is_that_of_a_report() {
        let report = serde_json::to_value(Report::default()).unwrap();
        for quantity in Quantity::GENERAL {
            assert!(report[quantity.field()].is_number(), "{quantity:?}");
            assert!(quantity.of(&Report::default()).is_some());
        }
    }

    #[test]
    fn nobody_is_told_to_be_killed_where_the_log_does_not_tell() {
        let unknown = Report {
            killed_unknown: true,
            providers: vec![ProviderReport::default(); 2],
            ..Report::default()
        };
        for criterion in Criterion::all(2, &[]) {
            let is_killed = criterion.quantity == Quantity::Killed;
            assert_eq!(
                criterion.value(&unknown).is_none(),
                is_killed,
                "{criterion:?}"
            );
        }
        let json = unknown.to_json();
        assert!(json.contains("\"killed\": 0") && json.contains("\"killed_unknown\": true"));
        assert!(!Report::default().to_json().contains("killed_unknown"));
    }

    #[test]
    fn every_number_of_a_report_is_a_criterion() {
        let mut next = 0.0;
        let mut count = || {
            next += 1.0;
            next
        };
        let mut kind = || KindReport {
            jobs: count() as usize,
            mean_flow_time: count(),
            mean_waiting_time: count(),
            mean_bounded_slowdown: count(),
            rejected: count() as usize,
            killed: count() as usize,
        };
        let (batch, reservations) = (kind(), kind());
        let mut provider = || ProviderReport {
            processors: 0,
            jobs: count() as usize,
            utilization: count(),
            mean_flow_time: count(),
            mean_tardiness: count(),
            mean_waiting_time: count(),
            mean_bounded_slowdown: count(),
            makespan: count(),
            killed: count() as usize,
        };
        let providers = vec![provider(), provider()];
        let report = Report {
            jobs: count() as usize,
            mean_utilization: count(),
            mean_flow_time: count(),
            mean_tardiness: count(),
            mean_waiting_time: count(),
            mean_bounded_slowdown: count(),
            makespan: count(),
            rejected: count() as usize,
            killed: count() as usize,
            killed_unknown: false,
            interruptions: count() as u64,
            lost_work: count(),
            batch,
            reservations,
            providers,
            measures: Default::default(),
            calibration: None,
            waits: None,
        };
        let mut expected = Vec::new();
        numbers(&serde_json::to_value(&report).unwrap(), &mut expected);
        // The size of a provider is given, not achieved.
        expected.retain(|&number| number != 0.0);
        let all = Criterion::all(2, &[]);
        let mut found: Vec<f64> = all.iter().map(|it| it.value(&report).unwrap()).collect();
        found.sort_by(f64::total_cmp);
        expected.sort_by(f64::total_cmp);
        assert_eq!(found, expected);
        let third = Criterion {
            of: Of::Provider(2),
            quantity: Quantity::Jobs,
        };
        assert_eq!(third.value(&report), None);
    }
}
