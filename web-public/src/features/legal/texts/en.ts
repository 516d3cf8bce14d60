import type { LegalText } from "../text";

export const privacy: LegalText = {
  title: "Privacy",
  lead: "What the school keeps about you, why, for how long, and what you can do about it.",
  sections: [
    {
      title: "In short",
      blocks: [
        "The school, as controller, asks only for what it needs to enrol you, teach you and answer you. Nothing is sold or passed on. The site does not measure its audience, shows no advertising and does not follow you elsewhere.",
      ],
    },
    {
      title: "What is recorded, and why",
      blocks: [
        [
          "Your account: first name, last name, email address, phone, country, date of birth, and the language and text size you chose. The password is kept only in a form from which it cannot be recovered. Basis: your contract with the school.",
          "Your bookings: the course and modules chosen, the dates, the learner when it is not you, the amounts and the payment reference. Basis: the contract, then accounting duties.",
          "Your progress: the lessons viewed and the modules completed, so that you can pick up where you left off. Basis: the contract.",
          "Your level tests and quizzes: the questions asked, your answers, the time each one took and the result. With an account, so that you can take up a test again and find it later; without an account no name is recorded. The answers also serve to measure how difficult the questions are. Basis: your request, then the legitimate interest in asking good questions.",
          "Your cards of revision: the quiz questions that you missed, the words that you keep and what you note about them, and each of your answers with its time, so that a card comes back at the right moment. Only you see them; the school reads only how many learners miss a question, once at least three have answered it. Basis: the contract.",
          "Your attendance of sessions, as the teacher notes it or your phone tells it: it is the evidence of the hours attended. Basis: the contract.",
          "Your note on what helps you in class, if you write one. Basis: your consent, which you withdraw by deleting it.",
          "The addresses by which your calendar reads your sessions, in a form from which they cannot be recovered, and the day they were last read. Basis: your request.",
          "Your places on waiting lists: the first name and email address given, the course chosen and your rank, so that a place that comes free can be offered to you. Basis: your request.",
          "Your certificates: your name, the course, the level, the hours and the dates. Their signed code says the same: whoever has it from you can verify the certificate, and the school keeps no trace of that. Basis: the contract.",
          "Your messages: name, email address and text, with the teacher or time you mention, so that we can answer. Basis: your request and the agreement you give by sending it.",
          "Your testimonials, if you write any: once read by us they appear with your first name and the initial of your last name.",
          "Your sign-ins: the browser, the network address, the date and the length of each session, so that you can see and close them. Attempts to sign in or to send are counted by network address for as long as it takes to prevent abuse. Basis: the legitimate interest of protecting accounts.",
        ],
        "Card numbers are neither stored nor logged by the school: the payment provider handles them.",
      ],
    },
    {
      title: "For how long",
      blocks: [
        [
          "Account and progress: until you delete the account.",
          "Level tests and quizzes: your name is removed from them after twenty-four months, or with the account. The answers stay, without a name.",
          "Cards of revision: erased with the account, or twenty-four months after your last access to a course has ended.",
          "Certificates: your name is erased from them with the account; a code that you have passed on still bears it.",
          "Details entered for a booking that is not completed: erased twenty-four hours after the time to pay has run out.",
          "Paid bookings and accounting records: ten years, as French law requires, even after the account is deleted.",
          "Ended sessions and links sent by email: thirty days after they end.",
          "Messages: for the length of the exchange. Those bearing your account’s verified address go with the account.",
          "Messages to your class: twelve months after the last access to the course ends; without their author’s name once that account is deleted.",
          "Attendance: it stays as evidence of the hours attended; your name is erased from it with the account. The reason of a correction is erased with the account, after five years at the latest.",
          "The note on what helps you in class: until you delete it, with the account, or twelve months after your last access to a course ends.",
          "Calendar addresses: until you revoke them, with the account, or after four hundred days without being read.",
          "Waiting lists: an address that nobody confirmed, seven days; your name and address, ninety days after you no longer wait.",
        ],
        "Deleting your account erases your name, address and contact details; your testimonials are then signed “Ancien élève” (former student).",
      ],
    },
    {
      title: "Who has access",
      blocks: [
        [
          "At the school: the administration, for accounts and bookings; the teaching team, for content, messages, attendance and the names in class lists; the administration and your current teacher, for the note on what helps you in class; the teaching team, for your level tests and quizzes, and your current teacher, for your level tests.",
          "The payment provider when you pay by card, and the service that carries the school’s email.",
          "Google, only if the school offers this way of signing in and you open the sign-in window.",
        ],
        "For someone you enrol, we keep what you tell us and inform them by email once the booking is confirmed.",
      ],
    },
    {
      title: "What your browser keeps",
      blocks: [
        "Your session, the language and text size; until the tab is closed, what you have started to write; and, until they are sent or you sign out, your answers of revision that the network has not carried yet. All of it is needed for the service you ask for: there are no trackers, and so there is no banner to accept.",
      ],
    },
    {
      title: "Your rights",
      blocks: [
        "You may see your data, correct it, receive a copy, have it erased, restrict or object to its use, and withdraw an agreement. Your profile lets you do most of this yourself; for the rest, write to us. If our answer does not satisfy you, you may complain to the French authority, the CNIL, at cnil.fr.",
      ],
    },
  ],
};

export const accessibility: LegalText = {
  title: "Accessibility",
  lead: "The site should serve everyone, by keyboard, touch, voice or screen reader.",
  sections: [
    {
      title: "Where we stand",
      blocks: [
        "We aim for level AA of WCAG 2.2, on which the French reference (RGAA) is based. The site has not yet been audited by an independent body, so we do not claim full conformity.",
      ],
    },
    {
      title: "What is checked",
      blocks: [
        "With every version, automatic checks go through the pages and dialogs in the four languages, on large screens and on phones. We also check that:",
        [
          "everything can be reached and used by keyboard, and what has the focus is visible;",
          "every field has its label, every error is tied to its field;",
          "nothing is lost with text twice as large or a screen 320 pixels wide;",
          "motion stops when your device asks for it;",
          "every state is told by a word, never by colour alone.",
        ],
        "The language of the site and the size of the text can be chosen in the display settings.",
      ],
    },
    {
      title: "What we know to be imperfect",
      blocks: [
        [
          "The school’s content (courses, questions, testimonials) is written in French and not translated; its language is announced to screen readers.",
          "Automatic checks do not see everything, and the site has not yet been tried by a wide group of people who use assistive technology.",
        ],
      ],
    },
    {
      title: "An obstacle? Tell us",
      blocks: [
        "Write to us, describing the page and what stops you: we will give you the information in another way and put it right. If the answer does not satisfy you, you may turn to the Défenseur des droits, at defenseurdesdroits.fr.",
      ],
    },
  ],
};
