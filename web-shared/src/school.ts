// What the sites say about the school itself: the one place, until the school edits it in its settings.

export const school = {
  name: "Préau",
  street: "12, rue des Platanes",
  postalCode: "13100",
  city: "Aix-en-Provence",
  phone: "04 65 71 00 12",
  /** For `tel:` links. */
  phoneLink: "+33465710012",
  email: "bonjour@preau.example",
} as const;
