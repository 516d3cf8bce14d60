// Phone numbers as they are dialled from anywhere.

/** As the server keeps them (core/src/phone.rs): here the zero of home is not dialled from abroad. */
const ZERO_GOES = [
  "+27",
  "+31",
  "+32",
  "+33",
  "+40",
  "+41",
  "+43",
  "+44",
  "+46",
  "+49",
  "+61",
  "+64",
  "+81",
  "+82",
  "+90",
  "+212",
  "+213",
  "+262",
  "+353",
  "+358",
  "+590",
  "+594",
  "+596",
];

/** "+33" and "06 12 34 56 78" are "+33 6 12 34 56 78". */
export function internationalPhone(dialCode: string, typed: string): string {
  const goes = ZERO_GOES.includes(dialCode);
  return `${dialCode} ${goes ? typed.trim().replace(/^0[ .-]?/, "") : typed.trim()}`;
}
