//! The school in figures: known sales give exact numbers, in the right week, for an administrator alone.

use axum::http::Method;
use chrono::{DateTime, Duration, Utc};
use preau_core::role::Role;
use preau_server::{change, execute};
use serde_json::{Value, json};

use crate::booking::{CARD_GOOD, courses};
use crate::school::{Client, School};

async fn desk(school: &School) -> (Client, Client) {
    courses(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    (admin, school.account(Role::Student, "zoe@example.fr").await)
}

/// Both sign in again: the clock has moved on.
async fn again(school: &School, people: &(Client, Client)) -> (Client, Client) {
    (school.sign_in(people.0.id()).await, school.sign_in(people.1.id()).await)
}

async fn held(buyer: &Client, modules: &[i64]) -> i64 {
    let wish = json!({ "userId": buyer.id(), "courseId": 1, "reservedModuleIds": modules,
        "requestedStartDate": "2026-04-20" });
    buyer.post("/reservations", wish).await.ok()["id"].as_i64().unwrap()
}

/// Buys modules of course 1 by card.
async fn buy(buyer: &Client, modules: &[i64], euros: f64) -> i64 {
    let id = held(buyer, modules).await;
    let intent = json!({ "amount": euros, "reservationId": id });
    let intent = buyer.post("/payment/create-payment-intent", intent).await.ok();
    let card = json!({ "clientSecret": intent["clientSecret"], "holderName": "Zoé", "cardNumber": CARD_GOOD,
        "expMonth": 12, "expYear": 2030, "cvc": "123" });
    buyer.post("/payment/sandbox/confirm", card).await.ok();
    let confirm = format!("/reservations/{id}/confirm");
    assert_eq!(buyer.send(Method::PATCH, &confirm, None, &[]).await.ok()["status"], "CONFIRMED");
    id
}

/// The clock to this instant.
fn until(school: &School, instant: &str) {
    school.pass(instant.parse::<DateTime<Utc>>().unwrap() - school.app.clock.now());
}

fn sales(stats: &Value) -> Value {
    json!([stats["bookings"], stats["free"], stats["granted"], stats["revenue"], stats["refunded"]])
}

both_engines!(an_empty_school_has_figures_too, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let stats = admin.get("/stats").await.ok();
    assert_eq!(json!([stats["from"], stats["to"]]), json!(["2025-12-15", "2026-03-02"]));
    assert_eq!(stats["weeks"].as_array().unwrap().len(), 12);
    assert_eq!(sales(&stats["sales"]), json!([0, 0, 0, 0, 0]));
    assert_eq!(stats["funnel"]["medianMinutes"], Value::Null);
    for list in ["courses", "modules", "expiring"] {
        assert_eq!(stats[list], json!([]), "{list}");
    }
});

both_engines!(sales_stand_in_their_week_in_paris_net_of_refunds, |school| {
    let people = desk(&school).await;
    // Sunday 29 March 2026, when summer time began: the week ends at midnight in Paris, 22:00 in UTC.
    until(&school, "2026-03-29T21:50:00Z");
    let (_, zoe) = again(&school, &people).await;
    let first = buy(&zoe, &[11], 120.0).await;
    until(&school, "2026-03-29T22:05:00Z");
    let (admin, zoe) = again(&school, &people).await;
    buy(&zoe, &[12], 70.0).await;
    let lea = school.add_user(Role::Student, "lea@example.fr").await;
    let gift = json!({ "userId": lea, "courseId": 2, "moduleIds": [], "reason": "bourse" });
    admin.post("/subscriptions", gift).await.ok();
    let stats = admin.get("/stats?from=2026-03-23&to=2026-04-05").await.ok();
    assert_eq!(stats["weeks"][0]["monday"], "2026-03-23");
    assert_eq!(sales(&stats["weeks"][0]), json!([1, 0, 0, 120, 0]));
    assert_eq!(sales(&stats["weeks"][1]), json!([1, 0, 1, 70, 0]));
    assert_eq!(sales(&stats["weeks"][0]["before"]), json!([0, 0, 0, 0, 0]));
    assert_eq!(sales(&stats["weeks"][1]["before"]), json!([1, 0, 0, 120, 0]));
    assert_eq!(sales(&stats["sales"]), json!([2, 0, 1, 190, 0]));
    let monday = admin.get("/stats?from=2026-03-30&to=2026-03-30").await.ok();
    assert_eq!(sales(&monday["weeks"][0]["before"]), json!([0, 0, 0, 0, 0]), "it was sold on a Sunday");
    let sunday = admin.get("/stats?from=2026-04-05&to=2026-04-05").await.ok();
    assert_eq!(sales(&sunday["weeks"][0]["before"]), json!([1, 0, 0, 120, 0]), "a week before this day");

    until(&school, "2026-04-07T09:00:00Z");
    let (admin, _) = again(&school, &people).await;
    let cancel = format!("/reservations/{first}/cancel");
    admin.patch(&cancel, json!({ "refundAmount": 50.5 })).await.ok();
    let stats = admin.get("/stats?from=2026-03-23&to=2026-04-12").await.ok();
    assert_eq!(sales(&stats["weeks"][0]), json!([1, 0, 0, 120, 0]), "the past stays");
    let back = stats["sales"]["refunded"].as_f64().unwrap();
    assert!(back > 0.0);
    assert_eq!(sales(&stats["weeks"][2]), json!([0, 0, 0, -back, back]));
    assert_eq!(stats["sales"]["revenue"].as_f64(), Some(190.0 - back));
    let later = admin.get("/stats?from=2026-04-06&to=2026-04-26").await.ok();
    assert_eq!(sales(&later["salesBefore"]), json!([2, 0, 1, 190, 0]), "as many days right before");
});

both_engines!(the_funnel_knows_who_paid_who_gave_up_and_who_waits, |school| {
    let people = desk(&school).await;
    let (admin, zoe) = &people;
    buy(zoe, &[11], 120.0).await;
    let given_up = held(zoe, &[12]).await;
    zoe.send(Method::PATCH, &format!("/reservations/{given_up}/cancel"), None, &[]).await.ok();
    held(zoe, &[13]).await;
    let funnel = admin.get("/stats").await.ok()["funnel"].clone();
    assert_eq!(
        funnel,
        json!({ "opened": 3, "paid": 1, "cancelled": 1, "expired": 0, "waiting": 1, "medianMinutes": 0 })
    );
    school.pass(Duration::hours(1));
    school.run_jobs().await;
    let (admin, _) = again(&school, &people).await;
    let funnel = admin.get("/stats").await.ok()["funnel"].clone();
    assert_eq!(json!([funnel["expired"], funnel["waiting"]]), json!([1, 0]));
    let stats = admin.get("/stats?from=2026-03-03&to=2026-03-05").await.ok();
    assert_eq!(stats["funnelBefore"], funnel, "as many days right before");
    assert_eq!(json!([stats["funnel"]["opened"], stats["funnel"]["medianMinutes"]]), json!([0, null]));
    let stats = admin.get("/stats?from=2026-03-04&to=2026-03-04").await.ok();
    assert_eq!(stats["funnelBefore"]["opened"], 0);
});

both_engines!(learners_are_counted_in_each_module_and_where_they_stop, |school| {
    let people = desk(&school).await;
    let (admin, zoe) = &people;
    let gift = json!({ "userId": zoe.id(), "courseId": 1, "moduleIds": [], "reason": "bourse" });
    let subscription = admin.post("/subscriptions", gift).await.ok()["id"].clone();
    for lesson in [101, 102, 103] {
        let path = format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
        zoe.post(&path, json!({})).await.ok();
        school.pass(Duration::minutes(1));
        if lesson == 101 {
            let modules = admin.get("/stats").await.ok()["modules"].clone();
            assert_eq!(following(&modules[0]), json!([11, "Italien A1", 1, 50, 0, 1]));
            assert_eq!(following(&modules[1]), json!([12, "Italien A1", 0, null, 0, 0]));
        }
    }
    let modules = admin.get("/stats").await.ok()["modules"].clone();
    assert_eq!(modules.as_array().unwrap().len(), 3, "the modules of the course that is learnt");
    assert_eq!(following(&modules[0]), json!([11, "Italien A1", 1, 100, 1, 0]));
    assert_eq!(following(&modules[1])[2], 1);
    assert_eq!(admin.get("/stats?to=2026-02-01").await.ok()["modules"], json!([]));
});

both_engines!(a_module_is_compared_with_how_far_its_learners_were_at_the_end_of_the_days_before, |school| {
    let people = desk(&school).await;
    let gift = json!({ "userId": people.1.id(), "courseId": 1, "moduleIds": [], "reason": "bourse" });
    let subscription = people.0.post("/subscriptions", gift).await.ok()["id"].clone();
    let view = |lesson| format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
    people.1.post(&view(101), json!({})).await.ok();
    until(&school, "2026-03-03T09:00:00Z");
    let (admin, zoe) = again(&school, &people).await;
    zoe.post(&view(102), json!({})).await.ok();
    zoe.post(&view(103), json!({})).await.ok();

    let [first, second] = modules(&admin, "from=2026-03-03&to=2026-03-03").await;
    assert_eq!(figures(&first), json!([1, 100, 1, 0]));
    assert_eq!(figures(&first["before"]), json!([1, 50, 0, 1]), "what came later is not in it");
    assert_eq!((second["opened"].clone(), figures(&second["before"])), (json!(1), json!([0, null, 0, 0])));
    let [first, _] = modules(&admin, "from=2026-03-02&to=2026-03-02").await;
    assert_eq!(figures(&first), json!([1, 50, 0, 1]));
    assert_eq!(figures(&first["before"]), json!([0, null, 0, 0]));
});

/// The first two modules of the figures of some days.
async fn modules(admin: &Client, days: &str) -> [Value; 2] {
    let stats = admin.get(&format!("/stats?{days}")).await.ok();
    [stats["modules"][0].clone(), stats["modules"][1].clone()]
}

fn figures(of: &Value) -> Value {
    json!([of["opened"], of["medianPercent"], of["completed"], of["stopped"]])
}

fn following(module: &Value) -> Value {
    json!([
        module["id"],
        module["courseName"],
        module["opened"],
        module["medianPercent"],
        module["completed"],
        module["stopped"]
    ])
}

both_engines!(seats_are_today_s_and_ends_of_access_are_near, |school| {
    let (admin, zoe) = desk(&school).await;
    let gift = json!({ "userId": zoe.id(), "courseId": 1, "moduleIds": [], "reason": "bourse" });
    let given = admin.post("/subscriptions", gift).await.ok();
    let courses = admin.get("/stats").await.ok()["courses"].clone();
    let names: Vec<_> = courses.as_array().unwrap().iter().map(|course| course["name"].clone()).collect();
    assert_eq!(json!(names), json!(["Chinois A1", "Découverte", "Italien A1"]), "drafts are left out");
    assert_eq!(
        json!([courses[2]["seatsTaken"], courses[2]["capacity"], courses[0]["capacity"]]),
        json!([1, 10, null])
    );
    assert_eq!(admin.get("/stats").await.ok()["expiring"], json!([]));
    for (day, found) in [("2026-03-01", 0), ("2026-03-02", 1), ("2026-05-01", 1), ("2026-05-02", 0)] {
        let end: chrono::NaiveDate = day.parse().unwrap();
        change!(school.app, None, |tx| execute!(tx, "UPDATE subscriptions SET access_expires_at = $1", end))
            .unwrap();
        let expiring = admin.get("/stats").await.ok()["expiring"].clone();
        assert_eq!(expiring.as_array().unwrap().len(), found, "{day}");
        if found == 1 {
            let one = &expiring[0];
            assert_eq!(
                json!([one["subscriptionId"], one["learner"], one["courseName"], one["accessExpiresAt"]]),
                json!([given["id"], "Jeanne Morel", "Italien A1", day])
            );
        }
    }
});

both_engines!(figures_are_for_an_administrator_and_bad_periods_are_named, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    school.account(Role::Editor, "e@preau.test").await.get("/stats").await.refused(403, "forbidden");
    school.visitor().get("/stats").await.refused(401, "unauthenticated");
    for (query, field) in [
        ("from=hier", "from"),
        ("to=2026-02-30", "to"),
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("from=2023-01-01&to=2026-01-01", "from"),
    ] {
        let reply = admin.get(&format!("/stats?{query}")).await;
        assert_eq!((reply.status.as_u16(), reply.field_names()), (422, vec![field.to_owned()]), "{query}");
    }
});
