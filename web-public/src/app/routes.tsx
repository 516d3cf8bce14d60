// Every address of the public site. Aliases keep their query; an unknown address goes home.

import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import {
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
} from "react-router";
import { languagesOf, languagesQuery, nameOfWord } from "web-shared/taughtLanguages";
import type { Booking } from "../features/catalogue/CoursePage";
import { askedIn, hasForm } from "../features/level-test/address";
import type { Catalogue } from "../features/level-test/ResultPage";
import { Layout } from "./Layout";
import { PageFailure } from "./PageFailure";

/** The front page, with a few questions and the ways to reach the school. */
const home: RouteObject["lazy"] = async () => {
  const [{ HomePage }, { FaqExcerpt }, { ContactForm }, { MeetingBlock }] = await Promise.all([
    import("../features/home/HomePage"),
    import("../features/faq/FaqExcerpt"),
    import("../features/contact/ContactForm"),
    import("../features/contact/MeetingBlock"),
  ]);
  return {
    element: (
      <HomePage questions={<FaqExcerpt />} meeting={<MeetingBlock />} contact={<ContactForm />} />
    ),
  };
};
const resetPassword: RouteObject["lazy"] = () =>
  import("../features/account/ResetPasswordPage").then((module) => ({
    Component: module.ResetPasswordPage,
  }));

const deleteAccount: RouteObject["lazy"] = () =>
  import("../features/account/DeleteAccountPage").then((module) => ({
    Component: module.DeleteAccountPage,
  }));

/** Where the desktop app has its people signed in. */
const desktop: RouteObject["lazy"] = () =>
  import("../features/desktop/DesktopPage").then((module) => ({
    element: <module.DesktopPage signIn="/login" />,
  }));

const courses: RouteObject["lazy"] = () =>
  import("../features/catalogue/CoursesPage").then((module) => ({
    Component: module.CoursesPage,
  }));
const subscriptions: RouteObject["lazy"] = () =>
  import("./pages/OwnCourses").then((module) => ({ Component: module.OwnCourses }));
const classroom: RouteObject["lazy"] = () =>
  import("../features/classroom/ClassPage").then((module) => ({
    element: <module.ClassPage signIn="/login" />,
  }));
const checkIn: RouteObject["lazy"] = () =>
  import("../features/classroom/CheckInPage").then((module) => ({
    element: <module.CheckInPage signIn="/login" />,
  }));
const invitation: RouteObject["lazy"] = () =>
  import("../features/account/InvitationPage").then((module) => ({
    element: <module.InvitationPage signIn="/login" />,
  }));
const revision: RouteObject["lazy"] = () =>
  import("../features/revision/RevisionPage").then((module) => ({
    element: <module.RevisionPage signIn="/login" />,
  }));

const learningModule: RouteObject["lazy"] = () =>
  import("./pages/LearningModule").then((module) => ({ Component: module.LearningModule }));
const faq: RouteObject["lazy"] = async () => {
  const [{ FaqPage }, { ContactForm }, { MeetingBlock }] = await Promise.all([
    import("../features/faq/FaqPage"),
    import("../features/contact/ContactForm"),
    import("../features/contact/MeetingBlock"),
  ]);
  return { element: <FaqPage contact={<ContactForm />} meeting={<MeetingBlock />} /> };
};
const contact: RouteObject["lazy"] = async () => {
  const [{ ContactPage }, { FaqExcerpt }] = await Promise.all([
    import("../features/contact/ContactPage"),
    import("../features/faq/FaqExcerpt"),
  ]);
  return { element: <ContactPage questions={<FaqExcerpt />} /> };
};
const verify: RouteObject["lazy"] = () =>
  import("../features/certificates/VerifyPage").then((module) => ({
    Component: module.VerifyPage,
  }));
const settings: RouteObject["lazy"] = () =>
  import("../features/settings/SettingsPage").then((module) => ({
    Component: module.SettingsPage,
  }));
function published(kind: "LEGAL" | "TERMS"): RouteObject["lazy"] {
  return () =>
    import("../features/legal/PublishedPage").then((module) => ({
      element: <module.PublishedPage kind={kind} />,
    }));
}

/** What the program itself does with personal data stands there until the school says it in its own words. */
const privacy: RouteObject["lazy"] = async () => {
  const [{ PublishedPage }, { LegalPage }, { privacy }] = await Promise.all([
    import("../features/legal/PublishedPage"),
    import("../features/legal/LegalPage"),
    import("../features/legal/privacy"),
  ]);
  return { element: <PublishedPage kind="PRIVACY" before={<LegalPage texts={privacy} />} /> };
};
const accessibility: RouteObject["lazy"] = async () => {
  const [{ LegalPage }, { accessibility }] = await Promise.all([
    import("../features/legal/LegalPage"),
    import("../features/legal/accessibility"),
  ]);
  return { element: <LegalPage texts={accessibility} /> };
};

const profile: RouteObject["lazy"] = () =>
  import("./pages/OwnProfile").then((module) => ({ Component: module.OwnProfile }));
const confirmation: RouteObject["lazy"] = () =>
  import("../features/booking/ConfirmationPage").then((module) => ({
    Component: module.ConfirmationPage,
  }));

const success: RouteObject["lazy"] = () =>
  import("../features/booking/SuccessPage").then((module) => ({
    Component: module.SuccessPage,
  }));

/** A course, with the panel that books it; while it is full, with its waiting list. */
const course: RouteObject["lazy"] = async () => {
  const [{ CoursePage }, { BookingPanel, Pending }, { WaitPanel }, { OpenOffers }] =
    await Promise.all([
      import("../features/catalogue/CoursePage"),
      import("../features/booking/BookingPanel"),
      import("../features/waitlist/WaitPanel"),
      import("../features/waitlist/OwnEntries"),
    ]);
  const booking: Booking = (of, onPrices) =>
    of.refusal?.code === "full" ? (
      <WaitPanel key={of.id} course={of} notice={<Pending course={of} />} />
    ) : (
      <BookingPanel
        key={of.id}
        course={of}
        onPrices={onPrices}
        notice={<OpenOffers courseId={of.id} />}
      />
    );
  return { element: <CoursePage booking={booking} /> };
};

/** How one stands on a waiting list; an offered seat leads into its booking. */
const waitlist: RouteObject["lazy"] = async () => {
  const [{ WaitlistPage }, { takeOffered, resumeOffered }] = await Promise.all([
    import("../features/waitlist/WaitlistPage"),
    import("../features/booking/offered"),
  ]);
  const booking = { take: takeOffered, resume: resumeOffered };
  return { element: <WaitlistPage signIn="/login" booking={booking} /> };
};

/** What the school asks of whoever booked a course that does not start as planned. */
const proposal: RouteObject["lazy"] = () =>
  import("../features/proposals/ProposalPage").then((module) => ({
    element: <module.ProposalPage signIn="/login" />,
  }));

/** The people of a booking, with the sign-in that stays in the page. */
const details: RouteObject["lazy"] = async () => {
  const [{ DetailsPage }, { InlineLogin }] = await Promise.all([
    import("../features/booking/DetailsPage"),
    import("../features/account/InlineLogin"),
  ]);
  return { element: <DetailsPage login={(done) => <InlineLogin onSignedIn={done} />} /> };
};

function emailLink(purpose: "verify-email" | "confirm-email"): RouteObject["lazy"] {
  return () =>
    import("../features/account/EmailLinkPage").then((module) => ({
      element: <module.EmailLinkPage purpose={purpose} />,
    }));
}

/** The modules of a course; `outline`: also for those without a subscription. */
function courseModules({ outline }: { outline: boolean }): RouteObject["lazy"] {
  return () =>
    import("../features/learning/CourseModulesPage").then((module) => ({
      element: <module.CourseModulesPage signIn="/login" outline={outline} />,
    }));
}

const tests: RouteObject["lazy"] = () =>
  import("../features/level-test/TestsPage").then((module) => ({ Component: module.TestsPage }));

/** A page of the level test, with the courses it may lead to. */
function withCourses(
  load: () => Promise<ComponentType<{ catalogue: Catalogue }>>,
): RouteObject["lazy"] {
  return async () => {
    const [Page, { CourseTile }, { listAddress }] = await Promise.all([
      load(),
      import("../features/catalogue/CourseTile"),
      import("../features/catalogue/listAddress"),
    ]);
    return { element: <Page catalogue={{ Tile: CourseTile, address: listAddress }} /> };
  };
}

const test = withCourses(() =>
  import("../features/level-test/TestPage").then((module) => module.TestPage),
);
const result = withCourses(() =>
  import("../features/level-test/ResultPage").then((module) => module.ResultPage),
);

interface Elsewhere {
  status: number;
  to: string;
}

/** What was asked of a route. */
interface Asked {
  /** With its question mark. */
  search: string;
  params: Readonly<Record<string, string | undefined>>;
}

/** What server-side rendering needs to know about a route. */
export interface Handle {
  /** Where this address redirects to; null: it is a page. */
  redirect?: (asked: Asked, queries: QueryClient) => Elsewhere | null | Promise<Elsewhere | null>;
  /** Only the canonical path shows the page; equivalent paths redirect to it. */
  oneAddress?: boolean;
  /** The page does something by itself: its scripts do not wait for the visitor's first sign. */
  atOnce?: (asked: Asked) => boolean;
  /** A page with personal content: only the browser renders it, and search engines do not index it. */
  clientOnly?: boolean;
}

const clientOnly: Handle = { clientOnly: true };

function leading(path: string, status: number, to: (asked: Asked) => string): RouteObject {
  const handle: Handle = { redirect: (asked) => ({ status, to: to(asked) }) };
  const loader = ({ request, params }: LoaderFunctionArgs) =>
    redirect(to({ search: new URL(request.url).search, params }));
  return { path, handle, loader, element: null };
}

/** Leads to a page of the dashboard: a full load, not a route. */
function outside(path: string, to: string): RouteObject {
  const handle: Handle = { redirect: () => ({ status: 302, to }) };
  return { path, handle, loader: () => redirectDocument(to), element: null };
}

/** Another name of a page: leads there with its query, and with what the name itself says. */
function alias(
  path: string,
  to: string,
  more: (params: Asked["params"]) => Record<string, string> = () => ({}),
): RouteObject {
  return leading(path, 308, ({ search, params }) => {
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(more(params))) query.set(name, value);
    return query.size > 0 ? `${to}?${query}` : to;
  });
}

/** A test is of a language: without one the page itself leads on, and so does the server. */
async function withoutTest({ search }: Asked, queries: QueryClient): Promise<Elsewhere | null> {
  const languages = languagesOf(await queries.fetchQuery(languagesQuery));
  const { language, elsewhere } = askedIn(new URLSearchParams(search), languages);
  return language ? null : { status: 302, to: elsewhere };
}

/** A test that was being taken, or its result, is looked for in this browser. */
const isUnderWay = ({ search }: Asked) => hasForm(new URLSearchParams(search), "adaptive");

/** The list asks for the language when its address names none. */
function asksLanguage({ search }: Asked): boolean {
  return !new URLSearchParams(search).has("language");
}

const pages: RouteObject[] = [
  { index: true, lazy: home },
  { path: "home", lazy: home },
  { path: "home/:section", handle: { atOnce: () => true } satisfies Handle, lazy: home },
  { path: "login", handle: clientOnly, lazy: home },
  { path: "signup", handle: clientOnly, lazy: home },
  { path: "reinitialiser", handle: clientOnly, lazy: resetPassword },
  { path: "verifier-email", handle: clientOnly, lazy: emailLink("verify-email") },
  { path: "supprimer-compte", handle: clientOnly, lazy: deleteAccount },
  { path: "confirmer-email", handle: clientOnly, lazy: emailLink("confirm-email") },
  { path: "bureau", handle: clientOnly, lazy: desktop },

  { path: "courses", handle: { atOnce: asksLanguage } satisfies Handle, lazy: courses },
  alias("cours", "/courses"),
  alias("courses/:language", "/courses", ({ language = "" }) => ({
    language: nameOfWord(language),
  })),
  alias("online-course", "/courses", () => ({ type: "ONLINE" })),
  alias("offline-courses", "/courses", () => ({ type: "IN_PERSON" })),
  { path: "cours/:slug", handle: { oneAddress: true } satisfies Handle, lazy: course },
  { path: "online-course-details", lazy: course },
  alias("courses-details", "/online-course-details"),
  { path: "offline-course-details", lazy: course },
  { path: "reservation/details", handle: clientOnly, lazy: details },
  { path: "reservation/confirmation", handle: clientOnly, lazy: confirmation },
  { path: "reservation/success", handle: clientOnly, lazy: success },
  { path: "profile", handle: clientOnly, lazy: profile },
  { path: "profile/subscriptions", handle: clientOnly, lazy: subscriptions },
  { path: "revision", handle: clientOnly, lazy: revision },
  { path: "pointage", handle: clientOnly, lazy: checkIn },
  { path: "invitation", handle: clientOnly, lazy: invitation },
  { path: "liste-attente", handle: clientOnly, lazy: waitlist },
  { path: "proposition", handle: clientOnly, lazy: proposal },
  { path: "ma-classe/:id", handle: clientOnly, lazy: classroom },

  { path: "online-course-modules", handle: clientOnly, lazy: courseModules({ outline: true }) },
  { path: "courses-modules", handle: clientOnly, lazy: courseModules({ outline: false }) },
  { path: "modules-chapiters", handle: clientOnly, lazy: learningModule },
  { path: "online-course-modules-chapiters", handle: clientOnly, lazy: learningModule },
  { path: "tests", lazy: tests },
  {
    path: "test",
    handle: { redirect: withoutTest, atOnce: isUnderWay } satisfies Handle,
    lazy: test,
  },
  { path: "result", handle: clientOnly, lazy: result },
  outside("academic-content", "/dashboard/academic-content"),
  { path: "contacts", lazy: contact },
  { path: "faq", lazy: faq },
  { path: "verifier", lazy: verify },
  { path: "settings", handle: clientOnly, lazy: settings },
  { path: "mentions-legales", lazy: published("LEGAL") },
  { path: "confidentialite", lazy: privacy },
  { path: "cgv", lazy: published("TERMS") },
  { path: "accessibilite", lazy: accessibility },
  leading("*", 302, () => "/"),
];

/** The route that shows a failed page within the frame. */
export const FAILURE_ROUTE = "pages";

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <PageFailure bare />,
    hydrateFallbackElement: <span />,
    children: [{ id: FAILURE_ROUTE, errorElement: <PageFailure />, children: pages }],
  },
];
