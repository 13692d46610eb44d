//! An answer that is worked out once however many ask for it, and kept until what it is made of has changed.

use super::work::{WorkError, Working};
use futures_util::future::{BoxFuture, FutureExt, Shared, WeakShared};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Work<V, E> = BoxFuture<'static, Result<Arc<V>, E>>;
type Flight<V, E> = Shared<Work<V, E>>;

/// The latest answer to one question.
pub struct Latest<V, E>(Mutex<State<V, E>>);

struct State<V, E> {
    /// The answer, and the version of what it is made of.
    kept: Option<(u64, Arc<V>)>,
    /// The work on the next, while anybody waits for it.
    in_flight: Option<(u64, WeakShared<Work<V, E>>)>,
}

impl<V, E> Default for Latest<V, E> {
    fn default() -> Self {
        Latest(Mutex::new(State { kept: None, in_flight: None }))
    }
}

/// What there is for who asks.
enum Found<V, E> {
    Kept(Arc<V>),
    InFlight(u64, Flight<V, E>),
    Nothing,
}

impl<V: Send + Sync + 'static, E: From<WorkError> + Clone + Send + Sync + 'static> Latest<V, E> {
    fn lock(&self) -> MutexGuard<'_, State<V, E>> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, version: u64) -> Found<V, E> {
        let state = self.lock();
        if let Some((of, answer)) = &state.kept
            && *of >= version
        {
            return Found::Kept(answer.clone());
        }
        match state.in_flight.as_ref().and_then(|(of, flight)| Some((*of, flight.upgrade()?))) {
            Some((of, flight)) => Found::InFlight(of, flight),
            None => Found::Nothing,
        }
    }

    /// The answer for this version of what it is made of, or a later one. At most one piece of work is in flight at any time: whoever
    /// comes while one is waits for that, and then perhaps for one more. When all who wait have left, the work stops.
    ///
    /// # Errors
    /// What `start` or the work gives.
    pub async fn get(&self, version: u64, start: impl Fn() -> Result<Working<Result<V, E>>, WorkError>) -> Result<Arc<V>, E> {
        loop {
            let (of, flight) = match self.find(version) {
                Found::Kept(answer) => return Ok(answer),
                Found::InFlight(of, flight) => (of, flight),
                Found::Nothing => {
                    let mut working = start()?;
                    let flight = async move { working.done().await?.map(Arc::new) }.boxed().shared();
                    self.lock().in_flight = flight.downgrade().map(|weak| (version, weak));
                    (version, flight)
                }
            };
            let answer = flight.await;
            let mut state = self.lock();
            // Others who wait for it hold it until their turn comes: nobody is to find it as work that goes on.
            if state.in_flight.as_ref().is_some_and(|(other, _)| *other == of) {
                state.in_flight = None;
            }
            if let Ok(answer) = &answer
                && state.kept.as_ref().is_none_or(|(kept, _)| *kept < of)
            {
                state.kept = Some((of, answer.clone()));
            }
            if of >= version {
                return answer;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::Pool;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::mpsc;
    use std::time::Duration;

    /// Whoever wants a later version comes first to the end of the work on an older one, for which others wait, too, who have not heard of
    /// its end: on one thread they never would, if that was waited for without a pause.
    #[test]
    fn who_wants_more_than_there_is_leaves_the_others_their_turn() {
        let (done, ended) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let answers = runtime.block_on(async {
                let (latest, pool, begun) =
                    (Arc::new(Latest::<u64, WorkError>::default()), Arc::new(Pool::new(0, 1, 8)), Arc::new(AtomicU64::new(0)));
                let (go, gate) = mpsc::channel::<()>();
                let gate = Arc::new(Mutex::new(gate));
                let ask = |version: u64| {
                    let (latest, pool, begun, gate) = (latest.clone(), pool.clone(), begun.clone(), gate.clone());
                    tokio::spawn(async move {
                        let start = || {
                            let (begun, gate) = (begun.clone(), gate.clone());
                            pool.submit(move |_| {
                                gate.lock().expect("no panic").recv().expect("the test lets it go");
                                Ok(begun.fetch_add(1, Relaxed) + 1)
                            })
                        };
                        latest.get(version, start).await.map(|answer| *answer)
                    })
                };
                // The first makes the work begin; the later ones are woken in an order of their own.
                let asked = [ask(1), ask(2), ask(1), ask(2), ask(1)];
                tokio::task::yield_now().await;
                for _ in 0..2 {
                    go.send(()).expect("somebody works");
                }
                let mut answers = Vec::new();
                for asked in asked {
                    answers.push(asked.await.expect("no panic"));
                }
                answers
            });
            done.send(answers).expect("the test waits");
        });
        let answers = ended.recv_timeout(Duration::from_secs(20)).expect("nobody waits for ever");
        let versions: Vec<u64> = answers.into_iter().map(|answer| answer.expect("an answer")).collect();
        assert!(versions[1] == 2 && versions[3] == 2 && versions.iter().all(|version| (1..=2).contains(version)), "{versions:?}");
    }
}
