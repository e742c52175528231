//! Views and the steps of lessons as steps of the browser's own history: Back goes back to the view or the
//! step before, Forward to the one after, and out of a lesson to the list.
//!
//! Each entry of the browser's history is marked with a [`Place`]. A *visit* is what happens between
//! two links that are opened on the page: within a visit Back changes nothing but the place, since
//! undoing changes of the scenario is what Undo does; beyond it the link of the entry is opened.

use super::view::View;
use export::snapshot::LessonPlace;

/// The beginning of every mark.
const MARK: &str = "slotscope";

/// A place on the page: what Back and Forward return to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub view: View,
    /// The lesson that is open in the view of lessons.
    pub lesson: Option<LessonStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The lesson's id.
    pub id: String,
    /// The step, counted from 0.
    pub step: usize,
    /// The part of its text, counted from 0.
    pub part: usize,
}

impl Place {
    /// A place in a view; the open lesson counts in the view of lessons only.
    pub fn new(view: View, lesson: Option<&LessonPlace>) -> Self {
        let lesson = lesson.filter(|it| view == View::Lessons && !it.id.is_empty());
        let lesson = lesson.map(|it| LessonStep { id: it.id.clone(), step: it.step, part: it.part });
        Self { view, lesson }
    }
}

/// A place, and in which visit it was.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    visit: u32,
    place: Place,
}

impl Entry {
    /// The mark of the entry in the browser's history.
    fn mark(&self) -> String {
        let Self { visit, place } = self;
        let lesson = place.lesson.as_ref();
        let lesson = lesson.map(|it| match it.part {
            0 => format!(" {} {}", it.step, it.id),
            part => format!(" {}.{part} {}", it.step, it.id),
        });
        let lesson = lesson.unwrap_or_default();
        format!("{MARK} {visit} {}{lesson}", place.view.id())
    }

    fn read(mark: &str) -> Option<Self> {
        let mut words = mark.splitn(5, ' ');
        if words.next() != Some(MARK) {
            return None;
        }
        let visit = words.next()?.parse().ok()?;
        let view = View::of(words.next()?)?;
        let lesson = match words.next() {
            None => None,
            Some(at) => {
                let (step, part) = at.split_once('.').unwrap_or((at, "0"));
                let id = words.next()?.to_owned();
                Some(LessonStep { id, step: step.parse().ok()?, part: part.parse().ok()? })
            }
        };
        Some(Self { visit, place: Place { view, lesson } })
    }
}

/// A change of the browser's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new entry with this mark.
    Push(String),
    /// The present entry gets this mark.
    Replace(String),
}

/// The kind of entry to which the browser has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gone {
    /// To another place of the same visit.
    Within(Place),
    /// To another visit, whose link is to be opened.
    Beyond,
    /// To an entry that the page did not make: an address that the user typed.
    Elsewhere,
}

/// Where the page is in the browser's history.
#[derive(Clone, Debug, Default)]
pub struct Places {
    visit: u32,
    /// The mark of the present entry, once it has one.
    here: Option<Entry>,
}

impl Places {
    /// The page as it is loaded, on an entry with that mark, if any: a page that is loaded anew goes on
    /// with its visit.
    pub fn new(mark: Option<&str>) -> Self {
        let before = mark.and_then(Entry::read);
        Self { visit: before.map_or(0, |it| it.visit), here: None }
    }

    /// The page shows a place. The first place is not a step.
    pub fn show(&mut self, place: Place) -> Option<Step> {
        let now = Entry { visit: self.visit, place };
        if self.here.as_ref() == Some(&now) {
            return None;
        }
        let mark = now.mark();
        match self.here.replace(now) {
            None => Some(Step::Replace(mark)),
            Some(_) => Some(Step::Push(mark)),
        }
    }

    /// The browser has gone to an entry with that mark, if any.
    pub fn go(&mut self, mark: Option<&str>) -> Gone {
        let Some(entry) = mark.and_then(Entry::read) else {
            return Gone::Elsewhere;
        };
        let is_within = entry.visit == self.visit;
        self.visit = entry.visit;
        let place = entry.place.clone();
        self.here = Some(entry);
        if is_within { Gone::Within(place) } else { Gone::Beyond }
    }

    /// A link is opened from an address that a person has put there: a new visit begins with its place.
    /// The mark of its entry.
    pub fn arrive(&mut self, place: Place) -> String {
        self.visit += 1;
        let entry = Entry { visit: self.visit, place };
        self.here.insert(entry).mark()
    }

    /// The mark of the present entry, if it has any.
    pub fn mark(&self) -> Option<String> {
        self.here.as_ref().map(Entry::mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(view: View) -> Place {
        Place { view, lesson: None }
    }

    fn lesson(id: &str, step: usize) -> Place {
        let id = id.to_owned();
        Place { view: View::Lessons, lesson: Some(LessonStep { id, step, part: step % 2 }) }
    }

    fn pushed(step: Option<Step>) -> String {
        match step {
            Some(Step::Push(mark)) => mark,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn marks_are_read_back_and_what_is_none_is_not() {
        for place in [at(View::Gantt), at(View::TradeOff), lesson("my own, with blanks", 3), lesson("own", 2)] {
            let entry = Entry { visit: 7, place };
            assert_eq!(Entry::read(&entry.mark()), Some(entry));
        }
        let none = "|slotscope|slotscope x gantt|slotscope 1 nowhere|slotscope 1 lessons backfilling|other 1 gantt";
        for text in none.split('|') {
            assert_eq!(Entry::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_page_opens_without_a_step_and_every_other_place_is_one() {
        let mut places = Places::new(None);
        assert!(matches!(places.show(at(View::Gantt)), Some(Step::Replace(_))));
        assert_eq!(places.show(at(View::Gantt)), None);
        for place in [at(View::Lessons), lesson("backfilling", 0), lesson("backfilling", 1), at(View::Lessons)] {
            pushed(places.show(place));
        }
    }

    #[test]
    fn back_and_forward_are_no_steps_themselves() {
        let mut places = Places::new(None);
        let Some(Step::Replace(gantt)) = places.show(at(View::Gantt)) else {
            panic!("the first place is no step");
        };
        let jobs = pushed(places.show(at(View::Jobs)));
        assert_eq!(places.go(Some(&gantt)), Gone::Within(at(View::Gantt)));
        assert_eq!(places.show(at(View::Gantt)), None);
        assert_eq!(places.go(Some(&jobs)), Gone::Within(at(View::Jobs)));
        assert_eq!(places.show(at(View::Jobs)), None);
        pushed(places.show(at(View::Gantt)));
    }

    #[test]
    fn beyond_a_link_that_was_opened_back_opens_the_link_before() {
        let mut places = Places::new(None);
        places.show(at(View::Gantt));
        let jobs = pushed(places.show(at(View::Jobs)));
        assert_eq!(places.go(None), Gone::Elsewhere);
        let linked = places.arrive(at(View::Summary));
        assert_eq!(places.show(at(View::Summary)), None, "the link's own view");
        assert_eq!(places.go(Some(&jobs)), Gone::Beyond);
        assert_eq!(places.show(at(View::Jobs)), None);
        assert_eq!(places.go(Some(&linked)), Gone::Beyond);
        assert_eq!(places.mark(), Some(linked));
    }

    #[test]
    fn a_page_that_is_loaded_anew_goes_on_with_its_visit() {
        let mut before = Places::new(None);
        before.show(at(View::Gantt));
        let first = before.arrive(at(View::Jobs));
        let curves = pushed(before.show(at(View::Curves)));
        let mut after = Places::new(Some(&curves));
        assert!(matches!(after.show(at(View::Curves)), Some(Step::Replace(_))));
        assert_eq!(after.go(Some(&first)), Gone::Within(at(View::Jobs)));
    }
}
