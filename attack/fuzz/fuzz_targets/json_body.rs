//! Any bytes sent as JSON are read or refused, with few faults in a short answer, at a cost in proportion to their number.

#![no_main]

use std::alloc::System;
use std::time::Duration;

use cpu_time::ThreadTime;
use libfuzzer_sys::fuzz_target;
use preau_core::json::{DEEPEST, MOST_VALUES, read};
use preau_core::problem::Problem;
use serde_json::Value;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A small object of six bytes takes a node of a B-tree; a list that grows is copied a few times.
const MEMORY_PER_BYTE: usize = 256;
const MEMORY_AT_LEAST: usize = 32 * 1024;
/// A thousand times what it takes: only what grows faster than its input exceeds it.
const TIME_PER_BYTE: Duration = Duration::from_micros(50);
const TIME_AT_LEAST: Duration = Duration::from_millis(50);
const LONGEST_ANSWER: usize = 16 * 1024;

/// Most bytes of a body.
const LONGEST_BODY: usize = 256 * 1024;

// The fuzzer's inputs are short: a first byte below 16, with which no JSON begins but for white space, says how often the
// rest stands in a list.
fuzz_target!(|bytes: &[u8]| match bytes.split_first() {
    Some((times @ 0..16, rest)) => one_body(&listed(rest, 1 << times)),
    _ => one_body(bytes),
});

fn listed(item: &[u8], times: usize) -> Vec<u8> {
    let times = times.min(LONGEST_BODY / (item.len() + 1));
    let list = vec![item; times].join(&b","[..]);
    [b"[", list.as_slice(), b"]"].concat()
}

fn one_body(bytes: &[u8]) {
    let (memory, time) = (Region::new(MEMORY), ThreadTime::now());
    let result = read(bytes);
    let (memory, time) = (memory.change().bytes_allocated, time.elapsed());
    assert!(memory <= MEMORY_AT_LEAST + MEMORY_PER_BYTE * bytes.len(), "{memory} bytes for {}", bytes.len());
    let length = u32::try_from(bytes.len()).expect("a short input");
    assert!(time <= TIME_AT_LEAST + TIME_PER_BYTE * length, "{time:?} for {length} bytes");
    match result {
        Ok(value) => {
            assert_eq!(serde_json::from_slice::<Value>(bytes).ok().as_ref(), Some(&value));
            let mut left = MOST_VALUES;
            is_within_bounds(&value, 0, &mut left);
        }
        Err(problem) => is_short(&problem),
    }
}

fn is_within_bounds(value: &Value, depth: usize, left: &mut usize) {
    *left = left.checked_sub(1).expect("as many values as may be");
    assert!(depth <= DEEPEST);
    let has_control = |text: &str| text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    match value {
        Value::Array(items) => items.iter().for_each(|item| is_within_bounds(item, depth + 1, left)),
        Value::Object(members) => {
            for (name, member) in members {
                assert!(!has_control(name), "{name:?}");
                is_within_bounds(member, depth + 1, left);
            }
        }
        Value::String(text) => assert!(!has_control(text), "{text:?}"),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// As the server writes it: names and messages as JSON, beside a few words of its own.
fn is_short(problem: &Problem) {
    assert!(problem.fields.len() <= 20, "{} faults", problem.fields.len());
    let fields = serde_json::to_vec(&problem.fields).expect("a list");
    let params = serde_json::to_vec(&problem.params).expect("an object");
    let length = fields.len() + params.len() + problem.message.len();
    assert!(length <= LONGEST_ANSWER, "an answer of {length} bytes");
}
