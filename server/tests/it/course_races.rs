//! Two people who write one course at once.

use axum::http::Method;
use futures_util::future::join_all;
use preau_core::role::Role;
use serde_json::json;

use crate::booking::draft;
use crate::course_form::{editor, form, ids, path, put, sound, with};

both_engines!(of_two_who_saw_the_same_version_one_wins, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", form()).await.ok();
    let tasks = (0..8).map(|n| {
        let (editor, course) = (editor.clone(), course.clone());
        tokio::spawn(async move {
            let modules = json!([{ "title": format!("Modulo {n}"), "price": n }]);
            put(&editor, &course, json!({ "totalHours": 40 + n, "modules": modules })).await.status.as_u16()
        })
    });
    let replies: Vec<u16> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(replies.iter().filter(|status| **status == 200).count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|status| **status == 412).count(), 7, "{replies:?}");
    let after = editor.get(&path(&course)).await.ok();
    assert_eq!((&after["version"], ids(&after["modules"]).len()), (&json!(2), 1));
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'course.updated'").await, 1);
    sound(&school).await;
});

both_engines!(many_modules_written_at_once_add_up, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", with(json!({ "modules": [], "price": 0 }))).await.ok();
    let tasks = (1..=10).map(|n| {
        let (editor, id) = (editor.clone(), course["id"].clone());
        tokio::spawn(async move {
            let module = json!({ "courseId": id, "title": format!("Modulo {n}"), "price": n });
            editor.post("/modules", module).await.ok();
        })
    });
    for task in join_all(tasks).await {
        task.unwrap();
    }
    let after = editor.get(&path(&course)).await.ok();
    assert_eq!(json!([after["price"], after["version"]]), json!([55, 11]));
    let mut places: Vec<i64> =
        after["modules"].as_array().unwrap().iter().map(|m| m["orderIndex"].as_i64().unwrap()).collect();
    places.dedup();
    assert_eq!(places.len(), 10, "each has a place of its own");
    sound(&school).await;
});

both_engines!(fewer_seats_and_the_last_ones_sold_at_once_agree, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", with(json!({ "capacity": 6 }))).await.ok();
    editor.send(Method::PATCH, &format!("{}/publish", path(&course)), None, &[]).await.ok();
    let mut tasks = Vec::new();
    for n in 0..6 {
        let email = format!("zoe{n}@example.fr");
        let client = school.account(Role::Student, &email).await;
        let mut draft = draft(&email, &[]);
        draft["courseId"] = course["id"].clone();
        draft["requestedStartDate"] = json!("2026-04-01");
        tasks.push(tokio::spawn(async move { client.post("/checkout", draft).await.status.as_u16() }));
    }
    for _ in 0..3 {
        let (editor, path) = (editor.clone(), path(&course));
        tasks.push(tokio::spawn(
            async move { editor.put(&path, json!({ "capacity": 3 })).await.status.as_u16() },
        ));
    }
    let replies: Vec<u16> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert!(replies.iter().all(|status| [200, 201, 409].contains(status)), "{replies:?}");
    assert_eq!(school.count("SELECT COUNT(*) FROM courses WHERE seats_taken > capacity").await, 0);
    sound(&school).await;
});
