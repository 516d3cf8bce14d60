//! `preau check`: each thing that serving needs is tried, and what would fail is told.

use lettre::message::Mailbox;
use preau_server::config::{Config, PaymentProvider, Secret};
use preau_server::operations::check::{self, Finding, Verdict};
use tokio::net::TcpListener;

use crate::fake_s3::{FakeS3, KEY_ID};
use crate::fake_stripe::{self, FakeStripe};
use crate::program::{Program, run};
use crate::school::School;
use crate::smtp::{Answer, Sink};

/// The settings of this school, on addresses that are free.
fn settings(school: &School) -> Config {
    let mut config = school.app.config.clone();
    let url = match school.engine {
        crate::school::Engine::Sqlite => format!("sqlite:{}", school.url()),
        crate::school::Engine::Postgres => school.url().to_owned(),
    };
    config.storage.database_url = Some(url.as_str().into());
    config.network.addr = "127.0.0.1:0".parse().unwrap();
    config
}

fn with_stripe(config: &mut Config, stripe: &FakeStripe, key: &str) {
    config.payment.provider = PaymentProvider::Stripe;
    config.payment.stripe_secret_key = Some(key.into());
    config.payment.stripe_webhook_secret = Some(Secret::from("whsec"));
    config.payment.stripe_api_base = stripe.base.parse().unwrap();
}

/// What is found of one subject.
async fn found(config: &Config, to: Option<&str>, subject: &str) -> Vec<(Verdict, String)> {
    let to = to.map(|to| to.parse::<Mailbox>().unwrap());
    let all: Vec<Finding> = check::run(config, to, |_| ()).await;
    all.into_iter().filter(|one| one.subject == subject).map(|one| (one.verdict, one.what)).collect()
}

#[track_caller]
fn assert_found(found: &[(Verdict, String)], verdict: Verdict, part: &str) {
    assert!(
        found.iter().any(|(of, what)| *of == verdict && what.contains(part)),
        "{verdict:?} {part}: {found:?}"
    );
}

both_engines!(a_school_in_order_passes_while_it_runs, |school| {
    let (stripe, sink) = (FakeStripe::start().await, Sink::open().await);
    let mut config = settings(&school);
    with_stripe(&mut config, &stripe, fake_stripe::SECRET_KEY);
    config.mail.smtp_url = Some(sink.url().as_str().into());
    let all = check::run(&config, None, |_| ()).await;
    assert!(all.iter().all(|one| one.verdict == Verdict::Ok), "{all:?}");
    let subjects: Vec<_> = all.iter().map(|one| one.subject).collect();
    assert_eq!(subjects, ["settings", "database", "folder", "files", "mails", "payments", "network"]);
    assert!(sink.arrived().is_empty(), "no mail that nobody asked for");
    let left = std::fs::read_dir(school.data_dir()).unwrap().map(|one| one.unwrap().file_name());
    assert!(!left.into_iter().any(|name| name.to_string_lossy().contains("check")), "no probe stays");

    let mails = found(&config, Some("direction@ecole.example"), "mails").await;
    assert_found(&mails, Verdict::Ok, "a test mail was handed over for direction@ecole.example");
    let mail = sink.arrived().remove(0);
    assert_eq!((mail.to.as_str(), mail.subject().as_str()), ("direction@ecole.example", "Préau: test mail"));
});

both_engines!(a_schema_that_is_not_this_program_s_is_told_and_left_alone, |school| {
    let config = settings(&school);
    school
        .sql("DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)")
        .await;
    let older = found(&config, None, "database").await;
    assert_found(&older, Verdict::Warning, "bring it up to date with `preau migrate`");
    let versions = school.count("SELECT COUNT(*) FROM _sqlx_migrations").await;
    assert_eq!(versions, school.app.db.newest_schema().unwrap() - 1, "nothing is migrated");
    school
        .sql("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, '', 0)")
        .await;
    assert_found(&found(&config, None, "database").await, Verdict::Fails, "is at schema 9999");
});

#[tokio::test(flavor = "multi_thread")]
async fn what_would_fail_is_told_with_what_to_do() {
    let school = School::open(crate::school::Engine::Sqlite, &[]).await;
    let mut config = settings(&school);
    let stripe = FakeStripe::start().await;
    with_stripe(&mut config, &stripe, "sk_live_other");
    assert_found(&found(&config, None, "payments").await, Verdict::Fails, "401 Unauthorized");
    let said = found(&config, None, "payments").await;
    assert!(said[0].1.contains("look at STRIPE_SECRET_KEY") && !said[0].1.contains("sk_live"), "{said:?}");

    config.mail.smtp_url = Some("smtp://school:geheim@127.0.0.1:1".into());
    let mails = found(&config, None, "mails").await;
    assert_found(&mails, Verdict::Fails, "the SMTP server 127.0.0.1:1 cannot be used (");
    assert!(!format!("{mails:?}").contains("geheim"), "{mails:?}");
    let sink = Sink::open().await;
    sink.answer(&[Answer::RefuseForGood]);
    config.mail.smtp_url = Some(sink.url().as_str().into());
    let mails = found(&config, Some("direction@ecole.example"), "mails").await;
    assert_found(&mails, Verdict::Fails, "refused the test mail (");

    config.storage.data_dir = "/proc/nowhere".into();
    assert_found(&found(&config, None, "folder").await, Verdict::Fails, "/proc");

    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    config.network.addr = taken.local_addr().unwrap();
    tokio::spawn(async move {
        // Whoever asks who serves there is hung up on.
        while taken.accept().await.is_ok() {}
    });
    assert_found(&found(&config, None, "network").await, Verdict::Fails, "is in use by another program");
    config.storage.database_url = Some("postgres://preau:geheim@127.0.0.1:1/preau".into());
    assert_found(
        &found(&config, None, "database").await,
        Verdict::Fails,
        "PostgreSQL at 127.0.0.1:1 does not answer",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_is_tried_with_a_file() {
    let school = School::open(crate::school::Engine::Sqlite, &[]).await;
    let s3 = FakeS3::default();
    let mut config = settings(&school);
    config.storage.files = Some("s3://school/files".parse().unwrap());
    config.storage.files_endpoint = Some(s3.serve().await.parse().unwrap());
    config.storage.files_key_id = Some(KEY_ID.to_owned());
    config.storage.files_secret_key = Some("secret".into());
    assert_found(
        &found(&config, None, "files").await,
        Verdict::Ok,
        "s3://school/files keeps, answers and deletes",
    );
    assert!(s3.keys().is_empty(), "{:?}", s3.keys());
    config.storage.files_key_id = Some("somebody".to_owned());
    let refused = found(&config, None, "files").await;
    assert_found(&refused, Verdict::Fails, "look at PREAU_FILES and its settings");
}

#[tokio::test(flavor = "multi_thread")]
async fn production_is_warned_of_what_it_lacks() {
    let flags = ["--env", "production", "--public-url", "http://ecole.example"];
    let school = School::open(crate::school::Engine::Sqlite, &flags).await;
    let config = settings(&school);
    let said = found(&config, None, "settings").await;
    assert_found(&said, Verdict::Warning, "PREAU_PUBLIC_URL does not begin with https://");
    assert_found(&said, Verdict::Warning, "PREAU_TRUSTED_PROXIES is not set");
    assert_found(&found(&config, None, "mails").await, Verdict::Warning, "SMTP_URL is not set: mails wait");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_says_one_line_each_and_ends_by_what_it_found() {
    let school = Program::start("warn", 1024).await;
    let addr = format!("127.0.0.1:{}", school.port);
    let settings = [("PREAU_ADDR", addr.as_str()), ("PREAU_DATA_DIR", school.folder())];
    let (code, said) = run(&["check"], &settings).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains(&format!("ok       network   {addr} is served by a running school (version ")),
        "{said}"
    );
    assert!(said.contains("GiB free") || said.contains("MiB free"), "{said}");
    assert_eq!(said.lines().count(), 7, "{said}");
    let (code, said) = run(&["check", "--mail-to", "a@ecole.example"], &settings).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("fails    mails     no test mail was sent: set SMTP_URL"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    let nothing = empty.path().join("data");
    let (code, said) =
        run(&["check", "--addr", "127.0.0.1:0"], &[("PREAU_DATA_DIR", nothing.to_str().unwrap())]).await;
    assert!(code == Some(0) && said.contains("does not exist yet: `preau serve` makes it"), "{said}");
    assert!(!nothing.exists(), "nothing is made");
    school.end().await;
}
