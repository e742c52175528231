//! Algorithm 2, ARTS², line by line.

use super::time_in_words;
use crate::availability::{Carts, Request, Step};
use workload::Time;

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
        let mut writer = Writer {
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
struct Writer<'a> {
    slots: &'a [Step],
    request: &'a Request,
    now: SearchState,
    states: Vec<SearchState>,
}

impl Writer<'_> {
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
    use crate::availability::{Availability, Commitment};

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
    fn followers(line: usize) -> &'static [usize] {
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
        fn lines_follow_one_another_as_written(carts in carts(), request in request()) {
            let states = Search::of(&carts, &request).states;
            prop_assert_eq!(states[0].line, 1);
            prop_assert!([8, 11, 13].contains(&states[states.len() - 1].line));
            for pair in states.windows(2) {
                prop_assert!(followers(pair[0].line).contains(&pair[1].line), "{:?}", pair);
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
