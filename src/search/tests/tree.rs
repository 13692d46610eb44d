//! The recorded tree compared with the search's counts and result.

use crate::{after, choices, depth, search, settings};
use proptest::prelude::*;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use search::classroom::{TREE_METHODS, Tree, ValueBound, tree};
use search::{Evaluate, classroom_engine, connect_four, knights, tic_tac_toe};

fn positions<P: Position>(root: &P, tree: &Tree<P::Move>) -> Vec<P> {
    let mut all: Vec<P> = Vec::new();
    for node in &tree.nodes {
        all.push(node.parent.zip(node.mv).map_or_else(|| root.clone(), |(parent, mv)| all[parent].child(mv)));
    }
    all
}

fn held<P, E>(position: &P, evaluation: E, plies: u32)
where
    P: Position<Move: Send + std::fmt::Debug> + Send + 'static,
    E: Evaluate<P> + Clone + 'static,
{
    for name in TREE_METHODS {
        let found = tree(name, evaluation.clone(), position, plies, 1_000_000, &mut |_| true);
        let mut engine = classroom_engine::<P, _>(name, evaluation.clone(), &settings()).expect("a name of the list");
        let searched = search(engine.as_mut(), position, depth(plies));
        let (Some(found), Some(searched)) = (found, searched) else {
            assert!(position.outcome().is_some());
            continue;
        };
        assert_eq!(found.nodes[0].value, searched.score, "{name}");
        assert!(found.is_whole && found.nodes.len() as u64 == found.cost.nodes, "{name}: every node is recorded once");
        if *name != "iterative-deepening" {
            assert_eq!(found.cost, searched.cost, "{name}");
        }
        let all = positions(position, &found);
        let (mut cut_offs, mut first_cut_offs) = (0, 0);
        for (place, node) in found.nodes.iter().enumerate() {
            let children: Vec<_> = found.nodes.iter().filter(|child| child.parent == Some(place)).collect();
            let looked: Vec<P::Move> = children.iter().filter_map(|child| child.mv).collect();
            let is_cut_off = children.last().is_some_and(|last| last.bound == ValueBound::AtLeast);
            cut_offs += u64::from(is_cut_off);
            first_cut_offs += u64::from(is_cut_off && children.len() == 1);
            if children.is_empty() {
                continue;
            }
            // The searched and the cut moves are the legal ones, each once.
            let legal = all[place].legal_moves();
            assert_eq!(looked.len() + node.cut.len(), legal.as_ref().len(), "{name}");
            assert!(legal.as_ref().iter().all(|mv| looked.contains(mv) != node.cut.contains(mv)));
            // A value is the best of its children's.
            let best = children.iter().map(|child| child.value).max().expect("there are some");
            let own = if node.mv.is_some() { -node.value } else { node.value };
            assert_eq!(best, own, "{name}");
        }
        assert_eq!((cut_offs, first_cut_offs), (found.cost.cut_offs, found.cost.first_cut_offs), "{name}");
        // Of a tree that is too large, the first moves are recorded and the others counted.
        let few = tree(name, evaluation.clone(), position, plies, 40, &mut |_| true).expect("it was found before");
        assert!(few.nodes.len() <= 40 && few.cost == found.cost && few.nodes[0].value == found.nodes[0].value);
        if !few.is_whole {
            let hidden: u32 = few.nodes.iter().map(|node| node.hidden).sum();
            assert!(hidden > 0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_tree_is_that_of_the_search(choices in choices(30), depth in 1..4_u32) {
        held(&after::<Knights>(&choices), knights::Exponential, depth.min(3));
        held(&after::<ConnectFour>(&choices), connect_four::OpenLines, depth);
        held(&after::<TicTacToe>(&choices), tic_tac_toe::OpenLines, depth + 1);
    }
}

#[test]
fn other_methods_and_stopped_searches_have_no_tree() {
    let start = Knights::start();
    assert!(tree("mtd-f", knights::Exponential, &start, 2, 99, &mut |_| true).is_none());
    assert!(tree("minimax", knights::Exponential, &start, 4, 99, &mut |_| false).is_none());
}
