//! Attacks with connections: thousands that say nothing, heads and bodies that come letter by letter. The site answers
//! all the same, and what stands idle is dropped.
//!
//! The listener's other rules stand in `ops`.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::program::Program;

const IDLE: usize = 2_000;
const SLOW_HEADS: usize = 200;
const SLOW_BODIES: usize = 200;
/// Longest that an answer may take meanwhile. Quiet it takes milliseconds, on a machine that does much else perhaps a
/// second; a listener that is full answers after ten.
const ANSWERED: Duration = Duration::from_secs(8);
/// The listener drops after ten seconds who has not asked for anything.
const DROPPED: Duration = Duration::from_secs(20);

async fn connected(port: u16) -> TcpStream {
    TcpStream::connect(("127.0.0.1", port)).await.unwrap()
}

/// A letter of an endless request each half second, until the server hangs up.
async fn drip(mut stream: TcpStream, begin: &str) {
    let mut sent = stream.write_all(begin.as_bytes()).await;
    while sent.is_ok() {
        tokio::time::sleep(Duration::from_millis(500)).await;
        sent = stream.write_all(b"a").await;
    }
}

/// How long the slowest of some visits takes, each on a connection of its own.
async fn slowest_visit(program: &Program, visits: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for visit in 0..visits {
        let path = ["/api/courses?type=ONLINE", "/readyz", "/robots.txt"][visit % 3];
        let started = Instant::now();
        let reply = tokio::time::timeout(ANSWERED, reqwest::get(program.url(path))).await;
        let reply = reply.unwrap_or_else(|_| panic!("{path} is not answered")).unwrap();
        assert!(reply.status().is_success(), "{path}: {}", reply.status());
        slowest = slowest.max(started.elapsed());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    slowest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_idle_and_slow_connections_do_not_keep_the_site_from_answering() {
    let needed = IDLE + SLOW_HEADS + SLOW_BODIES + 500;
    rlimit::increase_nofile_limit(needed as u64).unwrap();
    // As a system starts it: fewer files than connections. The program asks for more by itself.
    let program = Program::start("warn", 1024).await;
    slowest_visit(&program, 6).await;
    let quiet = slowest_visit(&program, 6).await;

    let begun = Instant::now();
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(connected(program.port).await);
    }
    let head = "GET / HTTP/1.1\r\nHost: school\r\nX-Slow: ";
    let body = "POST /api/auth/login HTTP/1.1\r\nHost: school\r\nContent-Type: application/json\r\n\
        Content-Length: 100000\r\n\r\n{\"email\":\"";
    let mut slow = tokio::task::JoinSet::new();
    let mut heads = tokio::task::JoinSet::new();
    for _ in 0..SLOW_HEADS {
        heads.spawn(drip(connected(program.port).await, head));
    }
    for _ in 0..SLOW_BODIES {
        slow.spawn(drip(connected(program.port).await, body));
    }
    let opened = begun.elapsed();
    let busy = slowest_visit(&program, 30).await;
    println!("{needed} files; opened in {opened:.1?}; slowest visit {busy:.3?}, quiet {quiet:.3?}");

    let all_dropped = async {
        let mut buffer = [0; 64];
        for stream in &mut idle {
            assert!(
                matches!(stream.read(&mut buffer).await, Ok(0) | Err(_)),
                "an idle connection is answered"
            );
        }
        while heads.join_next().await.is_some() {}
    };
    tokio::time::timeout(DROPPED, all_dropped).await.expect("idle connections and slow heads are dropped");
    slowest_visit(&program, 6).await;
    // Bodies have a minute, as requests do.
    slow.abort_all();
    let said = program.end().await;
    // As many files as connections, though the system gave a thousand.
    assert!(!said.contains("could not be accepted"), "{said}");
}
