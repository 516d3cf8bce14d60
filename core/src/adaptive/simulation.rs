//! Simulated learners take the level test: whether it finds their level, and with how many questions.
//!
//! `make placement` simulates 10,000 of them in each setting and writes the table of `docs/placement.md`.

use super::calibration::calibrate;
use super::rasch::{LEVEL_WIDTH, level_of, middle, probability};
use super::{AdaptiveTest, Answer, Item, mix};
use crate::grading::Outcome;
use crate::placement::{LevelCode, place};
use crate::question::QuestionType;
use std::f64::consts::TAU;

/// Random numbers that are the same in each run.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// From 0 to 1, without 1.
    pub fn uniform(&mut self) -> f64 {
        f64::from(u32::try_from(self.number() >> 32).unwrap()) / 4_294_967_296.0
    }

    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let distance = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        mean + deviation * distance * (TAU * self.uniform()).cos()
    }
}

/// A simulated school.
#[derive(Clone, Copy)]
pub struct Setting {
    pub name: &'static str,
    /// Questions of each level.
    pub sizes: [usize; 6],
    /// Whether difficulties were fitted to 2,000 tests before; otherwise the levels alone are known.
    pub is_fitted: bool,
    /// Whether learners guess where there are options.
    pub guesses: bool,
    /// Mean and standard deviation of abilities.
    pub abilities: (f64, f64),
}

/// Editors sort questions into levels by experience: true difficulties deviate so much from the middles of levels.
const DEVIATION: f64 = 0.4;

pub const USUAL: Setting = Setting {
    name: "adaptive, 90 questions: 15 of each level",
    sizes: [15; 6],
    is_fitted: false,
    guesses: false,
    abilities: (0.0, 2.5),
};

/// A question with the difficulty it has in truth.
#[derive(Clone, Copy)]
pub struct Question {
    pub item: Item,
    pub difficulty: f64,
}

impl Question {
    /// A learner's answer.
    pub fn answer(&self, ability: f64, guesses: bool, chance: &mut Chance) -> Answer {
        let luck = match self.item.type_code {
            _ if !guesses => 0.0,
            QuestionType::TrueFalse => 0.5,
            QuestionType::Choice | QuestionType::Audio => 0.25,
            QuestionType::Text | QuestionType::Cloze => 0.0,
        };
        let known = probability(ability, self.difficulty);
        let is_right = chance.uniform() < known + (1.0 - known) * luck;
        Answer { item: self.item, outcome: if is_right { Outcome::Right } else { Outcome::Wrong } }
    }
}

pub fn questions(setting: &Setting, chance: &mut Chance) -> Vec<Question> {
    let mut questions = Vec::new();
    for (level, size) in LevelCode::ALL.iter().zip(setting.sizes) {
        for type_code in QuestionType::ALL.iter().cycle().take(size) {
            let id = i64::try_from(questions.len()).unwrap();
            let difficulty = chance.normal(middle(*level), DEVIATION);
            let item = Item { id, type_code: *type_code, level: *level, fitted: None, exposure: 0.0 };
            questions.push(Question { item, difficulty });
        }
    }
    questions
}

/// The questions as the test sees them.
fn bank_of(setting: &Setting, questions: &[Question], chance: &mut Chance) -> Vec<Item> {
    let mut bank: Vec<Item> = questions.iter().map(|question| question.item).collect();
    if setting.is_fitted {
        let mut tests = Vec::new();
        for _ in 0..2000 {
            let ability = chance.normal(setting.abilities.0, setting.abilities.1);
            tests.push(take(questions, &bank, ability, setting.guesses, chance));
        }
        let statistics = calibrate(&bank, &tests);
        for (item, found) in bank.iter_mut().zip(statistics) {
            item.fitted = found.difficulty;
        }
    }
    bank
}

/// What came out of the tests of all learners.
#[derive(Debug, Default)]
pub struct Outcomes {
    pub name: String,
    pub learners: u32,
    within_half: u32,
    right_level: u32,
    errors: f64,
    questions: usize,
    most_asked: usize,
}

impl Outcomes {
    fn add(&mut self, estimate: f64, level: LevelCode, ability: f64, questions: usize) {
        let error = (estimate - ability).abs() / LEVEL_WIDTH;
        self.learners += 1;
        self.within_half += u32::from(error <= 0.5);
        self.right_level += u32::from(level == level_of(ability));
        self.errors += error;
        self.questions += questions;
    }

    fn of(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.learners)
    }

    pub fn within_half(&self) -> f64 {
        self.of(self.within_half)
    }

    pub fn mean_questions(&self) -> f64 {
        self.of(u32::try_from(self.questions).unwrap())
    }

    /// The share of tests in which the most frequent question was asked.
    pub fn exposure(&self) -> f64 {
        self.of(u32::try_from(self.most_asked).unwrap())
    }

    fn row(&self) -> String {
        format!(
            "| {} | {:.1} % | {:.1} % | {:.2} | {:.1} | {:.0} % |",
            self.name,
            self.within_half() * 100.0,
            self.of(self.right_level) * 100.0,
            self.errors / f64::from(self.learners),
            self.mean_questions(),
            self.exposure() * 100.0,
        )
    }
}

/// Each learner takes one adaptive test. How often questions were asked is counted after each hundred.
pub fn adaptive(setting: &Setting, learners: u32) -> Outcomes {
    let mut chance = Chance::new(20);
    let questions = questions(setting, &mut chance);
    let mut bank = bank_of(setting, &questions, &mut chance);
    let mut asked = vec![0_usize; bank.len()];
    let mut outcomes = Outcomes { name: setting.name.to_owned(), ..Outcomes::default() };
    for learner in 0..learners {
        if learner % 100 == 0 && learner > 0 {
            for (item, asked) in bank.iter_mut().zip(&asked) {
                item.exposure = f64::from(u32::try_from(*asked).unwrap()) / f64::from(learner);
            }
        }
        let ability = chance.normal(setting.abilities.0, setting.abilities.1);
        let answers = take(&questions, &bank, ability, setting.guesses, &mut chance);
        for answer in &answers {
            asked[usize::try_from(answer.item.id).unwrap()] += 1;
        }
        let estimate = answers.iter().copied().collect::<AdaptiveTest>().estimate(&bank);
        assert!(estimate.is_final);
        outcomes.add(estimate.ability, estimate.level, ability, answers.len());
    }
    outcomes.most_asked = asked.into_iter().max().unwrap();
    outcomes
}

/// One adaptive test.
pub fn take(
    questions: &[Question],
    bank: &[Item],
    ability: f64,
    guesses: bool,
    chance: &mut Chance,
) -> Vec<Answer> {
    let (mut test, mut answers, seed) = (AdaptiveTest::default(), Vec::new(), chance.number());
    while let Some(item) = test.next(bank, seed) {
        let question = Question { item: *item, ..questions[usize::try_from(item.id).unwrap()] };
        let answer = question.answer(ability, guesses, chance);
        test.record(&answer);
        answers.push(answer);
    }
    answers
}

/// Each learner answers all questions and is placed by the fixed rule. It names a level only: its error is measured
/// from the middle of that level, and abilities outside of all middles count as the outermost.
pub fn fixed(setting: &Setting, learners: u32) -> Outcomes {
    let mut chance = Chance::new(20);
    let questions = questions(setting, &mut chance);
    let mut outcomes = Outcomes { name: setting.name.to_owned(), ..Outcomes::default() };
    for _ in 0..learners {
        let ability = chance.normal(setting.abilities.0, setting.abilities.1);
        let answers = questions.iter().map(|question| question.answer(ability, setting.guesses, &mut chance));
        let level = place(answers.map(|answer| (answer.item.level, answer.outcome))).unwrap();
        let within = ability.clamp(middle(LevelCode::A1), middle(LevelCode::C2));
        outcomes.add(middle(level), level, within, questions.len());
    }
    outcomes.most_asked = usize::try_from(learners).unwrap();
    outcomes
}

fn table(learners: u32) -> Vec<Outcomes> {
    let of = |name, sizes| Setting { name, sizes, ..USUAL };
    let demo = of("fixed, 14 questions as in the demo: 3, 3, 3, 2, 2, 1", [3, 3, 3, 2, 2, 1]);
    let usual = |name| of(name, USUAL.sizes);
    let beginners = usual("adaptive, 90, mostly beginners");
    let banks = [
        USUAL,
        Setting { is_fitted: true, ..usual("adaptive, 90, difficulties fitted to 2,000 tests") },
        Setting { abilities: (-1.5, 1.5), ..beginners },
        Setting { guesses: true, ..usual("adaptive, 90, learners guess") },
        Setting {
            guesses: true,
            is_fitted: true,
            ..usual("adaptive, 90, learners guess, difficulties fitted")
        },
        of("adaptive, 60 questions: 10 of each level", [10; 6]),
        of("adaptive, 60 questions: 5, 10, 15, 15, 10, 5", [5, 10, 15, 15, 10, 5]),
        of("adaptive, 180 questions: 30 of each level", [30; 6]),
    ];
    let tests = [
        demo,
        Setting { guesses: true, name: "fixed, 14, learners guess", ..demo },
        of("fixed, 24 questions: 4 of each level", [4; 6]),
        of("fixed, 60 questions: 10 of each level", [10; 6]),
    ];
    let adaptive = banks.iter().map(|setting| adaptive(setting, learners));
    adaptive.chain(tests.iter().map(|setting| fixed(setting, learners))).collect()
}

/// Replaces the table of the document.
fn document(text: &str, rows: &[Outcomes]) -> String {
    let (from, to) = ("<!-- make placement writes from here -->\n", "<!-- make placement writes to here -->");
    let (before, rest) = text.split_once(from).unwrap();
    let (_, after) = rest.split_once(to).unwrap();
    let rows: Vec<String> = rows.iter().map(Outcomes::row).collect();
    let head = "| test | within half a level | right level | mean error, in levels | mean questions | most frequent question |";
    format!("{before}{from}\n{head}\n|---|---|---|---|---|---|\n{}\n\n{to}{after}", rows.join("\n"))
}

#[test]
fn the_test_finds_the_level_with_few_questions_and_shows_none_too_often() {
    let usual = if std::env::var_os("PREAU_WRITE_PLACEMENT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/placement.md");
        let rows = table(10_000);
        for row in &rows {
            println!("{}", row.row());
        }
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(path, document(&text, &rows)).unwrap();
        rows.into_iter().next().unwrap()
    } else {
        adaptive(&USUAL, 500)
    };
    assert!(usual.within_half() >= 0.8, "{}", usual.row());
    assert!(usual.mean_questions() <= 22.0, "{}", usual.row());
    assert!(usual.exposure() <= 0.4, "{}", usual.row());
    let demo = fixed(&Setting { sizes: [3, 3, 3, 2, 2, 1], ..USUAL }, 500);
    assert!(usual.within_half() > demo.within_half(), "{}", demo.row());
}
