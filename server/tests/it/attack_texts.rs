//! Attacks with texts: injections of script into rich text, texts that are deep instead of long, and names that want to
//! be headers of a mail.
//!
//! The same injections are shown to a browser in `web-public/e2e/injection.spec.ts`; the contact form's headers stand in
//! `contact`, formulas in files in `invoices`, `core/src/question_file_tests.rs` and `web-admin/src/ui/csv.test.ts`.

use std::time::{Duration, Instant};

use preau_core::role::Role;
use preau_server::html::clean;
use preau_server::mail::worker;
use serde_json::{Value, json};

use self::allowed::{ATTRIBUTES, TAGS};
use crate::booking::{CARD_GOOD, courses, draft, start};
use crate::content::{fill, with_modules};
use crate::school::{Engine, School};
use crate::smtp::Sink;

#[path = "../../../attack/fuzz/src/allowed.rs"]
mod allowed;

fn injections() -> Vec<String> {
    serde_json::from_str(include_str!("../../../attack/injections.json")).unwrap()
}

/// The tags of what the cleaner writes, each with all that stands in it: `a href="…"`, `/a`.
fn tags(html: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let mut quoted = false;
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = end.unwrap_or(tag.len());
        tags.push(&tag[..end]);
        rest = &tag[end..];
    }
    tags
}

#[track_caller]
fn harmless(dirty: &str) {
    let html = clean(dirty);
    assert_eq!(clean(&html), html, "cleaned again it is another text: {dirty}");
    for tag in tags(&html) {
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        assert!(TAGS.contains(&name), "<{tag}> of {dirty}");
        // Every second piece is a value; the others end with the name of an attribute.
        let pieces: Vec<&str> = tag.split('"').collect();
        for pair in pieces.chunks_exact(2) {
            let attribute = pair[0].rsplit(' ').next().unwrap_or_default().trim_end_matches('=');
            assert!(ATTRIBUTES.contains(&attribute), "{attribute} in <{tag}> of {dirty}");
            let leads = pair[1].trim_start_matches(|c| c <= ' ').to_lowercase();
            let scheme =
                ["javascript", "vbscript", "data:", "blob:"].iter().find(|scheme| leads.starts_with(*scheme));
            let is_address = attribute == "href" || attribute == "src";
            assert!(!is_address || scheme.is_none(), "<{tag}> of {dirty}");
        }
    }
}

#[test]
fn no_injection_is_left_in_rich_text() {
    let all = injections();
    assert!(all.len() >= 150);
    for one in &all {
        for dirty in [
            one.clone(),
            format!("<p>{one}</p>"),
            format!("<a href=\"{one}\">a</a>"),
            format!("<img src='{one}' alt='{one}'>"),
            format!("<table><tr><td>{one}</table><ruby>{one}<rt>{one}</ruby>"),
            format!("<svg><style>{one}</style></svg><math><mi>{one}</math>"),
        ] {
            harmless(&dirty);
        }
    }
    harmless(&all.concat());
}

/// Texts of the greatest length that are as deep, or as tangled, as tags make them.
fn deep(length: usize) -> Vec<String> {
    let tags = [
        "<b>",
        "<p>",
        "<table>",
        "<h2><z>",
        "<ul><li>",
        "<a href=#>",
        "<ruby><rt>",
        "<svg>",
        "</p>",
        "<b><p>",
        "<!--",
        "&#",
    ];
    let deep = tags.iter().map(|tag| format!("a{}", tag.repeat((length - 1) / tag.len())));
    // Each is open in all the paragraphs after it, unless somebody counts.
    let tangled = (0..length / 30).map(|n| format!("<p><b title=\"{n}\">a</p>")).collect::<Vec<_>>().concat();
    deep.chain([tangled]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_deep_instead_of_long_is_soon_answered() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    for text in deep(preau_core::lesson::MAX_CONTENT) {
        let shown: String = text.chars().take(20).collect();
        let started = Instant::now();
        let reply =
            editor.put(&format!("/chapter-lessons/{}", filled.lesson), json!({ "content": text })).await;
        let took = started.elapsed();
        assert!(!reply.status.is_server_error(), "{shown}: {}", reply.status);
        println!("{shown}: {} in {took:.1?}", reply.status);
        assert!(took < Duration::from_secs(10), "{shown} takes {took:?}");
    }
}

/// Names that a careless mail program would take for more headers, or for somebody else.
const HEADERS: [&str; 8] = [
    "=?utf-8?Q?Zo=0D=0ABcc:_evil=40example.fr?=",
    "=?utf-8?B?Wm8NCkJjYzogZXZpbEBleGFtcGxlLmZy?=",
    "Zo\" <evil@example.fr>, \"",
    "Zo, evil@example.fr",
    "<evil@example.fr>",
    "Zo%0d%0aBcc: evil@example.fr",
    "Zo\u{2028}Bcc: evil@example.fr",
    "Bcc: evil@example.fr",
];

both_engines!(no_name_becomes_a_header_or_a_recipient, |school| {
    courses(&school).await;
    let sink = Sink::open().await;
    let flags = ["--smtp-url", &sink.url(), "--mail-admin", "ecole@ecole.example"];
    let school = school.twin_with(&flags).await;
    for (number, name) in HEADERS.iter().enumerate() {
        let new = json!({ "firstName": name, "lastName": name, "email": format!("zo{number}@example.fr"),
            "password": "zebre-bleu-7" });
        let reply = school.visitor().post("/auth/register", new).await;
        assert!(matches!(reply.status.as_u16(), 201 | 422), "{name:?}: {}", reply.text());
    }
    school
        .sql("UPDATE courses SET name = '=?utf-8?Q?Cours=0D=0ABcc:_evil=40example.fr?=' WHERE id = 1")
        .await;
    let mut bought = draft("payer@example.fr", &[]);
    bought["bookerData"]["firstName"] = json!(HEADERS[0]);
    bought["bookerData"]["lastName"] = json!(HEADERS[2]);
    let sale = start(&school.visitor(), bought).await;
    sale.pay(CARD_GOOD).await.ok();
    sale.complete().await.ok();
    while worker::run_due(&school.app).await.unwrap() > 0 {}

    let mails = sink.arrived();
    assert!(mails.len() > HEADERS.len(), "only {} mails", mails.len());
    for mail in mails {
        let head = mail.raw.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
        assert!(!mail.to.contains("evil"), "{head}");
        for line in head.lines() {
            assert!(!line.starts_with("bcc") && !line.starts_with("cc:"), "{head}");
        }
        let known = |name: &str| {
            [
                "from",
                "to",
                "reply-to",
                "subject",
                "date",
                "message-id",
                "mime-version",
                "content-type",
                "auto-submitted",
                "content-transfer-encoding",
                "content-language",
                "list-id",
            ]
            .contains(&name)
        };
        let more: Vec<String> = mail.headers().into_iter().filter(|name| !known(name)).collect();
        assert!(more.is_empty(), "{more:?}");
    }
});

both_engines!(a_control_character_is_refused_in_every_name, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    for control in ["\r\n", "\n", "\r", "\0", "\u{7f}", "\u{85}"] {
        let name = format!("Zo{control}Bcc: evil@example.fr");
        let body = json!({ "firstName": name });
        let reply = admin.put(&format!("/users/{}", admin.id()), body).await;
        assert_eq!(reply.status.as_u16(), 422, "{control:?}: {}", reply.text());
        assert_eq!(reply.field_names(), ["firstName"]);
        let settings = admin.put("/settings/school", json!({ "name": name })).await;
        assert_eq!(settings.status.as_u16(), 422, "{control:?}");
    }
    let stands: Value = admin.get("/users/me").await.ok();
    assert_eq!(stands["firstName"], "Jeanne");
});
