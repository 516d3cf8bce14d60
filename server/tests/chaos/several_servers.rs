//! Three servers of one school behind nginx, as `deploy` ships it. One is killed while many read and book: what fails
//! is what that server was answering, and nothing else.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::process::Child;
use tokio::task::JoinSet;

use crate::crowd::{Attempt, Crowd, client};
use crate::errands::bookable_courses;
use crate::nginx::{Nginx, lasting_port};
use crate::school::{EDITOR, Engine, PASSWORD, STUDENT, School};
use crate::server::{preau, readiness, settings};
use crate::waiting::until;

/// How long nginx may take to see that a connection it keeps was closed.
const NOTICED: Duration = Duration::from_millis(250);

/// A server at an address to which it comes back.
async fn serve(school: &School, at: SocketAddr) -> Child {
    let mut all = school.settings.clone();
    all.extend(settings(&[("PREAU_ADDR", &at.to_string())]));
    let log = std::fs::File::create(school.file(&format!("{}.log", at.port()))).unwrap();
    let mut command = preau(&["serve"], &all);
    let process = command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap();
    assert_eq!(readiness(&format!("http://{at}")).await.0, 200);
    // The first page takes seconds on a busy machine, and nginx asks nobody else for what has taken ten.
    assert_eq!(reqwest::get(format!("http://{at}/")).await.unwrap().status(), 200);
    process
}

/// Three servers on one database, nginx before them, and somebody who signed in on the way through it.
struct Site {
    school: School,
    servers: [SocketAddr; 3],
    processes: Vec<Child>,
    nginx: Nginx,
}

async fn site() -> Site {
    let school = School::open(Engine::Postgres).await;
    let servers = std::array::from_fn(|_| SocketAddr::from((Ipv4Addr::LOCALHOST, lasting_port())));
    let mut processes = Vec::new();
    for at in servers {
        processes.push(serve(&school, at).await);
    }
    let nginx = Nginx::before(servers, school.folder.path()).await;
    Site { school, servers, processes, nginx }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_under_load_fails_only_what_it_was_answering() {
    let mut site = site().await;
    let school = &site.school;
    school.address.set(&format!("http://{}", site.servers[1]));
    let course = bookable_courses(&school.visitor(), "?type=ONLINE").await.remove(0);
    let token = school.person(STUDENT).await.token.unwrap();
    let details = format!("/api/courses/{}/details", course.id);

    let crowd = Arc::new(Crowd::before(site.nginx.address));
    let mut people = JoinSet::new();
    for _ in 0..3 {
        let (crowd, token, details) = (crowd.clone(), token.clone(), details.clone());
        people.spawn(async move {
            crowd.read(&["/api/courses", &details, "/api/users/me", "/"], Some(&token)).await;
        });
    }
    for name in ["zoe", "lea"] {
        let (crowd, course) = (crowd.clone(), course.clone());
        people.spawn(async move { crowd.book(&course, name).await });
    }
    busy(&crowd, 200, 5).await;

    // Of the three, the one that is answering something at this moment as likely as any other.
    let before = Instant::now();
    site.processes[0].kill().await.unwrap();
    let after = Instant::now();
    // What it had begun may be taken over at once, as after the minute that its claims last.
    school.leases_run_out().await;
    busy(&crowd, 200, 5).await;

    site.processes[0] = serve(school, site.servers[0]).await;
    let back = crowd.next_number();
    until("the server that came back is asked again", || async {
        let asked = site.nginx.asked();
        (asked
            .iter()
            .filter(|(number, servers)| **number > back && servers.last() == Some(&site.servers[0]))
            .count()
            > 20)
            .then_some(())
    })
    .await;
    crowd.go_home();
    while let Some(done) = people.join_next().await {
        done.unwrap();
    }

    account_for(&crowd.attempts(), &site, before..after + NOTICED);
    once_each(school, &crowd).await;
    school.is_sound().await;
}

/// Waits until so much more was read and booked.
async fn busy(crowd: &Crowd, reads: usize, bookings: usize) {
    let (read, booked) = (crowd.attempts().len() + reads, crowd.booked().len() + bookings);
    until("reads and bookings", || async {
        (crowd.attempts().len() >= read && crowd.booked().len() >= booked).then_some(())
    })
    .await;
}

/// Every request has its outcome; each that failed was on its way to the killed server when it died, and could not be asked
/// elsewhere: it writes, or a part of its answer had been passed on.
fn account_for(attempts: &[Attempt], site: &Site, death: std::ops::Range<Instant>) {
    let (killed, asked) = (site.servers[0], site.nginx.asked());
    let failed: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.failed()).collect();
    for attempt in &failed {
        assert!(attempt.begun < death.end && attempt.ended >= death.start, "not when it died: {attempt:?}");
        assert_eq!(asked.get(&attempt.number), Some(&vec![killed]), "not by the killed one: {attempt:?}");
        let could_be_moved = attempt.method == Method::GET && attempt.outcome.is_ok();
        let took = attempt.ended - attempt.begun;
        assert!(!could_be_moved, "not asked elsewhere: {:?} after {took:?}: {attempt:?}", attempt.outcome);
    }
    // nginx lives: an answer without a status is one that broke off.
    let refused =
        |attempt: &&Attempt| attempt.method == Method::GET && !matches!(attempt.outcome, Ok(200) | Err(_));
    assert_eq!(
        attempts.iter().find(refused).map(|attempt| format!("{}: {:?}", attempt.path, attempt.outcome)),
        None,
        "a reader was turned away"
    );
    let moved = asked.values().filter(|servers| servers.len() > 1 && servers[0] == killed).count();
    assert!(moved > 0, "nothing was asked of another server in the killed one's place");
    for server in site.servers {
        assert!(asked.values().any(|servers| servers.last() == Some(&server)), "{server} was never asked");
    }
    println!(
        "{} requests, {} failed on the killed server, {moved} moved to another",
        attempts.len(),
        failed.len()
    );
}

/// Whoever was told that they booked has one place, paid once.
async fn once_each(school: &School, crowd: &Crowd) {
    let booked = crowd.booked();
    assert!(booked.len() >= 10);
    for email in &booked {
        let places = format!(
            "SELECT COUNT(*) FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE u.email = '{email}'"
        );
        let paid = format!(
            "SELECT COUNT(*) FROM payments p JOIN reservations r ON r.id = p.reservation_id
             WHERE r.payer_email = '{email}' AND r.status = 'CONFIRMED' AND p.status = 'PAID'"
        );
        // A hold whose answer was lost is replaced when it is asked for again.
        let reserved = format!(
            "SELECT COUNT(*) FROM reservations WHERE payer_email = '{email}' AND status IN ('HELD', 'CONFIRMED')"
        );
        for query in [places, paid, reserved] {
            assert_eq!(school.number(&query).await, 1, "{query}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_adds_tls_and_addresses_and_leaves_the_rest_to_the_school() {
    let site = site().await;
    let at = site.nginx.address;
    let url = |path: &str| format!("https://ecole.example:{}{path}", at.port());
    let http = client(at, None);

    let plain =
        http.get(format!("http://{}/courses?type=ONLINE", site.nginx.plain)).header("host", "ecole.example");
    let sent_on = plain.send().await.unwrap();
    assert_eq!(sent_on.status(), StatusCode::MOVED_PERMANENTLY);
    assert_eq!(sent_on.headers()["location"], "https://ecole.example/courses?type=ONLINE");

    // Compressed by the school, under the tag that the school knows.
    let listing = |tag: &str| {
        http.get(url("/api/courses")).header("accept-encoding", "br").header("if-none-match", tag)
    };
    let first = listing("\"none\"").send().await.unwrap();
    assert_eq!(
        (first.status(), first.headers()["content-encoding"].to_str().unwrap()),
        (StatusCode::OK, "br")
    );
    let direct = http.get(format!("http://{}/api/courses", site.servers[0])).header("accept-encoding", "br");
    let direct = direct.send().await.unwrap();
    for header in ["etag", "cache-control", "vary", "content-security-policy", "x-frame-options"] {
        assert_eq!(first.headers().get(header), direct.headers().get(header), "{header}");
    }
    let tag = first.headers()["etag"].to_str().unwrap();
    assert_eq!(listing(tag).send().await.unwrap().status(), StatusCode::NOT_MODIFIED);

    // What is too large is said as the school says it.
    let body = vec![b' '; 5 * 512 * 1024];
    let sent = http.post(url("/api/checkout/quote")).header("content-type", "application/json").body(body);
    let refused = sent.send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
    let said: serde_json::Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    let direct = school_says_too_large(&site).await;
    for field in ["type", "title", "status", "code", "message"] {
        assert_eq!(said[field], direct[field], "{field}");
    }
    a_file_of_the_staff_may_be_larger(&site).await;
    what_a_visitor_says_of_their_address_is_not_believed(&site).await;
}

/// In its own words; asked again when the connection ended before they were read.
async fn school_says_too_large(site: &Site) -> serde_json::Value {
    let url = format!("http://{}/api/checkout/quote", site.servers[0]);
    until("the school's own words", || async {
        let sent = client(site.nginx.address, None).post(&url).header("content-type", "application/json");
        let refused = sent.body(vec![b' '; 5 * 512 * 1024]).send().await.ok()?;
        serde_json::from_str(&refused.text().await.ok()?).ok()
    })
    .await
}

async fn a_file_of_the_staff_may_be_larger(site: &Site) {
    let at = site.nginx.address;
    let editor =
        site.school.visitor().on(&format!("http://{}", site.servers[2])).sign_in(EDITOR, PASSWORD).await;
    let mut film = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm".to_vec();
    film.resize(9 * 1024 * 1024, 0);
    let sent = client(at, None).post(format!("https://ecole.example:{}/api/files?name=film.webm", at.port()));
    let token = editor.token.clone().unwrap();
    let sent = sent.header("content-type", "video/webm").bearer_auth(&token).body(film.clone());
    let kept = sent.send().await.unwrap();
    assert_eq!(kept.status(), StatusCode::CREATED, "{:?}", kept.text().await);
    // The same in chunks as large as they may be.
    let begun = editor.post("/uploads", &json!({ "name": "film.webm", "size": film.len() })).await;
    let path = format!("https://ecole.example:{}/api/uploads/{}", at.port(), begun["id"].as_str().unwrap());
    for (number, chunk) in film.chunks(8 * 1024 * 1024).enumerate() {
        let sent = client(at, None).put(format!("{path}?offset={}", number * 8 * 1024 * 1024));
        let sent = sent.header("content-type", "application/octet-stream").bearer_auth(&token);
        let kept = sent.body(chunk.to_vec()).send().await.unwrap();
        assert_eq!(kept.status(), StatusCode::OK, "{:?}", kept.text().await);
    }
    let made = client(at, None).post(format!("{path}/finish")).bearer_auth(&token).send().await.unwrap();
    assert_eq!(made.status(), StatusCode::OK, "{:?}", made.text().await);
}

async fn what_a_visitor_says_of_their_address_is_not_believed(site: &Site) {
    let at = site.nginx.address;
    let stranger = client(at, Some(Ipv4Addr::new(127, 0, 0, 2)));
    let body = json!({ "email": STUDENT, "password": PASSWORD });
    let login = stranger.post(format!("https://ecole.example:{}/api/auth/login", at.port())).json(&body);
    let done = login.header("x-forwarded-for", "203.0.113.9, 127.0.0.1").send().await.unwrap();
    assert_eq!(done.status(), StatusCode::OK);
    assert_eq!(site.school.number("SELECT COUNT(*) FROM sessions WHERE ip = '127.0.0.2'").await, 1);
    assert_eq!(site.school.number("SELECT COUNT(*) FROM sessions WHERE ip LIKE '203.%'").await, 0);
}
