//! The views of the page, in four groups.

/// A view of the main area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Gantt,
    Play,
    Jobs,
    Summary,
    Slots,
    Compare,
    Curves,
    TradeOff,
    Lessons,
    Reproduce,
}

/// Views that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// One run and its results.
    Schedule,
    /// The inner state of the system.
    Inside,
    /// Several runs beside one another.
    Compare,
    /// Lessons and papers.
    Learn,
}

impl Group {
    /// All, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Schedule, Self::Inside, Self::Compare, Self::Learn];

    /// Its views, in the order of their tabs: at least one.
    pub fn views(self) -> &'static [View] {
        match self {
            Self::Schedule => &[View::Gantt, View::Play, View::Jobs, View::Summary],
            Self::Inside => &[View::Slots],
            Self::Compare => &[View::Compare, View::Curves, View::TradeOff],
            Self::Learn => &[View::Lessons, View::Reproduce],
        }
    }

    /// The title of its tab: `inside`, the system's name of its own view, for the group of that view.
    pub fn title(self, inside: &'static str) -> &'static str {
        match self {
            Self::Schedule => "Schedule",
            Self::Inside => inside,
            Self::Compare => "Compare",
            Self::Learn => "Learn",
        }
    }

    /// Its name in ids.
    pub fn id(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Inside => "inside",
            Self::Compare => "compare",
            Self::Learn => "learn",
        }
    }

    /// The group this many places further, round and round.
    pub fn further(self, by: isize) -> Self {
        further(&Self::ALL, self, by)
    }
}

impl View {
    /// All, group by group, in the order of their tabs.
    pub const ALL: [Self; 10] = [
        Self::Gantt,
        Self::Play,
        Self::Jobs,
        Self::Summary,
        Self::Slots,
        Self::Compare,
        Self::Curves,
        Self::TradeOff,
        Self::Lessons,
        Self::Reproduce,
    ];

    /// The view of that name in ids.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.id() == id)
    }

    pub fn group(self) -> Group {
        match self {
            Self::Gantt | Self::Play | Self::Jobs | Self::Summary => Group::Schedule,
            Self::Slots => Group::Inside,
            Self::Compare | Self::Curves | Self::TradeOff => Group::Compare,
            Self::Lessons | Self::Reproduce => Group::Learn,
        }
    }

    /// The view this many places further among all tabs, round and round.
    pub fn further(self, by: isize) -> Self {
        further(&Self::ALL, self, by)
    }

    /// Its title: `inside`, the system's name of its own view, for that view.
    pub fn title(self, inside: &'static str) -> &'static str {
        match self {
            Self::Gantt => "Gantt",
            Self::Play => "Play",
            Self::Compare => "Side by side",
            Self::Slots => inside,
            Self::Curves => "Curves",
            Self::TradeOff => "Trade-off",
            Self::Jobs => "Jobs",
            Self::Summary => "Summary",
            Self::Reproduce => "Papers",
            Self::Lessons => "Lessons",
        }
    }

    /// The caption of its picture: `inside`, the system's name of its own view, for that view.
    pub fn caption(self, inside: &'static str) -> &'static str {
        match self {
            Self::Gantt | Self::Play => "Schedule",
            Self::Compare => "Comparison",
            Self::Slots => inside,
            Self::Curves => "Utilization, flow time, tardiness",
            Self::TradeOff => "Trade-off of utilization, flow time and tardiness",
            Self::Jobs => "Jobs",
            Self::Summary => "Criteria",
            Self::Reproduce => "Papers",
            Self::Lessons => "Lesson",
        }
    }

    /// Its name in ids, file names and links.
    pub fn id(self) -> &'static str {
        match self {
            Self::Gantt => "gantt",
            Self::Play => "play",
            Self::Compare => "compare",
            Self::Slots => "slots",
            Self::Curves => "curves",
            Self::TradeOff => "trade-off",
            Self::Jobs => "jobs",
            Self::Summary => "summary",
            Self::Reproduce => "reproduce",
            Self::Lessons => "lessons",
        }
    }
}

/// The view that each group opens with: the one that was last open in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastViews([View; Group::ALL.len()]);

impl Default for LastViews {
    /// Each group's first.
    fn default() -> Self {
        Self(Group::ALL.map(|group| group.views()[0]))
    }
}

impl LastViews {
    /// The view that a group opens with.
    pub fn of(self, group: Group) -> View {
        self.0[group as usize]
    }

    /// Notes that a view is open.
    pub fn note(&mut self, view: View) {
        self.0[view.group() as usize] = view;
    }
}

fn further<T: Copy + PartialEq>(all: &[T], from: T, by: isize) -> T {
    let at = all.iter().position(|&it| it == from).unwrap_or(0) as isize;
    all[(at + by).rem_euclid(all.len() as isize) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::System;

    #[test]
    fn every_view_is_in_exactly_one_group_and_all_stand_in_their_order() {
        let listed: Vec<View> = Group::ALL.iter().flat_map(|it| it.views()).copied().collect();
        assert_eq!(listed, View::ALL);
        for view in View::ALL {
            let groups = Group::ALL.into_iter().filter(|it| it.views().contains(&view));
            assert_eq!(groups.collect::<Vec<_>>(), [view.group()]);
        }
    }

    #[test]
    fn ids_map_back_also_those_of_links_from_before_there_were_groups() {
        for view in View::ALL {
            assert_eq!(View::of(view.id()), Some(view));
        }
        for id in "gantt compare play slots curves trade-off jobs summary reproduce lessons".split(' ') {
            assert_eq!(View::of(id).map(View::id), Some(id));
        }
        assert_eq!(View::of("schedule"), None);
        assert_eq!(View::of(""), None);
    }

    #[test]
    fn titles_tell_views_and_groups_apart() {
        for system in System::all() {
            let inside = system.model().card().inside;
            let views = View::ALL.map(|it| it.title(inside));
            let groups = Group::ALL.map(|it| it.title(inside));
            for (at, title) in views.iter().enumerate() {
                assert!(!views[..at].contains(title), "{title}");
                // The group of the system's own view is named as that view.
                let is_own = View::ALL[at] == View::Slots;
                assert_eq!(groups.contains(title), is_own, "{title}");
            }
            assert_eq!(View::Slots.caption(inside), inside);
        }
    }

    #[test]
    fn next_and_previous_go_round_over_all_views() {
        let mut view = View::Gantt;
        for expected in View::ALL.iter().skip(1).chain(&[View::Gantt]) {
            view = view.further(1);
            assert_eq!(view, *expected);
            assert_eq!(view.further(-1).further(1), view);
        }
        assert_eq!(View::Gantt.further(-1), View::Reproduce);
        assert_eq!(Group::Learn.further(1), Group::Schedule);
        assert_eq!(Group::Schedule.further(-1), Group::Learn);
    }

    #[test]
    fn a_group_opens_with_the_view_last_open_in_it() {
        let mut last = LastViews::default();
        let told = |last: &LastViews| Group::ALL.map(|it| last.of(it).id()).join(" ");
        assert_eq!(told(&last), "gantt slots compare lessons");
        last.note(View::Jobs);
        last.note(View::Curves);
        assert_eq!(told(&last), "jobs slots curves lessons");
    }
}
