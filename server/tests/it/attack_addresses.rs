//! Attacks with claimed addresses: who a request says it comes from, where it says it went, and where it wants to be
//! sent. Limits count by the real address, links are built from the settings, and no answer leads off the site.

use axum::http::{Method, header};
use preau_core::role::Role;
use preau_server::mail::worker;
use serde_json::json;

use crate::school::{Client, Engine, School};
use crate::smtp::Sink;

/// What proxies say of the caller, and what nobody but a trusted one is believed.
const CLAIMS: [&str; 12] = [
    "X-Forwarded-For",
    "X-Real-IP",
    "X-Client-IP",
    "Client-IP",
    "True-Client-IP",
    "CF-Connecting-IP",
    "Fastly-Client-IP",
    "X-Cluster-Client-IP",
    "X-Originating-IP",
    "X-Remote-Addr",
    "Forwarded",
    "Via",
];

fn visitor_at(school: &School, ip: &str) -> Client {
    let mut visitor = school.visitor();
    visitor.ip = ip.parse().unwrap();
    visitor
}

async fn wrong_password(client: &Client, headers: &[(&str, &str)]) -> u16 {
    let body = json!({ "email": "jeanne@preau.test", "password": "faux-mot" });
    client.send(Method::POST, "/auth/login", Some(body), headers).await.status.as_u16()
}

/// Tries until it is sent away, each time under another claimed address; answers after how many.
async fn tries(client: &Client, claim: impl Fn(usize) -> Vec<(&'static str, String)>) -> usize {
    for number in 0..12 {
        let claimed = claim(number);
        let claimed: Vec<(&str, &str)> =
            claimed.iter().map(|(name, value)| (*name, value.as_str())).collect();
        match wrong_password(client, &claimed).await {
            401 => {}
            429 => return number,
            other => panic!("{other} to try {number}"),
        }
    }
    panic!("nothing stops them");
}

both_engines!(claimed_addresses_lift_no_limit, |school| {
    let id = school.add_user(Role::Student, "jeanne@preau.test").await;
    school.give_password(id, "zebre-volant-7").await;
    let claim = |number: usize| {
        CLAIMS
            .iter()
            .map(|name| match *name {
                "Forwarded" => (*name, format!("for=192.0.2.{number};host=evil.example;proto=https")),
                name => (name, format!("192.0.2.{number}")),
            })
            .collect()
    };
    assert_eq!(tries(&school.visitor(), claim).await, 10);
});

both_engines!(behind_a_trusted_proxy_only_what_it_says_counts, |school| {
    let school = school.twin_with(&["--trusted-proxies", "10.0.0.0/8,127.0.0.1"]).await;
    let proxy = school.visitor();
    // The caller writes the left of the list, the proxy its right end.
    let spoofed = |number: usize| vec![("X-Forwarded-For", format!("192.0.2.{number}, 203.0.113.9"))];
    assert_eq!(tries(&proxy, spoofed).await, 10);
    let twice = |number: usize| {
        vec![("X-Forwarded-For", format!("192.0.2.{number}")), ("X-Forwarded-For", "203.0.113.10".to_owned())]
    };
    assert_eq!(tries(&proxy, twice).await, 10);
    // Who stands behind the proxy with another address is somebody else.
    assert_eq!(wrong_password(&proxy, &[("X-Forwarded-For", "203.0.113.11")]).await, 401);
    // And who is no proxy is not believed, whatever they claim to have heard from one.
    let stranger = visitor_at(&school, "203.0.113.12");
    let claim = |number: usize| vec![("X-Forwarded-For", format!("192.0.2.{number}, 10.0.0.1"))];
    assert_eq!(tries(&stranger, claim).await, 10);
});

both_engines!(a_house_full_of_addresses_is_one_house, |school| {
    let mut answers = Vec::new();
    for number in 0..12 {
        let ip = format!("2001:db8:1:2:{number:x}::{number:x}");
        answers.push(wrong_password(&visitor_at(&school, &ip), &[]).await);
    }
    assert_eq!(answers[9..], [401, 429, 429]);
    let neighbour = visitor_at(&school, "2001:db8:1:3::1");
    assert_eq!(wrong_password(&neighbour, &[]).await, 401);
    // An IPv4 address is the same one in its IPv6 dress.
    for _ in 0..10 {
        wrong_password(&visitor_at(&school, "::ffff:198.51.100.7"), &[]).await;
    }
    let plain = visitor_at(&school, "198.51.100.7");
    assert_eq!(wrong_password(&plain, &[]).await, 429);
});

const EVIL: [(&str, &str); 8] = [
    ("Host", "evil.example"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-Forwarded-Proto", "javascript"),
    ("X-Forwarded-Server", "evil.example"),
    ("X-Forwarded-Prefix", "//evil.example"),
    ("X-Original-URL", "//evil.example/"),
    ("X-Rewrite-URL", "//evil.example/"),
    ("Forwarded", "host=evil.example;proto=http"),
];

both_engines!(a_claimed_host_stands_in_no_mail, |school| {
    let sink = Sink::open().await;
    let flags = ["--smtp-url", &sink.url(), "--public-url", "https://ecole.example"];
    let school = school.twin_with(&flags).await;
    school.add_user(Role::Student, "zoe@example.fr").await;
    let headers =
        [&EVIL[..], &[("Origin", "https://evil.example"), ("Referer", "https://evil.example/")]].concat();
    let asked = json!({ "email": "zoe@example.fr" });
    let visitor = school.visitor();
    visitor.send(Method::POST, "/users/forgot-password", Some(asked), &headers).await.ok();
    let new = json!({ "firstName": "Léo", "lastName": "Petit", "email": "leo@example.fr", "password": "zebre-bleu-7" });
    let signed_up = visitor.send(Method::POST, "/auth/register", Some(new), &headers).await;
    assert_eq!(signed_up.status.as_u16(), 201, "{}", signed_up.text());
    assert_eq!(worker::run_due(&school.app).await.unwrap(), 2);
    for mail in sink.arrived() {
        assert!(!mail.raw.contains("evil") && !mail.text().contains("evil"), "{}", mail.raw);
        assert!(mail.text().contains("https://ecole.example/"), "{}", mail.text());
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_host_stands_in_no_answer() {
    let school = School::open(Engine::Sqlite, &["--public-url", "https://ecole.example"]).await;
    for path in
        ["/", "/faq", "/cours/nowhere", "/sitemap.xml", "/robots.txt", "/dashboard", "/api/auth/config"]
    {
        let reply = school.visitor().request(Method::GET, path, None, &EVIL).await;
        assert!(!reply.text().contains("evil.example"), "{path}");
        assert!(!format!("{:?}", reply.headers).contains("evil.example"), "{path}: {:?}", reply.headers);
        assert!(!reply.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_leads_off_the_site() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let evil = ["//evil.example", "/%5Cevil.example", "/%2F%2Fevil.example", "///evil.example/%2e%2e"];
    let starts = ["", "/cours", "/courses-details", "/nowhere", "/dashboard", "/login"];
    let values =
        ["//evil.example", "https://evil.example", "javascript:alert(1)", "%0d%0aLocation:%20//evil.example"];
    let mut paths: Vec<String> = evil.iter().map(|path| (*path).to_owned()).collect();
    for start in starts {
        paths.extend(evil.iter().map(|path| format!("{start}{path}")));
        let start = if start.is_empty() { "/" } else { start };
        for name in ["next", "id", "url", "redirect", "return_to", "lang"] {
            paths.extend(values.iter().map(|value| format!("{start}?{name}={value}")));
        }
    }
    for path in paths {
        let reply = school.visitor().request(Method::GET, &path, None, &[]).await;
        assert!(!reply.status.is_server_error() || reply.status.as_u16() == 503, "{path}: {}", reply.status);
        let Some(to) = reply.headers.get(header::LOCATION) else { continue };
        let to = to.to_str().unwrap();
        let site = url::Url::parse("http://localhost:8080").unwrap();
        assert_eq!(site.join(to).unwrap().origin(), site.origin(), "{path} leads to {to}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_out_of_its_folder() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    std::fs::write(school.data_dir().join("secret.txt"), "the secret of the school").unwrap();
    let targets = ["secret.txt", "preau.db", "Cargo.toml", "etc/passwd"];
    let ups = [
        "../",
        "..%2f",
        "%2e%2e/",
        "%2e%2e%2f",
        "..%5c",
        "%2e%2e%5c",
        "..%252f",
        "....//",
        "..;/",
        "%c0%ae%c0%ae/",
    ];
    let starts = ["/", "/assets/", "/static/", "/dashboard/", "/dashboard/static/", "/api/files/", "/.ssr/"];
    for start in starts {
        for up in ups {
            for target in targets {
                let path = format!("{start}{}{target}", up.repeat(6));
                let reply = admin.request(Method::GET, &path, None, &[]).await;
                let text = reply.text();
                for leaked in ["the secret of the school", "SQLite format 3", "[workspace]", "root:"] {
                    assert!(!text.contains(leaked), "{path} leads to {target}");
                }
                assert!(
                    reply.status.as_u16() < 500 || reply.status.as_u16() == 503,
                    "{path}: {}",
                    reply.status
                );
            }
        }
    }
}

both_engines!(a_class_behind_one_address_signs_in_at_once, |school| {
    const CLASS: usize = 45;
    let first = school.add_user(Role::Student, "eleve0@preau.test").await;
    school.give_password(first, "zebre-volant-7").await;
    for number in 1..CLASS {
        school.add_user(Role::Student, &format!("eleve{number}@preau.test")).await;
    }
    school.sql("UPDATE users SET password_hash = (SELECT u.password_hash FROM users u WHERE u.email = 'eleve0@preau.test')").await;
    let sign_in = async |number: usize| {
        let body = json!({ "email": format!("eleve{number}@preau.test"), "password": "zebre-volant-7" });
        visitor_at(&school, "192.0.2.7").post("/auth/login", body).await.status.as_u16()
    };
    // Twice each: a telephone that is tapped again.
    let answers = futures_util::future::join_all((0..2 * CLASS).map(|n| sign_in(n % CLASS))).await;
    assert_eq!(answers, vec![200; 2 * CLASS]);
    let stranger = visitor_at(&school, "192.0.2.8");
    let mut refused = 0;
    for number in 0..40 {
        let body = json!({ "email": format!("inconnu{number}@preau.test"), "password": "faux-mot" });
        refused += usize::from(stranger.post("/auth/login", body).await.status == 429);
    }
    assert_eq!(refused, 10, "wrong ones are still counted");
});
