// Which pages of the dashboard are for whom: every route, every role.
import type { LoaderFunctionArgs } from "react-router";
import { afterEach, expect, test } from "vitest";
import { endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { forTeacher, homeOf, pagesFor } from "./navigation";
import { dashboard } from "./router";

const OF_TEACHERS = [
  ...[
    "aujourdhui",
    "seances",
    "seances/:id/appel",
    "classes",
    "classes/:id",
    "classes/:id/contenu",
  ],
  ...["course/:id/messages", "messages"],
];

afterEach(endSession);

function signIn(role: Role) {
  const user = { ...student, role };
  startSession({ accessToken: "a", refreshToken: crypto.randomUUID(), user }, false);
  return user;
}

/** What the address answers before its page comes. */
function answerOf(route: (typeof dashboard)[number]): "page" | "not for you" | "elsewhere" {
  if (typeof route.loader !== "function") return "page";
  try {
    const found = route.loader({} as LoaderFunctionArgs, undefined);
    return found instanceof Response ? "elsewhere" : "page";
  } catch (refusal) {
    expect(refusal).toMatchObject({ init: { status: 403 } });
    expect(route.ErrorBoundary).toBeTruthy();
    return "not for you";
  }
}

const open = () => dashboard.filter((route) => answerOf(route) === "page").map(({ path }) => path);

test("a teacher opens their own pages, and is told of every other that it is not for them", () => {
  signIn("TEACHER");
  expect(open().sort()).toEqual([...OF_TEACHERS].sort());
  const others = dashboard.filter(({ path }) => !OF_TEACHERS.includes(path ?? ""));
  expect(others.length).toBeGreaterThan(25);
  for (const route of others) expect(answerOf(route), route.path).toBe("not for you");
});

test("an administrator opens every page, an editor is led away from an administrator's", () => {
  signIn("ADMIN");
  expect(open()).toHaveLength(dashboard.length);
  signIn("EDITOR");
  const away = dashboard.filter((route) => answerOf(route) === "elsewhere");
  expect(away.map(({ path }) => path)).toContain("user-management");
  expect(away.map(({ path }) => path)).toContain("stats");
  expect(open()).toContain("course/list");
  expect(open()).toContain("course/places");
});

test("one arrives where one works, and staff who teach find their day", () => {
  expect(homeOf("TEACHER")).toBe("/aujourdhui");
  expect(homeOf("EDITOR")).toBe("/accueil");
  const known = dashboard.map(({ path }) => `/${path}`);
  for (const { to } of forTeacher) expect(known).toContain(to);
  const editor = signIn("EDITOR");
  const today = "/aujourdhui";
  expect(pagesFor(editor).map(({ to }) => to)).not.toContain(today);
  expect(pagesFor({ ...editor, teacherId: 4 }).map(({ to }) => to)).toContain(today);
});
