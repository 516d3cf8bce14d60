//! Many at once: the last seats, the same announcement, the same completion.

use futures_util::future::join_all;
use preau_core::role::Role;
use preau_server::sales::checkout::settle;
use serde_json::json;

use crate::booking::{CARD_GOOD, courses, draft, sound, start};

both_engines!(a_hundred_visitors_share_ten_seats, |school| {
    courses(&school).await;
    let mut clients = Vec::new();
    for n in 0..100 {
        let email = format!("visitor{n}@example.fr");
        // Most are signed in: a hundred passwords to hash would only measure the hashing.
        let client = if n % 10 == 0 { school.visitor() } else { school.account(Role::Student, &email).await };
        clients.push((client, draft(&email, &[11])));
    }
    let tasks = clients.into_iter().map(|(client, draft)| {
        tokio::spawn(async move {
            let reply = client.post("/checkout", draft).await;
            (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
        })
    });
    let replies: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    let held = replies.iter().filter(|(status, _)| *status == 201).count();
    let full = replies.iter().filter(|reply| **reply == (409, "full".to_owned())).count();
    assert_eq!((held, full), (10, 90), "{replies:?}");
    assert_eq!(school.count("SELECT COUNT(*) FROM reservations WHERE status = 'HELD'").await, 10);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 10);
    sound(&school).await;
});

both_engines!(a_payment_announced_and_completed_a_hundred_times_at_once_enrols_once, |school| {
    courses(&school).await;
    let checkout = start(&school.visitor(), draft("zoe@example.fr", &[])).await;
    checkout.pay(CARD_GOOD).await.ok();
    let provider_id = checkout.provider_id(&school).await;
    let tasks = (0..100).map(|n| {
        let (checkout, app, provider_id) = (checkout.clone(), school.app.clone(), provider_id.clone());
        tokio::spawn(async move {
            if n % 2 == 0 {
                settle::settle_payment(&app, &provider_id).await.unwrap();
                return false;
            }
            let reply = checkout.complete().await;
            reply.ok()["accessToken"].is_string()
        })
    });
    let signed_in = join_all(tasks).await.into_iter().filter(|answer| *answer.as_ref().unwrap()).count();
    assert_eq!(signed_in, 1, "tokens are given once");
    for table in [
        "SELECT COUNT(*) FROM users",
        "SELECT COUNT(*) FROM subscriptions",
        "SELECT COUNT(*) FROM subscription_reservations",
        "SELECT COUNT(*) FROM mails WHERE kind = 'reservation-confirmed'",
        "SELECT COUNT(*) FROM mails WHERE kind = 'admin-booking'",
        "SELECT COUNT(*) FROM mails WHERE kind = 'verify-email'",
        "SELECT COUNT(*) FROM sessions",
    ] {
        assert_eq!(school.count(table).await, 1, "{table}");
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM refunds").await, 0);
    sound(&school).await;
});

both_engines!(two_bookers_of_one_learner_hold_once, |school| {
    courses(&school).await;
    let tasks = (0..12).map(|n| {
        let client = school.visitor();
        let mut input = crate::booking::draft_for(&format!("payer{n}@example.fr"), "lea@example.fr", &[11]);
        input["bookerData"]["firstName"] = json!("Payeur");
        tokio::spawn(async move { client.post("/checkout", input).await.status.as_u16() })
    });
    let replies: Vec<u16> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(replies.iter().filter(|status| **status == 201).count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|status| **status == 409).count(), 11, "{replies:?}");
    sound(&school).await;
});
