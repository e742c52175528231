//! Shadow calendars: beliefs of managers about the calendars beneath them.

use std::collections::VecDeque;

use super::super::{ImpreciseCalendar, Tree};
use crate::availability::calendar::{Calendar, Change};
use workload::Time;

/// The knowledge of the managers above those of the clusters (Hollingsworth and Maneewongvatana 1999,
/// Sect. 2.4): a copy of every calendar beneath them, which hears of a change as late as the settings say
/// for every manager that passes it on, and of its own bookings at once; and a calendar of the sums of
/// these, compressed spatially. Where all changes are known at once there is no need for copies.
#[derive(Clone)]
pub struct Shadows {
    /// For each manager above those of the clusters.
    views: Vec<View>,
    /// The changes of each cluster that some manager has not heard of.
    told: Vec<ClusterNews>,
    /// Whether all changes are known at once.
    is_prompt: bool,
}

#[derive(Clone)]
struct View {
    manager: usize,
    /// The clusters beneath it.
    clusters: Vec<usize>,
    /// All nodes beneath it together.
    sum: Calendar,
    /// Its belief about each of them; empty if it knows the true state.
    hints: Vec<Hint>,
}

#[derive(Clone)]
struct Hint {
    cluster: usize,
    delay: Time,
    calendar: Calendar,
    /// How many of its cluster's changes it has heard of.
    heard: u64,
}

/// The changes of a cluster, in order.
#[derive(Clone, Default)]
struct ClusterNews {
    /// How many are known to all managers.
    forgotten: u64,
    recent: VecDeque<News>,
}

#[derive(Clone, Copy)]
struct News {
    time: Time,
    /// The manager that made it.
    by: usize,
    change: Change,
}

impl Shadows {
    /// The shadows of calendars that are all free at time `now`.
    pub fn new(settings: &ImpreciseCalendar, tree: &Tree, now: Time) -> Self {
        let is_prompt = settings.staleness == 0;
        let view = |(manager, it): (usize, &super::super::Manager)| View {
            manager,
            clusters: it.clusters.clone(),
            // The threshold is the clusters' own affair.
            sum: Calendar::new(settings.levels(), settings.low_water, 100, it.nodes as u32, now),
            hints: it
                .clusters
                .iter()
                .filter(|_| !is_prompt)
                .map(|&cluster| Hint {
                    cluster,
                    delay: settings.staleness.saturating_mul(Time::from(tree.hops(cluster, manager))),
                    calendar: settings.calendar(tree.manager(cluster).nodes as u32, now),
                    heard: 0,
                })
                .collect(),
        };
        let clusters = tree.managers().len() - tree.above_clusters().count();
        Self {
            views: tree.above_clusters().map(view).collect(),
            told: (0..clusters).map(|_| ClusterNews::default()).collect(),
            is_prompt,
        }
    }

    /// Goes on to `now`: slots are split, and old news heard.
    pub fn roll(&mut self, now: Time) {
        for view in &mut self.views {
            view.sum.roll(now);
            for hint in &mut view.hints {
                hint.calendar.roll(now);
            }
        }
        self.hear(now);
    }

    /// All managers hear of the changes that are old enough.
    fn hear(&mut self, now: Time) {
        for view in &mut self.views {
            for hint in &mut view.hints {
                let told = &self.told[hint.cluster];
                while let Some(news) = told.get(hint.heard)
                    && news.time.saturating_add(hint.delay) <= now
                {
                    hint.heard += 1;
                    if news.by != view.manager {
                        hint.calendar.learn(news.change);
                        view.sum.learn(news.change);
                    }
                }
            }
        }
        let hints = || self.views.iter().flat_map(|it| &it.hints);
        for (cluster, told) in self.told.iter_mut().enumerate() {
            let of_cluster = hints().filter(|it| it.cluster == cluster);
            if let Some(heard) = of_cluster.map(|it| it.heard).min() {
                told.forget(heard);
            }
        }
    }

    /// The calendar of a cluster has changed at `now`, by an action of a manager.
    pub fn tell(&mut self, cluster: usize, by: usize, now: Time, changes: Vec<Change>) {
        for change in changes {
            let (time, is_prompt) = (now, self.is_prompt);
            let has_it = |view: &&mut View| view.clusters.contains(&cluster);
            let at_once = |view: &&mut View| is_prompt || view.manager == by;
            for view in self.views.iter_mut().filter(has_it).filter(at_once) {
                view.sum.learn(change);
                view.hints.iter_mut().filter(|it| it.cluster == cluster).for_each(|hint| hint.calendar.learn(change));
            }
            if !is_prompt {
                self.told[cluster].recent.push_back(News { time, by, change });
            }
        }
    }

    /// A manager's belief about a cluster beneath it; `None` if it knows the true state.
    pub fn hint(&self, manager: usize, cluster: usize) -> Option<&Calendar> {
        let hints = &self.view(manager)?.hints;
        let hint = hints.iter().find(|it| it.cluster == cluster)?;
        Some(&hint.calendar)
    }

    /// Its belief about all nodes beneath it together.
    pub fn sum(&self, manager: usize) -> Option<&Calendar> {
        Some(&self.view(manager)?.sum)
    }

    fn view(&self, manager: usize) -> Option<&View> {
        self.views.iter().find(|it| it.manager == manager)
    }

    /// When a manager next hears of a change.
    #[cfg(test)]
    fn next_news(&self) -> Option<Time> {
        let times = self.views.iter().flat_map(|it| &it.hints).filter_map(|it| {
            let news = self.told[it.cluster].get(it.heard)?;
            Some(news.time.saturating_add(it.delay))
        });
        times.min()
    }
}

impl ClusterNews {
    fn get(&self, number: u64) -> Option<News> {
        let index = number.checked_sub(self.forgotten)?;
        self.recent.get(index as usize).copied()
    }

    fn forget(&mut self, heard: u64) {
        while self.forgotten < heard {
            self.recent.pop_front();
            self.forgotten += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::availability::calendar::Demand;
    use crate::system::imprecise_calendar::{Managers, Member};

    #[test]
    fn news_take_their_time_for_every_manager_that_passes_them_on() {
        let settings = ImpreciseCalendar { staleness: 100, ..ImpreciseCalendar::default() };
        let members = [0, 1].map(Member::Cluster).to_vec();
        let managers = Managers::Tree(vec![Member::Group(members), Member::Cluster(2)]);
        let tree = Tree::new(&managers, &[4, 4, 4]);
        let mut shadows = Shadows::new(&settings, &tree, 0);
        let mut calendar = settings.calendar(4, 0);
        calendar.write_changes();
        let demand = Demand { nodes: 3, length: 1_000, ready: 0, fixed: false };
        let place = calendar.earliest(&demand).unwrap();
        calendar.book(0, &demand, place);
        shadows.tell(1, 1, 0, calendar.take_changes());
        let free = |shadows: &Shadows| [3, 4].map(|it| shadows.hint(it, 1).unwrap().least_free(500, 501));
        let all = |shadows: &Shadows| [3, 4].map(|it| shadows.sum(it).unwrap().least_free(500, 501));
        for (now, expected, sums) in
            [(0, [4, 4], [8, 12]), (99, [4, 4], [8, 12]), (100, [1, 4], [5, 12]), (200, [1, 1], [5, 9])]
        {
            shadows.roll(now);
            assert_eq!((free(&shadows), all(&shadows)), (expected, sums), "{now}");
        }
        assert_eq!(shadows.next_news(), None);
        // The highest manager knows its own bookings at once; the other hears of them later.
        let demand = Demand { nodes: 1, ..demand };
        let place = calendar.earliest(&demand).unwrap();
        calendar.book(1, &demand, place);
        shadows.tell(1, 4, 200, calendar.take_changes());
        assert_eq!((free(&shadows), all(&shadows)), ([1, 0], [5, 8]));
        assert_eq!(shadows.next_news(), Some(300));
        shadows.roll(400);
        assert_eq!((free(&shadows), all(&shadows)), ([0, 0], [4, 8]));
        assert_eq!(shadows.told[1].forgotten, 2);
    }
}
