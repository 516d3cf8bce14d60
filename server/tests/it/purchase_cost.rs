//! What one purchase by a signed-in buyer costs the database: statements of each write, counted as they are sent.

use std::io::Write;
use std::sync::{Arc, Mutex};

use preau_core::role::Role;
use serde_json::Value;
use tracing::instrument::WithSubscriber as _;

use crate::booking::{Started, courses, draft, start};

/// Log lines in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Runs something and returns the statements it sent, each with whether it was part of a write.
    async fn of<T>(work: impl Future<Output = T>) -> (T, Vec<(bool, String)>) {
        let log = Self::default();
        let lines = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_env_filter("preau::sql=trace")
            .with_writer(move || lines.clone())
            .finish();
        let done = work.with_subscriber(subscriber).await;
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let statements = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let statements = statements.map(|line| {
            let sql =
                line["fields"]["sql"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            (line["fields"]["write"].as_bool().unwrap(), sql)
        });
        (done, statements.collect())
    }
}

/// At most this many statements in writes and outside of them.
fn within(what: &str, statements: &[(bool, String)], writes: usize, reads: usize) {
    let count = |wanted: bool| statements.iter().filter(|(write, _)| *write == wanted).count();
    let list: Vec<_> = statements.iter().map(|(write, sql)| format!("{write} {sql:.90}")).collect();
    assert!(
        count(true) <= writes && count(false) <= reads,
        "{what}: {} and {}\n{}",
        count(true),
        count(false),
        list.join("\n")
    );
}

// Before its rows were read once, a purchase was 16 + 4, 33 and 20 statements.
both_engines!(a_purchase_sends_few_statements, |school| {
    courses(&school).await;
    let buyer = school.account(Role::Student, "lea@example.fr").await;
    let (held, statements) = Log::of(start(&buyer, draft("lea@example.fr", &[]))).await;
    within("hold and payment", &statements, 13, 5);
    let started: Started = held;
    // With the two of the test itself.
    let (_, statements) = Log::of(started.money_arrives(&school)).await;
    within("confirmation", &statements, 22, 2);
    let (done, statements) = Log::of(started.complete()).await;
    done.ok();
    within("completion", &statements, 0, 13);
});
