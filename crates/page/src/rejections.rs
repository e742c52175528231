//! The rejected jobs of a run by cause, and what lets them run.

#[cfg(test)]
mod tests;

use base::text::capital;
use experiment::{MOST_PROCESSORS, Scenario};
use scheduling::criteria::Report;
use scheduling::engine::{Cause, Nouns};
use workload::WorkloadKind;

use crate::contents::Contents;
use crate::words;

/// The rejected jobs of one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Why.
    pub cause: Cause,
    pub jobs: usize,
}

/// The rejected jobs of a report by cause, the most frequent first.
pub fn by_cause(report: &Report) -> Vec<Rejected> {
    let of = |cause: Cause| Rejected { cause, jobs: report.rejections.get(cause.row().key).copied().unwrap_or(0) };
    let mut all: Vec<Rejected> = Cause::ALL.into_iter().map(of).collect();
    all.retain(|it| it.jobs > 0);
    base::ordering::sort_by_key(&mut all, |it| std::cmp::Reverse(it.jobs));
    all
}

/// Why jobs were rejected, in a sentence: `2 268 jobs never ran: 2 255 without a node that has room, 13 larger than
/// every provider.` Empty if none was.
pub fn sentence(report: &Report, nouns: &Nouns) -> String {
    if report.rejected == 0 {
        return String::new();
    }
    let told = by_cause(report).into_iter().map(|it| {
        let name = it.cause.name().replace("provider", nouns.provider);
        format!("{} {name}", words::count(it.jobs as i64))
    });
    format!("{} never ran: {}.", words::plural(report.rejected, nouns.job), told.collect::<Vec<_>>().join(", "))
}

/// The cause of rejections as a heading of a table, and what it means: with the noun for a provider.
pub fn told(cause: Cause, nouns: &Nouns) -> (String, String) {
    let noun = |text: &str| text.replace("provider", nouns.provider);
    (capital(&noun(cause.name())), noun(cause.about()))
}

/// The one provider that takes jobs which are too large for the providers there are: as large as the log's machine.
/// `None` if a provider of the scenario is as large, and for workloads without processors.
pub fn one_provider(contents: &Contents, scenario: &Scenario) -> Option<u32> {
    let machine = contents.machine.processors.min(MOST_PROCESSORS);
    let most = largest_provider(scenario);
    (contents.kind == WorkloadKind::Log && machine > most).then_some(machine)
}

/// The processors of one provider in equal parts, a remainder with the first; a part has one processor at least.
pub fn in_parts(processors: u32, parts: u32) -> Vec<u32> {
    let parts = parts.clamp(1, processors.max(1));
    let each = processors / parts;
    (0..parts).map(|at| if at == 0 { each + processors % parts } else { each }).collect()
}

/// The rejections that are known before a run: of jobs larger than every provider.
pub fn warning(contents: &Contents, scenario: &Scenario) -> Option<String> {
    if contents.kind != WorkloadKind::Log || scenario.system.model().card().is_the_log {
        return None;
    }
    let largest = u32::try_from(contents.statistics.sizes.as_ref()?.max).ok()?;
    let largest = scenario.workload.clip_size_to.map_or(largest, |most| largest.min(most));
    let most = largest_provider(scenario);
    (largest > most).then(|| {
        format!(
            "The log has jobs of up to {}, and no provider has more than {}: larger jobs are rejected.",
            words::processors(largest),
            words::count(most.into())
        )
    })
}

/// The processors of the largest provider, of all together if the system pools them.
fn largest_provider(scenario: &Scenario) -> u32 {
    let providers = scenario.system.model().providers(&scenario.platform);
    providers.into_iter().max().unwrap_or(0)
}
