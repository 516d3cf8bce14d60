// Courses that have too few learners, as visitors, payers and the school see them; for what looks at all pages.
import {
  answer,
  asAdmin,
  type Buyer,
  buy,
  cheaperCourse,
  decide,
  newDates,
  otherCourse,
  type SmallCourse,
  smallCourse,
} from "./decisions.ts";
import { press, sessionOf, type View } from "./views.ts";

/** Who has one proposal, and the page of it. */
async function asked({ caller }: Buyer) {
  const [{ id }] = await caller.ok("GET", "/proposals/me");
  const path = `/proposition?proposal=${id}`;
  return { path, signedIn: true, session: await sessionOf(caller) };
}

const staff = (name: string, { id }: SmallCourse, page: string): View => ({
  name: `tableau-${name}`,
  path: `/dashboard/course/${id}/${page}`,
  signedIn: true,
});

/** Somebody each is asked about other dates, about another course, and has accepted other dates. */
export async function proposalViews(url: string): Promise<{ customer: View[]; staff: View[] }> {
  const admin = await asAdmin(url);
  const undecided = await smallCourse(admin, "Pesto e basilico");
  const course = await smallCourse(admin);
  const moved = await smallCourse(admin, "Frutti di mare");
  const [anna, bruno, carla] = [
    await buy(url, course, ["Anna", "Conti"]),
    await buy(url, moved, ["Bruno", "Sala"]),
    await buy(url, course, ["Carla", "Neri"]),
  ];
  const reason = "Il nous manque deux élèves.";
  await decide(admin, course, { ...newDates, decisionDay: newDates.startDate, reason });
  await decide(admin, moved, { ...otherCourse(await cheaperCourse(admin)), reason });
  await answer(carla, "accept");
  const dates = await asked(anna);
  return {
    customer: [
      { name: "fiche-cours-effectif", path: `/cours/${undecided.slug}` },
      { name: "proposition", ...dates },
      { name: "proposition-refus", ...dates, open: press("proposal.refuse") },
      { name: "proposition-autre-cours", ...(await asked(bruno)) },
      { name: "proposition-acceptee", ...(await asked(carla)) },
      { name: "proposition-inconnue", path: "/proposition#un-jeton" },
      { name: "mes-cours-proposition", ...dates, path: "/profile/subscriptions" },
      { name: "profil-achats-proposition", ...dates, path: "/profile?tab=purchases" },
    ],
    staff: [staff("decision", undecided, "decision"), staff("decision-reponses", course, "places")],
  };
}
