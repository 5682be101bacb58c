import assert from "node:assert/strict";
import { AnalyticsError } from "../../../lib/analytics/analytics_error.ts";
import { dashboardOf } from "../../../lib/analytics/dashboard.ts";
import type { Credentials } from "../../../lib/analytics/settings.ts";
import { LISTS, UmamiClient } from "../../../lib/analytics/umami_client.ts";
import { windowAt } from "../../../lib/analytics/window.ts";
import type { AnalyticsFailure } from "../../../lib/analytics/view/texts.ts";
import {
  type ReceivedRequest,
  UMAMI_PASSWORD,
  UMAMI_VERSIONS,
  type UmamiOptions,
  type UmamiServer,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../support/umami_server.ts";
import { testWithoutLeaks, upstream, useless } from "../../support/upstream.ts";
import { desert, NOW, site } from "./site.ts";

const window = windowAt(NOW, "30d");
const OWN = `/api/websites/${WEBSITE_ID}`;
const QUESTIONS = [
  OWN,
  `${OWN}/active`,
  ...Array(6).fill(`${OWN}/metrics`),
  ...Array(2).fill(`${OWN}/pageviews`),
  ...Array(2).fill(`${OWN}/stats`),
];
const SITE = { id: WEBSITE_ID, name: "Site" };
const apiKey = "api_0123456789";

interface ClientOptions {
  credentials?: Credentials;
  websiteId?: string | null;
  partTimeoutMs?: number;
}

function clientOf(
  server: Pick<UmamiServer, "url">,
  {
    credentials = { username: USERNAME, password: UMAMI_PASSWORD },
    websiteId = WEBSITE_ID,
    partTimeoutMs,
  }: ClientOptions = {},
): UmamiClient {
  const apiUrl = new URL(server.url);
  if (apiUrl.pathname === "/") apiUrl.pathname = "/api";
  const website = websiteId ?? undefined;
  const settings = { apiUrl, websiteId: website, credentials };
  return new UmamiClient({ settings, fetch, partTimeoutMs });
}

function ask(client: UmamiClient, signal = AbortSignal.timeout(120_000)) {
  return client.ask(window, signal);
}

async function dashboardFrom(client: UmamiClient) {
  return dashboardOf(await ask(client), window);
}

/** The failure that asking ends with. */
async function failure(client: UmamiClient): Promise<AnalyticsFailure> {
  const error = await ask(client).then(() => null, (error) => error);
  assert(error instanceof AnalyticsError, String(error));
  return error.failure;
}

async function assertFails(
  from: UmamiClient | UmamiServer,
  expected: AnalyticsFailure | AnalyticsFailure["code"],
) {
  const client = from instanceof UmamiClient ? from : clientOf(from);
  const isCode = typeof expected === "string";
  const expectedFailure = isCode ? { code: expected } : expected;
  assert.deepEqual(await failure(client), expectedFailure);
}

const refused = (status: number, message: string | null = null) =>
  ({ code: "refused", status, message }) as const;
const unknown = (listed: { id: string; name: string }[]) =>
  ({ code: "website_unknown", listed }) as const;

/** A response without a body, or with an error message. */
const respond = (status: number, message?: string) => () =>
  message === undefined
    ? new Response(null, { status })
    : Response.json({ error: { message } }, { status });

/** Lets a server answer what ends with a path by itself. */
const at =
  (end: string, answer: () => Response) => ({ path }: ReceivedRequest) =>
    path.endsWith(end) ? answer() : undefined;

/** What a server was asked about tokens. */
const authPaths = (server: UmamiServer) =>
  server.paths().filter((path) => path.startsWith("/api/auth"));

const selfHosted = (options: Partial<UmamiOptions> = {}) =>
  umamiServer({ version: "3.1", data: site, ...options });

type Body = (server: UmamiServer) => Promise<void>;

/** A `Deno.test` with a server, of the newest version by default. */
function testOf(options: Partial<UmamiOptions> = {}) {
  return (name: string, body: Body) =>
    testWithoutLeaks(name, async () => {
      await using server = selfHosted({ ...options });
      await body(server);
    });
}

const test = testOf();

const strange = "00000000-0000-4000-8000-000000000000";

for (const version of UMAMI_VERSIONS) {
  const test = testOf({ version });

  test(`UmamiClient - reads ${version}`, async (server) => {
    const dashboard = await dashboardFrom(clientOf(server));
    assert.deepEqual(dashboard.totals, {
      visitors: 1_234,
      pageviews: 4_321,
      sessions: 2_000,
      bounceRate: 0.25,
      visitSeconds: 90,
    });
    assert.deepEqual(dashboard.before, {
      visitors: 1_000,
      pageviews: 5_000,
      sessions: 1_600,
      bounceRate: 0.2,
      visitSeconds: 100,
    });
    const points = dashboard.points
      .map((at) => [at.time, at.pageviews, at.visitors, at.pageviewsBefore])
      .filter(([, now, , before]) => now !== 0 || before !== 0);
    assert.deepEqual(points, [
      ["2026-10-23", 10, 4, 0],
      ["2026-11-20", 60, 30, 75],
      ["2026-11-21", 140, 70, 45],
    ]);
    const website = { name: "Site", domain: "example.net" };
    assert.deepEqual(dashboard.website, website);
    assert.equal(dashboard.active, 7);
    assert.deepEqual(dashboard.pages, [
      { name: "/", count: 900 },
      { name: "/docs", count: 300 },
      { name: "/blog/first", count: 120 },
    ]);
    const referrer = { name: "news.example.org", count: 200 };
    assert.deepEqual(dashboard.referrers?.[0], referrer);
    assert.deepEqual(dashboard.browsers?.[0], { name: "chrome", count: 700 });
    assert.deepEqual(dashboard.devices?.[1], { name: "mobile", count: 434 });
    assert.deepEqual(
      dashboard.countries?.map(({ country, visitors }) => [country, visitors]),
      // 101 of 1,234 are in no row, or in one without a country.
      [["DE", 600], ["US", 300], ["CN", 150], [null, 101], ["FR", 80]],
    );
    assert.deepEqual(
      dashboard.regions?.map(({ country, region }) => [country, region]),
      [
        ["DE", "DE-BY"],
        ["US", "US-CA"],
        ["FR", "FR-IDF"],
        ["CN", "CN-BJ"],
        version === "3.1" ? ["DE", "DE-BE"] : ["IE", null],
      ],
    );
  });

  test(`UmamiClient - ${version}: a wrong password`, async (server) => {
    const credentials = { username: USERNAME, password: "wrong" };
    await assertFails(clientOf(server, { credentials }), "wrong_password");
    assert.deepEqual(server.paths(), ["/api/auth/login"]);
  });

  for (const isAdmin of [false, true]) {
    const whose = isAdmin
      ? "nobody's, asked as an administrator"
      : "not the account's";
    test(`UmamiClient - ${version}: a website that is ${whose}`, async (server) => {
      server.options.isAdmin = isAdmin;
      const client = clientOf(server, { websiteId: strange });
      await assertFails(client, unknown([SITE]));
    });
  }

  test(`UmamiClient - ${version}: nobody came`, async (server) => {
    server.options.data = desert;
    const dashboard = await dashboardFrom(clientOf(server));
    assert.deepEqual(dashboard.totals, {
      visitors: 0,
      pageviews: 0,
      sessions: 0,
      bounceRate: null,
      visitSeconds: null,
    });
    assert.deepEqual(dashboard.countries, []);
  });

  test(`UmamiClient - ${version}: a token that ran out is one login`, async (server) => {
    const client = clientOf(server);
    const first = await ask(client);
    server.forgetTokens();
    server.requests.length = 0;
    assert.deepEqual(await ask(client), first);
    const [verify, login] = ["/api/auth/verify", "/api/auth/login"];
    assert.deepEqual(authPaths(server), [verify, login, verify]);
    server.requests.length = 0;
    await ask(client);
    // Umami 2 is asked for paths, and then for URLs.
    const again = version.startsWith("2.") ? [`${OWN}/metrics`] : [];
    assert.deepEqual(server.paths().sort(), [...QUESTIONS, ...again].sort());
  });

  test(`UmamiClient - ${version}: takes the only website of the account`, async (server) => {
    const client = clientOf(server, { websiteId: null });
    const dashboard = await dashboardFrom(client);
    assert.equal(dashboard.website.name, "Site");
    assert.equal(dashboard.totals.visitors, 1_234);
  });

  test(`UmamiClient - ${version}: lists the websites of the account if one must be chosen`, async (server) => {
    const websites = [SITE, { id: strange, name: "Blog" }];
    for (const listed of [websites, []]) {
      server.options.websites = listed;
      const client = clientOf(server, { websiteId: null });
      await assertFails(client, { code: "website_not_chosen", listed });
    }
  });
}

test("UmamiClient - shows the rest if a part is refused, malformed or late", async (server) => {
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  const ofTypes =
    (types: readonly string[]) => ({ path, query }: ReceivedRequest) =>
      path.endsWith("/metrics") && types.includes(query.type);
  const active = ({ path }: ReceivedRequest) => path.endsWith("/active");
  const before = ({ path, query }: ReceivedRequest) =>
    path.endsWith("/pageviews") && query.endAt !== `${NOW}`;
  const rows = (y: unknown) => () => Response.json([{ x: "a", y }]);
  const none = () => Response.json(null);
  const cases: [
    (request: ReceivedRequest) => boolean,
    () => Response | Promise<Response>,
    missing: string[],
  ][] = [
    [ofTypes(["path", "url"]), respond(400), ["path"]],
    [ofTypes(["referrer"]), respond(500), ["referrer"]],
    [ofTypes(["country"]), respond(401), ["country"]],
    [ofTypes(["region"]), rows("many"), ["region"]],
    [ofTypes(["browser"]), rows(1e300), ["browser"]],
    [ofTypes(["device"]), none, ["device"]],
    [ofTypes([...LISTS, "url"]), () => hung, [...LISTS]],
    [active, respond(404), ["active"]],
    [active, none, ["active"]],
    [before, respond(500), ["pageviewsBefore"]],
  ];
  for (const [isConcerned, answer, missing] of cases) {
    server.before = (request) => isConcerned(request) ? answer() : undefined;
    const isHung = missing.length > 1;
    const client = clientOf(server, { partTimeoutMs: isHung ? 50 : 30_000 });
    const { lists, active, pageviewsBefore, current } = await ask(client);
    assert.equal(current.visits, 2_000);
    const all = { ...lists, active, pageviewsBefore };
    const absent = Object.entries(all).filter(([, part]) => part === null);
    // With so short a limit, others may be late as well.
    const names = absent.map(([name]) => name)
      .filter((name) => !isHung || missing.includes(name));
    assert.deepEqual(names, missing);
  }
  resolve(new Response());
});

test("UmamiClient - asks for URLs only if the server says that it knows no paths", async (server) => {
  server.before = ({ query }) =>
    query.type === "path" ? respond(500)() : undefined;
  const { lists } = await ask(clientOf(server));
  assert.equal(lists.path, null);
  const types = server.requests.map(({ query }) => query.type);
  assert.deepEqual(types.filter((type) => type === "url"), []);
});

test("UmamiClient - sends what every version needs, and no secret in a URL", async (server) => {
  await ask(clientOf(server));
  const [login, verify, ...questions] = server.requests;
  assert.equal(login.method, "POST");
  assert.equal(login.headers.get("content-type"), "application/json");
  assert.equal(login.headers.get("authorization"), null);
  const credentials = { username: USERNAME, password: UMAMI_PASSWORD };
  assert.deepEqual(JSON.parse(login.body), credentials);
  assert.deepEqual([verify.method, verify.path], ["POST", "/api/auth/verify"]);
  assert.match(verify.headers.get("authorization") ?? "", /^Bearer \S+$/);
  const spanOf = ({ startMs, endMs }: typeof window.current) => ({
    startAt: `${startMs}`,
    endAt: `${endMs}`,
    unit: "day",
    timezone: "UTC",
  });
  const span = { ...spanOf(window.current), endAt: `${NOW}` };
  const earlier = spanOf(window.before);
  const sent = questions.map(({ path, query }) => [path, query]);
  assert.equal(sent.length, QUESTIONS.length);
  const expectedRequests = [
    [`${OWN}/stats`, span],
    [`${OWN}/stats`, earlier],
    [OWN, {}],
    [`${OWN}/pageviews`, span],
    [`${OWN}/pageviews`, earlier],
    [`${OWN}/active`, {}],
    ...LISTS.map((type) => [
      `${OWN}/metrics`,
      { ...span, type, limit: type === "country" ? "500" : "100" },
    ]),
  ];
  const texts = sent.map((one) => JSON.stringify(one));
  for (const expected of expectedRequests.map((one) => JSON.stringify(one))) {
    assert(texts.includes(expected), expected);
  }
  for (const { headers, method, body } of questions) {
    assert.match(headers.get("authorization") ?? "", /^Bearer \S+$/);
    assert.deepEqual([method, body], ["GET", ""]);
  }
});

test("UmamiClient - uses a key for the cloud and never logs in", async () => {
  await using server = selfHosted({ apiKey });
  const client = clientOf(server, { credentials: { apiKey } });
  const dashboard = await dashboardFrom(client);
  assert.equal(dashboard.totals.visitors, 1_234);
  const paths = QUESTIONS.map((path) => path.replace("/api", "/v1"));
  assert.deepEqual(server.paths().sort(), paths);
  for (const { headers } of server.requests) {
    assert.equal(headers.get("x-umami-api-key"), apiKey);
    assert.equal(headers.get("authorization"), `Bearer ${apiKey}`);
  }
});

test("UmamiClient - a key that is not accepted, or not sent since it is invalid in a header", async () => {
  await using server = selfHosted({ apiKey });
  for (const other of ["schlüssel", "a b", "a\r\nx: y", "api_other"]) {
    assert.deepEqual(server.requests, []);
    const client = clientOf(server, { credentials: { apiKey: other } });
    await assertFails(client, "wrong_key");
  }
  assert.notEqual(server.requests.length, 0);
});

test("UmamiClient - finds a website that no list contains", async (server) => {
  server.options.unlisted = [{ id: strange, name: "Of a team" }];
  for (const data of [site, desert]) {
    server.options.data = data;
    const { current } = await ask(clientOf(server, { websiteId: strange }));
    assert.equal(current.visits, data === site ? 2_000 : 0);
    assert.equal(server.paths().includes("/api/websites"), false);
  }
});

test("UmamiClient - lists up to ten websites of the account", async (server) => {
  const websites = Array.from({ length: 45 }, (_, i) => ({
    id: `${strange.slice(0, -2)}${10 + i}`,
    name: `Site ${i}`,
  }));
  Object.assign(server.options, { data: desert, websites });
  const client = clientOf(server, { websiteId: strange });
  await assertFails(client, unknown(websites.slice(0, 10)));
  const lists = server.requests.filter(({ path }) => path === "/api/websites");
  const queries = lists.map(({ query }) => query);
  assert.deepEqual(queries, [{ page: "1", includeTeams: "true" }]);
});

test("UmamiClient - a website is unknown if neither it nor the list can be read", async (server) => {
  server.options.isAdmin = true;
  server.before = at("/api/websites", respond(500));
  await assertFails(clientOf(server, { websiteId: strange }), unknown([]));
});

test("UmamiClient - shows a website without visits if it cannot be read by ID", async (server) => {
  server.options.data = desert;
  server.before = at(OWN, respond(500));
  assert.equal((await ask(clientOf(server))).current.visits, 0);
});

test("UmamiClient - requests no figures if the new token is refused", async (server) => {
  server.before = at("/api/auth/verify", respond(401, "Unauthorized"));
  const client = clientOf(server);
  await assertFails(client, refused(401, "Unauthorized"));
  assert.deepEqual(server.paths(), ["/api/auth/login", "/api/auth/verify"]);
  // And is not kept.
  server.before = undefined;
  server.requests.length = 0;
  await ask(client);
  assert.equal(server.paths()[0], "/api/auth/login");
});

test("UmamiClient - does not log in again if a valid token is denied the figures", async (server) => {
  const client = clientOf(server);
  await ask(client);
  server.requests.length = 0;
  server.before = at("/stats", respond(401));
  await assertFails(client, refused(401));
  assert.deepEqual(authPaths(server), ["/api/auth/verify"]);
});

test("UmamiClient - says why a new token is denied the figures", async (server) => {
  const client = clientOf(server);
  await ask(client);
  server.forgetTokens();
  const websites = [{ id: strange, name: "Other" }];
  server.options.websites = websites;
  await assertFails(client, unknown(websites));
});

test("UmamiClient - gives up after two logins if the server refuses every token", async (server) => {
  const client = clientOf(server);
  await ask(client);
  server.requests.length = 0;
  let verified = 0;
  const [login, verify] = ["/api/auth/login", "/api/auth/verify"];
  server.before = ({ path }) =>
    path === login || path === verify && verified++ > 0
      ? undefined
      : respond(401)();
  await assertFails(client, refused(401));
  assert.deepEqual(authPaths(server), [verify, login, verify]);
});

test("UmamiClient - passes on the server's error message, in each format", async (server) => {
  const words = "The database is asleep";
  const json = { "content-type": "application/json" };
  const cases = [
    [words, { "content-type": "text/plain" }, words],
    [JSON.stringify({ error: words }), json, words],
    [JSON.stringify({ error: { message: words, code: "x" } }), json, words],
    [JSON.stringify({ error: { errors: [], message: 7 } }), json, null],
    ["x".repeat(201), {}, null],
    [`no \u202e way`, {}, null],
    ["", {}, null],
    [`${UMAMI_PASSWORD} is not right`, {}, null],
  ] as const;
  for (const [body, headers, message] of cases) {
    server.before = () => new Response(body, { status: 503, headers });
    await assertFails(server, refused(503, message));
  }
});

test("UmamiClient - removes tokens from error messages", async (server) => {
  server.before = ({ path, headers }) => {
    if (!path.endsWith("/stats")) return undefined;
    const error = `bad ${headers.get("authorization")}`;
    return Response.json({ error }, { status: 400 });
  };
  await assertFails(server, refused(400));
});

test("UmamiClient - a refusal of the account's own website stays a refusal", async (server) => {
  server.before = at("/stats", respond(403, "Forbidden"));
  await assertFails(server, refused(403, "Forbidden"));
});

test("UmamiClient - a server without this API is not Umami", async (server) => {
  const notFound = () => Response.json({ error: "Not found" }, { status: 404 });
  const answers = [
    notFound,
    () => Response.json({ error: "Method not allowed" }, { status: 405 }),
    () => new Response("<!DOCTYPE html>", { status: 404 }),
    () => Response.json({ ok: true }),
    () => Response.json({ token: "two words" }),
    () => Response.json({ token: "x".repeat(8193) }),
  ];
  for (const answer of answers) {
    server.before = answer;
    await assertFails(server, "wrong_shape");
  }
  server.before = notFound;
  const client = clientOf(server, { credentials: { apiKey } });
  await assertFails(client, "wrong_shape");
});

test("UmamiClient - refuses malformed figures", async (server) => {
  const series = { pageviews: [], sessions: [] };
  const none = { bounces: 0, totaltime: 0 };
  const good = { pageviews: 1, visitors: 1, visits: 1, ...none };
  const amounts = [
    ...[undefined, -1, "many", "1e400", 1e300, true, [1]],
    ...[{ prev: 1 }, { value: "x" }],
  ];
  const sessions = [{ x: 1, y: 1 }, { x: "2026-11-21", y: -1 }];
  const bad = {
    stats: [{}, [], null, ...amounts.map((visits) => ({ ...good, visits }))],
    pageviews: [
      ...[[], { ...series, sessions: null }, { ...series, sessions: [null] }],
      ...sessions.map((one) => ({ ...series, sessions: [one] })),
    ],
  };
  for (const [path, bodies] of Object.entries(bad)) {
    for (const body of bodies) {
      server.before = at(path, () => Response.json(body));
      const { code } = await failure(clientOf(server));
      assert.equal(code, "wrong_shape", JSON.stringify([path, body]));
    }
  }
});

test("UmamiClient - accepts every format of amounts", async (server) => {
  server.before = at("/stats", () =>
    Response.json({
      pageviews: "12",
      visitors: { value: "7", prev: 3 },
      visits: { value: 9 },
      bounces: null,
      totaltime: "34.7000",
      more: "than is asked",
    }));
  assert.deepEqual((await ask(clientOf(server))).current, {
    pageviews: 12,
    visitors: 7,
    visits: 9,
    bounces: 0,
    totaltime: 35,
  });
});

test("UmamiClient - follows no redirects, to keep secrets", async (server) => {
  await using elsewhere = selfHosted();
  server.before = ({ path }) =>
    new Response(null, {
      status: 307,
      headers: { location: new URL(path, elsewhere.url).href },
    });
  await assertFails(server, "redirected");
  assert.deepEqual(elsewhere.requests, []);
});

test("UmamiClient - the first failure aborts the other requests", async (server) => {
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  server.before = ({ path }) => {
    if (path.endsWith("/stats")) return respond(502)();
    return path.endsWith("/metrics") ? hung : undefined;
  };
  await assertFails(server, refused(502));
  resolve(new Response());
});

test("UmamiClient - throws the reason of the signal", async (server) => {
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  const paths = ["/api/auth/login", "/api/auth/verify", `${OWN}/stats`, OWN];
  for (const at of paths) {
    const controller = new AbortController();
    const reason = new Error("whoever asked has left");
    server.options.data = desert;
    server.before = ({ path }) => {
      if (path !== at) return undefined;
      controller.abort(reason);
      return hung;
    };
    await assert.rejects(ask(clientOf(server), controller.signal), reason);
  }
  resolve(new Response());
});

test("UmamiClient - a refusal without a message also renews the token", async (server) => {
  const client = clientOf(server);
  await ask(client);
  const [{ headers }] = server.requests.slice(-1);
  const old = headers.get("authorization");
  server.before = ({ headers }) =>
    headers.get("authorization") === old ? respond(401)() : undefined;
  assert.equal((await ask(client)).current.visits, 2_000);
});

/** With a login, and with a key; without a row, it is the shape. */
const failures: Record<string, [AnalyticsFailure, AnalyticsFailure]> = {
  "status 500": [refused(500), refused(500)],
  "status 401": [{ code: "wrong_password" }, { code: "wrong_key" }],
  "status 403": [{ code: "wrong_password" }, { code: "wrong_key" }],
  "a redirect": [{ code: "redirected" }, { code: "redirected" }],
  "a connection reset": [{ code: "unreachable" }, { code: "unreachable" }],
  "garbage for a response": [{ code: "unreachable" }, { code: "unreachable" }],
};
for (const [what, reply] of Object.entries(useless)) {
  test(`UmamiClient - ${what} is a failure of the server`, async () => {
    await using server = upstream(reply);
    const shape: AnalyticsFailure = { code: "wrong_shape" };
    const [ofLogin, ofKey] = failures[what] ?? [shape, shape];
    await assertFails(clientOf(server), ofLogin);
    await assertFails(clientOf(server, { credentials: { apiKey } }), ofKey);
  });
}
