//! What must hold whatever happens: the doctor finds nothing, what was answered stays true, every mail leaves once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use clap::Parser as _;
use preau_server::clock::Clock;
use preau_server::config::Config;
use preau_server::db::Db;
use preau_server::operations::doctor;
use preau_server::{fetch_all, fetch_scalar};

use crate::school::School;
use crate::waiting::until_is;

/// Something the school has answered, and where its database says so: `query` counts it by `$1`.
#[derive(Clone, Debug)]
pub struct Fact {
    pub query: &'static str,
    pub about: String,
    pub times: i64,
}

/// What the school owes to those it has answered.
#[derive(Default)]
pub struct Ledger {
    facts: Mutex<Vec<Fact>>,
}

impl Ledger {
    /// From now on `query` finds exactly one of `about`.
    pub fn promise(&self, query: &'static str, about: &impl ToString) {
        self.promise_times(query, about, 1);
    }

    pub fn promise_times(&self, query: &'static str, about: &impl ToString, times: i64) {
        let fact = Fact { query, about: about.to_string(), times };
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).push(fact);
    }

    /// How much was promised so far.
    pub fn len(&self) -> usize {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub fn since(&self, first: usize) -> Vec<Fact> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)[first..].to_vec()
    }
}

/// The books of one school over one scenario.
pub struct Books {
    first_mail: i64,
    /// Mails that were on their way when a server was killed, and how often: those may arrive once more.
    excused: BTreeMap<String, BTreeSet<String>>,
    looked_at: usize,
}

/// What became of the mails.
#[derive(Debug)]
pub struct Posted {
    pub mails: usize,
    pub twice: usize,
}

#[derive(clap::Parser)]
struct Settings {
    #[command(flatten)]
    config: Config,
}

/// What the doctor says without asking the provider, whose announcements may still be on their way.
pub async fn findings(school: &School) -> Vec<String> {
    let data = school.folder.path().to_str().unwrap();
    let config = Settings::parse_from(["preau", "--data-dir", data]).config;
    let app = preau_server::app::open(config, school.db().await, Clock::System).await.unwrap();
    let found = doctor::check(&app).await.unwrap();
    app.db.close().await;
    found.iter().map(ToString::to_string).collect()
}

const ON_THEIR_WAY: &str =
    "SELECT message_id, leased_by FROM mails WHERE status = 'QUEUED' AND leased_by IS NOT NULL";
const MAILS: &str = "SELECT message_id, status, kind FROM mails WHERE id > $1";
const UNDONE: &str = "
    SELECT (SELECT COUNT(*) FROM mails WHERE status = 'QUEUED') + (SELECT COUNT(*) FROM refunds WHERE status = 'PENDING')
        + (SELECT COUNT(*) FROM reservations WHERE status = 'HELD' AND NOT desk)
        + (SELECT COUNT(*) FROM sandbox_intents WHERE status = 'SUCCEEDED' AND announced_at IS NULL)";

impl Books {
    pub async fn open(school: &School) -> Self {
        let first_mail = school.number("SELECT COALESCE(MAX(id), 0) FROM mails").await;
        Self { first_mail, excused: BTreeMap::new(), looked_at: 0 }
    }

    /// Looks while nobody serves: the doctor's rules, what was promised since, and which mails were on their way.
    pub async fn look(&mut self, school: &School, ledger: &Ledger) {
        assert_eq!(findings(school).await, Vec::<String>::new(), "after a kill");
        let db = school.db().await;
        self.excuse(&db, None).await;
        let facts = ledger.since(self.looked_at);
        self.looked_at += facts.len();
        keep(&db, &facts).await;
        db.close().await;
    }

    /// Looks while the others serve: what was on its way at the server of this name, which was killed.
    pub async fn one_was_killed(&mut self, school: &School, name: &str) {
        let db = school.db().await;
        self.excuse(&db, Some(name)).await;
        db.close().await;
        assert_eq!(findings(school).await, Vec::<String>::new(), "after a kill");
    }

    async fn excuse(&mut self, db: &Db, only: Option<&str>) {
        let mut conn = db.read().await.unwrap();
        for (mail, server) in fetch_all!(conn, (String, String), ON_THEIR_WAY).unwrap() {
            if only.is_none_or(|name| name == server) {
                self.excused.entry(mail).or_default().insert(server);
            }
        }
    }

    /// Waits until a served school has done everything it owes, and looks at all of it.
    pub async fn close(&mut self, school: &School, ledger: &Ledger) -> Posted {
        all_done(school).await;
        let db = school.db().await;
        keep(&db, &ledger.since(0)).await;
        let posted = self.posted(&db, school).await;
        db.close().await;
        posted
    }

    /// Every mail has left, and none more often than it had to.
    async fn posted(&self, db: &Db, school: &School) -> Posted {
        let arrivals = school.postman.arrivals();
        let mut conn = db.read().await.unwrap();
        let mails = fetch_all!(conn, (String, String, String), MAILS, self.first_mail).unwrap();
        let mut twice = 0;
        for (id, status, kind) in &mails {
            assert_eq!(status, "SENT", "{kind}");
            let (came, most) =
                (arrivals.get(id).copied().unwrap_or(0), 1 + self.excused.get(id).map_or(0, BTreeSet::len));
            assert!((1..=most).contains(&came), "{kind} came {came} times, at most {most} expected");
            twice += usize::from(came > 1);
        }
        let known: BTreeSet<&String> = mails.iter().map(|(id, ..)| id).collect();
        assert!(arrivals.keys().all(|id| known.contains(id)), "a mail came that nobody wrote");
        Posted { mails: mails.len(), twice }
    }
}

/// Waits until a served school has done everything it owes; then the doctor, payments included, finds nothing.
pub async fn all_done(school: &School) {
    let past = "'2026-01-01T00:00:00Z'";
    for overdue in [
        format!("UPDATE reservations SET hold_until = {past} WHERE status = 'HELD' AND NOT desk"),
        format!("UPDATE sandbox_intents SET updated_at = {past} WHERE announced_at IS NULL"),
    ] {
        school.sql(&overdue).await;
    }
    until_is("everything to be done", &0, || async {
        school.jobs_are_due().await;
        school.number(UNDONE).await
    })
    .await;
    school.is_sound().await;
}

/// What was promised is so.
pub async fn keep(db: &Db, facts: &[Fact]) {
    let mut conn = db.read().await.unwrap();
    for fact in facts {
        let found = fetch_scalar!(conn, i64, fact.query, &fact.about).unwrap();
        assert_eq!(found, fact.times, "{} of {}", fact.query, fact.about);
    }
}
