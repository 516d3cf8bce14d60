//! Progress: how much of what a learner has was viewed, what is complete, where to resume.
//!
//! A lesson is viewed when it was opened. A chapter, a module and a course are complete when all their lessons are
//! viewed, and stay so when lessons are added; an empty one is not complete.

use crate::code::Code;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// A chapter with its lessons in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterLessons {
    pub id: i64,
    pub lessons: Vec<i64>,
    /// It was complete before, even if lessons were added since.
    pub completed_before: bool,
}

/// A module with its chapters in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleLessons {
    pub id: i64,
    pub title: String,
    pub chapters: Vec<ChapterLessons>,
    /// It was complete before, even if lessons were added since.
    pub completed_before: bool,
}

impl ModuleLessons {
    /// The lessons of all its chapters.
    pub fn lessons(&self) -> Vec<i64> {
        self.chapters.iter().flat_map(|chapter| &chapter.lessons).copied().collect()
    }
}

/// What a subscription grants of a course, in order, and what its learner has viewed of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journey {
    pub modules: Vec<ModuleLessons>,
    pub viewed: BTreeSet<i64>,
    /// The viewed lessons that were opened; the others were marked with their chapter.
    pub opened: BTreeSet<i64>,
    /// Everything was complete before, even if lessons were added since.
    pub completed_before: bool,
}

/// Progress in a chapter, a module or everything granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Viewed lessons in percent, floored, 0 to 100; 100 once complete, 0 without lessons.
    pub percent: u8,
    pub completed: bool,
}

/// What is newly complete.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    pub chapters: Vec<i64>,
    pub modules: Vec<i64>,
    pub course: bool,
}

impl Journey {
    /// All granted lessons.
    pub fn lessons(&self) -> Vec<i64> {
        self.modules.iter().flat_map(ModuleLessons::lessons).collect()
    }

    /// A granted module.
    pub fn module(&self, id: i64) -> Option<&ModuleLessons> {
        self.modules.iter().find(|module| module.id == id)
    }

    /// A chapter of a granted module.
    pub fn chapter(&self, id: i64) -> Option<&ChapterLessons> {
        self.modules.iter().flat_map(|module| &module.chapters).find(|chapter| chapter.id == id)
    }

    /// The module and chapter of a granted lesson.
    pub fn place(&self, lesson: i64) -> Option<(&ModuleLessons, &ChapterLessons)> {
        let chapters =
            self.modules.iter().flat_map(|module| module.chapters.iter().map(move |one| (module, one)));
        chapters.into_iter().find(|(_, chapter)| chapter.lessons.contains(&lesson))
    }

    /// Progress in everything granted.
    pub fn of_course(&self) -> Progress {
        self.of(&self.lessons(), self.completed_before)
    }

    /// Progress in a module.
    pub fn of_module(&self, module: &ModuleLessons) -> Progress {
        self.of(&module.lessons(), module.completed_before)
    }

    /// Progress in a chapter.
    pub fn of_chapter(&self, chapter: &ChapterLessons) -> Progress {
        self.of(&chapter.lessons, chapter.completed_before)
    }

    fn of(&self, lessons: &[i64], completed_before: bool) -> Progress {
        let viewed = lessons.iter().filter(|lesson| self.viewed.contains(lesson)).count();
        let completed = completed_before || (viewed == lessons.len() && viewed > 0);
        // At most 100, since the viewed ones are a subset of the lessons.
        let percent = (viewed * 100).checked_div(lessons.len()).and_then(|part| u8::try_from(part).ok());
        Progress { percent: if completed { 100 } else { percent.unwrap_or(0) }, completed }
    }

    /// Marks as complete what is newly complete, and returns it; it stays complete when lessons are added.
    pub fn settle(&mut self) -> Reached {
        let reached = Reached {
            chapters: (self.modules.iter().flat_map(|module| &module.chapters))
                .filter(|chapter| !chapter.completed_before && self.of_chapter(chapter).completed)
                .map(|chapter| chapter.id)
                .collect(),
            modules: (self.modules.iter())
                .filter(|module| !module.completed_before && self.of_module(module).completed)
                .map(|module| module.id)
                .collect(),
            course: !self.completed_before && self.of_course().completed,
        };
        for module in &mut self.modules {
            module.completed_before |= reached.modules.contains(&module.id);
            for chapter in &mut module.chapters {
                chapter.completed_before |= reached.chapters.contains(&chapter.id);
            }
        }
        self.completed_before |= reached.course;
        reached
    }

    /// Whether every lesson that counts as viewed was opened.
    pub fn all_opened(&self) -> bool {
        let viewed = |lesson: &i64| self.viewed.contains(lesson);
        self.lessons().iter().filter(|lesson| viewed(lesson)).all(|lesson| self.opened.contains(lesson))
    }

    /// Whether everything granted may be marked complete: once it is complete, and ever after.
    ///
    /// # Errors
    /// `not_complete` with the `missing` lesson ids.
    pub fn check_course(&self) -> Result<(), Problem> {
        self.check(self.of_course(), &self.lessons())
    }

    /// Whether a module may be marked complete: once it is complete, and ever after.
    ///
    /// # Errors
    /// `not_complete` with the `missing` lesson ids.
    pub fn check_module(&self, module: &ModuleLessons) -> Result<(), Problem> {
        self.check(self.of_module(module), &module.lessons())
    }

    fn check(&self, progress: Progress, lessons: &[i64]) -> Result<(), Problem> {
        if progress.completed {
            return Ok(());
        }
        let missing: Vec<i64> =
            lessons.iter().copied().filter(|lesson| !self.viewed.contains(lesson)).collect();
        Err(Problem::new(Code::NotComplete).with("missing", missing))
    }

    /// The first incomplete module; if all are complete but some have new lessons, the first of those. None once the
    /// whole is complete.
    pub fn next_module(&self) -> Option<&ModuleLessons> {
        if self.of_course().completed {
            return None;
        }
        let left = || {
            let modules = self.modules.iter();
            modules.filter(|module| module.lessons().iter().any(|lesson| !self.viewed.contains(lesson)))
        };
        left().find(|module| !module.completed_before).or_else(|| left().next())
    }

    /// The modules before and after this one.
    pub fn neighbours(&self, module_id: i64) -> (Option<&ModuleLessons>, Option<&ModuleLessons>) {
        let Some(at) = self.modules.iter().position(|module| module.id == module_id) else {
            return (None, None);
        };
        (at.checked_sub(1).and_then(|before| self.modules.get(before)), self.modules.get(at + 1))
    }
}

/// The lesson to resume with: the next unviewed one after the last opened, else the first unviewed one; none once all
/// are viewed. `lessons` are in order.
pub fn resume(lessons: &[i64], viewed: &BTreeSet<i64>, last_opened: Option<i64>) -> Option<i64> {
    let after = lessons.iter().position(|lesson| Some(*lesson) == last_opened).map_or(0, |at| at + 1);
    let (before, after) = lessons.split_at(after);
    after.iter().chain(before).copied().find(|lesson| !viewed.contains(lesson))
}

#[cfg(test)]
#[path = "progress_tests.rs"]
mod tests;
