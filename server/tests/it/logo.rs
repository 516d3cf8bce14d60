//! The school's own logo: which pictures will do, where it is shown, and what a paper that bears it looks like later.

use axum::http::StatusCode;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::files;
use serde_json::{Value, json};

use crate::files::{PDF, PNG, read, stored, text, upload};
use crate::invoices::{held, paid};
use crate::paper::{pdf, poppler, school_with_settings};
use crate::pictures;
use crate::school::{Client, Reply, School};

const LOGO: &[u8] = include_bytes!("logos/logo.png");
const JPEG: &[u8] = include_bytes!("logos/logo.jpg");
const WEBP: &[u8] = include_bytes!("logos/logo.webp");
/// In colours for a press.
const CMYK: &[u8] = include_bytes!("logos/cmyk.jpg");
/// 3001 pixels wide.
const LONG: &[u8] = include_bytes!("logos/long.png");

async fn choose(admin: &Client, url: &str) -> Reply {
    admin.put("/settings/school", json!({ "logoUrl": url })).await
}

/// Uploads a picture and makes it the school's; answers its address.
async fn show(admin: &Client, name: &str, bytes: &[u8]) -> String {
    let url = text(&upload(admin, name, bytes).await, "url");
    choose(admin, &url).await.ok();
    url
}

both_engines!(a_logo_is_for_everybody_as_soon_as_it_is_chosen_with_its_size, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let visitor = school.visitor();
    let before = visitor.get("/settings/school").await.ok();
    assert_eq!((&before["logoUrl"], &before["logoWidth"]), (&Value::Null, &Value::Null));
    for (name, bytes) in [("a.png", LOGO), ("a.jpg", JPEG), ("a.webp", WEBP)] {
        let url = text(&upload(&admin, name, bytes).await, "url");
        read(&visitor, &url, &[]).await.refused(404, "not_found");
        let chosen = choose(&admin, &url).await.ok();
        assert_eq!(
            (&chosen["logoUrl"], &chosen["logoWidth"], &chosen["logoHeight"]),
            (&json!(url), &json!(240), &json!(60))
        );
        assert_eq!(visitor.get("/settings/school").await.ok(), chosen);
        let shown = read(&visitor, &url, &[]).await;
        assert_eq!(pictures::size(shown.bytes()), (240, 60), "{name}");
    }
    let said = admin.get("/audit?size=1").await.ok()["items"][0].clone();
    assert_eq!(said["action"], "school.updated");

    // Other settings change without the file being looked at, which may even be lost.
    let url = visitor.get("/settings/school").await.ok()["logoUrl"].clone();
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    let again = admin.put("/settings/school", json!({ "logoUrl": url, "city": "Arles" })).await.ok();
    assert_eq!(
        (&again["logoUrl"], &again["logoHeight"], &again["city"]),
        (&url, &json!(60), &json!("Arles"))
    );
    let gone = admin.put("/settings/school", json!({ "logoUrl": null })).await.ok();
    assert_eq!(
        (&gone["logoUrl"], &gone["logoWidth"], &gone["city"]),
        (&Value::Null, &Value::Null, &json!("Arles"))
    );
    read(&visitor, url.as_str().unwrap(), &[]).await.refused(404, "not_found");
});

both_engines!(a_picture_that_will_not_do_is_refused_by_name_and_nothing_is_kept, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let heavy = pictures::noise(800, 600);
    assert!(heavy.len() > 1024 * 1024);
    let mut cases = Vec::new();
    for (name, bytes, code) in [
        ("a.gif", pictures::gif(1).as_slice(), "file_type_refused"),
        ("a.pdf", PDF, "file_type_refused"),
        ("e.png", &heavy, "file_too_large"),
    ] {
        cases.push((text(&upload(&admin, name, bytes).await, "url"), code));
    }
    // One that was damaged in the store since.
    let before = stored(&school);
    cases.push((text(&upload(&admin, "b.png", LOGO).await, "url"), "logo_unusable"));
    let damaged = stored(&school).into_iter().find(|file| !before.contains(file)).unwrap();
    std::fs::write(&damaged, vec![b'!'; std::fs::metadata(&damaged).unwrap().len().try_into().unwrap()])
        .unwrap();
    cases.push((format!("/api/files/{}.png", "0".repeat(64)), "unknown_reference"));
    cases.push(("https://ecole.fr/logo.png".to_owned(), "invalid_value"));
    for (url, code) in cases {
        let refused = admin.put("/settings/school", json!({ "logoUrl": url, "city": "Arles" })).await;
        assert_eq!(refused.field_names(), ["logoUrl"], "{}", refused.text());
        assert_eq!(refused.json()["fields"][0]["code"], code, "{url}");
    }
    let all = admin.put("/settings/school", json!({ "logoUrl": "x", "siret": "1" })).await;
    assert_eq!(all.field_names(), ["siret", "logoUrl"]);
    let settings = admin.get("/settings/school").await.ok();
    assert_eq!(
        (&settings["logoUrl"], &settings["city"], &settings["version"]),
        (&Value::Null, &Value::Null, &json!(1))
    );
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let url = text(&upload(&editor, "a.png", LOGO).await, "url");
    choose(&editor, &url).await.refused(403, "forbidden");
});

both_engines!(what_no_paper_could_print_is_made_fit_for_it, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    for (name, bytes) in [("c.jpg", CMYK), ("d.png", LONG), ("f.png", PNG.as_slice())] {
        show(&admin, name, bytes).await;
    }
});

both_engines!(mails_bear_the_logo_by_an_address_of_the_web, |school| {
    let twin = school.twin_with(&["--public-url", "https://ecole.example"]).await;
    let admin = twin.account(Role::Admin, "a@example.fr").await;
    twin.visitor().post("/users/forgot-password", json!({ "email": "a@example.fr" })).await.ok();
    let html = async || text(&admin.get("/mail").await.ok()["items"][0], "html");
    assert!(!html().await.contains("<img"));
    admin.put("/settings/school", json!({ "name": "L'Atelier <1>" })).await.ok();
    let url = show(&admin, "a.png", LOGO).await;
    let shown = html().await.replace("&#x2f;", "/");
    let expected = format!(
        "<img src=\"https://ecole.example{url}\" alt=\"L&#x27;Atelier &lt;1&gt;\" width=\"224\" height=\"56\""
    );
    assert!(shown.contains(&expected), "{shown}");
});

/// The pictures in a paper, by poppler: nothing for one without.
fn pictures(paper: &[u8]) -> usize {
    poppler("pdfimages", &["-list"], paper)
        .lines()
        .filter(|line| line.split_whitespace().nth(2) == Some("image"))
        .count()
}

async fn buy(school: &School, admin: &Client, email: &str) {
    let learner = school.add_user(Role::Student, email).await;
    paid(admin, held(admin, learner, &[]).await).await;
}

both_engines!(a_paper_bears_the_logo_that_the_school_had_and_never_changes, |school| {
    let admin = school_with_settings(&school).await;
    buy(&school, &admin, "un@example.fr").await;
    let mut papers = Vec::new();
    for (nth, (name, bytes)) in (2..).zip([("a.png", LOGO), ("a.jpg", JPEG), ("a.webp", WEBP)]) {
        show(&admin, name, bytes).await;
        buy(&school, &admin, &format!("{nth}@example.fr")).await;
        let paper = pdf(&admin, nth).await;
        assert_eq!(pictures(&paper), 1, "{name}");
        papers.push((nth, paper));
    }
    assert_eq!(pictures(&pdf(&admin, 1).await), 0, "it was issued before there was one");

    // The school has none any more, and whatever nothing uses is forgotten.
    choose(&admin, "").await.ok();
    school.pass(Duration::days(4_000));
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!(stored(&school).len(), 3);
    let admin = school.sign_in(admin.id()).await;
    for (nth, paper) in &papers {
        assert!(pdf(&admin, *nth).await == *paper, "the same invoice gives the same bytes");
    }

    // A paper is made without it when it cannot be read, or is not what it was.
    for file in stored(&school) {
        std::fs::write(&file, b"something else").unwrap();
    }
    assert_eq!(pictures(&pdf(&admin, 2).await), 0);
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    let without = pdf(&admin, 2).await;
    assert_eq!(pictures(&without), 0);
    assert!(poppler("pdftotext", &["-raw", "-"], &without).contains("F2026-00002"));
});

both_engines!(a_paper_with_a_logo_is_archivable_and_tagged_as_ever, |school| {
    let admin = school_with_settings(&school).await;
    show(&admin, "a.png", LOGO).await;
    buy(&school, &admin, "un@example.fr").await;
    let paper = pdf(&admin, 1).await;
    let about = poppler("pdfinfo", &[], &paper);
    assert!(about.contains("Tagged:") && about.contains("yes"), "{about}");
    let bytes = String::from_utf8_lossy(&paper);
    assert!(bytes.contains("<pdfaid:part>3</pdfaid:part>") && bytes.contains("<pdfaid:conformance>A"));
    assert_eq!(admin.get("/invoices/1/pdf").await.status, StatusCode::OK);
});
