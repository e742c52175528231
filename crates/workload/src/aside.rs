//! Data in the lines of a log that no [`super::Record`] keeps.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::swf::shortened;

/// The most columns that are counted; further columns of a line are ignored.
const MOST_COLUMNS: usize = 64;

/// The most sites that are distinguished; where there are more, this is their number.
const MOST_SITES: usize = 100_000;

/// Data that a reader found in the lines of the jobs that it kept, and did not read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// Columns that are not read, in the order in which they appear, those without any value left out.
    pub columns: Vec<UnreadColumn>,
    /// At how many sites or clusters the jobs ran, by a column that names them; 0 where none does.
    pub sites: u64,
}

/// A column that is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadColumn {
    /// Its name in the file, or `field 19` where columns have no names; `numbers in` that name, if the count of a
    /// list is read, but not its entries.
    pub name: String,
    /// How many jobs have a value there.
    pub jobs: u64,
    /// The first of these values, shortened.
    pub example: String,
}

/// Counts while a log is read.
#[derive(Default)]
pub(super) struct Counting {
    columns: Vec<UnreadColumn>,
    /// The place behind that of the last one: jobs have their columns in one order.
    next: usize,
    sites: BTreeSet<Box<[u8]>>,
}

impl Counting {
    /// A job has `word` in the column called `name`, which is not read. O(c) for c columns so far.
    pub fn unread(&mut self, name: &[u8], word: &[u8]) {
        if says_nothing(word) {
            return;
        }
        let is_it = |place: &usize| self.columns.get(*place).is_some_and(|it| it.name.as_bytes() == name);
        let places = std::iter::once(self.next).chain(0..self.columns.len());
        if let Some(place) = places.into_iter().find(is_it) {
            self.columns[place].jobs += 1;
            self.next = place + 1;
        } else if self.columns.len() < MOST_COLUMNS {
            let name = String::from_utf8_lossy(name).into_owned();
            self.columns.push(UnreadColumn { name, jobs: 1, example: shortened(word) });
            self.next = self.columns.len();
        }
    }

    /// The names of the columns that are not read.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|it| &*it.name)
    }

    /// A job ran at the site called `word`.
    pub fn site(&mut self, word: &[u8]) {
        if !says_nothing(word) && self.sites.len() < MOST_SITES && !self.sites.contains(word) {
            self.sites.insert(word.into());
        }
    }

    /// The counts.
    pub fn finish(self) -> Aside {
        Aside { columns: self.columns, sites: self.sites.len() as u64 }
    }
}

/// Whether a value is none: empty, or one of the words by which logs say so.
fn says_nothing(word: &[u8]) -> bool {
    const WORDS: [&str; 9] = ["", "-1", "\"\"", "None", "None assigned", "Unknown", "N/A", "nan", "null"];
    let is = |it: &&str| word.eq_ignore_ascii_case(it.as_bytes());
    WORDS.iter().any(is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{listed, reading};

    /// What is read of the columns beside: `name jobs example`.
    fn aside(text: &str) -> (String, u64) {
        let Aside { columns, sites } = reading(text).aside;
        (listed(columns.iter().map(|it| format!("{} {} {}", it.name, it.jobs, it.example)), "; "), sites)
    }

    #[test]
    fn columns_after_the_18th_are_counted() {
        let text = "; MaxProcs: 8\n\
            1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1 n[001-002] -1\n\
            2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 -1 -1 n003 ; a comment\n\
            3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1 -1 77\n\
            3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1 -1 78\n";
        // The second line of job 3 is left out.
        assert_eq!(aside(text), ("field 19 2 n[001-002]; field 20 1 77".to_owned(), 0));
        let usual = "1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
        assert_eq!(reading(usual).aside, Aside::default());
    }

    #[test]
    fn the_sites_of_a_grid_are_counted_and_its_other_columns() {
        let line = |id: u32, at: &str, disk: i32| {
            format!(
                "{id}\t{id}\t0\t60\t1\t-1\t-1\t1\t60\t-1\t1\tu\tg\tx\tq\t-1\tO\t{at}\tUNITARY\t-1\t-1\t{disk}\
                \t-1\t-1\t-1\t-1\t-1\tatlas\t-1\n"
            )
        };
        let text = line(1, "R1", -1) + &line(2, "R2", 500) + &line(3, "R1", -1) + &line(4, "-1", -1);
        assert_eq!(aside(&text), ("VOID 4 atlas; UsedLocalDiskSpace 1 500".to_owned(), 2));
    }

    #[test]
    fn a_slurm_log_names_what_is_not_read() {
        let text = "JobIDRaw|Submit|Start|End|AllocCPUS|State|NodeList|WorkDir|Priority|ReqMem|AllocNodes|Cluster\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|8|COMPLETED|n[1-2]|/a|2|4G|2|c1\n\
            1.batch|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|COMPLETED|n1||1|4G|1|c1\n\
            2|2024-03-01T00:00:00|Unknown|Unknown|0|PENDING|None assigned|/b||4G||c2\n";
        assert_eq!(aside(text), ("WorkDir 2 /a; Priority 1 2".to_owned(), 2));
    }

    #[test]
    fn what_batsim_writes_beside_places_and_energy_is_named() {
        let csv = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,\
            success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,\
            allocated_resources,consumed_energy,metadata\n\
            1,w0,p,0,4,60,1,COMPLETED_SUCCESSFULLY,0,20,20,0,20,1,4-7,120.5,\"\"\n\
            2,w0,p,0,2,60,1,COMPLETED_SUCCESSFULLY,5,10,15,5,15,1.5,0 3,-1,\"\"\n";
        let json = r#"{"nb_res": 4, "profiles": {"p": {"type": "delay", "delay": 5}}, "jobs": [
            {"id": "1", "subtime": 0, "res": 2, "profile": "p", "gpus": 1},
            {"id": "2", "subtime": 0, "res": 2, "profile": "p"}]}"#;
        assert_eq!((&*aside(csv).0, &*aside(json).0), ("profile 2 p", "gpus 1 1"));
    }

    #[test]
    fn a_file_of_endless_columns_takes_no_endless_room() {
        let mut counting = Counting::default();
        for place in 0..1000 {
            counting.unread(place.to_string().as_bytes(), b"1");
        }
        assert_eq!(counting.finish().columns.len(), MOST_COLUMNS);
    }
}
