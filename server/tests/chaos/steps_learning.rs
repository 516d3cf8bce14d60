//! The server killed while the last lesson of a course is opened, and started again: the course is completed whole or
//! not at all, with one certificate; the school and the learner have one letter each, and the doctor finds nothing.

use reqwest::Method;

use crate::caller::Caller;
use crate::learner::lessons;
use crate::school::{Engine, OFFICE, STUDENT, School};
use crate::waiting::until;

on_both_engines! {
    killed_as_a_lesson_is_viewed_a_course_is_completed_whole_or_not_at_all => async |engine| through_death(engine, "progress.viewed").await;
    killed_as_a_certificate_is_issued_a_course_is_completed_whole_or_not_at_all => async |engine| through_death(engine, "certificate.issued").await;
    killed_as_a_course_is_completed_it_is_so_whole_or_not_at_all => async |engine| through_death(engine, "progress.completed").await;
    killed_after_a_course_was_completed_it_stays_so => async |engine| through_death(engine, "progress.committed").await;
}

/// The student's course under way, and the calls that open what they have not read of it.
async fn under_way(student: &Caller, school: &School) -> (i64, Vec<String>) {
    let all = lessons(student).await;
    let subscription = all[0].0;
    let mut views = Vec::new();
    for (subscription, lesson) in all {
        let seen = format!(
            "SELECT COUNT(*) FROM lesson_views WHERE subscription_id = {subscription} AND lesson_id = {lesson}"
        );
        if school.number(&seen).await == 0 {
            views.push(format!("/progress/view?subscriptionId={subscription}&lessonId={lesson}"));
        }
    }
    (subscription, views)
}

async fn through_death(engine: Engine, step: &str) {
    let school = School::open(engine).await;
    let mut server = school.serve().await;
    let student = school.person(STUDENT).await;
    let (id, mut views) = under_way(&student, &school).await;
    // Online, where a completion earns a certificate.
    school
        .sql(&format!(
            "UPDATE courses SET type = 'ONLINE' WHERE id = (SELECT course_id FROM subscriptions WHERE id = {id})"
        ))
        .await;
    let last = views.pop().unwrap();
    for view in views {
        student.call(Method::POST, &view, None, None).await.unwrap().ok();
    }

    server.kill().await;
    let mut dying = school.serve_with(&[("PREAU_CRASH_AT", step)]).await;
    assert!(student.call(Method::POST, &last, None, None).await.is_err(), "nobody died at {step}");
    dying.ended().await;
    let mut server = school.serve().await;
    let after = student.get(&format!("/subscriptions/{id}")).await;
    let done = step == "progress.committed";
    assert_eq!(after["status"], if done { "COMPLETED" } else { "ACTIVE" });
    assert_eq!(after["progressionPercentage"], if done { 100 } else { 94 });
    school.is_sound().await;

    let again = student.insist(Method::POST, &last, None, None).await.ok();
    assert_eq!((&again["course"]["percent"], &again["course"]["completed"]), (&100.into(), &true.into()));
    until("the school's letter", || async { has_letter(&school, OFFICE, "Cours terminé").then_some(()) })
        .await;
    student.insist(Method::POST, &last, None, None).await.ok();
    assert_eq!(school.postman.to(OFFICE).len(), 1);
    let certificates = student.get("/certificates/me").await;
    let issued: Vec<_> =
        certificates.as_array().unwrap().iter().filter(|one| one["subscriptionId"] == id).collect();
    assert_eq!(issued.len(), 1);
    let course = issued[0]["courseName"].as_str().unwrap();
    until("the learner's letter", || async { has_letter(&school, STUDENT, "attestation").then_some(()) })
        .await;
    let brought: Vec<_> =
        school.postman.to(STUDENT).into_iter().filter(|one| one.subject.contains("attestation")).collect();
    assert_eq!(brought.len(), 1);
    assert!(brought[0].subject.contains(course), "{}", brought[0].subject);
    school.is_sound().await;
    server.terminate().await;
}

fn has_letter(school: &School, to: &str, subject: &str) -> bool {
    school.postman.to(to).iter().any(|one| one.subject.contains(subject))
}
