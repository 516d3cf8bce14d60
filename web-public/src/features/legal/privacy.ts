import type { LegalTexts } from "./text";
import { privacy as en } from "./texts/en";
import { privacy as fr } from "./texts/fr";
import { privacy as it } from "./texts/it";
import { privacy as zh } from "./texts/zh";

export const privacy: LegalTexts = { fr, en, it, zh };
