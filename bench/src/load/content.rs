//! Courses with objectives, prerequisites and four modules of three chapters of four lessons.

use super::{After, Size, Step};

/// Price of a whole course in cents; a module costs a quarter of it.
pub const PRICE: i64 = 24_000;
/// Lessons of a course, and of each of its modules.
pub const LESSONS: i64 = 48;

// Every other course is online in the first language; a listing shows the first fifty of these.
const COURSES: &str = "
    INSERT INTO courses (id, status, type, name, slug, description, detailed_description, price_cents, total_hours,
        language_id, level_id, teacher_id, start_date, end_date, location, schedule, selling_points, search_text,
        created_at, updated_at)
    SELECT $1 + n.i, 'PUBLISHED', CASE WHEN n.i % 10 = 9 THEN 'IN_PERSON' ELSE 'ONLINE' END,
        'Conversation et culture, cours ' || CAST(n.i AS TEXT), 'conversation-et-culture-' || CAST(n.i AS TEXT),
        'Parler avec assurance de la vie de tous les jours, en petit groupe et avec un professeur attentif. Cours '
            || CAST(n.i AS TEXT) || '.',
        '<p>Un cours pour prendre la parole sans crainte : on y apprend en parlant, on y lit des textes courts, on y '
            || 'regarde des films.</p><ul><li>Deux heures par semaine</li><li>Des groupes de dix personnes</li>'
            || '<li>Un professeur qui corrige chaque texte</li></ul><p>Les documents restent lisibles pendant tout '
            || 'le cours, et les exercices se corrigent seuls.</p>',
        $3, 40, g.id, v.id, t.id, s.day, e.day,
        CASE WHEN n.i % 10 = 9 THEN '12 rue des Écoles, Aix-en-Provence' END, 'Mardi, 18 h 30 – 20 h 30',
        '[\"Petits groupes\",\"Professeurs diplômés\",\"Documents compris\"]',
        'conversation et culture, cours ' || CAST(n.i AS TEXT) || ' ' || LOWER(g.name) || ' ' || LOWER(v.name),
        m.at, m.at
    FROM numbers n
    JOIN tongues g ON g.n = CASE WHEN n.i % 2 = 0 THEN 0 ELSE (n.i / 2) % (SELECT COUNT(*) FROM tongues) END
    JOIN ranks v ON v.n = (n.i / 2) % (SELECT COUNT(*) FROM ranks)
    JOIN staff t ON t.n = n.i % (SELECT COUNT(*) FROM staff)
    JOIN moments s ON s.n = 30 - (n.i * 7) % 330
    JOIN moments e ON e.n = s.n - 180
    JOIN moments m ON m.n = 730
    WHERE n.i <= $2";
const OBJECTIVES: &str = "
    INSERT INTO objectives (course_id, description, order_index, created_at, updated_at)
    SELECT $1 + n.i, 'Savoir raconter, expliquer et demander, objectif ' || CAST(k.i AS TEXT), k.i - 1, m.at, m.at
    FROM numbers n JOIN numbers k ON k.i <= 4 JOIN moments m ON m.n = 730 WHERE n.i <= $2";
const PREREQUISITES: &str = "
    INSERT INTO prerequisites (course_id, description, order_index, created_at, updated_at)
    SELECT $1 + n.i, 'Lire un texte court, prérequis ' || CAST(k.i AS TEXT), k.i - 1, m.at, m.at
    FROM numbers n JOIN numbers k ON k.i <= 2 JOIN moments m ON m.n = 730 WHERE n.i <= $2";
const MODULES: &str = "
    INSERT INTO modules (id, course_id, title, description, price_cents, order_index, created_at, updated_at)
    SELECT $1 + (n.i - 1) * 4 + k.i, $2 + n.i, 'Module ' || CAST(k.i AS TEXT) || ' : rencontres et voyages',
        'Se présenter, raconter un voyage, comprendre une annonce.', $4, k.i - 1, m.at, m.at
    FROM numbers n JOIN numbers k ON k.i <= 4 JOIN moments m ON m.n = 730 WHERE n.i <= $3";
const CHAPTERS: &str = "
    INSERT INTO chapters (id, module_id, title, content, order_index, created_at, updated_at)
    SELECT $1 + (n.i - 1) * 3 + k.i, $2 + n.i, 'Chapitre ' || CAST(k.i AS TEXT) || ' : la ville',
        '<p>Les mots de la ville et ses chemins.</p>', k.i - 1, m.at, m.at
    FROM numbers n JOIN numbers k ON k.i <= 3 JOIN moments m ON m.n = 730 WHERE n.i <= $3";
const LESSONS_OF_CHAPTERS: &str = "
    INSERT INTO lessons (id, chapter_id, title, content, order_index, created_at, updated_at)
    SELECT $1 + (n.i - 1) * 4 + k.i, $2 + n.i, 'Leçon ' || CAST(k.i AS TEXT) || ' : demander son chemin',
        '<h2>Demander son chemin</h2><p>« Pardon, la gare, s’il vous plaît ? » Une question brève suffit, et la réponse '
            || 'tient en trois mots : à gauche, à droite, tout droit.</p><ul><li>à gauche</li><li>à droite</li>'
            || '<li>tout droit</li></ul><p>À vous : où est la poste ? où est le marché ?</p>',
        k.i - 1, m.at, m.at
    FROM numbers n JOIN numbers k ON k.i <= 4 JOIN moments m ON m.n = 730 WHERE n.i <= $3";

pub(super) fn steps(size: Size, after: &After) -> Vec<Step> {
    let courses = size.courses;
    vec![
        Step("courses", COURSES, vec![after.courses, courses, PRICE]),
        Step("courses", "ANALYZE courses", vec![]),
        Step("objectives", OBJECTIVES, vec![after.courses, courses]),
        Step("prerequisites", PREREQUISITES, vec![after.courses, courses]),
        Step("modules", MODULES, vec![after.modules, after.courses, courses, PRICE / 4]),
        Step("chapters", CHAPTERS, vec![after.chapters, after.modules, 4 * courses]),
        Step("lessons", LESSONS_OF_CHAPTERS, vec![after.lessons, after.chapters, 12 * courses]),
    ]
}
