//! The use of a file, in words: how many jobs it has and how many are taken, why the others are left out, which
//! values are guesses and which parts of the file are not used. The page and the command line take all such
//! sentences from here.

#[cfg(test)]
mod tests;

use super::words::{count, decimal, plural, processors};
use scheduling::system::System;
use workload::account::{Account, Guess, Intake, LeftOut, Pooled, StandIn, Taken};
use workload::reserve::{IntervalStart, Reservations};
use workload::select::{Dependencies, Preceding, Selection, SizeFrom, Thinned};
use workload::{Feature, KnownBy, Machine, UnreadColumn, WorkloadKind};

/// In one sentence: how much of the file is taken, and why the rest is left out.
pub fn taken(account: &Account) -> String {
    let intake = &account.intake;
    let noun = noun(intake.kind);
    match account.taken {
        None => in_file(intake),
        Some(taken) if intake.kind != WorkloadKind::Log => match intake.jobs {
            1 => format!("The {noun} of the file is taken."),
            _ => format!("All {} are taken.", plural(taken.jobs as usize, noun)),
        },
        Some(taken) => jobs_taken(intake, taken),
    }
}

fn jobs_taken(intake: &Intake, taken: Taken) -> String {
    let all = plural(intake.jobs as usize, "job");
    let thinned = taken.thinned.map_or_else(String::new, thinned);
    let Some(left_out) = taken.left_out else {
        let some = count(taken.jobs as i64);
        let verb = if taken.jobs == 1 { "is" } else { "are" };
        return format!("{some} of {all} {verb} scheduled: the selection leaves out the others.{thinned}");
    };
    if left_out.jobs() == 0 {
        return match (intake.jobs, intake.ran == intake.jobs) {
            (1, true) => "Its only job ran and is scheduled.".to_owned(),
            (1, false) => "Its only job is scheduled, although it never ran.".to_owned(),
            (_, true) => format!("All {all} ran and are scheduled."),
            (_, false) => {
                let idle = count((intake.jobs - intake.ran) as i64);
                format!("All {all} are scheduled, {idle} without a run time above 0 s among them.")
            }
        };
    }
    let verb = if taken.jobs == 1 { "is" } else { "are" };
    let ran = left_out.not_in_range + left_out.beyond + left_out.thinned == 0;
    let ran = if ran { "ran and " } else { "" };
    format!("{} of {all} {ran}{verb} scheduled; {}.{thinned}", count(taken.jobs as i64), reasons(&left_out).join(", "))
}

/// A further sentence: the users and the work that stay where users leave.
fn thinned(thinned: Thinned) -> String {
    let Thinned { users, users_kept, work, .. } = thinned;
    let verb = if users_kept == 1 { "stays" } else { "stay" };
    let all = plural(users as usize, "user");
    let percent = decimal(work * 100.0, 1);
    format!(" {} of {all} {verb}, with {percent}\u{a0}% of the work.", count(users_kept as i64))
}

/// The offered load of a log on its machine, before and after the load factor and thinning: `load 70 % × 0.5 ≈ 35 %`.
pub fn load(load: f64, selection: &Selection) -> String {
    let percent = |load: f64| format!("{} %", decimal(load * 100.0, 0));
    let share = selection.thin_users.unwrap_or(1.0);
    let factors = [selection.load_factor, share].into_iter();
    let factors: Vec<f64> = factors.filter(|it| *it != 1.0).collect();
    let mut text = format!("load {}", percent(load));
    for factor in &factors {
        text += &format!(" × {factor}");
    }
    if !factors.is_empty() {
        // Thinning comes near its share.
        let sign = if share == 1.0 { '=' } else { '≈' };
        let scaled = factors.iter().product::<f64>() * load;
        text += &format!(" {sign} {}", percent(scaled));
    }
    text
}

/// The reasons for which jobs are left out, in the order in which they apply.
fn reasons(left_out: &LeftOut) -> Vec<String> {
    let LeftOut { not_in_range, never_ran, ran_no_time, run_time_unknown, beyond, thinned } = *left_out;
    let be = |jobs| if jobs == 1 { "is" } else { "are" };
    let have = |jobs| if jobs == 1 { "has" } else { "have" };
    [
        (not_in_range, format!("{} outside the range of job numbers", be(not_in_range))),
        (never_ran, "never ran".to_owned()),
        (ran_no_time, "ran for 0 s".to_owned()),
        (run_time_unknown, format!("{} no run time in the log", have(run_time_unknown))),
        (beyond, format!("{} beyond the selected number or days", be(beyond))),
        (thinned, format!("{} of users that leave", be(thinned))),
    ]
    .into_iter()
    .filter(|(jobs, _)| *jobs > 0)
    .map(|(jobs, why)| format!("{} {why}", count(jobs as i64)))
    .collect()
}

/// The jobs of the file: `The file has 4 961 jobs; 4 606 of them ran.`
pub fn in_file(intake: &Intake) -> String {
    let all = plural(intake.jobs as usize, noun(intake.kind));
    match intake.kind {
        WorkloadKind::Log if intake.ran == intake.jobs => format!("The file has {all}; all ran."),
        WorkloadKind::Log => {
            let ran = count(intake.ran as i64);
            format!("The file has {all}; {ran} of them ran.")
        }
        _ => format!("The file has {all}."),
    }
}

/// How large the machine of a log is, and how that is known.
pub fn machine(machine: Machine) -> String {
    let size = processors(machine.processors);
    match machine.known {
        KnownBy::MaxProcs => format!("Machine: {size} (header)."),
        KnownBy::MaxNodes => {
            format!("Machine: {size}, the header's MaxNodes: it has no MaxProcs that can be read.")
        }
        guess => format!("Machine: {size}, {}.", guess.words()),
    }
}

/// The guesses apart from the machine of a log, a sentence each, and a request beyond that machine; `providers` are those
/// of the platform.
pub fn guesses(account: &Account, providers: usize) -> Vec<String> {
    let intake = &account.intake;
    let beyond = |most: u32| {
        let size = processors(most);
        format!("The largest request of a job that never ran, {size}, is no part of that guess.")
    };
    let sentence = |guess: &Guess| match guess {
        Guess::Machine(_) => None,
        Guess::Sizes { jobs, from } => {
            let (lacking, used) = match from {
                SizeFrom::Allocated => ("requested", "allocated"),
                SizeFrom::Requested => ("allocated", "requested"),
            };
            Some(format!("{} no {lacking} size: the {used} one is used.", having(*jobs)))
        }
        Guess::OneProcessor { jobs } => Some(format!("{} no size: 1 processor is assumed.", having(*jobs))),
        Guess::Limits { jobs, by } => {
            let by = match by {
                StandIn::RunTimeTimes(1.0) => "the run time".to_owned(),
                StandIn::RunTimeTimes(factor) => format!("{factor} times the run time"),
                StandIn::Seconds(seconds) => format!("{}\u{a0}s", count(*seconds)),
            };
            Some(format!("{} no time limit: {by} is used.", having(*jobs)))
        }
        Guess::Platform => Some(on_platform(intake.kind, providers)),
    };
    let beyond = intake.asked_beyond.map(beyond);
    let guessed = account.guessed.iter().filter_map(sentence);
    beyond.into_iter().chain(guessed).collect()
}

/// That the machines of a workflow, or the nodes of a task batch, are the platform's.
fn on_platform(kind: WorkloadKind, providers: usize) -> String {
    let noun = match kind {
        WorkloadKind::TaskBatch => "nodes",
        _ => "machines",
    };
    format!("File lists no {noun}; using the platform's {}.", count(providers as i64))
}

fn having(jobs: u64) -> String {
    let verb = if jobs == 1 { "has" } else { "have" };
    format!("{} {verb}", plural(jobs as usize, "job"))
}

/// Where reservations begin on a log without waits; nothing where it has some.
pub fn start(account: &Account, selection: &Selection) -> Option<String> {
    let intake = &account.intake;
    if intake.kind != WorkloadKind::Log || !intake.lacks_waits() || intake.jobs == 0 {
        return None;
    }
    let reservations = &selection.reservations;
    if let Some(warning) = start_warning(account, selection) {
        return Some(warning);
    }
    let drawn = reservations.start == IntervalStart::LeadTime;
    drawn.then(|| {
        let ahead = lead_hours(reservations);
        format!("The log has no waits: reservations ask to start {ahead} after submission, drawn at random.")
    })
}

/// The effect of missing waits if reservations begin at the logged start.
pub fn start_warning(account: &Account, selection: &Selection) -> Option<String> {
    account.starts_by_missing_waits(selection).then(warning)
}

fn warning() -> String {
    "The log has no waits, so every reservation is ready the moment it is submitted. Let their starts \
     be drawn instead."
        .to_owned()
}

fn lead_hours(reservations: &Reservations) -> String {
    let hours = |hours: f64| decimal(hours, if hours.fract() == 0.0 { 0 } else { 2 });
    let (least, most) = (reservations.lead_hours_min, reservations.lead_hours_max);
    if least == most {
        format!("{}\u{a0}h", hours(least))
    } else {
        format!("{} to {}\u{a0}h", hours(least), hours(most))
    }
}

/// What few logs say of jobs, and how a run takes it, a sentence each.
pub fn rare_facts(account: &Account, selection: &Selection) -> Vec<String> {
    let facts = &account.intake.rare;
    let size = match selection.size_from {
        SizeFrom::Requested => "policies give them what they asked for",
        SizeFrom::Allocated => "policies give them as many",
    };
    let limit = match selection.unlimited {
        None => "nothing is promised behind such a job".to_owned(),
        Some(seconds) => format!("{}\u{a0}s is used", count(seconds)),
    };
    let are = if facts.dependent == 1 { "it is" } else { "they are" };
    let preceding = &account.intake.preceding;
    let contradicted = contradiction(preceding);
    let dependent = match selection.dependencies {
        Dependencies::Honour => {
            let unmet = unmet(account.taken, preceding);
            let although = contradicted.map_or_else(String::new, |it| format!("; in the log {it}"));
            format!("at whose end in the run {are} submitted{unmet}{although}")
        }
        Dependencies::Ignore => {
            let why = contradicted.unwrap_or_else(|| "the logged submissions hold".to_owned());
            format!("which is ignored: {why}")
        }
    };
    let sentences = [
        (facts.eligible_later, ["was", "were"], "eligible later than submitted: waits count from then".to_owned()),
        (facts.dependent, ["names", "name"], format!("a preceding job, {dependent}")),
        (facts.unlimited, ["has", "have"], format!("no time limit: {limit}")),
        (
            facts.suspended,
            ["was", "were"],
            "suspended for a time: no system suspends them, As logged shows it".to_owned(),
        ),
        (facts.given_more, ["ran", "ran"], format!("on more processors than asked for, as with whole nodes: {size}")),
    ];
    let there = sentences.into_iter().filter(|(jobs, ..)| *jobs > 0);
    there
        .map(|(jobs, [one, many], rest)| {
            let verb = if jobs == 1 { one } else { many };
            format!("{} {verb} {rest}.", plural(jobs as usize, "job"))
        })
        .collect()
}

/// What the log says against the preceding jobs that it names, if it contradicts them: `all of them job 1, which is no
/// dependency`, `600 of 900 that ran started before it had ended`.
fn contradiction(preceding: &Preceding) -> Option<String> {
    let Preceding { ran, started_before, .. } = *preceding;
    let before = || {
        let [before, ran] = [started_before, ran].map(|it| count(it as i64));
        format!("{before} of the {ran} that ran started before it had ended")
    };
    match preceding.all_name {
        Some(one) if started_before == 0 => Some(format!("all name job {one}")),
        Some(one) => Some(format!("all name job {one}, and {}", before())),
        None => preceding.is_filler().then(before),
    }
}

/// How many jobs keep their logged submission although they name a preceding job.
fn unmet(taken: Option<Taken>, preceding: &Preceding) -> String {
    let not_earlier = match preceding.not_earlier {
        0 => String::new(),
        jobs => format!(", or is the job itself or a later one ({} in the log)", count(jobs as i64)),
    };
    match taken.and_then(|it| it.unmet_dependencies) {
        Some(0) => String::new(),
        Some(jobs) => format!(
            "; {} logged, since the preceding job is not taken{not_earlier}",
            match jobs {
                1 => "1 of them is submitted as".to_owned(),
                many => format!("{} of them are submitted as", count(many as i64)),
            }
        ),
        None => format!("; if that job is not taken{not_earlier} the logged submission holds"),
    }
}

/// The account of a run of a system: without the features that it decides by.
pub fn for_system(mut account: Account, system: &System) -> Account {
    let (model, has_nodes) = (system.model(), account.intake.has_nodes);
    account.intake.heed(|it| model.heeds(it, has_nodes));
    account
}

/// A system that, where nodes are known, takes into account what the present one never does.
pub fn heeding(intake: &Intake, present: &System) -> Option<System> {
    let left_out: Vec<Feature> =
        intake.not_modelled.iter().map(|it| it.0).filter(|&it| !present.model().heeds(it, true)).collect();
    let heeds = |it: &System| left_out.iter().any(|&feature| it.model().heeds(feature, true));
    System::all().into_iter().find(heeds)
}

/// The button that chooses a system.
pub fn use_system(system: &System) -> String {
    format!("Use {}", system.model().name())
}

/// What jobs asked for and the system does not take into account. `by` is its name, where it may not be the system in sight.
pub fn not_modelled(intake: &Intake, by: Option<&str>) -> Option<String> {
    let one = |(feature, jobs): &(Feature, u64)| format!("{} ({})", feature.name(), plural(*jobs as usize, "job"));
    let told: Vec<String> = intake.not_modelled.iter().map(one).collect();
    let by = by.map_or_else(String::new, |it| format!(" by {it}"));
    (!told.is_empty()).then(|| format!("Not modelled{by}: {}.", told.join(", ")))
}

/// Which parts of the logged machine count as one.
pub fn pooled(pooled: Pooled) -> String {
    let (parts, noun) = match pooled {
        Pooled::Sites(sites) => (sites, "sites"),
        Pooled::Partitions(partitions) => (partitions, "partitions"),
    };
    format!("The log's {} {noun} are pooled: a job may run on any processor.", count(parts as i64))
}

/// The columns that are found and not used, or the parameters of nodes by which nothing is decided.
pub fn not_used(intake: &Intake) -> Option<String> {
    const NAMED: usize = 8;
    let columns = &intake.not_used;
    if columns.is_empty() {
        return None;
    }
    let name = |it: &UnreadColumn| format!("{} (\"{}\")", it.name, it.example);
    let mut names: Vec<String> = columns.iter().take(NAMED).map(name).collect();
    if columns.len() > NAMED {
        names.push(format!("{} more", count((columns.len() - NAMED) as i64)));
    }
    if intake.kind == WorkloadKind::TaskBatch {
        let nodes = columns.iter().map(|it| it.jobs).max().unwrap_or(0);
        return Some(format!(
            "No scheduler uses what the file says of {}: {}.",
            plural(nodes as usize, "node"),
            names.join(", ")
        ));
    }
    let noun = if columns.len() == 1 { "Column" } else { "Columns" };
    Some(format!("{noun} not used: {}.", names.join(", ")))
}

/// The lines that could not be read.
pub fn unread(intake: &Intake) -> Option<String> {
    let item = match intake.kind {
        WorkloadKind::TaskBatch => "item",
        _ => "line",
    };
    let rejected = match intake.rejected {
        0 => None,
        1 => Some(format!("1 {item} could not be read and is left out")),
        many => {
            let items = plural(many as usize, item);
            Some(format!("{items} could not be read and are left out"))
        }
    };
    let amended = (intake.amended > 0).then(|| format!("{} amended", plural(intake.amended as usize, "value")));
    let told: Vec<String> = rejected.into_iter().chain(amended).collect();
    (!told.is_empty()).then(|| format!("{}.", told.join("; ")))
}

/// The sentences that follow the number of taken jobs and the machine: lines that could not be read, guesses,
/// pooled sites, and where reservations begin. `by` as for [`not_modelled`].
pub fn beside(account: &Account, selection: &Selection, providers: usize, by: Option<&str>) -> Vec<String> {
    let intake = &account.intake;
    let mut sentences: Vec<String> = unread(intake).into_iter().collect();
    sentences.extend(guesses(account, providers));
    sentences.extend(rare_facts(account, selection));
    sentences.extend(not_modelled(intake, by));
    sentences.extend(intake.pooled.map(pooled));
    sentences.extend(start(account, selection));
    sentences
}

/// The whole account, a sentence a line, without the repairs, which are sentences already: taken and left-out
/// jobs first, then guesses, pooled sites and parts that are not used.
pub fn lines(account: &Account, selection: &Selection, providers: usize) -> Vec<String> {
    let intake = &account.intake;
    let mut lines = vec![taken(account)];
    // What a part of the file was taken of is not in that sentence.
    let partly =
        account.taken.is_some_and(|it| it.left_out.is_none_or(|it| it.not_in_range + it.beyond + it.thinned > 0));
    lines.extend(partly.then(|| in_file(intake)));
    lines.extend(intake.machine.map(machine));
    lines.extend(beside(account, selection, providers, None));
    lines.extend(not_used(intake));
    lines
}

/// The same for a terminal, in two lines at most, without what goes without saying: nothing if all of the file is
/// taken and nothing guessed, pooled or passed over. `platform` are the processors of each provider; how the log's
/// machine is known matters where it is that one.
pub fn for_terminal(account: &Account, selection: &Selection, platform: &[u32]) -> Vec<String> {
    let intake = &account.intake;
    let is_all = |it: Taken| it.left_out.is_some_and(|it| it.jobs() == 0);
    let mut first = Vec::new();
    if !account.taken.is_some_and(is_all) {
        first.push(taken(account));
    }
    let is_guess = |it: &Machine| it.known != KnownBy::MaxProcs && platform == [it.processors];
    first.extend(intake.machine.filter(is_guess).map(machine));
    let mut second = guesses(account, platform.len());
    second.extend(rare_facts(account, selection));
    let are_ignored = selection.dependencies == Dependencies::Ignore;
    let is_refused = are_ignored && intake.preceding.is_filler();
    second.extend(is_refused.then(|| "--set workload.dependencies=honour takes them.".to_owned()));
    second.extend(not_modelled(intake, None));
    second.extend(intake.pooled.map(pooled));
    second.extend(start(account, selection));
    second.extend(not_used(intake));
    [first, second].map(|it| plain(&it.join(" "))).into_iter().filter(|it| !it.is_empty()).collect()
}

/// Without the blanks that only a page needs.
fn plain(text: &str) -> String {
    text.replace('\u{202f}', ",").replace('\u{a0}', " ")
}

fn noun(kind: WorkloadKind) -> &'static str {
    match kind {
        WorkloadKind::Log => "job",
        WorkloadKind::Workflow | WorkloadKind::TaskBatch => "task",
    }
}
