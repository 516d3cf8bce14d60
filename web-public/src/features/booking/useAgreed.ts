// What is ticked, for as long as it is asked for: other terms than those that were read are not accepted by an old tick.
import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { Asked, Given } from "./consents";
import { keepUnsent, readUnsent } from "./unsent";

export function useAgreed({
  consents,
  termsVersion,
}: Asked): [Given, Dispatch<SetStateAction<Given>>] {
  const [given, setGiven] = useState<Given>(() => readUnsent().given);
  const [read, setRead] = useState(() => readUnsent().termsVersion ?? termsVersion);
  if (termsVersion !== undefined && termsVersion !== read) {
    setRead(termsVersion);
    setGiven(new Set([...given].filter((kind) => kind !== "TERMS")));
  }
  // Nothing is asked for while the answer is on its way.
  if (consents.length > 0 && [...given].some((kind) => !consents.includes(kind))) {
    setGiven(new Set([...given].filter((kind) => consents.includes(kind))));
  }
  useEffect(() => keepUnsent({ given, termsVersion: read }), [given, read]);
  return [given, setGiven];
}
