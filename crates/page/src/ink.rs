//! Strokes of a pen or a highlighter that a lecturer draws over a view. They last until another view or step is
//! shown.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::reduce::Reduce;

/// The tools that draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// A thin opaque line.
    Pen,
    /// A broad, transparent line.
    Highlighter,
}

impl Tool {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 2] = [Self::Pen, Self::Highlighter];

    /// Its name in ids.
    pub fn id(self) -> &'static str {
        match self {
            Self::Pen => "pen",
            Self::Highlighter => "highlighter",
        }
    }

    /// The words on its button.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pen => "Pen",
            Self::Highlighter => "Highlighter",
        }
    }
}

/// A place, in CSS pixels.
pub type Place = (f64, f64);

/// A part of the view that scrolls by itself, numbered as it is first drawn upon.
pub type Part = usize;

/// Points nearer than this to the last one add nothing to a stroke, in CSS pixels.
const NEAR: f64 = 1.5;

/// A line drawn in one go.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// What it is drawn with.
    pub tool: Tool,
    /// The part of the view that it lies on, and scrolls with.
    pub part: Part,
    /// Its points, in the coordinates of the part's content; at least one.
    points: Vec<Place>,
}

impl Stroke {
    /// Its path, as the `d` of an SVG path in the coordinates of the part's content. A single point is a dot.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for (at, (x, y)) in self.points.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            path += &format!("{letter}{x:.1} {y:.1}");
        }
        if let [_] = self.points.as_slice() {
            path += "h0.01";
        }
        path
    }

    fn extend(&mut self, place: Place) {
        let is_near = self.points.last().is_some_and(|last| {
            let (across, down) = (place.0 - last.0, place.1 - last.1);
            across.hypot(down) < NEAR
        });
        if !is_near {
            self.points.push(place);
        }
    }
}

/// Changes of the strokes. Places are those of the pointer over the view.
#[derive(Clone, Debug, PartialEq)]
pub enum InkAction {
    /// A tool is chosen in place of the present one.
    Take(Tool),
    /// No tool is chosen any more.
    PutAway,
    /// A stroke begins on a part of the view, which is scrolled by this much.
    Begin(Part, Place, Place),
    /// It goes on to a place.
    Extend(Place),
    /// It ends.
    End,
    /// A part of the view is scrolled by this much.
    Scrolled(Part, Place),
    /// All strokes are removed.
    Clear,
    /// A view or a step of a lesson is shown: if it is another one, the strokes go.
    Look(String),
}

/// The tool in hand, and the strokes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ink {
    /// The tool in hand.
    pub tool: Option<Tool>,
    strokes: Vec<Rc<Stroke>>,
    /// Whether the last stroke is being drawn.
    drawing: bool,
    /// How far each part of the view is scrolled.
    scrolled: BTreeMap<Part, Place>,
    /// The view, and of lessons the step.
    sheet: String,
}

impl Ink {
    /// The strokes on the present sheet, in the order in which they were drawn.
    pub fn strokes_on(&self, sheet: &str) -> &[Rc<Stroke>] {
        match self.sheet == sheet {
            true => &self.strokes,
            false => &[],
        }
    }

    /// How far the content of a part of the view is moved on the screen.
    pub fn moved(&self, part: Part) -> Place {
        let (x, y) = self.scrolled_by(part);
        (-x, -y)
    }

    fn scrolled_by(&self, part: Part) -> Place {
        self.scrolled.get(&part).copied().unwrap_or_default()
    }

    /// The place in the content of a part at which the pointer is.
    fn within(&self, part: Part, (x, y): Place) -> Place {
        let (across, down) = self.scrolled_by(part);
        (x + across, y + down)
    }

    fn clear(&mut self) {
        self.strokes.clear();
        self.drawing = false;
    }
}

impl Reduce for Ink {
    type Action = InkAction;

    fn apply(&mut self, action: InkAction) {
        match action {
            InkAction::Take(tool) => {
                self.drawing = false;
                self.tool = (self.tool != Some(tool)).then_some(tool);
            }
            InkAction::PutAway => (self.tool, self.drawing) = (None, false),
            InkAction::Begin(part, scrolled, place) => {
                let Some(tool) = self.tool else {
                    return;
                };
                self.scrolled.insert(part, scrolled);
                let points = vec![self.within(part, place)];
                self.strokes.push(Rc::new(Stroke { tool, part, points }));
                self.drawing = true;
            }
            InkAction::Extend(place) => {
                let part = self.strokes.last().map(|it| it.part);
                let place = part.map(|part| self.within(part, place));
                let stroke = self.strokes.last_mut().filter(|_| self.drawing);
                if let Some((stroke, place)) = stroke.zip(place) {
                    Rc::make_mut(stroke).extend(place);
                }
            }
            InkAction::End => self.drawing = false,
            InkAction::Scrolled(part, by) => {
                self.scrolled.insert(part, by);
            }
            InkAction::Clear => self.clear(),
            InkAction::Look(sheet) if sheet != self.sheet => {
                self.clear();
                self.scrolled.clear();
                self.sheet = sheet;
            }
            InkAction::Look(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOP: Place = (0.0, 0.0);

    fn after(actions: impl IntoIterator<Item = InkAction>) -> Ink {
        let mut ink = Ink::default();
        let look = InkAction::Look("gantt".to_owned());
        for action in std::iter::once(look).chain(actions) {
            ink.apply(action);
        }
        ink
    }

    /// A stroke of the pen from (10, 10) to (20, 10).
    fn drawn() -> Vec<InkAction> {
        vec![
            InkAction::Take(Tool::Pen),
            InkAction::Begin(0, TOP, (10.0, 10.0)),
            InkAction::Extend((20.0, 10.0)),
            InkAction::End,
        ]
    }

    fn paths(ink: &Ink) -> Vec<String> {
        let strokes = ink.strokes_on("gantt").iter();
        strokes.map(|it| it.path()).collect()
    }

    #[test]
    fn a_tool_is_put_away_by_taking_it_again_or_another() {
        let ink = after([InkAction::Take(Tool::Pen)]);
        assert_eq!(ink.tool, Some(Tool::Pen));
        let mut other = ink.clone();
        other.apply(InkAction::Take(Tool::Highlighter));
        assert_eq!(other.tool, Some(Tool::Highlighter));
        for away in [InkAction::Take(Tool::Pen), InkAction::PutAway] {
            let mut ink = ink.clone();
            ink.apply(away);
            assert_eq!(ink.tool, None);
        }
    }

    #[test]
    fn a_stroke_goes_where_the_pointer_goes_and_ends() {
        let mut ink = after(drawn());
        assert_eq!(paths(&ink), ["M10.0 10.0L20.0 10.0"]);
        assert_eq!(ink.strokes_on("gantt")[0].tool, Tool::Pen);
        // The pointer only passes.
        ink.apply(InkAction::Extend((90.0, 90.0)));
        assert_eq!(paths(&ink), ["M10.0 10.0L20.0 10.0"]);
        ink.apply(InkAction::Take(Tool::Highlighter));
        ink.apply(InkAction::Begin(0, TOP, (5.0, 6.0)));
        ink.apply(InkAction::Extend((6.0, 6.0)));
        // A click is a dot: a place that is too near adds nothing.
        assert_eq!(paths(&ink), ["M10.0 10.0L20.0 10.0", "M5.0 6.0h0.01"]);
    }

    #[test]
    fn without_a_tool_nothing_is_drawn() {
        let mut ink = after([InkAction::Begin(0, TOP, (1.0, 1.0))]);
        ink.apply(InkAction::Extend((9.0, 9.0)));
        assert!(paths(&ink).is_empty());
        // Escape in the middle of a stroke ends it, and keeps it.
        let mut ink = after(drawn());
        ink.apply(InkAction::Begin(0, TOP, (1.0, 1.0)));
        ink.apply(InkAction::PutAway);
        ink.apply(InkAction::Extend((9.0, 9.0)));
        assert_eq!(paths(&ink), ["M10.0 10.0L20.0 10.0", "M1.0 1.0h0.01"]);
    }

    #[test]
    fn strokes_scroll_with_the_part_that_they_lie_on() {
        let mut ink = after(drawn());
        ink.apply(InkAction::Scrolled(0, (0.0, 100.0)));
        assert_eq!(ink.moved(0), (0.0, -100.0));
        assert_eq!(ink.moved(1), (0.0, 0.0));
        // Where the pointer was over another place of the content.
        ink.apply(InkAction::Begin(0, (0.0, 100.0), (10.0, 10.0)));
        ink.apply(InkAction::Scrolled(0, (0.0, 150.0)));
        ink.apply(InkAction::Extend((10.0, 10.0)));
        assert_eq!(
            paths(&ink),
            ["M10.0 10.0L20.0 10.0", "M10.0 110.0L10.0 160.0"]
        );
    }

    #[test]
    fn strokes_vanish_when_they_are_wiped_off_or_something_else_is_looked_at() {
        let mut ink = after(drawn());
        ink.apply(InkAction::Look("gantt".to_owned()));
        assert_eq!(paths(&ink).len(), 1);
        ink.apply(InkAction::Clear);
        assert!(paths(&ink).is_empty());
        assert_eq!(ink.tool, Some(Tool::Pen));
        let mut ink = after(drawn());
        assert!(ink.strokes_on("jobs").is_empty());
        ink.apply(InkAction::Scrolled(0, (0.0, 100.0)));
        ink.apply(InkAction::Look("jobs".to_owned()));
        ink.apply(InkAction::Extend((9.0, 9.0)));
        ink.apply(InkAction::Look("gantt".to_owned()));
        assert!(paths(&ink).is_empty());
        assert_eq!(ink.moved(0), (0.0, 0.0));
    }
}
