//! How long it takes to ask, take and give back in a calendar of 100,000 reservations:
//! `cargo bench --bench availability`.
//!
//! Each operation is timed by itself. Beside criterion's estimate, which is of means, stand the
//! median of all operations and the time that all but 1 % of them keep. `BlockedCarts` is what runs
//! use, `Carts` the flat vector with binary search that it has to beat.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::availability::{Availability, BlockedCarts, Carts, Commitment, Request};
use slotscope::workload::Time;
use slotscope::workload::draw::{Draw, Stream};
use slotscope::workload::lublin::Lublin;

const RESERVATIONS: u32 = 100_000;
const PROCESSORS: u32 = 128;
const HOUR: Time = 3_600;
const DAY: Time = 24 * HOUR;
/// The first stream of this file.
const STREAM: u64 = 900;

/// A calendar's reservations, none of which takes what another has.
struct Calendar {
    reservations: Vec<Commitment>,
    end: Time,
}

impl Calendar {
    /// Jobs as Lublin and Feitelson's model draws them, each reserved up to a week ahead at the
    /// earliest time that ARTS² finds.
    fn at_load(load: f64) -> Self {
        let model = Lublin { jobs: RESERVATIONS, processors: PROCESSORS, load: Some(load), ..Lublin::default() };
        // The parameters are fixed and valid.
        let workload = model.generate().unwrap_or_default();
        let mut draw = Draw::new(1, Stream(STREAM));
        let mut calendar = BlockedCarts::new(PROCESSORS);
        let mut reservations = Vec::new();
        for record in workload.records() {
            let request = Request {
                ready: record.submit + Time::from(draw.below((7 * DAY) as u32)),
                deadline: None,
                length: record.run_time.max(1),
                processors: record.requested_processors as u32,
            };
            let Some(start) = calendar.earliest_fit(&request) else {
                continue;
            };
            let end = start + request.length;
            calendar.reserve(start, end, request.processors);
            reservations.push(Commitment { start, end, processors: request.processors });
        }
        Self { end: reservations.iter().map(|it| it.end).max().unwrap_or(0), reservations }
    }

    /// A list in blocks as it becomes by reserving one after the other.
    fn blocked(&self) -> BlockedCarts {
        let mut calendar = BlockedCarts::new(PROCESSORS);
        for it in &self.reservations {
            calendar.reserve(it.start, it.end, it.processors);
        }
        calendar
    }

    /// The slow, obvious twin.
    fn flat(&self) -> Carts {
        Carts::generate(PROCESSORS, &self.reservations)
    }

    /// Requests that are ready anywhere in the calendar; of the reservations' sizes and lengths, or
    /// of those given.
    fn requests(&self, shape: Option<(u32, Time)>) -> Vec<Request> {
        let mut draw = Draw::new(2, Stream(STREAM));
        let of = |it: &Commitment| (it.processors, it.end - it.start);
        (0..1000)
            .map(|_| {
                let model = &self.reservations[draw.below(self.reservations.len() as u32) as usize];
                let (processors, length) = shape.unwrap_or_else(|| of(model));
                Request { ready: (draw.unit() * self.end as f64) as Time, deadline: None, length, processors }
            })
            .collect()
    }
}

/// Times of single operations.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn tell(&mut self, name: &str) {
        self.0.sort_unstable();
        let at = |share: f64| self.0[((self.0.len() - 1) as f64 * share) as usize];
        let (median, most) = (at(0.5), at(0.99));
        let count = self.0.len();
        println!("{name}: median {median:?}, 99 % within {most:?}, of {count}\n");
    }
}

fn time(operation: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    operation();
    begin.elapsed()
}

/// Measures one operation, `each`, on these in turn.
fn measure<T>(criterion: &mut Criterion, name: &str, these: &[T], mut each: impl FnMut(&T) -> Duration) {
    let mut times = Times::default();
    let mut next = these.iter().cycle();
    criterion.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let rounds = (0..rounds).filter_map(|_| next.next());
            let begin = times.0.len();
            times.0.extend(rounds.map(&mut each));
            times.0[begin..].iter().sum()
        });
    });
    if !times.0.is_empty() {
        times.tell(name);
    }
}

fn ask(criterion: &mut Criterion, name: &str, of: &Calendar, calendar: &impl Availability) {
    let shapes = [
        ("a request like the others", None),
        ("the machine for an hour", Some((PROCESSORS, HOUR))),
        // These hardly ever fit: they must skip far.
        ("the machine for a day", Some((PROCESSORS, DAY))),
        ("64 processors for a day", Some((64, DAY))),
        ("8 processors for a month", Some((8, 30 * DAY))),
    ];
    for (what, shape) in shapes {
        let (name, requests) = (format!("{name}: {what}"), of.requests(shape));
        measure(criterion, &name, &requests, |request| {
            time(|| {
                black_box(calendar.earliest_fit(black_box(request)));
            })
        });
    }
}

fn take_and_give(criterion: &mut Criterion, name: &str, of: &Calendar, calendar: &mut impl Availability) {
    let fitting: Vec<Commitment> =
        of.requests(None).iter().filter_map(|it| Some(interval(calendar.earliest_fit(it)?, it))).collect();
    // Too long to fit anywhere: what it costs to pass so many slots.
    let long: Vec<Commitment> = of.requests(Some((1, 30 * DAY))).iter().map(|it| interval(it.ready, it)).collect();
    for (what, intervals) in [("reserve", fitting), ("reserve for a month", long)] {
        measure(criterion, &format!("{name}: {what}"), &intervals, |it| {
            let time = time(|| calendar.reserve(it.start, it.end, it.processors));
            calendar.release(it.start, it.end, it.processors);
            time
        });
    }
    let name = format!("{name}: release");
    measure(criterion, &name, &of.reservations, |it| {
        let time = time(|| calendar.release(it.start, it.end, it.processors));
        calendar.reserve(it.start, it.end, it.processors);
        time
    });
}

fn interval(start: Time, request: &Request) -> Commitment {
    Commitment { start, end: start + request.length, processors: request.processors }
}

fn availability(criterion: &mut Criterion) {
    for load in [0.5, 0.7, 0.9] {
        let calendar = Calendar::at_load(load);
        let (mut blocked, mut flat) = (calendar.blocked(), calendar.flat());
        println!(
            "Load {load}: {} reservations, {} slots, {} days\n",
            calendar.reservations.len(),
            flat.slots().len(),
            calendar.end / DAY
        );
        let name = format!("BlockedCarts, load {load}");
        ask(criterion, &name, &calendar, &blocked);
        take_and_give(criterion, &name, &calendar, &mut blocked);
        let name = format!("Carts, load {load}");
        ask(criterion, &name, &calendar, &flat);
        take_and_give(criterion, &name, &calendar, &mut flat);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1));
    targets = availability
}
criterion_main!(benches);
