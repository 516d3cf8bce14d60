// The course that is edited, as far as its parts must know it.
import { createContext, useContext } from "react";

/** The code of the language taught. */
export const Taught = createContext("fr");

export function useTaught(): string {
  return useContext(Taught);
}
