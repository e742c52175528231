//! Algorithms 1 and 2 line by line: every line that is executed leaves a state.
//!
//! The lines are those of the corrected algorithms, as in [`super::Carts`]; [`ALGORITHM_1`] and
//! [`ALGORITHM_2`] are the text that a reader sees beside the states. Where the printed version
//! (Kurowski et al. 2011, Sects. 3.4 and 3.5) differs, [`PRINT_1`] and [`PRINT_2`] say so.

use super::{BEGINNING, Carts, Commitment, Request, Step};
use base::ordering::sort_by_key;
use workload::Time;

/// A time as the states write it: the first slot begins at −∞.
pub fn time_in_words(time: Time) -> String {
    match time {
        BEGINNING => "−∞".to_owned(),
        time => time.to_string(),
    }
}

/// The lines of the corrected algorithm, indented by four blanks a level. A start `tˢᵢ` after the
/// last counts as ∞.
pub const ALGORITHM_1: [&str; 11] = [
    "v ← 1;  t₁ ← −∞;  m₁ ← m;  free ← m",
    "i ← 1;  j ← 1",
    "while j ≤ |AR| do",
    "    t ← min(tˢᵢ, tᵉⱼ)",
    "    while j ≤ |AR| and tᵉⱼ = t do",
    "        free ← free + size;  j ← j + 1",
    "    while i ≤ |AR| and tˢᵢ = t do",
    "        free ← free − size;  i ← i + 1",
    "    if free ≠ mᵥ then",
    "        v ← v + 1;  tᵥ ← t;  mᵥ ← free",
    "return ((t₁, m₁), …, (tᵥ, mᵥ))",
];

/// The errors of the printed algorithm, and how it is meant.
pub const PRINT_1: &str = "The print joins the conditions of its loops by OR, with which they would \
    run past the ends of the arrays; AND is meant. It takes all starts of a moment before the ends, \
    and can leave slots that equal their neighbour; here a slot begins only where the processors \
    taken and given back at one moment do not cancel.";

/// An entry of the sorted arrays: a reservation starts or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When, in seconds.
    pub time: Time,
    /// How many processors it takes or gives back.
    pub processors: u32,
    /// Which reservation, counted from 0 in the order in which they were given.
    pub of: usize,
}

/// The variables after a line has been executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerationState {
    /// The line, counted from 1.
    pub line: usize,
    /// The next start, counted from 1; above the number of reservations after the last.
    pub i: usize,
    /// The next end, likewise.
    pub j: usize,
    /// The moment looked at.
    pub now: Option<Time>,
    /// Free processors from that moment on, as far as counted.
    pub free: i64,
    pub slots: Vec<Step>,
    /// Index of the slot that this line made or compared with.
    pub touched: Option<usize>,
    /// The line with its values.
    pub words: String,
}

/// Algorithm 1 on some reservations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    /// The starts, sorted.
    pub starts: Vec<Change>,
    /// The ends, sorted.
    pub ends: Vec<Change>,
    /// A state for each line executed, in order; never empty.
    pub states: Vec<GenerationState>,
}

impl Generation {
    /// Executes Algorithm 1 on a provider of `capacity` processors. Commitments without length are
    /// left out, as [`crate::availability::Carts::generate`] does. Every state holds the slots so far:
    /// O(n²) of memory for n reservations, meant for a blackboard's worth of them.
    pub fn of(capacity: u32, commitments: &[Commitment]) -> Self {
        let (starts, ends) = sorted(commitments);
        let mut writer = Writer::new(capacity, starts, ends);
        writer.run();
        Self { starts: writer.starts, ends: writer.ends, states: writer.states }
    }

    pub fn slots(&self) -> &[Step] {
        self.states.last().map_or(&[], |state| state.slots.as_slice())
    }
}

/// Starts and ends, each sorted by time.
fn sorted(commitments: &[Commitment]) -> (Vec<Change>, Vec<Change>) {
    let real = commitments.iter().enumerate().filter(|(_, it)| it.start < it.end);
    let change = |of, time, processors| Change { time, processors, of };
    let (mut starts, mut ends): (Vec<_>, Vec<_>) = real
        .map(|(of, it)| {
            let (start, end) = (it.start, it.end);
            (change(of, start, it.processors), change(of, end, it.processors))
        })
        .unzip();
    sort_by_key(&mut starts, |it| it.time);
    sort_by_key(&mut ends, |it| it.time);
    (starts, ends)
}

/// The algorithm, writing down every line.
struct Writer {
    starts: Vec<Change>,
    ends: Vec<Change>,
    i: usize,
    j: usize,
    now: Option<Time>,
    free: i64,
    slots: Vec<Step>,
    states: Vec<GenerationState>,
}

impl Writer {
    fn new(capacity: u32, starts: Vec<Change>, ends: Vec<Change>) -> Self {
        let free = i64::from(capacity);
        let start = BEGINNING;
        Self { starts, ends, i: 0, j: 0, now: None, free, slots: vec![Step { start, free }], states: Vec::new() }
    }

    fn write(&mut self, line: usize, touched: Option<usize>, words: String) {
        self.states.push(GenerationState {
            line,
            i: self.i + 1,
            j: self.j + 1,
            now: self.now,
            free: self.free,
            slots: self.slots.clone(),
            touched,
            words,
        });
    }

    fn run(&mut self) {
        let first = format!("One slot from −∞, with all {} processors free.", self.free);
        self.write(1, Some(0), first);
        self.write(2, None, "Both arrays from their beginning.".to_owned());
        let count = self.ends.len();
        // Every start has its end, so the ends run out last.
        while self.j < count {
            let left = format!("j = {} of {count}: there are ends left.", self.j + 1);
            self.write(3, None, left);
            self.next_moment();
            self.take_ends();
            self.take_starts();
            self.compare();
        }
        let none = format!("j = {}, all {count} ends are taken.", self.j + 1);
        self.write(3, None, none);
        let slots = format!("{} slots.", self.slots.len());
        self.write(11, None, slots);
    }

    /// Line 4.
    fn next_moment(&mut self) {
        let (start, end) = (self.starts.get(self.i), self.ends[self.j].time);
        let now = start.map_or(end, |start| start.time.min(end));
        self.now = Some(now);
        let start = start.map_or("∞".to_owned(), |start| start.time.to_string());
        self.write(4, None, format!("t = min({start}, {end}) = {now}"));
    }

    /// Lines 5 and 6.
    fn take_ends(&mut self) {
        while let Some(end) = next_at(&self.ends, self.j, self.now) {
            let number = self.j + 1;
            self.write(5, None, format!("Yes: end {number} is at {}.", end.time));
            self.free += i64::from(end.processors);
            self.j += 1;
            let words = format!("{} given back: free = {}", end.processors, self.free);
            self.write(6, None, words);
        }
        let words = no_more("end", &self.ends, self.j, self.now);
        self.write(5, None, words);
    }

    /// Lines 7 and 8.
    fn take_starts(&mut self) {
        while let Some(start) = next_at(&self.starts, self.i, self.now) {
            let number = self.i + 1;
            self.write(7, None, format!("Yes: start {number} is at {}.", start.time));
            self.free -= i64::from(start.processors);
            self.i += 1;
            let words = format!("{} taken: free = {}", start.processors, self.free);
            self.write(8, None, words);
        }
        let words = no_more("start", &self.starts, self.i, self.now);
        self.write(7, None, words);
    }

    /// Lines 9 and 10.
    fn compare(&mut self) {
        let last = self.slots.len() - 1;
        let (free, before) = (self.free, self.slots[last].free);
        if free == before {
            let words = format!("{free} = {before}: nothing changes here, no slot begins.");
            return self.write(9, Some(last), words);
        }
        let words = format!("{free} ≠ {before}: a slot begins here.");
        self.write(9, Some(last), words);
        let start = self.now.unwrap_or(BEGINNING);
        self.slots.push(Step { start, free });
        let words = format!("Slot {}: from {}, {free} free.", last + 2, time_in_words(start));
        self.write(10, Some(last + 1), words);
    }
}

/// The change at this index, if it is at that moment.
fn next_at(changes: &[Change], index: usize, now: Option<Time>) -> Option<Change> {
    changes.get(index).copied().filter(|it| Some(it.time) == now)
}

/// Why a loop over changes ends.
fn no_more(kind: &str, changes: &[Change], index: usize, now: Option<Time>) -> String {
    let now = now.map_or_else(String::new, time_in_words);
    match changes.get(index) {
        Some(next) => format!("No: the next {kind} is at {}, not at {now}.", next.time),
        None => format!("No: there is no {kind} left."),
    }
}

/// The lines of the corrected algorithm, indented by four blanks a level. Without a deadline, d is ∞.
pub const ALGORITHM_2: [&str; 13] = [
    "low ← 1;  high ← v",
    "while low < high do",
    "    middle ← ⌈(low + high) / 2⌉",
    "    if t of middle ≤ r then low ← middle else high ← middle − 1",
    "i ← low;  start ← r",
    "while start + p ≤ d do",
    "    if mᵢ < size then",
    "        if i = v then return none",
    "        start ← tᵢ₊₁",
    "    else if i = v or tᵢ₊₁ ≥ start + p then",
    "        return start",
    "    i ← i + 1",
    "return none",
];

/// The errors of the printed algorithm, and how it is meant.
pub const PRINT_2: &str = "The print starts only where a slot starts, and so misses a start inside \
    the slot that holds r. It reads a slot after the last one, whose end it needs, and it returns its \
    last candidate even if nothing fits. Here a start may lie inside a slot, the last slot has no end, \
    and no fit is none.";

/// The result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It goes on.
    NotYet,
    /// The earliest start.
    Start(Time),
    /// The request never fits.
    Never,
}

/// The variables after a line has been executed. Slots are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// The line, counted from 1.
    pub line: usize,
    /// The slots among which the binary search still looks.
    pub low: usize,
    /// The last of them.
    pub high: usize,
    /// The slot in their middle, while it is compared.
    pub middle: Option<usize>,
    /// The slot looked at, once it is found.
    pub i: Option<usize>,
    /// The candidate for the start.
    pub start: Option<Time>,
    /// The answer so far.
    pub found: Found,
    /// The line with its values.
    pub words: String,
}

/// Algorithm 2 for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub slots: Vec<Step>,
    /// A state for each line executed, in order; never empty.
    pub states: Vec<SearchState>,
}

impl Search {
    /// Executes Algorithm 2 on the slots of a provider. O(v) states for v slots.
    pub fn of(carts: &Carts, request: &Request) -> Self {
        let mut writer = SearchWriter {
            slots: carts.slots(),
            request,
            now: SearchState {
                line: 1,
                low: 1,
                high: carts.slots().len(),
                middle: None,
                i: None,
                start: None,
                found: Found::NotYet,
                words: String::new(),
            },
            states: Vec::new(),
        };
        writer.find_first();
        writer.now.found = writer.find_start().map_or(Found::Never, Found::Start);
        // The return value is known after the last line.
        if let Some(last) = writer.states.last_mut() {
            last.found = writer.now.found;
        }
        Self { slots: carts.slots().to_vec(), states: writer.states }
    }

    /// The earliest start, or none.
    pub fn earliest(&self) -> Option<Time> {
        match self.states.last()?.found {
            Found::Start(time) => Some(time),
            Found::NotYet | Found::Never => None,
        }
    }
}

/// The algorithm, writing down every line.
struct SearchWriter<'a> {
    slots: &'a [Step],
    request: &'a Request,
    now: SearchState,
    states: Vec<SearchState>,
}

impl SearchWriter<'_> {
    fn write(&mut self, line: usize, words: String) {
        self.states.push(SearchState { line, words, ..self.now.clone() });
    }

    /// A slot by its number, counted from 1.
    fn slot(&self, number: usize) -> Step {
        self.slots[number - 1]
    }

    /// Lines 1 to 4: binary search for the slot that holds the ready time.
    fn find_first(&mut self) {
        let ready = self.request.ready;
        self.write(1, format!("All {} slots are possible.", self.slots.len()));
        while self.now.low < self.now.high {
            let (low, high) = (self.now.low, self.now.high);
            self.write(2, format!("{low} < {high}: more than one slot is left."));
            let middle = (low + high).div_ceil(2);
            self.now.middle = Some(middle);
            self.write(3, format!("The middle one of {low} to {high} is {middle}."));
            let start = self.slot(middle).start;
            let words = if start <= ready {
                self.now.low = middle;
                format!("{} ≤ {ready}: r is not before it.", time_in_words(start))
            } else {
                self.now.high = middle - 1;
                format!("{} > {ready}: r is before it.", time_in_words(start))
            };
            self.write(4, words);
            self.now.middle = None;
        }
        let low = self.now.low;
        self.write(2, format!("Only slot {low} is left: it holds r."));
    }

    /// Lines 5 to 13: slot after slot.
    fn find_start(&mut self) -> Option<Time> {
        let request = self.request;
        let size = i64::from(request.processors);
        let mut start = request.ready;
        let mut i = self.now.low;
        (self.now.i, self.now.start) = (Some(i), Some(start));
        self.write(5, format!("i = {i}, start = {start}"));
        while request.meets_deadline(start) {
            let end = start.saturating_add(request.length);
            self.write(6, format!("{end} is no later than the deadline."));
            let free = self.slot(i).free;
            let next = self.slots.get(i).map(|slot| slot.start);
            if free < size {
                self.write(7, format!("Yes: slot {i} has {free}, {size} are asked for."));
                let Some(next) = next else {
                    self.write(8, "It is the last slot: the request never fits.".to_owned());
                    return None;
                };
                self.write(8, "No, there is a slot after it.".to_owned());
                start = next;
                self.now.start = Some(start);
                self.write(9, format!("start = {start}, where slot {} begins.", i + 1));
            } else {
                self.write(7, format!("No: slot {i} has {free}, enough for {size}."));
                if next.is_none_or(|next| next >= end) {
                    self.write(10, format!("Yes: this slot lasts until {end} at least."));
                    self.write(11, format!("The earliest start is {start}."));
                    return Some(start);
                }
                let words = format!("No: slot {} has to be looked at too.", i + 1);
                self.write(10, words);
            }
            i += 1;
            self.now.i = Some(i);
            self.write(12, format!("i = {i}"));
        }
        let end = start.saturating_add(request.length);
        self.write(6, format!("No: {end} is after the deadline."));
        self.write(13, "No start is early enough.".to_owned());
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::availability::{Availability, Carts, Commitment};

    fn commitments() -> impl Strategy<Value = Vec<Commitment>> {
        let one = (0..40i64, -2..15i64, 1..=6u32);
        proptest::collection::vec(one, 0..20).prop_map(|all| {
            let commitment = |(start, length, processors)| Commitment { start, end: start + length, processors };
            all.into_iter().map(commitment).collect()
        })
    }

    /// The lines that may follow a line.
    fn followers(line: usize) -> &'static [usize] {
        match line {
            1 => &[2],
            2 => &[3],
            3 => &[4, 11],
            4 => &[5],
            5 => &[6, 7],
            6 => &[5],
            7 => &[8, 9],
            8 => &[7],
            9 => &[3, 10],
            10 => &[3],
            _ => &[],
        }
    }

    proptest! {
        #[test]
        fn it_comes_to_the_slots_of_carts(capacity in 1..12u32, given in commitments()) {
            let traced = Generation::of(capacity, &given);
            let carts = Carts::generate(capacity, &given);
            prop_assert_eq!(traced.slots(), carts.slots());
        }

        #[test]
        fn lines_follow_one_another_as_written(given in commitments()) {
            let traced = Generation::of(8, &given);
            let lines: Vec<usize> = traced.states.iter().map(|state| state.line).collect();
            prop_assert_eq!(lines.first(), Some(&1));
            prop_assert_eq!(lines.last(), Some(&ALGORITHM_1.len()));
            for pair in lines.windows(2) {
                prop_assert!(followers(pair[0]).contains(&pair[1]), "{:?}", pair);
            }
        }

        #[test]
        fn only_line_10_makes_slots_and_none_is_changed(given in commitments()) {
            let states = Generation::of(8, &given).states;
            for pair in states.windows(2) {
                let (before, after) = (&pair[0].slots, &pair[1].slots);
                prop_assert!(after.starts_with(before));
                prop_assert_eq!(after.len() - before.len(), usize::from(pair[1].line == 10));
                prop_assert!(pair[1].i >= pair[0].i && pair[1].j >= pair[0].j);
            }
        }
    }

    #[test]
    fn a_reservation_that_follows_another_of_its_size_begins_no_slot() {
        let commitment = |start, end| Commitment { start, end, processors: 3 };
        let traced = Generation::of(4, &[commitment(10, 20), commitment(20, 30)]);
        let starts: Vec<Time> = traced.slots().iter().map(|slot| slot.start).collect();
        assert_eq!(starts, [BEGINNING, 10, 30]);
        let at_20: Vec<usize> = traced.states.iter().filter(|it| it.now == Some(20)).map(|it| it.line).collect();
        assert_eq!(at_20, [4, 5, 6, 5, 7, 8, 7, 9, 3]);
    }

    fn carts() -> impl Strategy<Value = Carts> {
        let one = (0..40i64, 1..15i64, 1..=6u32);
        proptest::collection::vec(one, 0..15).prop_map(|all| {
            let commitment = |(start, length, processors)| Commitment { start, end: start + length, processors };
            let all: Vec<Commitment> = all.into_iter().map(commitment).collect();
            Carts::generate(8, &all)
        })
    }

    fn request() -> impl Strategy<Value = Request> {
        let deadline = proptest::option::of(0..70i64);
        (-5..50i64, deadline, 1..20i64, 1..=9u32).prop_map(|(ready, deadline, length, processors)| Request {
            ready,
            deadline,
            length,
            processors,
        })
    }

    /// The lines that may follow a line.
    fn followers_of_search(line: usize) -> &'static [usize] {
        match line {
            1 => &[2],
            2 => &[3, 5],
            3 => &[4],
            4 => &[2],
            5 => &[6],
            6 => &[7, 13],
            7 => &[8, 10],
            8 => &[9],
            9 => &[12],
            10 => &[11, 12],
            12 => &[6],
            _ => &[],
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_carts_finds(carts in carts(), request in request()) {
            let traced = Search::of(&carts, &request);
            prop_assert_eq!(traced.earliest(), carts.earliest_fit(&request));
            let last = traced.states.last().unwrap().found;
            prop_assert!(last != Found::NotYet);
            let before = &traced.states[..traced.states.len() - 1];
            prop_assert!(before.iter().all(|state| state.found == Found::NotYet));
        }

        #[test]
        fn it_looks_at_as_many_slots_as_carts(carts in carts(), request in request()) {
            let traced = Search::of(&carts, &request);
            let looked = traced.states.iter().filter(|state| state.line == 7).count();
            prop_assert_eq!(looked, carts.earliest_fit_counting(&request).1);
        }

        #[test]
        fn lines_of_a_search_follow_one_another_as_written(carts in carts(), request in request()) {
            let states = Search::of(&carts, &request).states;
            prop_assert_eq!(states[0].line, 1);
            prop_assert!([8, 11, 13].contains(&states[states.len() - 1].line));
            for pair in states.windows(2) {
                prop_assert!(followers_of_search(pair[0].line).contains(&pair[1].line), "{:?}", pair);
            }
        }

        #[test]
        fn the_binary_search_finds_the_slot_that_holds_the_ready_time(carts in carts(), request in request()) {
            let states = Search::of(&carts, &request).states;
            let first = states.iter().find_map(|state| state.i).unwrap();
            let slots = carts.slots();
            prop_assert!(slots[first - 1].start <= request.ready);
            prop_assert!(slots.get(first).is_none_or(|next| next.start > request.ready));
        }
    }
}
