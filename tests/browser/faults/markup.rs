//! Files whose words are markup: they are text wherever they are shown, and in every file that is handed out.

use serde_json::json;
use slotscope::workload::testing::one_in;

use crate::harness::Page;
use crate::{picture, scene};

/// Would be an element, end one that is open, or be taken for something else than it is.
const MARKUP: &str = "</title></text><x-evil onclick=hit()>&lt;\"'";

/// A log that has it wherever words may stand.
fn swf() -> String {
    format!(
        "; Version: 2.2\n; Computer: {MARKUP}\n; Installation: {MARKUP}\n; Note: {MARKUP}\n\
         ; MaxProcs: 8\n; UnixStartTime: 1000000000\n; TimeZoneString: {MARKUP}\n\
         ; Queues: {MARKUP}\n; Queue: 1 {MARKUP}\n; Partition: 1 {MARKUP}\n\
         1 0 0 60 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n\
         2 5 0 60 8 -1 -1 8 60 -1 1 2 1 1 1 1 -1 -1\n\
         3 {MARKUP} 0 60 8 -1 -1 8 60 -1 1 2 1 1 1 1 -1 -1\n"
    )
}

fn sacct() -> String {
    let mut text = "JobID|JobName|User|Group|Partition|QOS|Submit|Start|End|NCPUS|Timelimit|State\n".to_owned();
    for job in 1..4 {
        text += &format!(
            "{job}|{MARKUP}|{MARKUP}{job}|{MARKUP}|{MARKUP}|{MARKUP}|2024-01-01T00:0{job}:00|\
             2024-01-01T01:00:00|2024-01-01T02:00:00|4|02:00:00|COMPLETED\n"
        );
    }
    text
}

fn workflow() -> String {
    json!({
        "machines": [format!("m{MARKUP}")],
        "tasks": [
            { "name": format!("a{MARKUP}"), "costs": [10] },
            { "name": format!("b{MARKUP}"), "costs": [5] },
        ],
        "edges": [{ "from": format!("a{MARKUP}"), "to": format!("b{MARKUP}") }],
    })
    .to_string()
}

fn batch() -> String {
    let quoted = MARKUP.replace('"', "\"\"");
    format!("task,start,end,load\n\"a{quoted}\",0,3100,20\n\"b{quoted}\",30,90,45\n")
}

/// Nothing of it has become an element or an attribute.
#[track_caller]
fn assert_is_text(page: &Page, at: &str) {
    let made =
        page.execute("return [document.querySelectorAll('x-evil, [onclick], img').length, typeof window.hit]", &[]);
    assert_eq!(made, json!([0, "undefined"]), "{at}");
}

/// A picture that is whole, with nothing in it but what pictures are made of.
#[track_caller]
fn assert_is_picture(page: &Page, svg: &str, at: &str) {
    let odd = page.execute(
        "const made = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
         const known = 'svg title desc g rect line path polyline polygon circle text tspan defs clipPath \
             image pattern marker use metadata parsererror'.split(' ');
         return [...made.querySelectorAll('*')].filter(it => it.localName === 'parsererror'
             || !known.includes(it.localName) || it.hasAttribute('onclick')).map(it => it.localName)",
        &[json!(svg)],
    );
    assert_eq!(odd, json!([]), "{at}");
}

/// Opens every view, points at what is explained, and hands pictures out.
#[track_caller]
fn walk(page: &Page, file: usize, name: &str) {
    // Lessons and papers show nothing of a file.
    let views = scene::VIEWS.iter().copied().filter(|it| !["lessons", "reproduce"].contains(it));
    for view in one_in(8, 2 * file, views) {
        scene::show(page, view);
        page.wait_until("return document.body.dataset.state === 'idle'", &[]);
        page.execute(
            "document.querySelectorAll('details').forEach(it => it.open = true);
             for (const it of document.querySelectorAll('.view [data-tip], .panel [data-tip]')) {
                 it.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
             }",
            &[],
        );
        page.settle();
        assert_is_text(page, &format!("{name}, {view}"));
        // Bars and cells with names; the others are drawn of the same shapes.
        if matches!(view, "gantt" | "jobs") {
            let svg = scene::exported_text(page, "svg", ".svg");
            assert_is_picture(page, &svg, &format!("{name}, {view}"));
        }
    }
}

#[test]
fn markup_in_files_is_shown_as_text_wherever_it_stands() {
    let page = scene::open();
    let files = [("log.swf", swf()), ("accounting.txt", sacct()), ("dag.json", workflow()), ("batch.csv", batch())];
    for (at, (ending, text)) in one_in(2, 0, files.into_iter().enumerate()) {
        let name = format!("<x-evil onclick=1>&amp;{ending}");
        page.drop_bytes(&name, text.as_bytes());
        page.wait_for_text("#workload-name", "<x-evil onclick=1>&amp;");
        page.wait_until("return document.body.dataset.state === 'idle'", &[]);
        assert_eq!(page.count("#refused, .notice.failed"), 0, "{}", page.text("body"));
        walk(&page, at, ending);
        scene::show(&page, "gantt");
        // What is drawn of it is decoded by the browser.
        picture::png(&page, &scene::exported(&page, "png", ".png"));
        scene::show(&page, "jobs");
        page.click("#job-table .row[aria-rowindex='2']");
        page.wait_for("#explained[data-state=told]");
        assert_is_text(&page, ending);
        page.print(8.0, 11.0);
        assert_is_text(&page, "on paper");
    }
}
