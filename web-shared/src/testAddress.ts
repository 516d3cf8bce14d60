import type { Taught } from "./taughtLanguages";

/** The level test of a language; without one the page that asks for it. */
export function testAddress(language: Taught | undefined): string {
  return language ? `/test?language=${encodeURIComponent(language.key)}` : "/tests";
}
