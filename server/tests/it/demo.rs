//! The demo school: believable, bookable, and without a seat or a cent out of place.

use chrono::Duration;
use preau_core::calendar::start_of_paris_day;
use preau_server::cli::first_admin::create_admin;
use preau_server::demo;
use preau_server::operations::doctor;
use preau_server::{fetch_all, fetch_scalar};
use serde_json::{Value, json};

use crate::school::{Engine, School};

/// Courses whose seats are not exactly those that are held or given.
const WRONG_SEATS: &str = "
    SELECT COUNT(*) FROM courses c WHERE c.seats_taken <>
        (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = c.id AND s.holds_seat)
        + (SELECT COUNT(*) FROM reservations r WHERE r.course_id = c.id AND r.status = 'HELD' AND r.holds_seat)";

both_engines!(the_demo_school_has_all_that_a_school_has, |school| {
    demo::fill(&school.app).await.unwrap();
    let at_least = async |least: i64, query: &'static str| {
        let count = school.count(query).await;
        assert!(count >= least, "{count} instead of {least}: {query}");
    };
    assert_eq!(school.count("SELECT COUNT(*) FROM languages").await, 4);
    assert_eq!(school.count("SELECT COUNT(*) FROM levels").await, 6);
    at_least(8, "SELECT COUNT(*) FROM teachers").await;
    at_least(24, "SELECT COUNT(*) FROM courses WHERE status = 'PUBLISHED'").await;
    at_least(8, "SELECT COUNT(*) FROM courses WHERE status = 'PUBLISHED' AND type = 'ONLINE'").await;
    at_least(8, "SELECT COUNT(*) FROM courses WHERE status = 'PUBLISHED' AND type = 'IN_PERSON'").await;
    let below = "SELECT COUNT(*) FROM courses WHERE enrolled < minimum_learners";
    assert_eq!(school.count(below).await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM courses WHERE enrolled >= minimum_learners").await, 1);
    at_least(12, "SELECT COUNT(*) FROM comments WHERE active AND signature LIKE '% _.'").await;
    at_least(6, "SELECT COUNT(*) FROM faq_categories").await;
    at_least(
        2,
        "SELECT COUNT(DISTINCT category) FROM faq_entries WHERE category IN ('EVENEMENTS_COMMUNAUTE', 'AUTRES_DEMANDES')",
    )
    .await;
    at_least(80, "SELECT COUNT(*) FROM quizzes").await;
    at_least(30, "SELECT COUNT(*) FROM resources").await;
    for nothing in [
        "SELECT COUNT(*) FROM languages l WHERE 12 >
            (SELECT COUNT(*) FROM test_questions q WHERE q.language_id = l.id)",
        "SELECT COUNT(*) FROM languages l WHERE 5 >
            (SELECT COUNT(DISTINCT q.type_code) FROM test_questions q WHERE q.language_id = l.id)",
        "SELECT COUNT(*) FROM courses c WHERE (SELECT COUNT(*) FROM modules m WHERE m.course_id = c.id) NOT BETWEEN 3 AND 6",
        "SELECT COUNT(*) FROM modules m WHERE NOT EXISTS (SELECT 1 FROM chapters h WHERE h.module_id = m.id)",
        "SELECT COUNT(*) FROM chapters h WHERE NOT EXISTS (SELECT 1 FROM lessons l WHERE l.chapter_id = h.id)",
        "SELECT COUNT(*) FROM users WHERE email NOT LIKE '%@preau.test'",
        "SELECT COUNT(*) FROM mails WHERE status <> 'SENT'",
        "SELECT COUNT(*) FROM faq_categories c WHERE
            (SELECT COUNT(*) FROM faq_entries e WHERE e.category = c.code) NOT BETWEEN 3 AND 6",
        "SELECT COUNT(*) FROM comments m WHERE m.course_id IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM subscriptions s WHERE s.user_id = m.user_id AND s.course_id = m.course_id
                AND s.created_at < m.created_at)",
    ] {
        assert_eq!(school.count(nothing).await, 0, "{nothing}");
    }
});

both_engines!(every_published_demo_course_can_be_reserved_or_is_full, |school| {
    demo::fill(&school.app).await.unwrap();
    let courses = school.visitor().get("/courses").await.ok();
    let courses = courses.as_array().unwrap();
    for course in courses {
        let refusal = &course["refusal"]["code"];
        assert!(refusal.is_null() || refusal == "full", "{}: {refusal}", course["name"]);
        assert!(
            course["free"] == true || course["pricePerHour"].as_f64().unwrap() >= 5.0,
            "{}",
            course["name"]
        );
        assert!(course["teacherName"].is_string() && course["schedule"].is_string());
    }
    assert_eq!(courses.iter().filter(|course| course["seatsLeft"] == 1).count(), 1, "one has one seat left");
    assert!(courses.iter().any(|course| course["refusal"]["code"] == "full"));
    let found = school.visitor().get("/courses?language=Chinois&type=ONLINE&q=tons").await.ok();
    assert_eq!(found[0]["slug"], "ni-hao-les-tons-pas-a-pas");
});

both_engines!(no_seat_and_no_cent_of_the_demo_school_is_out_of_place, |school| {
    demo::fill(&school.app).await.unwrap();
    for nothing in [
        WRONG_SEATS,
        "SELECT COUNT(*) FROM subscriptions WHERE (grant_reason IS NULL) = (reservation_origin_id IS NULL)",
        "SELECT COUNT(*) FROM (SELECT user_id FROM subscriptions GROUP BY user_id, course_id HAVING COUNT(*) > 1) twice",
        "SELECT COUNT(*) FROM subscriptions s JOIN courses c ON c.id = s.course_id WHERE s.access_expires_at < c.end_date",
        "SELECT COUNT(*) FROM reservations r WHERE r.amount_cents <>
            (SELECT SUM(l.cents) FROM reservation_lines l WHERE l.reservation_id = r.id)",
        "SELECT COUNT(*) FROM reservations r JOIN payments p ON p.id = r.payment_id
            WHERE p.reservation_id <> r.id OR p.status <> 'PAID' OR p.received_cents <> r.amount_cents",
        "SELECT COUNT(*) FROM payments p WHERE p.provider = 'SANDBOX' AND p.status = 'PAID' AND NOT EXISTS
            (SELECT 1 FROM sandbox_intents i WHERE i.id = p.provider_id AND i.status = 'SUCCEEDED'
                AND i.amount_cents = p.received_cents AND i.announced_at IS NOT NULL)",
        "SELECT COUNT(*) FROM courses c WHERE c.price_cents <>
            (SELECT SUM(m.price_cents) FROM modules m WHERE m.course_id = c.id)",
        "SELECT COUNT(*) FROM lesson_views v JOIN subscriptions s ON s.id = v.subscription_id
            WHERE v.viewed_at < s.created_at",
    ] {
        assert_eq!(school.count(nothing).await, 0, "{nothing}");
    }
    assert_eq!(doctor::check(&school.app).await.unwrap(), []);
    assert_eq!(doctor::compare_payments(&school.app).await.unwrap(), []);
});

both_engines!(the_demo_school_has_sold_refunded_and_taught_for_twelve_weeks, |school| {
    demo::fill(&school.app).await.unwrap();
    for (least, of) in [
        (100, "SELECT COUNT(*) FROM reservations WHERE status = 'CONFIRMED'"),
        (10, "SELECT COUNT(*) FROM reservations WHERE status = 'EXPIRED'"),
        (4, "SELECT COUNT(*) FROM reservations WHERE status = 'CANCELLED'"),
        (2, "SELECT COUNT(*) FROM reservations WHERE status = 'HELD' AND desk"),
        (4, "SELECT COUNT(*) FROM refunds WHERE status = 'DONE'"),
        (8, "SELECT COUNT(*) FROM subscriptions WHERE grant_reason IS NOT NULL"),
        (300, "SELECT COUNT(*) FROM lesson_views"),
        (8, "SELECT COUNT(*) FROM subscriptions WHERE status = 'COMPLETED'"),
    ] {
        let count = school.count(of).await;
        assert!(count >= least, "{count} instead of {least}: {of}");
    }
    let mut conn = school.app.db.read().await.unwrap();
    let today = school.app.clock.today();
    for week in 0..12 {
        let (from, to) = (today - Duration::days(7 * week + 7), today - Duration::days(7 * week));
        let sold = "SELECT COUNT(*) FROM reservations WHERE status = 'CONFIRMED' AND confirmed_at >= $1 AND confirmed_at < $2";
        let sold = fetch_scalar!(conn, i64, sold, start_of_paris_day(from), start_of_paris_day(to)).unwrap();
        assert!(sold >= 2, "{sold} in the week from {from}");
    }
    let soon = "SELECT COUNT(*) FROM subscriptions WHERE active AND access_expires_at BETWEEN $1 AND $2";
    assert!(fetch_scalar!(conn, i64, soon, today, today + Duration::days(60)).unwrap() >= 3);
    let from_the_future =
        "SELECT COUNT(*) FROM reservations WHERE created_at > $1 OR confirmed_at > $1 OR cancelled_at > $1";
    assert_eq!(fetch_scalar!(conn, i64, from_the_future, school.app.clock.now()).unwrap(), 0);
});

#[tokio::test]
async fn the_rules_of_sale_let_the_demo_school_be_filled_at_any_time() {
    for (days, hours) in [(0, 14), (1, 0), (27, 13), (61, 23), (300, 14), (304, 15)] {
        let school = School::open(Engine::Sqlite, &[]).await;
        school.pass(Duration::days(days) + Duration::hours(hours));
        demo::fill(&school.app).await.unwrap();
        assert_eq!(doctor::check(&school.app).await.unwrap(), [], "{}", school.app.clock.now());
    }
}

both_engines!(the_demo_student_has_one_course_under_way_one_completed_and_one_over, |school| {
    demo::fill(&school.app).await.unwrap();
    let mut conn = school.app.db.read().await.unwrap();
    let today = school.app.clock.today();
    let rows = fetch_all!(
        conn,
        (String, bool, bool, i64, i64, i64),
        "SELECT c.slug, s.access_expires_at >= $1, s.completed_at IS NOT NULL,
            (SELECT COUNT(*) FROM lesson_views v WHERE v.subscription_id = s.id),
            (SELECT COUNT(*) FROM module_completions d WHERE d.subscription_id = s.id),
            (SELECT COUNT(*) FROM subscription_modules m WHERE m.subscription_id = s.id)
         FROM subscriptions s JOIN courses c ON c.id = s.course_id JOIN users u ON u.id = s.user_id
         WHERE u.email = 'student@preau.test' ORDER BY s.created_at",
        today
    )
    .unwrap();
    let of = |row: &(String, bool, bool, i64, i64, i64)| (row.1, row.2, row.3, row.4, row.5);
    assert_eq!(of(&rows[0]), (false, false, 8, 2, 0), "over: {}", rows[0].0);
    assert_eq!(of(&rows[1]), (true, true, 12, 3, 0), "completed: {}", rows[1].0);
    assert_eq!(of(&rows[2]), (true, false, 10, 1, 3), "under way: {}", rows[2].0);
    let from_the_future = fetch_all!(
        conn,
        (i64,),
        "SELECT lesson_id FROM lesson_views WHERE viewed_at > $1",
        school.app.clock.now()
    );
    assert!(from_the_future.unwrap().is_empty());
});

both_engines!(the_four_demo_accounts_sign_in, |school| {
    let accounts = demo::fill(&school.app).await.unwrap();
    assert_eq!(
        accounts.emails,
        ["admin@preau.test", "editor@preau.test", "teacher@preau.test", "student@preau.test"]
    );
    for (email, role) in accounts.emails.iter().zip(["ADMIN", "EDITOR", "TEACHER", "STUDENT"]) {
        let signed_in = school
            .visitor()
            .post("/auth/login", json!({ "email": email, "password": accounts.password }))
            .await
            .ok();
        let mut client = school.visitor();
        client.token = signed_in["accessToken"].as_str().map(ToOwned::to_owned);
        assert_eq!(client.get("/users/me").await.ok()["role"], role);
    }
    school
        .visitor()
        .post("/auth/login", json!({ "email": "amandine.fabre@preau.test", "password": accounts.password }))
        .await
        .refused(401, "login_failed");
});

both_engines!(a_school_that_is_not_empty_is_left_alone, |school| {
    demo::fill(&school.app).await.unwrap();
    let courses = school.count("SELECT COUNT(*) FROM courses").await;
    demo::fill(&school.app).await.unwrap_err();
    assert_eq!(school.count("SELECT COUNT(*) FROM courses").await, courses);
});

both_engines!(one_account_is_enough_for_the_demo_to_stay_away, |school| {
    create_admin(&school.app, "patronne@ecole.fr", "un-platane-en-mai").await.unwrap();
    demo::fill(&school.app).await.unwrap_err();
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 1);
});

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_password_comes_from_the_settings_and_is_not_too_weak() {
    let school = School::open(Engine::Sqlite, &["--demo-password", "un-figuier-en-juin"]).await;
    assert_eq!(demo::fill(&school.app).await.unwrap().password, "un-figuier-en-juin");
    let weak = School::open(Engine::Sqlite, &["--demo-password", "demo"]).await;
    demo::fill(&weak.app).await.unwrap_err();
    assert_eq!(weak.count("SELECT COUNT(*) FROM users").await, 0);
}

both_engines!(the_first_administrator_is_made_from_outside, |school| {
    create_admin(&school.app, " Patronne@Ecole.fr ", "un-platane-en-mai").await.unwrap();
    let login = json!({ "email": "patronne@ecole.fr", "password": "un-platane-en-mai" });
    let mut client = school.visitor();
    client.token =
        client.post("/auth/login", login).await.ok()["accessToken"].as_str().map(ToOwned::to_owned);
    let me = client.get("/users/me").await.ok();
    assert_eq!(json!([me["role"], me["mustResetPassword"]]), json!(["ADMIN", false]));
    assert_ne!(me["emailVerifiedAt"], Value::Null);
    create_admin(&school.app, "patronne@ecole.fr", "un-platane-en-mai").await.unwrap_err();
    create_admin(&school.app, "nobody", "court").await.unwrap_err();
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 1);
});
