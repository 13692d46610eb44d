//! The queue in a database does what the queue in memory does.

use super::queue::{PostgresQueue, end_job, expire, finish, give_back, renew, statuses, take};
use super::tests::{empty, opened, sql};
use super::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use protocol::JobState;
use storage::queue::laws::{QueueEvent, QueueWorld, events, job as queued, job_end, part_end, renewal, workers};
use storage::{JobEnd, JobRow, QueuedJob, StorageErrorKind};

/// The number of sequences of events, and the most events of each.
const COURSES: usize = 60;
const EVENTS: usize = 80;

fn row(job: &QueuedJob) -> Change {
    let (task, question) = (format!("task {}", job.id), Some(job.question.clone()));
    Change::Job(JobRow { id: job.id, task, question, created_ms: 1, ..JobRow::default() })
}

/// Applies the same events to both, and compares all answers.
async fn compare(opened: &Opened, client: &Client, course: &[QueueEvent]) {
    let queue = opened.storage.queue().expect("a database has one");
    let mut world = QueueWorld::default();
    for event in course {
        let (claim, id) = match *event {
            QueueEvent::Renew { claim, .. } | QueueEvent::Finish { claim, .. } | QueueEvent::GiveBack { claim } => {
                (world.claim(claim), None)
            }
            QueueEvent::End { job } => (None, world.job(job)),
            _ => (None, None),
        };
        let here = world.apply(event);
        match (event, claim) {
            (QueueEvent::Enter { .. }, _) => {
                let job = world.jobs.last().expect("it has come").clone();
                queue.enter(vec![row(&job)], job).await.expect("it enters");
            }
            (QueueEvent::Take { worker }, _) => {
                let there = take(client, &workers()[*worker]).await.expect("an answer");
                assert_eq!(there, here, "{event:?} in {course:?}");
            }
            (QueueEvent::Renew { generated, is_kept, .. }, Some(taken)) => {
                let renewal = [renewal(taken.claim, *generated, *is_kept)];
                let lost = renew(client, &renewal).await.expect("an answer");
                assert_eq!(lost, world.queue.renew(&renewal, world.now));
            }
            (QueueEvent::Finish { has_failed, .. }, Some(taken)) => {
                let end = part_end(&taken, *has_failed);
                finish(client, taken.claim, &end).await.expect("an answer");
            }
            (QueueEvent::GiveBack { .. }, Some(taken)) => give_back(client, &[taken.claim]).await.expect("an answer"),
            (QueueEvent::End { .. }, _) => {
                if let Some(id) = id {
                    end_job(client, id, &job_end(JobState::Cancelled, None)).await.expect("an answer");
                }
            }
            (QueueEvent::Pass { seconds }, _) => {
                let earlier = format!("UPDATE parts SET until = until - interval '{seconds} s'");
                client.batch_execute(&earlier).await.expect("done");
            }
            (QueueEvent::Expire, _) => expire(client).await.expect("done"),
            _ => {}
        }
        let ids: Vec<u64> = world.jobs.iter().map(|job| job.id).collect();
        let here: Vec<_> = ids.iter().filter_map(|id| world.queue.status(*id)).collect();
        assert_eq!(statuses(client, &ids).await.expect("an answer"), here, "after {event:?} in {course:?}");
    }
    for job in &world.jobs {
        let kept = opened.storage.find_job(job.id).await.expect("an answer").expect("it was made");
        let timeless = |end: JobEnd| JobEnd { ended_ms: 5, ..end };
        assert_eq!(kept.end.map(timeless), world.ends.get(&job.id).cloned(), "job {} in {course:?}", job.id);
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_queue_in_a_database_is_the_queue() {
    let url = empty("queue").await;
    let opened = opened(&url, "ann").await;
    let client = connection(&connection::pool(&url).expect("a pool")).await.expect("a connection");
    let (mut runner, courses) = (TestRunner::default(), events(EVENTS));
    for _ in 0..COURSES {
        let course = courses.new_tree(&mut runner).expect("events").current();
        client.batch_execute("DELETE FROM served; TRUNCATE queue, parts, jobs").await.expect("done");
        compare(&opened, &client, &course).await;
    }
    opened.close();
}

/// Concurrent workers never get the same part, and every job ends once.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn concurrent_workers_take_different_parts() {
    let url = empty("crowd").await;
    let opened = opened(&url, "ann").await;
    let queue = opened.storage.queue().expect("a database has one");
    let jobs: Vec<QueuedJob> = (1..=40).map(|id| queued(id, (id % 3) as u8, false, 5, Default::default())).collect();
    for job in &jobs {
        queue.enter(vec![row(job)], job.clone()).await.expect("it enters");
    }
    let pool = connection::pool(&url).expect("a pool");
    let working = (0..6).map(|number| {
        let pool = pool.clone();
        tokio::spawn(async move {
            let (client, card) = (connection(&pool).await.expect("a connection"), &workers()[0]);
            let mut done = Vec::new();
            loop {
                // Every other part is given back the first time, and a claim that has ended is of no use.
                match take(&client, card).await.expect("an answer") {
                    Some(taken) if taken.claim.fencing_token == 1 && (taken.claim.job + u64::from(taken.claim.part) + number) % 2 == 0 => {
                        give_back(&client, &[taken.claim]).await.expect("an answer");
                        finish(&client, taken.claim, &part_end(&taken, true)).await.expect("an answer");
                    }
                    Some(taken) => {
                        renew(&client, &[renewal(taken.claim, 1, true)]).await.expect("an answer");
                        finish(&client, taken.claim, &part_end(&taken, false)).await.expect("an answer");
                        done.push((taken.claim.job, taken.claim.part));
                    }
                    None if statuses(&client, &(1..=40).collect::<Vec<_>>()).await.expect("an answer").is_empty() => return done,
                    None => tokio::task::yield_now().await,
                }
            }
        })
    });
    let done = futures_util::future::join_all(working).await;
    let mut done: Vec<_> = done.into_iter().flat_map(|done| done.expect("no panic")).collect();
    done.sort_unstable();
    let every: Vec<_> = (1..=40_u64).flat_map(|job| (0..5_u32).map(move |part| (job, part))).collect();
    assert_eq!(done, every, "each part was done once");
    for job in &jobs {
        let kept = opened.storage.find_job(job.id).await.expect("an answer").expect("it was made");
        assert_eq!(kept.end.map(|end| end.state), Some(JobState::Done), "job {}", job.id);
    }
    opened.close();
}

/// Workers are notified of new parts, and clients of the end of a job.
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn listeners_are_notified() {
    let url = empty("news").await;
    let opened = opened(&url, "ann").await;
    let (referee, worker) = (opened.storage.queue().expect("a database has one"), PostgresQueue::of_worker(&url).await.expect("a queue"));
    let (mut here, mut there) = (referee.changes(), worker.changes());
    // The first news is that it listens.
    here.wait_for(|count| *count > 0).await.expect("it listens");
    there.wait_for(|count| *count > 0).await.expect("it listens");
    here.mark_unchanged();
    there.mark_unchanged();
    let job = queued(1, 1, false, 1, Default::default());
    referee.enter(vec![row(&job)], job).await.expect("it enters");
    there.changed().await.expect("something to take");
    here.changed().await.expect("the same");
    let taken = worker.take(&workers()[0]).await.expect("an answer").expect("a part");
    here.mark_unchanged();
    worker.finish(taken.claim, part_end(&taken, false)).await.expect("recorded");
    here.changed().await.expect("it is over");
    assert!(referee.statuses(vec![1]).await.expect("an answer").is_empty());
    opened.close();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn a_worker_of_another_version_is_refused() {
    let url = empty("version").await;
    let none = PostgresQueue::of_worker(&url).await.err().expect("no referee has run there");
    assert!(none.to_string().contains("start one first"), "{none}");
    let opened = opened(&url, "ann").await;
    let worker = PostgresQueue::of_worker(&url).await.expect("a queue");
    assert_eq!(worker.take(&workers()[0]).await, Ok(None));
    sql(&url, "INSERT INTO versions VALUES (999)").await;
    for refused in [PostgresQueue::of_worker(&url).await.err(), worker.take(&workers()[0]).await.err()] {
        let refused = refused.expect("a later version");
        assert!(refused.kind == StorageErrorKind::Damaged && refused.to_string().contains("a later program"), "{refused}");
    }
    sql(&url, "DELETE FROM versions WHERE version = 999; UPDATE versions SET version = 0").await;
    let older = PostgresQueue::of_worker(&url).await.err().expect("an earlier version");
    assert!(older.to_string().contains("restart the referee"), "{older}");
    opened.close();
}
