//! The files of one drop: each is opened as what it is, in an order that does not depend on the user's.

use js_sys::Uint8Array;
use web_sys::File;

use super::bytes::bytes_of;
use super::{curves_file, lesson_file, project_file, resources_file};
use crate::app::context::prelude::*;
use slotscope::columnar::is_parquet;
use slotscope::export::hand_in::MOST_BYTES;
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::curves::SweepAction;
use slotscope::page::dropped_files::{Content, DroppedFiles, Kind};
use slotscope::page::history::WorkloadKey;
use slotscope::page::state::{EditAction, NoticeAction, TeachAction, ViewAction};
use slotscope::page::view::View;
use slotscope::worker::{Source, parquet};

/// Where files go.
#[derive(Clone)]
pub struct Takers {
    /// Has a workload read.
    pub read: Callback<Source, WorkloadKey>,
    /// The source of the present workload.
    pub present: Callback<(), Option<Source>>,
    pub dispatch: Dispatch,
}

/// Opens files. A hand-in makes all of them hand-ins, so that a broken one is listed with the others.
pub async fn open(files: Vec<File>, takers: Takers) {
    let mut all = Vec::with_capacity(files.len());
    let mut dropped = DroppedFiles::default();
    for file in files {
        let name = file.name();
        let read = match bytes_of(&file).await {
            Ok(bytes) if is_parquet(&first(&bytes)(4)) => of_parquet(&name, bytes, &takers, &mut dropped).await,
            read => read,
        };
        all.push(match read {
            Ok(bytes) => Ok(Read::of(name, bytes)),
            Err(why) => Err((name, why)),
        });
    }
    if all.iter().flatten().any(|it| it.kind == Kind::HandIn) {
        let given = all.iter().map(|it| match it {
            Ok(Read { name, bytes, .. }) => Given::file(name, first(bytes)(MOST_BYTES + 1)),
            Err((name, why)) => Given::unreadable(name, why),
        });
        return takers.dispatch.dispatch(Action::Classroom(ClassroomAction::Give(given.collect())));
    }
    let are_several = all.len() > 1;
    let mut read = Vec::new();
    for file in all {
        match file {
            Ok(file) => read.push(file),
            Err((name, why)) => dropped.tell(Err(format!("{name}: {why}"))),
        }
    }
    read.sort_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
    let mut workload = None;
    for file in read {
        match file.open(&takers, &mut dropped, &mut workload) {
            // What is opened alone is seen.
            Ok(Some(what)) if are_several => dropped.tell(Ok(what)),
            Ok(_) => {}
            Err(why) => dropped.tell(Err(why)),
        }
    }
    dropped.workload = workload.map(|it| takers.read.emit(it));
    takers.dispatch.dispatch(Action::Edit(EditAction::Files(Box::new(dropped))));
}

/// The CSV of a Parquet file, which the page has in its place from here on.
async fn of_parquet(
    name: &str,
    file: Uint8Array,
    takers: &Takers,
    dropped: &mut DroppedFiles,
) -> Result<Uint8Array, String> {
    let reading = format!("{name}: reading Parquet \u{2026}");
    takers.dispatch.dispatch(Action::say(&*reading));
    let read = parquet::to_csv(file).await;
    takers.dispatch.dispatch(Action::Notice(NoticeAction::Unsay(reading)));
    let (csv, left_out) = read?;
    if let Some(left_out) = left_out {
        dropped.tell(Ok(format!("{name}: {left_out}.")));
    }
    Ok(csv)
}

/// A file that has been read.
struct Read {
    kind: Kind,
    name: String,
    bytes: Uint8Array,
}

impl Read {
    fn of(name: String, bytes: Uint8Array) -> Self {
        let kind = Kind::of(&content(&name, &bytes, &first(&bytes)));
        Self { kind, name, bytes }
    }

    /// Opens the file. The line about it, where nothing else tells of it.
    fn open(
        self,
        takers: &Takers,
        dropped: &mut DroppedFiles,
        workload: &mut Option<Source>,
    ) -> Result<Option<String>, String> {
        let Self { kind, name, bytes } = self;
        let opened = |what: &str| Ok(Some(format!("{name}: the {what} is opened.")));
        match kind {
            Kind::Project => {
                takers.dispatch.dispatch(project_file::read(&name, &bytes)?);
                opened("project")
            }
            Kind::Lesson => {
                let lesson = lesson_file::read(&name, &bytes)?;
                takers.dispatch.dispatch(Action::Teach(TeachAction::Read(lesson)));
                opened("lesson")
            }
            Kind::Curves => {
                let curves = curves_file::read(&name, &bytes)?;
                takers.dispatch.dispatch(Action::Curves(SweepAction::Start(Box::new(curves))));
                takers.dispatch.dispatch(Action::View(ViewAction::Show(View::Curves)));
                opened("sweep")
            }
            Kind::Workload => match workload {
                Some(first) => Err(format!("{name} is not used: {} is used instead.", first.name())),
                None => {
                    *workload = Some(Source::file(name, bytes));
                    Ok(None)
                }
            },
            Kind::Resources => {
                let present = workload.take().or_else(|| takers.present.emit(()));
                *workload = Some(resources_file::join(&name, &bytes, present)?);
                Ok(None)
            }
            Kind::HandIn | Kind::Scenario | Kind::Nodes | Kind::Requests => {
                dropped.read(kind, &content(&name, &bytes, &first(&bytes)));
                Ok(None)
            }
        }
    }
}

fn content<'a>(name: &'a str, bytes: &Uint8Array, first: &'a dyn Fn(usize) -> Vec<u8>) -> Content<'a> {
    Content { name, length: bytes.length() as usize, first }
}

fn first(bytes: &Uint8Array) -> impl Fn(usize) -> Vec<u8> {
    |most| bytes.subarray(0, bytes.length().min(most as u32)).to_vec()
}
