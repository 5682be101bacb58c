import { WHOIS_LABELS } from "../facts/whois_label_facts.ts";
import { RegistryError } from "./rdap/registry_error.ts";

/**
 * The words of whois servers. There is no standard: each registry has its own
 * labels, headings and sentences. The labels are in `facts/whois_labels.csv`, as
 * `normalizeLabel` returns them.
 */

/** `Registrant State/Province`, `ns1_hostname` and `[Name Server]` as words. */
export function normalizeLabel(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}]+/gu, " ").trim();
}

/** What a label of the record itself can mean. */
export const RECORD_FIELDS = [
  ...["domain", "handle", "registrar", "registrarId", "registrarUrl"],
  ...["ianaId", "referral", "created", "updated", "expires", "status"],
  ...["nameServer", "dnssec", "ds"],
] as const;

export type RecordField = typeof RECORD_FIELDS[number];

type Labels<Meaning extends string> = Readonly<
  Record<Meaning, readonly string[]>
>;

/** The labels of each meaning of a kind; `ianaId` is `record-iana-id` in the file. */
function labelsOf<Meaning extends string>(
  kind: string,
  meanings: readonly Meaning[],
): Labels<Meaning> {
  const kebab = (text: string) =>
    text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.fromEntries(
    meanings.map((
      meaning,
    ) => [meaning, WHOIS_LABELS[`${kind}-${kebab(meaning)}`]]),
  ) as Labels<Meaning>;
}

const RECORD_LABELS = labelsOf("record", RECORD_FIELDS);

/** Roles as named in RFC 9083, and how labels and headings start with them. */
export const ROLES: Readonly<Record<string, readonly string[]>> = labelsOf(
  "role",
  ["registrant", "administrative", "technical", "billing", "abuse"],
);

const CONTACT_FIELDS = [
  ...["handle", "name", "organisation", "email", "phone", "address"],
  ...["country", "ignored"],
] as const;

export type ContactField = typeof CONTACT_FIELDS[number] | "line";

const CONTACT_LABELS = labelsOf("contact", CONTACT_FIELDS);

/** A heading, or a label without a value, that gives the next lines a meaning. */
export type Section = "registrar" | "nameServer" | "record" | "status" | string;

const HEADINGS = labelsOf("heading", ["registrar", "record", "status"]);
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  ...ROLES,
  registrar: HEADINGS.registrar,
  nameServer: RECORD_LABELS.nameServer,
  record: HEADINGS.record,
  status: HEADINGS.status,
};

function mapOf<T extends string>(
  table: Readonly<Record<T, readonly string[]>>,
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const [field, labels] of Object.entries(table) as [T, string[]][]) {
    // The first entry of a label counts.
    for (const label of labels) if (!map.has(label)) map.set(label, field);
  }
  return map;
}

export const recordFields = mapOf(RECORD_LABELS);
export const contactFields = mapOf(CONTACT_LABELS);
export const sections = mapOf(SECTIONS);
const prefixes = Object.entries(ROLES)
  .flatMap(([role, names]) => names.map((prefix) => ({ role, prefix })))
  .sort((a, b) => b.prefix.length - a.prefix.length);

/** `tech contact name`: the technical contact's name. */
export function roleField(
  label: string,
): { role: string; field: ContactField } | undefined {
  const text = label.replace(/^registry /, "");
  for (const { role, prefix } of prefixes) {
    if (!text.startsWith(prefix)) continue;
    if (text === prefix) return { role, field: "name" };
    if (text[prefix.length] !== " ") continue;
    const field = contactFields.get(text.slice(prefix.length + 1));
    if (field) return { role, field };
  }
}

export function isKnownLabel(label: string): boolean {
  return recordFields.has(label) || roleField(label) !== undefined;
}

/** Labels of the record that contacts also have. */
export const CONTACT_OWN: ReadonlySet<string> = new Set(
  WHOIS_LABELS["shared-label"],
);

/**
 * The ways in which servers report that there is no record, at the start of a
 * line in lower case, without quotation marks and ornaments.
 */
export const NOTHING: readonly RegExp[] = [
  /^(?:sorry, (?:but )?)?no (?:such |matching )?(?:match|domain|results?|found|records?|entr(?:y|ies)|data|objects?|information available)\b(?!ation)/,
  /^(?:unfortunately, )?no results were found/,
  /^(?:not|nothing) found\b/,
  /^(?:sorry, but )?(?:the |above )?(?:queried )?(?:domain|object)(?: name)?:? *(?:\S+ ?,? )?(?:(?:was )?not found|(?:does not|doesn't) exist|(?:is|has) not (?:been )?regist(?:e?red|ered)|not regist(?:e?red)|is available|is free)\b/,
  /^(?:this )?domain(?: name)? (?:has not been registered|is available|is not registered)\b/,
  /^\S+\.\S+:? (?:(?:was )?not found|is available|is free|(?:is|has) not (?:been )?registered|no existe|not registered|no match)\b/,
  /^(?:domain |registration |query )?(?:status|state) *: *(?:free|available|no object found|not registered|no registrado)\b/,
  /^not registered\b/,
  /^data not found\b/,
  /^this domain is not available in our whois database\b/,
  /^we do not have an entry in our database\b/,
  /^we could not find the requested domain\b/,
  /^invalid query or domain name not known\b/,
  /^you queried for \S+ but this server does not have/,
  /^(?:error:? ?\d*:?) +(?:no (?:entries|objects|records) found|domain is not registered|object does not exist)/,
  /^(?:key|object) not found\b/,
  /^no_se_encontro_el_objeto\b/,
  /^there is no information available on the domain\b/,
  /^query_status: 220 available/,
  /^domain \S+ is available\b/,
  /^nincs tal[aá]lat/,
  /^the requested domain was not found\b/,
  /^available$/,
  /\breturned 0 objects\b/,
  /^no match found for\b/,
];

/** Values of a status that mean that the name is not registered. */
export const FREE_STATUS =
  /^(?:\d{3} )?(?:free|available|no object found|not registered|no registrado|unassigned|not found)\b/i;

/** The ways in which registries say that nobody can register a name. */
export const RESERVED: readonly RegExp[] = [
  /^(?:this |the )?(?:requested )?(?:domain|name)(?: name)?(?: \S+)? (?:is|has been) (?:reserved|blocked|restricted|not allowed|prohibited)\b/,
  /^(?:domain |registration )?status *: *(?:reserved|restricted|prohibited|unavailable|blocked)\b/,
  /^domain(?: name)?(?: is)? not available\b/,
  /^name is restricted\b/,
  /^not available for registration\b/,
  /^restricted$/,
  /\bname is not allowed by the policy\b/,
  /^reserved\b/,
];

/**
 * The ways in which servers refuse to respond for now. Some of them also say
 * that nothing was found.
 */
const BUSY =
  /\btoo many (?:requests|connections|queries)\b|\b(?:limit|quota)\b.{0,60}\b(?:exceeded|reached)\b|\b(?:have|has) exceeded\b.{0,60}\b(?:limit|quota|rate)\b|\bplease go away\b|\bonly \d+ requests? per\b|\b(?:server too|currently|temporarily) (?:busy|down|unavailable)\b|\bdatabase is currently down\b|\bquery rate\b.{0,40}\b(?:exceeded|too high|too fast)\b/i;

/**
 * Refusals and failures that name no limit. Terms of use that only threaten with them
 * must not match.
 */
const REFUSED =
  /\byou (?:have been|are) (?:black-?listed|blocked|banned|denied)\b|\byour (?:ip|access|host|address|client)\b.{0,40}\b(?:is|are|was|has been) (?:black-?listed|blocked|banned|denied|suspended|refused)\b|\baccess (?:from .{1,60} )?denied\b|\bnot allowed to (?:query|access) this server\b|\b(?:reached|exceeded|due to) (?:the |your )?maximum number of\b|\b(?:internal|database|server) (?:error|failure|timeout)\b|\btemporary failure\b|\btry again later\b/i;

/**
 * @throws {RegistryError} `busy` if the server does not respond for now; `malformed` if
 * it refuses or fails, so that what it says of nothing found counts for nothing
 */
export function rejectRefusal(lines: readonly string[]): void {
  if (lines.some((line) => BUSY.test(line))) throw new RegistryError("busy");
  if (lines.some((line) => REFUSED.test(line))) {
    throw new RegistryError("malformed");
  }
}

/**
 * Top-level domains whose registries write the day before the month in dates
 * such as `11/01/2010`.
 */
export const DAY_FIRST: ReadonlySet<string> = new Set(
  "bg es fr hk ie im it lu mo pf pm pt re sm tf tn tr ve wf yt".split(" "),
);
