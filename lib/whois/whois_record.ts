import { isUtf8 } from "node:buffer";
import * as whoiser from "whoiser/src/parsers.js";
import * as z from "zod";
import { type Domain, parseHostname } from "../net/domain.ts";
import { lenientText, webUrl } from "./rdap/lenient.ts";
import { isOtherName } from "./whois_target.ts";
import { RegistryError } from "./rdap/registry_error.ts";
import { sortByRole } from "./contacts.ts";
import { parseWhoisDate, whoisContacts } from "./whois_fields.ts";
import type { RegistrationContact } from "./registration.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Records have about a hundred lines; the rest is terms of use. */
const MAX_LINES = 1_000;
/**
 * Longer lines are terms of use too, and the parser takes quadratic time in a
 * line's length.
 */
const MAX_LINE_LENGTH = 300;

/**
 * Decodes a whois response. Lines can come from different sources, so each line
 * that is not valid UTF-8 is read as Windows-1252.
 */
export function decodeWhois(bytes: Uint8Array): string {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder("windows-1252");
  const isAllUtf8 = isUtf8(bytes);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    let last = end;
    // A regular expression takes quadratic time on a run of carriage returns.
    while (last > at && bytes[last - 1] === CARRIAGE_RETURN) last--;
    const line = bytes.subarray(at, last);
    const decoder = isAllUtf8 || isUtf8(line) ? utf8 : windows;
    lines.push(decoder.decode(line));
    at = end + 1;
  }
  return lines.join("\n");
}

/**
 * The lines that can hold a record, without control characters, and with runs
 * of blank lines collapsed.
 */
export function recordLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.split("\n")) {
    if (lines.length >= MAX_LINES) break;
    if (raw.length > MAX_LINE_LENGTH) continue;
    const line = raw.replaceAll("\t", "  ").replace(/\p{Cc}/gu, "").trimEnd();
    if (line !== "" || lines.at(-1) !== "") lines.push(line);
  }
  return lines;
}

/**
 * A whois server's record of a domain. Null and empty lists mean that it gives
 * no value.
 */
export interface WhoisRecord {
  /** Lower case. */
  readonly domain: string | null;
  readonly handle: string | null;
  readonly registrar: string | null;
  /** HTTP or HTTPS. The registry chooses it, so don't trust where it leads. */
  readonly registrarUrl: string | null;
  /**
   * Host name of the whois server to query next, in most cases the registrar's.
   */
  readonly referral: string | null;
  /** ISO 8601 times in UTC, like the next two. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiresAt: string | null;
  readonly statuses: readonly string[];
  /** A-labels in lower case. */
  readonly nameServers: readonly string[];
  readonly contacts: readonly RegistrationContact[];
}

/**
 * Only the library's parser is used: its client connects to any address, and
 * limits no response.
 */
const parseLines: (
  domain: string,
  text: string,
  ignorePrivacy: boolean,
) => unknown = whoiser.parseDomainWhois;

const PARSED = z.record(z.string(), z.unknown());
const TEXTS = z.array(z.string()).catch([]);

/**
 * The ways in which servers report that there is no record, at the start of a
 * line. There is no standard.
 */
const NOTHING = [
  /^no match\b/,
  /^(?:not|nothing) found\b/,
  /^no (?:data|entries|object|record)s?(?: was| were)? found\b/,
  /^(?:the )?(?:queried )?(?:domain|object)(?: name)?(?: \S+)? (?:(?:was )?not found|does not exist|(?:is|has) not (?:been )?registered|is available)\b/,
  /^\S+\.\S+ (?:(?:was )?not found|is available|is free|(?:is|has) not (?:been )?registered)\b/,
  /^(?:domain |registration )?status *: *(?:free|available|no object found|not registered)$/,
];
/** Decoration that servers print before such a sentence. */
const ORNAMENT = /^[\s%#>*"'-]+/;

/**
 * Parses a response about a domain; null if it is not registered.
 *
 * @throws {RegistryError} `other_name` if the response is about another domain;
 * `malformed` if it neither holds a record nor reports that there is none
 */
export function parseWhoisRecord(
  domain: Domain,
  text: string,
): WhoisRecord | null {
  const lines = recordLines(text);
  const fields = fieldsOf(domain, lines);
  const record = recordOf(fields);
  const { registrar, createdAt, expiresAt, nameServers } = record;
  if (registrar || createdAt || expiresAt || nameServers.length > 0) {
    const said = lenientText.parse(fields.get("domain name"));
    if (isOtherName(domain, said)) throw new RegistryError("other_name");
    return record;
  }
  const saysNothing = (line: string) => {
    const text = line.replace(ORNAMENT, "").replaceAll('"', "").toLowerCase();
    return NOTHING.some((pattern) => pattern.test(text));
  };
  if (lines.some(saysNothing)) return null;
  throw new RegistryError("malformed");
}

/** Values by lower-case label. */
type Fields = ReadonlyMap<string, unknown>;

function fieldsOf({ ascii }: Domain, lines: readonly string[]): Fields {
  const safe = lines.filter((line) => !isInherited(line.split(":", 1)[0]));
  try {
    const parsed = PARSED.parse(parseLines(ascii, safe.join("\n"), false));
    return new Map(
      Object.entries(parsed).map(([label, value]) => [
        label.toLowerCase(),
        value,
      ]),
    );
  } catch (cause) {
    throw new RegistryError("malformed", { cause });
  }
}

/**
 * The library looks labels up in plain objects, which inherit names such as
 * `constructor`.
 */
function isInherited(label: string): boolean {
  const name = label.trim();
  return name in Object.prototype || name.toLowerCase() in Object.prototype;
}

function recordOf(fields: Fields): WhoisRecord {
  const textOf = (label: string) => lenientText.parse(fields.get(label));
  const timeOf = (label: string) => parseWhoisDate(textOf(label) ?? "");
  const referral = textOf("registrar whois server") ??
    textOf("registry whois server") ?? textOf("referralserver") ??
    textOf("whois server");
  return {
    domain: parseHostname(textOf("domain name") ?? ""),
    handle: textOf("registry domain id"),
    registrar: textOf("registrar"),
    registrarUrl: webUrl.safeParse(textOf("registrar url")).data ?? null,
    referral: referralHost(referral ?? ""),
    createdAt: timeOf("created date"),
    updatedAt: timeOf("updated date"),
    expiresAt: timeOf("expiry date"),
    statuses: distinct(
      TEXTS.parse(fields.get("domain status")).map(statusText),
    ),
    nameServers: distinct(
      TEXTS.parse(fields.get("name server")).map(parseHostname),
    ),
    contacts: sortByRole(whoisContacts(textOf)),
  };
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

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}
