//! How long the jobs of a profile run.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::columns::Cell;
use crate::json::{elements, members, word};
use crate::swf::shortened;
use crate::{MAX_TIME, Time};

/// The deepest nesting of sequences that is followed.
const DEEPEST: u32 = 16;

/// The profiles of a workload by name: seconds that their jobs run, or why that is not known.
pub struct Profiles {
    seconds: BTreeMap<Box<[u8]>, Result<f64, String>>,
}

/// A profile as it is written.
#[derive(Default)]
struct Profile<'a> {
    kind: Cow<'a, [u8]>,
    delay: Cow<'a, [u8]>,
    repeat: Cow<'a, [u8]>,
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
        let mut seconds = BTreeMap::new();
        for name in written.keys() {
            let _ = follow(name, &written, &mut seconds, 0);
        }
        Self { seconds }
    }

    /// How long the jobs of the profile called `name` run, rounded to whole seconds; at least 1
    /// unless it is 0.
    ///
    /// # Errors
    ///
    /// In words, if there is none of that name, or it names no time.
    pub fn time(&self, name: &[u8]) -> Result<Time, String> {
        match self.seconds.get(name) {
            None if name.is_empty() => Err("the job has no profile".to_owned()),
            None => Err(format!("there is no profile \"{}\"", shortened(name))),
            Some(Err(why)) => Err(format!("profile \"{}\" {why}", shortened(name))),
            Some(Ok(seconds)) if *seconds > 0.0 => Ok((seconds.round() as Time).max(1)),
            Some(Ok(_)) => Ok(0),
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
                b"seq" => profile.sequence = words(text, at),
                _ => {}
            }
        }
        profile
    }
}

fn words(text: &[u8], at: usize) -> Vec<Cow<'_, [u8]>> {
    let found = elements(text, at).map_while(Result::ok);
    found.filter_map(|it| word(text, it.start).ok()).collect()
}

type Seconds = Result<f64, String>;

/// The time of the profile called `name`; it and those that it is made of are added to `seconds`.
fn follow(
    name: &[u8],
    written: &BTreeMap<Cow<[u8]>, Profile>,
    seconds: &mut BTreeMap<Box<[u8]>, Seconds>,
    depth: u32,
) -> Seconds {
    if let Some(known) = seconds.get(name) {
        return known.clone();
    }
    let Some(profile) = written.get(name) else {
        return Err(format!(
            "is made of \"{}\", which is missing",
            shortened(name)
        ));
    };
    let time = match &*profile.kind {
        // Since version 5 types are called otherwise.
        b"delay" | b"DelayProfile" => delay("delay", &profile.delay),
        b"composed" | b"SequentialCompositionProfile" => {
            let mut follow = |part: &Cow<[u8]>| match depth {
                DEEPEST.. => Err("is a sequence of itself, or too deep".to_owned()),
                _ => follow(part, written, seconds, depth + 1),
            };
            let once = profile.sequence.iter().map(&mut follow).sum::<Seconds>();
            once.and_then(|once| Ok(once * repeat(&profile.repeat)?))
                .and_then(within)
        }
        b"" => Err("has no type".to_owned()),
        kind => Err(format!(
            "is of type \"{}\", which names no time: it depends on Batsim's platform",
            shortened(kind)
        )),
    };
    // A profile that was given up only for its depth may be known from another start.
    if depth == 0 || time.is_ok() {
        seconds.insert(name.into(), time.clone());
    }
    time
}

fn repeat(word: &[u8]) -> Seconds {
    if word.is_empty() {
        return Ok(1.0);
    }
    delay("repeat", word)
}

/// A number from 0, read as one that may have a fraction.
fn delay(column: &'static str, word: &[u8]) -> Seconds {
    let cell = Cell { column, word };
    let is_number = cell.number(MAX_TIME).is_ok_and(|number| number >= 0);
    let text = std::str::from_utf8(word).ok().filter(|_| is_number);
    let number = text.and_then(|text| text.parse::<f64>().ok());
    number.ok_or_else(|| {
        format!(
            "has no {column} from 0 to {MAX_TIME} but \"{}\"",
            shortened(word)
        )
    })
}

fn within(seconds: f64) -> Seconds {
    if seconds <= MAX_TIME as f64 {
        return Ok(seconds);
    }
    Err(format!("takes longer than {MAX_TIME} s"))
}
