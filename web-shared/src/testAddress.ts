import type { Taught } from "./theme/language";

/** The level test of a language; without one the page that asks for it. */
export function testAddress(language: Taught | undefined): string {
  return language ? `/test?language=${language.key}` : "/tests";
}
