/** A server that responds like Umami, with the formats and quirks of each version. */

export const UMAMI_VERSIONS = ["2.15", "2.20", "3.0.0", "3.1"] as const;

export type UmamiVersion = (typeof UMAMI_VERSIONS)[number];

export interface UmamiStats {
  visitors: number;
  pageviews: number;
  visits: number;
  bounces: number;
  /** Seconds. */
  totaltime: number;
}

/** The statistics. Times are `YYYY-MM-DD`, or `YYYY-MM-DD HH` of an hour. */
export interface UmamiData {
  /** Of the span from `startMs` on. */
  stats: (startMs: number, endMs: number) => UmamiStats;
  pageviews: Record<string, number>;
  /** Of each day: Umami calls a visitor a session, and a session a visit. */
  visitors: Record<string, number>;
  /** ISO 3166-1 alpha-2 and visitors. */
  countries: [code: string | null, visitors: number][];
  /** ISO 3166-2, visitors and country. */
  regions: [code: string | null, visitors: number, country: string | null][];
  pages?: [path: string, visitors: number][];
  referrers?: [domain: string | null, visitors: number][];
  browsers?: [name: string, visitors: number][];
  devices?: [name: string, visitors: number][];
  /** Visitors of the last five minutes. */
  active?: number;
}

export interface UmamiOptions {
  version: UmamiVersion;
  data: UmamiData;
  /** Those of the account, and of the teams it owns. */
  websites?: { id: string; name: string }[];
  /** Those of teams that it is only a member of: it can read them, but no list has them. */
  unlisted?: { id: string; name: string }[];
  username?: string;
  password?: string;
  /** Like the cloud: no login, a key in its own header, paths below `/v1`. */
  apiKey?: string;
  /** For administrators, any ID has empty statistics. */
  isAdmin?: boolean;
}

export interface ReceivedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: string;
}

export interface UmamiServer extends AsyncDisposable {
  /** The value for ANALYTICS_URL. */
  url: URL;
  requests: ReceivedRequest[];
  /** The requested paths, in order. */
  paths: () => string[];
  options: UmamiOptions;
  /** Invalidates all tokens, like a server with a new secret. */
  forgetTokens(): void;
  /** Called before the server; undefined lets the server respond. */
  before?: (
    requests: ReceivedRequest,
  ) => Response | Promise<Response> | undefined;
}

export const WEBSITE_ID = "5f0e4d3c-2b1a-4c5d-8e7f-0123456789ab";
export const USERNAME = "porthole";
export const UMAMI_PASSWORD = "a password of umami's own";

const PAGE_SIZE = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Starts one on the loopback address. */
export function umamiServer(options: UmamiOptions): UmamiServer {
  const tokens = new Set<string>();
  const requests: ReceivedRequest[] = [];
  const base = options.apiKey === undefined ? "/api" : "/v1";
  const server: Omit<UmamiServer, "url" | keyof AsyncDisposable> = {
    requests,
    paths: () => requests.map(({ path }) => path),
    options,
    forgetTokens: () => tokens.clear(),
  };

  const response = (request: ReceivedRequest): Response => {
    const { version, data } = server.options;
    const { method, query } = request;
    if (!request.path.startsWith(`${base}/`)) return page404();
    const path = request.path.slice(base.length);
    if (path === "/auth/login" && server.options.apiKey === undefined) {
      if (method !== "POST") return failure(version, 405, "Method not allowed");
      return logIn(request, server.options, tokens);
    }
    if (!isKnown(request, server.options, tokens)) {
      return failure(version, 401, "Unauthorized");
    }
    if (path === "/auth/verify") {
      return method === "POST"
        ? json(userOf(server.options))
        : failure(version, 405, "Method not allowed");
    }
    if (method !== "GET") return failure(version, 405, "Method not allowed");
    if (path === "/websites") return websites(query, server.options);
    const [, id, what] =
      /^\/websites\/([^/]+)(?:\/(stats|pageviews|metrics|active))?$/.exec(
        path,
      ) ?? [];
    if (!id) return page404();
    const { unlisted = [] } = server.options;
    const own = [...listOf(server.options), ...unlisted].find((website) =>
      website.id === id
    );
    if (!own && !server.options.isAdmin) {
      return failure(version, 401, "Unauthorized");
    }
    if (what === undefined) return json(own ? websiteOf(own) : null);
    const counted = own ? data : NOTHING;
    if (what === "active") {
      const { active = 0 } = counted;
      return json(version === "2.15" ? { x: active } : { visitors: active });
    }
    const [startMs, endMs] = [Number(query.startAt), Number(query.endAt)];
    if (!(startMs < endMs)) return failure(version, 400, "Bad request");
    switch (what) {
      case "stats":
        return json(stats(version, counted, startMs, endMs));
      case "pageviews":
        if (isV2(version) && !(query.unit && query.timezone)) {
          return failure(version, 400, "Bad request");
        }
        return json({
          pageviews: series(version, counted.pageviews, query),
          sessions: series(version, counted.visitors, query),
        });
      default:
        return metrics(version, counted, query);
    }
  };

  const http = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const received = {
        method: request.method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: await request.text(),
      };
      requests.push(received);
      return await server.before?.(received) ?? response(received);
    },
  );
  const origin = `http://127.0.0.1:${http.addr.port}`;
  return Object.assign(server, {
    url: new URL(options.apiKey === undefined ? origin : `${origin}/v1`),
    [Symbol.asyncDispose]: () => http.shutdown(),
  });
}

const NOTHING: UmamiData = {
  stats: () => ({
    visitors: 0,
    pageviews: 0,
    visits: 0,
    bounces: 0,
    totaltime: 0,
  }),
  pageviews: {},
  visitors: {},
  countries: [],
  regions: [],
};

function isV2(version: UmamiVersion): boolean {
  return version.startsWith("2.");
}

function listOf(
  { websites = [{ id: WEBSITE_ID, name: "Site" }] }: UmamiOptions,
) {
  return websites;
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

function page404(): Response {
  return new Response("<!DOCTYPE html><title>404</title>", {
    status: 404,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

function failure(
  version: UmamiVersion,
  status: number,
  message: string,
  code = message.toLowerCase().replaceAll(" ", "-"),
): Response {
  switch (version) {
    case "2.15":
      return new Response(message, {
        status,
        headers: { "content-type": "text/plain" },
      });
    case "2.20":
      return json({ error: message }, status);
    default:
      return json({ error: { message, code, status } }, status);
  }
}

function logIn(
  { body }: ReceivedRequest,
  { version, username = USERNAME, password = UMAMI_PASSWORD, isAdmin = false }:
    UmamiOptions,
  tokens: Set<string>,
): Response {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(body);
  } catch {
    return failure(version, 400, "Bad request");
  }
  if (given.username !== username || given.password !== password) {
    return version.startsWith("3.")
      ? failure(version, 401, "Unauthorized", "incorrect-username-password")
      : failure(version, 401, "message.incorrect-username-password");
  }
  const token = crypto.randomUUID();
  tokens.add(token);
  return json({ token, user: userOf({ version, username, isAdmin }) });
}

function userOf({ version, username = USERNAME, isAdmin = false }: Pick<
  UmamiOptions,
  "version" | "username" | "isAdmin"
>) {
  return {
    id: "0c6ab1f6-32d1-4b0f-9a8b-6a2e3a1c0d9e",
    username,
    role: isAdmin ? "admin" : "user",
    createdAt: "2026-01-02T03:04:05.678Z",
    isAdmin,
    ...version === "3.1" && { teams: [] },
  };
}

function websiteOf(website: { id: string; name: string }) {
  return { ...website, domain: "example.net", shareId: null, resetAt: null };
}

function isKnown(
  { headers }: ReceivedRequest,
  { apiKey }: UmamiOptions,
  tokens: Set<string>,
): boolean {
  if (apiKey !== undefined) return headers.get("x-umami-api-key") === apiKey;
  const bearer = headers.get("authorization") ?? "";
  return bearer.startsWith("Bearer ") && tokens.has(bearer.slice(7));
}

function websites(
  query: Record<string, string>,
  options: UmamiOptions,
): Response {
  const all = query.includeTeams ? listOf(options) : [];
  const page = Number(query.page ?? 1);
  return json({
    data: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(websiteOf),
    count: all.length,
    page,
    pageSize: PAGE_SIZE,
    ...isV2(options.version) && { orderBy: "name" },
  });
}

function stats(
  version: UmamiVersion,
  data: UmamiData,
  startMs: number,
  endMs: number,
): unknown {
  const before = startMs - (endMs - startMs);
  const now = data.stats(startMs, endMs);
  const then = data.stats(before, startMs);
  if (isV2(version)) {
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [
        name,
        { value, prev: then[name as keyof UmamiStats] },
      ]),
    );
  }
  return { ...amounts(version, now), comparison: amounts(version, then) };
}

/** 3.0.0 returns sums as its database does: as text, and null for no rows. */
function amounts(version: UmamiVersion, stats: UmamiStats): object {
  if (version !== "3.0.0") return stats;
  const { pageviews, totaltime, bounces } = stats;
  const isEmpty = pageviews === 0;
  return {
    ...stats,
    pageviews: isEmpty ? null : `${pageviews}`,
    totaltime: isEmpty ? null : `${totaltime}`,
    bounces: isEmpty ? null : bounces,
  };
}

/** 3.1 writes UTC times where no zone is named, or `utc` in lower case. */
function series(
  version: UmamiVersion,
  counts: Record<string, number>,
  { startAt, endAt, unit, timezone = "utc" }: Record<string, string>,
): unknown[] {
  const [startMs, endMs] = [Number(startAt), Number(endAt)];
  const isIso = version === "3.1" && timezone === "utc";
  const isHourly = unit === "hour";
  return Object.entries(counts).flatMap(([time, y]) => {
    const [date, hour = "00"] = time.split(" ");
    if (isHourly !== time.includes(" ")) return [];
    const timeMs = Date.parse(`${date}T${hour}:00Z`);
    if (timeMs + (isHourly ? HOUR_MS : DAY_MS) <= startMs || timeMs > endMs) {
      return [];
    }
    return [{
      x: isIso ? `${date}T${hour}:00:00Z` : `${date} ${hour}:00:00`,
      y,
    }];
  });
}

/** 3.1 leaves out visitors whose country, or region, it does not know. */
function metrics(
  version: UmamiVersion,
  { countries, regions, pages, referrers, browsers, devices }: UmamiData,
  { type, limit = "500" }: Record<string, string>,
): Response {
  const isTold = ([code]: [string | null, ...unknown[]]) =>
    version !== "3.1" || code !== null;
  const rows = (counted: [string | null, number][] = []) =>
    json(counted.filter(isTold).map(([x, y]) => ({ x, y })).slice(0, +limit));
  switch (type) {
    case "country":
      return rows(countries);
    case "region":
      return json(
        regions.filter(isTold).map(([x, y, country]) => ({ x, y, country }))
          .slice(0, +limit),
      );
    case isV2(version) ? "url" : "path":
      return rows(pages);
    case "referrer":
      return rows(referrers);
    case "browser":
      return rows(browsers);
    case "device":
      return rows(devices);
    default:
      return failure(version, 400, "Bad request");
  }
}
