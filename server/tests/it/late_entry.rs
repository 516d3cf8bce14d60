//! Whoever enters a course after some of its sessions pays those that are left: in the quote, the hold, the invoice.

use serde_json::{Value, json};

use crate::after_sale::{buy, class};
use crate::booking::draft;
use crate::paper;
use crate::school::{Client, School};

const SESSIONS: &str = "
    INSERT INTO class_sessions (course_id, day, start_time, minutes, starts_at, ends_at, status, uid, created_at, updated_at)
    VALUES
        (1, '2026-02-23', '18:30', 90, '2026-02-23T17:30:00+00:00', '2026-02-23T19:00:00+00:00', 'PLANNED', 'a', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-03-05', '18:30', 90, '2026-03-05T17:30:00+00:00', '2026-03-05T19:00:00+00:00', 'PLANNED', 'b', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-03-09', '18:30', 90, '2026-03-09T17:30:00+00:00', '2026-03-09T19:00:00+00:00', 'PLANNED', 'c', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-03-12', '18:30', 90, '2026-03-12T17:30:00+00:00', '2026-03-12T19:00:00+00:00', 'PLANNED', 'd', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-03-16', '18:30', 90, '2026-03-16T17:30:00+00:00', '2026-03-16T19:00:00+00:00', 'PLANNED', 'e', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-03-19', '18:30', 90, '2026-03-19T17:30:00+00:00', '2026-03-19T19:00:00+00:00', 'CANCELLED', 'f', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')";

/// The Italian class, whose late learners pay what is left: five sessions, two of them before the 9th of March.
async fn late(school: &School) -> (Client, Client) {
    let people = class(school).await;
    school.sql(SESSIONS).await;
    school.sql("UPDATE courses SET late_entry = 'PRO_RATA' WHERE id = 1").await;
    people
}

async fn quote(client: &Client, modules: &[i64], start: &str) -> Value {
    let selection = json!({ "courseId": 1, "reservedModuleIds": modules, "requestedStartDate": start });
    client.post("/checkout/quote", selection).await.ok()
}

fn amounts(answer: &Value) -> Value {
    let lines = answer["lines"].as_array().unwrap().iter();
    lines.map(|line| json!([line["moduleId"], line["amount"], line["reason"]])).collect()
}

both_engines!(a_quote_counts_the_sessions_from_the_wished_day_on, |school| {
    let (_, zoe) = late(&school).await;
    let whole = quote(&zoe, &[], "2026-03-09").await;
    assert_eq!((amounts(&whole), &whole["amount"]), (json!([[null, 144.3, "LATE_ENTRY"]]), &json!(144.3)));
    let facts = &whole["lines"][0]["facts"];
    assert_eq!(
        json!([facts["full"], facts["from"], facts["sessions"], facts["sessionsLeft"]]),
        json!([240.5, "2026-03-09", 5, 3])
    );
    assert_eq!(facts["modules"].as_array().unwrap().len(), 3);
    let today = quote(&zoe, &[11], "2026-03-02").await;
    assert_eq!(amounts(&today), json!([[11, 96, "LATE_ENTRY"]]), "what was held before today is over");
    let over = json!({ "courseId": 1, "reservedModuleIds": [], "requestedStartDate": "2026-03-20" });
    zoe.post("/checkout/quote", over).await.refused(409, "sessions_over");
    school.sql("UPDATE class_sessions SET module_id = 12 WHERE day <= '2026-03-05'").await;
    school.sql("UPDATE class_sessions SET module_id = 11 WHERE day > '2026-03-05'").await;
    assert_eq!(amounts(&quote(&zoe, &[], "2026-03-09").await), json!([[null, 170.5, "LATE_ENTRY"]]));
    let gone = json!({ "courseId": 1, "reservedModuleIds": [12], "requestedStartDate": "2026-03-09" });
    let gone = zoe.post("/checkout/quote", gone).await;
    gone.refused(422, "module_over");
    assert_eq!(gone.field_names(), ["reservedModuleIds[0]"]);
    school.sql("UPDATE courses SET late_entry = 'FULL'").await;
    assert_eq!(amounts(&quote(&zoe, &[], "2026-03-09").await), json!([[null, 240.5, "FULL_PRICE"]]));
});

both_engines!(what_is_paid_and_invoiced_says_from_what_it_was_computed, |school| {
    let (admin, zoe) = late(&school).await;
    let checkout = buy(&zoe, draft("zoe@example.fr", &[11]), true).await;
    assert_eq!(checkout.amount, json!(72));
    let facts = json!({ "full": 120, "from": "2026-03-09", "sessions": 5, "sessionsLeft": 3, "modules": [] });
    // Sessions that are added later change nothing of what was sold.
    school.sql("UPDATE class_sessions SET status = 'PLANNED'").await;
    let sold = admin.get(&format!("/reservations/{}", checkout.id)).await.ok();
    let line = &sold["purchase"]["lines"][0];
    assert_eq!(json!([line["amount"], line["reason"], line["facts"]]), json!([72, "LATE_ENTRY", facts]));
    let invoice = sold["purchase"]["papers"][0]["id"].as_i64().unwrap();
    let words = paper::words(&paper::pdf(&admin, invoice).await);
    let words = words.replace(['\u{a0}', '\u{202f}'], " ");
    assert!(words.contains("Séances restantes à partir du 9 mars 2026 : 3 sur 5."), "{words}");
    assert!(words.contains("120,00 €") && words.contains("72,00 €"), "{words}");
});
