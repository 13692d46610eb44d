//! Traces report what the search does, and an observer does not change the search.

use puzzle::{MAX_LEVELS, RecordedStep, Trace, TraceEvent, Verdict, cube, knights_tour, light_up, sudoku, taquin};

const MOST: usize = 400;

fn steps(trace: Trace) -> Vec<RecordedStep> {
    let seen = trace.seen();
    let steps: Vec<RecordedStep> = trace.into_steps().collect();
    assert!(!steps.is_empty() && steps.len() as u64 <= seen && steps.len() <= MOST + 4);
    assert!(steps.is_sorted_by(|a, b| a.number < b.number));
    steps
}

fn solution(steps: &[RecordedStep]) -> &[u32] {
    &steps.iter().find(|step| step.event == TraceEvent::Found).expect("the solution is kept").snapshot.cells
}

fn taquin() -> (taquin::TaquinGrid, taquin::TaquinPuzzle) {
    let start = taquin::TaquinGrid::parse("f g a/h _ b/d c e", None).expect("a board");
    let goal: taquin::Goal = "a b c/h _ d/g f e".parse().expect("a goal");
    let puzzle = taquin::TaquinPuzzle::new(&start, &goal, None).expect("a puzzle");
    (start, puzzle)
}

#[test]
fn a_taquin_is_watched_from_its_start_to_its_goal() {
    let (start, puzzle) = taquin();
    let names = |cells: &[u32]| cells.iter().map(|&tile| puzzle.name(tile as usize).to_owned()).collect::<Vec<_>>();
    for method in taquin::TaquinMethod::TRACED {
        let mut trace = Trace::new(MOST);
        let (plain, traced) = if method == taquin::TaquinMethod::Patterns {
            let tables = taquin::tables(&puzzle, 10_000, &mut |_| true).expect("it fits").verdict.answer().expect("tables");
            let plain = taquin::solve_with(&puzzle, &tables, &mut |_| true);
            (plain, taquin::watch(&puzzle, method, Some(&tables), &mut trace, &mut |_| true))
        } else {
            (taquin::solve(&puzzle, method, &mut |_| true), taquin::watch(&puzzle, method, None, &mut trace, &mut |_| true))
        };
        assert_eq!(plain, traced, "{method}");
        let seen = trace.seen();
        let Ok(taquin::Attempt { cost, .. }) = traced else { panic!("it fits") };
        let opened = cost.expanded;
        assert!(seen >= opened, "{method}: {seen} steps, {opened} opened");
        let steps = steps(trace);
        assert!(
            steps.iter().all(|step| step.snapshot.depth <= cost.depth + u32::from(step.event == TraceEvent::Pruned)),
            "{method}: no step is deeper than reported"
        );
        assert_eq!(names(&steps[0].snapshot.cells), start.names(), "{method}");
        assert_eq!(names(solution(&steps)), puzzle.goal().names(), "{method}");
        for step in &steps {
            let mut tiles = step.snapshot.cells.clone();
            tiles.sort_unstable();
            assert!(tiles.into_iter().eq(0..9), "{method}: every step is a board");
            let direction = |text: &String| taquin::Direction::ALL.into_iter().find(|by| by.to_string() == *text).expect("a direction");
            let moves: Vec<taquin::Direction> = step.snapshot.moves.iter().map(direction).collect();
            let board = puzzle.boards(&moves).last().expect("the start is a board");
            assert!(
                step.event == TraceEvent::Deepened || names(&step.snapshot.cells) == board.names(),
                "{method}: the moves lead to the board"
            );
            if step.event == TraceEvent::Pruned {
                let promised = u64::from(step.snapshot.depth) + u64::from(step.snapshot.estimate.expect("a heuristic's"));
                assert!(Some(promised) > step.snapshot.waiting, "{method}: more than the limit, as one who looks can add up");
            }
        }
    }
}

#[test]
fn a_tour_is_watched_square_by_square() {
    for (board, start) in [("5x5", "0,0"), ("4x4", "0,0"), ("6x6", "0,0")] {
        let problem = knights_tour::TourProblem::parse(board, start, "open").expect("a problem");
        for method in knights_tour::TourMethod::TRACED {
            let mut trace = Trace::new(MOST);
            let keep_going = || |cost: &puzzle::Cost| cost.generated < 200_000;
            let plain = knights_tour::solve(problem, method, &mut keep_going());
            let traced = knights_tour::watch(problem, method, &mut trace, &mut keep_going());
            assert_eq!(plain, traced, "{board} {method}");
            if board == "4x4" {
                assert_eq!(trace.seen(), 0, "that there is none is known before anything is tried");
                continue;
            }
            let steps = steps(trace);
            if let Verdict::Solved(tour) = traced.expect("it fits").verdict {
                assert_eq!(solution(&steps), tour.numbers(), "{board} {method}");
            }
            for step in steps.iter().filter(|step| matches!(step.event, TraceEvent::Tried | TraceEvent::Failed | TraceEvent::Opened)) {
                let mut numbers: Vec<u32> = step.snapshot.cells.iter().copied().filter(|&number| number > 0).collect();
                numbers.sort_unstable();
                assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{board} {method}: the path has no gap");
                assert_eq!(step.snapshot.moves.len(), step.snapshot.depth as usize, "{board} {method}: the squares on the way");
                assert!(step.snapshot.choices.iter().all(|&(cell, _)| step.snapshot.cells[cell] == 0), "only free squares may be next");
            }
        }
    }
}

#[test]
fn the_frontier_is_sorted_by_its_order() {
    let (_, puzzle) = taquin();
    for method in [
        taquin::TaquinMethod::AStarManhattan,
        taquin::TaquinMethod::AStarMisplaced,
        taquin::TaquinMethod::Greedy,
        taquin::TaquinMethod::BreadthFirst,
    ] {
        let mut trace = Trace::new(MOST);
        taquin::watch(&puzzle, method, None, &mut trace, &mut |_| true).expect("it fits");
        let steps = steps(trace);
        assert!(steps.len() > 20, "{method}");
        for RecordedStep { snapshot, .. } in &steps {
            let order = snapshot.order.expect("it was taken by its order");
            let wanted = match method {
                taquin::TaquinMethod::Greedy => snapshot.estimate,
                _ => Some(snapshot.depth + snapshot.estimate.unwrap_or_default()),
            };
            assert_eq!(Some(order), wanted, "{method}");
            assert!(snapshot.frontier.is_sorted_by(|one, other| one.0 < other.0) && snapshot.frontier.iter().all(|(_, count)| *count > 0));
            assert!(snapshot.frontier.first().is_none_or(|(least, _)| *least >= order), "{method}: the least is taken first");
            let counted: u64 = snapshot.frontier.iter().map(|(_, count)| count).sum();
            assert!(
                Some(counted) == snapshot.waiting || snapshot.frontier.len() == MAX_LEVELS && Some(counted) < snapshot.waiting,
                "{method}"
            );
        }
    }
}

#[test]
fn a_sudoku_is_watched_and_no_solution_is_lost_on_the_way() {
    let puzzle: sudoku::SudokuPuzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().expect("a grid");
    for method in sudoku::SudokuMethod::TRACED {
        let mut trace = Trace::new(MOST);
        let traced = sudoku::watch(&puzzle, method, &mut trace, &mut |_| true);
        assert_eq!(sudoku::solve(&puzzle, method, &mut |_| true), traced, "{method}");
        let Verdict::Solved(answer) = traced.verdict else { panic!("it has a solution") };
        let bits: Vec<u32> = answer.solution.digits().iter().map(|&digit| 1 << (digit - 1)).collect();
        let steps = steps(trace);
        assert_eq!(solution(&steps), bits, "{method}");
        assert!(steps.iter().all(|step| step.snapshot.moves.len() == step.snapshot.depth as usize), "{method}: the guesses on the way");
        for step in steps.iter().filter(|step| step.event == TraceEvent::Propagated && step.snapshot.depth == 0) {
            assert!(step.snapshot.cells.iter().zip(&bits).all(|(cell, bit)| cell & bit != 0), "what follows strikes out no solution");
        }
    }
}

#[test]
fn light_up_is_watched_mark_by_mark() {
    let board: light_up::LightUpPuzzle = ".#...#./#..1..#/....0../.1...#./..#..../#..2..1/.#...#.".parse().expect("a board");
    for method in light_up::LightUpMethod::TRACED {
        let mut trace = Trace::new(MOST);
        let traced = light_up::watch(&board, method, &mut trace, &mut |_| true);
        assert_eq!(light_up::solve(&board, method, &mut |_| true), traced, "{method}");
        let steps = steps(trace);
        assert!(steps.iter().all(|step| step.snapshot.moves.len() == step.snapshot.depth as usize), "{method}: the choices on the way");
        let black = |cells: &[u32]| cells.iter().filter(|&&mark| mark == light_up::CellMark::Black as u32).count();
        assert!(steps.iter().all(|step| step.snapshot.cells.len() == 49 && black(&step.snapshot.cells) == black(&steps[0].snapshot.cells)));
        if let Verdict::Solved(answer) = traced.verdict {
            let bulb = |cell: usize| answer.solution.bulb(board.cell(cell));
            let found = solution(&steps);
            assert!((0..49).all(|cell| bulb(cell) == (found[cell] == light_up::CellMark::Bulb as u32)), "{method}");
        }
        if method != light_up::LightUpMethod::Backtracking {
            let followed = steps.iter().filter(|step| step.event == TraceEvent::Propagated);
            assert!(followed.clone().count() > 0 && followed.clone().all(|step| step.snapshot.because.is_some()), "{method}");
        }
    }
}

#[test]
fn the_trace_of_an_endless_search_is_bounded() {
    let problem = knights_tour::TourProblem::parse("8x8", "0,0", "closed").expect("a problem");
    let mut trace = Trace::new(MOST);
    let solved = knights_tour::watch(problem, knights_tour::TourMethod::DepthFirst, &mut trace, &mut |cost| cost.generated < 3_000_000);
    assert_eq!(solved.map(|solved| solved.verdict), Ok(Verdict::LimitReached));
    assert!(trace.seen() > 3_000_000);
    assert!(steps(trace).len() > MOST / 2);
}

#[test]
fn a_cube_is_watched_turn_by_turn() {
    let solver = cube::CubeSolver::new();
    for (size, scramble) in [(cube::Size::Two, "R U R' F"), (cube::Size::Three, "R U F2")] {
        let moves: cube::Sequence = scramble.parse().expect("moves");
        let start = cube::Facelets::scrambled(size, &moves).expect("a cube");
        let watched = cube::CubeMethod::ALL.into_iter().filter(|method| method.is_for(size) && method.is_traced());
        // A table of 240 MB is not made here.
        for method in watched.filter(|method| *method != cube::CubeMethod::Optimal) {
            let request = cube::Request { method, metric: cube::Metric::Half, enough: cube::Enough::Moves(0) };
            let mut trace = Trace::new(MOST);
            let keep_going = || |cost: &puzzle::Cost| cost.expanded < 20_000;
            let traced = solver.watch(&start, request, &mut trace, &mut keep_going());
            assert_eq!(solver.solve(&start, request, &mut keep_going()), traced, "{method}");
            let steps = steps(trace);
            for step in &steps {
                let is_other_cube = step.snapshot.figures.iter().any(|figure| *figure == ("backwards", 1) || figure.0 == "tail");
                let turns: cube::Sequence = step.snapshot.moves.join(" ").parse().expect("turns are written as they are read");
                assert_eq!(turns.0.len(), step.snapshot.depth as usize, "{method}");
                let after = start.after(&turns).expect("turns of faces");
                let cells: Vec<u32> = after.colors().iter().map(|face| *face as u32).collect();
                assert!(is_other_cube || step.snapshot.cells == cells, "{method}: {turns} leads to what is shown");
            }
            let Verdict::Solved(solved) = traced.expect("it is for this size").verdict else { continue };
            let found = steps.iter().rfind(|step| step.event == TraceEvent::Found).expect("the solution is kept");
            assert!(found.snapshot.moves.len() >= solved.turns.len(), "{method}: no solution is shorter than the answer");
        }
    }
}
