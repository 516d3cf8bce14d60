//! The disk full: what is written is refused with an error, nothing is damaged, reading goes on, and everything works
//! again when there is space. A limit on the size of files stands for the disk: any process may set it on its own
//! children. The server's log stands on the same disk.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::books::{Books, Ledger};
use crate::errands::{bookable_courses, draft, good_card};
use crate::postman::Mood;
use crate::school::{Engine, School};
use crate::server::{Server, readiness, run};
use crate::waiting::{until, until_is};

/// A write beyond the limit fails instead of ending the program, as on a full disk.
const UNIGNORED: &[&str] = &["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"];

/// No file of the server's may grow or be written beyond `bytes`.
async fn limit(server: &Server, bytes: &str) {
    let (pid, size) = (server.pid().to_string(), format!("--fsize={bytes}:"));
    let done = Command::new("prlimit").args(["--pid", &pid, &size]).status().await.unwrap();
    assert!(done.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_writes_and_damages_nothing() {
    let school = School::open(Engine::Sqlite).await;
    let mut books = Books::open(&school).await;
    let mut server = school.spawn_with(&[("RUST_LOG", "info")], UNIGNORED);
    server.ready().await;
    let visitor = school.visitor();
    let course = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await.remove(0);
    let ledger = Ledger::default();
    let mut answered = Vec::new();
    for round in 0..3 {
        let email = format!("zoe{round}@exemple.test");
        let checkout = school.visitor().post("/checkout", &draft(&course, &email)).await;
        limit(&server, "0").await;
        answered.push(refused(&school, &checkout).await);
        assert_eq!(
            visitor.get(&format!("/courses/{}/details", course.id)).await["id"],
            course.id,
            "reading goes on"
        );
        until_is("it to be told", &(503, "the disk does not take writes\n".to_owned()), || {
            readiness(&server.url)
        })
        .await;
        assert!(server.is_running());

        limit(&server, "unlimited").await;
        let paid =
            visitor.insist(Method::POST, "/payment/sandbox/confirm", Some(&good_card(&checkout)), None).await;
        assert_eq!(paid.ok()["status"], "succeeded");
        let path = format!("/checkout/{}/complete", checkout["reservationId"]);
        let token = json!({ "checkoutToken": checkout["checkoutToken"] });
        visitor.insist(Method::POST, &path, Some(&token), None).await.ok();
        until_is("it to be told", &(200, "ready\n".to_owned()), || readiness(&server.url)).await;
    }
    let posted = books.close(&school, &ledger).await;
    assert_eq!(posted.twice, 0);
    server.terminate().await;
    println!(
        "chaos: SQLite: disk full 3 times: writes answered {answered:?}, reading went on, {} mails, none twice",
        posted.mails
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_left_while_the_disk_was_full_leaves_once() {
    const ON_ITS_WAY: &str = "SELECT COUNT(*) FROM mails WHERE status = 'QUEUED' AND leased_by IS NOT NULL";
    let school = School::open(Engine::Sqlite).await;
    let mut books = Books::open(&school).await;
    let mut server = school.spawn_with(&[("RUST_LOG", "info")], UNIGNORED);
    server.ready().await;
    school.postman.mood(Mood::SaysSoAfter(Duration::from_secs(5)));
    let message =
        json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": "Bonjour !", "consent": true });
    school.visitor().post("/contact", &message).await;
    until("a mail to be on its way", || async { (school.number(ON_ITS_WAY).await > 0).then_some(()) }).await;
    limit(&server, "0").await;
    // That it has left cannot be written down.
    until_is("a write to be refused", &(503, "the disk does not take writes\n".to_owned()), || {
        readiness(&server.url)
    })
    .await;
    assert!(!school.postman.letters().is_empty());
    let came_back = Instant::now();
    limit(&server, "unlimited").await;
    let posted = books.close(&school, &Ledger::default()).await;
    assert_eq!(posted.twice, 0);
    assert!(came_back.elapsed() < Duration::from_mins(1), "only after its lease it was noted");
    server.terminate().await;
    println!("chaos: SQLite: the disk was full while {} mails left: none twice", posted.mails);
}

/// Every kind of write is refused with an error that says to come back.
async fn refused(school: &School, checkout: &Value) -> Vec<u16> {
    let message =
        json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": "Bonjour !", "consent": true });
    let mut statuses = Vec::new();
    for (path, body) in [("/contact", message), ("/payment/sandbox/confirm", good_card(checkout))] {
        let reply = school.visitor().call(Method::POST, path, Some(&body), Some("full")).await.unwrap();
        assert_eq!((reply.status, reply.code()), (503, "unavailable"), "{reply:?}");
        statuses.push(reply.status);
    }
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_for_which_there_is_no_space_leaves_nothing_behind() {
    let school = School::open(Engine::Sqlite).await;
    let copy = school.file("copy.db");
    let whole = format!(
        "trap '' XFSZ; exec prlimit --fsize=262144:unlimited {} backup {}",
        env!("CARGO_BIN_EXE_preau"),
        copy.display()
    );
    let done = Command::new("sh").args(["-c", &whole]).envs(school.settings.clone()).output().await.unwrap();
    assert!(!done.status.success());
    let left: Vec<_> =
        std::fs::read_dir(school.folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("copy")), "{left:?}");
    let (well, said) = run(&["backup", copy.to_str().unwrap()], &school.settings).await;
    assert!(well, "{said}");
}
