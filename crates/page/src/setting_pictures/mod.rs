//! Small schedules that show the effect of a setting. Their bars stand here, because the page that draws them has no
//! simulator; a test runs the jobs and compares every bar.

#[cfg(test)]
mod tests;

use experiment::knobs::abouts;
use scheduling::policy::local::QueuePolicy;
use workload::reserve::RequestKind;

/// A small schedule.
#[derive(Debug, PartialEq, Eq)]
pub struct SettingPicture {
    /// The value of the setting that it shows.
    pub name: &'static str,
    pub processors: u32,
    /// How long it is, in seconds.
    pub until: u32,
    /// The jobs on their processors.
    pub bars: &'static [PictureBar],
    /// The period whose multiples are marked; 0 for none.
    pub period: u32,
}

/// A job on its processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureBar {
    /// The number of the job, counted from 1 in order of submission.
    pub job: u32,
    /// Whether it is an advance reservation.
    pub is_reservation: bool,
    /// Its lowest processor, counted from 0.
    pub first: u32,
    pub processors: u32,
    /// When it starts, in seconds.
    pub start: u32,
    pub end: u32,
}

/// A place in a picture, in percent of its width and its height, from the left and from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PicturePlace {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl SettingPicture {
    /// The place of a bar: time goes to the right, processors downwards, as in the Gantt chart.
    pub fn place(&self, bar: &PictureBar) -> PicturePlace {
        let part = |some: u32, of: u32| 100.0 * f64::from(some) / f64::from(of);
        PicturePlace {
            left: part(bar.start, self.until),
            top: part(bar.first, self.processors),
            width: part(bar.end - bar.start, self.until),
            height: part(bar.processors, self.processors),
        }
    }

    /// Where the multiples of its period are, in percent of its width.
    pub fn marks(&self) -> Vec<f64> {
        let times = (0..self.until).step_by(self.period.max(1) as usize);
        let times = times.filter(|&it| self.period > 0 && it > 0);
        let place = |time| 100.0 * f64::from(time) / f64::from(self.until);
        times.map(place).collect()
    }
}

/// A batch job on processors from `first` on.
const fn batch(job: u32, (first, processors): (u32, u32), (start, end): (u32, u32)) -> PictureBar {
    PictureBar { job, is_reservation: false, first, processors, start, end }
}

/// The same of a reservation.
const fn reserved(job: u32, places: (u32, u32), times: (u32, u32)) -> PictureBar {
    PictureBar { is_reservation: true, ..batch(job, places, times) }
}

/// Five jobs on five processors, all submitted at once, with the queue policy of this name.
const fn queue(name: &'static str, bars: &'static [PictureBar]) -> SettingPicture {
    SettingPicture { name, processors: 5, until: 19, bars, period: 0 }
}

pub const STRICT_FCFS: SettingPicture = queue(
    "Strict FCFS",
    &[
        batch(1, (0, 3), (0, 4)),
        batch(2, (0, 4), (4, 7)),
        batch(3, (0, 5), (7, 9)),
        batch(4, (0, 1), (9, 19)),
        batch(5, (1, 1), (9, 15)),
    ],
);

/// FCFS with backfilling, without promises.
pub const FCFS_BACKFILLING: SettingPicture = queue(
    "FCFS with backfilling",
    &[
        batch(1, (0, 3), (0, 4)),
        batch(2, (0, 3), (6, 9)),
        batch(2, (4, 1), (6, 9)),
        batch(3, (0, 5), (10, 12)),
        batch(4, (3, 1), (0, 10)),
        batch(5, (4, 1), (0, 6)),
    ],
);

/// EASY backfilling.
pub const EASY: SettingPicture = queue(
    "EASY backfilling",
    &[
        batch(1, (0, 3), (0, 4)),
        batch(2, (0, 3), (4, 7)),
        batch(2, (4, 1), (4, 7)),
        batch(3, (0, 5), (10, 12)),
        batch(4, (3, 1), (0, 10)),
        batch(5, (0, 1), (12, 18)),
    ],
);

/// Conservative backfilling.
pub const CONSERVATIVE: SettingPicture = queue(
    "Conservative backfilling",
    &[
        batch(1, (0, 3), (0, 4)),
        batch(2, (0, 3), (4, 7)),
        batch(2, (4, 1), (4, 7)),
        batch(3, (0, 5), (7, 9)),
        batch(4, (0, 1), (9, 19)),
        batch(5, (3, 1), (0, 6)),
    ],
);

/// Jobs that are forwarded when they arrive.
pub const PERIOD_0: SettingPicture = SettingPicture {
    name: "δ = 0",
    processors: 4,
    until: 16,
    bars: &[batch(1, (0, 2), (1, 5)), batch(2, (2, 1), (3, 8)), batch(3, (0, 2), (5, 8)), batch(4, (0, 2), (8, 12))],
    period: 0,
};

/// Jobs that are forwarded at multiples of a period.
pub const PERIOD_6: SettingPicture = SettingPicture {
    name: "δ = 6",
    period: 6,
    bars: &[
        batch(1, (0, 2), (6, 10)),
        batch(2, (2, 1), (6, 11)),
        batch(3, (0, 2), (10, 13)),
        batch(4, (2, 2), (12, 16)),
    ],
    ..PERIOD_0
};

/// Three batch jobs.
pub const NO_RESERVATION: SettingPicture = SettingPicture {
    name: "No job reserves",
    processors: 4,
    until: 15,
    bars: &[batch(1, (0, 3), (0, 4)), batch(2, (0, 2), (4, 10)), batch(3, (0, 4), (10, 13))],
    period: 0,
};

pub const ONE_RESERVATION: SettingPicture = SettingPicture {
    name: "Job 3 reserves",
    bars: &[batch(1, (0, 3), (0, 4)), batch(2, (0, 2), (9, 15)), reserved(3, (0, 4), (6, 9))],
    ..NO_RESERVATION
};

/// Two fixed requests for the same time.
pub const FIXED: SettingPicture = SettingPicture {
    name: "Fixed: job 2 is late",
    processors: 4,
    until: 12,
    bars: &[reserved(1, (0, 3), (4, 8)), reserved(2, (0, 3), (8, 12))],
    period: 0,
};

/// The second one may begin earlier.
pub const FLEXIBLE: SettingPicture = SettingPicture {
    name: "Flexible: job 2 is in time",
    bars: &[reserved(1, (0, 3), (4, 8)), reserved(2, (0, 3), (0, 4))],
    ..FIXED
};

const REQUESTS: &[&SettingPicture] = &[&FIXED, &FLEXIBLE];

/// Of settings, by the keys of their rows.
const OF_ROWS: &[(&str, &[&SettingPicture])] = &[
    ("queue", &[&STRICT_FCFS, &FCFS_BACKFILLING, &EASY, &CONSERVATIVE]),
    ("period", &[&PERIOD_0, &PERIOD_6]),
    ("share", &[&NO_RESERVATION, &ONE_RESERVATION]),
    ("request-kind", REQUESTS),
];

/// Of values, by their explanations.
const OF_VALUES: &[(&str, &[&SettingPicture])] = &[
    (QueuePolicy::Fcfs.about(), &[&STRICT_FCFS]),
    (QueuePolicy::FcfsBackfilling.about(), &[&FCFS_BACKFILLING]),
    (QueuePolicy::Easy.about(), &[&EASY]),
    (QueuePolicy::Conservative.about(), &[&CONSERVATIVE]),
    (RequestKind::Fixed.about(), REQUESTS),
    (RequestKind::Flexible.about(), REQUESTS),
];

/// The pictures for an explanation; none for most. Several explanations together have those of the first.
pub fn pictures_of(explanation: &str) -> &'static [&'static SettingPicture] {
    let is_said = |text: &str| explanation.contains(text);
    let of_row = OF_ROWS.iter().find(|(key, _)| abouts(key).into_iter().any(is_said));
    of_row.or_else(|| OF_VALUES.iter().find(|it| is_said(it.0))).map_or(&[], |it| it.1)
}
