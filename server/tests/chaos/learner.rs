//! What a learner finds in the school.

use crate::caller::Caller;

/// What a learner may open, of the first course under way.
pub async fn lessons(learner: &Caller) -> Vec<(i64, i64)> {
    let me = learner.get("/users/me").await;
    let all = learner.get(&format!("/subscriptions/user/{}", me["id"])).await;
    let mine = all.as_array().unwrap().iter().find(|one| one["displayStatus"] == "ACTIVE").unwrap().clone();
    let subscription = mine["id"].as_i64().unwrap();
    let mut lessons = Vec::new();
    for module in mine["modules"].as_array().unwrap() {
        let path = format!("/progress/module?subscriptionId={subscription}&moduleId={}", module["moduleId"]);
        for chapter in learner.get(&path).await["chapters"].as_array().unwrap() {
            for lesson in chapter["lessons"].as_array().unwrap() {
                lessons.push((subscription, lesson["id"].as_i64().unwrap()));
            }
        }
    }
    lessons
}
