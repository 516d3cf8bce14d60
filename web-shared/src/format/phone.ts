// Phone numbers as they are dialled from anywhere.

/** As the server keeps them (core/src/phone.rs): here the zero is dialled from abroad too. */
const ZERO_STAYS = ["+39", "+378", "+225", "+242"];

/** "+33" and "06 12 34 56 78" are "+33 6 12 34 56 78". */
export function internationalPhone(dialCode: string, typed: string): string {
  const stays = ZERO_STAYS.includes(dialCode);
  return `${dialCode} ${stays ? typed.trim() : typed.trim().replace(/^0[ .-]?/, "")}`;
}
