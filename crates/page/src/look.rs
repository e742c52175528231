//! The look of runs in all views: the colouring, and the measured span.

use chart::{ColourBy, Resource};
use export::snapshot::Snapshot;
use scheduling::criteria::span::Span;

/// How runs are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The property that the colours of the Gantt charts show.
    pub colour_by: ColourBy,
    /// What the rows of the Gantt chart are of, where the run knows that.
    pub rows: Resource,
    /// The span that has figures of its own.
    pub span: Option<Span>,
}

/// Changes of the look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Looking {
    /// Colours tell something else.
    ColourBy(ColourBy),
    /// Rows are of something else.
    Rows(Resource),
    /// A span is marked, or none.
    Span(Option<Span>),
}

impl Look {
    pub fn of(snapshot: &Snapshot) -> Self {
        Self { colour_by: snapshot.colour_by, rows: snapshot.rows, span: snapshot.span }
    }

    pub fn after(self, change: Looking) -> Self {
        match change {
            Looking::ColourBy(colour_by) => Self { colour_by, ..self },
            Looking::Rows(rows) => Self { rows, ..self },
            Looking::Span(span) => Self { span, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_leaves_the_rest() {
        let span = Some(Span::between(10, 20));
        let look = Look::default().after(Looking::Span(span));
        let look = look.after(Looking::ColourBy(ColourBy::WAIT));
        let look = look.after(Looking::Rows(Resource::Gpus));
        let expected = Look { colour_by: ColourBy::WAIT, rows: Resource::Gpus, span };
        assert_eq!(look, expected);
        assert_eq!(look.after(Looking::Span(None)).colour_by, ColourBy::WAIT);
        let snapshot = Snapshot { colour_by: ColourBy::WAIT, rows: Resource::Gpus, span, ..Snapshot::default() };
        assert_eq!(Look::of(&snapshot), look);
    }
}
