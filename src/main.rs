//! Natively the command line; on wasm32 it mounts the page.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    slotscope::cli::main()
}

#[cfg(target_arch = "wasm32")]
mod app;

#[cfg(target_arch = "wasm32")]
fn main() {
    app::mount(app::shell::view_code::Fetch {
        views: split::fetch,
        kit: app::files::paper_kit::FetchKit(split::fetch_kit),
    });
}

/// Exports the functions that are split points: code that only they reach is put into files of its own. They are
/// exported here, because in the library they would bring the page into the workers.
#[cfg(target_arch = "wasm32")]
mod split {
    use crate::app::files::paper_kit::{self, KitComing, MakeKit};
    use crate::app::shell::shown;
    use crate::app::shell::view_code::{Coming, Draws, Part};
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[wasm_split(run, fallible)]
    fn run() -> Result<Draws, SplitLoaderError> {
        Ok(shown::run)
    }

    #[wasm_split(inside, fallible)]
    fn inside() -> Result<Draws, SplitLoaderError> {
        Ok(shown::inside)
    }

    #[wasm_split(compare, fallible)]
    fn compare() -> Result<Draws, SplitLoaderError> {
        Ok(shown::compare)
    }

    #[wasm_split(learn, fallible)]
    fn learn() -> Result<Draws, SplitLoaderError> {
        Ok(shown::learn)
    }

    #[wasm_split(classroom, fallible)]
    fn classroom() -> Result<Draws, SplitLoaderError> {
        Ok(shown::classroom)
    }

    #[wasm_split(kit, fallible)]
    fn kit() -> Result<MakeKit, SplitLoaderError> {
        Ok(paper_kit::make)
    }

    pub fn fetch_kit() -> KitComing {
        Box::pin(async move { kit().await.ok() })
    }

    pub fn fetch(part: Part) -> Coming {
        Box::pin(async move {
            let code = match part {
                Part::Run => run().await,
                Part::Inside => inside().await,
                Part::Compare => compare().await,
                Part::Learn => learn().await,
                Part::Classroom => classroom().await,
            };
            code.ok()
        })
    }
}
