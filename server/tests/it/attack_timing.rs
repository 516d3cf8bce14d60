//! What the clock tells: signing in and asking for a new password take alike whether the address is known or not.
//!
//! Medians of tries that take turns, so that whatever else the machine does meets both. Registration is not here: it
//! says openly that an address is taken, ten times an hour (`accounts`).

use std::time::{Duration, Instant};

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Engine, School};

const TRIES: usize = 9;
/// How far two medians may lie apart. Without the same work for both it would be more than ten.
const APART: f64 = 2.0;

async fn time(school: &School, path: &str, body: Value) -> Duration {
    // Somebody else each time: nobody is slowed down by a limit.
    let visitor = school.visitor();
    let started = Instant::now();
    visitor.post(path, body).await;
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

async fn a_school_with_accounts() -> School {
    let school = School::open(Engine::Sqlite, &[]).await;
    for number in 0..TRIES {
        let id = school.add_user(Role::Student, &format!("known{number}@preau.test")).await;
        school.give_password(id, "zebre-volant-7").await;
        school.add_user(Role::Student, &format!("google{number}@preau.test")).await;
    }
    school
}

/// The medians for known addresses, unknown ones, and accounts without a password.
async fn medians(school: &School, path: &str, body: impl Fn(&str) -> Value) -> [f64; 3] {
    let mut times = [const { Vec::new() }; 3];
    for number in 0..TRIES {
        for (kind, times) in ["known", "nobody", "google"].into_iter().zip(&mut times) {
            times.push(time(school, path, body(&format!("{kind}{number}@preau.test"))).await);
        }
    }
    times.map(median)
}

fn alike(medians: [f64; 3]) {
    let most = medians.into_iter().fold(0.0, f64::max);
    let least = medians.into_iter().fold(f64::INFINITY, f64::min);
    println!("known, unknown, without a password: {medians:.4?} s, ratio {:.2}", most / least);
    assert!(most / least < APART, "{medians:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_takes_alike_for_known_and_unknown_addresses() {
    let school = a_school_with_accounts().await;
    let wrong = |email: &str| json!({ "email": email, "password": "un-faux-mot-de-passe" });
    alike(medians(&school, "/auth/login", wrong).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_for_a_new_password_takes_alike_for_known_and_unknown_addresses() {
    let school = a_school_with_accounts().await;
    alike(medians(&school, "/users/forgot-password", |email| json!({ "email": email })).await);
}
