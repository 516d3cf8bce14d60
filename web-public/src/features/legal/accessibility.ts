import type { LegalTexts } from "./text";
import { accessibility as en } from "./texts/en";
import { accessibility as fr } from "./texts/fr";
import { accessibility as it } from "./texts/it";
import { accessibility as zh } from "./texts/zh";

export const accessibility: LegalTexts = { fr, en, it, zh };
