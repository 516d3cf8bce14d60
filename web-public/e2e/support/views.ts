// Every page and dialog of the public site, for what looks at all of them: the sweep for everyone and the pictures.
import { expect, type Page } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard } from "./api.ts";
import { addressOf, ownCertificate } from "./certificates.ts";
import { demoStudent, moduleOf, modulesOf, subscriptionOf } from "./learner.ts";
import { keepWords } from "./revision.ts";
import { hydrated } from "./test.ts";
import type { Say } from "./texts.ts";
import { listed } from "./waitlist.ts";

export interface View {
  /** As the picture is called. */
  name: string;
  path: string;
  signedIn?: boolean;
  /** Of somebody else than the demo's student or administrator. */
  session?: Record<string, string>;
  /** What this tab remembers (sessionStorage). */
  remembers?: Record<string, unknown>;
  /** What opens the dialog, once the page is there. */
  open?: (page: Page, say: Say) => Promise<void>;
  /** Milliseconds that pass on the page's clock before it is looked at. */
  after?: number;
  /** Only where the screen is narrower or wider than this, in pixels. */
  below?: number;
  above?: number;
}

const french = "/courses?language=Fran%C3%A7ais&type=ONLINE";
/** As the desktop app asks for its sign-in. */
const desktopLink = `/bureau?${new URLSearchParams({
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  redirect_uri: "preau://auth",
  state: "app",
})}`;
const SETTLED = 400; // milliseconds: longer than a dialog takes to come

/** The draft of a booking, as its tab remembers it; no seat is held for it. */
export async function draftedBooking(url: string) {
  const course = await bookableCourse(url);
  const said = draft(course, "jeanne.morel@exemple.test");
  const { password: _, passwordConfirmation: __, ...bookerData } = said.bookerData;
  const path = `/online-course-details?id=${course.id}`;
  return { said, path, reservationDraft: { ...said, bookerData, originRoute: path } };
}

/** What the pages of a booking are made of: a course, a draft of it, a seat that is held for it; once in a school. */
export async function booking(url: string) {
  const { said, path, reservationDraft } = await draftedBooking(url);
  const held = await new Caller(url).ok("POST", "/checkout", said);
  const checkout = { reservationId: held.reservationId, checkoutToken: held.checkoutToken };
  return { path, reservationDraft, checkout };
}

/** A booking that was paid, as its tab remembers it; of somebody else each time. */
async function paidBooking(url: string) {
  const visitor = new Caller(url);
  const email = `camille.roux.${crypto.randomUUID()}@exemple.test`;
  const said = draft(await bookableCourse(url), email);
  const { reservationId, checkoutToken, clientSecret } = await visitor.ok(
    "POST",
    "/checkout",
    said,
  );
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  return { reservationId, checkoutToken, waits: false };
}

export async function allViews(url: string): Promise<View[]> {
  const { path, reservationDraft, checkout } = await booking(url);
  const finishedCheckout = await paidBooking(url);
  const student = await demoStudent(url);
  const active = await subscriptionOf(student, "ACTIVE");
  const completed = await subscriptionOf(student, "COMPLETED");
  const expired = await subscriptionOf(student, "EXPIRED");
  const certificate = await ownCertificate(student);
  const list = await listed(url, student);
  await keepWords(student, { vorrei: "je voudrais", "il conto": "l’addition" });
  return [
    { name: "accueil", path: "/" },
    { name: "accueil-langue", path: "/", open: press("home.online") },
    { name: "connexion", path: "/login", open: dialogCame },
    { name: "inscription", path: "/signup", open: dialogCame },
    { name: "mot-de-passe-oublie", path: "/faq?account=forgot", open: dialogCame },
    { name: "menu", path: "/", below: 1180, open: press("nav.open") },
    { name: "menu", path: "/", above: 1180, open: press("nav.courses") },

    { name: "cours", path: french },
    { name: "cours-presentiel", path: "/courses?language=Italien&type=IN_PERSON" },
    { name: "cours-langue", path: "/courses?type=ONLINE" },
    { name: "cours-filtres", path: french, below: 1000, open: press("catalogue.filters") },
    { name: "cours-aide", path: french, below: 1000, after: 20_000 },
    { name: "cours-introuvable", path: "/online-course-details?id=999999" },
    { name: "fiche-cours", path },
    { name: "fiche-cours-selection", path, open: press("booking.enrol", "booking.enrolShort") },
    { name: "fiche-cours-complet", path: `/cours/${list.course.slug}` },
    { name: "liste-attente", path: list.waiting, signedIn: true },
    {
      name: "liste-attente-place",
      path: list.offered,
      signedIn: true,
      session: await sessionOf(list.other),
    },
    { name: "liste-attente-inconnue", path: "/liste-attente#un-jeton" },
    { name: "reservation-infos", path: "/reservation/details", remembers: { reservationDraft } },
    {
      name: "reservation-paiement",
      path: "/reservation/confirmation",
      remembers: { reservationDraft, checkout },
    },
    { name: "reservation-reussie", path: "/reservation/success", remembers: { finishedCheckout } },

    { name: "faq", path: "/faq" },
    { name: "faq-ouverte", path: "/faq", open: (page) => page.locator("summary").first().click() },
    { name: "contact", path: "/contacts" },
    { name: "contact-rendez-vous", path: "/contacts?subject=meeting" },
    { name: "verifier", path: "/verifier" },
    { name: "verifier-authentique", path: addressOf(certificate) },
    { name: "verifier-falsifiee", path: addressOf(certificate).replace(/.{8}$/, "AAAAAAAA") },
    { name: "mes-cours-termines", path: "/profile/subscriptions?tab=completed", signedIn: true },
    { name: "reglages", path: "/settings" },
    { name: "mes-cours", path: "/profile/subscriptions", signedIn: true },
    { name: "ma-classe", path: `/ma-classe/${active.id}`, signedIn: true },
    { name: "ma-classe-terminee", path: `/ma-classe/${expired.id}`, signedIn: true },
    { name: "reviser", path: "/revision", signedIn: true },
    { name: "reviser-carte", path: "/revision", signedIn: true, open: press("revision.start") },
    { name: "reviser-reponse", path: "/revision", signedIn: true, open: turnCard },
    { name: "reviser-retirer", path: "/revision", signedIn: true, open: removeCard },
    { name: "pointage", path: "/pointage", signedIn: true },
    { name: "pointage-refuse", path: "/pointage#un-code", signedIn: true },
    { name: "invitation", path: "/invitation#un-jeton" },
    {
      name: "modules",
      path: `${modulesOf(active)}&module=${active.nextModuleId}`,
      signedIn: true,
    },
    { name: "modules-fini", path: modulesOf(completed), signedIn: true },
    {
      name: "modules-avis",
      path: modulesOf(completed),
      signedIn: true,
      open: press("learning.course.giveReview"),
    },
    { name: "modules-acces-termine", path: modulesOf(expired), signedIn: true },
    { name: "modules-adresse", path: "/courses-modules" },
    { name: "module", path: moduleOf(active, active.nextModuleId), signedIn: true },
    {
      name: "module-fini",
      path: moduleOf(completed, completed.modules[0]?.moduleId ?? null),
      signedIn: true,
    },
    {
      name: "module-acces-termine",
      path: moduleOf(expired, expired.modules[0]?.moduleId ?? null),
      signedIn: true,
    },
    {
      name: "module-mot",
      path: moduleOf(active, active.nextModuleId),
      signedIn: true,
      open: press("revision.word.action"),
    },
    { name: "module-adresse", path: "/modules-chapiters" },
    { name: "modules-apercu", path: path.replace("-details", "-modules") },
    { name: "profil", path: "/profile", signedIn: true },
    { name: "profil-tests", path: "/profile?tab=tests", signedIn: true },
    { name: "profil-securite", path: "/profile?tab=security", signedIn: true },
    { name: "profil-avis", path: "/profile?tab=notices", signedIn: true },
    { name: "profil-achats", path: "/profile?tab=purchases", signedIn: true },
    { name: "profil-donnees", path: "/profile?tab=data", signedIn: true },
    {
      name: "profil-adieu",
      path: "/profile?tab=data",
      signedIn: true,
      open: press("account.deleteAction"),
    },

    { name: "nouveau-mot-de-passe", path: "/reinitialiser?token=un-jeton" },
    { name: "lien-adresse", path: "/verifier-email?token=un-jeton" },
    { name: "lien-nouvelle-adresse", path: "/confirmer-email?token=un-jeton" },
    { name: "supprimer-compte", path: "/supprimer-compte?token=un-jeton" },
    { name: "application", path: desktopLink, signedIn: true },
    { name: "application-lien", path: "/bureau" },
    { name: "mentions-legales", path: "/mentions-legales" },
    { name: "confidentialite", path: "/confidentialite" },
    { name: "conditions", path: "/cgv" },
    { name: "accessibilite", path: "/accessibilite" },
    { name: "tests", path: "/tests" },
    { name: "test", path: "/test?language=ITALIAN" },
    { name: "test-question", path: "/test?language=ITALIAN", open: press("adaptiveTest.start") },
    { name: "test-fixe", path: "/test?language=ITALIAN&form=fixed" },
    { name: "test-chinois", path: "/test?language=CHINESE&form=fixed" },
    { name: "resultat-vide", path: "/result" }, // before there is one
    { name: "resultat", path: "/test?language=ITALIAN&form=fixed", open: takeTest },
    { name: "resultat-confiance", path: "/test?language=ITALIAN", open: takeAttempt },
  ];
}

/** The pages of the dashboard, as an administrator opens them; their own tests look whether they are for everyone. */
export async function staffViews(url: string): Promise<View[]> {
  const course = await bookableCourse(url);
  const pages = {
    accueil: "accueil",
    cours: "course/list",
    "places-attente": "course/places",
    "cours-formulaire": `course/edit/${course.id}`,
    modules: `course/modules/${course.id}`,
    classe: `course/${course.id}/learners`,
    "messages-classe": `course/${course.id}/messages`,
    seances: `course/sessions/${course.id}`,
    "emploi-du-temps": "timetable/calendar",
    salles: "timetable/rooms",
    fermetures: "timetable/closures",
    contenu: "academic-content",
    "test-de-niveau": "test-creator?language=it",
    "test-de-niveau-statistiques": "test-creator?language=it&tab=statistics",
    commentaires: "comment/list",
    faq: "faq/list",
    referentiels: "course-metadata",
    journal: "audit",
    ventes: "sales/reservations",
    souscriptions: "sales/subscriptions",
    factures: "sales/invoices",
    attestations: "certificates",
    utilisateurs: "user-management",
    statistiques: "stats",
    courriels: "mails",
  };
  return Object.entries(pages).map(([name, path]) => ({
    name: `tableau-${name}`,
    path: `/dashboard/${path}`,
    signedIn: true,
  }));
}

/** Answers whatever is asked, and hands it in. */
async function takeTest(page: Page, say: Say) {
  for (const question of await page.locator("[id^=question-]").all()) {
    const choice = question.getByRole("radio").first();
    if (await choice.isVisible()) await choice.check();
    else for (const gap of await question.getByRole("textbox").all()) await gap.fill("…");
  }
  await press("levelTest.submit")(page, say);
  await page.getByText(say("levelTest.done"), { exact: true }).waitFor();
}

/** Knows nothing, to the end. */
async function takeAttempt(page: Page, say: Say) {
  await press("adaptiveTest.start")(page, say);
  const done = page.getByText(say("levelTest.done"), { exact: true });
  const question = page.locator("[id^=question-]");
  await question.waitFor();
  while (!(await done.isVisible())) {
    const id = await question.getAttribute("id");
    await press("adaptiveTest.dontKnow")(page, say);
    await page.locator(`#${id}`).waitFor({ state: "detached" });
  }
}

/** The answer of the first card to revise. */
async function turnCard(page: Page, say: Say) {
  await press("revision.start")(page, say);
  await press("revision.show")(page, say);
}

async function removeCard(page: Page, say: Say) {
  await press("revision.start")(page, say);
  await press("revision.remove.action")(page, say);
  await dialogCame(page);
}

/** Presses the one button that bears one of these names and is seen. */
export function press(...names: Parameters<Say>[0][]) {
  return async (page: Page, say: Say) => {
    const buttons = names.map((name) => page.getByRole("button", { name: say(name), exact: true }));
    const any = buttons.reduce((all, one) => all.or(one));
    await any.filter({ visible: true }).first().click();
  };
}

/** The address itself opens the dialog, whose script may come after the page has settled. */
async function dialogCame(page: Page) {
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
}

/** The session of the demo student, as the site keeps it. */
export async function studentSession(url: string): Promise<Record<string, string>> {
  return sessionOf(await demoStudent(url));
}

export async function sessionOf(who: Caller): Promise<Record<string, string>> {
  const user = await who.ok("GET", "/users/me");
  return {
    accessToken: who.token ?? "",
    refreshToken: who.refreshToken ?? "",
    user: JSON.stringify(user),
  };
}

/** Opens a view as whoever it is for, in a tab that remembers nothing else, and waits until nothing moves any more. */
export async function show(
  page: Page,
  view: View,
  visit: { size: { width: number; height: number }; session: Record<string, string>; say: Say },
): Promise<void> {
  const { size, session, say } = visit;
  await page.setViewportSize(size);
  await page.goto("/assets/i18n/fr.json"); // a place of the site where no script runs
  await page.evaluate(
    ([remembered, session]) => {
      sessionStorage.clear();
      for (const [key, value] of remembered) sessionStorage.setItem(key, JSON.stringify(value));
      for (const [key, value] of session) sessionStorage.setItem(key, value);
    },
    [
      Object.entries(view.remembers ?? {}),
      view.signedIn ? Object.entries(view.session ?? session) : [],
    ] as const,
  );
  if (view.after) await page.clock.install();
  await page.goto(view.path);
  await hydrated(page);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await atRest(page);
  if (view.after) await page.clock.runFor(view.after);
  await view.open?.(page, say);
  if (view.after || view.open) {
    await page.waitForTimeout(SETTLED);
    await atRest(page);
  }
  await page.evaluate(() => document.fonts.ready);
}

/** Everything asked for has come. */
async function atRest(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
