//! The files of Batsim, the simulator of resource and job management systems: its input, the workload
//! (JSON), and `jobs.csv`, its output on the jobs that it ran.
//!
//! Source: Batsim's documentation of both, versions 1 to 5. Its times may have fractions of a second;
//! they are rounded to the nearest whole one, halves up, and a duration above 0 is at least 1 second.

mod jobs_csv;

#[cfg(test)]
mod tests;

pub(super) use jobs_csv::{names_columns, parse as parse_jobs};
pub(super) use parse as parse_workload;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use base::ordering::sort_by_key;

use crate::columns::{Cell, mended};
use crate::draft::{Draft, NO_WORDS, Parsed};
use crate::flops::{self, Work};
use crate::json::{LineCount, elements, members, members_of_job, numbered_elements, outermost, word};
use crate::names::JobName;
use crate::swf::shortened;
use crate::{Feature, Header, Job, MAX_PROCESSORS, MAX_TIME, Record, Time, UNKNOWN};

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

/// The deepest nesting of sequences that is followed.
const DEEPEST: u32 = 16;

/// The profiles of a workload by name: the work of their jobs, or why it is not known.
pub struct Profiles {
    known: BTreeMap<Box<[u8]>, Amounts>,
}

/// The work of a profile's jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// Seconds, at any speed.
    pub seconds: f64,
    /// Floating-point operations of each of a job's processors.
    each: f64,
    /// Operations that a job's processors share.
    shared: f64,
    /// Whether messages are sent as well: how long they take depends on Batsim's platform.
    pub sends: bool,
}

type Amounts = Result<Amount, String>;

impl Amount {
    /// The operations that each processor of a job does, by the number of its processors.
    pub fn flops(&self, processors: i64) -> f64 {
        self.each + self.shared / processors.max(1) as f64
    }

    /// Work that follows.
    fn then(self, next: Self) -> Self {
        Self {
            seconds: self.seconds + next.seconds,
            each: self.each + next.each,
            shared: self.shared + next.shared,
            sends: self.sends || next.sends,
        }
    }

    fn times(self, factor: f64) -> Self {
        Self {
            seconds: self.seconds * factor,
            each: self.each * factor,
            shared: self.shared * factor,
            sends: self.sends,
        }
    }
}

/// A profile as it is written.
#[derive(Default)]
struct Profile<'a> {
    kind: Cow<'a, [u8]>,
    delay: Cow<'a, [u8]>,
    repeat: Cow<'a, [u8]>,
    /// Its operations and bytes: one number, or one for each processor.
    cpu: Vec<Cow<'a, [u8]>>,
    com: Vec<Cow<'a, [u8]>>,
    strategy: Cow<'a, [u8]>,
    sequence: Vec<Cow<'a, [u8]>>,
}

impl Profiles {
    /// The profiles of the object that begins at `at`.
    pub fn new(text: &[u8], at: Option<usize>) -> Self {
        let found = at.into_iter().flat_map(|at| members(text, at));
        // One by one: collecting them brings along sorting code that the page would have to download.
        let mut written: BTreeMap<Cow<[u8]>, Profile> = BTreeMap::new();
        for (name, at) in found.map_while(Result::ok) {
            written.insert(name, Profile::read(text, at));
        }
        let mut known = BTreeMap::new();
        for name in written.keys() {
            let _ = follow(name, &written, &mut known, 0);
        }
        Self { known }
    }

    /// The work of the jobs of the profile called `name`.
    ///
    /// # Errors
    ///
    /// In words, if there is none of that name, or it names no work.
    pub fn amount(&self, name: &[u8]) -> Result<Amount, String> {
        match self.known.get(name) {
            None if name.is_empty() => Err("the job has no profile".to_owned()),
            None => Err(format!("there is no profile \"{}\"", shortened(name))),
            Some(Err(why)) => Err(format!("profile \"{}\" {why}", shortened(name))),
            Some(Ok(amount)) => Ok(*amount),
        }
    }
}

impl<'a> Profile<'a> {
    fn read(text: &'a [u8], at: usize) -> Self {
        let mut profile = Self::default();
        for (key, at) in members(text, at).map_while(Result::ok) {
            let word = || word(text, at).unwrap_or_default();
            match &*key {
                b"type" => profile.kind = word(),
                b"delay" => profile.delay = word(),
                // Older versions say "nb".
                b"repeat" | b"nb" => profile.repeat = word(),
                b"cpu" | b"computation_amount" => profile.cpu = words(text, at),
                b"com" | b"communication_amount" => profile.com = words(text, at),
                b"generation_strategy" => profile.strategy = word(),
                b"seq" => profile.sequence = words(text, at),
                _ => {}
            }
        }
        profile
    }

    /// The operations of the processor that has most, and whether messages are sent.
    fn work(&self) -> Result<(f64, bool), String> {
        if self.cpu.is_empty() {
            return Err("has no cpu".to_owned());
        }
        let mut most = 0.0_f64;
        for word in &self.cpu {
            most = most.max(flops_profiles(word)?);
        }
        let mut sends = false;
        for word in &self.com {
            sends |= flops_profiles(word)? > 0.0;
        }
        Ok((most, sends))
    }

    fn of_each(&self) -> Amounts {
        let (each, sends) = self.work()?;
        Ok(Amount { each, sends, ..Amount::default() })
    }

    fn of_all(&self) -> Amounts {
        let (shared, sends) = self.work()?;
        Ok(Amount { shared, sends, ..Amount::default() })
    }
}

/// The words of a list, or the one word that stands there.
fn words(text: &[u8], at: usize) -> Vec<Cow<'_, [u8]>> {
    if text.get(at) != Some(&b'[') {
        return word(text, at).into_iter().collect();
    }
    let found = elements(text, at).map_while(Result::ok);
    found.filter_map(|it| word(text, it.start).ok()).collect()
}

/// The work of the profile called `name`; it and those that it is made of are added to `known`.
fn follow(
    name: &[u8],
    written: &BTreeMap<Cow<[u8]>, Profile>,
    known: &mut BTreeMap<Box<[u8]>, Amounts>,
    depth: u32,
) -> Amounts {
    if let Some(known) = known.get(name) {
        return known.clone();
    }
    let Some(profile) = written.get(name) else {
        return Err(format!("is made of \"{}\", which is missing", shortened(name)));
    };
    let amount = match &*profile.kind {
        // Since version 5 types are called otherwise; before version 3 those of operations were.
        b"delay" | b"DelayProfile" => {
            delay("delay", &profile.delay).map(|seconds| Amount { seconds, ..Amount::default() })
        }
        b"parallel" | b"msg_par" | b"ParallelTaskProfile" => profile.of_each(),
        b"parallel_homogeneous" | b"msg_par_hg" => profile.of_each(),
        b"parallel_homogeneous_total" | b"msg_par_hg_tot" => profile.of_all(),
        b"ParallelTaskHomogeneousProfile" => match &*profile.strategy {
            b"DefinedAmountsSpreadUniformly" => profile.of_all(),
            _ => profile.of_each(),
        },
        b"composed" | b"SequentialCompositionProfile" => {
            let mut follow = |part: &Cow<[u8]>| match depth {
                DEEPEST.. => Err("is a sequence of itself, or too deep".to_owned()),
                _ => follow(part, written, known, depth + 1),
            };
            let mut parts = profile.sequence.iter();
            // It ends at the first fault: a fault of an inner profile would be reported for every profile around it.
            let once = parts.try_fold(Amount::default(), |sum, part| Ok(sum.then(follow(part)?)));
            once.and_then(|once| Ok(once.times(repeat(&profile.repeat)?)))
        }
        b"" => Err("has no type".to_owned()),
        kind => {
            Err(format!("is of type \"{}\", which names no time: it depends on Batsim's platform", shortened(kind)))
        }
    };
    let amount = amount.and_then(within);
    // A profile that was given up only for its depth may be known from another start.
    if depth == 0 || amount.is_ok() {
        known.insert(name.into(), amount.clone());
    }
    amount
}

fn repeat(word: &[u8]) -> Result<f64, String> {
    if word.is_empty() {
        return Ok(1.0);
    }
    delay("repeat", word)
}

/// A number from 0, read as one that may have a fraction.
fn delay(column: &'static str, word: &[u8]) -> Result<f64, String> {
    let cell = Cell { column, word };
    let is_number = cell.number(MAX_TIME).is_ok_and(|number| number >= 0);
    let text = std::str::from_utf8(word).ok().filter(|_| is_number);
    let number = text.and_then(|text| text.parse::<f64>().ok());
    number.ok_or_else(|| format!("has no {column} from 0 to {MAX_TIME} but \"{}\"", shortened(word)))
}

/// The most operations, or bytes, of a profile.
const MOST_FLOPS: f64 = 1e30;

/// A number of operations or bytes.
fn flops_profiles(word: &[u8]) -> Result<f64, String> {
    let number = std::str::from_utf8(word).ok();
    let number = number.and_then(|it| it.trim().parse::<f64>().ok());
    number
        .filter(|it| (0.0..=MOST_FLOPS).contains(it))
        .ok_or_else(|| format!("has no amounts from 0 to {MOST_FLOPS:e} but \"{}\"", shortened(word)))
}

/// A job takes no longer at the usual speed.
fn within(amount: Amount) -> Amounts {
    if amount.seconds + (amount.each + amount.shared) / crate::flops::USUAL <= MAX_TIME as f64 {
        return Ok(amount);
    }
    Err(format!("takes longer than {MAX_TIME} s"))
}

/// The jobs as a workload for a platform of `processors` processors, JSON with a job and a profile a
/// line. Each job has a `delay` profile of its run time, shared by those of equal run time.
///
/// Values that read back equal: number, submission, size, run time, and the limit where the log
/// names one. The format has no place for the others: users, groups, queues, waits, and whether a
/// job is an advance reservation. O(n log n).
pub fn write_batsim(jobs: &[Job], processors: u64) -> String {
    const USUAL_LINE: usize = 90;
    let mut text = String::with_capacity(jobs.len() * USUAL_LINE + 200);
    push(&mut text, format_args!("{{\n\"nb_res\": {processors},\n\"jobs\": ["));
    for (at, job) in jobs.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        push(&mut text, format_args!("{comma}\n  "));
        write_job(&mut text, job);
    }
    text.push_str("\n],\n\"profiles\": {");
    let delays: BTreeSet<Time> = jobs.iter().map(|job| job.run_time).collect();
    for (at, &delay) in delays.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let name = profile_name(delay);
        let profile = format_args!("{comma}\n  \"{name}\": {{\"type\": \"delay\", \"delay\": {delay}}}");
        push(&mut text, profile);
    }
    text.push_str("\n}\n}\n");
    text
}

fn write_job(text: &mut String, job: &Job) {
    let (id, submit, size) = (job.id, job.submit, job.processors);
    push(text, format_args!("{{\"id\": \"{id}\", \"subtime\": {submit}, \"res\": {size}, "));
    if job.limit_known {
        push(text, format_args!("\"walltime\": {}, ", job.requested_time));
    }
    push(text, format_args!("\"profile\": \"{}\"}}", profile_name(job.run_time)));
}

/// The name of the profile of jobs with this run time.
pub fn profile_name(run_time: Time) -> String {
    format!("delay{run_time}")
}

fn push(text: &mut String, piece: std::fmt::Arguments) {
    text.write_fmt(piece).expect("writing to a string cannot fail");
}
