import { ConfigError, type ConfigIssue } from "../core/errors.ts";
import * as z from "zod";
import { MAX_THREADS } from "../http/shared_permits.ts";
import { parseEmail, passwordError } from "../accounts/account_record.ts";
import { errorText } from "../i18n/errors.ts";
import { parseGeofeed } from "../data/feeds/feed.ts";
import type { NameServer } from "../dns/name_server.ts";
import type { Blocklist } from "../lookup/blocklists.ts";
import { type Cidr, parseCidr, unmapIpv4Cidr } from "../net/cidr.ts";
import { CLIENT_IP_HEADERS } from "../net/client_address.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../net/ip_address.ts";
import { parseTargetText } from "../net/target.ts";

export type Environment = (name: string) => string | undefined;

function number(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.string()
    .refine((text) => /^\d{1,10}$/.test(text), message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message);
}

function wholeNumber(min: number, max: number, fallback: number) {
  return number(min, max).default(fallback);
}

/**
 * Parses a comma-separated list. An error names an element by position, because
 * its text may be secret.
 */
function list<T>(what: string, parse: (text: string) => T | null) {
  return z.string().default("").transform((text, issue) => {
    const parsed: T[] = [];
    const items = text.split(",").map((item) => item.trim());
    if (text.trim() === "") return parsed;
    for (const [i, item] of items.entries()) {
      const value = parse(item);
      if (value === null) {
        issue.addIssue(`element ${i + 1} is not ${what}`);
      } else parsed.push(value);
    }
    return parsed;
  });
}

function parseOrigin(text: string): URL | null {
  const url = parseHttpUrl(text);
  return url && url.pathname === "/" && !url.search && !url.hash ? url : null;
}

function parseLiteralOrigin(text: string): URL | null {
  const url = parseOrigin(text);
  return url?.hostname.startsWith("[") ? url : null;
}

/** An http or https URL without a user; null for any other text. */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (url.username || url.password) return null;
  return url;
}

function parsed<T>(what: string, parse: (text: string) => T | null) {
  return z.string().transform((text, issue) => {
    const value = parse(text);
    if (value === null) {
      issue.addIssue(`must be ${what}`);
      return z.NEVER;
    }
    return value;
  }).optional();
}

const origin = parsed("an http or https URL without a path", parseOrigin);
const httpUrl = parsed("an http or https URL", parseHttpUrl);
const secret = z.string().optional();
const cidrs = list<Cidr>("an address or CIDR", (text) => {
  const cidr = parseCidr(text);
  return cidr && unmapIpv4Cidr(cidr);
});

/**
 * An address, optionally with a port: `1.2.3.4`, `1.2.3.4:53`, `::1` or
 * `[::1]:53`.
 */
function parseNameServer(text: string): NameServer | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(
    text,
  );
  const ip = parseIp(match ? match[1] ?? match[2] : text);
  const port = Number(match?.[3] ?? 53);
  return ip && port >= 1 && port <= 65535 ? { ip: ip.text, port } : null;
}

function parseZone(text: string): string | null {
  const target = parseTargetText(text);
  return target.kind === "domain" ? target.domain.ascii : null;
}

/** Room for the 64 characters of an IPv6 address in a name of at most 253. */
const MAX_ZONE_LENGTH = 253 - 64;

/**
 * A DNS blocklist, `ZONE` or `NAME=ZONE`. Visitors see only the name, because the
 * zone can contain a subscriber's key.
 */
function parseBlocklist(text: string): Blocklist | null {
  const [, name, rest] = /^(?:([\w. -]{1,63})=)?([^=]+)$/.exec(text) ?? [];
  const zone = rest && parseZone(rest);
  return zone && zone.length <= MAX_ZONE_LENGTH
    ? { name: name ?? zone, zone }
    : null;
}

const MAX_BLOCKLISTS = 32;

/** A feed and its URL, `name=URL`, or `name=off`. */
function parseFeedUrl(text: string): readonly [string, string] | null {
  const [, name, url] = /^([a-z0-9-]+)=(\S+)$/.exec(text) ?? [];
  return name && (url === "off" || parseHttpUrl(url)) ? [name, url] : null;
}

function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` })
    .default(fallback as never);
}

/** All variables with their defaults. `.env.example` is tested against this. */
export const variables = z.object({
  HOST: z.string().default("::").refine(
    (text) => parseIp(text) !== null,
    "must be an address to listen on, such as :: or 127.0.0.1",
  ),
  PORT: wholeNumber(0, 65535, 8000),
  THREADS: z.string().default("1").transform((text, issue) => {
    const count = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
    if (text === "auto" || count >= 1 && count <= MAX_THREADS) {
      return text === "auto" ? text : count;
    }
    issue.addIssue(`must be auto, or a number from 1 to ${MAX_THREADS}`);
    return z.NEVER;
  }),
  DATA_DIR: z.string().default("./data"),
  KV_URL: httpUrl,
  LOG_LEVEL: oneOf(["debug", "info", "warn", "error"], "info"),
  LOG_CLIENT: oneOf(["short", "full"], "short"),
  ACCESS_LOG: oneOf(["off", "on"], "off"),
  METRICS_ALLOW: cidrs,

  BASE_URL: origin,
  API_URL: origin,
  V4_URL: origin,
  V6_URL: origin,
  SOURCE_URL: httpUrl,
  V6_LITERAL_URL: parsed(
    "an http or https URL without a path whose host is an IPv6 address, such as http://[2001:db8::1]:8000",
    parseLiteralOrigin,
  ),

  TRUSTED_PROXIES: cidrs,
  CLIENT_IP_HEADER: oneOf(CLIENT_IP_HEADERS, "x-forwarded-for"),

  RATE_LIMIT_TEXT: wholeNumber(0, 1_000_000_000, 60),
  RATE_LIMIT_JSONIP: wholeNumber(0, 1_000_000_000, 60),
  RATE_LIMIT_GEOIP: wholeNumber(0, 1_000_000_000, 30),
  RATE_LIMIT_LOOKUP: wholeNumber(0, 1_000_000_000, 30),
  RATE_LIMIT_PAGES: wholeNumber(0, 1_000_000_000, 120),
  RATE_LIMIT_PREVIEWS: wholeNumber(0, 1_000_000_000, 30),
  RATE_LIMIT_SCAN: wholeNumber(0, 1_000_000_000, 4),
  RATE_LIMIT_RANGES: wholeNumber(0, 1_000_000_000, 10),
  RATE_LIMIT_BATCH: wholeNumber(0, 1_000_000_000, 60),
  RATE_LIMIT_NAMES: wholeNumber(0, 1_000_000_000, 0),
  RATE_LIMIT_AUTH: wholeNumber(0, 1_000_000_000, 10),
  RATE_LIMIT_SHARED: oneOf(["on", "off"], "on"),
  RATE_LIMIT_V6_PREFIX: wholeNumber(1, 128, 64),

  GEO_EDITION: oneOf(["city", "country"], "city"),
  DNS_SERVERS: list<NameServer>(
    "an address with an optional port",
    parseNameServer,
  ),

  LOOKUP_PRIVATE: oneOf(["off", "on"], "off"),
  LOOKUP_RECORD: oneOf(["off", "on"], "on"),
  LOOKUP_ZONE_CHECK: oneOf(["off", "on"], "on"),
  DNSBL_ZONES: list(
    "a domain name, with or without a name to show: name=zone",
    parseBlocklist,
  ).refine(
    ({ length }) => length <= MAX_BLOCKLISTS,
    `must have at most ${MAX_BLOCKLISTS} elements`,
  ),

  GEO_DATABASES: list("a file name", (text) => text || null),
  LABELS: z.string().optional(),
  FREE_GEO_URL: httpUrl,
  CN_REGION_DB: list("a file name", (text) => text || null),
  IPINFO_TOKEN: secret,
  IPINFO_URL: httpUrl,
  IPAPI_IS_KEY: secret,
  IPAPI_IS_URL: httpUrl,
  MAXMIND_ACCOUNT_ID: secret,
  MAXMIND_LICENSE_KEY: secret,
  MAXMIND_URL: httpUrl,
  ABUSEIPDB_KEY: secret,
  ABUSEIPDB_URL: httpUrl,
  WHOIS: oneOf(["on", "off"], "on"),
  MCP: oneOf(["on", "off"], "on"),
  EXPORT: oneOf(["off", "members", "on"], "off"),
  RDAP: oneOf(["on", "off"], "off"),
  RDAP_BOOTSTRAP_URL: httpUrl,
  RDAP_ALLOW_NETWORKS: cidrs,
  DATA_URLS: list("a feed with a URL, or off: name=https://…", parseFeedUrl),
  GEOFEEDS: list(
    "an https URL, with or without AS numbers: AS64500=https://…",
    parseGeofeed,
  ),
  DATA_CONTACT: parsed(
    "an e-mail address or a URL",
    (text) => /^[!-~]{3,200}$/.test(text) ? text : null,
  ),
  DATA_UPDATE: oneOf(["off", "daily", "weekly", "monthly"], "weekly"),
  SIGN_UP: oneOf(["open", "closed"], "open"),
  ADMIN_EMAIL: parsed("an e-mail address", parseEmail),
  ADMIN_PASSWORD: secret,
  AD_HTML_FILE: z.string().optional(),
  AD_SECONDS: wholeNumber(0, 600, 15),
  AD_DAILY_CAP: wholeNumber(0, 1000, 3),
  DNS_PROBE_ZONE: parsed("a domain name", parseZone),
  DNS_ORIGIN_ZONE: parsed("a domain name", parseZone),
  DNS_PROBE_PORT: wholeNumber(1, 65535, 53),
  DNS_PROBE_ADDRESSES: list<IpAddress>("an address", (text) => {
    const ip = parseIp(text);
    return ip && unmapIpv4(ip);
  }),
  STUN_PORT: number(1, 65535).optional(),
  STUN_SECOND_PORT: number(1, 65535).optional(),
  STUN_URLS: list(
    "a stun: URL",
    (text) => /^stuns?:[^\s/?#]+$/.test(text) ? text : null,
  ),
  SPEED_TEST: oneOf(["off", "on"], "off"),
  EGRESS_SITES: list("an http or https URL", parseHttpUrl),
  ANALYTICS_URL: httpUrl,
  ANALYTICS_WEBSITE_ID: z.uuid({ error: "must be a UUID" }).optional(),
  ANALYTICS_USERNAME: secret,
  ANALYTICS_PASSWORD: secret,
  ANALYTICS_API_KEY: secret,
});

export type Config = z.infer<typeof variables>;

type Variable = keyof Config;

/** Variables that need another one. */
const dependencies: [variable: Variable, needed: Variable][] = [
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ["ADMIN_PASSWORD", "ADMIN_EMAIL"],
  ["MAXMIND_ACCOUNT_ID", "MAXMIND_LICENSE_KEY"],
  ["MAXMIND_LICENSE_KEY", "MAXMIND_ACCOUNT_ID"],
  ["ANALYTICS_USERNAME", "ANALYTICS_PASSWORD"],
  ["ANALYTICS_PASSWORD", "ANALYTICS_USERNAME"],
  ["STUN_SECOND_PORT", "STUN_PORT"],
  ["ANALYTICS_WEBSITE_ID", "ANALYTICS_URL"],
];

/**
 * Reads the configuration. Empty variables count as unset.
 *
 * @throws {ConfigError} with all errors, in the order of the schema
 */
export function readConfig(env: Environment): Config {
  const raw: Partial<Record<Variable, string>> = {};
  for (const name of Object.keys(variables.shape) as Variable[]) {
    const value = env(name);
    if (value !== undefined && value !== "") raw[name] = value;
  }
  const issues: ConfigIssue[] = [];
  // It runs once: compiling the schema takes longer than interpreting it.
  const result = variables.safeParse(raw, { jitless: true });
  for (const { path, message } of result.error?.issues ?? []) {
    issues.push({ variable: String(path[0]), message });
  }
  if (raw.DNS_PROBE_ZONE && !raw.DNS_PROBE_ADDRESSES?.trim()) {
    issues.push({
      variable: "DNS_PROBE_ADDRESSES",
      message: "must hold at least one address where DNS_PROBE_ZONE is set",
    });
  }
  for (const [variable, needed] of dependencies) {
    if (raw[variable] && !raw[needed]) {
      const message = `must be set along with ${variable}`;
      issues.push({ variable: needed, message });
    }
  }
  if (raw.ADMIN_PASSWORD) {
    const email = parseEmail(raw.ADMIN_EMAIL ?? "") ?? { text: "", key: "" };
    const params = passwordError(raw.ADMIN_PASSWORD, email);
    if (params) {
      const message = errorText("en", params);
      issues.push({ variable: "ADMIN_PASSWORD", message });
    }
  }
  if (!result.success || issues.length > 0) throw new ConfigError(issues);
  return result.data;
}
