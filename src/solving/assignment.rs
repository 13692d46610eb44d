//! A question that has been read: what a thread is to do, for whoever asks now or later.

use super::{Cut, Form, MethodComparison, Task, Tools, analysed, answer};
use crate::Error;
use protocol::SolveLimits;
use runtime::work::Leash;
use std::sync::Arc;

/// What a thread does: it makes the body of the answer. It may be begun again.
pub type Work = Arc<dyn Fn(&Tools, &mut Leash, Form) -> Result<Vec<u8>, Error> + Send + Sync>;

/// A question that has been read.
pub struct Assignment {
    /// What it is, in words.
    pub label: String,
    /// What its asker allows it to cost.
    pub limits: SolveLimits,
    /// What is done.
    pub work: Work,
    /// The same in parts, if it can be cut.
    pub cut: Option<Arc<dyn Cut>>,
}

impl Assignment {
    /// A puzzle to be solved.
    pub fn solve(task: Box<dyn Task>) -> Assignment {
        let (label, limits) = (format!("solve {} by {}", task.puzzle(), task.method()), task.limits().clone());
        let cut = task.cut();
        Assignment { label, limits, work: Arc::new(move |tools, leash, form| Ok(answer(&*task, tools, leash, form)?.1)), cut }
    }

    /// A position to be analysed.
    pub fn analyse(task: Box<dyn Task>) -> Assignment {
        let (label, limits) = (format!("analyse {} by {}", task.puzzle(), task.method()), task.limits().clone());
        let cut = task.cut_analysis();
        Assignment { label, limits, work: Arc::new(move |_, leash, form| analysed(&*task, leash, form)), cut }
    }

    /// Methods to be compared.
    pub fn compare(contest: MethodComparison) -> Assignment {
        let (label, limits) = (format!("compare {}", contest.task().puzzle()), contest.task().limits().clone());
        Assignment { label, limits, work: Arc::new(move |tools, leash, form| contest.answer(tools, leash, form)), cut: None }
    }
}
