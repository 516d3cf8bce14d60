//! The school's own networks: what is too much from elsewhere is a class there.

use preau_core::role::Role;
use serde_json::json;

use crate::booking::{courses, draft_for, start};

both_engines!(the_school_names_its_networks, |school| {
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let named =
        admin.put("/settings/networks", json!({ "networks": [" 192.0.2.7 ", "2001:db8:1:2::/48"] })).await;
    assert_eq!(named.ok()["networks"], json!(["192.0.2.7/32", "2001:db8:1::/48"]));
    assert_eq!(admin.get("/settings/networks").await.ok()["here"], admin.ip.to_string());

    let wrong = json!({ "networks": ["192.0.2.7", "l'école", "10.0.0.0/8"] });
    let refused = admin.put("/settings/networks", wrong).await;
    assert_eq!(refused.field_names(), ["networks[1]", "networks[2]"]);
    let many = vec!["192.0.2.7"; 21];
    admin.put("/settings/networks", json!({ "networks": many })).await.refused(422, "too_many");
    assert_eq!(admin.get("/settings/networks").await.ok()["networks"][0], "192.0.2.7/32");
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    editor.put("/settings/networks", json!({ "networks": [] })).await.refused(403, "forbidden");
});

both_engines!(a_class_on_the_school_s_network_is_no_attack, |school| {
    courses(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    admin.put("/settings/networks", json!({ "networks": ["192.0.2.0/24"] })).await.ok();
    let [mut inside, mut outside] = [school.visitor(), school.visitor()];
    inside.ip = "192.0.2.7".parse().unwrap();
    outside.ip = "198.51.100.7".parse().unwrap();
    for (visitor, name, holds) in [(&inside, "in", 6), (&outside, "out", 3)] {
        for n in 0..holds {
            let learner = format!("learner{n}@{name}.fr");
            start(visitor, draft_for(&format!("zoe{n}@{name}.fr"), &learner, &[11])).await;
        }
    }
    outside
        .post("/checkout", draft_for("zoe@out.fr", "x@out.fr", &[11]))
        .await
        .refused(429, "too_many_holds");
    for n in 0..31 {
        let guess = json!({ "email": format!("nobody{n}@example.fr"), "password": "zebre-bleu-7" });
        inside.post("/auth/login", guess).await.refused(401, "login_failed");
    }
});
