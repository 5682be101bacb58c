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
import {
  testWithoutLeaks as test,
  upstream,
  useless,
} from "../../support/upstream.ts";
import { desert, NOW, site } from "./site.ts";

const window = windowAt(NOW, "30d");
const OWN = `/api/websites/${WEBSITE_ID}`;
const QUESTIONS = [
  OWN,
  `${OWN}/active`,
  ...Array.from({ length: 6 }, () => `${OWN}/metrics`),
  `${OWN}/pageviews`,
  `${OWN}/pageviews`,
  `${OWN}/stats`,
  `${OWN}/stats`,
];

function clientOf(
  server: Pick<UmamiServer, "url">,
  credentials: Credentials = { username: USERNAME, password: UMAMI_PASSWORD },
  websiteId: string | null = WEBSITE_ID,
  partTimeoutMs?: number,
): UmamiClient {
  const apiUrl = new URL(server.url);
  if (apiUrl.pathname === "/") apiUrl.pathname = "/api";
  return new UmamiClient({
    settings: { apiUrl, websiteId: websiteId ?? undefined, credentials },
    fetch,
    partTimeoutMs,
  });
}

function ask(client: UmamiClient, signal = AbortSignal.timeout(120_000)) {
  return client.ask(window, signal);
}

/** The failure that asking ends with. */
async function failure(client: UmamiClient): Promise<AnalyticsFailure> {
  const error = await ask(client).then(() => null, (error) => error);
  assert(error instanceof AnalyticsError, String(error));
  return error.failure;
}

const refused = (status: number, message: string | null = null) => ({
  code: "refused",
  status,
  message,
});

/** Lets a server answer what ends with a path by itself. */
const at =
  (end: string, answer: () => Response) => ({ path }: ReceivedRequest) =>
    path.endsWith(end) ? answer() : undefined;

/** What a server was asked about tokens. */
const authPaths = (server: UmamiServer) =>
  server.paths().filter((path) => path.startsWith("/api/auth"));

const selfHosted = (options: Partial<UmamiOptions> = {}) =>
  umamiServer({ version: "3.1", data: site, ...options });

const strange = "00000000-0000-4000-8000-000000000000";

for (const version of UMAMI_VERSIONS) {
  test(`UmamiClient - reads ${version}`, async () => {
    await using server = selfHosted({ version });
    const dashboard = dashboardOf(await ask(clientOf(server)), window);
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
    assert.deepEqual(
      dashboard.points.map((
        { time, pageviews, visitors, pageviewsBefore },
      ) => [time, pageviews, visitors, pageviewsBefore])
        .filter(([, now, , before]) => now !== 0 || before !== 0),
      [
        ["2026-10-23", 10, 4, 0],
        ["2026-11-20", 60, 30, 75],
        ["2026-11-21", 140, 70, 45],
      ],
    );
    assert.deepEqual(dashboard.website, {
      name: "Site",
      domain: "example.net",
    });
    assert.equal(dashboard.active, 7);
    assert.deepEqual(dashboard.pages, [
      { name: "/", count: 900 },
      { name: "/docs", count: 300 },
      { name: "/blog/first", count: 120 },
    ]);
    assert.deepEqual(dashboard.referrers?.[0], {
      name: "news.example.org",
      count: 200,
    });
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

  test(`UmamiClient - ${version}: a wrong password`, async () => {
    await using server = selfHosted({ version });
    const client = clientOf(server, { username: USERNAME, password: "wrong" });
    assert.deepEqual(await failure(client), { code: "wrong_password" });
    assert.deepEqual(server.paths(), ["/api/auth/login"]);
  });

  test(`UmamiClient - ${version}: a website that is not the account's`, async () => {
    await using server = selfHosted({ version });
    const client = clientOf(server, undefined, strange);
    assert.deepEqual(await failure(client), {
      code: "website_unknown",
      listed: [{ id: WEBSITE_ID, name: "Site" }],
    });
  });

  test(`UmamiClient - ${version}: a website that is nobody's, asked as an administrator`, async () => {
    await using server = selfHosted({ version, isAdmin: true });
    const client = clientOf(server, undefined, strange);
    assert.deepEqual(await failure(client), {
      code: "website_unknown",
      listed: [{ id: WEBSITE_ID, name: "Site" }],
    });
  });

  test(`UmamiClient - ${version}: nobody came`, async () => {
    await using server = selfHosted({ version, data: desert });
    const dashboard = dashboardOf(await ask(clientOf(server)), window);
    assert.deepEqual(dashboard.totals, {
      visitors: 0,
      pageviews: 0,
      sessions: 0,
      bounceRate: null,
      visitSeconds: null,
    });
    assert.deepEqual(dashboard.countries, []);
  });

  test(`UmamiClient - ${version}: a token that ran out is one login`, async () => {
    await using server = selfHosted({ version });
    const client = clientOf(server);
    const first = await ask(client);
    server.forgetTokens();
    server.requests.length = 0;
    assert.deepEqual(await ask(client), first);
    assert.deepEqual(
      authPaths(server),
      ["/api/auth/verify", "/api/auth/login", "/api/auth/verify"],
    );
    server.requests.length = 0;
    await ask(client);
    // Umami 2 is asked for paths, and then for URLs.
    const again = version.startsWith("2.") ? [`${OWN}/metrics`] : [];
    assert.deepEqual(server.paths().sort(), [...QUESTIONS, ...again].sort());
  });

  test(`UmamiClient - ${version}: takes the only website of the account`, async () => {
    await using server = selfHosted({ version });
    const client = clientOf(server, undefined, null);
    const dashboard = dashboardOf(await ask(client), window);
    assert.equal(dashboard.website.name, "Site");
    assert.equal(dashboard.totals.visitors, 1_234);
  });

  test(`UmamiClient - ${version}: lists the websites of the account if one must be chosen`, async () => {
    const websites = [
      { id: WEBSITE_ID, name: "Site" },
      { id: strange, name: "Blog" },
    ];
    await using server = selfHosted({ version, websites });
    assert.deepEqual(await failure(clientOf(server, undefined, null)), {
      code: "website_not_chosen",
      listed: websites,
    });
    server.options.websites = [];
    assert.deepEqual(await failure(clientOf(server, undefined, null)), {
      code: "website_not_chosen",
      listed: [],
    });
  });
}

test("UmamiClient - shows the rest if a part is refused, malformed or late", async () => {
  await using server = selfHosted();
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  const metric = (...types: string[]) => ({ path, query }: ReceivedRequest) =>
    path.endsWith("/metrics") && types.includes(query.type);
  const rows = (y: unknown) => () => Response.json([{ x: "a", y }]);
  const status = (status: number) => () => new Response(null, { status });
  const cases: [
    (request: ReceivedRequest) => boolean,
    () => Response | Promise<Response>,
    missing: string[],
  ][] = [
    [metric("path", "url"), status(400), ["path"]],
    [metric("referrer"), status(500), ["referrer"]],
    [metric("country"), status(401), ["country"]],
    [metric("region"), rows("many"), ["region"]],
    [metric("browser"), rows(1e300), ["browser"]],
    [metric("device"), () => Response.json(null), ["device"]],
    [({ path }) => path.endsWith("/metrics"), () => hung, [...LISTS]],
    [({ path }) => path.endsWith("/active"), status(404), ["active"]],
    [
      ({ path }) => path.endsWith("/active"),
      () => Response.json(null),
      ["active"],
    ],
    [
      ({ path, query }) =>
        path.endsWith("/pageviews") && query.endAt !== `${NOW}`,
      status(500),
      ["pageviewsBefore"],
    ],
  ];
  for (const [isConcerned, respond, missing] of cases) {
    server.before = (request) => isConcerned(request) ? respond() : undefined;
    const isHung = missing.length > 1;
    const timeoutMs = isHung ? 50 : 30_000;
    const client = clientOf(server, undefined, WEBSITE_ID, timeoutMs);
    const { lists, active, pageviewsBefore, current } = await ask(client);
    assert.equal(current.visits, 2_000);
    const all = { ...lists, active, pageviewsBefore };
    const absent = Object.entries(all).filter(([, part]) => part === null);
    const names = absent.map(([name]) => name);
    // With so short a limit, others may be late as well.
    assert.deepEqual(
      isHung ? names.filter((name) => missing.includes(name)) : names,
      missing,
    );
  }
  resolve(new Response());
});

test("UmamiClient - asks for URLs only if the server says that it knows no paths", async () => {
  await using server = selfHosted();
  server.before = ({ query }) =>
    query.type === "path" ? new Response(null, { status: 500 }) : undefined;
  const { lists } = await ask(clientOf(server));
  assert.equal(lists.path, null);
  const types = server.requests.map(({ query }) => query.type);
  assert.deepEqual(types.filter((type) => type === "url"), []);
});

test("UmamiClient - sends what every version needs, and no secret in a URL", async () => {
  await using server = selfHosted();
  await ask(clientOf(server));
  const [login, verify, ...questions] = server.requests;
  assert.equal(login.method, "POST");
  assert.equal(login.headers.get("content-type"), "application/json");
  assert.equal(login.headers.get("authorization"), null);
  assert.deepEqual(JSON.parse(login.body), {
    username: USERNAME,
    password: UMAMI_PASSWORD,
  });
  assert.deepEqual([verify.method, verify.path], ["POST", "/api/auth/verify"]);
  assert.match(verify.headers.get("authorization") ?? "", /^Bearer \S+$/);
  const span = {
    startAt: `${window.current.startMs}`,
    endAt: `${NOW}`,
    unit: "day",
    timezone: "UTC",
  };
  const earlier = {
    ...span,
    startAt: `${window.before.startMs}`,
    endAt: `${window.before.endMs}`,
  };
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
  for (const expected of expectedRequests) {
    assert(
      sent.some((one) => JSON.stringify(one) === JSON.stringify(expected)),
      JSON.stringify(expected),
    );
  }
  for (const { headers, method, body } of questions) {
    assert.match(headers.get("authorization") ?? "", /^Bearer \S+$/);
    assert.deepEqual([method, body], ["GET", ""]);
  }
});

test("UmamiClient - uses a key for the cloud and never logs in", async () => {
  const apiKey = "api_0123456789";
  await using server = selfHosted({ apiKey });
  const dashboard = dashboardOf(
    await ask(clientOf(server, { apiKey })),
    window,
  );
  assert.equal(dashboard.totals.visitors, 1_234);
  assert.deepEqual(
    server.paths().sort(),
    QUESTIONS.map((path) => path.replace("/api", "/v1")),
  );
  for (const { headers } of server.requests) {
    assert.equal(headers.get("x-umami-api-key"), apiKey);
    assert.equal(headers.get("authorization"), `Bearer ${apiKey}`);
  }
});

test("UmamiClient - a key that is not accepted", async () => {
  await using server = selfHosted({ apiKey: "api_0123456789" });
  const client = clientOf(server, { apiKey: "api_other" });
  assert.deepEqual(await failure(client), { code: "wrong_key" });
});

test("UmamiClient - does not send a key that is invalid in a header", async () => {
  await using server = selfHosted({ apiKey: "api_0123456789" });
  for (const apiKey of ["schlüssel", "a b", "a\r\nx: y"]) {
    assert.deepEqual(await failure(clientOf(server, { apiKey })), {
      code: "wrong_key",
    });
  }
  assert.deepEqual(server.requests, []);
});

test("UmamiClient - finds a website that no list contains", async () => {
  const unlisted = [{ id: strange, name: "Of a team" }];
  for (const data of [site, desert]) {
    await using server = selfHosted({ data, unlisted });
    const { current } = await ask(clientOf(server, undefined, strange));
    assert.equal(current.visits, data === site ? 2_000 : 0);
    assert.equal(server.paths().includes("/api/websites"), false);
  }
});

test("UmamiClient - lists up to ten websites of the account", async () => {
  const websites = Array.from({ length: 45 }, (_, i) => ({
    id: `${strange.slice(0, -2)}${10 + i}`,
    name: `Site ${i}`,
  }));
  await using server = selfHosted({ data: desert, websites });
  const unseen = await failure(clientOf(server, undefined, strange));
  assert(unseen.code === "website_unknown");
  assert.deepEqual(unseen.listed, websites.slice(0, 10));
  const lists = server.requests.filter(({ path }) => path === "/api/websites");
  assert.deepEqual(lists.map(({ query }) => query), [
    { page: "1", includeTeams: "true" },
  ]);
});

test("UmamiClient - a website is unknown if neither it nor the list can be read", async () => {
  await using server = selfHosted({ isAdmin: true });
  server.before = at(
    "/api/websites",
    () => new Response(null, { status: 500 }),
  );
  assert.deepEqual(await failure(clientOf(server, undefined, strange)), {
    code: "website_unknown",
    listed: [],
  });
});

test("UmamiClient - shows a website without visits if it cannot be read by ID", async () => {
  await using server = selfHosted({ data: desert });
  server.before = at(OWN, () => new Response(null, { status: 500 }));
  assert.equal((await ask(clientOf(server))).current.visits, 0);
});

test("UmamiClient - requests no figures if the new token is refused", async () => {
  await using server = selfHosted();
  server.before = at(
    "/api/auth/verify",
    () =>
      Response.json({ error: { message: "Unauthorized" } }, { status: 401 }),
  );
  const client = clientOf(server);
  assert.deepEqual(await failure(client), refused(401, "Unauthorized"));
  assert.deepEqual(server.paths(), ["/api/auth/login", "/api/auth/verify"]);
  // And is not kept.
  server.before = undefined;
  server.requests.length = 0;
  await ask(client);
  assert.equal(server.paths()[0], "/api/auth/login");
});

test("UmamiClient - does not log in again if a valid token is denied the figures", async () => {
  await using server = selfHosted();
  const client = clientOf(server);
  await ask(client);
  server.requests.length = 0;
  server.before = at("/stats", () => new Response(null, { status: 401 }));
  assert.deepEqual(await failure(client), refused(401));
  assert.deepEqual(authPaths(server), ["/api/auth/verify"]);
});

test("UmamiClient - says why a new token is denied the figures", async () => {
  await using server = selfHosted();
  const client = clientOf(server);
  await ask(client);
  server.forgetTokens();
  server.options.websites = [{ id: strange, name: "Other" }];
  assert.deepEqual(await failure(client), {
    code: "website_unknown",
    listed: [{ id: strange, name: "Other" }],
  });
});

test("UmamiClient - gives up after two logins if the server refuses every token", async () => {
  await using server = selfHosted();
  const client = clientOf(server);
  await ask(client);
  server.requests.length = 0;
  let verified = 0;
  server.before = ({ path }) =>
    path === "/api/auth/login"
      ? undefined
      : path === "/api/auth/verify" && verified++ > 0
      ? undefined
      : new Response(null, { status: 401 });
  assert.equal((await failure(client)).code, "refused");
  assert.deepEqual(authPaths(server), [
    "/api/auth/verify",
    "/api/auth/login",
    "/api/auth/verify",
  ]);
});

test("UmamiClient - passes on the server's error message, in each format", async () => {
  await using server = selfHosted();
  const words = "The database is asleep";
  const json = { status: 503, headers: { "content-type": "application/json" } };
  const cases = [
    [words, { status: 503, headers: { "content-type": "text/plain" } }, words],
    [JSON.stringify({ error: words }), json, words],
    [JSON.stringify({ error: { message: words, code: "x" } }), json, words],
    [JSON.stringify({ error: { errors: [], message: 7 } }), json, null],
    ["x".repeat(201), { status: 503 }, null],
    [`no \u202e way`, { status: 503 }, null],
    ["", { status: 503 }, null],
    [`${UMAMI_PASSWORD} is not right`, { status: 503 }, null],
  ] as const;
  for (const [body, init, message] of cases) {
    server.before = () => new Response(body, init);
    assert.deepEqual(await failure(clientOf(server)), refused(503, message));
  }
});

test("UmamiClient - removes tokens from error messages", async () => {
  await using server = selfHosted();
  server.before = ({ path, headers }) =>
    path.endsWith("/stats")
      ? Response.json({ error: `bad ${headers.get("authorization")}` }, {
        status: 400,
      })
      : undefined;
  assert.deepEqual(await failure(clientOf(server)), refused(400));
});

test("UmamiClient - a refusal of the account's own website stays a refusal", async () => {
  await using server = selfHosted();
  server.before = at(
    "/stats",
    () => Response.json({ error: { message: "Forbidden" } }, { status: 403 }),
  );
  assert.deepEqual(await failure(clientOf(server)), refused(403, "Forbidden"));
});

test("UmamiClient - a server without this API is not Umami", async () => {
  await using server = selfHosted();
  const answers = [
    () => Response.json({ error: "Not found" }, { status: 404 }),
    () => Response.json({ error: "Method not allowed" }, { status: 405 }),
    () => new Response("<!DOCTYPE html>", { status: 404 }),
    () => Response.json({ ok: true }),
    () => Response.json({ token: "two words" }),
    () => Response.json({ token: "x".repeat(8193) }),
  ];
  for (const answer of answers) {
    server.before = answer;
    assert.deepEqual(await failure(clientOf(server)), { code: "wrong_shape" });
  }
  const apiKey = "api_0123456789";
  server.before = () => Response.json({ error: "Not found" }, { status: 404 });
  assert.deepEqual(await failure(clientOf(server, { apiKey })), {
    code: "wrong_shape",
  });
});

test("UmamiClient - refuses malformed figures", async () => {
  const series = { pageviews: [], sessions: [] };
  const good = {
    pageviews: 1,
    visitors: 1,
    visits: 1,
    bounces: 0,
    totaltime: 0,
  };
  const bad: [path: string, body: unknown][] = [
    ["stats", {}],
    ["stats", []],
    ["stats", null],
    ["stats", { ...good, visits: undefined }],
    ["stats", { ...good, visits: -1 }],
    ["stats", { ...good, visits: "many" }],
    ["stats", { ...good, visits: "1e400" }],
    ["stats", { ...good, visits: 1e300 }],
    ["stats", { ...good, visits: true }],
    ["stats", { ...good, visits: [1] }],
    ["stats", { ...good, visits: { prev: 1 } }],
    ["stats", { ...good, visits: { value: "x" } }],
    ["pageviews", []],
    ["pageviews", { ...series, sessions: null }],
    ["pageviews", { ...series, sessions: [null] }],
    ["pageviews", { ...series, sessions: [{ x: 1, y: 1 }] }],
    ["pageviews", { ...series, sessions: [{ x: "2026-11-21", y: -1 }] }],
  ];
  await using server = selfHosted();
  for (const [path, body] of bad) {
    server.before = at(path, () => Response.json(body));
    assert.deepEqual(
      await failure(clientOf(server)),
      { code: "wrong_shape" },
      JSON.stringify([path, body]),
    );
  }
});

test("UmamiClient - accepts every format of amounts", async () => {
  await using server = selfHosted();
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

test("UmamiClient - follows no redirects, to keep secrets", async () => {
  await using elsewhere = selfHosted();
  await using server = selfHosted();
  server.before = ({ path }) =>
    new Response(null, {
      status: 307,
      headers: { location: new URL(path, elsewhere.url).href },
    });
  assert.deepEqual(await failure(clientOf(server)), { code: "redirected" });
  assert.deepEqual(elsewhere.requests, []);
});

test("UmamiClient - the first failure aborts the other requests", async () => {
  await using server = selfHosted();
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  server.before = ({ path }) => {
    if (path.endsWith("/stats")) return new Response(null, { status: 502 });
    return path.endsWith("/metrics") ? hung : undefined;
  };
  assert.deepEqual(await failure(clientOf(server)), refused(502));
  resolve(new Response());
});

test("UmamiClient - throws the reason of the signal", async () => {
  await using server = selfHosted();
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

test("UmamiClient - a refusal without a message also renews the token", async () => {
  await using server = selfHosted();
  const client = clientOf(server);
  await ask(client);
  const [{ headers }] = server.requests.slice(-1);
  const old = headers.get("authorization");
  server.before = (request) =>
    request.headers.get("authorization") === old
      ? new Response(null, { status: 401 })
      : undefined;
  assert.equal((await ask(client)).current.visits, 2_000);
});

for (const [what, reply] of Object.entries(useless)) {
  test(`UmamiClient - ${what} is a failure of the server`, async () => {
    await using server = upstream(reply);
    const login = await failure(clientOf(server));
    const key = await failure(clientOf(server, { apiKey: "api_0123456789" }));
    const [ofLogin, ofKey] = {
      "status 500": [refused(500), refused(500)],
      "status 401": [{ code: "wrong_password" }, { code: "wrong_key" }],
      "status 403": [{ code: "wrong_password" }, { code: "wrong_key" }],
      "a redirect": [{ code: "redirected" }, { code: "redirected" }],
      "a connection reset": [{ code: "unreachable" }, {
        code: "unreachable",
      }],
      "garbage for a response": [{ code: "unreachable" }, {
        code: "unreachable",
      }],
    }[what] ?? [{ code: "wrong_shape" }, { code: "wrong_shape" }];
    assert.deepEqual([login, key], [ofLogin, ofKey]);
  });
}
