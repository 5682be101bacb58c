import assert from "node:assert/strict";
import {
  assertApiError,
  exposedHeaders,
  openHeaders,
  statusOf,
  types,
} from "../../../support/responses.ts";
import { type TestApp, testApp } from "../../../support/validated_app.ts";
import { newMember, type TestMember } from "../../../support/members.ts";

const bearer = (token: string) => ({
  headers: { authorization: `Bearer ${token}` },
});

let app: TestApp;
let member: TestMember;
let mine: ReturnType<typeof bearer>;

/** A test with an app of its own, because quotas keep a timer for a while after a charge. */
function test(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    await using opened = await testApp({
      zone: {
        "8.8.8.8": ["dns.google"],
        "dns.example": ["8.8.8.8", "2001:4860:4860::8888"],
        "silent.example": null,
      },
    });
    app = opened;
    member = await newMember(app, "v2@example.net");
    mine = bearer(member.token);
    await run();
  });
}

/** The quota headers of a response to a known token. */
function quotaOf(response: Response) {
  const header = (name: string) => response.headers.get(name);
  return {
    limit: header("x-ratelimit-limit"),
    remaining: header("x-ratelimit-remaining"),
    reset: header("x-ratelimit-reset"),
    type: header("x-token-type"),
  };
}

function free(remaining: number) {
  return {
    limit: "100",
    remaining: String(remaining),
    reset: "2026-12-01T00:00:00Z",
    type: "free",
  };
}

const none = { limit: null, remaining: null, reset: null, type: null };

test("GET /api/v2/ip/{ip} - returns the whole record and all headers", async () => {
  const response = await app.get("/api/v2/ip/8.8.8.8", mine);
  assert.equal(response.status, 200);
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    ...exposedHeaders,
    "cache-control": "no-store",
    "content-type": types.json,
    "x-content-type-options": "nosniff",
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "99",
    "x-ratelimit-reset": "2026-12-01T00:00:00Z",
    "x-token-type": "free",
  });
  const record = await response.json();
  assert.deepEqual(Object.keys(record), [
    "ok",
    "ip",
    "hostname",
    "ip_type",
    "geo",
    "network",
    "risk",
    "contacts",
    "meta",
  ]);
  assert.equal(record.ip, "8.8.8.8");
  assert.equal(record.hostname, "dns.google");
  assert.deepEqual(record.meta, {
    version: "v2",
    source: "porthole",
    tier: "vip",
    is_china_ip: false,
    reason: "anycast",
    checked: ["hosting", "mobile", "satellite"],
  });
});

test("GET /api/v2 - describes the client", async () => {
  const response = await app.get("/api/v2", { ...mine, peer: "8.8.8.8" });
  assert.equal(response.status, 200);
  assert.equal((await response.json()).ip, "8.8.8.8");
});

test("GET /api/v2/domain/{domain} - describes the first IPv4 address, or the requested family", async () => {
  const path = "/api/v2/domain/dns.example";
  assert.equal((await (await app.get(path, mine)).json()).ip, "8.8.8.8");
  const v6 = await app.get(`${path}?family=6`, mine);
  assert.equal((await v6.json()).ip, "2001:4860:4860::8888");
});

test("GET /api/v2 - accepts a token in either header, and prefers the bearer", async () => {
  const other = await newMember(app, "other@example.net");
  const response = await app.get("/api/v2/ip/8.8.8.8", {
    headers: {
      authorization: `Bearer ${other.token}`,
      "x-api-key": member.token,
    },
  });
  assert.deepEqual(quotaOf(response), free(99));
  const key = { headers: { "x-api-key": other.token } };
  assert.deepEqual(quotaOf(await app.get("/api/v2/ip/8.8.8.8", key)), free(98));
});

test("GET /api/v2 - returns 401 for any target without a valid token", async () => {
  const { tokens } = app.services;
  const revoked = await newMember(app, "revoked@example.net");
  await tokens.revoke(revoked.account.id, revoked.tokenId);
  const wrong = ["ph_" + "x".repeat(43), "ph_short", "x", revoked.token];
  const attempts = [{}, ...wrong.map(bearer)];
  for (const options of attempts) {
    for (const path of ["", "/ip/8.8.8.8", "/ip/nonsense", "/ip"]) {
      const response = await app.get(`/api/v2${path}`, options);
      assert.equal(
        response.headers.get("www-authenticate"),
        'Bearer realm="porthole"',
      );
      assert.deepEqual(quotaOf(response), none);
      await assertApiError(response, 401, "UNAUTHORIZED");
    }
  }
});

test("GET /api/v2 - charges nothing for an error, and returns the quota", async () => {
  const { token } = await newMember(app, "errors@example.net");
  const cases: [path: string, status: number, code: string][] = [
    ["/ip/256.1.1.1", 400, "INVALID_IPV4"],
    ["/ip/g::1", 400, "INVALID_IPV6"],
    ["/ip/dns.example", 400, "INVALID_TARGET"],
    ["/ip", 400, "INVALID_TARGET"],
    ["/domain/-.example", 400, "INVALID_DOMAIN"],
    ["/domain/8.8.8.8", 400, "INVALID_TARGET"],
    ["/domain/dns.example?family=5", 400, "INVALID_INPUT"],
    ["/domain/unknown.example", 404, "NOT_FOUND"],
    ["/domain/silent.example", 503, "SERVICE_UNAVAILABLE"],
  ];
  for (const [path, status, code] of cases) {
    const response = await app.get(`/api/v2${path}`, bearer(token));
    assert.deepEqual(quotaOf(response), free(100), path);
    await assertApiError(response, status, code);
  }
  const response = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  assert.deepEqual(quotaOf(response), free(99));
});

test("GET /api/v2 - serves exactly 100 of a thousand concurrent requests with a quota of 100", async () => {
  const { token } = await newMember(app, "rush@example.net");
  const answers = await Promise.all(
    Array.from(
      { length: 1_000 },
      () => app.get("/api/v2/ip/8.8.8.8", bearer(token)),
    ),
  );
  const served = answers.filter(({ status }) => status === 200);
  assert.equal(served.length, 100);
  assert.deepEqual(
    served.map((response) => Number(quotaOf(response).remaining))
      .sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  const refused = answers.find(({ status }) => status !== 200)!;
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("content-type"), types.json);
  assert.deepEqual(quotaOf(refused), free(0));
  const secondsLeft = (Date.UTC(2026, 11, 1) - app.clock.now) / 1_000;
  assert.equal(refused.headers.get("retry-after"), String(secondsLeft));
  assert.deepEqual(await refused.json(), {
    ok: false,
    error:
      "The monthly limit of 100 requests is used up; it resets at 2026-12-01T00:00:00Z. See your usage at /console. On the free plan, /console/ad adds requests.",
    quota: { limit: 100, remaining: 0, reset_at: "2026-12-01T00:00:00Z" },
  });
});

test("GET /api/v2 - starts a new quota each month", async () => {
  const { token } = await newMember(app, "month@example.net");
  const { now } = app.clock;
  app.clock.now = Date.UTC(2026, 11, 1) - 1;
  const last = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  assert.deepEqual(quotaOf(last), free(99));
  app.clock.now = Date.UTC(2026, 11, 1);
  const first = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  assert.deepEqual(quotaOf(first), {
    ...free(99),
    reset: "2027-01-01T00:00:00Z",
  });
  app.clock.now = now;
});

test("GET /api/v2 - applies a new tier or quota to the next request", async () => {
  const { token, account } = await newMember(app, "tier@example.net");
  const by = { name: "command line", accountId: null };
  const { accounts } = app.services;
  const quota = async () =>
    quotaOf(await app.get("/api/v2/ip/8.8.8.8", bearer(token)));
  assert.deepEqual(await quota(), free(99));
  await accounts.setTier(account.id, "standard", null, by);
  assert.deepEqual(await quota(), {
    ...free(998),
    limit: "1000",
    type: "standard",
  });
  await accounts.setTier(account.id, "vip", 5_000, by);
  assert.deepEqual(await quota(), {
    ...free(4_997),
    limit: "5000",
    type: "vip",
  });
  await accounts.setDisabled(account.id, true, by);
  const refused = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  assert.deepEqual(quotaOf(refused), none);
  await assertApiError(refused, 403, "FORBIDDEN");
});

test("GET /api/v2 - returns 404 for an unknown path", async () => {
  await assertApiError(app.get("/api/v2/x", mine), 404, "NOT_FOUND");
});

test("HEAD /api/v2 - charges nothing, queries no source, and returns the quota", async () => {
  const { token } = await newMember(app, "head@example.net");
  const head = { method: "HEAD", ...bearer(token) };
  let lookups = 0;
  const { ipinfo } = app.services;
  Object.assign(app.services, {
    ipinfo: Object.assign(Object.create(ipinfo), {
      v2: (...args: Parameters<typeof ipinfo.v2>) => {
        lookups++;
        return ipinfo.v2(...args);
      },
    }),
  });
  try {
    for (const path of ["", "/ip/8.8.8.8", "/domain/dns.example"]) {
      const response = await app.get(`/api/v2${path}`, head);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), types.json);
      assert.deepEqual(quotaOf(response), free(100));
      assert.equal(await response.text(), "");
    }
    assert.equal(lookups, 0);
    const got = await app.get("/api/v2/ip/8.8.8.8", bearer(token));
    assert.deepEqual(quotaOf(got), free(99));
    assert.equal(lookups, 1);
  } finally {
    Object.assign(app.services, { ipinfo });
  }
});

test("HEAD /api/v2 - refuses what GET refuses", async () => {
  const { token } = await newMember(app, "head-errors@example.net");
  const cases: [path: string, status: number, options: object][] = [
    ["/ip/256.1.1.1", 400, bearer(token)],
    ["/ip", 400, bearer(token)],
    ["/x", 404, bearer(token)],
  ];
  for (const [path, status, options] of cases) {
    const response = await app.get(`/api/v2${path}`, {
      method: "HEAD",
      ...options,
    });
    assert.equal(response.status, status);
    assert.deepEqual(quotaOf(response), free(100));
    assert.equal(await response.text(), "");
  }
  const stranger = await app.get("/api/v2/ip/8.8.8.8", { method: "HEAD" });
  assert.equal(stranger.status, 401);
  assert.deepEqual(quotaOf(stranger), none);
});

test("HEAD /api/v2 - reports an exhausted quota", async () => {
  const { token, account } = await newMember(app, "head-vip@example.net");
  const by = { name: "command line", accountId: null };
  await app.services.accounts.setTier(account.id, "vip", 1, by);
  await app.get("/api/v2/ip/8.8.8.8", bearer(token));
  const response = await app.get("/api/v2/ip/8.8.8.8", {
    method: "HEAD",
    ...bearer(token),
  });
  assert.equal(response.status, 429);
  const secondsLeft = (Date.UTC(2026, 11, 1) - app.clock.now) / 1_000;
  assert.equal(response.headers.get("retry-after"), String(secondsLeft));
  assert.deepEqual(quotaOf(response), { ...free(0), limit: "1", type: "vip" });
});

test("GET /api/v2/{anything else} - returns 404, with the quota of a valid token", async () => {
  const { token, tokenId, account } = await newMember(
    app,
    "unmatched@example.net",
  );
  for (const path of ["/x", "/ip/8.8.8.8/more", "/domain/a.example/b/c"]) {
    const response = await app.get(`/api/v2${path}`, bearer(token));
    assert.deepEqual(quotaOf(response), free(100), path);
    await assertApiError(response, 404, "NOT_FOUND");
  }
  await app.services.tokens.revoke(account.id, tokenId);
  for (const options of [{}, bearer("x"), bearer(token)]) {
    const response = await app.get("/api/v2/x", options);
    assert.deepEqual(quotaOf(response), none);
    await assertApiError(response, 404, "NOT_FOUND");
  }
});

function postBatch(body: string, token?: string): Promise<Response> {
  return app.get("/api/v2/batch", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...token && bearer(token).headers,
    },
    body,
  });
}

const batchOf = (...targets: string[]) => JSON.stringify({ targets });
const addresses = (count: number) =>
  Array.from({ length: count }, (_, i) => `9.9.9.${i}`);

test("POST /api/v2/batch - charges the records, and not the errors between them", async () => {
  const body = batchOf("1.2.3", "8.8.8.8", "nowhere.example", "dns.example");
  const response = await postBatch(body, member.token);
  assert.equal(response.status, 200);
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    ...exposedHeaders,
    "cache-control": "no-store",
    "content-type": types.json,
    "x-content-type-options": "nosniff",
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "98",
    "x-ratelimit-reset": "2026-12-01T00:00:00Z",
    "x-token-type": "free",
  });
  const alone = await (await app.get("/api/v2/ip/8.8.8.8", mine)).json();
  assert.deepEqual(await response.json(), [
    {
      ok: false,
      error: {
        code: "INVALID_IPV4",
        message:
          "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
      },
    },
    alone,
    {
      ok: false,
      error: { code: "NOT_FOUND", message: "The name has no address." },
    },
    alone,
  ]);
  await app.services.quotas.flush();
  const next = await app.get("/api/v2/ip/8.8.8.8", mine);
  assert.deepEqual(quotaOf(next), free(96));
});

test("POST /api/v2/batch - costs nothing if it is larger than what is left", async () => {
  assert.equal(
    (await postBatch(batchOf(...addresses(60)), member.token)).status,
    200,
  );
  const refused = await postBatch(batchOf(...addresses(41)), member.token);
  assert.equal(refused.status, 429);
  assert.deepEqual(quotaOf(refused), free(40));
  const secondsLeft = (Date.UTC(2026, 11, 1) - app.clock.now) / 1_000;
  assert.equal(refused.headers.get("retry-after"), String(secondsLeft));
  assert.deepEqual(await refused.json(), {
    ok: false,
    error:
      "This batch needs 41 requests, but only 40 are left this month. Nothing was charged. Send a smaller batch, or wait until the quota resets at 2026-12-01T00:00:00Z.",
    quota: { limit: 100, remaining: 40, reset_at: "2026-12-01T00:00:00Z" },
  });
  // A malformed target is not charged, so it needs nothing.
  const rest = await postBatch(batchOf("x", ...addresses(40)), member.token);
  assert.equal(rest.status, 200);
  assert.deepEqual(quotaOf(rest), free(0));
  const { error } = await (await postBatch(batchOf("::1"), member.token))
    .json();
  assert.match(error, /^The monthly limit of 100 requests is used up; /);
});

test("POST /api/v2/batch - is free if all targets are malformed, or the body is", async () => {
  const none = await postBatch(batchOf("x", "1.2.3"), member.token);
  assert.equal(none.status, 200);
  assert.deepEqual(
    (await none.json()).map(({ error }: { error: { code: string } }) =>
      error.code
    ),
    ["INVALID_DOMAIN", "INVALID_IPV4"],
  );
  assert.deepEqual(quotaOf(none), free(100));
  const refused: [body: string, status: number, code: string][] = [
    [batchOf(), 400, "INVALID_INPUT"],
    ["{", 400, "INVALID_INPUT"],
    [batchOf("x".repeat(65_536)), 413, "PAYLOAD_TOO_LARGE"],
  ];
  for (const [body, status, code] of refused) {
    const response = await postBatch(body, member.token);
    assert.deepEqual(quotaOf(response), free(100), body.slice(0, 20));
    await assertApiError(response, status, code);
  }
  for (const token of [undefined, "x"]) {
    const response = await postBatch(batchOf("8.8.8.8"), token);
    await assertApiError(response, 401, "UNAUTHORIZED");
  }
});

test("POST /api/v2/batch - refunds everything if there is no response", async () => {
  const { ipinfo } = app.services;
  const v2 = () => Promise.reject(new Error("broken"));
  Object.assign(app.services, { ipinfo: { v2 } });
  const response = await postBatch(batchOf(...addresses(50)), member.token);
  Object.assign(app.services, { ipinfo });
  assert.deepEqual(quotaOf(response), free(100));
  await assertApiError(response, 500, "INTERNAL_ERROR");
  await app.services.quotas.flush();
  const next = await app.get("/api/v2/ip/8.8.8.8", mine);
  assert.deepEqual(quotaOf(next), free(99));
});

test("POST /api/v2/batch - serves a quota exactly, beside single requests", async () => {
  const single = () => app.get("/api/v2/ip/8.8.8.8", mine);
  const answers = await Promise.all(
    Array.from(
      { length: 60 },
      (_, i) =>
        i % 3 === 0
          ? single()
          : postBatch(batchOf(...addresses(i)), member.token),
    ),
  );
  let served = 0;
  for (const response of answers) {
    const body = await response.json();
    if (response.status === 200) served += [body].flat().length;
    else assert.equal(response.status, 429);
  }
  const rest = addresses(100 - served);
  if (rest.length > 0) {
    assert.equal(
      await statusOf(postBatch(batchOf(...rest), member.token)),
      200,
    );
  }
  const over = await single();
  assert.equal(over.status, 429);
  assert.deepEqual(quotaOf(over), free(0));
});
