//! Kubernetes: `kubectl get pods -A -o json`, or of `jobs` alone.
//!
//! Source: the reference of the Kubernetes API, *Pod v1*, *Job v1* and *Quantity*. A pod holds what its containers request
//! from its binding to a node (the condition `PodScheduled`) to the end of its last container. Of `initContainers` a
//! sidecar is added to them; another one counts if it requests more than all together. Parts of a CPU are rounded up to
//! whole ones. The start of a job is that of its controller, so pods say more: of a list with pods the jobs are left out. A
//! namespace is an account; users are not among the fields. The number of a job is its place in the list.

use std::borrow::Cow;

use super::{count, gpus, instant, span, word};
use crate::calendar::read_moment;
use crate::draft::Parsed;
use crate::foreign::has_all;
use crate::json::{elements, members};
use crate::sacct::cells::{Cells, Field, Fields, PLACE, Scheme, read_json};
use crate::sacct::json::{member, text_of};

const fn scheme(rest: for<'f> fn(&'f Fields<'_>, &mut Cells<'f>) -> bool) -> Scheme {
    const FIELDS: &[Field] = &[
        (PLACE, "JobID", word),
        ("metadata.creationTimestamp", "Submit", instant),
        ("status.completionTime", "End", instant),
        ("spec.activeDeadlineSeconds", "Timelimit", span),
        ("spec.nodeName", "NodeList", word),
        ("metadata.namespace", "Account", word),
        ("metadata.name", "JobName", word),
    ];
    Scheme { objects: &["metadata", "spec", "status"], value, ..Scheme::of(FIELDS, rest) }
}

const PODS: Scheme = scheme(|job, cells| job.get("kind") == b"Pod" && put_pod(job, cells));
const JOBS: Scheme = scheme(|job, cells| job.get("kind") == b"Job" && put_job(job, cells));

/// A word; of a list or an object the text that begins with it.
fn value(text: &[u8]) -> Cow<'_, [u8]> {
    if matches!(text.first(), Some(b'{' | b'[')) { text.into() } else { text_of(text) }
}

/// The text that begins with a member of an object in an object; empty where there is none.
fn inner<'a>(object: &'a [u8], names: &[&str]) -> &'a [u8] {
    names.iter().fold(object, |object, name| member(object, name.as_bytes()))
}

/// The elements of a list.
fn each(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    elements(list, 0).map_while(Result::ok).map(|it| &list[it.start..])
}

/// CPUs, bytes and GPUs.
#[derive(Clone, Copy, Default)]
struct Request {
    cpu: f64,
    memory: f64,
    gpus: f64,
}

impl Request {
    /// Of a container; without a request its limit counts.
    fn of(container: &[u8]) -> Self {
        let mut request = Self::default();
        for kind in ["limits", "requests"] {
            let resources = inner(container, &["resources", kind]);
            for (name, at) in members(resources, 0).map_while(Result::ok) {
                let amount = quantity(&text_of(&resources[at..])).unwrap_or(0.0);
                match &*name {
                    b"cpu" => request.cpu = amount,
                    b"memory" => request.memory = amount,
                    gpu if gpu.ends_with(b"/gpu") => request.gpus = amount,
                    _ => {}
                }
            }
        }
        request
    }

    fn combined(self, other: Self, combine: fn(f64, f64) -> f64) -> Self {
        Self {
            cpu: combine(self.cpu, other.cpu),
            memory: combine(self.memory, other.memory),
            gpus: combine(self.gpus, other.gpus),
        }
    }

    /// Of a pod by its specification.
    fn of_pod(containers: &[u8], at_start: &[u8]) -> Self {
        let add = |one: Self, other: Self| one.combined(other, |one, other| one + other);
        let (mut beside, mut most) = (Self::default(), Self::default());
        for container in each(at_start) {
            let own = add(beside, Self::of(container));
            // A sidecar goes on beside the containers.
            if *text_of(member(container, b"restartPolicy")) == *b"Always" {
                beside = own;
            }
            most = most.combined(own, f64::max);
        }
        each(containers).map(Self::of).fold(beside, add).combined(most, f64::max)
    }

    fn put(self, cells: &mut Cells, (pods, has_run): (i64, bool)) {
        let whole = |amount: f64| ((amount - 1e-6).ceil() as i64).saturating_mul(pods).to_string().into_bytes();
        if self.cpu > 0.0 {
            cells.set(if has_run { "AllocCPUS" } else { "ReqCPUS" }, whole(self.cpu));
        }
        if self.memory > 0.0 {
            cells.set("ReqMem", format!("{}Mn", (self.memory / f64::from(1 << 20)).ceil()).into_bytes());
        }
        if self.gpus > 0.0 {
            cells.set(if has_run { "AllocTRES" } else { "ReqTRES" }, gpus(&whole(self.gpus)).into_owned());
        }
        cells.set("NNodes", pods.to_string().into_bytes());
    }
}

/// A quantity: `500m`, `1.5`, `512Mi`, `1e9`, `2G`; `None` if it is none.
fn quantity(word: &[u8]) -> Option<f64> {
    const UNITS: [(&str, f64); 16] = [
        ("Ki", 1024.0),
        ("Mi", 1_048_576.0),
        ("Gi", 1_073_741_824.0),
        ("Ti", 1_099_511_627_776.0),
        ("Pi", 1_125_899_906_842_624.0),
        ("Ei", 1_152_921_504_606_846_976.0),
        ("n", 1e-9),
        ("u", 1e-6),
        ("m", 1e-3),
        ("k", 1e3),
        ("M", 1e6),
        ("G", 1e9),
        ("T", 1e12),
        ("P", 1e15),
        ("E", 1e18),
        ("", 1.0),
    ];
    let word = std::str::from_utf8(word).ok()?;
    let of = |(unit, size): &(&str, f64)| Some(word.strip_suffix(unit)?.parse::<f64>().ok()? * size);
    UNITS.iter().find_map(of).filter(|it| it.is_finite() && *it >= 0.0)
}

/// The moment at which a condition of this type came about; empty where it has not.
fn since<'a>(conditions: &'a [u8], kind: &[u8]) -> Cow<'a, [u8]> {
    let is_it = |it: &&[u8]| *text_of(member(it, b"type")) == *kind && *text_of(member(it, b"status")) == *b"True";
    each(conditions).find(is_it).map(|it| text_of(member(it, b"lastTransitionTime"))).unwrap_or_default()
}

fn put_pod<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let conditions = job.get("status.conditions");
    let phase = job.get("status.phase");
    let has_ended = matches!(phase, b"Succeeded" | b"Failed");
    let mut start = since(conditions, b"PodScheduled");
    let accepted = job.get("status.startTime");
    if start.is_empty() && has_ended {
        start = accepted.into();
    }
    let has_run = !start.is_empty();
    cells.set("Start", instant(&start).into_owned());
    if has_ended {
        let ended = |it| text_of(inner(it, &["state", "terminated", "finishedAt"]));
        let lists = ["status.containerStatuses", "status.initContainerStatuses"].map(|name| job.get(name));
        let last = lists.into_iter().flat_map(each).map(ended).max_by_key(|it| read_moment(it));
        let last = last.filter(|it| !it.is_empty()).unwrap_or_else(|| since(conditions, b"DisruptionTarget"));
        cells.set("End", instant(&last).into_owned());
    }
    cells.set(
        "State",
        match (phase, job.get("status.reason")) {
            (b"Succeeded", _) => &b"COMPLETED"[..],
            (b"Failed", b"DeadlineExceeded") => b"TIMEOUT",
            (b"Failed", _) => b"FAILED",
            (b"Running", _) => b"RUNNING",
            (b"Pending", _) if has_run => b"RUNNING",
            (b"Pending", _) => b"PENDING",
            _ => b"",
        },
    );
    Request::of_pod(job.get("spec.containers"), job.get("spec.initContainers")).put(cells, (1, has_run));
    true
}

fn put_job<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let conditions = job.get("status.conditions");
    let failed = since(conditions, b"Failed");
    let has_run = !job.get("status.startTime").is_empty();
    cells.set("Start", instant(job.get("status.startTime")));
    if !failed.is_empty() {
        cells.set("End", instant(&failed).into_owned());
    }
    let is_up = each(conditions).any(|it| *text_of(member(it, b"reason")) == *b"DeadlineExceeded");
    cells.set(
        "State",
        match () {
            () if is_up => &b"TIMEOUT"[..],
            () if !failed.is_empty() => b"FAILED",
            () if !cells.get("End").is_empty() => b"COMPLETED",
            () if has_run => b"RUNNING",
            () => b"PENDING",
        },
    );
    let pod = member(job.get("spec.template"), b"spec");
    let pods = count(job.get("spec.parallelism")).unwrap_or(1);
    let pods = count(job.get("spec.completions")).map_or(pods, |most| most.min(pods));
    Request::of_pod(member(pod, b"containers"), member(pod, b"initContainers")).put(cells, (pods, has_run));
    true
}

/// Reads a whole text: a list, or a single pod or job. An item that cannot be read is a complaint. O(n log n) for n items.
///
/// # Errors
///
/// A sentence, if the key of the items is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let scheme = if has_all(text, "\"Pod\"") { &PODS } else { &JOBS };
    read_json(scheme, text, ["items", ""], max_complaints)
}
