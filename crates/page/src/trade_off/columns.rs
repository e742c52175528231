//! The criteria of an exploration as columns and axes, and how they are written.

use crate::words;
use base::text;
use chart::axis::AxisUnit;
use experiment::trade_off::{Average, Criteria, Point};
use scheduling::criteria::Criterion;
use scheduling::system::Unit;

/// A criterion, and where it stands among those that are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub criterion: Criterion,
    place: usize,
}

/// A column for each criterion.
pub fn columns(criteria: &Criteria) -> Vec<Column> {
    criteria.all().iter().enumerate().map(|(place, &criterion)| Column { criterion, place }).collect()
}

impl Column {
    /// Its value, as reports have it.
    pub fn value(self, point: &Point) -> f64 {
        point.at(self.place)
    }

    /// Its name in a sentence and on an axis.
    pub fn name(self) -> String {
        text::in_text(self.criterion.name())
    }

    /// The style of its cells.
    pub fn class(self) -> Option<&'static str> {
        (self.unit() == Unit::Share).then_some("share")
    }

    /// The mean over the seeds.
    pub fn mean(self, average: &Average) -> String {
        words::criterion_value(self.criterion, self.value(&average.mean))
    }

    /// Half the length of the mean's 95 % interval; nothing of a single seed, or where nothing is drawn.
    pub fn half_width(self, average: &Average) -> Option<String> {
        let half_width = self.in_unit(self.value(&average.half_width?));
        Some(match self.unit() {
            Unit::Share => format!("± {}", words::decimal(half_width * 100.0, 1)),
            unit => format!("± {}", words::in_unit(unit, half_width)),
        })
    }

    /// Both.
    pub fn with_interval(self, average: &Average) -> String {
        let mean = self.mean(average);
        match self.half_width(average) {
            Some(half_width) => format!("{mean} {half_width}"),
            None => mean,
        }
    }

    /// Its unit along an axis whose greatest value is this, as reports have it.
    pub fn axis_unit(self, greatest: f64) -> AxisUnit {
        AxisUnit::of(self.unit(), self.in_unit(greatest))
    }

    /// A value along an axis in this unit.
    pub fn along(self, point: &Point, unit: AxisUnit) -> f64 {
        self.in_unit(self.value(point)) / unit.size
    }

    /// The label of an axis.
    pub fn label(self, unit: AxisUnit) -> String {
        match unit.symbol {
            "" => self.name(),
            symbol => format!("{} ({symbol})", self.name()),
        }
    }

    /// The unit of its written values.
    fn unit(self) -> Unit {
        self.criterion.unit().base()
    }

    fn in_unit(self, value: f64) -> f64 {
        value * self.criterion.unit().size()
    }
}
