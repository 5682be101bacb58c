import { absoluteName, quotedString } from "../../dns/presentation.ts";
import { recordData } from "../../dns/records.ts";
import { type Finding, missing, ok, untested, wrong } from "./finding.ts";
import { policyFinding, policyUrl } from "./mta_sts.ts";
import type { ZoneQueries } from "./zone_servers.ts";

/** What the records of a domain say about its mail. */
export async function mailChecks(
  domain: string,
  queries: ZoneQueries,
): Promise<Finding[]> {
  return await Promise.all([
    mxCheck(domain, queries),
    spfCheck(domain, queries),
    tagCheck("dmarc", `_dmarc.${domain}`, "v=DMARC1", dmarcReason, queries),
    stsCheck(domain, queries),
    tagCheck(
      "tls_rpt",
      `_smtp._tls.${domain}`,
      "v=TLSRPTv1",
      rptReason,
      queries,
    ),
  ]);
}

/** At most this many hosts are looked up. */
const MAX_HOSTS = 8;

async function mxCheck(domain: string, queries: ZoneQueries): Promise<Finding> {
  const response = await queries.resolve(domain, "MX");
  if (response === null) return untested("mx", "no_response");
  const hosts = recordData(response.records, "MX")
    .sort((a, b) => a.preference - b.preference);
  const lines = hosts.map(({ preference, exchange }) =>
    `MX ${preference} ${absoluteName(exchange)}`
  );
  if (hosts.length === 0) return missing("mx");
  const isNull = hosts.some(({ exchange }) => exchange === ".");
  if (isNull) {
    // RFC 7505: alone, it says that the domain takes no mail.
    return hosts.length === 1
      ? ok("mx", lines, "no_mail")
      : wrong("mx", "null_among_others", lines);
  }
  const faults = await Promise.all(
    hosts.slice(0, MAX_HOSTS).map(async ({ exchange }) => {
      const [alias, addresses] = await Promise.all([
        queries.resolve(exchange, "CNAME"),
        queries.addressesOf(exchange),
      ]);
      const isAlias = alias?.records.some((record) =>
        record.type === "CNAME" && record.name === exchange
      );
      if (isAlias) return { reason: "alias", exchange };
      if (addresses?.length === 0) return { reason: "no_address", exchange };
      return alias === null || addresses === null ? "unknown" : null;
    }),
  );
  const fault = faults.find((each) => each !== null && each !== "unknown");
  if (fault) {
    return wrong("mx", fault.reason, [...lines, `${fault.exchange}: –`]);
  }
  return faults.includes("unknown")
    ? untested("mx", "no_response")
    : ok("mx", lines);
}

/** The texts of a name that start with a version tag; null if it has no usable response. */
async function textsOf(
  name: string,
  version: string,
  queries: ZoneQueries,
): Promise<string[] | null> {
  const response = await queries.resolve(name, "TXT");
  const isVersion = new RegExp(`^${version}(?:[\\s;]|$)`, "i");
  return response &&
    recordData(response.records, "TXT").map(({ joined }) => joined)
      .filter((text) => isVersion.test(text));
}

const textLine = (name: string, text: string) =>
  `${name}. TXT ${quotedString(text)}`;

/** RFC 7208 section 4.6.4. */
const MAX_SPF_LOOKUPS = 10;
/** Mechanisms and modifiers that cost a lookup. */
const COSTLY = /^[+?~-]?(?:(include|exists):(.+)|(a|mx|ptr)(?:[:/].*)?)$/i;
const ALL = /^[+?~-]?all$/i;
const REDIRECT = /^redirect=(.+)$/i;
const KNOWN_TERM =
  /^(?:[+?~-]?(?:all|(?:include|exists):\S+|(?:a|mx|ptr)(?:[:/]\S+)?|ip4:[\d./]+|ip6:[\da-f:./]+)|[a-z][\w.-]*=\S*)$/i;

/** What evaluating a policy costs, and what is wrong with it. */
interface SpfState {
  lookups: number;
  reason: string | null;
  lines: string[];
  /** Whether a macro names another policy, which depends on the sender. */
  hasMacro: boolean;
}

/** How a policy is reached. */
interface SpfRoute {
  /** Policies on the path to this one. */
  readonly path: readonly string[];
  /** Whether what this policy lets pass does pass. */
  readonly isPositive: boolean;
}

async function spfCheck(
  domain: string,
  queries: ZoneQueries,
): Promise<Finding> {
  const texts = await textsOf(domain, "v=spf1", queries);
  if (texts === null) return untested("spf", "no_response");
  if (texts.length === 0) return missing("spf");
  const state: SpfState = {
    lookups: 0,
    reason: null,
    lines: [],
    hasMacro: false,
  };
  const route = { path: [], isPositive: true };
  await countLookups(domain, texts, queries, state, route);
  const [text] = texts;
  const lines = [
    ...state.lines,
    `lookups: ${state.lookups}/${MAX_SPF_LOOKUPS}`,
  ];
  if (state.reason === "no_response") return untested("spf", state.reason);
  if (state.reason !== null) return wrong("spf", state.reason, lines);
  const terms = text.trim().split(/\s+/);
  const hasEnd = terms.some((term) => ALL.test(term) || REDIRECT.test(term));
  if (!hasEnd) return wrong("spf", "no_all", lines);
  return state.hasMacro ? untested("spf", "macro") : ok("spf", lines);
}

/** Follows includes and redirects; stops at the first fault. */
async function countLookups(
  domain: string,
  texts: readonly string[] | null,
  queries: ZoneQueries,
  state: SpfState,
  route: SpfRoute,
): Promise<void> {
  const fail = (reason: string) => void (state.reason ??= reason);
  if (texts === null) return fail("no_response");
  state.lines.push(...texts.map((text) => textLine(domain, text)));
  if (texts.length > 1) return fail("several");
  if (texts.length === 0) {
    return fail(route.path.length === 0 ? "none" : "include_missing");
  }
  const terms = texts[0].trim().split(/\s+/).slice(1);
  if (terms.some((term) => !KNOWN_TERM.test(term))) return fail("syntax");
  const path = [...route.path, domain];
  for (const term of terms) {
    if (state.reason !== null) return;
    const isPositive = route.isPositive && !/^[?~-]/.test(term);
    if (ALL.test(term)) {
      // The rest never counts (RFC 7208 section 5.1).
      return isPositive ? fail("allows_all") : undefined;
    }
    const [, mechanism, target, plain] = COSTLY.exec(term) ?? [];
    const redirect = REDIRECT.exec(term)?.[1];
    if (mechanism === undefined && plain === undefined && !redirect) continue;
    if (++state.lookups > MAX_SPF_LOOKUPS) return fail("too_many_lookups");
    const next = redirect ??
      (mechanism?.toLowerCase() === "include" ? target : undefined);
    if (next === undefined) continue;
    if (next.includes("%")) {
      state.hasMacro = true;
      continue;
    }
    const name = next.toLowerCase().replace(/\.$/, "");
    if (path.includes(name)) return fail("loop");
    const nextTexts = await textsOf(name, "v=spf1", queries);
    await countLookups(name, nextTexts, queries, state, { path, isPositive });
  }
}

/** A record that a version tag begins, of which there must be one. */
async function tagCheck(
  check: "dmarc" | "mta_sts" | "tls_rpt",
  name: string,
  version: string,
  reasonOf: (tags: ReadonlyMap<string, string>) => string | null,
  queries: ZoneQueries,
): Promise<Finding> {
  const texts = await textsOf(name, version, queries);
  if (texts === null) return untested(check, "no_response");
  if (texts.length === 0) return missing(check);
  const lines = texts.map((text) => textLine(name, text));
  if (texts.length > 1) return wrong(check, "several", lines);
  const tags = new Map(
    texts[0].split(";").flatMap((part): [string, string][] => {
      const [, key, value] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/i.exec(part) ?? [];
      return key === undefined ? [] : [[key.toLowerCase(), value]];
    }),
  );
  const reason = reasonOf(tags);
  return reason === null ? ok(check, lines) : wrong(check, reason, lines);
}

/** The record of MTA-STS, and the policy file that it announces. */
async function stsCheck(
  domain: string,
  queries: ZoneQueries,
): Promise<Finding> {
  const found = await tagCheck(
    "mta_sts",
    `_mta-sts.${domain}`,
    "v=STSv1",
    stsReason,
    queries,
  );
  if (found.state !== "ok") return found;
  const url = policyUrl(domain);
  const addresses = await queries.addressesOf(url.hostname);
  if (addresses?.length === 0) {
    return wrong("mta_sts", "policy_no_host", [
      ...found.evidence,
      `${url.hostname}: –`,
    ]);
  }
  const [response, mail] = await Promise.all([
    queries.policy(url),
    queries.resolve(domain, "MX"),
  ]);
  const named = mail &&
    recordData(mail.records, "MX").map(({ exchange }) => exchange);
  // Without a record, mail goes to the domain itself (RFC 5321 section 5.1).
  const hosts = named?.length === 0
    ? [domain]
    : named?.filter((host) => host !== ".") ?? null;
  return policyFinding(url, response, found.evidence, hosts);
}

/** RFC 7489 section 6.3; the tag t replaces pct in its successor. */
function dmarcReason(tags: ReadonlyMap<string, string>): string | null {
  const policy = tags.get("p")?.toLowerCase();
  if (policy === undefined) return "no_policy";
  if (!["none", "quarantine", "reject"].includes(policy)) {
    return "policy_unknown";
  }
  if (policy === "none") return "monitors_only";
  const isWeakened = /^\d{1,2}$/.test(tags.get("pct") ?? "") ||
    tags.get("t")?.toLowerCase() === "y";
  return isWeakened ? "weakened" : null;
}

/** RFC 8461 section 3.1. */
function stsReason(tags: ReadonlyMap<string, string>): string | null {
  return /^[a-z\d]{1,32}$/i.test(tags.get("id") ?? "") ? null : "no_id";
}

/** RFC 8460 section 3. */
function rptReason(tags: ReadonlyMap<string, string>): string | null {
  const targets = (tags.get("rua") ?? "").split(",").map((uri) => uri.trim());
  return targets.every((uri) => /^(?:mailto:|https:\/\/)\S+$/i.test(uri))
    ? null
    : "no_target";
}
