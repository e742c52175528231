//! The work of the jobs of a profile.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::MAX_TIME;
use crate::columns::Cell;
use crate::json::{elements, members, word};
use crate::swf::shortened;

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
            most = most.max(flops(word)?);
        }
        let mut sends = false;
        for word in &self.com {
            sends |= flops(word)? > 0.0;
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
fn flops(word: &[u8]) -> Result<f64, String> {
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
