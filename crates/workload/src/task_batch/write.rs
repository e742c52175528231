//! Batches as files.

use std::fmt::Write;

use quick_xml::escape::escape;

use super::{BatchTask, Node, TaskBatch};
use crate::csv::name_field;
use base::xml;

/// The tasks as a table that is read as the same, but for the nodes. The columns that no task has are left out.
pub fn to_csv(batch: &TaskBatch) -> String {
    let tasks = &batch.tasks;
    let (has_cluster, has_submit, has_user) = (
        tasks.iter().any(|it| it.cluster.is_some()),
        tasks.iter().any(|it| it.submit != 0),
        tasks.iter().any(|it| it.user.is_some()),
    );
    let mut text = "task,start,end,load".to_owned();
    for (is_there, name) in [(has_cluster, ",cluster"), (has_submit, ",submit"), (has_user, ",user")] {
        text += if is_there { name } else { "" };
    }
    text.push('\n');
    let name = |names: &'_ [String], at: Option<u32>| {
        at.map_or_else(String::new, |it| name_field(&names[it as usize]).into_owned())
    };
    for task in tasks {
        let BatchTask { start, end, load, .. } = task;
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{start},{end},{load}", name_field(&task.name));
        if has_cluster {
            let _ = write!(text, ",{}", name(&batch.clusters, task.cluster));
        }
        if has_submit {
            let _ = write!(text, ",{}", task.submit);
        }
        if has_user {
            let _ = write!(text, ",{}", name(&batch.users, task.user));
        }
        text.push('\n');
    }
    text
}

/// The batch as XML that is read as the same: its nodes, agent by agent, and its tasks.
pub fn to_xml(batch: &TaskBatch) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<batch>\n".to_owned();
    if !batch.nodes.is_empty() {
        text += "  <resources>\n";
        let nodes = batch.nodes.as_slice();
        let mut id = 1;
        for of_agent in nodes.chunk_by(|one, other| one.agent == other.agent) {
            let is_kept = of_agent[0].agent.is_some();
            text += if is_kept { "    <agent>\n" } else { "" };
            for node in of_agent {
                self::node(&mut text, batch, node, id);
                id += 1;
            }
            text += if is_kept { "    </agent>\n" } else { "" };
        }
        text += "  </resources>\n";
    }
    text += "  <tasks>\n";
    for it in &batch.tasks {
        task(&mut text, batch, it);
    }
    text + "  </tasks>\n</batch>\n"
}

fn task(text: &mut String, batch: &TaskBatch, task: &BatchTask) {
    text.push_str("    <task>");
    tag(text, "taskId", &task.name);
    number(text, "startTime", &task.start);
    number(text, "endTime", &task.end);
    number(text, "load", &task.load);
    if let Some(cluster) = task.cluster {
        tag(text, "clusterName", &batch.clusters[cluster as usize]);
    }
    if task.submit != 0 {
        number(text, "submitTime", &task.submit);
    }
    if let Some(user) = task.user {
        tag(text, "userName", &batch.users[user as usize]);
    }
    text.push_str("</task>\n");
}

fn node(text: &mut String, batch: &TaskBatch, node: &Node, id: usize) {
    text.push_str("      <resource>");
    number(text, "Id", &id);
    tag(text, "nodeName", &node.name);
    if let Some(cluster) = node.cluster {
        tag(text, "clusterName", &batch.clusters[cluster as usize]);
    }
    if !node.farm.is_empty() {
        tag(text, "farmName", &node.farm);
    }
    let parameters =
        [("CPUPower", node.parameters.power), ("Memory", node.parameters.memory), ("CPU_idle", node.parameters.idle)];
    if parameters.iter().any(|it| it.1.is_some()) {
        text.push_str("<Parameters>");
        for (name, value) in parameters {
            value.iter().for_each(|it| number(text, name, it));
        }
        text.push_str("</Parameters>");
    }
    if let Some(access) = &node.access {
        text.push_str("<access>");
        for user in access {
            tag(text, "user", &batch.users[*user as usize]);
        }
        text.push_str("</access>");
    }
    text.push_str("</resource>\n");
}

fn tag(text: &mut String, name: &str, word: &str) {
    // Writing to a string cannot fail.
    let _ = write!(text, "<{name}>{}</{name}>", escape(xml::allowed(word)));
}

fn number(text: &mut String, name: &str, value: &dyn std::fmt::Display) {
    let _ = write!(text, "<{name}>{value}</{name}>");
}
