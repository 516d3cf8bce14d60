// A course below its minimum, another one of its language, and what a decision does, for the tests.
import type { CourseDecision, DecidedReservation, DecisionPreview } from "../../ui/decisionTypes";

export const course = {
  ...{ id: 7, status: "PUBLISHED", type: "IN_PERSON", lang: null, languageCode: "zh", level: "A2" },
  ...{ name: "Écrire en chinois", startDate: "2026-12-02", endDate: "2027-02-10" },
  ...{ price: 240, free: false, capacity: 10, seatsLeft: 6, modules: [] },
};
export const other = {
  ...course,
  ...{ id: 8, name: "En ville", startDate: "2026-12-09", price: 196, seatsLeft: 4 },
};
export const elsewhere = { ...other, id: 9, name: "Italien", languageCode: "it" };

export const decision: CourseDecision = {
  ...{ courseId: 7, minimumLearners: 6, decisionDay: "2026-11-26", enrolled: 4 },
  ...{ startConfirmed: false, needsDecision: true, last: null },
  decidable: ["CONFIRM", "NEW_DATES", "OTHER_COURSE", "CANCEL"],
};

export function reservation(id: number, name: string, more: Partial<DecidedReservation> = {}) {
  const person = { name, email: `${id}@exemple.test` };
  return {
    ...{ id, payer: person, learner: person, paid: 240, left: 240, outcome: "ASKED" },
    ...{ newPrice: null, refundIfAccepted: 0, refundIfRefused: 240, byHand: false },
    ...more,
  } as DecidedReservation;
}

export const preview: DecisionPreview = {
  ...{ courseId: 7, courseName: course.name, choice: "NEW_DATES", fingerprint: "f1" },
  ...{ startDate: "2026-12-02", endDate: "2027-02-10", enrolled: 4, minimumLearners: 6 },
  reservations: [
    reservation(1, "Hugo Bernat"),
    reservation(2, "Océane Blanc", { byHand: true }),
    reservation(3, "Véra Escoffier", { payer: { name: "Léo Escoffier", email: null } }),
  ],
  holds: [reservation(4, "Aline Roux", { paid: 0, left: 0, outcome: "ENDED" })],
  granted: [{ name: "Lucie Tran", email: null }],
  ...{ waiting: 0, people: 5, refundNow: 0, byHandNow: 0, target: null },
  ...{ refundIfAllAccept: 0, refundIfAllRefuse: 720 },
  movedSessions: [
    { id: 1, date: "2026-12-02", newDate: "2026-12-16", startTime: "18:00", closure: null },
    { id: 2, date: "2026-12-09", newDate: "2026-12-23", startTime: "18:00", closure: "Noël" },
  ],
};
