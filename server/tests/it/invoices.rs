//! Invoices and credit notes: numbers without gap or double, never changed, for whom they are, and the money they
//! speak of.

use std::collections::BTreeSet;

use axum::http::header;
use chrono::Duration;
use futures_util::future::join_all;
use preau_core::money::Cents;
use preau_core::role::Role;
use preau_server::operations::doctor;
use preau_server::sales::invoices::issue;
use preau_server::sales::{payment::store as payments, refunds};
use preau_server::{change, execute, fetch_all, mail};
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses, draft_for, run_jobs, sound, start};
use crate::school::{Client, School};
use crate::smtp::Sink;

/// Holds a place in the Chinese course at the desk. Answers the reservation's id.
pub async fn held(admin: &Client, learner: i64, modules: &[i64]) -> i64 {
    let course = if modules.iter().any(|module| *module < 20) { 1 } else { 2 };
    let wish = json!({ "userId": learner, "courseId": course, "reservedModuleIds": modules,
        "requestedStartDate": "2026-03-09" });
    admin.post("/reservations", wish).await.ok()["id"].as_i64().unwrap()
}

pub async fn paid(admin: &Client, id: i64) -> Value {
    admin.patch(&format!("/reservations/{id}/confirm"), json!({ "method": "CHEQUE" })).await.ok()
}

/// Cancels a sale of the desk and hands its refund over. Answers the papers of the reservation.
pub async fn cancelled(school: &School, admin: &Client, id: i64, refund: Value) -> Value {
    let path = format!("/reservations/{id}");
    admin.patch(&format!("{path}/cancel"), json!({ "refundAmount": refund })).await.ok();
    run_jobs(school).await;
    let refund = school.count("SELECT COALESCE(MAX(id), 0) FROM refunds WHERE status = 'PENDING'").await;
    if refund > 0 {
        admin.post(&format!("/refunds/{refund}/by-hand"), json!({ "method": "CASH" })).await.ok();
    }
    admin.get(&path).await.ok()["purchase"]["papers"].clone()
}

pub async fn admin(school: &School) -> Client {
    courses(school).await;
    school.account(Role::Admin, "admin@example.fr").await
}

fn numbers(papers: &Value) -> Vec<&str> {
    papers.as_array().unwrap().iter().map(|paper| paper["number"].as_str().unwrap()).collect()
}

both_engines!(a_hundred_confirmations_at_once_are_numbered_without_gap, |school| {
    let admin = admin(&school).await;
    let mut ids = Vec::new();
    for nth in 0..100 {
        let learner = school.add_user(Role::Student, &format!("eleve{nth}@example.fr")).await;
        ids.push(held(&admin, learner, &[]).await);
    }
    let confirmed = join_all(ids.iter().map(|id| paid(&admin, *id))).await;
    let numbers: BTreeSet<String> = confirmed
        .iter()
        .map(|one| one["purchase"]["papers"][0]["number"].as_str().unwrap().to_owned())
        .collect();
    let expected: BTreeSet<String> = (1..=100).map(|nth| format!("F2026-{nth:05}")).collect();
    assert_eq!(numbers, expected);
    sound(&school).await;
});

both_engines!(a_confirmation_that_is_taken_back_leaves_no_gap, |school| {
    let admin = admin(&school).await;
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    let id = held(&admin, learner, &[]).await;
    // What comes after the invoice fails: the mails.
    school.sql("ALTER TABLE mails RENAME TO mails_elsewhere").await;
    let failed = admin.patch(&format!("/reservations/{id}/confirm"), json!({ "method": "CASH" })).await;
    assert_eq!(failed.status, 500);
    school.sql("ALTER TABLE mails_elsewhere RENAME TO mails").await;
    assert_eq!(school.count("SELECT COUNT(*) FROM invoices").await, 0);
    let confirmed = paid(&admin, id).await;
    assert_eq!(numbers(&confirmed["purchase"]["papers"]), ["F2026-00001"]);
    assert_eq!(confirmed, paid(&admin, id).await, "confirmed once");
    sound(&school).await;
});

both_engines!(the_new_year_begins_a_new_series_at_midnight_in_paris, |school| {
    let admin = admin(&school).await;
    school.sql("UPDATE courses SET end_date = '2027-12-30' WHERE id = 2").await;
    let mut issued = Vec::new();
    // 23:59 in Paris, then midnight.
    school.pass(
        "2026-12-31T22:59:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap() - school.app.clock.now(),
    );
    for email in ["zoe@example.fr", "karim@example.fr", "lea@example.fr"] {
        let admin = school.sign_in(admin.id()).await;
        let learner = school.add_user(Role::Student, email).await;
        let wish = json!({ "userId": learner, "courseId": 2, "reservedModuleIds": [],
            "requestedStartDate": "2027-03-09" });
        let id = admin.post("/reservations", wish).await.ok()["id"].as_i64().unwrap();
        issued.push(paid(&admin, id).await["purchase"]["papers"][0]["number"].clone());
        school.pass(Duration::minutes(1));
    }
    assert_eq!(issued, ["F2026-00001", "F2027-00001", "F2027-00002"]);
    sound(&school).await;
});

both_engines!(what_was_issued_is_never_changed_or_deleted, |school| {
    let admin = admin(&school).await;
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    paid(&admin, held(&admin, learner, &[]).await).await;
    for statement in [
        "UPDATE invoices SET total_cents = 1",
        "UPDATE invoices SET replaced = TRUE, buyer = '{}'",
        "UPDATE invoices SET replaced = FALSE",
        "DELETE FROM invoices",
        "UPDATE invoice_lines SET title = 'Autre'",
        "DELETE FROM invoice_lines",
    ] {
        let app = &school.app;
        let refused = change!(app, None, |tx| execute!(tx, statement));
        assert!(refused.unwrap_err().to_string().contains("never changed"), "{statement}");
    }
    let twice = change!(&school.app, None, |tx| issue::invoice(tx, 1, None).await);
    assert!(twice.unwrap_err().is_unique_violation());
    sound(&school).await;
});

both_engines!(an_invoice_stays_as_it_was_when_course_school_and_account_change, |school| {
    let admin = admin(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let id = held(&admin, zoe.id(), &[11, 12]).await;
    paid(&admin, id).await;
    let before = zoe.get("/invoices/1/pdf").await;
    assert_eq!(before.headers[header::CONTENT_TYPE], "application/pdf");
    assert_eq!(before.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"F2026-00001.pdf\"");
    school.sql("UPDATE courses SET name = 'Autre'").await;
    school.sql("UPDATE school SET name = 'Ailleurs', vat_mention = 'TVA 20 %'").await;
    school
        .sql("UPDATE users SET first_name = 'X', email = 'x@example.fr' WHERE email = 'zoe@example.fr'")
        .await;
    school.pass(Duration::days(200));
    let admin = school.sign_in(admin.id()).await;
    assert_eq!(admin.get("/invoices/1/pdf").await.bytes(), before.bytes());
});

both_engines!(invoices_are_for_their_payer_and_the_administration, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@example.fr").await;
    let editor = school.account(Role::Editor, "editor@example.fr").await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let id = |email: &'static str| school.count(email);
    let zoe = school.sign_in(id("SELECT id FROM users WHERE email = 'zoe@example.fr'").await).await;
    let lea = school.sign_in(id("SELECT id FROM users WHERE email = 'lea@example.fr'").await).await;
    let path = "/invoices/1/pdf";
    assert_eq!(zoe.get(path).await.status, 200);
    assert_eq!(admin.get(path).await.status, 200);
    lea.get(path).await.refused(404, "not_found");
    editor.get(path).await.refused(404, "not_found");
    school.visitor().get(path).await.refused(401, "unauthenticated");
    admin.get("/invoices/2/pdf").await.refused(404, "not_found");
    for list in ["/invoices", "/invoices/export.csv"] {
        zoe.get(list).await.refused(403, "forbidden");
        editor.get(list).await.refused(403, "forbidden");
    }
    let mine = zoe.get("/reservations/me").await.ok();
    assert_eq!(numbers(&mine[0]["purchase"]["papers"]), ["F2026-00001"]);
    assert!(!lea.get("/reservations/me").await.text().contains("F2026"));
});

both_engines!(credit_notes_say_what_went_back_and_nothing_more, |school| {
    let admin = admin(&school).await;
    let (mut reservations, mut papers) = (Vec::new(), Vec::new());
    for (email, refund) in
        [("a@example.fr", json!(40.5)), ("b@example.fr", json!(100)), ("c@example.fr", json!(0))]
    {
        let learner = school.add_user(Role::Student, email).await;
        let id = held(&admin, learner, &[]).await;
        paid(&admin, id).await;
        reservations.push(id);
        papers.push(cancelled(&school, &admin, id, refund).await);
    }
    assert_eq!(numbers(&papers[0]), ["F2026-00001", "A2026-00001"]);
    assert_eq!(json!([papers[0][1]["kind"], papers[0][1]["total"]]), json!(["CREDIT_NOTE", 40.5]));
    assert_eq!(numbers(&papers[1]), ["F2026-00002", "A2026-00002"]);
    assert_eq!(papers[1][1]["total"], 100);
    assert_eq!(numbers(&papers[2]), ["F2026-00003"], "nothing went back");
    let mails = "SELECT COUNT(*) FROM mails WHERE kind = 'credit-note' AND recipient IN ('a@example.fr', 'b@example.fr')";
    assert_eq!(school.count(mails).await, 2);
    sound(&school).await;
});

both_engines!(money_that_came_back_is_not_credited_twice, |school| {
    let admin = admin(&school).await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    admin.patch(&format!("/reservations/{}/cancel", checkout.id), json!({})).await.ok();
    run_jobs(&school).await;
    let app = &school.app;
    let (payment, made) = {
        let mut conn = app.db.read().await.unwrap();
        let payment = payments::find(&mut conn, 1).await.unwrap().unwrap();
        (payment, refunds::of_payment(&mut conn, 1).await.unwrap())
    };
    let provider_id = made[0].provider_id.clone().unwrap();
    change!(app, None, |tx| refunds::mark_reversed(tx, 1, &provider_id, "compte fermé").await).unwrap();
    let found = doctor::check(app).await.unwrap();
    assert!(found.iter().any(|finding| finding.to_string().contains("less went back")), "{found:?}");
    change!(app, None, |tx| {
        let again = refunds::add_returned(tx, &payment, Cents(payment.received_cents), "virement").await?;
        assert!(again.is_some());
        Ok(())
    })
    .unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM invoices WHERE kind = 'CREDIT_NOTE'").await, 1);
});

both_engines!(what_costs_nothing_or_confirmed_nothing_has_no_paper, |school| {
    let admin = admin(&school).await;
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    let gift = json!({ "userId": learner, "courseId": 2, "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    let free = json!({ "courseId": 3, "reservedModuleIds": [], "requestedStartDate": "2026-03-09" });
    school.sign_in(learner).await.post("/reservations", free).await.ok();
    // Paid after all the seats were taken: the money goes back.
    let late = start(&school.visitor(), draft_for("karim@example.fr", "lea@example.fr", &[11])).await;
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    school.sql("UPDATE courses SET capacity = 0 WHERE id = 1").await;
    late.money_arrives(&school).await;
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM invoices").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM invoice_counters").await, 0);
});

both_engines!(the_accountant_gets_every_paper_of_a_period_and_no_formula, |school| {
    let admin = admin(&school).await;
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    school.sql("UPDATE users SET first_name = '=1+1', last_name = '' WHERE email = 'zoe@example.fr'").await;
    let id = held(&admin, learner, &[]).await;
    paid(&admin, id).await;
    school.pass(Duration::days(1));
    let admin = school.sign_in(admin.id()).await;
    cancelled(&school, &admin, id, json!(25)).await;

    let file = admin.get("/invoices/export.csv").await;
    assert_eq!(file.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    let text = file.text();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(';').collect()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[1][..8],
        ["F2026-00001", "2026-03-02", "Facture", "'=1+1", "Chinois A1", "100,00", "0,00", "100,00"]
    );
    assert_eq!(
        rows[2][..8],
        ["A2026-00001", "2026-03-03", "Avoir", "'=1+1", "Chinois A1", "-25,00", "0,00", "-25,00"]
    );
    assert_eq!((rows[1][8], rows[2][11]), ("Chèque", "F2026-00001"));

    for (query, found) in [
        ("", vec!["A2026-00001", "F2026-00001"]),
        ("&from=2026-03-03", vec!["A2026-00001"]),
        ("&to=2026-03-02", vec!["F2026-00001"]),
        ("&from=2026-03-04", vec![]),
    ] {
        let page = admin.get(&format!("/invoices?page=1{query}")).await.ok();
        assert_eq!(numbers(&page["items"]), found, "{query}");
        assert_eq!(page["total"], found.len(), "{query}");
    }
    admin.get("/invoices?from=2026-02-30").await.refused(422, "invalid_date");
    admin.get("/invoices/export.csv?from=2026-03-02&to=2026-03-01").await.refused(422, "end_before_start");
});

both_engines!(the_invoice_comes_with_the_mail_and_is_the_same_as_on_the_site, |school| {
    let sink = Sink::open().await;
    let school = school.twin_with(&["--smtp-url", &sink.url()]).await;
    let admin = admin(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let id = held(&admin, zoe.id(), &[]).await;
    paid(&admin, id).await;
    mail::worker::run_due(&school.app).await.unwrap();
    cancelled(&school, &admin, id, json!(100)).await;
    mail::worker::run_due(&school.app).await.unwrap();
    let mut found = Vec::new();
    for mail in sink.arrived().iter().filter(|mail| mail.to == "zoe@example.fr") {
        found.extend(mail.attachments());
    }
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["F2026-00001.pdf", "A2026-00001.pdf"]);
    for (nth, (_, bytes)) in found.iter().enumerate() {
        assert_eq!(zoe.get(&format!("/invoices/{}/pdf", nth + 1)).await.bytes(), bytes);
    }
});

both_engines!(the_doctor_sees_gaps_and_missing_papers, |school| {
    let admin = admin(&school).await;
    for email in ["a@example.fr", "b@example.fr"] {
        let learner = school.add_user(Role::Student, email).await;
        paid(&admin, held(&admin, learner, &[]).await).await;
    }
    sound(&school).await;
    school.sql("UPDATE invoice_counters SET last = 7").await;
    school.sql("UPDATE reservations SET amount_cents = 9000 WHERE id = 2").await;
    let found = doctor::check(&school.app).await.unwrap();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(
        found.iter().any(|finding| finding.contains("counters") && finding.ends_with(": 2026")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|finding| finding.contains("without an invoice") && finding.ends_with(": 2")),
        "{found:?}"
    );
});

both_engines!(the_demo_school_has_its_papers_in_the_order_of_its_sales, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let order = "SELECT kind, year, sequence FROM invoices ORDER BY kind, issued_at, id";
    let papers = fetch_all!(conn, (String, i64, i64), order).unwrap();
    assert!(papers.len() > 50);
    for pair in papers.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        assert!((pair[0].1, pair[0].2) < (pair[1].1, pair[1].2), "{pair:?}");
    }
    drop(conn);
    assert!(school.count("SELECT COUNT(*) FROM invoices WHERE kind = 'CREDIT_NOTE'").await > 0);
    assert!(doctor::check(&school.app).await.unwrap().is_empty());
});
