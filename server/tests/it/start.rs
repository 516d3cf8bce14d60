//! What the program says when it cannot start: one sentence that names what is wrong and what to do, soon.

use std::path::Path;
use std::time::{Duration, Instant};

use preau_server::db::Db;
use tokio::net::TcpListener;
use tokio::process::Command;

use crate::program::{ended, run};
use crate::school::{Engine, School, empty_postgres_database};

/// Settings of which nearly all are wrong, one of them in a file.
const WRONG: &[(&str, &str)] = &[
    ("PREAU_ENV", "production"),
    ("PREAU_ADDR", "foo"),
    ("PREAU_PUBLIC_URL", "bar"),
    ("PREAU_PAYMENT", "paypal"),
    ("PREAU_TRUSTED_PROXIES", "127.0.0.1,somewhere"),
    ("PREAU_METRICS_ADDR", "192.0.2.1:9090"),
    ("PREAU_DEMO", "1"),
    ("PREAU_MAIL_FROM", "nobody"),
    ("PREAU_MAX_CONNECTIONS", "0"),
    ("PREAU_SHUTDOWN_DELAY", "soon"),
    ("SMTP_URL", "imap://school:geheim@mail.example"),
    ("DATABASE_URL", "mysql://school:geheim@db.example/school"),
    ("RUST_LOG", "loud,=,"),
    ("PREAU_FILES_KEY_ID", ""),
];

#[tokio::test]
async fn all_problems_of_the_settings_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    std::fs::write(&number, "many\n").unwrap();
    let missing = folder.path().join("missing").display().to_string();
    let mut settings = WRONG.to_vec();
    settings.push(("PREAU_DATABASE_CONNECTIONS_FILE", number.to_str().unwrap()));
    settings.push(("STRIPE_SECRET_KEY_FILE", &missing));
    settings.push(("PREAU_FILES", "s3://school/files"));
    for command in ["serve", "doctor", "check"] {
        let (code, said) = run(&[command, "--meeting-url", "room", "--payment=barter"], &settings).await;
        assert_eq!(code, Some(2), "{said}");
        for line in [
            "PREAU_ADDR is \"foo\"; expected an IP address and a port, such as 127.0.0.1:8080",
            "PREAU_PUBLIC_URL is \"bar\"; expected a web address such as https://ecole.example",
            "--payment (PREAU_PAYMENT) is \"barter\"; expected sandbox or stripe",
            "--meeting-url (PREAU_MEETING_URL) is \"room\"; expected a web address",
            "PREAU_TRUSTED_PROXIES is \"somewhere\"; expected IP addresses or networks",
            "PREAU_MAIL_FROM is \"nobody\"; expected an address such as",
            "PREAU_MAX_CONNECTIONS is \"0\"; expected a whole number from 1",
            "PREAU_SHUTDOWN_DELAY is \"soon\"; expected a whole number of seconds",
            "PREAU_DATABASE_CONNECTIONS (from PREAU_DATABASE_CONNECTIONS_FILE) is \"many\"; expected a whole number",
            &format!("STRIPE_SECRET_KEY_FILE: {missing} cannot be read"),
            "SMTP_URL cannot be read; expected smtp://user:password@host:port",
            "DATABASE_URL cannot be read; expected sqlite:FILE or postgres://",
            "RUST_LOG is \"loud,=,\"; expected levels",
            "PREAU_METRICS_ADDR must be a loopback address",
            "PREAU_DEMO is refused in production",
            "PREAU_FILES_KEY_ID and PREAU_FILES_SECRET_KEY go together",
        ] {
            assert!(said.contains(&format!("\n  - {line}")), "{line}: {said}");
        }
        // Nothing that rests upon what cannot be read.
        assert!(!said.contains("is required") && !said.contains("geheim"), "{said}");
        assert_eq!(said.lines().count(), 17, "{said}");
    }
    let (code, said) = run(&["migrate"], &settings).await;
    assert_eq!((code, said.lines().count()), (Some(2), 4), "only the settings it reads: {said}");
    let (code, said) = run(&["migrate-data"], &[("PREAU_MIGRATE_TO_FILE", &missing)]).await;
    assert!(code == Some(2) && said.contains("  - PREAU_MIGRATE_TO_FILE: "), "{said}");
}

#[tokio::test]
async fn what_is_required_together_is_told_at_once() {
    let settings =
        [("PREAU_ENV", "production"), ("PREAU_PAYMENT", "stripe"), ("STRIPE_SECRET_KEY", "sk_live_geheim")];
    let (code, said) = run(&["serve"], &settings).await;
    assert_eq!(code, Some(2), "{said}");
    for name in ["PREAU_PUBLIC_URL", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] {
        assert!(said.contains(&format!("  - {name} is required")), "{name}: {said}");
    }
    assert!(!said.contains("geheim") && said.lines().count() == 4, "{said}");
}

#[tokio::test]
async fn the_version_says_which_databases_it_works_with() {
    let (code, said) = run(&["--version"], &[]).await;
    assert_eq!(code, Some(0));
    let newest = School::open(Engine::Sqlite, &[]).await.app.db.newest_schema().unwrap();
    assert!(said.starts_with(concat!("preau ", env!("CARGO_PKG_VERSION"), "\n")), "{said}");
    assert!(said.contains(&format!("\nschema {newest:04}\n")) && said.contains("\nSQLite 3."), "{said}");
}

#[tokio::test]
async fn a_busy_port_is_told_before_anything_is_made() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data_dir = ("PREAU_DATA_DIR", data.to_str().unwrap());
    for (settings, name) in [
        ([("PREAU_ADDR", addr.as_str()), data_dir], "PREAU_ADDR"),
        ([("PREAU_METRICS_ADDR", addr.as_str()), data_dir], "PREAU_METRICS_ADDR"),
    ] {
        let free = format!("127.0.0.1:{}", crate::program::free_port());
        let line: &[&str] = if name == "PREAU_ADDR" { &["serve"] } else { &["serve", "--addr", &free] };
        let (code, said) = run(line, &settings).await;
        assert_eq!(code, Some(1), "{said}");
        let sentence = format!(
            "preau: {addr} is in use by another program: stop it or choose another address with {name}"
        );
        assert!(said.contains(&sentence) && said.contains("make run PORT="), "{said}");
    }
    let (_, said) = run(&["serve"], &[("PREAU_ADDR", "127.0.0.1:80000"), data_dir]).await;
    assert!(said.contains("PREAU_ADDR is \"127.0.0.1:80000\""), "{said}");
    assert!(!data.exists());
}

both_engines!(a_newer_database_is_refused_with_both_versions, |school| {
    school
        .sql("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, '', 0)")
        .await;
    let known = school.app.db.newest_schema().unwrap();
    let said = school.app.db.migrate().await.unwrap_err().to_string();
    let sentence = format!(
        "the database is at schema 9999, this program knows {known:04}: it was used by a newer Préau; install that version \
         or restore a copy made before the update"
    );
    assert_eq!(said, sentence);
    let ready = school.visitor().request(axum::http::Method::GET, "/readyz", None, &[]).await;
    assert_eq!((ready.status.as_u16(), ready.text()), (503, format!("{sentence}\n")));
});

/// What is said of this PostgreSQL, which must be within five seconds and without the password.
async fn refused(url: &str) -> String {
    let began = Instant::now();
    let said = Db::connect_postgres(url, 2).await.unwrap_err().to_string();
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}: {said}", began.elapsed());
    assert!(!said.contains("geheim"), "{said}");
    said
}

#[tokio::test]
async fn a_postgresql_that_cannot_be_used_is_told_within_five_seconds() {
    let database = empty_postgres_database().await;
    let with = |change: &dyn Fn(&mut url::Url)| {
        let mut url: url::Url = database.parse().unwrap();
        change(&mut url);
        url.to_string()
    };
    let server: url::Url = database.parse().unwrap();
    let server = format!("PostgreSQL at 127.0.0.1:{}", server.port().unwrap());

    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = silent.local_addr().unwrap();
    let nobody = refused("postgres://preau:geheim@127.0.0.1:1/preau").await;
    let expected = "PostgreSQL at 127.0.0.1:1 does not answer (Connection refused";
    assert!(
        nobody.starts_with(expected) && nobody.contains("start it, or correct host and port in DATABASE_URL"),
        "{nobody}"
    );
    let mute = refused(&format!("postgres://preau:geheim@{silent}/preau")).await;
    assert!(mute.contains(&format!("PostgreSQL at {silent} does not answer (it took too long)")), "{mute}");

    let role = with(&|url| {
        url.set_username("nobody_of_that_name").unwrap();
        url.set_password(Some("geheim")).unwrap();
    });
    let said = refused(&role).await;
    assert!(said.starts_with(&format!("{server} does not let this program in (role")), "{said}");
    let missing = refused(&with(&|url| url.set_path("no_such_school"))).await;
    let expected =
        format!("{server} has no such database (database \"no_such_school\" does not exist): create it");
    assert!(missing.starts_with(&expected), "{missing}");
}

#[tokio::test]
async fn a_wrong_password_is_told_and_never_shown() {
    // The server of the tests asks this role for its password, whether there is such a role or not.
    let mut url: url::Url = empty_postgres_database().await.parse().unwrap();
    url.set_username("locked").unwrap();
    url.set_password(Some("geheim")).unwrap();
    let said = refused(url.as_str()).await;
    assert!(
        said.contains("(password authentication failed for user \"locked\"): correct name and password"),
        "{said}"
    );
}

#[tokio::test]
async fn a_postgresql_that_is_too_old_is_refused() {
    let school = School::open(Engine::Postgres, &[]).await;
    // A function of this name that is found before the system's own.
    school
        .sql(
            "CREATE FUNCTION public.current_setting(name TEXT) RETURNS TEXT LANGUAGE sql AS $$
            SELECT CASE name WHEN 'server_version' THEN '14.9' ELSE '140009' END $$",
        )
        .await;
    let url = format!("{}?options=-c%20search_path%3Dpublic,pg_catalog", school.url());
    let said = refused(&url).await;
    assert!(said.contains("is version 14.9, and 15 or newer is needed: update it"), "{said}");
}

#[tokio::test]
async fn a_file_that_is_no_usable_database_is_told_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("text.db"), "These are the minutes of a meeting.\n".repeat(200)).unwrap();
    std::fs::create_dir(at("folder.db")).unwrap();
    for (file, expected) in [
        (at("text.db"), "is no SQLite database, or its beginning is damaged"),
        (at("folder.db"), "is a folder, not a database"),
        (at("nowhere/school.db"), "nowhere does not exist: make it"),
    ] {
        let said = Db::open_sqlite(&file).await.unwrap_err().to_string();
        assert!(said.contains(expected) && said.contains(folder.path().to_str().unwrap()), "{said}");
    }
}

/// The folder of a school that nobody has open any more.
async fn closed_school() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(&["migrate"], &[("PREAU_DATA_DIR", folder.path().to_str().unwrap())]).await;
    assert_eq!(code, Some(0), "{said}");
    folder
}

#[tokio::test]
async fn a_damaged_file_is_told_with_the_way_back() {
    let school = closed_school().await;
    let whole = school.path().join("copy.db");
    // A copy is one file; a closed school may still have its newest pages in the log beside it.
    let settings = [("PREAU_DATA_DIR", school.path().to_str().unwrap())];
    assert_eq!(run(&["backup", whole.to_str().unwrap()], &settings).await.0, Some(0));
    let mut bytes = std::fs::read(&whole).unwrap();
    // All but the first page.
    bytes[4096..].fill(0xA5);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("preau.db");
    std::fs::write(&file, bytes).unwrap();
    let data = folder.path().to_str().unwrap();
    let (code, said) = run(&["serve", "--addr", "127.0.0.1:0"], &[("PREAU_DATA_DIR", data)]).await;
    assert_eq!(code, Some(1), "{said}");
    let sentence = format!("preau: {} is damaged (", file.display());
    assert!(said.contains(&sentence) && said.contains("`preau restore FILE`"), "{said}");
}

/// The program as an account that may not write everywhere, when this one may.
fn as_nobody(arguments: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_preau");
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", program]);
        command
    } else {
        Command::new(program)
    };
    command.args(arguments);
    command
}

fn is_root() -> bool {
    std::process::Command::new("id").arg("-u").output().unwrap().stdout.trim_ascii() == b"0"
}

fn allow(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn a_file_or_folder_that_may_not_be_written_is_told_with_its_owner() {
    let school = closed_school().await;
    let folder = school.path();
    let (file, data) = (folder.join("preau.db"), folder.to_str().unwrap());
    let why = if is_root() {
        "belongs to the account 0, and this program runs as"
    } else {
        "is read-only for this program"
    };
    let serve = async || {
        let command = &mut as_nobody(&["serve", "--addr", "127.0.0.1:0"]);
        ended(command, &[("PREAU_DATA_DIR", data)]).await
    };
    allow(&file, 0o444);
    allow(folder, 0o777);
    let (code, said) = serve().await;
    assert!(code == Some(1) && said.contains(&format!("preau: {} {why}", file.display())), "{said}");
    allow(&file, 0o666);
    allow(folder, 0o555);
    let (code, said) = serve().await;
    assert!(code == Some(1) && said.contains(&format!("preau: {data} {why}")), "{said}");
    allow(folder, 0o755);
}

#[tokio::test]
async fn a_full_disk_is_told_at_start() {
    let folder = tempfile::tempdir().unwrap();
    // A limit on the size of files stands for the disk.
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "trap '' XFSZ; ulimit -f 16; exec \"$0\" serve --addr 127.0.0.1:0",
        env!("CARGO_BIN_EXE_preau"),
    ]);
    let (code, said) = ended(&mut command, &[("PREAU_DATA_DIR", folder.path().to_str().unwrap())]).await;
    assert_eq!(code, Some(1), "{said}");
    let sentence = format!("the disk of {}/preau.db does not take writes", folder.path().display());
    assert!(said.contains(&sentence) && said.contains("free space"), "{said}");
}
