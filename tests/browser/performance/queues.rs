//! The rows of long queues, and of the whole command.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::{figure, median, met, milliseconds};

/// Jobs of the growing rows: natively all, in WebAssembly the first and the last.
pub(super) const SIZES: [u32; 4] = [10_000, 20_000, 40_000, 80_000];

/// What queues, by its name in the native figures and in the page's, and the largest exponent that is asked for.
const GROWING: [(&str, &str, Option<f64>); 14] = [
    ("FCFS", "fcfs", Some(1.25)),
    ("FCFS-BF", "fcfs_backfilling", Some(1.25)),
    ("EASY", "easy", Some(1.25)),
    ("LSF-600", "lsf", Some(1.25)),
    ("SJF", "sjf", Some(1.25)),
    ("PPP", "ppp", Some(1.25)),
    ("conservative", "conservative", Some(1.4)),
    ("FSS", "", None),
    ("100 promises", "", None),
    ("EASY by WFP3", "", None),
    ("co-allocation", "", None),
    ("imprecise calendar", "", None),
    ("imprecise calendar, near changes", "", Some(1.25)),
    ("as logged", "", None),
];

/// Other rows, with the seconds asked for, where any are.
const ONCE: [(&str, Option<f64>); 23] = [
    ("FCFS, 20 % reservations, KTH on 60 processors", None),
    ("FCFS-BF, 20 % reservations, KTH on 60 processors", None),
    ("EASY, 20 % reservations, KTH on 60 processors", None),
    ("conservative, 20 % reservations, KTH on 60 processors", None),
    ("PPPD with restarts, 0 % reservations, KTH", Some(0.5)),
    ("PPPD with restarts, 20 % reservations, KTH", Some(0.5)),
    ("FCFS-BF, 20 % reservations, 200000 jobs of 1 processor at load 0.7", Some(2.0)),
    ("EASY, 20 % reservations, 200000 jobs of 1 processor at load 0.7", Some(2.0)),
    ("conservative, 20 % reservations, 200000 jobs of 1 processor at load 0.7", Some(10.0)),
    ("FCFS-BF, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("EASY, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("LSF-600, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("SJF, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("PPP, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("conservative, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(10.0)),
    ("EASY by WFP3, 0 % reservations, KTH", Some(0.08)),
    ("EASY by WFP3, 20 % reservations, KTH on 60 processors", None),
    ("100 promises, 20 % reservations, KTH on 60 processors", None),
    ("conservative, 17900 jobs on 256 processors at load 2", None),
    ("100 promises, 17900 jobs on 256 processors at load 2", Some(2.0)),
    ("100 promises, 0 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("100 promises, 20 % reservations, 200000 jobs of 1 processor at load 1.3", Some(2.0)),
    ("EASY by WFP3, 20 % reservations, 200000 jobs of 1 processor at load 1.3", None),
];

/// The whole command on KTH: its queue policy, and the milliseconds asked for.
const COMMAND: [(&str, f64); 3] = [("fcfs", 12.0), ("easy", 22.0), ("conservative", 35.0)];

/// The sections of long queues and of the whole command.
pub fn sections(text: &mut String, in_browser: &Value, criterion: &Path) {
    let read = |name: &str| {
        let bytes = std::fs::read(criterion.join(name)).unwrap_or_default();
        serde_json::from_slice::<Value>(&bytes).unwrap_or_default()
    };
    command(text, criterion, &read("command.json"));
    let native = read("deep_queues.json");
    text.push_str(
        "\n## Long queues\n\n\
         Jobs of Lublin's model at load 1.3 on 128 processors, in seconds (`cargo bench --bench deep_queues`: the median\n\
         of one to nine runs, as many as fit into a second; in WebAssembly the median of five runs with 10,000 jobs, and\n\
         one run with 80,000). The exponent describes how the time grows from 10,000 to 80,000 jobs. A row that takes\n\
         more than a minute has a dash.\n",
    );
    for percent in [0, 20] {
        growing(text, percent, &native, in_browser);
    }
    promises_moved(text, &native);
    text.push_str(
        "\nOther long queues, natively; 200,000 jobs of one processor are on 2,000 of them. *100 promises* is `ordered` by\n\
         submission with as many, *EASY by WFP3* `ordered` by a formula whose values change with time:\n\n\
         | what | target | measured | met |\n| --- | ---: | ---: | :---: |\n",
    );
    for (name, target) in ONCE {
        seconds_row(text, name, target, native[name].as_f64());
    }
}

/// A row of seconds, with those asked for, where any are; none are measured of a run that was broken off.
pub(super) fn seconds_row(text: &mut String, what: &str, target: Option<f64>, measured: Option<f64>) {
    let shown_target = target.map_or(String::new(), |it| format!("≤ {it} s"));
    let met = match (measured, target) {
        (_, None) => "",
        (None, Some(_)) => "**no**",
        (measured, Some(target)) => met(measured, target),
    };
    let shown = measured.map_or("> 60 s".to_string(), |it| format!("{it:.2} s"));
    let _ = writeln!(text, "| {what} | {shown_target} | {shown} | {met} |");
}

/// The rows of the growing ones that the page measures: what they are, and where it has them.
pub fn on_page() -> impl Iterator<Item = (String, String)> {
    let rows = |percent: u32, jobs: u32| {
        GROWING.iter().filter(|(_, key, _)| !key.is_empty()).map(move |(name, key, _)| {
            let what = format!("{name}, {percent} % reservations, {jobs} jobs at load 1.3");
            (what, pointer(percent, jobs, key))
        })
    };
    [0, 20]
        .into_iter()
        .flat_map(move |percent| [SIZES[0], SIZES[3]].into_iter().flat_map(move |jobs| rows(percent, jobs)))
}

/// Where the page has the milliseconds of a row.
fn pointer(percent: u32, jobs: u32, key: &str) -> String {
    format!("/deep_queues/{percent}/{jobs}/run_ms/{key}")
}

/// One table: all that queue, with so many percent of reservations.
fn growing(text: &mut String, percent: u32, native: &Value, in_browser: &Value) {
    let _ = write!(
        text,
        "\n| {percent} % reservations | 10,000 | 20,000 | 40,000 | 80,000 | exponent | ≤ | met \
         | WebAssembly: 10,000 | 80,000 | exponent |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | :---: | ---: | ---: | ---: |\n"
    );
    let seconds = |it: Option<f64>| it.map_or("–".to_string(), |it| format!("{it:.3}"));
    for (name, key, most) in GROWING {
        let begin = format!("{name}, {percent} % reservations");
        let _ = write!(text, "| {name} ");
        for size in SIZES {
            let row = format!("{begin}, {size} jobs at load 1.3");
            let _ = write!(text, "| {} ", seconds(native[row].as_f64()));
        }
        let exponent = native[format!("{begin}: exponent")].as_f64();
        let shown = exponent.map_or("–".to_string(), |it| format!("{it:.2}"));
        let target = most.map_or(String::new(), |it| it.to_string());
        let met = match (exponent, most) {
            (_, None) => "",
            (None, Some(_)) => "**no**",
            (exponent, Some(most)) => met(exponent, most),
        };
        let _ = write!(text, "| {shown} | {target} | {met} ");
        let on_page = |size: u32| Some(figure(in_browser, &pointer(percent, size, key))? / 1e3);
        let (few, many) = (on_page(SIZES[0]), on_page(SIZES[3]));
        let exponent = few.zip(many).map(|(few, many)| (many / few).log(8.0));
        let exponent = exponent.map_or("–".to_string(), |it| format!("{it:.2}"));
        let _ = writeln!(text, "| {} | {} | {exponent} |", seconds(few), seconds(many));
    }
}

/// How the work grows that conservative backfilling asks of every program.
fn promises_moved(text: &mut String, native: &Value) {
    text.push_str(
        "\nWhen a job ends early, conservative backfilling moves the promised starts of waiting jobs forward. The table\n\
         counts these moves. The rule determines their number, so that the time of every implementation that makes\n\
         each move grows at least as fast:\n\n\
         | promises moved | 10,000 jobs | 80,000 | exponent |\n| --- | ---: | ---: | ---: |\n",
    );
    for percent in [0, 20] {
        let moves = |size: u32| {
            let row = format!("conservative, {percent} % reservations, {size} jobs: promises moved");
            native[row].as_f64()
        };
        let (few, many) = (moves(SIZES[0]), moves(SIZES[3]));
        let exponent = few.zip(many).map(|(few, many)| (many / few).log(8.0));
        let shown = |it: Option<f64>| it.map_or("–".to_string(), |it| format!("{it}"));
        let exponent = exponent.map_or("–".to_string(), |it| format!("{it:.2}"));
        let _ = writeln!(text, "| {percent} % reservations | {} | {} | {exponent} |", shown(few), shown(many));
    }
}

/// The whole command.
fn command(text: &mut String, criterion: &Path, figures: &Value) {
    text.push_str(
        "\n## The whole command\n\n\
         `slotscope run` on KTH, from the start of the process to its end, including the report: the median time of 41\n\
         runs, the peak memory and the page faults (`cargo bench --bench command`).\n\n\
         | queue policy | target | measured | met | memory | page faults |\n\
         | --- | ---: | ---: | :---: | ---: | ---: |\n",
    );
    for (queue, target) in COMMAND {
        let took = figures[queue]["milliseconds"].as_f64();
        let memory = figures[queue]["megabytes"].as_f64();
        let faults = figures[queue]["page_faults"].as_u64();
        let _ = writeln!(
            text,
            "| {queue} | ≤ {} | {} | {} | {} | {} |",
            milliseconds(Some(target)),
            milliseconds(took),
            met(took, target),
            memory.map_or("–".to_string(), |it| format!("{it:.1} MB")),
            faults.map_or("–".to_string(), |it| it.to_string()),
        );
    }
    let [read, run] = ["read KTH-SP2-1996-2.swf.gz", "KTH, FCFS"].map(|name| milliseconds(median(criterion, name)));
    let _ = writeln!(
        text,
        "\nMeasured alone and repeatedly, in memory that the process already has, reading takes {read} and the run under\n\
         FCFS {run}. The rest of the command is the start of the process, the report and the first use of memory.",
    );
}
