import { TYPE_CODES } from "../dns/question.ts";

/** Types that need a rule of their own (IANA "DNS Parameters", 2026-01). */
export const TYPE_DS = 43;
export const TYPE_IXFR = 251;
export const TYPE_AXFR = 252;
export const TYPE_ANY = 255;

const NAMES = new Map<number, string>([
  ...Object.entries(TYPE_CODES).map(([name, code]) => [code, name] as const),
  [33, "SRV"],
  [35, "NAPTR"],
  [TYPE_DS, "DS"],
  [48, "DNSKEY"],
  [64, "SVCB"],
  [65, "HTTPS"],
  [TYPE_ANY, "ANY"],
  [257, "CAA"],
]);

/** The name of a record type; `TYPE99` for one that resolvers rarely ask for (RFC 3597 section 5). */
export function typeName(code: number): string {
  return NAMES.get(code) ?? `TYPE${code}`;
}
