-- What every new school begins with: levels, languages, categories of the FAQ. Each table only where it has no rows.

-- A language goes by its name in each language of the interface and by a word of its own in addresses. No name: the
-- French one is shown; no slug: the code is used.
ALTER TABLE languages ADD COLUMN name_en TEXT;
ALTER TABLE languages ADD COLUMN name_it TEXT;
ALTER TABLE languages ADD COLUMN name_zh TEXT;
ALTER TABLE languages ADD COLUMN slug TEXT;
ALTER TABLE languages ADD COLUMN order_index BIGINT NOT NULL DEFAULT 0;

INSERT INTO languages (name, code, created_at, updated_at)
SELECT seed.name, seed.code, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP
FROM (SELECT 1 AS place, 'Français' AS name, 'fr' AS code
    UNION ALL SELECT 2, 'Anglais', 'en'
    UNION ALL SELECT 3, 'Italien', 'it'
    UNION ALL SELECT 4, 'Chinois', 'zh') seed
WHERE NOT EXISTS (SELECT 1 FROM languages) ORDER BY seed.place;
UPDATE languages SET order_index = id;
UPDATE languages SET slug = 'francais', name_en = 'French', name_it = 'Francese', name_zh = '法语' WHERE code = 'fr';
UPDATE languages SET slug = 'anglais', name_en = 'English', name_it = 'Inglese', name_zh = '英语' WHERE code = 'en';
UPDATE languages SET slug = 'italien', name_en = 'Italian', name_it = 'Italiano', name_zh = '意大利语' WHERE code = 'it';
UPDATE languages SET slug = 'chinois', name_en = 'Chinese', name_it = 'Cinese', name_zh = '中文' WHERE code = 'zh';
CREATE UNIQUE INDEX languages_slug ON languages (slug);

INSERT INTO levels (name, description, rank, created_at, updated_at)
SELECT seed.name, seed.description, seed.place, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP
FROM (SELECT 1 AS place, 'A1' AS name,
        'Vous découvrez la langue : se présenter, demander un prix, comprendre une phrase courte dite lentement.' AS description
    UNION ALL SELECT 2, 'A2',
        'Vous vous débrouillez au quotidien : raconter votre journée, faire des achats, tenir un échange simple.'
    UNION ALL SELECT 3, 'B1',
        'Vous êtes autonome en voyage et au travail : raconter, expliquer un choix, faire face à l’imprévu.'
    UNION ALL SELECT 4, 'B2',
        'Vous discutez avec aisance : défendre une opinion, suivre un film ou un article, nuancer votre propos.'
    UNION ALL SELECT 5, 'C1',
        'Vous vous exprimez avec souplesse : textes longs, sous-entendus, écrits professionnels soignés.'
    UNION ALL SELECT 6, 'C2',
        'Vous êtes chez vous dans la langue : finesse du registre, humour, lecture littéraire sans effort.') seed
WHERE NOT EXISTS (SELECT 1 FROM levels) ORDER BY seed.place;

INSERT INTO faq_categories (code, label, position)
SELECT seed.code, seed.label, seed.place
FROM (SELECT 1 AS place, 'COURS_GROUPES' AS code, 'Les cours et les groupes' AS label
    UNION ALL SELECT 2, 'INSCRIPTION_MODULES', 'L’inscription et les modules'
    UNION ALL SELECT 3, 'NIVEAU_TEST', 'Le niveau et le test'
    UNION ALL SELECT 4, 'PAIEMENT_REMBOURSEMENT', 'Le paiement et le remboursement'
    UNION ALL SELECT 5, 'EVENEMENTS_COMMUNAUTE', 'Les événements et la vie de l’école'
    UNION ALL SELECT 6, 'AUTRES_DEMANDES', 'Les autres demandes') seed
WHERE NOT EXISTS (SELECT 1 FROM faq_categories) ORDER BY seed.place;

-- Where one arranges the call of 15 minutes; nothing: what the server's settings say.
ALTER TABLE school ADD COLUMN meeting_url TEXT;
-- Whether the guide of the first hour was put away. A school that sells already needs none.
ALTER TABLE school ADD COLUMN guide_put_away BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE school SET guide_put_away = TRUE WHERE EXISTS (SELECT 1 FROM courses WHERE status = 'PUBLISHED');
