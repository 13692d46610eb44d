//! An answer that is worked out once however many ask for it, and kept until what it is made of has changed.

use super::Error;
use super::work::Working;
use futures_util::future::{BoxFuture, FutureExt, Shared, WeakShared};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Work<V> = BoxFuture<'static, Result<Arc<V>, Error>>;
type Flight<V> = Shared<Work<V>>;

/// The latest answer to one question.
pub struct Latest<V>(Mutex<State<V>>);

struct State<V> {
    /// The answer, and the version of what it is made of.
    kept: Option<(u64, Arc<V>)>,
    /// The work on the next, while anybody waits for it.
    in_flight: Option<(u64, WeakShared<Work<V>>)>,
}

impl<V> Default for Latest<V> {
    fn default() -> Self {
        Latest(Mutex::new(State { kept: None, in_flight: None }))
    }
}

/// What there is for who asks.
enum Found<V> {
    Kept(Arc<V>),
    InFlight(u64, Flight<V>),
    Nothing,
}

impl<V: Send + Sync + 'static> Latest<V> {
    fn lock(&self) -> MutexGuard<'_, State<V>> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, version: u64) -> Found<V> {
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
    pub async fn get(&self, version: u64, start: impl Fn() -> Result<Working<Result<V, Error>>, Error>) -> Result<Arc<V>, Error> {
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
