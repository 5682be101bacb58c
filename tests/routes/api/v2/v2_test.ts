import assert from "node:assert/strict";
import {
  assertApiError,
  exposedHeaders,
  statusOf,
  types,
} from "../../../support/responses.ts";
import { assertHead, assertOpenJson } from "../../../support/routes.ts";
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

/** Asks for one record, by default with the member's token. */
const ask = (options: object = mine) => app.get("/api/v2/ip/8.8.8.8", options);

/** The quota headers of a response to a known token. */
function quotaOf({ headers }: Response) {
  return {
    limit: headers.get("x-ratelimit-limit"),
    remaining: headers.get("x-ratelimit-remaining"),
    reset: headers.get("x-ratelimit-reset"),
    type: headers.get("x-token-type"),
  };
}

const reset = "2026-12-01T00:00:00Z";
const free = (remaining: number) => (
  { limit: "100", remaining: String(remaining), reset, type: "free" }
);
const none = { limit: null, remaining: null, reset: null, type: null };

/** The other headers of a success. */
const charged = (remaining: string) => ({
  ...exposedHeaders,
  "x-ratelimit-limit": "100",
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": reset,
  "x-token-type": "free",
});

/** Asserts that the quota is used up, and how long it stays so. */
function assertUsedUp(response: Response, quota: object) {
  const secondsLeft = (Date.UTC(2026, 11, 1) - app.clock.now) / 1_000;
  assertHead(response, 429, {
    "content-type": types.json,
    "retry-after": String(secondsLeft),
  });
  assert.deepEqual(quotaOf(response), quota);
}

test("GET /api/v2/ip/{ip} - returns the whole record and all headers", async () => {
  const response = await ask();
  assertOpenJson(response, "no-store", charged("99"));
  const record = await response.json();
  const keys = "ok ip hostname ip_type geo network risk contacts meta";
  assert.equal(Object.keys(record).join(" "), keys);
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
  const { token } = await newMember(app, "other@example.net");
  const { headers: { authorization } } = bearer(token);
  const both = { authorization, "x-api-key": member.token };
  assert.deepEqual(quotaOf(await ask({ headers: both })), free(99));
  const key = { headers: { "x-api-key": token } };
  assert.deepEqual(quotaOf(await ask(key)), free(98));
});

test("GET /api/v2 - returns 401 for any target without a valid token", async () => {
  const { account, tokenId, token } = member;
  await app.services.tokens.revoke(account.id, tokenId);
  const wrong = ["ph_" + "x".repeat(43), "ph_short", "x", token];
  for (const options of [{}, ...wrong.map(bearer)]) {
    for (const path of ["", "/ip/8.8.8.8", "/ip/nonsense", "/ip"]) {
      const response = await app.get(`/api/v2${path}`, options);
      const challenge = response.headers.get("www-authenticate");
      assert.equal(challenge, 'Bearer realm="porthole"');
      assert.deepEqual(quotaOf(response), none);
      await assertApiError(response, 401, "UNAUTHORIZED");
    }
  }
});

test("GET /api/v2 - charges nothing for an error, and returns the quota", async () => {
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
    ["/x", 404, "NOT_FOUND"],
    ["/ip/8.8.8.8/more", 404, "NOT_FOUND"],
    ["/domain/a.example/b/c", 404, "NOT_FOUND"],
  ];
  for (const [path, status, code] of cases) {
    const response = await app.get(`/api/v2${path}`, mine);
    assert.deepEqual(quotaOf(response), free(100), path);
    await assertApiError(response, status, code);
  }
  assert.deepEqual(quotaOf(await ask()), free(99));
});

test("GET /api/v2 - serves exactly 100 of a thousand concurrent requests with a quota of 100", async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask()));
  const served = answers.filter(({ status }) => status === 200);
  assert.equal(served.length, 100);
  const remaining = served.map((response) => +quotaOf(response).remaining!);
  assert.deepEqual(
    remaining.sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  const refused = answers.find(({ status }) => status !== 200)!;
  assertUsedUp(refused, free(0));
  assert.deepEqual(await refused.json(), {
    ok: false,
    error:
      "The monthly limit of 100 requests is used up; it resets at 2026-12-01T00:00:00Z. See your usage at /console. On the free plan, /console/ad adds requests.",
    quota: { limit: 100, remaining: 0, reset_at: reset },
  });
});

test("GET /api/v2 - starts a new quota each month", async () => {
  app.clock.now = Date.UTC(2026, 11, 1) - 1;
  assert.deepEqual(quotaOf(await ask()), free(99));
  app.clock.now = Date.UTC(2026, 11, 1);
  const next = { ...free(99), reset: "2027-01-01T00:00:00Z" };
  assert.deepEqual(quotaOf(await ask()), next);
});

test("GET /api/v2 - applies a new tier or quota to the next request", async () => {
  const { id } = member.account;
  const by = { name: "command line", accountId: null };
  const { accounts } = app.services;
  const quota = async () => quotaOf(await ask());
  assert.deepEqual(await quota(), free(99));
  await accounts.setTier(id, "standard", null, by);
  const standard = { ...free(998), limit: "1000", type: "standard" };
  assert.deepEqual(await quota(), standard);
  await accounts.setTier(id, "vip", 5_000, by);
  const vip = { ...free(4_997), limit: "5000", type: "vip" };
  assert.deepEqual(await quota(), vip);
  await accounts.setDisabled(id, true, by);
  const refused = await ask();
  assert.deepEqual(quotaOf(refused), none);
  await assertApiError(refused, 403, "FORBIDDEN");
});

test("HEAD /api/v2 - charges nothing, queries no source, and returns the quota", async () => {
  const head = { method: "HEAD", ...mine };
  let lookups = 0;
  const { ipinfo } = app.services;
  const v2: typeof ipinfo.v2 = (...args) => {
    lookups++;
    return ipinfo.v2(...args);
  };
  Object.assign(app.services, {
    ipinfo: Object.assign(Object.create(ipinfo), { v2 }),
  });
  for (const path of ["", "/ip/8.8.8.8", "/domain/dns.example"]) {
    const response = await app.get(`/api/v2${path}`, head);
    assertHead(response, 200, { "content-type": types.json });
    assert.deepEqual(quotaOf(response), free(100));
    assert.equal(await response.text(), "");
  }
  assert.equal(lookups, 0);
  assert.deepEqual(quotaOf(await ask()), free(99));
  assert.equal(lookups, 1);
});

test("HEAD /api/v2 - refuses what GET refuses", async () => {
  const method = "HEAD";
  const cases = [["/ip/256.1.1.1", 400], ["/ip", 400], ["/x", 404]] as const;
  for (const [path, status] of cases) {
    const response = await app.get(`/api/v2${path}`, { method, ...mine });
    assert.equal(response.status, status);
    assert.deepEqual(quotaOf(response), free(100));
    assert.equal(await response.text(), "");
  }
  const stranger = await ask({ method });
  assert.equal(stranger.status, 401);
  assert.deepEqual(quotaOf(stranger), none);
});

test("HEAD /api/v2 - reports an exhausted quota", async () => {
  const by = { name: "command line", accountId: null };
  await app.services.accounts.setTier(member.account.id, "vip", 1, by);
  await ask();
  const response = await ask({ method: "HEAD", ...mine });
  assertUsedUp(response, { ...free(0), limit: "1", type: "vip" });
});

test("GET /api/v2/{anything else} - returns 404 without a valid token, too", async () => {
  const { account, tokenId, token } = member;
  await app.services.tokens.revoke(account.id, tokenId);
  for (const options of [{}, bearer("x"), bearer(token)]) {
    const response = await app.get("/api/v2/x", options);
    assert.deepEqual(quotaOf(response), none);
    await assertApiError(response, 404, "NOT_FOUND");
  }
});

function postBatch(body: string, token = member.token): Promise<Response> {
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
  const response = await postBatch(body);
  assertOpenJson(response, "no-store", charged("98"));
  const alone = await (await ask()).json();
  const errorOf = (code: string, message: string) => (
    { ok: false, error: { code, message } }
  );
  assert.deepEqual(await response.json(), [
    errorOf(
      "INVALID_IPV4",
      "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
    ),
    alone,
    errorOf("NOT_FOUND", "The name has no address."),
    alone,
  ]);
  await app.services.quotas.flush();
  assert.deepEqual(quotaOf(await ask()), free(96));
});

test("POST /api/v2/batch - costs nothing if it is larger than what is left", async () => {
  assert.equal((await postBatch(batchOf(...addresses(60)))).status, 200);
  const refused = await postBatch(batchOf(...addresses(41)));
  assertUsedUp(refused, free(40));
  assert.deepEqual(await refused.json(), {
    ok: false,
    error:
      "This batch needs 41 requests, but only 40 are left this month. Nothing was charged. Send a smaller batch, or wait until the quota resets at 2026-12-01T00:00:00Z.",
    quota: { limit: 100, remaining: 40, reset_at: reset },
  });
  // A malformed target is not charged, so it needs nothing.
  const rest = await postBatch(batchOf("x", ...addresses(40)));
  assert.equal(rest.status, 200);
  assert.deepEqual(quotaOf(rest), free(0));
  const { error } = await (await postBatch(batchOf("::1"))).json();
  assert.match(error, /^The monthly limit of 100 requests is used up; /);
});

test("POST /api/v2/batch - is free if all targets are malformed, or the body is", async () => {
  const none = await postBatch(batchOf("x", "1.2.3"));
  assert.equal(none.status, 200);
  const records: { error: { code: string } }[] = await none.json();
  const codes = records.map(({ error }) => error.code);
  assert.deepEqual(codes, ["INVALID_DOMAIN", "INVALID_IPV4"]);
  assert.deepEqual(quotaOf(none), free(100));
  const refused: [body: string, status: number, code: string][] = [
    [batchOf(), 400, "INVALID_INPUT"],
    ["{", 400, "INVALID_INPUT"],
    [batchOf("x".repeat(65_536)), 413, "PAYLOAD_TOO_LARGE"],
  ];
  for (const [body, status, code] of refused) {
    const response = await postBatch(body);
    assert.deepEqual(quotaOf(response), free(100), body.slice(0, 20));
    await assertApiError(response, status, code);
  }
  for (const token of ["", "x"]) {
    const response = await postBatch(batchOf("8.8.8.8"), token);
    await assertApiError(response, 401, "UNAUTHORIZED");
  }
});

test("POST /api/v2/batch - refunds everything if there is no response", async () => {
  const { ipinfo } = app.services;
  const v2 = () => Promise.reject(new Error("broken"));
  Object.assign(app.services, { ipinfo: { v2 } });
  const response = await postBatch(batchOf(...addresses(50)));
  Object.assign(app.services, { ipinfo });
  assert.deepEqual(quotaOf(response), free(100));
  await assertApiError(response, 500, "INTERNAL_ERROR");
  await app.services.quotas.flush();
  assert.deepEqual(quotaOf(await ask()), free(99));
});

test("POST /api/v2/batch - serves a quota exactly, beside single requests", async () => {
  const answers = await Promise.all(Array.from(
    { length: 60 },
    (_, i) => i % 3 === 0 ? ask() : postBatch(batchOf(...addresses(i))),
  ));
  let served = 0;
  for (const response of answers) {
    const body = await response.json();
    if (response.status === 200) served += [body].flat().length;
    else assert.equal(response.status, 429);
  }
  const rest = batchOf(...addresses(100 - served));
  if (served < 100) assert.equal(await statusOf(postBatch(rest)), 200);
  const over = await ask();
  assert.equal(over.status, 429);
  assert.deepEqual(quotaOf(over), free(0));
});
