//! What brokers compared and managers asked, in words.

use super::Speaker;
use crate::engine::decisions::{ComparedOffer, Inquiry, LeastUsed, Request, RequestKind, Share};
use crate::engine::messages::Verdict;
use crate::text::list;

impl Speaker<'_> {
    /// The offers for a task: first the one that is taken, then those that lost, and why.
    pub(super) fn offers(&self, offers: &[ComparedOffer]) -> String {
        let told = |it: &ComparedOffer| {
            format!(
                "agent {} on node {} at {}",
                it.agent + 1,
                it.provider + 1,
                percent(it.load, it.capacity)
            )
        };
        let taken = offers.iter().find(|it| it.verdict.is_taken());
        let lost = offers.iter().filter(|it| !it.verdict.is_taken());
        let lost: Vec<String> = lost
            .map(|it| format!("{} ({})", told(it), why(it.verdict)))
            .collect();
        let others = match lost.len() {
            0 => String::new(),
            _ => format!("; lost: {}", lost.join(", ")),
        };
        match taken {
            Some(it) => format!(
                "offered by {}: taken, {}{others}",
                told(it),
                why(it.verdict)
            ),
            None => format!("offered, and not taken{others}"),
        }
    }

    /// The providers that serve a job together: `4 of provider 1 and 2 of provider 2`.
    pub(super) fn shared(&self, shares: &[Share]) -> String {
        let said = |it: &Share| format!("{} of {}", it.processors, self.provider(it.provider));
        list(&shares.iter().map(said).collect::<Vec<_>>())
    }

    /// What a manager asked for, and what was answered: the processors, the start, and which providers declined and have what
    /// instead.
    pub(super) fn asked(&self, kind: RequestKind, request: &Request) -> String {
        let shares: Vec<Share> = request.asked.iter().map(|it| it.share).collect();
        let (asks, none) = match kind {
            RequestKind::Inquiry => ("asks for", "and none reserves"),
            RequestKind::Reserve => ("reserves", "and none keeps its part"),
        };
        let start = self.at(request.start);
        let asks = format!("{asks} {} from {start} on", self.shared(&shares));
        match (&request.asked[..], request.instead) {
            ([_], _) if request.is_agreed() => format!("{asks}: agreed"),
            ([_], Some(then)) => format!("{asks}: declined, it offers {}", self.at(then)),
            ([_], None) => format!("{asks}: declined, it offers no time"),
            (_, _) if request.is_agreed() => format!("{asks}: all agree"),
            (asked, _) => {
                let declined = asked.iter().filter(|it| !it.agrees);
                let declined: Vec<String> = declined.map(|it| self.declined(it)).collect();
                format!("{asks}: declined by {}, {none}", list(&declined))
            }
        }
    }

    /// A provider that declined its part, and how much it has.
    fn declined(&self, it: &Inquiry) -> String {
        let provider = self.provider(it.share.provider);
        match it.has {
            Some(has) => format!("{provider} (it has {has})"),
            None => provider,
        }
    }

    /// Why no agent offers.
    pub(super) fn no_offer(&self, needs: u32, least: Option<LeastUsed>) -> String {
        let Some(it) = least else {
            return "rejected: no node is open to it".to_owned();
        };
        let [needs, usage, most] =
            [needs, it.usage, it.most].map(|points| percent(points, it.capacity));
        format!(
            "rejected: no node has room. It needs {needs} of a node like node {}, which is used least in its \
             interval: {usage}, of {most} that may be",
            it.provider + 1
        )
    }
}

/// Points of a node in percent.
fn percent(points: u32, capacity: u32) -> String {
    format!("{:.0} %", 100.0 * f64::from(points) / f64::from(capacity))
}

/// Why an offer is kept, or not.
fn why(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "as the first, and none was better",
        Verdict::LowerLoad => "since its node is loaded less",
        Verdict::FewerReservations => "since its agent had fewer reservations",
        Verdict::HigherLoad => "its node would be loaded more",
        Verdict::MoreReservations => "its agent had no fewer reservations",
        Verdict::Unseen => "it came too late",
    }
}
