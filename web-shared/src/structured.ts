// The school as schema.org knows it, for search engines. Addresses are paths of this site.
import { phoneLink, type School } from "./school";

export function structuredAddress({ street, postalCode, city }: School) {
  return {
    "@type": "PostalAddress",
    ...(street && { streetAddress: street }),
    ...(postalCode && { postalCode }),
    ...(city && { addressLocality: city }),
    addressCountry: "FR",
  };
}

export function structuredSchool(school: School) {
  return {
    "@type": "EducationalOrganization",
    name: school.name,
    url: "/",
    logo: school.logoUrl ?? "/logo.svg",
    ...(school.phone && { telephone: phoneLink(school.phone) }),
    ...(school.email && { email: school.email }),
    address: structuredAddress(school),
  };
}
