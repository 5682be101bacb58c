const LETTERS = 26;
const A = 65;

/** The largest number that {@link countryNumber} returns. */
export const MAX_COUNTRY_NUMBER = LETTERS * LETTERS;

/** The number of an ISO 3166-1 alpha-2 code in upper case, from 1; 0 for other text. */
export function countryNumber(code: string): number {
  return /^[A-Z]{2}$/.test(code)
    ? (code.charCodeAt(0) - A) * LETTERS + code.charCodeAt(1) - A + 1
    : 0;
}

const codes: (string | undefined)[] = [];

/** The code with a number; undefined for 0. The same object every time. */
export function countryCodeOf(number: number): string | undefined {
  if (number === 0) return undefined;
  return codes[number] ??= String.fromCharCode(
    A + Math.floor((number - 1) / LETTERS),
    A + (number - 1) % LETTERS,
  );
}
