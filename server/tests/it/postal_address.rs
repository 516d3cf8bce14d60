//! The postal address of a buyer: typed in a booking, on the invoice, kept in the profile, exported and erased.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft, sound, start};
use crate::paper::{pdf, words};
use crate::school::Client;

fn address() -> Value {
    json!({ "street": "3, rue Haute", "postalCode": "13100", "city": "Aix-en-Provence" })
}

fn draft_with_address(email: &str) -> Value {
    let mut draft = draft(email, &[11]);
    draft["bookerData"]["address"] = address();
    draft
}

async fn export(client: &Client) -> Value {
    client.get("/users/me/export").await.ok()
}

both_engines!(an_address_is_resumed_invoiced_kept_exported_and_erased, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft_with_address("zoe@example.fr")).await;
    let resumed = checkout.read().await.ok();
    assert_eq!(resumed["bookerData"]["address"], address());
    checkout.pay(CARD_GOOD).await.ok();
    let completed = checkout.complete().await.ok();
    assert_eq!(completed["user"]["address"], address());

    let zoe = school.sign_in(completed["user"]["id"].as_i64().unwrap()).await;
    let paper = words(&pdf(&zoe, 1).await);
    assert!(paper.contains("3, rue Haute 13100 Aix-en-Provence France"), "{paper}");
    let held = export(&zoe).await;
    assert_eq!(held["account"]["address"], address());
    assert!(held["invoices"][0]["buyer"].as_str().unwrap().contains("3, rue Haute"));

    let path = format!("/users/{}", zoe.id());
    let moved =
        json!({ "address": { "street": "1, place Neuve", "postalCode": "13001", "city": "Marseille" } });
    assert_eq!(zoe.put(&path, moved.clone()).await.ok()["address"], moved["address"]);
    assert!(words(&pdf(&zoe, 1).await).contains("3, rue Haute"), "an invoice stays as it was");

    let erase = json!({ "currentPassword": "zebre-bleu-7" });
    let answer = zoe.send(Method::DELETE, "/users/me", Some(erase), &[]).await;
    assert!(answer.status.is_success(), "{}", answer.text());
    let left =
        "SELECT COUNT(*) FROM users WHERE street IS NOT NULL OR postal_code IS NOT NULL OR city IS NOT NULL";
    assert_eq!(school.count(left).await, 0);
    sound(&school).await;
});

both_engines!(an_address_may_be_left_out_and_is_otherwise_whole, |school| {
    courses(&school).await;
    let mut half = draft_with_address("zoe@example.fr");
    half["bookerData"]["address"] = json!({ "street": "3, rue Haute", "postalCode": "1310" });
    let refused = school.visitor().post("/checkout", half).await;
    let names = refused.field_names();
    assert_eq!(names, ["bookerData.address.postalCode", "bookerData.address.city"]);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);

    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    assert_eq!(checkout.complete().await.ok()["user"]["address"], Value::Null);
});

both_engines!(whoever_does_not_keep_an_address_in_the_profile_has_it_on_the_invoice, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let mut once = draft_with_address("zoe@example.fr");
    once["updateProfile"] = json!(false);
    let checkout = start(&zoe, once).await;
    checkout.pay(CARD_GOOD).await.ok();
    assert_eq!(checkout.complete().await.ok()["user"]["address"], Value::Null);
    assert!(words(&pdf(&zoe, 1).await).contains("3, rue Haute"));

    let mut kept = draft_with_address("zoe@example.fr");
    kept["reservedModuleIds"] = json!([12]);
    kept["updateProfile"] = json!(true);
    let checkout = start(&zoe, kept).await;
    checkout.pay(CARD_GOOD).await.ok();
    assert_eq!(checkout.complete().await.ok()["user"]["address"], address());
});
