//! Signing in, staying signed in, and being signed out by whoever should.

use chrono::Duration;
use preau_core::role::Role;
use preau_server::{change, execute};
use serde_json::{Value, json};

use crate::school::{Client, Reply, School};

const PASSWORD: &str = "zebre-volant-7";

impl School {
    /// A student who signs in with [`PASSWORD`].
    async fn learner(&self, email: &str) -> i64 {
        let id = self.add_user(Role::Student, email).await;
        self.give_password(id, PASSWORD).await;
        id
    }

    /// Gives an account a password.
    pub async fn give_password(&self, user_id: i64, password: &str) {
        let app = &self.app;
        let hash = app
            .passwords()
            .hash(password, preau_server::people::passwords::HashQueue::Account)
            .await
            .unwrap();
        change!(app, None, |tx| {
            execute!(tx, "UPDATE users SET password_hash = $2 WHERE id = $1", user_id, &hash)
        })
        .unwrap();
    }
}

/// Signs in; the client then carries the access token.
async fn sign_in(school: &School, email: &str, password: &str) -> (Client, String) {
    let mut client = school.visitor();
    let tokens = login(&client, email, password).await.ok();
    client.token = tokens["accessToken"].as_str().map(ToOwned::to_owned);
    (client, tokens["refreshToken"].as_str().unwrap().to_owned())
}

async fn login(client: &Client, email: &str, password: &str) -> Reply {
    client.post("/auth/login", json!({ "email": email, "password": password })).await
}

async fn refresh(school: &School, token: &str) -> Reply {
    school.visitor().post("/auth/refresh", json!({ "refreshToken": token })).await
}

fn refresh_token(reply: &Reply) -> String {
    reply.ok()["refreshToken"].as_str().unwrap().to_owned()
}

both_engines!(the_right_password_signs_in_and_a_wrong_one_does_not, |school| {
    let id = school.learner("jeanne@preau.test").await;
    let (client, _) = sign_in(&school, " Jeanne@Preau.test ", PASSWORD).await;
    let me = client.get("/users/me").await.ok();
    assert_eq!(me["id"], id);
    assert_eq!(me["email"], "jeanne@preau.test");
    assert_eq!(me["emailVerifiedAt"], "2026-03-02T09:00:00.000Z");

    let wrong = login(&school.visitor(), "jeanne@preau.test", "zebre-volant-8").await;
    let unknown = login(&school.visitor(), "personne@preau.test", PASSWORD).await;
    let no_address = login(&school.visitor(), "jeanne", PASSWORD).await;
    for refused in [&wrong, &unknown, &no_address] {
        assert_eq!(refused.refused(401, "login_failed")["message"], "Échec de la connexion");
    }
    let empty = school.visitor().post("/auth/login", json!({})).await;
    empty.refused(422, "required");
    assert_eq!(empty.field_names(), ["email", "password"]);
});

both_engines!(an_account_without_a_password_cannot_be_signed_in_to, |school| {
    school.add_user(Role::Student, "google@preau.test").await;
    login(&school.visitor(), "google@preau.test", "peu-importe-1").await.refused(401, "login_failed");
});

both_engines!(ten_failures_shut_out_their_address_and_nobody_else, |school| {
    school.learner("jeanne@preau.test").await;
    let attacker = school.visitor();
    for _ in 0..10 {
        login(&attacker, "jeanne@preau.test", "faux-mot").await.refused(401, "login_failed");
    }
    let shut_out = login(&attacker, "jeanne@preau.test", PASSWORD).await;
    shut_out.refused(429, "too_many_requests");
    assert!(shut_out.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0);
    login(&school.visitor(), "jeanne@preau.test", PASSWORD).await.ok();

    school.pass(Duration::minutes(16));
    login(&attacker, "jeanne@preau.test", PASSWORD).await.ok();
});

both_engines!(thirty_failures_shut_out_a_network_but_for_who_is_known_there, |school| {
    school.learner("jeanne@preau.test").await;
    school.learner("ali@preau.test").await;
    let classroom = school.visitor();
    login(&classroom, "jeanne@preau.test", PASSWORD).await.ok();
    for n in 0..30 {
        login(&classroom, &format!("personne-{n}@preau.test"), "faux-mot").await.refused(401, "login_failed");
    }
    login(&classroom, "personne@preau.test", "faux-mot").await.refused(429, "too_many_requests");
    login(&classroom, "ali@preau.test", PASSWORD).await.refused(429, "too_many_requests");
    login(&classroom, "jeanne@preau.test", PASSWORD).await.ok();
    login(&school.visitor(), "ali@preau.test", PASSWORD).await.ok();

    school.pass(Duration::minutes(16));
    login(&classroom, "ali@preau.test", PASSWORD).await.ok();
});

both_engines!(a_right_password_counts_for_nothing_against_its_network, |school| {
    let classroom = school.visitor();
    for n in 0..40 {
        let email = format!("eleve-{n}@preau.test");
        school.learner(&email).await;
        login(&classroom, &email, PASSWORD).await.ok();
    }
});

both_engines!(networks_next_to_each_other_have_a_limit_together, |school| {
    let mut attacker = school.visitor();
    attacker.ip = "2001:db8:7:1::1".parse().unwrap();
    login(&attacker, "personne@preau.test", "faux-mot").await.refused(401, "login_failed");
    school.sql("UPDATE rate_limits SET hits = hits + 299 WHERE bucket LIKE 'login from %'").await;
    attacker.ip = "2001:db8:7:2::1".parse().unwrap();
    login(&attacker, "autre@preau.test", "faux-mot").await.refused(429, "too_many_requests");
    attacker.ip = "2001:db8:8::1".parse().unwrap();
    login(&attacker, "autre@preau.test", "faux-mot").await.refused(401, "login_failed");
});

both_engines!(a_client_that_keeps_its_first_refresh_token_keeps_working, |school| {
    school.learner("jeanne@preau.test").await;
    let (_, first) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    for _ in 0..5 {
        school.pass(Duration::minutes(10));
        refresh(&school, &first).await.ok();
    }
});

both_engines!(a_replaced_refresh_token_is_good_for_thirty_seconds_and_then_theft, |school| {
    school.learner("jeanne@preau.test").await;
    let (_, first) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let second = refresh_token(&refresh(&school, &first).await);
    school.pass(Duration::minutes(10));
    let third = refresh_token(&refresh(&school, &second).await);
    school.pass(Duration::seconds(30));
    refresh(&school, &first).await.ok();
    school.pass(Duration::seconds(1));

    let mut thief = school.visitor();
    thief.token = refresh(&school, &third).await.ok()["accessToken"].as_str().map(ToOwned::to_owned);
    thief.get("/users/me").await.ok();
    refresh(&school, &first).await.refused(401, "session_expired");
    refresh(&school, &third).await.refused(401, "session_expired");
    thief.get("/users/me").await.refused(401, "session_expired");
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions WHERE ended_why = 'THEFT'").await, 1);
});

both_engines!(two_tabs_that_refresh_at_once_both_stay_signed_in, |school| {
    school.learner("jeanne@preau.test").await;
    let (_, first) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let (one, other) = tokio::join!(refresh(&school, &first), refresh(&school, &first));
    let (one, other) = (refresh_token(&one), refresh_token(&other));
    assert_ne!(one, other);
    refresh(&school, &one).await.ok();
    refresh(&school, &other).await.ok();
});

both_engines!(a_session_s_life_is_absolute, |school| {
    school.learner("jeanne@preau.test").await;
    let (_, mut brief) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let remembered = school
        .visitor()
        .post(
            "/auth/login",
            json!({ "email": "jeanne@preau.test", "password": PASSWORD, "rememberMe": true }),
        )
        .await;
    let remembered = refresh_token(&remembered);
    for _ in 0..12 {
        brief = refresh_token(&refresh(&school, &brief).await);
        school.pass(Duration::hours(1));
    }
    refresh(&school, &brief).await.refused(401, "session_expired");
    school.pass(Duration::days(29));
    let remembered = refresh_token(&refresh(&school, &remembered).await);
    school.pass(Duration::days(1));
    refresh(&school, &remembered).await.refused(401, "session_expired");
});

both_engines!(an_access_token_lives_ten_minutes, |school| {
    school.learner("jeanne@preau.test").await;
    let (client, _) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    school.pass(Duration::minutes(9));
    client.get("/users/me").await.ok();
    school.pass(Duration::minutes(1));
    client.get("/users/me").await.refused(401, "session_expired");
});

both_engines!(signing_out_ends_this_session_only_and_at_once, |school| {
    school.learner("jeanne@preau.test").await;
    let (here, token) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let (there, _) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    assert_eq!(here.post("/auth/logout", Value::Null).await.status, 204);
    here.get("/users/me").await.refused(401, "session_expired");
    refresh(&school, &token).await.refused(401, "session_expired");
    there.get("/users/me").await.ok();
});

both_engines!(one_sees_and_ends_one_s_own_sessions_only, |school| {
    school.learner("jeanne@preau.test").await;
    school.learner("paul@preau.test").await;
    let (jeanne, _) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let (elsewhere, _) = sign_in(&school, "jeanne@preau.test", PASSWORD).await;
    let (paul, _) = sign_in(&school, "paul@preau.test", PASSWORD).await;
    let listed = jeanne.get("/auth/sessions").await.ok();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let other = listed.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(json!([other["device"]["browser"], other["device"]["system"]]), json!([null, null]));
    assert_eq!(other["ip"], elsewhere.ip.to_string());
    let path = format!("/auth/sessions/{}", other["id"]);
    paul.delete(&path).await.refused(404, "not_found");
    elsewhere.get("/users/me").await.ok();
    assert_eq!(jeanne.delete(&path).await.status, 204);
    elsewhere.get("/users/me").await.refused(401, "session_expired");
    jeanne.delete(&path).await.refused(404, "not_found");
});

both_engines!(a_one_time_password_stops_working, |school| {
    school.learner("jeanne@preau.test").await;
    school.sql("UPDATE users SET password_expires_at = '2026-03-05T09:00:00+00:00'").await;
    login(&school.visitor(), "jeanne@preau.test", PASSWORD).await.ok();
    school.pass(Duration::hours(72));
    login(&school.visitor(), "jeanne@preau.test", PASSWORD).await.refused(401, "login_failed");
});
