//! The server killed while a film arrives in chunks or is put together: started again it goes on, and there is one file.

use reqwest::Method;
use serde_json::json;

use crate::caller::Caller;
use crate::school::{EDITOR, Engine, School};
use crate::server::Server;

on_both_engines! {
    killed_after_a_chunk_was_stored_it_is_sent_again => async |engine| through_death(engine, "upload.chunk_stored").await;
    killed_after_a_film_was_put_together_it_is_one_file => async |engine| through_death(engine, "upload.joined").await;
}

/// Bytes of a chunk.
const CHUNK: usize = 256 * 1024;

fn film() -> Vec<u8> {
    let mut film = b"\0\0\0\x20ftypisom".to_vec();
    film.resize(2 * CHUNK + 9, 7);
    film
}

/// Sends what is missing and finishes; nothing when the server died over it.
async fn go_on(editor: &Caller, id: &str) -> Option<String> {
    let (film, path) = (film(), format!("/uploads/{id}"));
    loop {
        let standing = editor.call(Method::GET, &path, None, None).await.ok()?.ok();
        let begins = usize::try_from(standing["offset"].as_u64().unwrap()).unwrap();
        if begins == film.len() {
            let finished = editor.call(Method::POST, &format!("{path}/finish"), None, None).await.ok()?;
            return Some(finished.ok()["url"].as_str().unwrap().to_owned());
        }
        let chunk = film[begins..].chunks(CHUNK).next().unwrap().to_vec();
        editor.send_bytes(&format!("{path}?offset={begins}"), chunk).await.ok()?.ok();
    }
}

async fn through_death(engine: Engine, step: &str) {
    let school = School::open(engine).await;
    let mut dying: Server = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
    let editor = school.person(EDITOR).await;
    let new = json!({ "name": "film.mp4", "size": film().len() });
    let begun = editor.post("/uploads", &new).await;
    let id = begun["id"].as_str().unwrap();
    assert_eq!(go_on(&editor, id).await, None, "nobody died at {step}");
    dying.ended().await;

    let _server = school.serve().await;
    let url = go_on(&editor, id).await.unwrap();
    assert_eq!(go_on(&editor, id).await, Some(url), "finished twice");
    assert_eq!(school.number("SELECT COUNT(*) FROM files WHERE media_type = 'video/mp4'").await, 1);
    assert_eq!(school.number("SELECT COUNT(*) FROM upload_chunks").await, 0);
    school.is_sound().await;
}
