//! A table read by a mapping.

use super::row::Places;
use super::rows::{Row, Rows};
use super::{Mapping, Table};
use crate::calendar::zone_of;
use crate::clock::Zone;
use crate::draft::{Draft, Parsed};
use crate::names::JobName;
use crate::resources::{Asked, AskedMemory};
use crate::unused::{Feature, Unused};
use crate::{Header, Record};

/// Reads a whole table. A row that cannot be read is a complaint. O(n log n) for n jobs.
///
/// `restated` are columns that repeat others, with commas between them, compared without case.
///
/// # Errors
///
/// A sentence: a column that the table lacks, or the values that jobs need and no column has.
pub fn parse(
    text: &[u8],
    table: &Table,
    mapping: &Mapping,
    restated: &str,
    max_complaints: usize,
) -> Result<Parsed, String> {
    let places = Places::find(mapping, table)?;
    if let Some(missing) = mapping.missing().into_iter().find(|it| it.is_fatal()) {
        return Err(missing.words().trim_end_matches('.').to_owned());
    }
    let mut reading =
        Reading { draft: Draft::new(max_complaints), places, unread: unread(table, mapping, restated), number: 0 };
    let mut rows = Rows::new(text, table.delimiter);
    if table.has_header {
        rows.next_row();
    }
    while let Some(row) = rows.next_row() {
        if row.is_blank() {
            continue;
        }
        reading.number += 1;
        let line = row.line;
        if let Err(why) = reading.add(row, table.columns.len()) {
            reading.draft.complaints.leave_out(line, why);
        }
    }
    Ok(reading.finish())
}

/// The columns that are not read, with their places.
fn unread(table: &Table, mapping: &Mapping, restated: &str) -> Vec<(usize, String)> {
    let places = Places::find(mapping, table);
    let is_read = |place: usize| places.as_ref().is_ok_and(|it| it.reads(place));
    let is_restated = |name: &str| restated.split(',').any(|it| name.eq_ignore_ascii_case(it));
    let columns = table.columns.iter().enumerate();
    columns
        .filter(|(place, column)| !is_read(*place) && !is_restated(&column.name))
        .map(|(place, column)| (place, column.name.clone()))
        .collect()
}

struct Reading {
    draft: Draft,
    places: Places,
    unread: Vec<(usize, String)>,
    /// How many rows there were.
    number: u64,
}

impl Reading {
    fn add(&mut self, row: Row, named: usize) -> Result<(), String> {
        if let Some(why) = row.fault {
            return Err(why.to_owned());
        }
        if row.len() != named {
            let found = row.len();
            return Err(format!("{found} columns where the first line has {named}"));
        }
        let job = self.places.job(|place| row.field(place))?;
        self.draft.complaints.amend(row.line, &job.amended);
        let number = self.number.to_string();
        let name = match job.name {
            b"" => number.as_bytes(),
            name => name,
        };
        let name = JobName { site: job.site, ..JobName::of(name) };
        if let Some(taken) = self.draft.add(row.line, name, job.record, &job.words) {
            self.draft.zones.look(row.line, job.submitted);
            self.draft.aside.site(job.site);
            if taken.is_new {
                count_features(&mut self.draft.unused, &job.asked);
            }
            self.draft.resources.set(taken.place, job.asked.chunks());
            for (place, name) in &self.unread {
                self.draft.aside.unread(name.as_bytes(), row.field(*place));
            }
        }
        Ok(())
    }

    fn finish(self) -> Parsed {
        let mut parsed = self.draft.finish(Header::default(), 0);
        for column in &parsed.aside.columns {
            parsed.log.unused.add_column(column.name.as_bytes());
        }
        parsed
    }
}

/// Counts what a job asked of nodes.
fn count_features(unused: &mut Unused, asked: &Asked) {
    for (feature, is_asked) in [
        (Feature::Gpus, asked.gpus > 0),
        (Feature::Memory, asked.memory != AskedMemory::Unnamed),
        (Feature::Nodes, asked.nodes > 0),
    ] {
        if is_asked {
            unused.count(feature);
        }
    }
}

/// The jobs in the kept rows of a table, as they would be read.
pub fn records(table: &Table, mapping: &Mapping) -> Vec<Record> {
    let Ok(places) = Places::find(mapping, table) else {
        return Vec::new();
    };
    let of = |row: &Vec<String>| {
        let job = places.job(|place: usize| row.get(place).map_or(&b""[..], |it| it.as_bytes()));
        job.ok().map(|it| it.record)
    };
    table.rows.iter().filter_map(of).collect()
}

/// A job of the preview of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previewed {
    /// Its name, or its number.
    pub name: String,
    /// Its values, or why it is left out.
    pub job: Result<Record, String>,
    /// The zone in which its submission is written.
    pub zone: Zone,
}

/// The most jobs of a preview.
const PREVIEWED: usize = 5;

/// The first jobs of a table as they would be read, with times as they stand in the file.
///
/// # Errors
///
/// A sentence: a column that the table lacks.
pub fn preview(table: &Table, mapping: &Mapping) -> Result<Vec<Previewed>, String> {
    let places = Places::find(mapping, table)?;
    let of = |(number, row): (usize, &Vec<String>)| {
        let field = |place: usize| row.get(place).map_or(&b""[..], |it| it.as_bytes());
        let job = places.job(field);
        let name = job.as_ref().map_or(&b""[..], |job| job.name);
        let name = match name {
            b"" => number.to_string(),
            name => String::from_utf8_lossy(name).into_owned(),
        };
        let submitted = job.as_ref().map_or(&b""[..], |job| job.submitted);
        Previewed { name, zone: zone_of(submitted).unwrap_or_default(), job: job.map(|job| job.record) }
    };
    Ok((1..).zip(&table.rows).take(PREVIEWED).map(of).collect())
}

#[cfg(test)]
mod tests {
    use crate::table::Mapping;
    use crate::testing::{self, assert_told};
    use crate::{NameKind, UNKNOWN, read_with};

    /// Asserts that two jobs are read, and what is told of their table.
    #[track_caller]
    fn assert_two(rows: &str, told: &str) {
        let mapping = Mapping::parse("submit=submit,run_time=run,requested_processors=procs").unwrap();
        let text = format!("submit,run,procs\n0,5,1\n1,5,1\n{rows}");
        let reading = read_with("a", text.as_bytes(), &mapping).unwrap();
        assert_eq!(reading.workload.records().len(), 2);
        assert_told(testing::told(&reading.complaints), told, rows);
    }

    #[test]
    fn rows_behind_an_open_quote_are_told() {
        assert_two(
            "2,\"5,1\n3,5,1\n4,5,1\n",
            "line 4: a quote opens in this row and is never closed: all rows from here on are left out; close it",
        );
    }

    #[test]
    fn a_row_that_is_too_long_is_told() {
        assert_two(&format!("2,5{}\n", ",".repeat(3000)), "line 4: the row has more than…");
    }

    #[test]
    fn what_swf_does_not_have_is_kept() {
        let text = "job,site,submit,eligible,start,end,paused,limit,user,account,qos,partition\n\
            7,north,1709294400,1709294460,1709294520,1709294620,40,UNLIMITED,ann,chem,high,gpu\n\
            7,south,1709294400,0,0,0,0,10,bob,phys,low,cpu\n";
        let columns = "job=job,cluster=site,submit=submit,eligible=eligible,start=start,end=end,suspended=paused,\
            requested_time=limit:min,user=user,account=account,qos=qos,partition=partition";
        let mapping = Mapping::parse(columns).unwrap();
        let reading = read_with("a", text.as_bytes(), &mapping).unwrap();
        let log = reading.workload.log().unwrap();
        let [first, second] = log.records[..] else {
            panic!("{} jobs", log.records.len());
        };
        assert_eq!((first.eligible, first.wait, first.run_time, first.suspended), (60, 120, 60, 40));
        assert!(first.is_unlimited && !second.is_unlimited);
        assert_eq!((first.requested_time, second.requested_time), (UNKNOWN, 600));
        // 0 is no instant of a log that counts from 1970.
        assert_eq!((second.eligible, second.wait, second.run_time), (UNKNOWN, UNKNOWN, UNKNOWN));
        for (kind, name) in [
            (NameKind::User, "ann"),
            (NameKind::Account, "chem"),
            (NameKind::Qos, "high"),
            (NameKind::Partition, "gpu"),
        ] {
            assert_eq!(log.names.of(kind, kind.of(&first)), Some(name));
        }
        assert_eq!(reading.aside.sites, 2);
    }
}
