//! Batsim's workload: `{"nb_res": 4, "jobs": [...], "profiles": {...}}`.

use std::borrow::Cow;

use base::ordering::sort_by_key;

use super::profiles::Profiles;
use crate::columns::{Cell, mended};
use crate::draft::{Draft, NO_WORDS};
use crate::flops::{self, Work};
use crate::json::{LineCount, members, members_of_job, numbered_elements, outermost, word};
use crate::names::JobName;
use crate::parsed::Parsed;
use crate::{Feature, Header, MAX_PROCESSORS, MAX_TIME, Record, UNKNOWN};

/// Whether a JSON object is such a workload: it has `jobs`, and `profiles` or `nb_res`. A scenario
/// has none of these. Reads no further than it takes to know.
pub fn is_workload(text: &[u8]) -> bool {
    let (mut has_jobs, mut has_more) = (false, false);
    for (key, _) in members(text, 0).map_while(Result::ok) {
        has_jobs |= *key == *b"jobs";
        has_more |= *key == *b"profiles" || *key == *b"nb_res";
        if has_jobs && has_more {
            return true;
        }
    }
    false
}

/// Reads a whole text. A job that cannot be read is a complaint, with the line where it begins; of
/// a text that is cut short the jobs before the cut are read. O(n log n) for n jobs.
///
/// Floating-point operations of a profile take their time at [`flops::USUAL`], which the log's
/// [`work`](crate::Log::work) allows to change; messages take none. A job is left out if its profile is of another
/// type: how long it runs depends on the platform that Batsim is given.
///
/// # Errors
///
/// A sentence, if the key of the jobs or of the profiles is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let mut draft = Draft::new(max_complaints);
    let ([listed, profiles, processors], end) =
        outermost(text, 0, ["jobs", "profiles", "nb_res"], &mut draft.complaints)?;
    let profiles = Profiles::new(text, profiles);
    let (mut work, mut jobs) = (Vec::new(), 0);
    for (line, job) in numbered_elements(text, listed, &mut LineCount::new(text), end.is_err()) {
        match job.and_then(|at| add(&mut draft, line, text, at, &profiles)) {
            Ok(Some(of_job)) => {
                work.extend((of_job.flops > 0.0).then_some((jobs, of_job)));
                jobs += 1;
            }
            Ok(None) => {}
            Err(why) => draft.complaints.leave_out(line, why),
        }
    }
    let mut parsed = draft.finish(header(text, processors), 0);
    for (place, mut of_job) in work {
        of_job.job = parsed.log.records[place].id;
        parsed.log.work.push(of_job);
    }
    sort_by_key(&mut parsed.log.work, |it| it.job);
    Ok(parsed)
}

/// `nb_res` is how many processors the workload is made for.
fn header(text: &[u8], processors: Option<usize>) -> Header {
    let processors = processors.and_then(|at| word(text, at).ok());
    let cell = processors.as_deref().map(|word| Cell { column: "nb_res", word });
    let known = cell.and_then(|cell| cell.number(MAX_PROCESSORS.into()).ok());
    let entry = known.filter(|&known| known > 0);
    Header { entries: entry.map(|known| ("MaxProcs".to_owned(), known.to_string())).into_iter().collect() }
}

/// The members of a job, with the places at which their values begin.
#[derive(Default)]
struct Fields<'a> {
    id: Option<usize>,
    submit: Option<usize>,
    processors: Option<usize>,
    limit: Option<usize>,
    profile: Option<usize>,
    /// Its other members.
    unread: Vec<(Cow<'a, [u8]>, usize)>,
}

impl<'a> Fields<'a> {
    fn find(text: &'a [u8], at: usize) -> Result<Self, String> {
        let mut fields = Self::default();
        for (key, at) in members_of_job(text, at)? {
            match &*key {
                b"id" => fields.id = Some(at),
                b"subtime" => fields.submit = Some(at),
                b"res" => fields.processors = Some(at),
                b"walltime" => fields.limit = Some(at),
                b"profile" => fields.profile = Some(at),
                _ => fields.unread.push((key, at)),
            }
        }
        Ok(fields)
    }
}

/// The feature that a key of a job stands for; `None` for other information.
fn feature(key: &[u8]) -> Option<Feature> {
    let has = |word: &[u8]| {
        let mut parts = key.windows(word.len());
        parts.any(|it| it.eq_ignore_ascii_case(word))
    };
    if has(b"gpu") {
        Some(Feature::Gpus)
    } else if has(b"depend") {
        Some(Feature::Dependencies)
    } else if has(b"mem") {
        Some(Feature::Memory)
    } else {
        None
    }
}

/// Tells the members of a job that are not read.
fn tell_unread(fields: &Fields, text: &[u8], draft: &mut Draft) {
    let mut features = Vec::new();
    for (key, at) in &fields.unread {
        match feature(key) {
            Some(feature) => features.push(feature),
            None => draft.unused.add_column(key),
        }
        let value = word(text, *at).unwrap_or_default();
        draft.aside.unread(key, &value);
    }
    draft.unused.count_each(features);
}

/// Reads the job that begins at `at`; its work, without its number, if it was taken.
fn add(draft: &mut Draft, line: u64, text: &[u8], at: usize, profiles: &Profiles) -> Result<Option<Work>, String> {
    let fields = Fields::find(text, at)?;
    let word = |at: Option<usize>| at.and_then(|at| word(text, at).ok()).unwrap_or_default();
    let (submit, processors) = (word(fields.submit), word(fields.processors));
    let (limit, profile) = (word(fields.limit), word(fields.profile));
    let cell = |column, word| Cell { column, word };
    let processors = cell("res", &processors).number(MAX_PROCESSORS.into())?;
    let submit = cell("subtime", &submit).number(MAX_TIME)?;
    let amount = profiles.amount(&profile)?;
    let work = Work { job: 0, seconds: amount.seconds, flops: amount.flops(processors), sends: amount.sends };
    let mut amended = Vec::new();
    let record = Record {
        submit,
        run_time: work.run_time(flops::USUAL),
        requested_processors: processors,
        requested_time: mended(cell("walltime", &limit).duration(), &mut amended),
        allocated_processors: UNKNOWN,
        ..Record::UNKNOWN
    };
    draft.complaints.amend(line, amended);
    let taken = draft.add(line, JobName::of(&word(fields.id)), record, &NO_WORDS);
    if taken.is_none() {
        return Ok(None);
    }
    tell_unread(&fields, text, draft);
    Ok(Some(work))
}
