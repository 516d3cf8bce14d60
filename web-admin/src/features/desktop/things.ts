// What content, its fields and their values are called; the journal has the words.
import i18next from "i18next";
import { isDay } from "web-shared/format/days";
import { day, money, number } from "web-shared/format/format";
import { labelOf as languageLabel, type Named } from "web-shared/taughtLanguages";

/** A text of the journal that may not be there. */
function known(path: string): string | undefined {
  const key = `dashboard.audit.${path}`;
  return i18next.exists(key) ? String(i18next.t(key as "dashboard.audit.changed")) : undefined;
}

/** "la leçon « Se présenter »"; without a title only "la leçon". */
export function thingOf(kind: string, title: string): string {
  const thing = known(`things.${kind}`) ?? kind;
  return title ? `${thing} ${i18next.t("dashboard.audit.quoted", { name: title })}` : thing;
}

type Fields = Record<string, unknown>;

/** Fields that hold the number of something are called as the thing is. */
const CALLED: Record<string, string> = {
  languageId: "language",
  levelId: "level",
  teacherId: "teacherName",
  roomId: "roomName",
  moduleId: "moduleName",
};

function fieldName(name: string): string {
  return known(`fields.${CALLED[name] ?? name}`) ?? name;
}

/** A row by its place or its id: `modules[0].title` as the school names it, `modules/12/title` as a conflict does. */
const IN_LIST = /^(\w+)(?:\[(\d+)\]|\/([^/]+))(?:[./](\w+))?$/;

/** What a place of a form is called: `title`, `content~1`, or one in a list, with what its row is called there.
 *  `own`: the row itself, where the form has it no more. */
export function labelOf(path: string, form: unknown, own?: unknown): string {
  const [, list, place, id, field] = IN_LIST.exec(path) ?? [];
  if (!list) return fieldName(path.split("~")[0] ?? path);
  const rows = (form as Fields | null)?.[list];
  const all: Fields[] = Array.isArray(rows) ? rows : [];
  const found = place
    ? all[Number(place)]
    : all.find((row) => String(row.id ?? row.clientId) === id);
  const row = found ?? (field ? undefined : (own as Fields | undefined));
  const called = row?.title || row?.description;
  return [fieldName(list), called, field && fieldName(field)].filter(Boolean).join(" · ");
}

/** Rows of other kinds by which content names them. */
export interface Names {
  languages: (Named & { id: number; code: string })[];
  levels: { id: number; name: string }[];
  teachers: { id: number; fullName: string }[];
  rooms: { id: number; name: string }[];
  categories: { code: string; label: string }[];
}

const MONEY = /price$/i;

/** A value in plain words; empty: nothing stands there. */
export function wordsOfValue(path: string, value: unknown, names: Names | undefined): string {
  const field = path.split(/[/~]/).findLast((part) => /^[a-z]+$/i.test(part)) ?? "";
  if (value === null || value === undefined || value === "") return "";
  if (names && field in NAMED) return NAMED[field]?.(value, names) ?? String(value);
  if (typeof value === "boolean") return i18next.t(`dashboard.audit.truth.${value}`);
  if (typeof value === "number") return MONEY.test(field) ? money(value) : number(value);
  if (typeof value === "string")
    return isDay(value) ? day(value) : (known(`values.${value}`) ?? value);
  if (Array.isArray(value)) return value.map((one) => wordsOfValue(path, one, names)).join("\n");
  return wordsOfRow(value as Fields, names);
}

const NAMED: Record<string, (value: unknown, names: Names) => string | undefined> = {
  languageId: (id, { languages }) => {
    const language = languages.find((one) => one.id === id);
    return language && languageLabel(language);
  },
  levelId: (id, { levels }) => levels.find((one) => one.id === id)?.name,
  teacherId: (id, { teachers }) => teachers.find((one) => one.id === id)?.fullName,
  roomId: (id, { rooms }) => rooms.find((one) => one.id === id)?.name,
  category: (code, { categories }) => categories.find((one) => one.code === code)?.label,
};

/** What is written in a row, a line each. */
function wordsOfRow(row: Fields, names: Names | undefined): string {
  const written = Object.entries(row).filter(([name]) => known(`fields.${name}`));
  return written
    .map(([name, value]) => [fieldName(name), plain(wordsOfValue(name, value, names))])
    .filter(([, words]) => words)
    .map(([label, words]) => `${label}\u00a0: ${words}`)
    .join("\n");
}

/** Rich text as its words. */
export function plain(html: string): string {
  if (!isRich(html)) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const blocks = [...body.children].map((block) => block.textContent?.trim());
  return blocks.filter(Boolean).join("\n");
}

const RICH = /^\s*<(p|h\d|ul|ol|blockquote|table|strong|em|a|br)\b/i;

export function isRich(value: unknown): value is string {
  return typeof value === "string" && RICH.test(value);
}
