/** Names of response codes by number (IANA "DNS RCODEs", 2026-01); 12 to 15 are unassigned. */
const RCODES: readonly string[] = [
  "NOERROR",
  "FORMERR",
  "SERVFAIL",
  "NXDOMAIN",
  "NOTIMP",
  "REFUSED",
  "YXDOMAIN",
  "YXRRSET",
  "NXRRSET",
  "NOTAUTH",
  "NOTZONE",
  "DSOTYPENI",
];

const BADVERS = 16;

/** The name of a response code; `RCODE99` for one without. */
export function rcodeName(code: number): string {
  if (code === BADVERS) return "BADVERS";
  return RCODES[code] ?? `RCODE${code}`;
}
