import { preferredType } from "./accept.ts";
import type { HostRole } from "./hosts.ts";

/**
 * How an interface speaks, so that an error there has the same form:
 * `text` one plain sentence, `geoip` `{"error":{code,message}}`, `api`
 * `{"ok":false,"error":{…}}`, `lookup` the same with the query, `page` an HTML
 * document.
 */
export type ErrorFormat = "text" | "geoip" | "api" | "lookup" | "page";

const versioned = /^\/api\/v\d+(?:\/|$)/;
const unversioned = /^\/api(?:\/|$)/;
const shortTarget = /^\/(?:ip|[^/]*(?:[.:]|%2[eE]|%3[aA])[^/]*)$/;

/** Files of the site, of which no name of the internet has the form: there are no such top-level domains. */
const siteFile = /^\/[\w-]+\.(?:css|ico|json|png|svg|txt|webmanifest)$/;

/** Pages that answer with JSON where `output=json` says so, and the face of that. */
const pagesWithJson: readonly [path: RegExp, json: ErrorFormat][] = [
  [/^\/lookup(?:\/|$)/, "lookup"],
  [/^\/whois(?:\/|$)/, "api"],
];

/** Facts about the caller that have a path of their own, which gives them as text. */
export const FACT_NAMES = [
  "country",
  "country-iso",
  "city",
  "asn",
  "asn-org",
  "coordinates",
  "timezone",
  "hostname",
] as const;

export type FactName = typeof FACT_NAMES[number];

const facts = new Set<string>(FACT_NAMES.map((name) => `/${name}`));

/** What every host answers: the egress page asks it of each. */
const EXIT = "/api/egress/exit";

/** Whether a path is `/ip` or one segment that can name an address or a domain. */
export function isShortTarget(pathname: string): boolean {
  return shortTarget.test(pathname);
}

const byPreference = { text: "text", json: "geoip", html: "page" } as const;

/** The face of a path on a host. `pathname` and `search` are still percent-encoded. */
export function errorFormatOf(
  role: HostRole,
  pathname: string,
  accept: string | null,
  search = "",
): ErrorFormat {
  if (pathname === EXIT) return "geoip";
  if (role === "v4" || role === "v6") return "text";
  if (role === "api") return "geoip";
  if (pathname === "/") return byPreference[preferredType(accept)];
  if (versioned.test(pathname) || pathname === "/json") return "api";
  if (facts.has(pathname)) return "text";
  const json = pagesWithJson.find(([path]) => path.test(pathname))?.[1];
  if (json) {
    const output = new URLSearchParams(search).get("output");
    return output === "json" ? json : "page";
  }
  return unversioned.test(pathname) || shortTarget.test(pathname)
    ? "geoip"
    : "page";
}

/** Whether a host answers a path at all: but for the exit, probe hosts only `/` and the API host only targets. */
export function hostServes(
  role: HostRole,
  pathname: string,
  hasApiHost: boolean,
): boolean {
  if (pathname === EXIT) return true;
  switch (role) {
    case "v4":
    case "v6":
      return pathname === "/";
    case "api":
      return shortTarget.test(pathname);
    case "main":
      return !hasApiHost || siteFile.test(pathname) ||
        !shortTarget.test(pathname);
  }
}
