import { ONE_FACT } from "../profile/views/one_fact.ts";

/** What requests are counted by: few enough that no stranger can make them many. */
export const ROUTE_GROUPS = [
  "text",
  "jsonip",
  "geoip",
  "v1",
  "v2",
  "lookup",
  "whois",
  "egress",
  "home",
  "account",
  "admin",
  "docs",
  "files",
  "other",
] as const;

export type RouteGroup = typeof ROUTE_GROUPS[number];

const bySegment: ReadonlyMap<string, RouteGroup> = new Map([
  ...Object.keys(ONE_FACT).map((name) => [name, "text"] as const),
  ["ip", "geoip"],
  ["json", "v1"],
  ["lookup", "lookup"],
  ["whois", "whois"],
  ["egress", "egress"],
  ["console", "account"],
  ["session", "account"],
  ["sign-in", "account"],
  ["sign-out", "account"],
  ["sign-up", "account"],
  ["admin", "admin"],
  ["docs", "docs"],
  ["about", "docs"],
  ["openapi.json", "docs"],
  ["_fresh", "files"],
]);

const byApi: ReadonlyMap<string, RouteGroup> = new Map([
  ["jsonip", "jsonip"],
  ["geoip", "geoip"],
  ["v1", "v1"],
  ["v2", "v2"],
  ["egress", "egress"],
  ["port", "egress"],
  ["request", "jsonip"],
]);

const siteFile = /^[\w-]+\.(?:css|ico|json|png|svg|txt|webmanifest)$/;

/** The group of a path other than `/`, still percent-encoded. */
export function routeGroupOf(pathname: string): RouteGroup {
  const [, first, second = ""] = pathname.split("/", 3);
  if (first === "api") return byApi.get(second) ?? "other";
  const known = bySegment.get(first);
  if (known) return known;
  if (siteFile.test(first)) return "files";
  return /[.:]|%2e|%3a/i.test(first) && !second ? "geoip" : "other";
}

/** The group of `/`, where the answer depends on who asks, by its type. */
export function rootGroupOf(contentType: string | null): RouteGroup {
  if (contentType?.startsWith("text/plain")) return "text";
  return contentType?.startsWith("application/json") ? "jsonip" : "home";
}
