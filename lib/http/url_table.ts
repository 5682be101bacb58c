import type { Bucket } from "../limits/bucket.ts";

/**
 * The format of an error: `text` is one sentence, `geoip`
 * `{"error":{code,message}}`, `api` `{"ok":false,"error":{…}}`, `lookup` the
 * same with the query, `geoip2` `{code,error}` with MaxMind's codes and media
 * type, `page` an HTML page.
 */
export type ErrorFormat =
  | "text"
  | "geoip"
  | "api"
  | "lookup"
  | "geoip2"
  | "page";

/** Groups of requests in the metrics: a fixed list, so that clients can't add to it. */
export const ROUTE_GROUPS = [
  "text",
  "jsonip",
  "allow",
  "geoip",
  "v1",
  "v2",
  "lookup",
  "whois",
  "egress",
  "mcp",
  "export",
  "home",
  "account",
  "admin",
  "docs",
  "files",
  "other",
] as const;

export type RouteGroup = typeof ROUTE_GROUPS[number];

/** The facts about a URL that its route file doesn't declare. */
export interface UrlRow {
  /** A route pattern of Fresh. The last segment can be `:name` (one segment) or `:name*` (the rest). */
  readonly path: string;
  /** If there are any, HEAD and OPTIONS work as well. */
  readonly methods: readonly ("GET" | "POST")[];
  /**
   * `accept`: the format that the Accept header prefers. `json`: this format
   * with `output`, else a page. `script`: this format, but
   * a page for a browser.
   */
  readonly errors:
    | ErrorFormat
    | "accept"
    | { readonly json: ErrorFormat }
    | { readonly script: ErrorFormat };
  readonly group: RouteGroup;
  /** The rate-limit buckets that requests count against: the first one, unless the route names another; `names` if they look up an uncached name. Empty: no limit. */
  readonly buckets: readonly Bucket[];
  /** Whether scripts of other sites may read the responses. They may never read pages. */
  readonly cors: boolean;
  /** Whether the OpenAPI document describes it. */
  readonly openapi?: true | undefined;
  /** It requires an API token and uses up its quota. HEAD is free, so it is not turned into GET. */
  readonly isMetered?: true;
  /** It responds to every method as to GET, OPTIONS included. */
  readonly isAnyMethod?: true;
  /**
   * What it needs, if every thread can serve it: only the client's address, or facts
   * about an address, and in both cases rate limits and quotas. The main thread
   * serves all others.
   */
  readonly threads?: "client" | "facts" | undefined;
  /** Other hosts that serve it beside the main host. */
  readonly hosts?: "probes" | "api" | "all";
}

/** Facts about an address, each returned as text by its own path. */
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

/** Shared columns. A row adds its path and the columns that differ. */
type Columns = Omit<UrlRow, "path">;

const GET_POST = ["GET", "POST"] as const;

const page: Columns = {
  methods: ["GET"],
  errors: "page",
  group: "other",
  buckets: ["pages"],
  cors: false,
};
const account: Columns = { ...page, group: "account" };
const admin: Columns = { ...page, group: "admin" };
const docs: Columns = { ...page, group: "docs" };
const lookup: Columns = {
  ...page,
  errors: { json: "lookup" },
  group: "lookup",
  cors: true,
};
const whois: Columns = {
  ...page,
  errors: { json: "api" },
  group: "whois",
  cors: true,
};
const api: Columns = {
  methods: ["GET"],
  errors: "geoip",
  group: "other",
  buckets: [],
  cors: true,
};
const fact: Columns = {
  ...api,
  errors: "text",
  group: "text",
  buckets: ["text"],
  openapi: true,
  threads: "facts",
};
const jsonip: Columns = {
  ...api,
  group: "jsonip",
  buckets: ["jsonip"],
  openapi: true,
  threads: "client",
};
const geoip: Columns = {
  ...api,
  group: "geoip",
  buckets: ["geoip"],
  openapi: true,
  threads: "facts",
};
const download: Columns = {
  ...api,
  group: "export",
  buckets: ["ranges"],
  openapi: true,
};
/** As geoipupdate downloads. Groups go by the first segment. */
const geoipUpdate = { ...download, errors: "geoip2", group: "geoip" } as const;
const ranges: Columns = { ...geoip, buckets: ["ranges"], threads: undefined };
/** Its target can be a domain name. */
const named = { buckets: ["geoip", "names"] } as const;
const egress: Columns = { ...api, group: "egress", openapi: true };
const v1: Columns = { ...api, errors: "api", group: "v1", openapi: true };
const facts = { threads: "facts" } as const;
const v2: Columns = { ...v1, group: "v2", isMetered: true };
/** A path without its target, which returns an error. */
const incomplete = { buckets: [], openapi: undefined };

/**
 * Every URL with a route file. A new endpoint is that file and one row here;
 * error formats, metrics, rate limits and the OpenAPI document read it.
 */
export const URL_TABLE: readonly UrlRow[] = [
  {
    path: "/",
    methods: ["GET"],
    errors: "accept",
    group: "home",
    buckets: ["text", "jsonip", "pages"],
    cors: true,
    openapi: true,
    threads: "client",
    hosts: "probes",
  },
  ...FACT_NAMES.map((name) => ({ path: `/${name}`, ...fact })),
  { path: "/all", ...fact },
  { path: "/checkip", ...fact },
  {
    path: "/ip",
    ...geoip,
    buckets: ["geoip", "text"],
    hosts: "api",
  },
  // Only segments that can be an address or a domain name, and file names are
  // not; see `isShortTarget`.
  {
    path: "/:target",
    ...geoip,
    errors: { script: "geoip" },
    buckets: ["geoip", "pages", "names", "lookup"],
    hosts: "api",
  },
  {
    path: "/:target/:fact",
    ...geoip,
    ...named,
    errors: { script: "text" },
    hosts: "api",
  },
  { path: "/json", ...geoip },
  { path: "/json/:query", ...geoip, ...named },
  { path: "/csv", ...geoip, errors: "text", openapi: undefined },
  { path: "/csv/:query", ...geoip, ...named, errors: "text" },
  { path: "/line", ...geoip, errors: "text", openapi: undefined },
  { path: "/line/:query", ...geoip, ...named, errors: "text" },
  {
    path: "/batch",
    ...geoip,
    threads: undefined,
    methods: ["POST"],
    buckets: ["batch"],
  },
  { path: "/port/:port", ...egress, buckets: ["scan"] },
  { path: "/geoip/v2.1/country/:ip", ...geoip, errors: "geoip2" },
  { path: "/geoip/v2.1/city/:ip", ...geoip, errors: "geoip2" },
  {
    path: "/geoip/v2.1/insights/:ip",
    ...geoip,
    errors: "geoip2",
    buckets: [],
    isMetered: true,
  },

  { path: "/geoip/updates/metadata", ...geoipUpdate },
  { path: "/geoip/databases/:path*", ...geoipUpdate },
  { path: "/export", ...download },
  { path: "/export/:file", ...download },

  { path: "/api/jsonip", ...jsonip },
  { path: "/api/request", ...jsonip, cors: false },
  {
    path: "/api/allow",
    ...fact,
    group: "allow",
    buckets: [],
    isAnyMethod: true,
  },
  { path: "/api/geoip", ...geoip, ...incomplete },
  { path: "/api/geoip/:target", ...geoip, ...named },
  { path: "/api/v1", ...v1 },
  { path: "/api/v1/ip", ...v1, ...incomplete },
  { path: "/api/v1/ip/:ip", ...v1, ...facts },
  { path: "/api/v1/domain", ...v1, ...incomplete },
  { path: "/api/v1/domain/:domain", ...v1, buckets: ["names"] },
  { path: "/api/v1/batch", ...v1, methods: ["POST"], buckets: ["batch"] },
  { path: "/api/v2", ...v2 },
  { path: "/api/v2/ip", ...v2, ...incomplete },
  { path: "/api/v2/ip/:ip", ...v2, ...facts },
  { path: "/api/v2/domain", ...v2, ...incomplete },
  { path: "/api/v2/domain/:domain", ...v2, buckets: ["names"] },
  { path: "/api/v2/batch", ...v2, methods: ["POST"], buckets: ["batch"] },
  { path: "/api/v2/:path*", ...v2, ...incomplete, methods: [] },
  { path: "/api/ranges/country/:country", ...ranges },
  { path: "/api/ranges/asn/:asn", ...ranges },
  { path: "/api/port/:port", ...egress, buckets: ["scan"] },
  {
    path: "/api/egress/enrich",
    ...egress,
    methods: ["POST"],
    buckets: ["lookup"],
    cors: false,
  },
  {
    path: "/api/egress/exit",
    ...egress,
    buckets: ["text"],
    threads: "client",
    hosts: "all",
  },
  // A part of the leak test page, which calls it about six times.
  { path: "/api/egress/dns/:nonce", ...egress, buckets: ["pages"] },
  { path: "/api/speed/download", ...egress, buckets: ["lookup"] },
  {
    path: "/api/speed/upload",
    ...egress,
    methods: ["POST"],
    buckets: ["lookup"],
    cors: false,
  },
  { path: "/api/:path*", ...api, methods: [] },

  {
    path: "/mcp",
    ...api,
    methods: ["POST"],
    group: "mcp",
    buckets: ["batch", "lookup", "names"],
    cors: false,
    openapi: true,
  },
  { path: "/search", ...page, group: "home" },
  { path: "/lookup", ...lookup, buckets: ["pages", "lookup", "scan"] },
  {
    path: "/lookup/:query*",
    ...lookup,
    buckets: ["lookup", "scan"],
    openapi: true,
  },
  { path: "/whois", ...whois, buckets: ["pages", "lookup"] },
  { path: "/whois/:target*", ...whois, buckets: ["lookup"], openapi: true },
  { path: "/egress", ...page, group: "egress" },
  {
    path: "/preview/:target*",
    ...page,
    errors: "text",
    buckets: ["previews"],
    cors: true,
    openapi: true,
  },
  { path: "/about", ...docs },
  { path: "/docs", ...docs },
  { path: "/docs/:group", ...docs },
  {
    path: "/openapi.json",
    ...docs,
    errors: "geoip",
    cors: true,
    openapi: true,
  },
  { path: "/preferences", ...page, methods: ["POST"] },

  { path: "/sign-in", ...account, methods: GET_POST },
  {
    path: "/sign-up",
    ...account,
    methods: GET_POST,
    buckets: ["pages", "signup"],
  },
  { path: "/sign-out", ...account, methods: GET_POST },
  { path: "/session", ...account, methods: ["POST"] },
  { path: "/console", ...account, methods: GET_POST },
  { path: "/console/account", ...account, methods: GET_POST },
  { path: "/console/sessions", ...account, methods: GET_POST },
  { path: "/console/ad", ...account, methods: GET_POST },
  { path: "/console/ad/frame", ...account },
  { path: "/admin", ...admin, methods: GET_POST },
  { path: "/admin/analytics", ...admin },
  { path: "/admin/audit", ...admin },
  { path: "/admin/bans", ...admin, methods: GET_POST },
  { path: "/admin/fields", ...admin, methods: GET_POST },
  { path: "/admin/members", ...admin, methods: GET_POST },
  { path: "/admin/members/:id", ...admin, methods: GET_POST },
];
