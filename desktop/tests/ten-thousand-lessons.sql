-- Lessons of some paragraphs, as many in each chapter of the demo.
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
INSERT INTO lessons (chapter_id, title, content, order_index, created_at, updated_at)
SELECT chapter.id, 'Leçon ' || n, '<p>' || replace(hex(zeroblob(300)), '00', 'Un mot. ') || '</p>', 1000 + n,
    '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
FROM numbers JOIN (
    SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS count FROM chapters
) chapter ON chapter.place = 1 + n % chapter.count
