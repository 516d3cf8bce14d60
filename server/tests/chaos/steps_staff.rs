//! The server killed while a withdrawal, its decision, a refund, a sale at the desk or the end of a course is written,
//! and right after: started again and asked again, everything is there once and the doctor finds nothing.

use preau_server::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};

use crate::caller::Caller;
use crate::errands::{VISITOR_PASSWORD, bookable_courses, draft, good_card, in_a_week};
use crate::learner::lessons;
use crate::school::{ADMIN, Engine, School};
use crate::server::Server;
use crate::waiting::until_is;

on_both_engines! {
    killed_as_a_withdrawal_is_written_it_is_done_once => async |engine| through_death(engine, "withdrawal.written", Call::Withdraw).await;
    killed_after_a_withdrawal_it_is_done_once => async |engine| through_death(engine, "withdrawal.committed", Call::Withdraw).await;
    killed_as_a_decision_is_written_it_is_done_once => async |engine| through_death(engine, "decision.written", Call::Decide).await;
    killed_after_a_decision_it_is_done_once => async |engine| through_death(engine, "decision.committed", Call::Decide).await;
    killed_as_a_refund_is_written_it_is_done_once => async |engine| through_death(engine, "refund.written", Call::GiveBack).await;
    killed_after_a_refund_it_is_done_once => async |engine| through_death(engine, "refund.committed", Call::GiveBack).await;
    killed_as_a_refund_is_settled_by_hand_it_is_done_once => async |engine| through_death(engine, "refund.settled", Call::SettleByHand).await;
    killed_as_a_desk_sale_is_written_it_is_done_once => async |engine| through_death(engine, "desk.written", Call::Sell).await;
    killed_after_a_desk_sale_it_is_done_once => async |engine| through_death(engine, "desk.committed", Call::Sell).await;
    killed_as_a_course_is_cancelled_it_is_done_once => async |engine| through_death(engine, "course.cancelled", Call::CancelCourse).await;
    killed_after_a_course_was_cancelled_it_is_done_once => async |engine| through_death(engine, "course.cancelled.committed", Call::CancelCourse).await;
}

/// Somebody has bought a course of a school whose server dies at a step.
struct Stage {
    school: School,
    server: Option<Server>,
    admin: Caller,
    payer: Caller,
    course_id: i64,
    reservation_id: i64,
}

impl Stage {
    async fn open(engine: Engine, step: &str) -> Self {
        let school = School::open(engine).await;
        let server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
        let visitor = school.visitor();
        let course = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await.remove(0);
        let mut sale = draft(&course, "zoe@exemple.test");
        if step.starts_with("decision") {
            // It follows a lesson, and lessons open on the wished day.
            sale["requestedStartDate"] = json!(Clock::System.today());
        }
        let checkout = visitor.post("/checkout", &sale).await;
        let reservation_id = checkout["reservationId"].as_i64().unwrap();
        visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
        let token = json!({ "checkoutToken": checkout["checkoutToken"] });
        visitor.post(&format!("/checkout/{reservation_id}/complete"), &token).await;
        let payer = visitor.sign_in("zoe@exemple.test", VISITOR_PASSWORD).await;
        let admin = school.person(ADMIN).await;
        Self { school, server: Some(server), admin, payer, course_id: course.id, reservation_id }
    }

    async fn reservation(&self) -> Value {
        self.admin.get(&format!("/reservations/{}", self.reservation_id)).await
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Withdraw,
    /// After the first lesson: how much goes back is decided.
    Decide,
    GiveBack,
    /// The provider has refused; the school gives it back itself.
    SettleByHand,
    Sell,
    CancelCourse,
}

impl Call {
    /// Asked until there is an answer, with the same key: whoever makes it may be cut off at any time.
    async fn make(self, stage: &Stage) {
        let id = stage.reservation_id;
        match self {
            Self::Withdraw => {
                stage.payer.insist(Method::POST, &format!("/reservations/{id}/withdraw"), None, None).await;
            }
            Self::Decide => decide(stage).await,
            Self::GiveBack => give_back(stage).await,
            Self::SettleByHand => settle_by_hand(stage).await,
            Self::Sell => sell(stage).await,
            Self::CancelCourse => cancel_course(stage).await,
        }
    }
}

async fn insist(caller: &Caller, path: &str, body: &Value) {
    caller.insist(Method::POST, path, Some(body), Some(path)).await;
}

async fn decide(stage: &Stage) {
    if stage.reservation().await["status"] == "CONFIRMED" {
        let (subscription, lesson) = lessons(&stage.payer).await[0];
        let view = format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}");
        stage.payer.insist(Method::POST, &view, None, None).await.ok();
    }
    Box::pin(Call::Withdraw.make(stage)).await;
    let withdrawal = stage.reservation().await["purchase"]["withdrawal"]["id"].clone();
    insist(&stage.admin, &format!("/withdrawals/{withdrawal}/decision"), &json!({ "amount": 10 })).await;
}

async fn give_back(stage: &Stage) {
    let path = format!("/reservations/{}/refund", stage.reservation_id);
    insist(&stage.admin, &path, &json!({ "amount": 10, "note": "Salle froide" })).await;
}

async fn settle_by_hand(stage: &Stage) {
    give_back(stage).await;
    stage.school.sql("UPDATE refunds SET status = 'FAILED' WHERE status = 'PENDING'").await;
    let refund = stage.reservation().await["history"]["refunds"][0]["id"].clone();
    insist(&stage.admin, &format!("/refunds/{refund}/by-hand"), &json!({ "method": "CASH" })).await;
}

async fn sell(stage: &Stage) {
    let learner = json!({ "firstName": "Rosa", "lastName": "Diaz", "email": "rosa@exemple.test" });
    let sale = json!({ "courseId": stage.course_id, "reservedModuleIds": [], "requestedStartDate": in_a_week(),
        "learner": learner, "payment": { "method": "CASH" } });
    insist(&stage.admin, "/reservations/desk", &sale).await;
}

async fn cancel_course(stage: &Stage) {
    let path = format!("/courses/admin/{}/cancel", stage.course_id);
    let fingerprint = stage.admin.get(&path).await["fingerprint"].clone();
    let body = json!({ "fingerprint": fingerprint, "reason": "La professeure est souffrante." });
    stage.admin.insist(Method::POST, &path, Some(&body), None).await;
}

async fn through_death(engine: Engine, step: &str, call: Call) {
    let mut stage = Stage::open(engine, step).await;
    // The call goes on asking a server that is dead: it is given up once it is.
    let mut dying = stage.server.take().unwrap();
    tokio::select! {
        () = call.make(&stage) => panic!("nobody died at {step}"),
        () = dying.ended() => {}
    }
    stage.school.leases_run_out().await;
    stage.server = Some(stage.school.serve().await);
    call.make(&stage).await;
    // What is on its way back is noted neither here nor there for an instant; cash waits for somebody's hand.
    let on_its_way = "SELECT COUNT(*) FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.status = 'PENDING' AND p.provider = 'SANDBOX'";
    until_is("refunds to be made", &0, || stage.school.number(on_its_way)).await;
    stage.school.is_sound().await;
    let refunds = stage.reservation().await["history"]["refunds"].as_array().unwrap().len();
    assert_eq!(refunds, usize::from(call != Call::Sell));
    if call == Call::Sell {
        let sold = stage.admin.get("/reservations?q=rosa%40exemple.test").await;
        assert_eq!(sold.as_array().unwrap().len(), 1);
    }
}
