//! The findings for people and for programs.

use super::course::{Frame, Way};
use super::examination::Examined;
use super::finding::{Finding, Verdict};
use serde::Serialize;
use std::fmt::Write;

/// All that was found.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The bot; null if it never came.
    pub bot: Option<String>,
    /// Its version, as it says.
    pub version: Option<String>,
    /// The version of this program.
    pub arbitre: &'static str,
    /// Whether no step failed.
    pub passed: bool,
    /// What each step has shown.
    pub steps: Vec<Finding>,
}

impl Report {
    /// All that was found.
    pub fn of(examined: Examined) -> Report {
        let (bot, version) = examined.about.map_or((None, None), |about| (Some(about.name), about.version));
        let passed = bot.is_some() && examined.findings.iter().all(|finding| finding.verdict != Verdict::Failed);
        Report { bot, version, arbitre: env!("CARGO_PKG_VERSION"), passed, steps: examined.findings }
    }

    /// The steps that failed.
    pub fn failed(&self) -> Vec<&'static str> {
        self.steps.iter().filter(|finding| finding.verdict == Verdict::Failed).map(|finding| finding.step).collect()
    }

    /// As JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report has nothing that JSON cannot write")
    }

    /// The last line for people.
    pub fn summary(&self) -> String {
        let seconds: f64 = self.steps.iter().map(|finding| finding.seconds).sum();
        let count = |verdict: Verdict| self.steps.iter().filter(|finding| finding.verdict == verdict).count();
        let who = self.bot.as_deref().unwrap_or("the bot");
        let failed = self.failed();
        let outcome = if failed.is_empty() { format!("{who} is fit to play") } else { format!("{who} is not fit yet") };
        let mut counts = vec![format!("{} passed", count(Verdict::Passed))];
        for (verdict, word) in [(Verdict::Failed, "failed"), (Verdict::Remark, "with a remark"), (Verdict::Skipped, "left out")] {
            if count(verdict) > 0 {
                counts.push(format!("{} {word}", count(verdict)));
            }
        }
        format!("{outcome}: {} of {} steps, in {seconds:.0} s", counts.join(", "), self.steps.len())
    }
}

/// A finding for people.
pub fn text(finding: &Finding) -> String {
    let word = match finding.verdict {
        Verdict::Passed => "passed ",
        Verdict::Remark => "remark ",
        Verdict::Failed => "FAILED ",
        Verdict::Skipped => "skipped",
    };
    let mut text = format!("{word}  {}: {}\n", finding.step, finding.happened);
    // Writing to a string does not fail.
    if !finding.wire.is_empty() {
        text.push_str("         on the wire:\n");
        for Frame { at, way, text: message } in &finding.wire {
            let way = if *way == Way::ToBot { "<" } else { ">" };
            let _ = writeln!(text, "           {at:7.3} s {way} {message}");
        }
    }
    if !finding.last_words.is_empty() {
        text.push_str("         the program's last words:\n");
        for line in &finding.last_words {
            let _ = writeln!(text, "           {line}");
        }
    }
    if !finding.change.is_empty() {
        let _ = writeln!(text, "         what to change: {}", finding.change);
    }
    text
}
