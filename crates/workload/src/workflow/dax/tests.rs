//! The content of a DAX, and the workflows read from it.

use proptest::prelude::*;

use crate::read as read_any;
use crate::testing::{assert_told, changed, graph, listed, rows, spliced};
use crate::workflow::{FileKind, Repair, from_dax, from_wfcommons, read};

/// A fork of two jobs and the job before them, in the words of Pegasus' generator.
const FORK: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- generated: 2008-09-24 -->
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" count="1" name="test" jobCount="3">
  <job id="ID00" namespace="Montage" name="mProject" version="1.0" runtime="13.59">
    <uses file="region.hdr" link="input" register="true" size="304"/>
    <uses file="p1.fits" link="output" register="true" size="4222080"/>
    <uses file="p&amp;q.fits" link="output" size="100"/>
  </job>
  <job id="ID01" namespace="Montage" name="mDiff" runtime="10.5">
    <uses file="p1.fits" link="input" size="1"/>
    <uses name="p&#38;q.fits" link="inout" size="1"/>
  </job>
  <job id="ID02" name="mFit">
    <profile namespace="pegasus" key="runtime"> 7 </profile>
    <profile namespace="condor" key="runtime">99</profile>
    <uses name="p1.fits" link="input"/>
    <uses name="p&#38;q.fits" link="input"/>
  </job>
  <child ref="ID01"><parent ref="ID00"/></child>
  <child ref="ID02">
    <parent ref="ID00"/>
    <parent ref="ID01"/>
    <parent ref="ID00"/>
  </child>
</adag>
"#;

#[test]
fn a_dax_is_read() {
    assert_eq!(FileKind::of(FORK.as_bytes()), Some(FileKind::Dax));
    let (workflow, repairs) = from_dax(FORK).expect("a workflow");
    // The file that is both in and out is passed on from the second job as well.
    assert_eq!(graph(&workflow), "ID00=13.59, ID01=10.5, ID02=7, 0>1=4222180, 0>2=4222180, 1>2=100");
    assert_eq!(repairs, []);
    assert!(workflow.machines.is_empty());
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for [piece, other, why] in rows(
        "<parent ref=\"ID00\"/></child> | <parent ref=\"ID09\"/></child> | \
        line 19, column 21: parent: there is no job ID09
        <child ref=\"ID01\"> | <child ref=\"x\"> | line 19, column 3: child: there is no job x
        <job id=\"ID01\" | <job id=\"ID00\" | line 9, column 3: job ID00 was there before, in line 4
        \\sruntime=\"10.5\" | | line 9, column 3: job ID01 has no runtime: its cost is not known
        10.5 | soon | line 9, column 3: runtime is \"soon\": it must be a number
        10.5 | -1 | line 9, column 3: the runtime of job ID01: -1; it is 0 to 100000000000
        4222080 | NaN | line 6, column 5: the size of file p1.fits: NaN; it is 0 to 1000000000000000
        <job id=\"ID01\" | <job ID=\"ID01\" | line 9, column 3: <job> has no id
        <parent ref=\"ID00\"/></child> | <parent ref=\"ID02\"/></child> | \
        tasks wait for one another in a circle: ID01 → ID02 → ID01
        <child ref=\"ID02\"> | <job> | line 20, column 3: <job> has no id
        </job> | </jib> | line 8, column 3: ill-formed document…
        runtime=\"10.5\" | runtime=10.5 | line 9, column 3: …
        <adag\\s | <dag><adag\\s | line 3, column 1: a DAX begins with <adag>, not <dag>
        </adag> | </adag>\\n<more/> | line 26, column 1: <more> after the end of <adag>",
    ) {
        let text = changed(FORK, &piece, &other);
        assert_told(read_any("x.dax", text.as_bytes()).expect_err("it is wrong").kind, &why, &other);
    }
    let cut = &FORK[..FORK.find("<child").expect("a child")];
    for (text, why) in
        [(cut, "line 3, column 1: <adag> has no end: the text was cut short"), ("<adag/>", "a workflow without tasks")]
    {
        assert_eq!(from_dax(text).expect_err("it is wrong").to_string(), why);
    }
}

/// As Pegasus writes it where no job has the hint.
#[test]
fn without_any_run_time_each_task_takes_a_second() {
    let text = r#"<adag><job id="a"><uses name="x" link="output"/></job><job id="b"><uses name="x" link="input"/></job>
        <child ref="b"><parent ref="a"/></child></adag>"#;
    let (workflow, repairs) = from_dax(text).expect("a workflow");
    assert_eq!(graph(&workflow), "a=1, b=1, 0>1=0");
    assert_eq!(repairs, [Repair::NoRunTime(2), Repair::NoSize(1)]);
}

#[test]
fn entities_that_grow_are_not_read() {
    let bomb = r#"<?xml version="1.0"?>
<!DOCTYPE adag [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<adag><job id="&b;" runtime="1"/></adag>"#;
    assert_eq!(
        from_dax(bomb).expect_err("refused").to_string(),
        "line 2, column 1: a DAX has no document type (<!DOCTYPE>): it is not read"
    );
    let unknown = from_dax(r#"<adag><job id="&b;" runtime="1"/></adag>"#);
    assert!(unknown.expect_err("refused").to_string().starts_with("line 1, column 7: "));
}

#[test]
fn a_file_without_a_size_is_told() {
    let text = FORK.replace(r#" size="100""#, "").replace(r#" size="1""#, "");
    let (workflow, repairs) = from_dax(&text).expect("a workflow");
    assert_eq!(workflow.edges[1].data, 4_222_080.0);
    assert_eq!(repairs, [Repair::NoSize(1)]);
    assert_eq!(repairs[0].words(), "a file that is handed on has no size: it counts as empty");
}

/// Elements deep in one another, and as many attributes as one likes, are no work.
#[test]
fn deep_and_wide_texts_are_read() {
    let deep = format!("<adag>{}{}</adag>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert_eq!(from_dax(&deep).expect_err("no jobs").to_string(), "a workflow without tasks");
    let many: String = (0..100_000).map(|it| format!(" a{it}=\"\"")).collect();
    let wide = format!("<adag><job id=\"a\" runtime=\"1\"{many}/></adag>");
    assert_eq!(from_dax(&wide).expect("a workflow").0.tasks.len(), 1);
}

/// Jobs with run times, the files that each writes with their sizes, and the jobs for which each waits. Each
/// reads the files of these except every third one.
type Jobs = Vec<(f64, Vec<u32>, Vec<usize>)>;

fn jobs() -> impl Strategy<Value = Jobs> {
    let job = (
        0.0..1e4f64,
        prop::collection::vec(0..1_000_000u32, 0..4),
        prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    );
    prop::collection::vec(job, 1..20).prop_map(|jobs| {
        let parents = |at: usize, them: Vec<prop::sample::Index>| match at {
            0 => Vec::new(),
            _ => {
                let mut found: Vec<usize> = them.iter().map(|it| it.index(at)).collect();
                found.sort_unstable();
                found.dedup();
                found
            }
        };
        jobs.into_iter()
            .enumerate()
            .map(|(at, (run_time, writes, them))| (run_time, writes, parents(at, them)))
            .collect()
    })
}

/// The files that a job reads: its parents' and their numbers there.
fn reads(jobs: &Jobs, job: usize) -> Vec<(usize, usize)> {
    let parents = jobs[job].2.iter();
    let of = |&parent: &usize| (0..jobs[parent].1.len()).map(move |file| (parent, file));
    parents.flat_map(of).filter(|(_, file)| file % 3 != 2).collect()
}

fn as_dax(jobs: &Jobs) -> String {
    let mut text = String::from("<adag>");
    for (at, (run_time, writes, _)) in jobs.iter().enumerate() {
        text += &format!("<job id='j{at}' runtime='{run_time}'>\n");
        for (file, size) in writes.iter().enumerate() {
            text += &format!("<uses file='f{at}_{file}' link='output' size='{size}'/>");
        }
        for (parent, file) in reads(jobs, at) {
            text += &format!("<uses file='f{parent}_{file}' link='input'/>");
        }
        text += "</job>";
    }
    for (at, (.., parents)) in jobs.iter().enumerate().filter(|it| !it.1.2.is_empty()) {
        let parent = |it: &usize| format!("<parent ref='j{it}'></parent>");
        let parents: String = parents.iter().map(parent).collect();
        text += &format!("<child ref='j{at}'>{parents}</child>");
    }
    text + "</adag>"
}

fn as_wfcommons(jobs: &Jobs) -> String {
    let (mut tasks, mut files, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (run_time, writes, parents)) in jobs.iter().enumerate() {
        let parents = listed(parents.iter().map(|it| format!("\"j{it}\"")), ",");
        let reads = listed(reads(jobs, at).into_iter().map(|(job, file)| format!("\"f{job}_{file}\"")), ",");
        let written = listed((0..writes.len()).map(|file| format!("\"f{at}_{file}\"")), ",");
        tasks.push(format!(
            r#"{{"id":"j{at}","parents":[{parents}],"inputFiles":[{reads}],"outputFiles":[{written}]}}"#
        ));
        runs.push(format!(r#"{{"id":"j{at}","runtimeInSeconds":{run_time}}}"#));
        for (file, size) in writes.iter().enumerate() {
            files.push(format!(r#"{{"id":"f{at}_{file}","sizeInBytes":{size}}}"#));
        }
    }
    let [tasks, files, runs] = [tasks, files, runs].map(|it| it.join(","));
    format!(
        r#"{{"workflow":{{"specification":{{"tasks":[{tasks}],"files":[{files}]}},"execution":{{"tasks":[{runs}]}}}}}}"#
    )
}

proptest! {
    /// One workflow in two formats is one workflow.
    #[test]
    fn a_dax_says_what_an_instance_of_wfcommons_says(jobs in jobs()) {
        let dax = from_dax(&as_dax(&jobs)).expect("a workflow");
        let instance = from_wfcommons(&as_wfcommons(&jobs)).expect("a workflow");
        prop_assert_eq!(dax, instance);
    }

    #[test]
    fn no_text_makes_it_panic(text in spliced(FORK, "[<>/='\"& a-z0-9!\\[\\]é-]{0,12}")) {
        let _ = read(FileKind::Dax, &text);
    }
}
