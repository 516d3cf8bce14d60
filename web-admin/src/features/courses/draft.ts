// A course as its form has it, and as the server takes it.
import dayjs from "dayjs";
import type { CourseType } from "web-shared/api/courses";
import { freshKey } from "web-shared/api/key";
import { isDay } from "web-shared/format/days";
import { addDays, today } from "web-shared/format/format";
import type { Row } from "web-shared/merge";
import type { CourseBody, EditableCourse } from "./api";

/** A line of a list. Its key is the id it is saved under, or one of the form's own. */
export interface Line extends Row {
  id?: number;
  description: string;
}

export interface ModuleDraft extends Line {
  title: string;
  price: number | "";
}

export interface CourseDraft {
  name: string;
  description: string;
  detailedDescription: string;
  type: CourseType | "";
  languageId: number | null;
  levelId: number | null;
  teacherId: number | null;
  /** `yyyy-mm-dd`, or what was typed so far. */
  startDate: string;
  endDate: string;
  totalHours: number | "";
  /** Nothing: as many as want to. */
  capacity: number | "";
  location: string;
  meetingUrl: string;
  /** A line each. */
  schedule: string;
  sellingPoints: Line[];
  objectives: Line[];
  prerequisites: Line[];
  modules: ModuleDraft[];
  free: boolean;
  /** Whoever enters late pays only the sessions that are left. */
  lateEntry: "PRO_RATA" | "FULL";
  /** Hours that whoever waited has to answer an offered seat. */
  offerHours: number | "";
  /** Of a course in person: with fewer, somebody decides whether it starts. Nothing: it starts in any case. */
  minimumLearners: number | "";
  /** `yyyy-mm-dd`, or what was typed so far. */
  decisionDay: string;
}

export type ListName = "sellingPoints" | "objectives" | "prerequisites" | "modules";

const MONTHS = 3; // a new course ends so much later
const USUAL_OFFER_HOURS = 24;

export function newDraft(): CourseDraft {
  return {
    name: "",
    description: "",
    detailedDescription: "",
    type: "",
    languageId: null,
    levelId: null,
    teacherId: null,
    startDate: today(),
    endDate: dayjs(today()).add(MONTHS, "month").format("YYYY-MM-DD"),
    totalHours: 1,
    capacity: "",
    location: "",
    meetingUrl: "",
    schedule: "",
    sellingPoints: [],
    objectives: [],
    prerequisites: [],
    modules: [],
    free: false,
    lateEntry: "FULL",
    offerHours: USUAL_OFFER_HOURS,
    minimumLearners: "",
    decisionDay: "",
  };
}

export function draftOf(course: EditableCourse): CourseDraft {
  return {
    name: course.name,
    description: course.description,
    detailedDescription: course.detailedDescription,
    type: course.type,
    languageId: course.languageId,
    levelId: course.levelId,
    teacherId: course.teacherId ?? null,
    startDate: course.startDate,
    endDate: course.endDate,
    totalHours: course.totalHours,
    capacity: course.capacity ?? "",
    location: course.location ?? "",
    meetingUrl: course.meetingUrl ?? "",
    schedule: course.schedule ?? "",
    sellingPoints: course.sellingPoints.map(pointOf),
    objectives: course.objectives.map(lineOf),
    prerequisites: course.prerequisites.map(lineOf),
    modules: course.modules.map(({ id, title, description, price }) => ({
      ...lineOf({ id, description: description ?? "" }),
      title,
      price,
    })),
    free: course.free,
    // A copy of the desktop app that is older than these fields lacks them.
    lateEntry: course.lateEntry ?? usualLateEntry(course.type),
    offerHours: course.offerHours ?? USUAL_OFFER_HOURS,
    minimumLearners: course.minimumLearners ?? "",
    decisionDay: course.decisionDay ?? "",
  };
}

function lineOf({ id, description }: { id: number; description: string }) {
  return { key: String(id), id, description };
}

/** It has no id: what it says is how it is known. */
function pointOf(description: string, at: number, all: string[]): Line {
  const again = all.indexOf(description) < at ? `~${at}` : "";
  return { key: encodeURIComponent(description) + again, description };
}

export function newLine(): Line {
  return { key: freshKey(), description: "" };
}

export function newModule(): ModuleDraft {
  return { ...newLine(), title: "", price: "" };
}

/** What is written, with the saved module of this key that was removed from it, where it was among those that stayed. */
export function withRemoved(written: ModuleDraft[], saved: ModuleDraft[], key: string) {
  const keys = new Set(written.map((module) => module.key));
  const removed = saved.find((module) => module.key === key);
  if (!removed || keys.has(key)) return written;
  const stayed = saved.filter((module) => module === removed || keys.has(module.key));
  return written.toSpliced(stayed.indexOf(removed), 0, removed);
}

const LISTS: ListName[] = ["sellingPoints", "objectives", "prerequisites", "modules"];

/** What is written, with the keys and ids under which its lines were saved: in the order in which they were sent. */
export function withIds(written: CourseDraft, sent: CourseDraft, saved: CourseDraft): CourseDraft {
  const lists = LISTS.map((name) => {
    const kept = new Map(sent[name].map(({ key }, at) => [key, saved[name][at]]));
    const lines = written[name].map((line) => {
      const { key = line.key, id = line.id } = kept.get(line.key) ?? {};
      return { ...line, key, ...(id !== undefined && { id }) };
    });
    return [name, lines];
  });
  return { ...written, ...Object.fromEntries(lists) };
}

/** Seats of a course that names no number. */
export function usualCapacity(type: CourseDraft["type"]): number | "" {
  return type === "IN_PERSON" ? 10 : "";
}

/** What late entry costs in a course that says nothing else. */
export function usualLateEntry(type: CourseDraft["type"]): CourseDraft["lateEntry"] {
  return type === "IN_PERSON" ? "PRO_RATA" : "FULL";
}

/** Whether the start of the course depends on how many are enrolled: only people who meet in a room need each other. A
 *  draft that was kept on this computer before there were minimums lacks the number. */
export function hasMinimum({ type, minimumLearners }: CourseDraft): boolean {
  return type === "IN_PERSON" && typeof minimumLearners === "number";
}

const USUAL_NOTICE = 14; // days between the decision and the start

/** The usual day of decision of a course that begins then: two weeks before, but not before tomorrow. */
export function usualDecisionDay(startDate: string): string {
  if (!isDay(startDate)) return "";
  const tomorrow = addDays(today(), 1);
  const usual = addDays(startDate, -USUAL_NOTICE);
  return usual < tomorrow ? tomorrow : usual;
}

/** What the modules cost together, in euros. */
export function sumOf(modules: ModuleDraft[]): number {
  return modules.reduce((cents, { price }) => cents + Math.round(Number(price) * 100), 0) / 100;
}

/** What a course costs: its modules together; one that was saved without any, and has none, what it cost before. */
export function priceOf({ modules }: CourseDraft, saved: EditableCourse | null): number {
  return saved && saved.modules.length + modules.length === 0 ? saved.price : sumOf(modules);
}

/** As the server takes it; it was checked before. */
export function bodyOf(draft: CourseDraft, price: number): CourseBody {
  const { sellingPoints, objectives, prerequisites, modules, ...facts } = draft;
  const line = ({ id, description }: Line) => ({ id, description: description.trim() });
  return {
    ...facts,
    type: draft.type || null,
    price,
    totalHours: Number(draft.totalHours),
    capacity: draft.capacity === "" ? null : draft.capacity,
    offerHours: draft.offerHours === "" ? null : draft.offerHours,
    minimumLearners: hasMinimum(draft) ? Number(draft.minimumLearners) : null,
    decisionDay: hasMinimum(draft) ? draft.decisionDay : null,
    location: draft.location.trim() || null,
    meetingUrl: draft.meetingUrl.trim() || null,
    schedule: draft.schedule.trim() || null,
    sellingPoints: sellingPoints.map(({ description }) => description.trim()),
    objectives: objectives.map(line),
    prerequisites: prerequisites.map(line),
    modules: modules.map((module) => ({
      ...line(module),
      title: module.title.trim(),
      description: module.description.trim() || null,
      price: Number(module.price),
    })),
  };
}
