const ASN = /^(?:as)?(0|[1-9]\d{0,9})$/i;
export const MAX_ASN = 0xffffffff;

/** Whether a text looks like an AS number: digits, with or without `AS`. */
export function looksLikeAsn(text: string): boolean {
  return /^(?:as)?\d+$/i.test(text);
}

/** Parses `AS15169` or `15169`, without leading zeros; null for anything else. */
export function parseAsn(text: string): number | null {
  const asn = Number(ASN.exec(text)?.[1] ?? NaN);
  return asn <= MAX_ASN ? asn : null;
}
