use super::*;
use proptest::prelude::*;

fn chapter(id: i64, lessons: &[i64]) -> ChapterLessons {
    ChapterLessons { id, lessons: lessons.to_vec(), completed_before: false }
}

fn module(id: i64, chapters: &[ChapterLessons]) -> ModuleLessons {
    ModuleLessons { id, title: format!("Module {id}"), chapters: chapters.to_vec(), completed_before: false }
}

/// Three modules: two chapters with a lesson each, an empty one, and one with a single lesson.
fn course() -> Journey {
    Journey {
        modules: vec![
            module(1, &[chapter(10, &[100]), chapter(11, &[101])]),
            module(2, &[chapter(20, &[])]),
            module(3, &[chapter(30, &[103])]),
        ],
        ..Journey::default()
    }
}

fn having_viewed(journey: Journey, viewed: &[i64]) -> Journey {
    Journey { viewed: viewed.iter().copied().collect(), ..journey }
}

/// Opens a lesson.
fn view(journey: &mut Journey, lesson: i64) -> Reached {
    journey.viewed.insert(lesson);
    journey.settle()
}

#[test]
fn percent_is_floored_and_nothing_of_nothing_is_zero() {
    let cases: [(&[i64], &[i64], u8, bool); 7] = [
        (&[], &[], 0, false),
        (&[], &[1], 0, false),
        (&[1, 2, 3], &[], 0, false),
        (&[1, 2, 3], &[1], 33, false),
        (&[1, 2, 3], &[1, 2], 66, false),
        (&[1, 2, 3], &[1, 2, 3], 100, true),
        (&[1, 2], &[1, 2, 9], 100, true),
    ];
    for (lessons, viewed, percent, completed) in cases {
        let one = Journey { modules: vec![module(1, &[chapter(1, lessons)])], ..Journey::default() };
        let one = having_viewed(one, viewed);
        let expected = Progress { percent, completed };
        assert_eq!(one.of_course(), expected, "{lessons:?} {viewed:?}");
        assert_eq!(one.of_module(&one.modules[0]), expected, "{lessons:?} {viewed:?}");
        assert_eq!(one.of_chapter(&one.modules[0].chapters[0]), expected, "{lessons:?} {viewed:?}");
    }
}

#[test]
fn a_view_completes_what_it_ends() {
    let mut journey = course();
    assert_eq!(view(&mut journey, 101), Reached { chapters: vec![11], ..Reached::default() });
    assert_eq!(view(&mut journey, 101), Reached::default(), "opened again");
    assert_eq!(view(&mut journey, 100), Reached { chapters: vec![10], modules: vec![1], course: false });
    assert_eq!(view(&mut journey, 103), Reached { chapters: vec![30], modules: vec![3], course: true });
}

#[test]
fn a_lesson_stands_in_a_granted_chapter_or_nowhere() {
    let journey = course();
    let place = |lesson| journey.place(lesson).map(|(module, chapter)| (module.id, chapter.id));
    assert_eq!(place(101), Some((1, 11)));
    assert_eq!(place(103), Some((3, 30)));
    assert_eq!(place(104), None);
    assert_eq!(journey.chapter(20).map(|chapter| chapter.id), Some(20));
    assert_eq!(journey.chapter(40), None);
    assert_eq!(journey.module(4), None);
}

#[test]
fn only_what_is_granted_counts() {
    let mut partial = course();
    partial.modules.remove(0);
    let partial = having_viewed(partial, &[100, 103]);
    assert_eq!(partial.of_course(), Progress { percent: 100, completed: true });
    assert_eq!(having_viewed(course(), &[100, 103]).of_course(), Progress { percent: 66, completed: false });
}

#[test]
fn the_next_module_is_the_first_with_something_left() {
    let cases: [(&[i64], Option<i64>); 5] = [
        (&[], Some(1)),
        (&[100], Some(1)),
        (&[103], Some(1)),
        (&[100, 101], Some(3)),
        (&[100, 101, 103], None),
    ];
    for (viewed, expected) in cases {
        let journey = having_viewed(course(), viewed);
        assert_eq!(journey.next_module().map(|module| module.id), expected, "{viewed:?}");
    }
}

#[test]
fn modules_stand_between_their_neighbours() {
    let journey = course();
    let around = |id| {
        let (before, after) = journey.neighbours(id);
        (before.map(|module| module.id), after.map(|module| module.id))
    };
    assert_eq!(around(1), (None, Some(2)));
    assert_eq!(around(2), (Some(1), Some(3)));
    assert_eq!(around(3), (Some(2), None));
    assert_eq!(around(4), (None, None));
}

#[test]
fn content_added_later_does_not_take_a_completion_away() {
    let mut journey = course();
    for lesson in [100, 101, 103] {
        view(&mut journey, lesson);
    }
    journey.modules[0].chapters[0].lessons.push(109);
    journey.modules.push(module(4, &[chapter(40, &[140])]));
    let kept = Progress { percent: 100, completed: true };
    assert_eq!(journey.of_course(), kept);
    assert_eq!(journey.of_module(&journey.modules[0]), kept);
    assert_eq!(journey.of_chapter(&journey.modules[0].chapters[0]), kept);
    assert_eq!(journey.of_module(&journey.modules[3]), Progress { percent: 0, completed: false });
    assert_eq!(journey.check_course(), Ok(()));
    assert_eq!(journey.check_module(&journey.modules[0]), Ok(()));
    assert_eq!(journey.next_module(), None);
}

#[test]
fn a_module_that_grew_before_the_course_was_complete_still_leads_on() {
    let mut journey = course();
    for lesson in [100, 101] {
        view(&mut journey, lesson);
    }
    journey.modules[0].chapters[0].lessons.push(109);
    assert_eq!(journey.next_module().map(|module| module.id), Some(3), "what was never complete comes first");
    view(&mut journey, 103);
    assert_eq!(journey.of_course(), Progress { percent: 75, completed: false });
    assert_eq!(journey.next_module().map(|module| module.id), Some(1));
    assert!(view(&mut journey, 109).course);
}

#[test]
fn what_is_missing_is_listed_in_its_order() {
    let journey = Journey {
        modules: vec![module(1, &[chapter(1, &[3, 1]), chapter(2, &[2])]), module(2, &[])],
        ..having_viewed(Journey::default(), &[1])
    };
    let missing = |problem: Problem| (problem.code, problem.params["missing"].clone());
    let expected = (Code::NotComplete, serde_json::json!([3, 2]));
    assert_eq!(missing(journey.check_course().unwrap_err()), expected);
    assert_eq!(missing(journey.check_module(&journey.modules[0]).unwrap_err()), expected);
    let empty = missing(journey.check_module(&journey.modules[1]).unwrap_err());
    assert_eq!(empty, (Code::NotComplete, serde_json::json!([])));
}

#[test]
fn going_on_means_the_next_lesson_that_was_not_viewed() {
    let cases: [(&[i64], Option<i64>, Option<i64>); 7] = [
        (&[], None, Some(1)),
        (&[1], Some(1), Some(2)),
        (&[1, 3], Some(3), Some(4)),
        // After the last lesson: the first that was skipped.
        (&[1, 4], Some(4), Some(2)),
        (&[1, 2, 3, 4], Some(2), None),
        // The last opened lesson was deleted.
        (&[1, 9], Some(9), Some(2)),
        (&[2], None, Some(1)),
    ];
    for (viewed, last, expected) in cases {
        let viewed: BTreeSet<i64> = viewed.iter().copied().collect();
        assert_eq!(resume(&[1, 2, 3, 4], &viewed, last), expected, "{viewed:?} {last:?}");
    }
    assert_eq!(resume(&[], &BTreeSet::new(), None), None);
}

#[test]
fn what_was_marked_with_its_chapter_was_not_opened() {
    let journey = Journey { modules: vec![module(1, &[chapter(1, &[1, 2])])], ..Journey::default() };
    let all_opened = |viewed: &[i64], opened: &[i64]| {
        let journey = having_viewed(journey.clone(), viewed);
        Journey { opened: opened.iter().copied().collect(), ..journey }.all_opened()
    };
    assert!(!all_opened(&[1, 2], &[1]));
    assert!(all_opened(&[1, 2], &[1, 2]));
    assert!(all_opened(&[1], &[1]), "a lesson that was added later");
    assert!(all_opened(&[1, 9], &[1]), "a lesson that is gone");
}

/// Up to four modules of up to three chapters of up to four lessons, all with different ids.
fn journeys() -> impl Strategy<Value = Journey> {
    prop::collection::vec(prop::collection::vec(0i64..4, 0..3), 0..4).prop_map(|shape| {
        let mut next = 0..;
        let mut id = || next.next().unwrap_or_default();
        let modules = shape.into_iter().map(|chapters| {
            let chapters: Vec<_> = chapters
                .into_iter()
                .map(|lessons| chapter(id(), &(0..lessons).map(|_| id()).collect::<Vec<_>>()))
                .collect();
            module(id(), &chapters)
        });
        Journey { modules: modules.collect(), ..Journey::default() }
    })
}

/// A journey and some of its lessons in any order, possibly repeated.
fn walks() -> impl Strategy<Value = (Journey, Vec<i64>)> {
    journeys().prop_flat_map(|journey| {
        let lessons = journey.lessons();
        let most = if lessons.is_empty() { 0 } else { 20 };
        let walk = prop::collection::vec(any::<prop::sample::Index>(), 0..=most);
        let walk = walk.prop_map(move |steps| steps.iter().map(|step| *step.get(&lessons)).collect());
        (Just(journey), walk)
    })
}

proptest! {
    #[test]
    fn a_walk_never_goes_back_and_ends_when_all_was_viewed((mut journey, walk) in walks()) {
        let mut before = journey.of_course();
        for lesson in walk {
            view(&mut journey, lesson);
            let after = journey.of_course();
            prop_assert!(before.percent <= after.percent && after.percent <= 100);
            prop_assert!(after.completed || !before.completed);
            prop_assert_eq!(after.completed, after.percent == 100);
            let missing = journey.lessons().iter().filter(|one| !journey.viewed.contains(one)).count();
            prop_assert_eq!(after.completed, missing == 0);
            prop_assert_eq!(journey.next_module().is_none(), missing == 0);
            prop_assert_eq!(journey.check_course().is_ok(), after.completed);
            before = after;
        }
    }

    #[test]
    fn any_order_of_views_ends_in_the_same_state((journey, walk) in walks(), turn in any::<prop::sample::Index>()) {
        let (mut forth, mut back, mut turned) = (journey.clone(), journey.clone(), journey);
        let pivot = if walk.is_empty() { 0 } else { turn.index(walk.len()) };
        for lesson in &walk { view(&mut forth, *lesson); }
        for lesson in walk.iter().rev() { view(&mut back, *lesson); }
        for lesson in walk[pivot..].iter().chain(&walk[..pivot]) { view(&mut turned, *lesson); }
        prop_assert_eq!(&forth, &back);
        prop_assert_eq!(&forth, &turned);
    }

    #[test]
    fn each_completion_is_reached_once((mut journey, walk) in walks()) {
        let (mut chapters, mut modules, mut courses) = (Vec::new(), Vec::new(), 0);
        for lesson in walk {
            let reached = view(&mut journey, lesson);
            chapters.extend(reached.chapters);
            modules.extend(reached.modules);
            courses += u8::from(reached.course);
        }
        prop_assert_eq!(chapters.len(), chapters.iter().collect::<BTreeSet<_>>().len());
        prop_assert_eq!(modules.len(), modules.iter().collect::<BTreeSet<_>>().len());
        prop_assert_eq!(courses, u8::from(journey.of_course().completed));
        let complete = |module: &&ModuleLessons| journey.of_module(module).completed;
        prop_assert_eq!(modules.len(), journey.modules.iter().filter(complete).count());
    }

    #[test]
    fn the_order_of_modules_changes_no_number((journey, walk) in walks()) {
        let journey = having_viewed(journey, &walk);
        let mut turned = journey.clone();
        turned.modules.reverse();
        prop_assert_eq!(journey.of_course(), turned.of_course());
        prop_assert_eq!(journey.lessons().len(), turned.lessons().len());
    }

    #[test]
    fn growing_keeps_every_completion((mut journey, walk) in walks(), at in any::<prop::sample::Index>()) {
        for lesson in walk { view(&mut journey, lesson); }
        let before = journey.clone();
        if let Some(count) = Some(journey.modules.len()).filter(|count| *count > 0) {
            let grown = &mut journey.modules[at.index(count)];
            for chapter in &mut grown.chapters { chapter.lessons.push(-1 - chapter.id); }
            grown.chapters.push(chapter(-1, &[-999]));
        }
        prop_assert!(journey.of_course().completed >= before.of_course().completed);
        for (now, then) in journey.modules.iter().zip(&before.modules) {
            prop_assert!(journey.of_module(now).completed >= before.of_module(then).completed);
            for (now, then) in now.chapters.iter().zip(&then.chapters) {
                prop_assert!(journey.of_chapter(now).completed >= before.of_chapter(then).completed);
            }
        }
        prop_assert_eq!(journey.settle(), Reached::default());
    }
}
