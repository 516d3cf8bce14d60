//! A production server from its start to its end, watched as operators do: its warnings, its log, its figures, and how it
//! leaves.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Program, free_port};

const PRODUCTION: &[(&str, &str)] = &[
    ("PREAU_ENV", "production"),
    ("PREAU_PUBLIC_URL", "https://ecole.example"),
    ("PREAU_PAYMENT", "stripe"),
    ("STRIPE_SECRET_KEY", "sk_test_1"),
    ("STRIPE_PUBLISHABLE_KEY", "pk_test_1"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
    ("STRIPE_API_BASE", "http://127.0.0.1:1"),
];

async fn status(school: &Program, path: &str) -> (u16, String) {
    // A new connection each time, as a load balancer has.
    let client = reqwest::Client::builder().pool_max_idle_per_host(0).no_proxy().build().unwrap();
    let reply = client.get(school.url(path)).send().await.unwrap();
    (reply.status().as_u16(), reply.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_asked_to_stop_is_not_ready_at_once_and_answers_for_a_moment() {
    let settings = [PRODUCTION, &[("PREAU_SHUTDOWN_DELAY", "3")]].concat();
    let school = Program::start_with(&settings, 1024).await;
    let reply = reqwest::get(school.url("/api/version")).await.unwrap();
    let id = reply.headers()["x-request-id"].to_str().unwrap().to_owned();
    let asked = Instant::now();
    school.terminate().await;
    while status(&school, "/readyz").await != (503, "stopping\n".to_owned()) {
        assert!(asked.elapsed() < Duration::from_secs(2), "it stays ready");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(status(&school, "/api/version").await.0, 200, "requests are still answered");
    assert_eq!(status(&school, "/healthz").await.0, 200);
    let said = school.ended().await;
    assert!(asked.elapsed() >= Duration::from_secs(3) && asked.elapsed() < Duration::from_secs(20));

    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let warning = lines.iter().find(|line| line["level"] == "WARN").expect(&said);
    assert!(warning["message"].as_str().unwrap().starts_with("SMTP_URL is not set: mails wait"), "{warning}");
    let request = lines.iter().find(|line| line["request_id"] == id.as_str()).expect(&said);
    assert_eq!((&request["route"], &request["status"]), (&"/api/version".into(), &200.into()));
    for line in &lines {
        assert!(
            line.as_object().unwrap().values().all(|value| !value.is_object() && !value.is_array()),
            "{line}"
        );
        assert!(
            line["timestamp"].is_string() && line["target"].is_string() && line["message"].is_string(),
            "{line}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_labelled_by_the_page_s_route_and_tell_of_the_process() {
    let addr = format!("127.0.0.1:{}", free_port());
    let school = Program::start_with(&[("PREAU_DEMO", "1"), ("PREAU_METRICS_ADDR", &addr)], 1024).await;
    let figures =
        async || reqwest::get(format!("http://{addr}/metrics")).await.unwrap().text().await.unwrap();
    // The first pages are the browser's work, until the engine that renders them is ready.
    let counted = |text: &str, route: &str| {
        let label = format!("route=\"{route}\"");
        text.lines().any(|line| line.starts_with("preau_requests_total{") && line.contains(&label))
    };
    let began = Instant::now();
    while !counted(&figures().await, "/faq") {
        assert!(began.elapsed() < Duration::from_mins(1), "no page is rendered");
        reqwest::get(school.url("/faq")).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for path in [
        "/",
        "/cours/nowhere-1",
        "/wp-login.php",
        "/some/thing/else",
        "/robots.txt",
        "/favicon.svg",
        "/dashboard/users/7",
        "/api/nothing/here",
        "/api/courses",
        "/api/courses",
        "/healthz",
    ] {
        client.get(school.url(path)).send().await.unwrap();
    }
    let made_up = reqwest::Method::from_bytes(b"MADEUP").unwrap();
    client.request(made_up, school.url("/api/courses")).send().await.unwrap();
    let text = figures().await;
    assert!(text.contains("method=\"other\"") && !text.contains("MADEUP"), "{text}");
    for route in [
        "/",
        "/cours/:slug",
        "asset",
        "page-not-found",
        "/robots.txt",
        "/dashboard",
        "api-not-found",
        "/api/courses",
        "/healthz",
        "/readyz",
    ] {
        assert!(counted(&text, route), "{route}: {text}");
    }
    assert!(
        !text.contains("route=\"\"") && !text.contains("nowhere") && !text.contains("wp-login"),
        "{text}"
    );
    for figure in [
        "process_resident_memory_bytes",
        "process_cpu_seconds_total",
        "process_open_fds",
        "process_start_time_seconds",
    ] {
        let line = text.lines().find(|line| line.starts_with(&format!("{figure} "))).expect(&text);
        assert!(line.rsplit(' ').next().unwrap().parse::<f64>().unwrap() >= 0.0, "{line}");
    }
    let build = text.lines().find(|line| line.starts_with("preau_build_info{")).expect(&text);
    assert!(
        build.contains("engine=\"sqlite\"")
            && build.contains(concat!("version=\"", env!("CARGO_PKG_VERSION"), "\""))
    );
    assert!(build.contains("schema=\"00") && build.ends_with(" 1"), "{build}");
    school.end().await;
}
