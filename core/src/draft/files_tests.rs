//! Tests of files that are uploaded before the operations that refer to them.

use super::fixtures::{answer, create, done, now, row, send, then, update};
use super::operation::{State, Target};
use super::queue::{Next, Queue};
use serde_json::{Value, json};

const HERE: &str = "/api/files/1111111111111111111111111111111111111111111111111111111111111111.jpg";
const THERE: &str = "/api/files/2222222222222222222222222222222222222222222222222222222222222222.jpg";

/// A change of lesson 7 that refers to the file.
fn naming(address: &str) -> Value {
    json!({"content": format!("<p>Le quai</p><img src=\"{address}\" alt=\"\">")})
}

/// A queue with a chosen file, which lesson 7 refers to.
fn with_file() -> Queue {
    let mut queue = Queue::default();
    queue.choose_file(HERE, "Quai.jpg");
    queue.add(update("a", Target::Id(7), naming(HERE))).unwrap();
    queue
}

#[test]
fn a_row_waits_for_its_file_and_names_it_as_the_school_does() {
    let mut queue = with_file();
    queue.add(create("b", "own", "Sans image")).unwrap();
    assert_eq!(send(&mut queue).operation, "b");
    assert_eq!(queue.wanted_files(), [HERE]);
    // It is restored after a restart.
    let mut queue: Queue = serde_json::from_str(&serde_json::to_string(&queue).unwrap()).unwrap();
    queue.file_uploaded(HERE, THERE);
    assert!(queue.wanted_files().is_empty());
    let request = send(&mut queue);
    assert_eq!((request.operation.as_str(), request.body), ("a", naming(THERE)));
}

#[test]
fn a_form_that_was_opened_before_the_file_arrived_names_it_as_the_school_does() {
    let mut queue = with_file();
    queue.file_uploaded(HERE, THERE);
    let request = send(&mut queue);
    answer(&mut queue, &request, done(row(7, 4, "avant", "<p>Le quai</p>")));
    queue.add(update("c", Target::Id(8), naming(HERE))).unwrap();
    assert_eq!(send(&mut queue).body, naming(THERE));
    // Chosen again, it is uploaded again: the server may have deleted it as unused.
    queue.choose_file(HERE, "Quai.jpg");
    queue.add(update("d", Target::Id(9), naming(HERE))).unwrap();
    assert_eq!(queue.wanted_files(), [HERE]);
}

#[test]
fn what_names_a_refused_file_has_to_be_corrected_and_then_goes() {
    let mut queue = with_file();
    let problem = json!({"code": "validation", "fields": [{"name": "file", "code": "file_type_mismatch", "message": ""}]});
    queue.file_refused(HERE, &problem);
    let State::Failed(told) = &queue.operation("a").unwrap().state else { panic!() };
    assert_eq!(told["fields"][0]["name"], "content");
    assert_eq!(told["fields"][0]["code"], "file_type_mismatch");
    assert_eq!((queue.take(now()), queue.wanted_files().len()), (Next::Idle, 0));
    // A retry is possible in case the refusal was wrong.
    let mut again = queue.clone();
    again.retry("a");
    assert_eq!(again.wanted_files(), [HERE]);
    queue.add(then("b", Target::Id(7), json!({"content": "<p>Sans image</p>"}))).unwrap();
    assert_eq!(send(&mut queue).body, json!({"content": "<p>Sans image</p>"}));
}
