import { type Domain, parseDomain, parseHostname } from "../net/domain.ts";
import { parseIp } from "../net/ip_address.ts";
import { isPlaceholder, lenientText, webUrl } from "./rdap/lenient.ts";
import { isOtherName } from "./whois_target.ts";
import { RegistryError } from "./rdap/registry_error.ts";
import { sortByRole } from "./contacts.ts";
import { contactBlocks, whoisContacts } from "./whois_contacts.ts";
import { dateOrderOf, parseWhoisDate } from "./whois_dates.ts";
import {
  DAY_FIRST,
  FREE_STATUS,
  NOTHING,
  RECORD_FIELDS,
  type RecordField,
  recordFields,
  rejectRefusal,
  RESERVED,
} from "./whois_labels.ts";
import { parseRows, recordLines, type Row } from "./whois_rows.ts";
import {
  type DnssecRecord,
  type NameServer,
  parseDsText,
} from "./rdap/delegation.ts";

/**
 * A whois server's record of a domain. Null and empty lists mean that it gives
 * no value.
 */
export type WhoisRecord = Readonly<ReturnType<typeof recordOf>>;

/** IANA's record of a top-level domain that was never in use. */
const UNASSIGNED = /^organisation: +not assigned$/i;

/** Statuses of names that cannot exist. */
const NO_NAME = /^(?:\d{3} )?(?:invalid|unknown|not ?allowed|unassignable)\b/i;
/** `Connected (2010/09/30)`, `OK-UNTIL 20131218000000` */
const EXPIRES_IN_STATUS =
  /^(?:ok-until |(?:connected|registered) \()([\d/]{8,14})/i;

/** Decoration that servers print before a sentence. */
const ORNAMENT = /^[\s%#>*"'-]+/;

/**
 * Parses a response about a domain; null if it is not registered.
 *
 * @throws {RegistryError} `other_name` if the response is about another domain;
 * `busy` if the server does not respond for now; `malformed` if it neither
 * holds a record nor reports that there is none
 */
export function parseWhoisRecord(
  domain: Domain,
  text: string,
): WhoisRecord | null {
  const lines = recordLines(text);
  const values = recordValues(parseRows(lines));
  const isFree = values.status.some((status) => FREE_STATUS.test(status)) ||
    lines.some((line) => UNASSIGNED.test(line));
  const record = isFree ? null : recordOf(domain, values);
  const isRecord = record !== null && isRegistered(record);
  if ((isRecord || isFree) && isOfOther(domain, values.domain.map(hostIn))) {
    throw new RegistryError("other_name");
  }
  if (isRecord) return record;
  rejectRefusal(lines);
  if (isFree) return null;
  const sentences = lines.map((line) =>
    line.replace(ORNAMENT, "").replaceAll(/["'[\]]/g, "").toLowerCase()
  );
  const saying = (patterns: readonly RegExp[]) =>
    sentences.find((line) => patterns.some((pattern) => pattern.test(line)));
  const nothing = saying(NOTHING);
  if (nothing !== undefined) {
    if (namesOther(domain, nothing)) throw new RegistryError("other_name");
    return null;
  }
  if (saying(RESERVED) !== undefined) {
    return { ...recordOf(domain, values), statuses: ["reserved"] };
  }
  throw new RegistryError("malformed");
}

/** Whether the names of a record are another domain's. One label can be the domain's own. */
function isOfOther(domain: Domain, names: readonly string[]): boolean {
  const name = names.find((text) => parseDomain(text));
  if (name !== undefined) return isOtherName(domain, name);
  const label = names.length === 1 ? parseHostname(names[0]) : null;
  return label !== null && label !== domain.ascii.split(".", 1)[0];
}

/** What a sentence says there is nothing about, if it could be a domain name. */
const NAME =
  /(?:^|\b(?:for|found|domain|name|object)[: ]+|: *)([^\s.,:;<>()]+(?:\.[^\s.,:;<>()]+)+)/g;

/** Whether a sentence is about another domain, and does not name this one. */
function namesOther(domain: Domain, sentence: string): boolean {
  const names = [...sentence.matchAll(NAME)].flatMap(([, text]) =>
    parseDomain(text)?.ascii ?? []
  );
  return names.length > 0 && !names.includes(domain.ascii);
}

function isRegistered(record: WhoisRecord): boolean {
  const { domain, registrar, createdAt, updatedAt, expiresAt, statuses } =
    record;
  return registrar !== null || createdAt !== null || expiresAt !== null ||
    record.nameServers.length > 0 ||
    (domain !== null &&
      (updatedAt !== null || record.contacts.length > 0 ||
        statuses.some((status) => !NO_NAME.test(status))));
}

interface RecordValues
  extends Readonly<Record<RecordField, readonly string[]>> {
  readonly rows: readonly Row[];
}

/** The values of the record itself, without those of its contacts. */
function recordValues(rows: readonly Row[]): RecordValues {
  const values = Object.fromEntries(
    RECORD_FIELDS.map((field) => [field, []]),
  ) as unknown as Record<RecordField, string[]>;
  const contacts = contactBlocks(rows);
  // Records of host names that merely contain the queried name.
  const hosts = new Set(
    rows.flatMap(({ label, block }) => label === "server name" ? block : []),
  );
  // Several changes of the same object; others are those of contacts.
  let updated: Row | undefined;
  for (const row of rows) {
    const { block, label, value } = row;
    if (contacts.has(block) || hosts.has(block)) continue;
    const field = fieldIn(row);
    if (field === undefined) continue;
    if (field === "updated") {
      // Alone below the record: when the server updated its database.
      if (label === "last updated on" && isAlone(row, rows)) continue;
      updated ??= row;
      if (updated.label !== label || updated.block !== block) continue;
    }
    if (label === "maintainer" && !/^(?:https?:|www\.)/i.test(value)) continue;
    values[field].push(value);
  }
  return { ...values, rows };
}

function isAlone(row: Row, rows: readonly Row[]): boolean {
  return row.section === null &&
    !rows.some((other) => other !== row && other.block === row.block);
}

function fieldIn({ section, label }: Row): RecordField | undefined {
  const field = recordFields.get(label);
  switch (section) {
    case null:
      return field;
    case "record":
      return label === "name" || label === "" ? "domain" : field;
    case "nameServer":
      if (label === "" || label === "name" || field === "nameServer") {
        return "nameServer";
      }
      return field === "dnssec" || field === "ds" ? field : undefined;
    case "registrar":
      if (field === "registrar" || field === "ianaId") return field;
      if (/^(?:|name|organi[sz]ation(?: name)?|company|descr)$/.test(label)) {
        return "registrar";
      }
      return /^(?:web ?site|url|web|www)$/.test(label)
        ? "registrarUrl"
        : field === "domain" || field === "nameServer"
        ? field
        : undefined;
    case "status":
      return label === "" ? "status" : field;
    default:
      // A contact, which a label of the record alone has ended.
      return undefined;
  }
}

function recordOf({ ascii }: Domain, values: RecordValues) {
  const { created, updated, expires } = values;
  const order = dateOrderOf(values.rows.map(({ value }) => value)) ??
    (DAY_FIRST.has(ascii.slice(ascii.lastIndexOf(".") + 1)) ? "day" : null);
  const timesOf = (texts: readonly string[]) =>
    texts.flatMap((text) => parseWhoisDate(text, order) ?? []);
  const textOf = (field: RecordField) => {
    for (const value of values[field]) {
      const text = lenientText.parse(value);
      if (text !== null) return text;
    }
    return null;
  };
  const registrar = registrarOf(values);
  return {
    /** Lower case. */
    domain: parseHostname(hostIn(values.domain[0] ?? "")),
    handle: textOf("handle"),
    registrar,
    /** The number that IANA gave to the registrar. */
    registrarIanaId: /^\d{1,6}$/.exec(textOf("ianaId") ?? "")?.[0] ?? null,
    /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
    registrarUrl: values.registrarUrl.map(urlOf).find((url) => url !== null) ??
      null,
    /** Host name of the whois server to query next, in most cases the registrar's. */
    referral: values.referral.map(referralHost).find((host) => host !== null) ??
      null,
    /** ISO 8601 times in UTC, like the next two. */
    createdAt: timesOf(created).at(0) ?? null,
    updatedAt: timesOf(updated).sort().at(-1) ?? null,
    expiresAt: timesOf([
      ...expires,
      ...values.status.map((text) => EXPIRES_IN_STATUS.exec(text)?.[1] ?? ""),
    ]).at(0) ?? null,
    statuses: [
      ...new Set(
        values.status.map(statusText).filter((text) => text !== null),
      ),
    ],
    nameServers: nameServersOf(values.nameServer, ascii),
    dnssec: dnssecOf(values),
    contacts: sortByRole(whoisContacts(values.rows)),
  };
}

/** `Example Inc. (R22-LRCC)`, `(http://…)`, `t/a Brand [Tag = X]` */
const REGISTRAR_SUFFIXES =
  /(?: *\((?: ?(?:https?:\/\/|www\.)[^)]*|[A-Z]?\d+(?:-[A-Z\d]+)?)\)| *\[Tag = [^\]]*\]| R\d+-[A-Z]+)*(?: t\/a .*)?$/;

function registrarOf({ registrar, registrarId }: RecordValues): string | null {
  // `R-2024 (Example S.L.)`
  const inId = registrarId.flatMap((text) =>
    /^[\w-]+ \((.+)\)$/.exec(text)?.[1] ?? []
  );
  for (const value of [...registrar, ...inId]) {
    const text = value.replace(/^["']|["']$/g, "");
    const name = lenientText.parse(text.replace(REGISTRAR_SUFFIXES, ""));
    if (
      name === null ||
      /^(?:-+|none|n\/a|!.*|no registrar listed.*)$/i.test(name)
    ) continue;
    if (!isPlaceholder(name)) return name;
  }
  return null;
}

/** The first word, as in `ns1.example.net [Ok]`; without a trailing dot. */
function hostIn(text: string): string {
  return text.replace(/^["'(]+/, "").split(/[\s,;()]/, 1)[0]
    .replace(/\.$/, "");
}

/** Handles of hosts, and what stands for no server. */
const NOT_A_SERVER = /^not\.defined$|\d\.ser$/;

/** Name servers with the addresses that follow their names. */
function nameServersOf(
  values: readonly string[],
  domain: string,
): NameServer[] {
  const servers = new Map<string, string[]>();
  for (const value of values) {
    const words = value.replace(/^\S+\s+NS\s+/, "").split(/[\s,;()[\]/]+/);
    const isList = words.every((word) => word === "" || isHost(word));
    for (const word of isList ? words : [hostIn(words[0])]) {
      const name = parseHostname(word);
      if (name === null || !isHost(word) || NOT_A_SERVER.test(name)) continue;
      const addresses = servers.getOrInsertComputed(name, () => []);
      if (isList) continue;
      for (const text of words.slice(1, 20)) {
        const ip = parseIp(text)?.text;
        if (ip && !addresses.includes(ip)) addresses.push(ip);
      }
    }
  }
  // `.dk` and others list the domain itself under `DNS`.
  if (servers.size > 1) servers.delete(domain);
  return [...servers].map(([name, addresses]) => ({ name, addresses }));
}

function isHost(word: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*\.?$/i.test(word);
}

const SIGNED = /^(?:signed|yes|true|y|active|aktiv|ok)\b/i;
const UNSIGNED =
  /^(?:unsigned|no|false|n|inactive|none|not signed|disabled)\b/i;

function dnssecOf({ dnssec, ds }: RecordValues): DnssecRecord | null {
  const dsRecords = ds.flatMap((text) => parseDsText(text) ?? []);
  const statement = dnssec.find((text) =>
    SIGNED.test(text) || UNSIGNED.test(text)
  );
  if (statement === undefined && dsRecords.length === 0) return null;
  return {
    signed: dsRecords.length > 0 || SIGNED.test(statement ?? ""),
    ds: dsRecords,
    keys: [],
  };
}

/** Registrars often leave out the scheme. */
function urlOf(text: string): string | null {
  const url = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(text)
    ? `http://${text}`
    : text;
  return webUrl.safeParse(url).data ?? null;
}

/**
 * Turns `whois://whois.example/` into `whois.example`. Refuses any port but 43:
 * the referral comes from a stranger.
 */
function referralHost(text: string): string | null {
  const [first] = text.split(" ");
  const match = /^(?:whois:\/\/)?([^/:]+)(?::43)?\/?$/i.exec(first);
  return parseHostname(match?.[1] ?? "");
}

/**
 * Turns `clientHold https://icann.org/epp#clientHold` into the term of RFC
 * 8056, `client hold`.
 */
function statusText(text: string): string | null {
  const [words] = text.split(/ \(?https?:/);
  return lenientText.parse(
    /^[a-z]+(?:[A-Z][a-z]+)+$/.test(words)
      ? words.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      : words,
  );
}
