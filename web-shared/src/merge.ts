// Two changes of one form, made in two places, brought together field by field. Lists of rows are brought together row
// by row: a row is known by its key, so that one may move it while the other writes in it.

export interface Row {
  key: string;
}

/** A field of the form; in a list one of a row, `modules/12/title`, or a row that only one side still has. */
export type Path<Form> = {
  [Name in keyof Form & string]: Form[Name] extends readonly Row[] ? `${Name}/${string}` : Name;
}[keyof Form & string];

/** The fields in which they differ, in the order of the form. */
export function differences<Form extends object>(one: Form, other: Form): (keyof Form & string)[] {
  return (Object.keys(one) as (keyof Form & string)[]).filter(
    (name) => !same(one[name], other[name]),
  );
}

/** Fields that both sides changed, and not to the same, in the order of the form. */
export function conflicts<Form extends object>(base: Form, mine: Form, theirs: Form): Path<Form>[] {
  const met: string[] = [];
  fields("", base as Fields, mine as Fields, theirs as Fields, (path, _theirs, mine) => {
    met.push(path);
    return mine;
  });
  return met as Path<Form>[];
}

/** Mine where I changed something and did not give it up, theirs elsewhere. */
export function merge<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
  givenUp: ReadonlySet<string> = new Set(),
): Form {
  const choose: Choose = (path, theirs, mine) => (givenUp.has(path) ? theirs : mine);
  return fields("", base as Fields, mine as Fields, theirs as Fields, choose) as Form;
}

/** After a save: what came back, and over it what was typed since it was sent. */
export function typedSince<Form extends object>(sent: Form, typed: Form, saved: Form): Form {
  return merge(sent, typed, saved);
}

/** What stands at a path of a form; undefined where the row is gone. */
export function at(form: object, path: string): unknown {
  return path.split("/").reduce<unknown>((value, name) => {
    if (isRows(value)) return value.find(({ key }) => key === name);
    return isFields(value) ? value[name] : undefined;
  }, form);
}

type Fields = Record<string, unknown>;
type Choose = (path: string, theirs: unknown, mine: unknown) => unknown;

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function bring(path: string, base: unknown, mine: unknown, theirs: unknown, choose: Choose) {
  if (same(mine, theirs) || same(base, theirs)) return mine;
  if (same(base, mine)) return theirs;
  if (isRows(mine) && isRows(theirs))
    return rows(path, isRows(base) ? base : [], mine, theirs, choose);
  if (isFields(base) && isFields(mine) && isFields(theirs))
    return fields(path, base, mine, theirs, choose);
  return choose(path, theirs, mine);
}

function fields(path: string, base: Fields, mine: Fields, theirs: Fields, choose: Choose): Fields {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const inside = path && `${path}/`;
  return Object.fromEntries(
    names.map((name) => [name, bring(inside + name, base[name], mine[name], theirs[name], choose)]),
  );
}

function rows(path: string, base: Row[], mine: Row[], theirs: Row[], choose: Choose): Row[] {
  const order = moved(base, mine) ? woven(mine, theirs) : woven(theirs, mine);
  return order.flatMap((key) => {
    const [was, own, other] = [base, mine, theirs].map((all) => all.find((row) => row.key === key));
    const row = bring(`${path}/${key}`, was, own, other, choose) as Row | undefined;
    return row ? [row] : [];
  });
}

/** Whether the rows that stayed stand in another order. */
function moved(before: Row[], after: Row[]): boolean {
  const kept = (all: Row[], others: Row[]) =>
    all.map(({ key }) => key).filter((key) => others.some((row) => row.key === key));
  return !same(kept(before, after), kept(after, before));
}

/** The keys of both: in the order of the first, the others behind those they follow in the second. */
function woven(first: Row[], second: Row[]): string[] {
  const keys = first.map(({ key }) => key);
  second.forEach(({ key }, place) => {
    if (keys.includes(key)) return;
    const before = second[place - 1]?.key;
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  });
  return keys;
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((row) => isFields(row) && typeof row.key === "string");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
