//! The waiting list of a full course: a seat that comes free is offered to who waits first, kept until the answer, and
//! passed on.

use std::time::Instant;

use chrono::{DateTime, Duration, Utc};
use preau_core::role::Role;
use preau_server::mail::worker;
use preau_server::operations::doctor;
use preau_server::{fetch_all, fetch_one};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, Started, booker, courses, draft, start};
use crate::school::{Client, Reply, School};

/// The Italian course with this many seats, all taken by grants, and its administrator.
async fn full(school: &School, seats: usize) -> (Client, Vec<i64>) {
    courses(school).await;
    school
        .sql(
            "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at) VALUES
            (1, 'Chiara', 'Bellini', 'chiara@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    school.sql("UPDATE courses SET description = 'Les premiers mots.', teacher_id = 1 WHERE id = 1").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let mut granted = Vec::new();
    for n in 0..seats {
        let learner = school.add_user(Role::Student, &format!("learner{n}@example.fr")).await;
        let gift = json!({ "userId": learner, "courseId": 1, "moduleIds": [], "reason": "bourse" });
        granted.push(admin.post("/subscriptions", gift).await.ok()["id"].as_i64().unwrap());
    }
    school.sql("UPDATE courses SET capacity = seats_taken WHERE id = 1").await;
    (admin, granted)
}

async fn student(school: &School, name: &str) -> Client {
    school.account(Role::Student, &format!("{name}@example.fr")).await
}

/// Lets time pass; whoever was signed in signs in again.
async fn pass(school: &School, time: Duration, clients: &mut [&mut Client]) {
    school.pass(time);
    for client in clients {
        let renewed = school.sign_in(client.id()).await;
        client.token = renewed.token;
    }
}

async fn join(client: &Client) -> Value {
    client.post("/waitlist", json!({ "courseId": 1 })).await.ok()["entry"].clone()
}

async fn mine(client: &Client) -> Value {
    client.get("/waitlist/me").await.ok()[0].clone()
}

async fn answer(client: &Client, entry: &Value, what: &str) -> Reply {
    client.post(&format!("/waitlist/{}/{what}", entry["id"]), json!({})).await
}

async fn free(admin: &Client, subscription: i64) {
    admin.patch(&format!("/subscriptions/{subscription}/deactivate"), json!({})).await.ok();
}

async fn raise(admin: &Client, capacity: i64) -> Reply {
    admin.put("/courses/admin/1", json!({ "capacity": capacity })).await
}

async fn seats(school: &School) -> (i64, i64) {
    let mut conn = school.app.db.read().await.unwrap();
    fetch_one!(conn, (i64, i64), "SELECT seats_taken, capacity FROM courses WHERE id = 1").unwrap()
}

async fn is_sound(school: &School) {
    let found: Vec<String> =
        doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found, Vec::<String>::new());
}

/// The token in the link of the latest mail of this kind.
async fn token(school: &School, kind: &'static str) -> String {
    worker::run_due(&school.app).await.unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let sql = "SELECT sent_link FROM mails WHERE kind = $1 ORDER BY id DESC LIMIT 1";
    let (link,): (Option<String>,) = fetch_one!(conn, (Option<String>,), sql, kind).unwrap();
    link.unwrap().split_once("/liste-attente#").unwrap().1.to_owned()
}

async fn mails(school: &School, kind: &'static str) -> i64 {
    let mut conn = school.app.db.read().await.unwrap();
    let (count,): (i64,) =
        fetch_one!(conn, (i64,), "SELECT COUNT(*) FROM mails WHERE kind = $1", kind).unwrap();
    count
}

both_engines!(a_visitor_waits_is_offered_a_seat_and_buys_it_at_the_offered_price, |school| {
    let (admin, granted) = full(&school, 1).await;
    let visitor = school.visitor();
    let wish = json!({ "courseId": 1, "reservedModuleIds": [11], "firstName": "Nadège", "email": "Nadege@example.fr" });
    let joined = visitor.post("/waitlist", wish.clone()).await.ok();
    assert_eq!(joined, json!({ "status": "UNCONFIRMED", "entry": null }));
    assert_eq!(
        visitor.get("/courses/1/details").await.ok()["waiting"],
        0,
        "an address that nobody confirmed is not counted"
    );
    let link = token(&school, "waitlist-confirm").await;
    free(&admin, granted[0]).await;
    assert_eq!(seats(&school).await, (0, 1), "nobody waits yet");
    school.sql("UPDATE courses SET seats_taken = seats_taken + 1 WHERE id = 1").await;
    let seen = visitor.post("/waitlist/confirm", json!({ "token": link })).await.ok();
    assert_eq!(
        json!([
            seen["status"],
            seen["rank"],
            seen["firstName"],
            seen["email"],
            seen["reservedModuleIds"],
            seen["forAnother"]
        ]),
        json!(["WAITING", 1, "Nadège", "nadege@example.fr", [11], false])
    );
    assert_eq!(visitor.get("/courses/1/details").await.ok()["waiting"], 1);
    school.sql("UPDATE courses SET seats_taken = seats_taken - 1 WHERE id = 1").await;
    school.run_jobs().await;

    let offered = visitor.post("/waitlist/confirm", json!({ "token": link })).await.ok();
    assert_eq!(
        json!([offered["status"], offered["rank"], offered["offer"]["amount"]]),
        json!(["OFFERED", null, 120])
    );
    assert_eq!(seats(&school).await, (1, 1));
    let link = token(&school, "waitlist-offer").await;
    is_sound(&school).await;
    // A stranger with the number of the entry gets nowhere.
    let id = offered["id"].clone();
    for what in ["accept", "decline", "leave"] {
        answer(&school.visitor(), &offered, what).await.refused(404, "not_found");
    }
    visitor.post("/checkout", draft("nadege@example.fr", &[11])).await.refused(409, "full");
    // The price does not follow the course's.
    school.sql("UPDATE modules SET price_cents = 15000 WHERE id = 11").await;
    let accepted = visitor.post(&format!("/waitlist/{id}/accept"), json!({ "token": link })).await.ok();
    assert_eq!(json!([accepted["amount"], accepted["reservedModuleIds"]]), json!([120, [11]]));
    let again = visitor.post(&format!("/waitlist/{id}/accept"), json!({ "token": link })).await.ok();
    assert_eq!(again["reservationId"], accepted["reservationId"], "the answer may have been lost");
    // Not to be paid before the people and their consents are known.
    let unpaid = Started::new(&visitor, &again);
    assert_eq!(unpaid.read().await.ok()["clientSecret"], Value::Null);
    let mut body = draft("nadege@example.fr", &[11]);
    body["reservationId"] = again["reservationId"].clone();
    body["checkoutToken"] = again["checkoutToken"].clone();
    let checkout = start(&visitor, body).await;
    assert_eq!((&checkout.amount, seats(&school).await), (&json!(120), (1, 1)));
    checkout.pay(CARD_GOOD).await.ok();
    checkout.complete().await.ok();
    let done = visitor.post("/waitlist/confirm", json!({ "token": link })).await.ok();
    assert_eq!((&done["status"], seats(&school).await), (&json!("ACCEPTED"), (1, 1)));
    assert_eq!((mails(&school, "waitlist-offer").await, mails(&school, "waitlist-lapsed").await), (1, 0));
    let stats = admin.get("/stats").await.ok()["waitlist"].clone();
    assert_eq!(
        stats,
        json!({ "joined": 1, "offered": 1, "accepted": 1, "declined": 0, "lapsed": 0, "filled": 1 })
    );
    is_sound(&school).await;
});

both_engines!(an_offer_that_is_declined_or_lapses_goes_to_the_next_and_is_told_once, |school| {
    let (admin, granted) = full(&school, 2).await;
    let mut waiting = Vec::new();
    for name in ["ada", "bea", "cleo", "dina"] {
        let client = student(&school, name).await;
        let entry = join(&client).await;
        waiting.push((client, entry));
    }
    assert_eq!(waiting[3].1["rank"], 4);
    free(&admin, granted[0]).await;
    free(&admin, granted[1]).await;
    let status = async |n: usize| mine(&waiting[n].0).await["status"].clone();
    assert_eq!(
        json!([status(0).await, status(1).await, status(2).await]),
        json!(["OFFERED", "OFFERED", "WAITING"])
    );
    assert_eq!(mine(&waiting[2].0).await["rank"], 1);
    // An offer is nobody's purchase, and in nobody's way.
    assert_eq!(waiting[0].0.get("/reservations/me").await.ok(), json!([]));
    let other = draft("ada@example.fr", &[21]);
    let other = json!({ "courseId": 2, "reservedModuleIds": [21], "requestedStartDate": "2026-03-09",
        "reservationTarget": "self", "bookerData": other["bookerData"], "requestEarlyStart": true });
    for _ in 0..2 {
        waiting[0].0.post("/checkout", other.clone()).await.ok();
    }

    let declined = answer(&waiting[0].0, &waiting[0].1, "decline").await.ok();
    assert_eq!((declined["status"].clone(), status(2).await), (json!("DECLINED"), json!("OFFERED")));
    answer(&waiting[0].0, &waiting[0].1, "decline").await.ok();
    answer(&waiting[0].0, &waiting[0].1, "accept").await.refused(410, "offer_over");
    // Monday 10 h: 24 hours of day time end on Tuesday at 20 h.
    let until: DateTime<Utc> =
        serde_json::from_value(mine(&waiting[1].0).await["offer"]["until"].clone()).unwrap();
    let wait = until - school.app.clock.now() - Duration::seconds(1);
    let mut clients: Vec<&mut Client> = waiting.iter_mut().map(|(client, _)| client).collect();
    pass(&school, wait, &mut clients).await;
    school.run_jobs().await;
    let status = async |n: usize| mine(&waiting[n].0).await["status"].clone();
    assert_eq!(status(1).await, "OFFERED");
    school.pass(Duration::seconds(62));
    answer(&waiting[1].0, &waiting[1].1, "accept").await.refused(410, "offer_over");
    school.run_jobs().await;
    assert_eq!(
        json!([status(1).await, status(2).await, status(3).await]),
        json!(["LAPSED", "LAPSED", "OFFERED"])
    );
    school.run_jobs().await;
    assert_eq!((mails(&school, "waitlist-offer").await, mails(&school, "waitlist-lapsed").await), (4, 2));
    // One seat is left over: whoever let an offer pass may buy it, and need not wait.
    waiting[1].0.post("/waitlist", json!({ "courseId": 1 })).await.refused(409, "seats_free");
    is_sound(&school).await;
});

both_engines!(the_order_changes_for_a_reason_and_shows_names_to_editors, |school| {
    let (admin, granted) = full(&school, 1).await;
    let mut entries = Vec::new();
    for name in ["ada", "bea", "cleo"] {
        entries.push(join(&student(&school, name).await).await);
    }
    let path = |n: usize, what: &str| format!("/waitlist/{}/{what}", entries[n]["id"]);
    let place = json!({ "before": entries[0]["id"], "reason": "Une erreur de saisie" });
    let reply =
        admin.patch(&path(2, "position"), json!({ "before": entries[0]["id"], "reason": " a " })).await;
    assert_eq!(reply.field_names(), ["reason"]);
    let stranger = json!({ "before": 9999, "reason": "Une erreur" });
    assert_eq!(admin.patch(&path(2, "position"), stranger).await.field_names(), ["before"]);
    let moved = admin.patch(&path(2, "position"), place).await.ok();
    assert_eq!(json!([moved["rank"], moved["version"]]), json!([1, 2]));
    let stale = [("If-Match", "\"1\"")];
    let body = Some(json!({ "before": null, "reason": "Une erreur" }));
    admin.send(axum::http::Method::PATCH, &path(2, "position"), body, &stale).await.refused(412, "stale");
    let listed =
        |list: &Value| list.as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    let list = admin.get("/waitlist/course/1").await.ok();
    let order = [&entries[2], &entries[0], &entries[1]].map(|entry| entry["id"].clone());
    assert_eq!(listed(&list), order);
    assert_eq!(list[0]["email"], "cleo@example.fr");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let seen = editor.get("/waitlist/course/1").await.ok();
    assert_eq!(listed(&seen), order);
    assert!(!seen.to_string().contains("example.fr"), "{seen}");
    admin.post(&path(1, "offer"), json!({})).await.refused(409, "full");
    admin.get("/waitlist/course/77").await.refused(404, "not_found");
    free(&admin, granted[0]).await;
    let after = admin.get("/waitlist/course/1").await.ok();
    assert_eq!(json!([after[0]["id"], after[0]["status"]]), json!([entries[2]["id"], "OFFERED"]));
    let course = admin.get("/courses/admin/1").await;
    let course =
        if course.status.is_success() { course.ok() } else { admin.get("/courses/1/details").await.ok() };
    assert_eq!(course["waiting"], 2);
});

both_engines!(who_may_wait_and_for_what, |school| {
    let (mut admin, granted) = full(&school, 1).await;
    let mut ada = student(&school, "ada").await;
    let wish = |more: Value| {
        let mut wish = json!({ "courseId": 1 });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wish
    };
    ada.post("/waitlist", json!({ "courseId": 2 })).await.refused(409, "seats_free");
    ada.post("/waitlist", json!({ "courseId": 4 })).await.refused(404, "not_found");
    assert_eq!(
        ada.post("/waitlist", wish(json!({ "reservedModuleIds": [21] }))).await.field_names(),
        ["reservedModuleIds[0]"]
    );
    // Three an hour from one network.
    ada.post("/waitlist", wish(json!({}))).await.refused(429, "too_many_requests");
    pass(&school, Duration::hours(2), &mut [&mut ada, &mut admin]).await;
    let late = wish(json!({ "requestedStartDate": "2026-05-29" }));
    assert_eq!(ada.post("/waitlist", late).await.field_names(), ["requestedStartDate"]);
    let entry =
        ada.post("/waitlist", wish(json!({ "reservedModuleIds": [11, 12] }))).await.ok()["entry"].clone();
    assert_eq!(entry["moduleTitles"], json!(["Uno", "Due"]));
    ada.post("/waitlist", wish(json!({}))).await.refused(409, "already_waiting");
    let visitor = school.visitor();
    assert_eq!(visitor.post("/waitlist", wish(json!({}))).await.field_names(), ["firstName", "email"]);
    // Whether the address is known is not told; its owner reads it in the mail.
    for email in ["ada@example.fr", "learner0@example.fr", "nobody@example.fr"] {
        let visitor = school.visitor();
        let body = wish(json!({ "firstName": "Zoé", "email": email }));
        let told = visitor.post("/waitlist", body).await.ok();
        assert_eq!(told, json!({ "status": "UNCONFIRMED", "entry": null }));
    }
    let unverified = school.account(Role::Student, "bea@example.fr").await;
    school.sql("UPDATE users SET email_verified_at = NULL WHERE email = 'bea@example.fr'").await;
    unverified.post("/waitlist", wish(json!({}))).await.refused(403, "email_not_verified");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    editor.post("/waitlist", wish(json!({}))).await.refused(403, "forbidden");
    let left = answer(&ada, &entry, "leave").await.ok();
    assert_eq!(left["status"], "LEFT");
    free(&admin, granted[0]).await;
    assert_eq!(mails(&school, "waitlist-offer").await, 0);
});

both_engines!(whatever_else_gives_a_seat_ends_the_entry, |school| {
    let (admin, _) = full(&school, 1).await;
    let (ada, bea) = (student(&school, "ada").await, student(&school, "bea").await);
    join(&ada).await;
    join(&bea).await;
    // More seats are offered in the same transaction.
    raise(&admin, 2).await.ok();
    assert_eq!(mine(&ada).await["status"], "OFFERED");
    assert_eq!(seats(&school).await, (2, 2));
    // The desk sells her the seat in another way: her offer passes on.
    let gift = json!({ "userId": ada.id(), "courseId": 1, "moduleIds": [], "reason": "bourse" });
    admin.post("/subscriptions", gift.clone()).await.refused(409, "full");
    school.sql("UPDATE courses SET capacity = 3 WHERE id = 1").await;
    admin.post("/subscriptions", gift).await.ok();
    assert_eq!(
        (mine(&ada).await["status"].clone(), mine(&bea).await["status"].clone()),
        (json!("LEFT"), json!("OFFERED"))
    );
    assert_eq!(seats(&school).await, (3, 3));
    is_sound(&school).await;

    // A course that is not published offers nothing; published again, it does.
    let cleo = student(&school, "cleo").await;
    let entry = join(&cleo).await;
    admin.patch("/courses/admin/1/unpublish", json!({})).await.ok();
    answer(&bea, &mine(&bea).await, "decline").await.ok();
    assert_eq!(mine(&cleo).await["status"], "WAITING");
    admin.patch("/courses/admin/1/publish", json!({})).await.ok();
    assert_eq!(mine(&cleo).await["status"], "OFFERED");

    // A cancelled course tells them all, once, and offers nothing.
    let dina = student(&school, "dina").await;
    join(&dina).await;
    let seen = admin.get("/courses/admin/1/cancel").await.ok();
    let body = json!({ "reason": "Trop peu d'élèves.", "fingerprint": seen["fingerprint"] });
    admin.post("/courses/admin/1/cancel", body).await.ok();
    assert_eq!(
        (mine(&cleo).await["status"].clone(), mine(&dina).await["status"].clone()),
        (json!("LEFT"), json!("LEFT"))
    );
    answer(&cleo, &entry, "accept").await.refused(410, "offer_over");
    let told = "SELECT COUNT(*) FROM mails WHERE kind = 'course-cancelled' AND recipient IN
        ('cleo@example.fr', 'dina@example.fr')";
    assert_eq!(school.count(told).await, 2);
    is_sound(&school).await;
});

both_engines!(a_deleted_account_leaves_its_lists_and_passes_its_offer_on, |school| {
    let (admin, granted) = full(&school, 1).await;
    let (ada, bea) = (student(&school, "ada").await, student(&school, "bea").await);
    join(&ada).await;
    join(&bea).await;
    free(&admin, granted[0]).await;
    let held = ada.get("/users/me/export").await.ok();
    assert_eq!(held["waitingLists"][0]["status"], "OFFERED", "{held}");
    admin.delete(&format!("/users/{}", ada.id())).await;
    assert_eq!(mine(&bea).await["status"], "OFFERED");
    let kept =
        "SELECT COUNT(*) FROM waitlist_entries WHERE payer_email LIKE 'ada%' OR learner_email LIKE 'ada%'";
    assert_eq!(school.count(kept).await, 0);
    is_sound(&school).await;
});

/// Whoever waits in a random history.
struct Person {
    client: Client,
    started: Option<Started>,
}

/// No more seats than there are, none free while somebody waits, and offers in the order of the list.
async fn laws(school: &School, step: &str) {
    let mut conn = school.app.db.read().await.unwrap();
    let (taken, capacity): (i64, i64) =
        fetch_one!(conn, (i64, i64), "SELECT seats_taken, capacity FROM courses WHERE id = 1").unwrap();
    let waiting = "SELECT COUNT(*) FROM waitlist_entries WHERE status = 'WAITING'";
    let (waiting,): (i64,) = fetch_one!(conn, (i64,), waiting).unwrap();
    assert!(taken <= capacity, "{step}: {taken} of {capacity}");
    assert!(waiting == 0 || taken == capacity, "{step}: {taken} of {capacity}, {waiting} wait");
    // Positions only grow: whoever was offered a seat stood before whoever still waits.
    let order = "SELECT o.id FROM waitlist_entries o JOIN waitlist_entries w ON w.status = 'WAITING'
        AND w.position < o.position AND w.created_at < o.offered_at WHERE o.status = 'OFFERED'";
    assert_eq!(fetch_all!(conn, (i64,), order).unwrap(), [], "{step}");
    drop(conn);
    is_sound(school).await;
}

fn everybody<'c>(admin: &'c mut Client, people: &'c mut [Person]) -> Vec<&'c mut Client> {
    people.iter_mut().map(|person| &mut person.client).chain([admin]).collect()
}

async fn random_history(school: &School, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    let (mut admin, mut granted) = full(school, 3).await;
    let mut people = Vec::new();
    for n in 0..8 {
        people.push(Person { client: student(school, &format!("person{n}")).await, started: None });
    }
    for step in 0..70 {
        let who = chance.random_range(0..people.len());
        let what = chance.random_range(0..10);
        let name = format!("seed {seed}, step {step}: {what} by {who}");
        let client = people[who].client.clone();
        let entry = mine(&client).await;
        match what {
            0 | 1 => {
                pass(school, Duration::hours(1), &mut everybody(&mut admin, &mut people)).await;
                let client = people[who].client.clone();
                let _ = client.post("/waitlist", json!({ "courseId": 1 })).await;
            }
            2 => {
                let _ = answer(&client, &entry, ["leave", "decline"][step % 2]).await;
            }
            3 => {
                let reply = answer(&client, &entry, "accept").await;
                if reply.status.is_success() {
                    let mut body = draft("", &[]);
                    body["bookerData"] = booker(&format!("person{who}@example.fr"));
                    body["reservationId"] = reply.ok()["reservationId"].clone();
                    body["checkoutToken"] = reply.ok()["checkoutToken"].clone();
                    body["requestedStartDate"] = reply.ok()["requestedStartDate"].clone();
                    let held = client.post("/checkout", body).await;
                    if held.status.is_success() {
                        people[who].started = Some(Started::new(&client, &held.ok()));
                    }
                }
            }
            4 => {
                if let Some(started) = people[who].started.take() {
                    let _ = started.pay(CARD_GOOD).await;
                    let _ = started.complete().await;
                }
            }
            5 => {
                if let Some(subscription) = granted.pop() {
                    free(&admin, subscription).await;
                }
            }
            6 => {
                let (taken, capacity) = seats(school).await;
                let _ = raise(&admin, [taken.max(1), capacity + 1][step % 2]).await;
            }
            7 => {
                let time = Duration::minutes(chance.random_range(1..1500));
                pass(school, time, &mut everybody(&mut admin, &mut people)).await;
                school.run_jobs().await;
            }
            8 => {
                let place = json!({ "before": entry["id"], "reason": "Une erreur" });
                let other = mine(&people[(who + 1) % people.len()].client).await;
                let _ = admin.patch(&format!("/waitlist/{}/position", other["id"]), place).await;
            }
            _ => {
                // A purchase by another way, which the list forbids while somebody waits.
                let _ = buy_directly(&client, who).await;
            }
        }
        laws(school, &name).await;
    }
    let told = "SELECT COUNT(*) FROM mails WHERE kind = 'waitlist-offer'";
    let offers = "SELECT COUNT(*) FROM audit WHERE action = 'waitlist.offered'";
    assert_eq!(school.count(told).await, school.count(offers).await, "each offer is told once");
}

async fn buy_directly(client: &Client, who: usize) -> Reply {
    let mut body = draft("", &[]);
    body["bookerData"] = booker(&format!("person{who}@example.fr"));
    client.post("/checkout", body).await
}

both_engines!(no_history_oversells_skips_anybody_or_leaves_a_seat_unoffered, |school| {
    let seed = std::env::var("PREAU_SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(u32::from_le_bytes(preau_server::clock::Ids.random_bytes())));
    println!("PREAU_SEED={seed} repeats this");
    random_history(&school, seed).await;
});

both_engines!(a_seat_is_offered_in_under_a_second_however_many_wait, |school| {
    let (admin, granted) = full(&school, 1).await;
    let many = "INSERT INTO waitlist_entries (course_id, position, status, scope, payer_email, learner_email, first_name, language,
            created_at, updated_at)
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
        SELECT 1, n, 'WAITING', 'COURSE', 'w' || CAST(n AS TEXT) || '@example.fr', 'w' || CAST(n AS TEXT) || '@example.fr', 'W', 'fr',
            '2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00+00:00' FROM n";
    school.sql(many).await;
    let begun = Instant::now();
    free(&admin, granted[0]).await;
    let offering = begun.elapsed();
    assert_eq!(mails(&school, "waitlist-offer").await, 1);
    assert!(offering < std::time::Duration::from_secs(1), "{offering:?}");
    let begun = Instant::now();
    let page = admin.get("/waitlist/course/1?page=50&size=100").await.ok();
    assert_eq!(page["items"].as_array().unwrap().len(), 100);
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
});

/// Four sessions, of which two are left for whoever starts on the last day on which one can.
const SESSIONS: &str = "
    INSERT INTO class_sessions (course_id, day, start_time, minutes, starts_at, ends_at, status, uid, created_at, updated_at)
    VALUES
        (1, '2026-03-09', '18:30', 90, '2026-03-09T17:30:00+00:00', '2026-03-09T19:00:00+00:00', 'PLANNED', 'a', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-04-09', '18:30', 90, '2026-04-09T16:30:00+00:00', '2026-04-09T18:00:00+00:00', 'PLANNED', 'b', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-05-18', '18:30', 90, '2026-05-18T16:30:00+00:00', '2026-05-18T18:00:00+00:00', 'PLANNED', 'c', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'),
        (1, '2026-05-25', '18:30', 90, '2026-05-25T16:30:00+00:00', '2026-05-25T18:00:00+00:00', 'PLANNED', 'd', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')";

async fn checkout(client: &Client, email: &str, accepted: &Value, start: &str) -> Reply {
    let mut body = draft(email, &[]);
    body["reservationId"] = accepted["reservationId"].clone();
    body["checkoutToken"] = accepted["checkoutToken"].clone();
    body["requestedStartDate"] = json!(start);
    client.post("/checkout", body).await
}

both_engines!(the_offered_price_is_for_whoever_waited_and_for_no_earlier_start, |school| {
    let (admin, granted) = full(&school, 1).await;
    school.sql(SESSIONS).await;
    school.sql("UPDATE courses SET late_entry = 'PRO_RATA' WHERE id = 1").await;
    let (ada, bea) = (student(&school, "ada").await, student(&school, "bea").await);
    let late = json!({ "courseId": 1, "requestedStartDate": "2026-05-16" });
    let entry = ada.post("/waitlist", late).await.ok()["entry"].clone();
    join(&bea).await;
    free(&admin, granted[0]).await;
    let accepted = answer(&ada, &entry, "accept").await.ok();
    assert_eq!(json!([accepted["amount"], accepted["requestedStartDate"]]), json!([120.25, "2026-05-16"]));
    // Who knows the token is not who waited.
    checkout(&bea, "bea@example.fr", &accepted, "2026-05-16").await.refused(409, "full");
    let held = checkout(&ada, "ada@example.fr", &accepted, "2026-05-16").await.ok();
    assert_eq!(held["amount"], 120.25);
    // Once checkout goes on, the link of the mail no longer leads into it.
    answer(&ada, &entry, "accept").await.refused(409, "already_held");
    school.pass(Duration::minutes(4));
    let earlier = checkout(&ada, "ada@example.fr", &held, "2026-03-09").await.ok();
    assert_eq!(earlier["amount"], 240.5, "the first lesson has its price");
    assert_eq!(earlier["expiresAt"], held["expiresAt"], "no seat is held for ever while somebody waits");
    assert_eq!(seats(&school).await, (1, 1));
    is_sound(&school).await;
});

both_engines!(an_offer_ends_with_the_learner_s_account_and_with_the_address_it_was_made_to, |school| {
    let (admin, granted) = full(&school, 2).await;
    let (ada, bea, cleo) =
        (student(&school, "ada").await, student(&school, "bea").await, student(&school, "cleo").await);
    school
        .sql(
            "INSERT INTO beneficiaries (user_id, beneficiary_id, created_at)
            SELECT a.id, b.id, '2026-03-01T09:00:00+00:00' FROM users a, users b
            WHERE a.email = 'ada@example.fr' AND b.email = 'bea@example.fr'",
        )
        .await;
    let wish = json!({ "courseId": 1, "beneficiaryId": bea.id() });
    let entry = ada.post("/waitlist", wish).await.ok()["entry"].clone();
    assert_eq!(json!([entry["forAnother"], entry["beneficiaryId"]]), json!([true, bea.id()]));
    let visitor = school.visitor();
    let wish = json!({ "courseId": 1, "firstName": "Nadège", "email": "nadege@example.fr" });
    visitor.post("/waitlist", wish).await.ok();
    let link = token(&school, "waitlist-confirm").await;
    visitor.post("/waitlist/confirm", json!({ "token": link })).await.ok();
    // The owner of the address finds what they joined without their account.
    let nadege = student(&school, "nadege").await;
    assert_eq!(mine(&nadege).await["status"], "WAITING");
    join(&cleo).await;
    free(&admin, granted[0]).await;
    free(&admin, granted[1]).await;
    assert_eq!(mine(&nadege).await["status"], "OFFERED");
    assert_eq!(admin.delete(&format!("/users/{}", bea.id())).await.status, 204);
    assert_eq!(mine(&cleo).await["status"], "OFFERED");
    let dina = student(&school, "dina").await;
    join(&dina).await;
    assert_eq!(admin.delete(&format!("/users/{}", nadege.id())).await.status, 204);
    assert_eq!(mine(&dina).await["status"], "OFFERED");
    let kept =
        "SELECT COUNT(*) FROM waitlist_entries WHERE payer_email LIKE 'nadege%' OR learner_email LIKE 'bea%'";
    assert_eq!(school.count(kept).await, 0);
    is_sound(&school).await;
});
