//! What the school says of itself, where it is shown, and what it still lacks.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::School;

both_engines!(the_site_knows_where_a_call_is_arranged, |school| {
    let settings = school.visitor().get("/settings/school").await.ok();
    assert_eq!((&settings["meetingUrl"], &settings["name"]), (&Value::Null, &json!("Préau")));
    let twin = school.twin_with(&["--meeting-url", "https://visio.example/quinze-minutes"]).await;
    let settings = twin.visitor().get("/settings/school").await.ok();
    assert_eq!(settings["meetingUrl"], "https://visio.example/quinze-minutes");
    assert_eq!(settings["ownMeetingUrl"], Value::Null);

    let admin = twin.account(Role::Admin, "a@example.fr").await;
    let wrong = admin.put("/settings/school", json!({ "meetingUrl": "javascript:1" })).await;
    assert_eq!(wrong.field_names(), ["meetingUrl"]);
    let own = "https://agenda.example/ecole";
    let said = admin.put("/settings/school", json!({ "meetingUrl": own })).await.ok();
    assert_eq!((&said["meetingUrl"], &said["ownMeetingUrl"]), (&json!(own), &json!(own)));
    let kept = admin.put("/settings/school", json!({ "city": "Arles" })).await.ok();
    assert_eq!(kept["meetingUrl"], own, "the school's own address goes before the server's");
    let cleared = admin.put("/settings/school", json!({ "meetingUrl": null })).await.ok();
    assert_eq!(cleared["meetingUrl"], "https://visio.example/quinze-minutes");
});

both_engines!(the_guide_of_the_first_hour_stays_until_an_administrator_puts_it_away, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let editor = school.account(Role::Editor, "e@example.fr").await;
    assert_eq!(admin.get("/settings/guide").await.ok(), json!({ "putAway": false }));
    editor.get("/settings/guide").await.refused(403, "forbidden");
    editor.put("/settings/guide", json!({ "putAway": true })).await.refused(403, "forbidden");
    assert_eq!(admin.put("/settings/guide", json!({})).await.field_names(), ["putAway"]);
    admin.put("/settings/guide", json!({ "putAway": true })).await.ok();
    assert_eq!(admin.get("/settings/guide").await.ok(), json!({ "putAway": true }));
    let other = School::open(school.engine, &[]).await;
    preau_server::demo::fill(&other.app).await.unwrap();
    let admin = other.account(Role::Admin, "a@example.fr").await;
    assert_eq!(admin.get("/settings/guide").await.ok()["putAway"], true, "the demo school is open");
});

both_engines!(an_administrator_writes_the_settings_and_an_older_version_is_refused, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let said = json!({ "name": "L'Atelier", "street": "3, place du Marché", "postalCode": "84000",
        "city": "Avignon", "siret": "123 456 782 00010", "phone": "04 90 00 00 00" });
    let written = admin.put("/settings/school", said).await.ok();
    assert_eq!((&written["version"], &written["siret"]), (&json!(2), &json!("12345678200010")));
    let seen = school.visitor().get("/settings/school").await.ok();
    assert_eq!(seen, written);
    let changed = admin.put("/settings/school", json!({ "phone": null })).await.ok();
    assert_eq!((&changed["phone"], &changed["city"]), (&Value::Null, &json!("Avignon")));
    let old = admin
        .send(Method::PUT, "/settings/school", Some(json!({ "city": "Arles" })), &[("If-Match", "\"2\"")])
        .await;
    assert_eq!(old.refused(412, "stale")["current"]["version"], 3);
    assert_eq!(admin.get("/audit?size=1").await.ok()["items"][0]["action"], "school.updated");
});

both_engines!(every_fault_of_the_settings_is_named_and_nothing_is_kept, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let wrong = json!({ "name": "", "siret": "1", "postalCode": "x", "email": "x", "city": "Arles" });
    let refused = admin.put("/settings/school", wrong).await;
    assert_eq!(refused.field_names(), ["name", "postalCode", "siret", "email"]);
    assert_eq!(admin.get("/settings/school").await.ok()["version"], 1);
    let editor = school.account(Role::Editor, "e@example.fr").await;
    editor.put("/settings/school", json!({ "city": "Arles" })).await.refused(403, "forbidden");
    editor.get("/settings/checklist").await.refused(403, "forbidden");
});

/// What the list of this school says is missing.
async fn missing(school: &School, admin: i64) -> Vec<String> {
    let list = school.sign_in(admin).await.get("/settings/checklist").await.ok();
    let open = list.as_array().unwrap().iter().filter(|check| check["done"] == false);
    open.map(|check| check["item"].as_str().unwrap().to_owned()).collect()
}

both_engines!(the_list_says_what_is_missing_before_the_school_opens, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await.id();
    assert_eq!(missing(&school, admin).await.len(), 17, "all but the accounts of the demo school");
    preau_server::demo::fill(&school.app).await.unwrap_err();
    let other = School::open(school.engine, &[]).await;
    preau_server::demo::fill(&other.app).await.unwrap();
    let admin = other.account(Role::Admin, "a@example.fr").await.id();
    assert_eq!(missing(&other, admin).await, ["MAIL", "PAYMENT", "NO_DEMO_ACCOUNTS", "ADDRESS"]);
    let open = ["--smtp-url", "smtp://mail.example:587", "--public-url", "https://preau.example"];
    let twin = other.twin_with(&open).await;
    assert_eq!(missing(&twin, admin).await, ["PAYMENT", "NO_DEMO_ACCOUNTS"]);
    let list = twin.sign_in(admin).await.get("/settings/checklist").await.ok();
    assert_eq!(list[0], json!({ "item": "IDENTITY", "step": "SCHOOL", "done": true, "where": "SETTINGS" }));
});

both_engines!(mails_bear_the_name_and_the_postal_address, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let lost = json!({ "email": "a@example.fr" });
    school.visitor().post("/users/forgot-password", lost).await.ok();
    let text = async || admin.get("/mail").await.ok()["items"][0]["text"].as_str().unwrap().to_owned();
    assert!(!text().await.contains("Marché"));
    let said = json!({ "name": "L'Atelier", "street": "3, place du Marché", "postalCode": "84000", "city": "Avignon" });
    admin.put("/settings/school", said).await.ok();
    let text = text().await;
    assert!(text.contains("L’équipe de L'Atelier"), "{text}");
    assert!(text.contains("L'Atelier, 3, place du Marché, 84000 Avignon\n"), "{text}");
});

both_engines!(the_sitemap_names_the_legal_pages_that_are_published, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let site = crate::site::get(&school, "/sitemap.xml", &[]).await.text();
    assert!(site.contains("/confidentialite<") && !site.contains("/cgv<"), "{site}");
    admin.put("/pages/cgv", json!({ "html": "<p>Un</p>" })).await.ok();
    let site = crate::site::get(&school, "/sitemap.xml", &[]).await.text();
    assert!(site.contains("/cgv<") && !site.contains("/mentions-legales<"), "{site}");
});
