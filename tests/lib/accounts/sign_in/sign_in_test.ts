import assert from "node:assert/strict";
import { accountWith } from "../../../support/account.ts";
import { createHash } from "node:crypto";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import {
  deviceCookieOf,
  KnownDevices,
} from "../../../../lib/accounts/sign_in/known_devices.ts";
import { createClientAddressReader } from "../../../../lib/net/client_address.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import {
  authenticate,
  countFailure,
  endSessions,
  type FailureCount,
  requireMember,
  sessionFor,
  type SignInRequest,
} from "../../../../lib/accounts/sign_in/sign_in.ts";
import { times } from "../fixture.ts";
import type { RateLimitRefusal } from "../../../../lib/limits/request_limiter.ts";

const account = accountWith({
  id: "a".repeat(22),
  email: "member@example.com",
});

const gone = new AppError(503, "SERVICE_UNAVAILABLE", {
  reason: "store_unavailable",
});
const unused = () => {
  throw new Error("not asked here");
};
const readClient = createClientAddressReader({
  trustedProxies: PrefixSet.from([]),
  header: "x-forwarded-for",
  v6PrefixLength: 64,
});

/** A request to sign in, to services of which only those named are asked. */
function visitFrom(
  ip: string,
  headers: HeadersInit,
  named: Partial<SignInRequest["state"]["services"]>,
) {
  const url = new URL("https://ip.example/sign-in");
  const devices = new KnownDevices({
    key: new Uint8Array(32),
    random: (bytes) => new Uint8Array(bytes),
  });
  const visit: SignInRequest = {
    url,
    req: new Request(url, { headers }),
    state: {
      client: readClient(ip, new Headers()),
      services: {
        config: {},
        devices,
        accounts: { authenticate: unused, byEmail: unused },
        limits: { take: unused, refund: unused },
        sessions: { begin: unused },
        ...named,
      },
    },
  };
  return { visit, certificate: devices.certify(account) };
}

Deno.test("sessionFor - passes on the browser, and the cookies to replace", async () => {
  const begun: unknown[] = [];
  const cookie = "__Host-porthole=old.one; __Host-porthole=old.two";
  const headers = { "user-agent": "Test/1.0", cookie };
  const { visit, certificate } = visitFrom("192.0.2.1", headers, {
    sessions: {
      begin(...what) {
        begun.push(what);
        return Promise.resolve("new.one");
      },
    },
  });
  const cookies = await sessionFor(visit, account);
  const browser = { agent: "Test/1.0", address: "192.0.2.1" };
  assert.deepEqual(begun, [[account, browser, ["old.one", "old.two"]]]);
  const attributes = "Path=/; HttpOnly; SameSite=Lax; Secure";
  assert.deepEqual(cookies, [
    `__Host-porthole=new.one; ${attributes}; Max-Age=2592000`,
    `__Host-porthole_device_aaaaaaaa=${certificate}; ${attributes}; Max-Age=15552000`,
  ]);
});

Deno.test("requireMember - returns the member, or throws 401", () => {
  const member = { account, sessionId: "s" };
  assert.equal(requireMember({ member }), member);
  for (const state of [{}, { member: null }]) {
    assert.throws(() => requireMember(state), {
      name: "AppError",
      status: 401,
      code: "UNAUTHORIZED",
      params: { reason: "sign_in_required" },
    });
  }
});

/** Ends two sessions with `end`. */
async function endBoth(end: () => Promise<void>) {
  const ended: string[] = [];
  const reported: AppError[] = [];
  const sessions = {
    end(cookie: string) {
      ended.push(cookie);
      return end();
    },
  };
  const report = (error: AppError) => void reported.push(error);
  const ending = endSessions(sessions, ["a", "b"], report);
  const outcome = await ending.catch((error) => error);
  return { ended, reported, outcome };
}

Deno.test("endSessions - ends every session", async () => {
  const { ended, reported, outcome } = await endBoth(() => Promise.resolve());
  assert.equal(outcome, true);
  assert.deepEqual([ended, reported], [["a", "b"], []]);
});

Deno.test("endSessions - returns false and reports the error if the store fails", async () => {
  const { reported, outcome } = await endBoth(() => Promise.reject(gone));
  assert.equal(outcome, false);
  assert.deepEqual(reported, [gone]);
});

for (
  const fault of [
    new TypeError("a slip"),
    new AppError(401, "UNAUTHORIZED", { reason: "sign_in_required" }),
  ]
) {
  Deno.test(`endSessions - rejects with another ${fault.name}`, async () => {
    const { reported, outcome } = await endBoth(() => Promise.reject(fault));
    assert.equal(outcome, fault);
    assert.deepEqual(reported, []);
  });
}

const WRONG = { reason: "credentials_wrong" } as const;
const KNOWN = "ann@example.com";
const GONE = "x@example.com";
/** base64url of SHA-256. */
const hashOf = (text: string) =>
  createHash("sha256").update(text).digest("base64url");

const cases = [
  ["an IPv4 stranger", "192.0.2.1", KNOWN, false, [
    ["auth", `192.0.2.1 ${hashOf(KNOWN)}`],
    ["auth_total", "192.0.2.1"],
    ["auth_total", `account:${hashOf(KNOWN)}`, "192.0.2.1"],
  ]],
  ["an IPv6 stranger", "2001:db8:1:2::3", KNOWN, false, [
    ["auth", `2001:db8:1:2::/64 ${hashOf(KNOWN)}`],
    ["auth_total", "2001:db8:1:2::/64"],
    ["auth_total", "network:2001:db8:1::/48", "2001:db8:1::/48"],
    ["auth_total", `account:${hashOf(KNOWN)}`, "2001:db8:1::/48"],
  ]],
  ["a malformed address", "192.0.2.1", null, false, [
    ["auth", `192.0.2.1 ${hashOf("")}`],
    ["auth_total", "192.0.2.1"],
  ]],
  ["a known browser", "192.0.2.1", KNOWN, true, [
    ["auth", `account:device ${"A".repeat(22)}`, "192.0.2.1"],
  ]],
  ["a browser of an account that is gone", "192.0.2.1", GONE, true, [
    ["auth", `192.0.2.1 ${hashOf(GONE)}`],
    ["auth_total", "192.0.2.1"],
    ["auth_total", `account:${hashOf(GONE)}`, "192.0.2.1"],
  ]],
] as const;
for (const [what, ip, email, isKnown, counts] of cases) {
  Deno.test(`authenticate - what a wrong password of ${what} counts against`, async () => {
    const taken: unknown[] = [];
    const known: unknown[] = [];
    const wrong = new AppError(401, "UNAUTHORIZED", WRONG);
    const { visit, certificate } = visitFrom(ip, {}, {
      accounts: {
        byEmail: ({ key }) => Promise.resolve(key === KNOWN ? account : null),
        authenticate(_email, _password, caller) {
          known.push(caller?.isKnownDevice);
          return Promise.reject(wrong);
        },
      },
      limits: {
        take(...count) {
          taken.push(count.filter((part) => part !== undefined));
          return null;
        },
        refund: () => taken.push("refund"),
      },
    });
    const device = deviceCookieOf(visit.url, undefined, account.id);
    const [cookie] = device.set(certificate).split(";");
    if (isKnown) visit.req.headers.set("cookie", cookie);
    const parsed = email === null ? null : parseEmail(email);
    await assert.rejects(authenticate(visit, parsed, "wrong"), wrong);
    assert.deepEqual(taken, counts);
    assert.deepEqual(known, [isKnown && email === KNOWN]);
  });
}

const counts: FailureCount[] = [["auth", "a"], ["auth_total", "b"]];

/** Limits of which `limit` tries at once pass in each count. */
function failedTriesFixture(limit = 2) {
  const held = new Map<string, number>();
  return {
    held,
    take(bucket: FailureCount[0], key: string): RateLimitRefusal | null {
      const count = held.get(key) ?? 0;
      if (count >= limit) return { bucket, limit, windowMs: 1, resetMs: 1 };
      held.set(key, count + 1);
      return null;
    },
    refund(_bucket: FailureCount[0], key: string) {
      held.set(key, held.get(key)! - 1);
    },
  };
}

const failing = (status: number) => () =>
  Promise.reject(new AppError(status, "UNAUTHORIZED", WRONG));

Deno.test("countFailure - does not count a correct password", async () => {
  const limits = failedTriesFixture();
  const attempt = () => Promise.resolve("in");
  for (let i = 0; i < 5; i++) {
    assert.equal(await countFailure(limits, counts, attempt), "in");
  }
  assert.deepEqual([...limits.held], [["a", 0], ["b", 0]]);
});

Deno.test("countFailure - counts only wrong passwords", async () => {
  const limits = failedTriesFixture();
  for (const status of [403, 503, 400]) {
    await assert.rejects(countFailure(limits, counts, failing(status)));
  }
  const broken = () => Promise.reject(new Error("a fault"));
  await assert.rejects(countFailure(limits, counts, broken), /a fault/);
  assert.deepEqual([...limits.held], [["a", 0], ["b", 0]]);
  await assert.rejects(countFailure(limits, counts, failing(401)));
  assert.deepEqual([...limits.held], [["a", 1], ["b", 1]]);
});

Deno.test("countFailure - if one count is used up, nothing is counted or attempted", async () => {
  const limits = failedTriesFixture();
  limits.held.set("b", 2);
  let tried = 0;
  const attempt = () => Promise.resolve(tried++);
  const refusal = { name: "AppError", status: 429 };
  await assert.rejects(countFailure(limits, counts, attempt), refusal);
  assert.equal(tried, 0);
  assert.deepEqual([...limits.held], [["b", 2], ["a", 0]]);
});

Deno.test("countFailure - concurrent attempts don't exceed the limit", async () => {
  const limits = failedTriesFixture(2);
  let tried = 0;
  const attempt = () => {
    tried++;
    return failing(401)();
  };
  await Promise.allSettled(
    times(10, () => countFailure(limits, counts, attempt)),
  );
  assert.equal(tried, 2);
});
