// The school as schema.org knows it, for search engines. Addresses are paths of this site.
import { school } from "./school";

export const schoolAddress = {
  "@type": "PostalAddress",
  streetAddress: school.street,
  postalCode: school.postalCode,
  addressLocality: school.city,
  addressCountry: "FR",
};

export const structuredSchool = {
  "@type": "EducationalOrganization",
  name: school.name,
  url: "/",
  logo: "/logo.svg",
  telephone: school.phoneLink,
  email: school.email,
  address: schoolAddress,
};
