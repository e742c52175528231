//! The shapes of waiting jobs that decide whether any of them fits.

use workload::Time;

/// The values that decide whether a job fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Size.
    pub processors: u32,
    /// Limit, in seconds.
    pub limit: Time,
}

/// The Pareto front of the shapes of some jobs: no other job is both as small and as short, so
/// wherever one of the jobs fits, one of these does. By size, and so from the longest to the
/// shortest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    shapes: Vec<Shape>,
}

impl Front {
    /// Another job. Whether the front is another now.
    pub fn add(&mut self, shape: Shape) -> bool {
        let as_small = |it: &Shape| it.processors <= shape.processors;
        let smaller = |it: &Shape| it.processors < shape.processors;
        let above = self.shapes.partition_point(as_small);
        if above > 0 && self.shapes[above - 1].limit <= shape.limit {
            return false;
        }
        let from = self.shapes.partition_point(smaller);
        let covered = self.shapes[from..].iter();
        let covered = covered.take_while(|it| it.limit >= shape.limit).count();
        match covered {
            0 => self.shapes.insert(from, shape),
            1 => self.shapes[from] = shape,
            _ => {
                self.shapes[from] = shape;
                self.shapes.drain(from + 1..from + covered);
            }
        }
        true
    }

    /// All jobs of another front.
    pub fn add_all(&mut self, other: &Self) {
        for &shape in &other.shapes {
            self.add(shape);
        }
    }

    /// Whether a job of this shape may be one of those that decide.
    pub fn has(&self, shape: Shape) -> bool {
        let smaller = |it: &Shape| it.processors < shape.processors;
        self.shapes.get(self.shapes.partition_point(smaller)) == Some(&shape)
    }

    /// Forgets all jobs.
    pub fn clear(&mut self) {
        self.shapes.clear();
    }

    /// Whether any of the jobs fits on at most `free` processors, as `fits` decides.
    pub fn any(&self, free: u32, fits: &mut impl FnMut(Shape) -> bool) -> bool {
        let small = self.shapes.iter().take_while(|it| it.processors <= free);
        let mut small = small.copied();
        small.any(fits)
    }
}
