//! A log as it was read: header and records, nothing interpreted.
//!
//! The tables below list the fields. All code that handles every field is generated from their rows.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::swf::shortened;
use super::{MAX_PROCESSORS, MAX_TIME, Time};

/// The value of a log's field that is not known.
pub const UNKNOWN: i64 = -1;

/// The fields that are numbers or codes of the logged system go up to here.
pub(crate) const MAX_OTHER: i64 = 1_000_000_000_000_000;

/// A [`Record`] of the rows of a table, and a [`Field`] for each of the rows under `swf`.
///
/// A row of these has the field with its type, its value if nothing is known, its [`Field`] with a name for messages,
/// and the largest value that is read; `needed` marks fields that cannot be guessed without making another job.
/// A row under `beyond` has only type and value.
macro_rules! record {
    (
        $(#[$of_record:meta])*
        pub struct Record {
            swf {$(
                $(#[$of_field:meta])*
                $field:ident: $type:ty = $unknown:expr => $Field:ident($name:literal, $most:expr $(, $needed:ident)?),
            )+}
            beyond {$(
                $(#[$of_other:meta])*
                $other:ident: $type_of_other:ty = $other_unknown:expr,
            )*}
        }
    ) => {
        $(#[$of_record])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Record {
            $($(#[$of_field])* pub $field: $type,)+
            $($(#[$of_other])* pub $other: $type_of_other,)*
        }

        impl Record {
            /// A job without any known value: number 0, submitted at 0.
            pub const UNKNOWN: Self = Self {
                $($field: $unknown,)+
                $($other: $other_unknown,)*
            };

            /// The values of SWF in the order of the columns, which is that of [`Field::ALL`].
            pub const fn values(&self) -> [i64; Field::ALL.len()] {
                [$(self.$field as i64),+]
            }

            /// The record with these values of SWF, each within the limit of its field; fields beyond SWF are unknown.
            pub(crate) const fn of_values(values: &[i64; Field::ALL.len()]) -> Self {
                let [$($field),+] = *values;
                Self { $($field: $field as $type,)+ ..Self::UNKNOWN }
            }
        }

        /// One of the 18 fields of a line of SWF, in their order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Field {
            $($(#[$of_field])* $Field,)+
        }

        impl Field {
            /// All of them, in the order of the columns.
            pub const ALL: [Self; [$(stringify!($Field)),+].len()] = [$(Self::$Field),+];

            /// Its name in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Field => $name,)+ }
            }

            /// The largest value that is read.
            pub(crate) const fn limit(self) -> i64 {
                match self { $(Self::$Field => $most as i64,)+ }
            }

            /// Whether the field identifies the job: a guess would make another job of it.
            pub(crate) const fn is_needed(self) -> bool {
                match self { $(Self::$Field => !stringify!($($needed)?).is_empty(),)+ }
            }
        }
    };
}

record! {
    /// One line of a log: the 18 fields of the Standard Workload Format 2.2, in its order, and values that only other
    /// formats have.
    ///
    /// Times are seconds, memory is kilobytes per processor. A value that the log does not know is
    /// [`UNKNOWN`]. Fractions are rounded to the nearest whole number.
    pub struct Record {
        swf {
            /// Field 1: the job's number.
            id: u64 = 0 => Id("job number", i64::MAX, needed),
            /// Field 2: when it was submitted.
            submit: Time = 0 => Submit("submit time", MAX_TIME, needed),
            /// Field 3: how long it waited in the logged system.
            wait: Time = UNKNOWN => Wait("wait time", MAX_TIME),
            /// Field 4: how long it ran.
            run_time: Time = UNKNOWN => RunTime("run time", MAX_TIME, needed),
            /// Field 5: how many processors it was given.
            allocated_processors: i64 = UNKNOWN => AllocatedProcessors("allocated processors", MAX_PROCESSORS, needed),
            /// Field 6: mean processor time used per processor.
            average_cpu_time: i64 = UNKNOWN => AverageCpuTime("average CPU time", MAX_OTHER),
            /// Field 7: mean memory used.
            used_memory: i64 = UNKNOWN => UsedMemory("used memory", MAX_OTHER),
            /// Field 8: how many processors it asked for.
            requested_processors: i64 = UNKNOWN => RequestedProcessors("requested processors", MAX_PROCESSORS, needed),
            /// Field 9: the run-time limit it asked for.
            requested_time: Time = UNKNOWN => RequestedTime("requested time", MAX_TIME, needed),
            /// Field 10: the memory it asked for.
            requested_memory: i64 = UNKNOWN => RequestedMemory("requested memory", MAX_OTHER),
            /// Field 11: 1 completed, 0 failed, 5 cancelled, 2 to 4 parts of a checkpointed job.
            status: i64 = UNKNOWN => Status("status", MAX_OTHER),
            /// Field 12: the user that submitted it.
            user: i64 = UNKNOWN => User("user", MAX_OTHER),
            /// Field 13: the user's group.
            group: i64 = UNKNOWN => Group("group", MAX_OTHER),
            /// Field 14: which application.
            executable: i64 = UNKNOWN => Executable("executable", MAX_OTHER),
            /// Field 15: which queue of the logged system.
            queue: i64 = UNKNOWN => Queue("queue", MAX_OTHER),
            /// Field 16: which partition of the logged system.
            partition: i64 = UNKNOWN => Partition("partition", MAX_OTHER),
            /// Field 17: the job that this one waited for.
            preceding_job: i64 = UNKNOWN => PrecedingJob("preceding job", MAX_OTHER),
            /// Field 18: seconds between that job's end and this one's submission.
            think_time: Time = UNKNOWN => ThinkTime("think time", MAX_TIME),
        }
        beyond {
            /// Whether the logged system stopped it at its limit. `None` where the log does not tell: no field of SWF
            /// does, which counts such a job as failed.
            killed_at_limit: Option<bool> = None,
            /// When the logged system could first have started it, by the clock of `submit`: later than its submission
            /// if it depended on another job, asked for a begin, or was held.
            eligible: Time = UNKNOWN,
            /// How long the logged system kept it suspended after its start, in seconds. Its logged end is `submit` +
            /// `wait` + `run_time` + this.
            suspended: u32 = 0,
            /// Whether the log says that it had no time limit.
            is_unlimited: bool = false,
            /// The quality of service that it was given, by the log's number.
            qos: i32 = -1,
            /// The account that was charged, by the log's number.
            account: i32 = -1,
            /// Of a part of a heterogeneous job the number of the whole, which its parts have in common, as their
            /// submission; 0 for other jobs.
            heterogeneous: u32 = 0,
        }
    }
}

impl Record {
    /// The record without the fields that SWF does not have.
    pub const fn in_swf(&self) -> Self {
        Self::of_values(&self.values())
    }

    /// Whether it ran: its run time is known and above 0.
    pub const fn has_run(&self) -> bool {
        self.run_time > 0
    }

    /// When it started in the logged system, if that is known.
    pub fn logged_start(&self) -> Option<Time> {
        (self.wait >= 0).then(|| self.submit + self.wait)
    }

    /// When it ended there.
    pub fn logged_end(&self) -> Option<Time> {
        let start = self.logged_start().filter(|_| self.run_time >= 0)?;
        Some(start + self.run_time + Time::from(self.suspended))
    }

    /// How long it waited there from when it was eligible, if it ran and its wait is known.
    pub fn logged_wait(&self) -> Option<Time> {
        let start = self.logged_start().filter(|_| self.has_run())?;
        Some((start - self.submit.max(self.eligible)).max(0))
    }

    /// Its size: the processors that it asked for, or else those that it was given, where any are known.
    pub fn size(&self) -> Option<i64> {
        let sizes = [self.requested_processors, self.allocated_processors];
        sizes.into_iter().find(|&size| size > 0)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (field {})", self.name(), *self as usize + 1)
    }
}

/// [`Logged`], generated from rows that name fields of a [`Record`].
macro_rules! logged {
    ($(#[$of_logged:meta])* pub struct Logged {$($(#[$of_field:meta])* $field:ident: $type:ty,)+}) => {
        $(#[$of_logged])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Logged {
            $($(#[$of_field])* pub $field: $type,)+
        }

        impl Logged {
            /// The names of the fields.
            pub const NAMES: [&str; [$(stringify!($field)),+].len()] = [$(stringify!($field)),+];

            /// The fields of a job without known values.
            pub const UNKNOWN: Self = Self { $($field: -1),+ };

            /// The fields of a record.
            pub const fn of(record: &Record) -> Self {
                Self { $($field: record.$field),+ }
            }

            /// A record in which only these fields are known.
            pub const fn record(&self) -> Record {
                Record { $($field: self.$field,)+ ..Record::UNKNOWN }
            }

            /// Their values, in the order of the table.
            pub const fn values(&self) -> [i64; Self::NAMES.len()] {
                [$(self.$field as i64),+]
            }

            /// Sets the field at this place of the table, to a value that it can have.
            pub const fn set(&mut self, place: usize, value: i64) {
                let mut values = self.values();
                values[place] = value;
                let [$($field),+] = values;
                *self = Self { $($field: $field as $type),+ };
            }
        }
    };
}

logged! {
    /// Fields of a record that jobs and runs carry unchanged; [`UNKNOWN`] if the log lacks them. Policies may use them;
    /// queries, colours and tables show them.
    pub struct Logged {
        /// The user that submitted it, by the log's number.
        user: i64,
        /// The user's group, by the log's number.
        group: i64,
        /// The queue of the logged system.
        queue: i64,
        /// The partition of the logged system.
        partition: i64,
        /// Its quality of service.
        qos: i32,
        /// The account that was charged.
        account: i32,
    }
}

/// The header comments of a log, as `Key: value` in the order they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Key and value of each line of the form `; Key: value`, and an empty key with any other words; a
    /// continued line is joined with a line break.
    pub entries: Vec<(String, String)>,
}

impl Header {
    /// The keys that anything depends on.
    pub const KEYS: [&str; 5] = ["MaxProcs", "MaxNodes", "UnixStartTime", "TimeZoneString", "TimeZone"];

    /// The first value under `key`, compared without case.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.entries.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))?;
        Some(found.1.as_str())
    }

    /// `MaxProcs`, or `MaxNodes` where that is missing: the processors of the logged machine.
    pub fn max_processors(&self) -> Option<u32> {
        ["MaxProcs", "MaxNodes"].iter().find_map(|key| Self::count(self.get(key)?)).filter(|&processors| processors > 0)
    }

    /// The number with which a value begins, perhaps with commas between thousands: `1,024 (with spares)`; of a range
    /// (`400-416`) the last one.
    pub(super) fn count(value: &str) -> Option<u32> {
        let word = value.split_whitespace().next()?;
        if let Some((first, last)) = word.split_once('-') {
            return Self::count(first).zip(Self::count(last)).filter(|(first, last)| first <= last).map(|it| it.1);
        }
        let mut groups = word.split(',');
        let first = groups.next()?;
        let are_thousands = groups.clone().all(|it| it.len() == 3) && first.len() <= 3;
        let is_one = groups.next().is_none();
        (is_one || are_thousands).then(|| word.replace(',', "").parse().ok())?
    }

    /// That a number of processors cannot be read.
    pub(super) fn unread_size(&self) -> Option<String> {
        let mut given = ["MaxProcs", "MaxNodes"].into_iter().filter_map(|key| Some((key, self.get(key)?.trim())));
        let (key, value) = given.find(|(_, value)| {
            let has_number = value.bytes().any(|byte| byte.is_ascii_digit());
            has_number && !value.starts_with('-') && Self::count(value).is_none()
        })?;
        Some(format!(
            "{key} of the header is \"{}\", which cannot be read as a number of processors",
            shortened(value.as_bytes())
        ))
    }

    /// Gives the first entry under `key`, compared without case, this value, or adds it.
    pub(super) fn set(&mut self, key: &str, value: String) {
        let mut entries = self.entries.iter_mut();
        match entries.find(|(name, _)| name.eq_ignore_ascii_case(key)) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((key.to_owned(), value)),
        }
    }

    /// Whether a `Note` says just this.
    pub(super) fn has_note(&self, text: &str) -> bool {
        let is = |(key, value): &(String, String)| key.eq_ignore_ascii_case("Note") && value == text;
        self.entries.iter().any(is)
    }

    /// `UnixStartTime`: the Unix time of the log's time 0, in seconds.
    pub fn unix_start_time(&self) -> Option<i64> {
        self.get("UnixStartTime")?.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field has another value: 100 the first, 101 the second.
    fn numbered() -> Record {
        Record::of_values(&std::array::from_fn(|at| 100 + at as i64))
    }

    #[test]
    fn fields_stand_in_the_order_of_swf() {
        let record = numbered();
        assert_eq!(record.values().to_vec(), (100..118).collect::<Vec<_>>());
        assert_eq!((record.id, record.submit, record.think_time), (100, 101, 117));
        assert_eq!(record.user, 100 + Field::User as i64);
        assert_eq!(Field::User.to_string(), "user (field 12)");
        assert_eq!(Field::ThinkTime as usize, 17);
    }

    #[test]
    fn a_record_in_swf_has_its_18_values_and_nothing_else() {
        let known = Record { killed_at_limit: Some(true), ..numbered() };
        assert_eq!(known.in_swf(), numbered());
        assert_eq!(Record::of_values(&known.values()), numbered());
        assert_eq!(Record::UNKNOWN.in_swf(), Record::UNKNOWN);
    }

    #[test]
    fn what_a_job_keeps_of_its_record_is_known_again() {
        let logged = Logged::of(&numbered());
        assert_eq!((logged.user, logged.group, logged.queue), (111, 112, 114));
        let mut again = Logged::UNKNOWN;
        for (place, value) in logged.values().into_iter().enumerate() {
            again.set(place, value);
        }
        assert_eq!(again, logged);
        assert_eq!(Logged::of(&logged.record()), logged);
        assert_eq!(logged.record().id, Record::UNKNOWN.id);
        assert_eq!(Logged::UNKNOWN.record(), Record::UNKNOWN);
    }
}
