//! From the draft to the paid place: every arrow between held, confirmed, expired and cancelled.

use chrono::Duration;
use preau_core::role::Role;
use preau_server::one_time_tokens::Purpose;
use preau_server::sales::checkout::settle::Settled;
use serde_json::{Value, json};

use crate::booking::{
    CARD_DECLINED, CARD_GOOD, booker, courses, draft, draft_for, person, run_jobs, sound, start,
};
use crate::school::{Engine, School};

both_engines!(a_visitor_pays_and_is_enrolled_signed_in_and_written_to, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let quote = json!({ "courseId": 1, "reservedModuleIds": [11, 12] });
    let quote = visitor.post("/checkout/quote", quote).await.ok();
    assert_eq!(
        (&quote["amount"], &quote["seatsLeft"], &quote["refusal"]),
        (&json!(190), &json!(10), &Value::Null)
    );

    let checkout = start(&visitor, draft("zoe@example.fr", &[12, 11])).await;
    assert_eq!(checkout.amount, 190);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 0, "no account before the money");
    checkout.complete().await.refused(402, "unpaid");
    checkout.pay(CARD_DECLINED).await;
    checkout.complete().await.refused(402, "unpaid");

    assert_eq!(checkout.pay(CARD_GOOD).await.ok()["status"], "succeeded");
    let done = checkout.complete().await.ok();
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    assert_eq!(done["user"]["email"], "zoe@example.fr");
    assert_eq!(done["subscription"]["moduleIds"], json!([11, 12]));
    assert_eq!(done["subscription"]["displayStatus"], "ACTIVE");
    assert_eq!(done["subscription"]["accessExpiresAt"], "2026-09-02");

    let mut student = school.visitor();
    student.token = Some(done["accessToken"].as_str().unwrap().to_owned());
    let mine = student.get(&format!("/subscriptions/user/{}", done["user"]["id"])).await.ok();
    assert_eq!(mine[0]["moduleTitles"], json!(["Uno", "Due"]));
    assert_eq!(mine[0]["nextModuleTitle"], "Uno");
    assert_eq!((&mine[0]["totalCourseModules"], &mine[0]["progressionPercentage"]), (&json!(3), &json!(0)));

    let again = checkout.complete().await.ok();
    assert_eq!(again["subscription"]["id"], done["subscription"]["id"]);
    assert!(again.get("accessToken").is_none(), "tokens are given once");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE draft IS NOT NULL").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails").await, 3, "payer, school, verify the address");
    sound(&school).await;
});

both_engines!(a_beneficiary_without_an_account_gets_one_and_a_mail, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[])).await;
    assert_eq!(checkout.amount, 240.5);
    checkout.pay(CARD_GOOD).await.ok();
    let done = checkout.complete().await.ok();
    assert_eq!(done["user"]["email"], "zoe@example.fr");
    assert_ne!(done["subscription"]["userId"], done["user"]["id"], "the beneficiary learns");
    assert_eq!(done["subscription"]["moduleIds"], json!([]));
    let learner = "SELECT COUNT(*) FROM users WHERE email = 'lea@example.fr' AND password_hash IS NULL AND first_name = 'Léa'";
    assert_eq!(school.count(learner).await, 1);
    let mail =
        "SELECT COUNT(*) FROM mails WHERE kind = 'beneficiary-confirmed' AND recipient = 'lea@example.fr'";
    assert_eq!(school.count(mail).await, 1);
    sound(&school).await;
});

both_engines!(a_beneficiary_with_an_account_is_reused_and_not_overwritten, |school| {
    courses(&school).await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let mut input = draft_for("ignored@example.fr", "LEA@example.fr", &[11]);
    input["updateProfile"] = json!(true);
    let checkout = start(&zoe, input).await;
    checkout.pay(CARD_GOOD).await.ok();
    let done = checkout.complete().await.ok();
    assert_eq!(done["subscription"]["userId"], lea.id());
    assert!(done.get("accessToken").is_none(), "the account was there before");
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 2);
    let kept = "SELECT COUNT(*) FROM users WHERE email = 'lea@example.fr' AND first_name = 'Jeanne'";
    assert_eq!(school.count(kept).await, 1, "a beneficiary is never overwritten");
    let updated = "SELECT COUNT(*) FROM users WHERE email = 'zoe@example.fr' AND first_name = 'Zoé'";
    assert_eq!(school.count(updated).await, 1, "the booker asked for it, and the address stays");
    assert_eq!(
        lea.get("/reservations/me").await.ok()[0].get("purchase"),
        None,
        "the learner sees no purchase"
    );
    assert_eq!(zoe.get("/reservations/me").await.ok()[0]["purchase"]["amount"], 120);
    sound(&school).await;
});

both_engines!(
    a_stranger_who_registered_the_address_first_does_not_get_what_is_bought_for_its_owner,
    |school| {
        courses(&school).await;
        let impostor = school.account(Role::Student, "lea@example.fr").await;
        school
            .sql("UPDATE users SET email_verified_at = NULL, password_hash = 'known to the impostor'")
            .await;
        let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        impostor.get("/users/me").await.refused(401, "session_expired");
        assert_eq!(
            school.count("SELECT COUNT(*) FROM users WHERE password_hash = 'known to the impostor'").await,
            0
        );
        assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'set-password'").await, 1);
    }
);

both_engines!(a_stranger_who_registers_the_payers_address_meanwhile_gets_nothing, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[])).await;
    let impostor = school.account(Role::Student, "zoe@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = NULL, password_hash = 'known to the impostor'").await;
    checkout.pay(CARD_GOOD).await.ok();
    let done = checkout.complete().await.ok();
    assert!(done.get("accessToken").is_none());
    impostor.get("/users/me").await.refused(401, "session_expired");
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE password_hash IS NOT NULL").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'set-password'").await, 1);
    sound(&school).await;
});

both_engines!(a_purchase_for_somebody_of_the_staff_leaves_their_account_as_it_is, |school| {
    courses(&school).await;
    let editor = school.account(Role::Editor, "lea@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = NULL, password_hash = 'of the editor'").await;
    let checkout = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    editor.get("/users/me").await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE password_hash = 'of the editor'").await, 1);
    sound(&school).await;
});

both_engines!(a_new_password_spends_the_right_of_a_purchase_to_open_a_session, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[])).await;
    checkout.pay(CARD_GOOD).await.ok();
    assert_eq!(checkout.money_arrives(&school).await, Settled::Confirmed);
    let id = school.count("SELECT id FROM users").await;
    let token = school.link(Purpose::ResetPassword, id, None).await;
    let new = json!({ "newPassword": "zebre-volant-7", "token": token });
    let reset = school.visitor().put(&format!("/users/{id}/reset-password"), new).await;
    assert_eq!(reset.status, 204);
    let done = checkout.complete().await.ok();
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    assert!(done.get("accessToken").is_none(), "only the owner of the address comes in now");
});

both_engines!(an_account_that_appears_meanwhile_gets_the_purchase_and_keeps_its_password, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[])).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    checkout.pay(CARD_GOOD).await.ok();
    let done = checkout.complete().await.ok();
    assert_eq!(done["subscription"]["userId"], zoe.id());
    assert!(done.get("accessToken").is_none());
    assert_eq!(school.count("SELECT COUNT(*) FROM users WHERE password_hash IS NOT NULL").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'account-existed'").await, 1);
    sound(&school).await;
});

both_engines!(an_address_with_an_account_signs_in_instead_and_cannot_be_probed, |school| {
    courses(&school).await;
    school.add_user(Role::Student, "zoe@example.fr").await;
    let visitor = school.visitor();
    for _ in 0..10 {
        let problem =
            visitor.post("/checkout", draft("zoe@example.fr", &[])).await.refused(409, "email_taken");
        assert_eq!(problem["message"], "Email déjà utilisé");
    }
    let limited = visitor.post("/checkout", draft("zoe@example.fr", &[])).await;
    limited.refused(429, "too_many_requests");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
});

both_engines!(what_somebody_else_has_is_not_told_and_is_given_back_once_paid, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let gift = json!({ "userId": lea.id(), "courseId": 1, "moduleIds": [11], "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    for client in [school.visitor(), zoe] {
        let payer = "zoe@autre.fr";
        let unknown = start(&client, draft_for(payer, "nobody@example.fr", &[])).await;
        unknown.cancel().await;
        let of_whole = start(&client, draft_for(payer, "lea@example.fr", &[])).await;
        assert_eq!(of_whole.amount, unknown.amount, "the price would tell too");
        of_whole.cancel().await;
        let owned = start(&client, draft_for(payer, "lea@example.fr", &[11])).await;
        owned.pay(CARD_GOOD).await.ok();
        owned.complete().await.refused(409, "refunded");
        owned.cancel().await;
    }
    let refunds = "SELECT COUNT(*) FROM refunds WHERE reason = 'ALREADY_COVERED'";
    assert_eq!(school.count(refunds).await, 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions").await, 1);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    sound(&school).await;
});

both_engines!(whoever_made_the_beneficiary_s_account_is_told_what_they_have, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let bought = start(&zoe, draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    bought.pay(CARD_GOOD).await.ok();
    bought.complete().await.ok();
    let again = zoe.post("/checkout", draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    assert_eq!(again.refused(422, "already_owned")["fields"][0]["code"], "already_owned");
});

both_engines!(what_is_held_for_an_address_does_not_block_its_owner, |school| {
    courses(&school).await;
    for (learner, as_account) in [("lea@example.fr", false), ("tom@example.fr", true)] {
        let held = start(&school.visitor(), draft_for("zoe@example.fr", learner, &[11])).await;
        let other = school.visitor().post("/checkout", draft_for("ida@example.fr", learner, &[11])).await;
        other.refused(409, "already_held");
        let owner = if as_account { school.account(Role::Student, learner).await } else { school.visitor() };
        let own = start(&owner, draft(learner, &[11])).await;
        assert_eq!(held.status(&school).await, "CANCELLED");
        own.pay(CARD_GOOD).await.ok();
        own.complete().await.ok();
    }
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 2);
    sound(&school).await;
});

both_engines!(what_is_paid_for_an_address_stays_when_its_owner_comes, |school| {
    courses(&school).await;
    let held = start(&school.visitor(), draft_for("zoe@example.fr", "lea@example.fr", &[11])).await;
    held.pay(CARD_GOOD).await.ok();
    // Paid, and not completed: the owner's own booking finds the money first.
    let lea = school.visitor().post("/checkout", draft("lea@example.fr", &[12])).await;
    assert_eq!(held.status(&school).await, "CONFIRMED");
    assert_eq!(lea.status, 409, "{}", lea.text());
    sound(&school).await;
});

both_engines!(what_costs_nothing_mails_few_strangers_and_nobody_s_text, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = '2026-03-01T00:00:00Z'").await;
    let free = |learner: &str| {
        let mut draft = draft_for("zoe@example.fr", learner, &[]);
        draft["courseId"] = json!(3);
        draft["beneficiaryData"]["firstName"] = json!("Gagnez 1000 euros");
        draft
    };
    for n in 0..5 {
        let given = zoe.post("/checkout", free(&format!("nobody{n}@example.fr"))).await;
        assert_eq!(given.status.as_u16(), 201, "{}", given.text());
    }
    let sixth = zoe.post("/checkout", free("nobody5@example.fr")).await;
    sixth.refused(429, "too_many_requests");
    let typed = "SELECT COUNT(*) FROM mails WHERE recipient LIKE 'nobody%'
        AND (recipient_name <> '' OR params LIKE '%1000 euros%' OR params LIKE '%Jeanne%')";
    assert_eq!(school.count(typed).await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE recipient LIKE 'nobody%'").await, 5);
    let mut own = free("x");
    (own["reservationTarget"], own["beneficiaryData"]) = (json!("self"), Value::Null);
    assert_eq!(zoe.post("/checkout", own).await.status.as_u16(), 201);
});

both_engines!(a_draft_gets_all_its_faults_at_once_and_changes_nothing, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let empty = visitor.post("/checkout", json!({})).await;
    empty.refused(422, "booker_incomplete");
    assert!(empty.field_names().contains(&"courseId".to_owned()));
    assert!(empty.field_names().contains(&"bookerData.passwordConfirmation".to_owned()));
    let with = |name: &str, value: Value| {
        let mut input = draft("zoe@example.fr", &[11]);
        input[name] = value;
        input
    };
    let cases = [
        (with("courseId", json!("un")), 422, "invalid_type"),
        (with("courseId", json!(99)), 404, "not_found"),
        (with("courseId", json!(4)), 409, "not_published"),
        (with("courseId", json!(-1)), 404, "not_found"),
        (with("reservedModuleIds", json!([11, 21])), 422, "unknown_module"),
        (with("reservedModuleIds", json!([1e300])), 422, "invalid_type"),
        (with("requestedStartDate", json!("2026-02-30")), 422, "invalid_date"),
        (with("requestedStartDate", json!("2026-03-01")), 422, "start_date_past"),
        (with("requestedStartDate", json!("2026-05-17")), 422, "start_date_too_late"),
        (with("bookerData", person("zoe@example.fr")), 422, "booker_incomplete"),
        (draft_for("zoe@example.fr", "zoe@example.fr", &[11]), 422, "same_email"),
        (with("bookerData", booker("zoe\u{0}@example.fr")), 422, "control_character"),
    ];
    for (input, status, code) in cases {
        let reply = visitor.post("/checkout", input.clone()).await;
        assert_eq!(reply.status.as_u16(), status, "{input} {}", reply.text());
        let fields = reply.json()["fields"].as_array().cloned().unwrap_or_default();
        let named = fields.iter().any(|field| field["code"] == code) || reply.json()["code"] == code;
        assert!(named, "{code}: {}", reply.text());
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations").await, 0);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
});

both_engines!(who_lost_the_answer_repeats_the_request_and_holds_one_seat, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let ask = async |key: &str, email: &str| {
        visitor
            .send(
                axum::http::Method::POST,
                "/checkout",
                Some(draft(email, &[11])),
                &[("Idempotency-Key", key)],
            )
            .await
    };
    let first = ask("a key of this tab", "zoe@example.fr").await.ok();
    let again = ask("a key of this tab", "zoe@example.fr").await.ok();
    assert_ne!(first["reservationId"], again["reservationId"]);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE status = 'HELD'").await, 1);
    ask("a stranger's key", "zoe@example.fr").await.refused(409, "already_held");
});

both_engines!(a_hold_is_replaced_with_its_token_and_by_nobody_else, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let first = start(&visitor, draft("zoe@example.fr", &[11])).await;
    school.visitor().post("/checkout", draft("zoe@example.fr", &[12])).await.refused(409, "already_held");
    let mut input = draft("zoe@example.fr", &[12]);
    (input["reservationId"], input["checkoutToken"]) = (json!(first.id), json!("guessed"));
    visitor.post("/checkout", input.clone()).await.refused(409, "already_held");
    input["checkoutToken"] = json!(first.token);
    let second = start(&visitor, input).await;
    assert_eq!(second.amount, 70);
    assert_eq!(first.status(&school).await, "CANCELLED");
    assert_eq!(first.pay(CARD_GOOD).await.status.as_u16(), 410, "the old payment is closed");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);

    let zoe = school.account(Role::Student, "other@example.fr").await;
    let own = start(&zoe, draft("other@example.fr", &[11])).await;
    start(&zoe, draft("other@example.fr", &[])).await;
    assert_eq!(own.status(&school).await, "CANCELLED", "a signed-in payer begins again without a token");
    sound(&school).await;
});

both_engines!(three_open_holds_are_enough, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    for n in 0..3 {
        start(&visitor, draft(&format!("zoe{n}@example.fr"), &[11])).await;
    }
    let fourth = visitor.post("/checkout", draft("zoe4@example.fr", &[11])).await;
    fourth.refused(429, "too_many_holds");
    assert!(fourth.headers.contains_key("retry-after"));
    let account = school.account(Role::Student, "payer@example.fr").await;
    for n in 0..3 {
        let learner = format!("learner{n}@example.fr");
        start(&school.sign_in(account.id()).await, draft_for("payer@example.fr", &learner, &[11])).await;
    }
    let elsewhere = school.sign_in(account.id()).await;
    let fourth = elsewhere.post("/checkout", draft_for("payer@example.fr", "x@example.fr", &[11])).await;
    fourth.refused(429, "too_many_holds");
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    start(&visitor, draft("zoe4@example.fr", &[11])).await;
});

both_engines!(one_address_holds_three_seats_whatever_the_accounts_and_leaves_ten_unpaid_a_day, |school| {
    courses(&school).await;
    let home = school.visitor().ip;
    let mut number = 0;
    let mut reserve = async || {
        number += 1;
        let email = format!("zoe{number}@example.fr");
        let mut zoe = school.account(Role::Student, &email).await;
        zoe.ip = home;
        let wish = json!({
            "userId": zoe.id(), "courseId": 1, "reservedModuleIds": [11], "requestedStartDate": "2026-03-09",
            "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true,
        });
        zoe.post("/reservations", wish).await
    };
    for _ in 0..3 {
        for _ in 0..3 {
            assert_eq!(reserve().await.status.as_u16(), 201);
        }
        reserve().await.refused(429, "too_many_holds");
        school.pass(Duration::minutes(16));
        run_jobs(&school).await;
    }
    assert_eq!(reserve().await.status.as_u16(), 201);
    let eleventh = reserve().await;
    eleventh.refused(429, "too_many_holds");
    let seconds: i64 = eleventh.headers["retry-after"].to_str().unwrap().parse().unwrap();
    school.pass(Duration::seconds(seconds));
    run_jobs(&school).await;
    assert_eq!(reserve().await.status.as_u16(), 201);
    sound(&school).await;
});

both_engines!(a_course_that_cannot_be_booked_costs_no_hash, |school| {
    courses(&school).await;
    let visitor = school.visitor();
    let mut input = draft("zoe@example.fr", &[11]);
    input["courseId"] = json!(999);
    for _ in 0..40 {
        visitor.post("/checkout", input.clone()).await.refused(404, "not_found");
    }
    input["courseId"] = json!(1);
    input["requestedStartDate"] = json!("2031-01-01");
    for _ in 0..30 {
        assert_eq!(visitor.post("/checkout", input.clone()).await.status.as_u16(), 422);
    }
    visitor.post("/checkout", input).await.refused(429, "too_many_requests");
});

both_engines!(a_checkout_survives_a_reload_and_opens_to_its_token_only, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    let path = format!("/checkout/{}", checkout.id);
    let read = |token: String| {
        let (client, path) = (school.visitor(), path.clone());
        async move { client.send(axum::http::Method::GET, &path, None, &[("X-Checkout-Token", &token)]).await }
    };
    let state = read(checkout.token.clone()).await.ok();
    assert_eq!(state["clientSecret"], checkout.client_secret);
    assert_eq!(state["expiresAt"], "2026-03-02T09:15:00.000Z");
    assert_eq!(state["bookerData"]["email"], "zoe@example.fr");
    assert!(!state.to_string().contains("assword"), "no password comes back");
    read("guessed".to_owned()).await.refused(404, "not_found");
    school.visitor().get(&path).await.refused(404, "not_found");
    school
        .visitor()
        .post(&format!("{path}/complete"), json!({ "checkoutToken": "x" }))
        .await
        .refused(404, "not_found");
    school.visitor().post(&format!("{path}/cancel"), json!({})).await.refused(404, "not_found");
    school.pass(Duration::hours(25));
    read(checkout.token.clone()).await.refused(404, "not_found");
});

both_engines!(a_cancelled_hold_gives_its_seat_back_and_its_money_too, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    assert_eq!(checkout.cancel().await.ok()["status"], "CANCELLED");
    assert_eq!(checkout.cancel().await.ok()["status"], "CANCELLED", "again changes nothing");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    checkout.complete().await.refused(410, "gone");

    assert_eq!(checkout.money_arrives(&school).await, Settled::Refunded, "paid in the very moment");
    checkout.complete().await.refused(409, "refunded");
    run_jobs(&school).await;
    run_jobs(&school).await;
    assert_eq!(
        school.count("SELECT COUNT(*) FROM refunds WHERE status = 'DONE' AND amount_cents = 12000").await,
        1
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM sandbox_refunds").await, 1, "given back once");
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'refund'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 0);
    sound(&school).await;
});

both_engines!(late_money_buys_a_seat_if_one_is_left, |school| {
    courses(&school).await;
    school.sql("UPDATE courses SET capacity = 1 WHERE id = 1").await;
    let late = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.visitor().post("/checkout", draft("lea@example.fr", &[11])).await.refused(409, "full");
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    assert_eq!(late.status(&school).await, "EXPIRED");
    late.complete().await.refused(410, "expired");
    late.pay(CARD_GOOD).await.ok();
    assert!(late.complete().await.ok()["accessToken"].is_string());
    sound(&school).await;
});

both_engines!(a_hold_past_its_time_is_gone_when_somebody_asks, |school| {
    courses(&school).await;
    school.sql("UPDATE courses SET capacity = 1 WHERE id = 1").await;
    let gone = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.pass(Duration::minutes(15));
    // No job has run: neither the same learner nor another one waits for it.
    let again = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    assert_eq!(gone.status(&school).await, "EXPIRED");
    school.visitor().post("/checkout", draft("lea@example.fr", &[11])).await.refused(409, "full");
    school.pass(Duration::minutes(15));
    let other = start(&school.visitor(), draft("lea@example.fr", &[11])).await;
    assert_eq!(again.status(&school).await, "EXPIRED");

    // One that was paid is honoured first.
    school
        .sql(
            "UPDATE sandbox_intents SET status = 'SUCCEEDED' WHERE status = 'OPEN'
        AND id = (SELECT provider_id FROM payments ORDER BY id DESC LIMIT 1)",
        )
        .await;
    school.pass(Duration::minutes(15));
    school.visitor().post("/checkout", draft("tom@example.fr", &[11])).await.refused(409, "full");
    assert_eq!(other.status(&school).await, "CONFIRMED");
    sound(&school).await;
});

both_engines!(late_money_goes_back_when_no_seat_is_left, |school| {
    courses(&school).await;
    school.sql("UPDATE courses SET capacity = 1 WHERE id = 1").await;
    let late = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    let quick = start(&school.visitor(), draft("lea@example.fr", &[11])).await;
    late.pay(CARD_GOOD).await.ok();
    late.complete().await.refused(409, "refunded");
    quick.pay(CARD_GOOD).await.ok();
    quick.complete().await.ok();
    run_jobs(&school).await;
    let reason = "SELECT COUNT(*) FROM refunds WHERE reason = 'NO_SEAT_LEFT' AND status = 'DONE'";
    assert_eq!(school.count(reason).await, 1);
    sound(&school).await;
});

both_engines!(late_money_goes_back_when_the_course_is_no_longer_on_sale, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    let held = start(&school.visitor(), draft("tom@example.fr", &[11])).await;
    school.sql("UPDATE courses SET status = 'ARCHIVED' WHERE id = 1").await;
    assert_eq!(held.money_arrives(&school).await, Settled::Confirmed, "its seat was promised");
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    assert_eq!(checkout.money_arrives(&school).await, Settled::Refunded);
    run_jobs(&school).await;
    assert_eq!(checkout.status(&school).await, "EXPIRED");
    let back = "SELECT amount_cents FROM refunds WHERE reason = 'COURSE_CLOSED' AND status = 'DONE'";
    assert_eq!(school.count(back).await, 12_000);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    sound(&school).await;
});

both_engines!(a_learner_who_is_covered_meanwhile_does_not_pay_twice, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let checkout = start(&zoe, draft("zoe@example.fr", &[11])).await;
    let gift = json!({ "userId": zoe.id(), "courseId": 1, "moduleIds": [], "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.refused(409, "refunded");
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE reason = 'ALREADY_COVERED'").await, 1);
    zoe.post("/checkout", draft("zoe@example.fr", &[12])).await.refused(409, "already_subscribed");
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    sound(&school).await;
});

both_engines!(late_money_for_modules_bought_meanwhile_goes_back_whole, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let part = start(&zoe, draft("zoe@example.fr", &[11, 12])).await;
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    let zoe = school.sign_in(zoe.id()).await;
    let whole = start(&zoe, draft("zoe@example.fr", &[])).await;
    school.pass(Duration::minutes(16));
    run_jobs(&school).await;
    let zoe = school.sign_in(zoe.id()).await;
    let bought = start(&zoe, draft("zoe@example.fr", &[12, 13])).await;
    bought.pay(CARD_GOOD).await.ok();
    bought.complete().await.ok();

    for (late, cents) in [(part, 19_000), (whole, 24_050)] {
        assert_eq!(late.money_arrives(&school).await, Settled::Refunded);
        late.complete().await.refused(409, "refunded");
        run_jobs(&school).await;
        let sql = "SELECT CAST(SUM(amount_cents) AS BIGINT) FROM refunds WHERE reason = 'ALREADY_COVERED' AND status = 'DONE'";
        assert!(school.count(sql).await >= cents);
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'refund'").await, 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscription_modules").await, 2);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE scope = 'MODULES'").await, 1);
    sound(&school).await;
});

both_engines!(money_of_a_wrong_amount_or_currency_goes_back, |school| {
    courses(&school).await;
    let less = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.sql("UPDATE sandbox_intents SET amount_cents = 100").await;
    assert_eq!(less.money_arrives(&school).await, Settled::Refunded);
    less.complete().await.refused(409, "refunded");
    let foreign = start(&school.visitor(), draft("lea@example.fr", &[11])).await;
    school.sql("UPDATE sandbox_intents SET currency = 'USD' WHERE status = 'OPEN'").await;
    assert_eq!(foreign.money_arrives(&school).await, Settled::Refunded);
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds WHERE amount_cents = 100").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions").await, 0);
    sound(&school).await;
});

both_engines!(what_was_paid_is_enrolled_though_nobody_completes_it, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    // The server died between the payment and its announcement.
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    school.pass(Duration::minutes(2));
    run_jobs(&school).await;
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
    assert!(checkout.complete().await.ok()["accessToken"].is_string(), "the browser comes back");
    school.pass(Duration::hours(30));
    run_jobs(&school).await;
    sound(&school).await;
});

both_engines!(before_a_hold_runs_out_the_provider_is_asked, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.pass(Duration::minutes(15));
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    run_jobs(&school).await;
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
    sound(&school).await;
});

both_engines!(a_hold_that_was_paid_in_another_tab_does_not_give_way, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let checkout = start(&zoe, draft("zoe@example.fr", &[])).await;
    school.sql("UPDATE sandbox_intents SET status = 'SUCCEEDED'").await;
    zoe.post("/checkout", draft("zoe@example.fr", &[])).await.refused(409, "already_subscribed");
    assert_eq!(checkout.status(&school).await, "CONFIRMED");
    let header = [("X-Checkout-Token", checkout.token.as_str())];
    let path = format!("/checkout/{}/complete", checkout.id);
    school.visitor().send(axum::http::Method::POST, &path, None, &header).await.ok();
    sound(&school).await;
});

both_engines!(tokens_are_given_within_thirty_minutes_only, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    checkout.pay(CARD_GOOD).await.ok();
    checkout.money_arrives(&school).await;
    school.pass(Duration::minutes(31));
    assert!(checkout.complete().await.ok().get("accessToken").is_none());
});

both_engines!(a_payment_nobody_makes_is_closed_and_what_was_typed_is_forgotten, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[11])).await;
    school.pass(Duration::minutes(76));
    run_jobs(&school).await;
    run_jobs(&school).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM payments WHERE status = 'CANCELLED'").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM sandbox_intents WHERE status = 'CANCELLED'").await, 1);
    assert_eq!(checkout.pay(CARD_GOOD).await.status.as_u16(), 410);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE draft IS NOT NULL").await, 1);
    school.pass(Duration::hours(24));
    run_jobs(&school).await;
    let left = "SELECT COUNT(*) FROM reservations WHERE draft IS NOT NULL OR payer_email <> '' OR learner_email <> ''";
    assert_eq!(school.count(left).await, 0);
    sound(&school).await;
});

both_engines!(modules_are_added_to_a_live_subscription_and_take_no_second_seat, |school| {
    courses(&school).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    for (modules, amount) in [(&[11][..], json!(120)), (&[12], json!(70)), (&[], json!(50.5))] {
        let checkout = start(&zoe, draft("zoe@example.fr", modules)).await;
        assert_eq!(checkout.amount, amount, "the whole course costs what is missing");
        checkout.pay(CARD_GOOD).await.ok();
        checkout.complete().await.ok();
        let owned = zoe.post("/checkout", draft("zoe@example.fr", &[11])).await;
        assert!([422, 409].contains(&owned.status.as_u16()), "{}", owned.text());
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions WHERE scope = 'COURSE'").await, 1);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    sound(&school).await;
});

both_engines!(after_expiry_a_purchase_makes_a_new_subscription_on_the_same_seat, |school| {
    courses(&school).await;
    school.sql("UPDATE courses SET end_date = '2027-12-01', capacity = 1 WHERE id = 1").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let first = start(&zoe, draft("zoe@example.fr", &[])).await;
    first.pay(CARD_GOOD).await.ok();
    first.complete().await.ok();
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-01'").await;
    let again = start(&zoe, draft("zoe@example.fr", &[])).await;
    again.pay(CARD_GOOD).await.ok();
    again.complete().await.ok();
    assert_eq!(school.count("SELECT COUNT(*) FROM subscriptions").await, 2);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 1);
    sound(&school).await;
});

both_engines!(a_free_course_is_given_to_a_verified_account, |school| {
    courses(&school).await;
    let free = |email: &str| {
        json!({ "courseId": 3, "reservedModuleIds": [], "requestedStartDate": "2026-03-09",
        "reservationTarget": "self", "bookerData": booker(email) })
    };
    school.visitor().post("/checkout", free("lea@example.fr")).await.refused(401, "unauthenticated");
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = NULL").await;
    zoe.post("/checkout", free("zoe@example.fr")).await.refused(403, "email_not_verified");
    school.sql("UPDATE users SET email_verified_at = created_at").await;
    let checkout = start(&zoe, free("zoe@example.fr")).await;
    assert_eq!((checkout.amount.clone(), checkout.client_secret.as_str()), (json!(0), ""));
    assert_eq!(checkout.complete().await.ok()["subscription"]["courseId"], 3);
    assert_eq!(school.count("SELECT COUNT(*) FROM payments").await, 0);
    sound(&school).await;
});

async fn a_provider_that_does_not_answer(engine: Engine) {
    let flags = [
        "--payment",
        "stripe",
        "--stripe-secret-key",
        "sk_test_x",
        "--stripe-publishable-key",
        "pk_test_x",
        "--stripe-webhook-secret",
        "whsec_x",
        "--stripe-api-base",
        "http://127.0.0.1:9",
    ];
    let school = School::open(engine, &flags).await;
    courses(&school).await;
    school.visitor().post("/checkout", draft("zoe@example.fr", &[11])).await.refused(503, "unavailable");
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 0);
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE status = 'CANCELLED'").await, 1);
    sound(&school).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_does_not_answer_costs_nobody_a_seat_sqlite() {
    a_provider_that_does_not_answer(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_does_not_answer_costs_nobody_a_seat_postgres() {
    a_provider_that_does_not_answer(Engine::Postgres).await;
}
