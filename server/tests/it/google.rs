//! Signing in with Google, against a provider on loopback that signs with keys of its own.

use std::sync::{Arc, Mutex};

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use axum::Json;
use axum::http::Method;
use axum::routing::get;
use chrono::Duration;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, Engine, Reply, School};

const CLIENT: &str = "preau-test";

/// An OpenID provider with one key.
pub struct Provider {
    issuer: String,
    key: EncodingKey,
    published: Arc<Mutex<Vec<Value>>>,
    fetches: Arc<Mutex<u32>>,
}

fn new_key() -> EncodingKey {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
    EncodingKey::from_ec_der(pair.to_pkcs8v1().unwrap().as_ref())
}

fn published(key: &EncodingKey, kid: &str) -> Value {
    let mut jwk = Jwk::from_encoding_key(key, Algorithm::ES256).unwrap();
    jwk.common.key_id = Some(kid.to_owned());
    serde_json::to_value(jwk).unwrap()
}

impl Provider {
    pub async fn open() -> Self {
        let key = new_key();
        let keys = Arc::new(Mutex::new(vec![published(&key, "one"), json!({ "kty": "unheard-of" })]));
        let fetches = Arc::new(Mutex::new(0));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let discovery = json!({ "issuer": issuer, "jwks_uri": format!("{issuer}/keys") });
        let (shown, counted) = (Arc::clone(&keys), Arc::clone(&fetches));
        let router = axum::Router::new()
            .route("/.well-known/openid-configuration", get(move || async move { Json(discovery) }))
            .route(
                "/keys",
                get(move || async move {
                    *counted.lock().unwrap() += 1;
                    Json(json!({ "keys": *shown.lock().unwrap() }))
                }),
            );
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, key, published: keys, fetches }
    }

    pub async fn school(&self, engine: Engine) -> School {
        School::open(engine, &["--google-client-id", CLIENT, "--oidc-issuer", &self.issuer]).await
    }

    pub fn sign(&self, claims: &Value) -> String {
        sign(&self.key, "one", claims)
    }

    /// What the provider says of Ada, with `changes` to it.
    pub async fn ada(&self, school: &School, changes: Value) -> Value {
        let config = school.visitor().get("/auth/config").await.ok();
        assert_eq!(config["googleClientId"], CLIENT);
        let now = school.app.clock.now().timestamp();
        let mut claims = json!({ "iss": self.issuer, "aud": CLIENT, "sub": "ada-1", "iat": now, "exp": now + 3600,
            "nonce": config["nonce"], "email": "Ada@preau.test", "email_verified": true, "given_name": "Ada",
            "family_name": "Rossi", "picture": "https://images.example/ada.png" });
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
    }
}

fn sign(key: &EncodingKey, kid: &str, claims: &Value) -> String {
    let header = Header { kid: Some(kid.to_owned()), ..Header::new(Algorithm::ES256) };
    jsonwebtoken::encode(&header, claims, key).unwrap()
}

pub async fn enter(client: &Client, token: &str) -> Reply {
    client.post("/auth/google", json!({ "token": token, "photoUrl": "https://evil.example/x.png" })).await
}

const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

both_engines!(without_google_there_is_no_button_and_no_call, |school| {
    let config = school.visitor().get("/auth/config").await.ok();
    assert_eq!(config, json!({ "googleClientId": null, "nonce": null }));
    enter(&school.visitor(), "abc").await.refused(404, "not_found");
});

#[tokio::test(flavor = "multi_thread")]
async fn a_verified_identity_signs_up_once_and_then_in() {
    for engine in ENGINES {
        let provider = Provider::open().await;
        let school = provider.school(engine).await;
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        let first = enter(&school.visitor(), &token).await.ok();
        assert_eq!(first["token"], first["accessToken"]);
        let user = &first["user"];
        assert_eq!(
            (&user["email"], &user["role"], &user["emailVerified"], &user["photoUrl"]),
            (
                &json!("ada@preau.test"),
                &json!("STUDENT"),
                &json!(true),
                &json!("https://images.example/ada.png")
            )
        );

        // Another address at Google, the same person.
        let moved = provider.ada(&school, json!({ "email": "ada@elsewhere.test" })).await;
        let again = enter(&school.visitor(), &provider.sign(&moved)).await.ok();
        assert_eq!(again["user"]["id"], user["id"]);
        assert_eq!(again["user"]["email"], "ada@preau.test");
        let mut ada = school.visitor();
        ada.token = again["accessToken"].as_str().map(ToOwned::to_owned);
        ada.get("/users/me").await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_wrong_with_a_token_it_opens_nothing() {
    let provider = Provider::open().await;
    let school = provider.school(Engine::Sqlite).await;
    let now = school.app.clock.now().timestamp();
    let wrong = [
        json!({ "aud": "somebody-else" }),
        json!({ "iss": "https://accounts.example" }),
        json!({ "exp": now - 61 }),
        json!({ "iat": now + 600 }),
        json!({ "nonce": "1.2.3" }),
        json!({ "nonce": null }),
        json!({ "azp": "somebody-else" }),
        json!({ "email": "ada" }),
    ];
    for changes in wrong {
        let token = provider.sign(&provider.ada(&school, changes).await);
        enter(&school.visitor(), &token).await.refused(401, "google_failed");
    }
    let unverified = provider.ada(&school, json!({ "email_verified": false })).await;
    enter(&school.visitor(), &provider.sign(&unverified)).await.refused(403, "email_not_verified");

    let claims = provider.ada(&school, json!({})).await;
    let forged = sign(&new_key(), "one", &claims);
    enter(&school.visitor(), &forged).await.refused(401, "google_failed");
    let shared = EncodingKey::from_secret(CLIENT.as_bytes());
    let header = Header { kid: Some("one".to_owned()), ..Header::new(Algorithm::HS256) };
    let symmetric = jsonwebtoken::encode(&header, &claims, &shared).unwrap();
    enter(&school.visitor(), &symmetric).await.refused(401, "google_failed");
    enter(&school.visitor(), "abc").await.refused(401, "google_failed");
    let other_nonce = json!({ "token": provider.sign(&claims), "nonce": "another" });
    school.visitor().post("/auth/google", other_nonce).await.refused(401, "google_failed");

    let late = provider.sign(&claims);
    school.pass(Duration::minutes(10));
    enter(&school.visitor(), &late).await.refused(401, "google_failed");
    assert_eq!(school.count("SELECT COUNT(*) FROM users").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_fetched_and_unknown_ones_once_a_minute_at_most() {
    let provider = Provider::open().await;
    let school = provider.school(Engine::Sqlite).await;
    let claims = provider.ada(&school, json!({})).await;
    enter(&school.visitor(), &provider.sign(&claims)).await.ok();
    let next = new_key();
    for _ in 0..5 {
        enter(&school.visitor(), &sign(&next, "two", &claims)).await.refused(401, "google_failed");
    }
    assert_eq!(*provider.fetches.lock().unwrap(), 1);
    *provider.published.lock().unwrap() = vec![published(&next, "two")];
    school.pass(Duration::minutes(1));
    enter(&school.visitor(), &sign(&next, "two", &claims)).await.ok();
    assert_eq!(*provider.fetches.lock().unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_the_same_address_is_linked_and_a_stranger_s_password_dropped() {
    for engine in ENGINES {
        let provider = Provider::open().await;
        let school = provider.school(engine).await;
        let id = school.add_user(Role::Student, "ada@preau.test").await;
        school.give_password(id, "mot-de-l-autre").await;
        school.sql("UPDATE users SET email_verified_at = NULL").await;
        let stranger = school.sign_in(id).await;
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        let user = enter(&school.visitor(), &token).await.ok()["user"].clone();
        assert_eq!((user["id"].as_i64(), &user["hasPassword"]), (Some(id), &json!(false)));
        stranger.get("/users/me").await.refused(401, "session_expired");
        assert_eq!(school.count("SELECT COUNT(*) FROM mails WHERE kind = 'set-password'").await, 1);

        let known = school.add_user(Role::Student, "eve@preau.test").await;
        school.give_password(known, "mot-a-soi-1").await;
        let eve = provider.ada(&school, json!({ "sub": "eve-1", "email": "eve@preau.test" })).await;
        let user = enter(&school.visitor(), &provider.sign(&eve)).await.ok()["user"].clone();
        assert_eq!((user["id"].as_i64(), &user["hasPassword"]), (Some(known), &json!(true)));
        let twin = provider.ada(&school, json!({ "sub": "eve-2", "email": "eve@preau.test" })).await;
        enter(&school.visitor(), &provider.sign(&twin)).await.refused(401, "google_failed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_link_google_from_their_profile_only() {
    for engine in ENGINES {
        let provider = Provider::open().await;
        let school = provider.school(engine).await;
        let editor = school.account(Role::Editor, "ada@preau.test").await;
        school.give_password(editor.id(), "mot-a-soi-1").await;
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        enter(&school.visitor(), &token).await.refused(403, "forbidden");
        enter(&editor, &token).await.refused(403, "forbidden");

        let link = |password: Value| json!({ "token": token, "link": true, "currentPassword": password });
        school.visitor().post("/auth/google", link(Value::Null)).await.refused(401, "unauthenticated");
        editor.post("/auth/google", link(json!("faux"))).await.refused(422, "wrong_password");
        school.sql("UPDATE users SET must_reset_password = TRUE").await;
        editor.post("/auth/google", link(json!("mot-a-soi-1"))).await.refused(401, "unauthenticated");
        school.sql("UPDATE users SET must_reset_password = FALSE").await;
        let linked = editor.post("/auth/google", link(json!("mot-a-soi-1"))).await.ok();
        assert_eq!(linked["user"]["googleLinked"], true);
        let user = enter(&school.visitor(), &token).await.ok()["user"].clone();
        assert_eq!((user["id"].as_i64(), &user["role"]), (Some(editor.id()), &json!("EDITOR")));

        let other = school.account(Role::Student, "leo@preau.test").await;
        let second = json!({ "token": token, "link": true });
        other.post("/auth/google", second).await.refused(409, "conflict");

        let unlink = async |password: &str| {
            let body = json!({ "currentPassword": password });
            editor.send(Method::DELETE, "/auth/google", Some(body), &[]).await
        };
        unlink("faux").await.refused(422, "wrong_password");
        for _ in 0..2 {
            assert_eq!(unlink("mot-a-soi-1").await.ok()["googleLinked"], false);
        }
        enter(&school.visitor(), &token).await.refused(403, "forbidden");
        for kind in ["google-linked", "google-unlinked"] {
            assert_eq!(school.mails(kind, "ada@preau.test").await, 1, "{kind}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_a_password_keeps_google() {
    for engine in ENGINES {
        let provider = Provider::open().await;
        let school = provider.school(engine).await;
        let token = provider.sign(&provider.ada(&school, json!({})).await);
        let entered = enter(&school.visitor(), &token).await.ok();
        let mut ada = school.visitor();
        ada.token = Some(entered["accessToken"].as_str().unwrap().to_owned());
        let refused = ada.send(Method::DELETE, "/auth/google", Some(json!({})), &[]).await;
        assert_eq!(refused.field_names(), ["currentPassword"]);
        enter(&school.visitor(), &token).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_does_not_answer_is_no_fault_of_the_visitor() {
    let provider = Provider::open().await;
    let school =
        School::open(Engine::Sqlite, &["--google-client-id", CLIENT, "--oidc-issuer", "http://127.0.0.1:9"])
            .await;
    let token = provider.sign(&provider.ada(&school, json!({})).await);
    enter(&school.visitor(), &token).await.refused(503, "unavailable");
}
