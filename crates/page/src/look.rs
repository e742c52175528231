//! How the runs are looked at, whatever the view: what colours tell, and which time counts.

use chart::ColourBy;
use export::snapshot::Snapshot;
use scheduling::criteria::span::Span;

/// How runs are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// What the colours of the Gantt charts tell.
    pub colour_by: ColourBy,
    /// The span that has figures of its own.
    pub span: Option<Span>,
}

/// What can be changed of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Looking {
    /// Colours tell something else.
    ColourBy(ColourBy),
    /// A span is marked, or none.
    Span(Option<Span>),
}

impl Look {
    /// As a snapshot has it.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self {
            colour_by: snapshot.colour_by,
            span: snapshot.span,
        }
    }

    /// What it is after a change.
    pub fn after(self, change: Looking) -> Self {
        match change {
            Looking::ColourBy(colour_by) => Self { colour_by, ..self },
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
        let expected = Look {
            colour_by: ColourBy::WAIT,
            span,
        };
        assert_eq!(look, expected);
        assert_eq!(look.after(Looking::Span(None)).colour_by, ColourBy::WAIT);
        let snapshot = Snapshot {
            colour_by: ColourBy::WAIT,
            span,
            ..Snapshot::default()
        };
        assert_eq!(Look::of(&snapshot), look);
    }
}
