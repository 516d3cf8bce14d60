//! Copies made while everybody writes, and copies whose making is killed: a copy is whole or not there, holds all that
//! was answered before it began, nothing in part, and makes a school that is in order.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use preau_server::fetch_all;
use reqwest::Method;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::books::{Books, all_done, findings, keep};
use crate::chance::Chance;
use crate::day::{Day, widen};
use crate::is_long;
use crate::postgres;
use crate::school::{Engine, School};
use crate::server::{must_run, preau, run};
use crate::waiting::until;

on_both_engines! {
    copies_made_while_everybody_writes_are_schools_in_order => while_everybody_writes;
    a_copy_whose_making_is_killed_is_whole_or_not_there => killed_in_the_making;
}

/// A school made from a copy, in an empty place.
async fn restored(engine: Engine, copy: &Path) -> School {
    let database = match engine {
        Engine::Sqlite => None,
        Engine::Postgres => Some(postgres::empty_database().await),
    };
    let school = School::of(engine, tempfile::tempdir().unwrap(), database).await;
    must_run(&["restore", copy.to_str().unwrap()], &school.settings).await;
    school
}

/// Somebody who writes one message after the other, numbered, each after the one before was answered.
struct Counting {
    answered: Arc<AtomicI64>,
    over: CancellationToken,
    task: tokio::task::JoinHandle<()>,
}

impl Counting {
    fn begin(school: &Arc<School>) -> Self {
        let (answered, over) = (Arc::new(AtomicI64::new(0)), CancellationToken::new());
        let (school, counted, stop) = (school.clone(), answered.clone(), over.clone());
        let task = tokio::spawn(async move {
            while !stop.is_cancelled() {
                let next = counted.load(Ordering::SeqCst) + 1;
                let body = json!({ "name": "Compteur", "email": "rosa@exemple.test", "message": next.to_string(), "consent": true });
                school.visitor().insist(Method::POST, "/contact", Some(&body), None).await.ok();
                counted.store(next, Ordering::SeqCst);
            }
        });
        Self { answered, over, task }
    }

    fn answered(&self) -> i64 {
        self.answered.load(Ordering::SeqCst)
    }
}

async fn while_everybody_writes(engine: Engine) {
    let times = if is_long() { 12 } else { 1 };
    let chance = Chance::new();
    let school = Arc::new(School::open(engine).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    let day = Day::begin(&school, &chance, 3).await;
    let counting = Counting::begin(&school);
    let mut copies: Vec<(PathBuf, i64, i64, usize)> = Vec::new();
    for n in 0..times {
        let seen = counting.answered();
        until("work to go on", || async { (counting.answered() > seen + 5).then_some(()) }).await;
        let (before, promised) = (counting.answered(), day.ledger.len());
        let copy = school.file(&format!("copy-{n}"));
        must_run(&["backup", copy.to_str().unwrap()], &school.settings).await;
        copies.push((copy, before, counting.answered() + 1, promised));
    }
    counting.over.cancel();
    counting.task.await.unwrap();
    let (errands, ledger) = day.end().await;
    books.close(&school, &ledger).await;
    server.terminate().await;
    for (copy, before, after, promised) in &copies {
        let twin = restored(engine, copy).await;
        assert_eq!(findings(&twin).await, Vec::<String>::new());
        holds_a_beginning(&twin, *before, *after).await;
        let db = twin.db().await;
        // What may be taken away again later was promised as gone; the rest only grows.
        let facts = ledger.since(0).into_iter().take(*promised).filter(|fact| fact.times == 1);
        keep(&db, &facts.collect::<Vec<_>>()).await;
        db.close().await;
        // A card that was taken an instant before is only known to the provider: the jobs see to it.
        run(&["doctor", "--resume"], &twin.settings).await;
        let mut server = twin.serve().await;
        all_done(&twin).await;
        server.terminate().await;
    }
    println!(
        "chaos: {engine:?}: {times} copies during {errands} errands, each restored, compared and in order"
    );
}

/// Of the numbered messages the copy has the first ones, without a gap: at least those answered before it was begun,
/// at most those begun before it was done.
async fn holds_a_beginning(twin: &School, before: i64, after: i64) {
    let db = twin.db().await;
    let mut conn = db.read().await.unwrap();
    let sql = "SELECT CAST(message AS BIGINT) FROM contact_messages WHERE name = 'Compteur' ORDER BY id";
    let numbers: Vec<i64> = fetch_all!(conn, (i64,), sql).unwrap().into_iter().map(|row| row.0).collect();
    drop(conn);
    db.close().await;
    let last = i64::try_from(numbers.len()).unwrap();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
    assert!((before..=after).contains(&last), "{last} of {before} to {after}");
}

async fn killed_in_the_making(engine: Engine) {
    let times = if is_long() { 60 } else { 4 };
    let mut chance = Chance::new();
    let school = School::open(engine).await;
    let (mut whole, mut absent) = (0, 0);
    for n in 0..times {
        let copy = school.file(&format!("copy-{n}"));
        let arguments = ["backup", copy.to_str().unwrap()];
        // Every other time as soon as it is copied, before it has its name.
        let mut settings = school.settings.clone();
        if n % 2 == 0 {
            settings.push(("PREAU_CRASH_AT".to_owned(), "backup.copied".to_owned()));
        }
        let mut making = preau(&arguments, &settings).stdout(Stdio::null()).spawn().unwrap();
        if n % 2 == 1 {
            tokio::time::sleep(chance.pause(600)).await;
            let _ = making.start_kill();
        }
        making.wait().await.unwrap();
        if copy.exists() {
            whole += 1;
        } else {
            absent += 1;
            let (well, said) = run(&arguments, &school.settings).await;
            assert!(well, "what was left behind is in the way: {said}");
        }
        restored(engine, &copy).await.is_sound().await;
        std::fs::remove_file(copy).unwrap();
    }
    school.is_sound().await;
    println!(
        "chaos: {engine:?}: the making of {times} copies killed: {whole} were whole, {absent} not there"
    );
}
