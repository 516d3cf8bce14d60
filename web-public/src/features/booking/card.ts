// How the parts of a card are written while they are typed, and read when they are sent. Nothing is stored.

export interface CardText {
  holderName: string;
  cardNumber: string;
  expiry: string;
  cvc: string;
}

const LONGEST = 19; // digits of a card number

const digits = (text: string) => text.replace(/\D/g, "");

/** Groups of four. */
export function writeNumber(typed: string): string {
  return digits(typed)
    .slice(0, LONGEST)
    .replace(/(.{4})(?=.)/g, "$1 ");
}

/** "11 / 27", the slash put in when the month is complete; it can be deleted again. */
export function writeExpiry(typed: string, before: string): string {
  const all = digits(typed);
  const figures = all.length === 6 ? all.slice(0, 2) + all.slice(4) : all.slice(0, 4); // 11/2027
  const padded = /^[2-9]$/.test(figures) ? `0${figures}` : figures;
  const deleting = typed.length < before.length;
  if (padded.length < 2 || (padded.length === 2 && deleting)) return padded;
  return `${padded.slice(0, 2)} / ${padded.slice(2)}`;
}

export function writeCvc(typed: string): string {
  return digits(typed).slice(0, 4);
}

/** What the provider asks for; a part that cannot be read is 0, which it refuses under its field. */
export function readCard(card: CardText) {
  const figures = digits(card.expiry);
  return {
    holderName: card.holderName.trim(),
    cardNumber: digits(card.cardNumber),
    expMonth: Number(figures.slice(0, 2)),
    expYear: figures.length === 4 ? 2000 + Number(figures.slice(2)) : 0,
    cvc: card.cvc,
  };
}
