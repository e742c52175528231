//! The messages between brokers and agents, as a lesson shows them.

use super::origin_of;
use crate::messages::words::{step_words, verdicts};
use crate::messages::{
    Followed, LoadsAt, ROWS, TasksByAgent, loads_height, loads_svg, loads_table, messages_table, sequence_height,
    sequence_svg, tasks_by_agent_height, tasks_by_agent_svg, tasks_table,
};
use crate::numbers::Numbered;
use crate::{Captions, Frame, Theme};
use scheduling::engine::Run;

/// More nodes than this many are not shown: a lesson has few.
const NODES: usize = 12;

/// This many sentences on single offers stand beside a step.
const VERDICTS: usize = 6;

/// More steps than this many are not listed.
const LISTED: usize = 500;

/// A run whose messages are shown step by step. Its pictures are the messages, the tasks of each agent, and the
/// load of the nodes.
pub struct Talk {
    run: Run,
    followed: Followed,
}

impl Talk {
    /// The messages of a run.
    pub fn of(run: Run) -> Self {
        Self { followed: Followed::of(&run), run }
    }

    pub fn steps(&self) -> usize {
        self.followed.steps.len()
    }

    /// The last of a number of steps, in words.
    pub fn words(&self, shown: usize) -> String {
        step_words(&self.run, &self.followed.steps, shown)
    }

    /// The outcome of the offers of that step, of the first ones.
    pub fn verdicts(&self, shown: usize) -> Vec<String> {
        verdicts(&self.run, &self.followed.steps, shown, VERDICTS).0
    }

    /// How many tasks each agent has got after a number of steps.
    pub fn by_agent(&self, shown: usize) -> TasksByAgent {
        TasksByAgent::of(&self.run, &self.followed.steps, shown)
    }

    /// The loads of the visible nodes after a number of steps.
    fn loads(&self, shown: usize) -> LoadsAt {
        let first = if self.run.platform.len() <= NODES { 0 } else { self.followed.first_node(&self.run, None, shown) };
        self.followed.loads(&self.run, shown, first, NODES)
    }

    /// The heights of the three pictures, if they are so wide.
    pub fn heights(&self, width: u32) -> [u32; 3] {
        let rows = ROWS.min(self.followed.steps.rows.len());
        let messages = &self.run.messages;
        [
            sequence_height(rows),
            tasks_by_agent_height(messages.agents.len()),
            loads_height(messages, self.loads(0).nodes, width),
        ]
    }

    /// One of the three pictures after a number of steps.
    pub fn svg(&self, picture: usize, shown: usize, frame: Frame, theme: &Theme) -> String {
        let captions = Captions { origin: origin_of(&self.run, true), ..Captions::default() };
        match picture {
            0 => {
                let sequence = self.followed.sequence(&self.run);
                let view = self.followed.view(shown);
                sequence_svg(frame, theme, (&sequence, &view), &captions)
            }
            1 => tasks_by_agent_svg(frame, theme, &self.by_agent(shown), &captions),
            _ => {
                let held = self.loads(shown);
                let view = self.followed.loads_view(&self.run, &held);
                loads_svg(frame, theme, &view, &captions)
            }
        }
    }

    /// The numbers behind one of the three pictures.
    pub fn table(&self, picture: usize, shown: usize) -> Numbered {
        match picture {
            0 => messages_table(&self.run.messages, &self.followed.steps, 0, LISTED),
            1 => tasks_table(&self.by_agent(shown)).into(),
            _ => loads_table(&self.run, &self.loads(shown)).into(),
        }
    }
}
