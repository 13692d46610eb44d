//! Converts a recorded search tree to its REST type.

use crate::analysis_question::known;
use crate::answer::json;
use crate::game::{AnalysedGame, by_game};
use crate::{Error, QuestionError, Work};
use message::Coded;
use protocol::{Expected, Score, SearchTree, SearchTreeNode, TreeBound, TreeQuestion};
use rules::Position;
use runtime::work::Limit;
use search::classroom::{SearchedMove, TREE_METHODS, ValueBound};
use search::score;
use std::sync::Arc;

/// The deepest tree, in plies: deeper ones are too large to display.
const DEEPEST: u32 = 5;
const MAX_NODES: usize = 2_000;

/// A tree, as work.
pub fn search_tree(game: &str, question: &TreeQuestion) -> Result<Work, Error> {
    by_game!(game, work(question))
}

fn work<P: AnalysedGame>(TreeQuestion { position, method, depth }: &TreeQuestion) -> Result<Work, Error> {
    let position = position.as_deref().map_or_else(|| Ok(P::start()), P::read)?;
    let (method, depth) = (known("method", method, TREE_METHODS)?, *depth);
    if !(1..=DEEPEST).contains(&depth) {
        return Err(QuestionError::Range { field: "depth", least: 1, most: DEEPEST.into(), found: depth.into() }.into());
    }
    if position.outcome().is_some() {
        return Err(QuestionError::GameOver.into());
    }
    Ok(Arc::new(move |_, cancellation, _| {
        let mut keep_going = |progress: &search::Progress| cancellation.keep_going(progress.cost.nodes, progress.cost.selective_depth, 0);
        let tree = position.tree(method, depth, MAX_NODES, &mut keep_going);
        let tree = tree.ok_or_else(|| QuestionError::NotWalked { limit: cancellation.why().unwrap_or(&Limit::Stopped).message() })?;
        Ok(json(&SearchTree {
            game: P::NAME.into(),
            position: position.to_string(),
            method: method.into(),
            depth,
            entered: tree.cost.nodes,
            leaves: tree.cost.leaves,
            cut_offs: tree.cost.cut_offs,
            whole: tree.is_whole,
            nodes: tree.nodes.into_iter().map(node).collect(),
        }))
    }))
}

fn node<M: std::fmt::Display>(SearchedMove { mv, parent, value, bound, cut, hidden }: SearchedMove<M>) -> SearchTreeNode {
    let expected = score::is_decided(value).then_some(if value > 0 { Expected::Win } else { Expected::Loss });
    SearchTreeNode {
        parent: parent.map(|place| place as u32),
        mv: mv.map(|mv| mv.to_string()),
        score: Score { value, expected, plies: score::plies_to_end(value) },
        bound: match bound {
            ValueBound::Exact => TreeBound::Exact,
            ValueBound::AtLeast => TreeBound::AtLeast,
            ValueBound::AtMost => TreeBound::AtMost,
        },
        cut: cut.into_iter().map(|mv| mv.to_string()).collect(),
        hidden,
    }
}
