// What is typed into the form of a user, and the server's complaints that nothing was done about yet.
import { useState } from "react";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import type { Person, PersonField } from "./person";

export interface PersonForm {
  person: Person;
  setPerson: (person: Person) => void;
  edit: (name: PersonField, value: string) => void;
  errorOf: (name: PersonField) => string | undefined;
  /** Everything is to be judged anew. */
  sending: () => void;
}

export function usePerson(start: Person, error: unknown): PersonForm {
  const [person, setPerson] = useState(start);
  const [corrected, setCorrected] = useState<ReadonlySet<PersonField>>(new Set());
  return {
    person,
    setPerson,
    edit: (name, value) => {
      setPerson({ ...person, [name]: value });
      setCorrected(new Set(corrected).add(name));
    },
    errorOf: (name) => (corrected.has(name) ? undefined : faultOf(error, name)),
    sending: () => setCorrected(new Set()),
  };
}

/** An address that somebody else has is a conflict, not a fault of the field; the reader sees it there all the same. */
function faultOf(error: unknown, name: PersonField): string | undefined {
  const taken = error instanceof ApiError && error.code === "email_taken" && name === "email";
  return taken ? errorText(error) : fieldError(error, name);
}
