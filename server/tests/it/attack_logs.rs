//! What the program writes about its visitors at its most talkative: nothing that is secret or personal.
//!
//! The real program on a data folder of its own, everything logged that anything in it can log; then its whole output
//! is searched for what was typed.

use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::program::{DEMO_PASSWORD, Program};

async fn call(school: &Program, method: Method, path: &str, token: &str, body: Value) -> (StatusCode, Value) {
    let mut request = Client::new()
        .request(method, school.url(&format!("/api{path}")))
        .header("user-agent", "Mouchard-Agent/7")
        .header("cookie", "lang=fr; mouchard=Mouchard-Biscuit")
        .header("idempotency-key", format!("Mouchard-Cle-{path}"));
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    if !body.is_null() {
        request = request.json(&body);
    }
    let reply = request.send().await.unwrap();
    let status = reply.status();
    (status, serde_json::from_slice(&reply.bytes().await.unwrap()).unwrap_or_default())
}

const PASSWORD: &str = "Mouchard-Secret-9";
const CARD: &str = "4242424242424242";

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// A day at the school; answers every secret that was handed out in its course.
async fn a_day(school: &Program) -> Vec<String> {
    let (get, post, put) = (Method::GET, Method::POST, Method::PUT);
    let person = json!({ "firstName": "Mouchard-Prenom", "lastName": "Mouchard-Nom", "email": "mouchard-un@example.fr",
        "password": PASSWORD, "phoneNumber": "0698765432", "dialCode": "+33", "country": "France",
        "birthDate": "1987-06-05" });
    call(school, post.clone(), "/auth/register", "", person).await;
    let sign_in = json!({ "email": "mouchard-un@example.fr", "password": PASSWORD });
    let tokens = call(school, post.clone(), "/auth/login", "", sign_in).await.1;
    let (access, refresh) = (text(&tokens["accessToken"]), text(&tokens["refreshToken"]));
    let me = call(school, get.clone(), "/users/me", &access, Value::Null).await.1["id"].clone();
    let renewed = call(school, post.clone(), "/auth/refresh", "", json!({ "refreshToken": refresh })).await.1;
    let mut secrets =
        vec![access.clone(), refresh, text(&renewed["accessToken"]), text(&renewed["refreshToken"])];

    let calendar = call(school, post.clone(), "/calendar-tokens", &access, json!({ "kind": "OWN" })).await.1;
    let address = text(&calendar["address"]);
    let file = address.rsplit('/').next().unwrap();
    let read = call(school, get.clone(), &format!("/calendar/{file}"), "", Value::Null).await;
    assert_eq!(read.0, StatusCode::OK);
    secrets.push(file.to_owned());

    for (method, path, body) in [
        (
            post.clone(),
            "/auth/login",
            json!({ "email": "mouchard-un@example.fr", "password": "Mouchard-Faux-1" }),
        ),
        (post.clone(), "/auth/login", json!({ "email": 7, "password": "Mouchard-Faux-2" })),
        (post.clone(), "/users/forgot-password", json!({ "email": "mouchard-un@example.fr" })),
        (
            put.clone(),
            &format!("/users/{me}"),
            json!({ "firstName": "Mouchard-Prenom", "country": "Mouchard-Pays" }),
        ),
        (
            put.clone(),
            &format!("/users/{me}/reset-password"),
            json!({ "newPassword": "court", "token": "Mouchard-Jeton" }),
        ),
        (get.clone(), "/users/email/mouchard-un@example.fr", Value::Null),
        (get.clone(), "/users/me/export", Value::Null),
        (get.clone(), "/courses?q=Mouchard-Recherche", Value::Null),
        (get.clone(), "/files/Mouchard-Fichier?by=1&until=2&seal=Mouchard-Sceau", Value::Null),
        (post.clone(), "/comments", json!({ "message": "Mouchard-Avis", "rating": 5 })),
        (
            post.clone(),
            "/contact",
            json!({ "name": "Mouchard-Nom", "email": "mouchard-un@example.fr",
            "message": "Mouchard-Message", "subject": "Mouchard-Sujet" }),
        ),
        (
            post.clone(),
            "/auth/desktop-token",
            json!({ "code": "Mouchard-Code", "codeVerifier": "Mouchard-Preuve" }),
        ),
        (post.clone(), "/certificates/verify", json!({ "code": "Mouchard-Attestation" })),
        (post.clone(), "/payment/webhook", json!({ "id": "Mouchard-Annonce" })),
    ] {
        call(school, method, path, &access, body).await;
    }
    secrets.extend(a_purchase(school).await);
    secrets.extend(the_staff(school).await);
    // Bodies that cannot be read, and pages whose addresses say much.
    let client = Client::new();
    let broken = client.post(school.url("/api/auth/login")).header("content-type", "application/json");
    broken.body("{\"password\":\"Mouchard-Casse").send().await.unwrap();
    for path in
        ["/reinitialiser?id=1&token=Mouchard-Lien", "/verifier?nom=Mouchard-Nom", "/cours/mouchard-cours"]
    {
        client.get(school.url(path)).send().await.unwrap();
    }
    secrets
}

/// A visitor buys a course with a card.
async fn a_purchase(school: &Program) -> Vec<String> {
    let (get, post) = (Method::GET, Method::POST);
    let courses = call(school, get.clone(), "/courses?type=ONLINE", "", Value::Null).await.1;
    let sold =
        courses.as_array().unwrap().iter().filter(|one| one["bookable"] == true && one["free"] == false);
    // One that has not begun, so that its own first day can be asked for.
    let course = sold.max_by_key(|course| text(&course["startDate"])).expect("a course to buy");
    let day = text(&course["startDate"]);
    let booker = json!({ "firstName": "Mouchard-Payeur", "lastName": "Mouchard-Nom", "email": "mouchard-deux@example.fr",
        "phoneNumber": "698765432", "dialCode": "+33", "country": "France", "birthDate": "1987-06-05",
        "password": PASSWORD, "passwordConfirmation": PASSWORD });
    let draft = json!({ "courseId": course["id"], "reservedModuleIds": [], "requestedStartDate": day,
        "reservationTarget": "self", "bookerData": booker, "acceptTerms": true, "termsVersion": 1,
        "requestEarlyStart": true });
    let (status, held) = call(school, post.clone(), "/checkout", "", draft).await;
    assert_eq!(status, StatusCode::CREATED, "{held}");
    let (token, secret) = (text(&held["checkoutToken"]), text(&held["clientSecret"]));
    let card = json!({ "clientSecret": secret, "holderName": "Mouchard-Titulaire", "cardNumber": CARD,
        "expMonth": 12, "expYear": 2039, "cvc": "987" });
    call(school, post.clone(), "/payment/sandbox/confirm", "", card).await;
    let path = format!("/checkout/{}/complete", held["reservationId"]);
    let (status, done) = call(school, post, &path, "", json!({ "checkoutToken": token })).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    call(school, get, "/invoices/1/pdf", done["accessToken"].as_str().unwrap_or_default(), Value::Null).await;
    vec![token, secret, text(&done["accessToken"]), text(&done["refreshToken"])]
}

/// An administrator looks at all of it.
async fn the_staff(school: &Program) -> Vec<String> {
    let sign_in = json!({ "email": "admin@preau.test", "password": DEMO_PASSWORD });
    let tokens = call(school, Method::POST, "/auth/login", "", sign_in).await.1;
    let access = text(&tokens["accessToken"]);
    for path in [
        "/users?q=mouchard",
        "/mail?q=mouchard",
        "/reservations?q=mouchard",
        "/contact",
        "/audit",
        "/invoices/export.csv",
    ] {
        assert_eq!(call(school, Method::GET, path, &access, Value::Null).await.0, StatusCode::OK, "{path}");
    }
    vec![access, text(&tokens["refreshToken"])]
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_secret_or_personal_is_logged_even_at_the_most_talkative() {
    let school = Program::start("trace", 1024).await;
    let secrets = a_day(&school).await;
    // The mails of the day are handed over meanwhile.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let said = school.end().await;
    assert!(said.lines().count() > 100 && said.contains("request"), "it says much: {}", said.len());
    let lower = said.to_lowercase();
    let marks =
        ["mouchard", "98765432", CARD, "4242 4242", "0698765432", "1987-06-05", "ecole@", "@example.fr"];
    let found = marks.iter().filter(|mark| lower.contains(**mark)).map(|mark| (*mark).to_owned());
    // A token is known by its parts too.
    let parts = secrets.iter().flat_map(|secret| secret.split('.')).filter(|part| part.len() > 8);
    let found: Vec<String> =
        found.chain(parts.filter(|part| said.contains(*part)).map(ToOwned::to_owned)).collect();
    let shown = |mark: &String| {
        let line = said.lines().find(|line| line.to_lowercase().contains(&mark.to_lowercase()));
        format!("{mark}: {}", line.unwrap_or_default().chars().take(300).collect::<String>())
    };
    assert!(found.is_empty(), "{}", found.iter().map(shown).collect::<Vec<_>>().join("\n"));
}
