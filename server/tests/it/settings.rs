//! What the site shows of the school's settings.

use serde_json::json;

both_engines!(the_site_knows_where_a_call_is_arranged, |school| {
    assert_eq!(school.visitor().get("/settings/school").await.ok(), json!({ "meetingUrl": null }));
    let twin = school.twin_with(&["--meeting-url", "https://visio.example/quinze-minutes"]).await;
    let settings = twin.visitor().get("/settings/school").await.ok();
    assert_eq!(settings, json!({ "meetingUrl": "https://visio.example/quinze-minutes" }));
});
