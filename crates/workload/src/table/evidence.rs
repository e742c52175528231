//! Guesses of columns held against the other columns: units, sums of times, limits.

use super::read::records;
use super::row::{instants, lengths};
use super::{Key, Mapping, Source, Table, Unit, Values};
use crate::{Record, Time};

/// The lengths that are the time between two instants.
const LENGTHS: [(Key, [Key; 2]); 2] = [(Key::RunTime, [Key::Start, Key::End]), (Key::Wait, [Key::Submit, Key::Start])];

/// The instants of a job that every log has, in their order.
const TIMES: [Key; 3] = [Key::Submit, Key::Start, Key::End];

/// Makes a mapping by names agree with the values of the rows: what they contradict is changed or left out.
pub fn settle(table: &Table, mapping: &mut Mapping) {
    share_days(table, mapping);
    drop_disordered(table, mapping);
    by_order(table, mapping);
    for (key, span) in LENGTHS {
        settle_length(table, mapping, key, span);
        lengths_are_no_names(table, mapping, key, span);
    }
    settle_limit(table, mapping);
}

/// What speaks against a mapping in the first rows, in sentences.
pub fn doubts(table: &Table, mapping: &Mapping) -> Vec<String> {
    let limits = Limits::of(&records(table, mapping));
    let limits = limits.is_contradicted().then(|| {
        let fitting = |unit: &Option<Unit>| limits_in(table, mapping, *unit).is_fitting();
        let unit = LIMIT_UNITS.into_iter().find(fitting).flatten();
        let unit = unit.map_or_else(String::new, |unit| format!(" Are the limits in {}?", unit.label()));
        format!("{}.{unit}", limits.words())
    });
    let order = [([Key::Submit, Key::Start], "Start", "submission"), ([Key::Start, Key::End], "End", "start")];
    let order = order.into_iter().filter_map(|(keys, later, earlier)| {
        let (early, all) = disordered(table, mapping, keys)?;
        Some(format!("{later}: in {early} of {all} rows it is before the {earlier}."))
    });
    let lengths = LENGTHS.into_iter().filter_map(|(key, [from, to])| {
        let source = mapping.get(key)?;
        let differences = differences(table, mapping, [from, to]);
        let is_told = differences.iter().any(Option::is_some);
        let contradicts = is_told && !is_length(table, source, &differences);
        contradicts.then(|| {
            let (key, from, to) = (key.label(), from.label(), to.label());
            let (from, to) = (from.to_lowercase(), to.to_lowercase());
            format!("{key}: in most rows it is another time than from {from} to {to}.")
        })
    });
    limits.into_iter().chain(order).chain(lengths).collect()
}

/// Of the jobs that came to their own end, or of all that ran where no state is known, how many ran longer than their
/// limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    over: usize,
    all: usize,
    /// Whether states are known.
    are_completed: bool,
}

impl Limits {
    /// O(n) for n jobs.
    pub fn of(records: &[Record]) -> Self {
        let are_completed = records.iter().any(|it| it.status >= 0);
        let counts = |it: &&Record| it.run_time > 0 && it.requested_time >= 0 && (!are_completed || it.status == 1);
        // A job that is stopped at its limit ends some seconds later.
        let grace = |limit: Time| if are_completed { 0 } else { limit.min(60) };
        let is_over = |it: &&Record| it.run_time > it.requested_time + grace(it.requested_time);
        Self {
            over: records.iter().filter(counts).filter(is_over).count(),
            all: records.iter().filter(counts).count(),
            are_completed,
        }
    }

    /// Whether more than a tenth did.
    pub const fn is_contradicted(self) -> bool {
        is_more_than_a_tenth(self.over, self.all)
    }

    const fn is_fitting(self) -> bool {
        self.all > 0 && !self.is_contradicted()
    }

    /// It in words, without a full stop.
    pub fn words(self) -> String {
        let Self { over, all, .. } = self;
        let jobs = if self.are_completed { "completed jobs" } else { "jobs" };
        format!("{over} of {all} {jobs} ran longer than their limits, at which jobs are stopped")
    }
}

const fn is_more_than_a_tenth(some: usize, all: usize) -> bool {
    10 * some > all
}

/// The units of limits, the likeliest first.
const LIMIT_UNITS: [Option<Unit>; 4] = [None, Some(Unit::Minutes), Some(Unit::Hours), Some(Unit::Days)];

/// The jobs' limits if these were in a unit.
fn limits_in(table: &Table, mapping: &Mapping, unit: Option<Unit>) -> Limits {
    let mut tried = mapping.clone();
    let source = mapping.get(Key::RequestedTime).cloned();
    tried.set(Key::RequestedTime, source.map(|it| Source { unit, ..it }));
    Limits::of(&records(table, &tried))
}

/// The unit of limits by the run times: the first in which no more than a tenth of the jobs ran longer. Without such a
/// unit it is something else.
fn settle_limit(table: &Table, mapping: &mut Mapping) {
    let Some(source) = mapping.get(Key::RequestedTime).cloned() else {
        return;
    };
    // Slurm's sacct has minutes there.
    let is_raw = source.column.eq_ignore_ascii_case("TimelimitRaw");
    let of_run_time = mapping.get(Key::RunTime).and_then(|it| it.unit);
    let first = match (source.unit, is_raw) {
        (Some(unit), _) => Some(unit),
        (None, true) => Some(Unit::Minutes),
        (None, false) => of_run_time.filter(|_| is_numeric(table, &source)),
    };
    let others = LIMIT_UNITS.into_iter().filter(|it| *it != first);
    let mut units = [first].into_iter().chain(others);
    let limits = |unit| limits_in(table, mapping, unit);
    let unit = match limits(first).all {
        // Nothing is known against it.
        0 => Some(first),
        _ => units.find(|unit| limits(*unit).is_fitting()),
    };
    let settled = unit.map(|unit| Source { unit, ..source });
    mapping.set(Key::RequestedTime, settled);
}

fn is_numeric(table: &Table, source: &Source) -> bool {
    table.place(&source.column).is_some_and(|at| table.columns[at].values.are_numbers())
}

/// If an instant is a spreadsheet's number of a day, so are the others: midnight has no fraction.
fn share_days(table: &Table, mapping: &mut Mapping) {
    const INSTANTS: [Key; 4] = [Key::Submit, Key::Eligible, Key::Start, Key::End];
    let unit = |mapping: &Mapping, key| mapping.get(key).and_then(|it| it.unit);
    if !INSTANTS.iter().any(|key| unit(mapping, *key) == Some(Unit::Days)) {
        return;
    }
    for key in INSTANTS {
        let source = mapping.get(key).cloned();
        if let Some(source) = source.filter(|it| it.unit.is_none() && is_numeric(table, it)) {
            let unit = Some(Unit::Days);
            mapping.set(key, Some(Source { unit, ..source }));
        }
    }
}

/// Leaves out a start before the submission, an end before the start, and a time of becoming eligible that is not between
/// submission and start, in more than a tenth of the rows.
fn drop_disordered(table: &Table, mapping: &mut Mapping) {
    for (keys, wrong) in [
        ([Key::Submit, Key::Start], Key::Start),
        ([Key::Start, Key::End], Key::End),
        ([Key::Submit, Key::End], Key::End),
        ([Key::Submit, Key::Eligible], Key::Eligible),
        ([Key::Eligible, Key::Start], Key::Eligible),
    ] {
        if disordered(table, mapping, keys).is_some() {
            mapping.set(wrong, None);
        }
    }
}

/// In how many rows the second of two instants is before the first, and how many have both; `None` if these are no more
/// than a tenth.
fn disordered(table: &Table, mapping: &Mapping, [from, to]: [Key; 2]) -> Option<(usize, usize)> {
    let rows = instants(table, mapping, from).into_iter().zip(instants(table, mapping, to));
    let pairs: Vec<(Time, Time)> = rows.filter_map(|(from, to)| Some((from?, to?))).collect();
    let early = pairs.iter().filter(|(from, to)| from > to).count();
    is_more_than_a_tenth(early, pairs.len()).then_some((early, pairs.len()))
}

/// Submission, start and end by their order in all rows: where as many are missing as there are other columns of dates,
/// and only one order fits.
fn by_order(table: &Table, mapping: &mut Mapping) {
    let missing: Vec<Key> = TIMES.into_iter().filter(|key| mapping.get(*key).is_none()).collect();
    let free: Vec<Source> = table
        .columns
        .iter()
        .filter(|column| is_date(column.values) && mapping.key_of(&column.name).is_none())
        .filter_map(|column| {
            let unit = column.values.for_key(Key::Submit)?;
            Some(Source { unit, ..Source::of(&column.name) })
        })
        .collect();
    if missing.len() != free.len() {
        return;
    }
    let mut fitting = orders(&free).into_iter().filter_map(|order| {
        let mut tried = mapping.clone();
        for (key, source) in missing.iter().zip(order) {
            tried.set(*key, Some(source));
        }
        (is_in_order(table, &tried) && keeps_run_time(table, &tried)).then_some(tried)
    });
    if let (Some(only), None) = (fitting.next(), fitting.next()) {
        *mapping = only;
    }
}

fn is_date(values: Values) -> bool {
    match values {
        Values::Dates | Values::DatesDayFirst | Values::DatesMonthFirst | Values::DayNumbers => true,
        Values::Numbers { most, whole } => whole && most >= crate::calendar::FIRST_UNIX_TIME,
        _ => false,
    }
}

/// All orders of up to three columns.
fn orders(free: &[Source]) -> Vec<Vec<Source>> {
    match free {
        [a, b, c] => [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
            .map(|order| order.map(Clone::clone).to_vec())
            .to_vec(),
        [a, b] => vec![vec![a.clone(), b.clone()], vec![b.clone(), a.clone()]],
        free => vec![free.to_vec()],
    }
}

/// Whether submission, start and end follow one another in all rows that have them.
fn is_in_order(table: &Table, mapping: &Mapping) -> bool {
    let [submits, starts, ends] = TIMES.map(|key| instants(table, mapping, key));
    let is_before = |earlier: &[Option<i64>], later: &[Option<i64>]| {
        earlier.iter().zip(later).filter_map(|(one, other)| Some((*one)? <= (*other)?)).all(|is_before| is_before)
    };
    is_before(&submits, &starts) && is_before(&starts, &ends)
}

/// Whether its run times, if it has any, are those from start to end, or from submission to end: another date than the
/// end may follow the start.
fn keeps_run_time(table: &Table, mapping: &Mapping) -> bool {
    let is_span = |source: &Source, keys| {
        let differences = differences(table, mapping, keys);
        differences.iter().all(Option::is_none) || unit_of_length(table, source, &differences).is_some()
    };
    mapping
        .get(Key::RunTime)
        .is_none_or(|it| is_span(it, [Key::Start, Key::End]) || is_span(it, [Key::Submit, Key::End]))
}

/// From one instant to a later one, in each row.
fn differences(table: &Table, mapping: &Mapping, [from, to]: [Key; 2]) -> Vec<Option<Time>> {
    let from = instants(table, mapping, from).into_iter();
    from.zip(instants(table, mapping, to)).map(|(from, to)| Some(to? - from?).filter(|&it| it > 0)).collect()
}

/// Whether the lengths of a column are these, but for a tenth of the rows: jobs are suspended.
fn is_length(table: &Table, source: &Source, differences: &[Option<Time>]) -> bool {
    let within = match source.unit {
        Some(Unit::Minutes | Unit::HoursMinutes) => 60,
        Some(Unit::Hours) => 3_600,
        _ => 1,
    };
    let lengths = lengths(table, source);
    let pairs = lengths.iter().zip(differences);
    let pairs: Vec<(Time, Time)> =
        pairs.filter_map(|(length, difference)| Some(((*length)?, (*difference)?))).collect();
    let is_other = |(length, difference): &&(Time, Time)| length.abs_diff(*difference) > within;
    !is_more_than_a_tenth(pairs.iter().filter(is_other).count(), pairs.len())
}

/// The unit in which a column has these lengths.
fn unit_of_length(table: &Table, source: &Source, differences: &[Option<Time>]) -> Option<Option<Unit>> {
    let is_in = |unit: &Option<Unit>| {
        let source = Source { unit: *unit, ..source.clone() };
        is_length(table, &source, differences)
    };
    let units = [Unit::Minutes, Unit::Hours, Unit::Millis, Unit::Micros, Unit::Nanos, Unit::Days];
    std::iter::once(None).chain(units.map(Some)).find(is_in)
}

/// The unit of a length by two instants whose difference it is; without such a unit it is something else, and the
/// instants count. Where no row has both, numbers are in the unit of the submission.
fn settle_length(table: &Table, mapping: &mut Mapping, key: Key, span: [Key; 2]) {
    let Some(source) = mapping.get(key).cloned() else {
        return;
    };
    let differences = differences(table, mapping, span);
    let unit = if differences.iter().all(Option::is_none) {
        let of_submission = mapping.get(Key::Submit).and_then(|it| it.unit);
        let is_of_number = |it: &Unit| matches!(it, Unit::Millis | Unit::Micros | Unit::Nanos);
        let shared = of_submission.filter(|it| is_of_number(it) && is_numeric(table, &source));
        Some(source.unit.or(shared))
    } else {
        unit_of_length(table, &source, &differences)
    };
    mapping.set(key, unit.map(|unit| Source { unit, ..source }));
}

/// Numbers that are the time between two instants are no names: `queue` is the wait of some tables.
fn lengths_are_no_names(table: &Table, mapping: &mut Mapping, key: Key, span: [Key; 2]) {
    /// Small numbers may be equal by chance.
    const SHORTEST: Time = 5;
    const NAMES: [Key; 7] =
        [Key::Queue, Key::Partition, Key::Qos, Key::Account, Key::Group, Key::User, Key::Executable];
    let differences = differences(table, mapping, span);
    if !differences.iter().any(|it| it.is_some_and(|it| it > SHORTEST)) {
        return;
    }
    for name in NAMES {
        let source = mapping.get(name).cloned();
        let Some(source) = source.filter(|it| is_numeric(table, it)) else {
            continue;
        };
        if let Some(unit) = unit_of_length(table, &source, &differences) {
            mapping.set(name, None);
            if mapping.get(key).is_none() {
                mapping.set(key, Some(Source { unit, ..source }));
            }
        }
    }
}
