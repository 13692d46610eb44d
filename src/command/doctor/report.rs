//! The report of an examination, as text and as JSON.

use super::examination::Examined;
use super::finding::{Finding, StepVerdict};
use super::record::{FrameDirection, RecordedFrame};
use super::step::StepName;
use crate::language::localized;
use message::{Coded, Message, plain};
use serde::Serialize;
use std::fmt::Write;

#[derive(Debug, Serialize)]
pub struct DoctorReport {
    /// The bot; null if it never came.
    pub bot: Option<String>,
    version: Option<String>,
    /// The version of this program.
    arbitre: &'static str,
    pub passed: bool,
    steps: Vec<Finding>,
}

impl DoctorReport {
    pub fn of(examined: Examined) -> DoctorReport {
        let (bot, version) = examined.about.map_or((None, None), |about| (Some(about.name), about.version));
        let passed = bot.is_some() && examined.findings.iter().all(|finding| finding.verdict != StepVerdict::Failed);
        DoctorReport { bot, version, arbitre: env!("CARGO_PKG_VERSION"), passed, steps: examined.findings }
    }

    pub fn failed(&self) -> Vec<StepName> {
        self.steps.iter().filter(|finding| finding.verdict == StepVerdict::Failed).map(|finding| finding.step).collect()
    }

    pub fn summary(&self) -> String {
        let count = |verdict: StepVerdict| self.steps.iter().filter(|finding| finding.verdict == verdict).count();
        let seconds = self.steps.iter().map(|finding| finding.seconds).sum::<f64>().round() as u64;
        localized(&DoctorOutput::Summary {
            bot: self.bot.clone(),
            passed: count(StepVerdict::Passed),
            failed: count(StepVerdict::Failed),
            remarks: count(StepVerdict::Remark),
            skipped: count(StepVerdict::Skipped),
            steps: self.steps.len(),
            seconds,
        })
    }
}

#[derive(Debug, Coded)]
#[code("doctor_report")]
pub enum DoctorOutput {
    Waiting { name: String, address: String },
    Starting { address: String },
    Reported { referee: String },
    Summary { bot: Option<String>, passed: usize, failed: usize, remarks: usize, skipped: usize, steps: usize, seconds: u64 },
    Step { step: StepName, why: Message },
    Passed,
    Remark,
    Failed,
    Skipped,
    Wire,
    LastWords,
    Change { advice: Message },
}

pub fn text(finding: &Finding) -> String {
    let word = match finding.verdict {
        StepVerdict::Passed => DoctorOutput::Passed,
        StepVerdict::Remark => DoctorOutput::Remark,
        StepVerdict::Failed => DoctorOutput::Failed,
        StepVerdict::Skipped => DoctorOutput::Skipped,
    };
    let mut text =
        format!("{:<7}  {}\n", localized(&word), localized(&DoctorOutput::Step { step: finding.step, why: finding.why.clone() }));
    // Writing to a string does not fail.
    if !finding.wire.is_empty() {
        let _ = writeln!(text, "         {}", localized(&DoctorOutput::Wire));
        for RecordedFrame { at, way, text: message } in &finding.wire {
            let way = if *way == FrameDirection::ToBot { "<" } else { ">" };
            let _ = writeln!(text, "           {at:7.3} s {way} {message}");
        }
    }
    if !finding.last_words.is_empty() {
        let _ = writeln!(text, "         {}", localized(&DoctorOutput::LastWords));
        for line in &finding.last_words {
            let _ = writeln!(text, "           {line}");
        }
    }
    if let Some(advice) = finding.advice.clone() {
        let _ = writeln!(text, "         {}", localized(&DoctorOutput::Change { advice }));
    }
    plain(&text)
}
