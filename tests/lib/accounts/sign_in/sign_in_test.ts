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
import type { RateLimitRefusal } from "../../../../lib/limits/request_limiter.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";

const account = accountWith({
  id: "a".repeat(22),
  email: "member@example.com",
});

Deno.test("sessionFor - passes on the browser, and the cookies to replace", async () => {
  const begun: unknown[] = [];
  const devices = new KnownDevices({
    key: new Uint8Array(32),
    random: (bytes) => new Uint8Array(bytes),
  });
  const unused = () => {
    throw new Error("not asked here");
  };
  const visit: SignInRequest = {
    url: new URL("https://ip.example/sign-in"),
    req: new Request("https://ip.example/sign-in", {
      headers: {
        "user-agent": "Test/1.0",
        cookie: "__Host-porthole=old.one; __Host-porthole=old.two",
      },
    }),
    state: {
      client: {
        ip: parseIp("192.0.2.1")!,
        key: "192.0.2.1",
        group: "192.0.2.1",
        via: "peer",
      },
      services: {
        config: {},
        devices,
        accounts: { authenticate: unused, byEmail: unused },
        limits: { take: unused, refund: unused },
        sessions: {
          begin(...what) {
            begun.push(what);
            return Promise.resolve("new.one");
          },
        },
      },
    },
  };
  const cookies = await sessionFor(visit, account);
  assert.deepEqual(begun, [
    [account, { agent: "Test/1.0", address: "192.0.2.1" }, [
      "old.one",
      "old.two",
    ]],
  ]);
  assert.deepEqual(cookies, [
    "__Host-porthole=new.one; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000",
    `__Host-porthole_device_aaaaaaaa=${
      devices.certify(account)
    }; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000`,
  ]);
});

Deno.test("requireMember - returns the member, or throws 401", () => {
  const member = { account, sessionId: "s" };
  assert.equal(requireMember({ member }), member);
  for (const state of [{}, { member: null }]) {
    assert.throws(() => requireMember(state), (error) => {
      assert(error instanceof AppError);
      assert.deepEqual([error.status, error.code, error.params], [
        401,
        "UNAUTHORIZED",
        { reason: "sign_in_required" },
      ]);
      return true;
    });
  }
});

function fixture(end: () => Promise<void>) {
  const ended: string[] = [];
  const reported: AppError[] = [];
  const report = (error: AppError) => void reported.push(error);
  const sessions = {
    end(cookie: string) {
      ended.push(cookie);
      return end();
    },
  };
  return {
    ended,
    reported,
    end: () => endSessions(sessions, ["a", "b"], report),
  };
}

Deno.test("endSessions - ends every session", async () => {
  const { ended, reported, end } = fixture(() => Promise.resolve());
  assert.equal(await end(), true);
  assert.deepEqual([ended, reported], [["a", "b"], []]);
});

Deno.test("endSessions - returns false and reports the error if the store fails", async () => {
  const gone = new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "store_unavailable",
  });
  const { reported, end } = fixture(() => Promise.reject(gone));
  assert.equal(await end(), false);
  assert.deepEqual(reported, [gone]);
});

Deno.test("endSessions - rejects with other errors", async () => {
  const fault = new TypeError("a slip");
  const { reported, end } = fixture(() => Promise.reject(fault));
  await assert.rejects(end(), fault);
  assert.deepEqual(reported, []);
});

const KNOWN = "ann@example.com";
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
  [
    "a browser of an account that is gone",
    "192.0.2.1",
    "x@example.com",
    true,
    [
      ["auth", `192.0.2.1 ${hashOf("x@example.com")}`],
      ["auth_total", "192.0.2.1"],
      ["auth_total", `account:${hashOf("x@example.com")}`, "192.0.2.1"],
    ],
  ],
] as const;
for (const [what, ip, email, isKnown, counts] of cases) {
  Deno.test(`authenticate - what a wrong password of ${what} counts against`, async () => {
    const devices = new KnownDevices({
      key: new Uint8Array(32),
      random: (bytes) => new Uint8Array(bytes),
    });
    const url = new URL("https://ip.example/sign-in");
    const device = deviceCookieOf(url, undefined, account.id);
    const [cookie] = device.set(devices.certify(account)).split(";");
    const taken: unknown[] = [];
    const known: unknown[] = [];
    const wrong = new AppError(401, "UNAUTHORIZED", {
      reason: "credentials_wrong",
    });
    const readClient = createClientAddressReader({
      trustedProxies: PrefixSet.from([]),
      header: "x-forwarded-for",
      v6PrefixLength: 64,
    });
    const visit: SignInRequest = {
      url,
      req: new Request(url, { headers: isKnown ? { cookie } : {} }),
      state: {
        client: readClient(ip, new Headers()),
        services: {
          accounts: {
            byEmail: ({ key }) =>
              Promise.resolve(key === KNOWN ? account : null),
            authenticate: (_email, _password, caller) => {
              known.push(caller?.isKnownDevice);
              return Promise.reject(wrong);
            },
          },
          sessions: { begin: () => Promise.reject(new Error("not asked")) },
          devices,
          limits: {
            take: (...count) => {
              taken.push(count.filter((part) => part !== undefined));
              return null;
            },
            refund: () => taken.push("refund"),
          },
          config: {},
        },
      },
    };
    const parsed = email === null ? null : parseEmail(email);
    await assert.rejects(authenticate(visit, parsed, "wrong"), wrong);
    assert.deepEqual(taken, counts);
    assert.deepEqual(known, [isKnown && email === KNOWN]);
  });
}

Deno.test("endSessions - rejects with an AppError other than 503", async () => {
  const error = new AppError(401, "UNAUTHORIZED", {
    reason: "sign_in_required",
  });
  const sessions = { end: () => Promise.reject(error) };
  const report = () => assert.fail("nothing to report");
  await assert.rejects(endSessions(sessions, ["a"], report), error);
});

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
  Promise.reject(
    new AppError(status, "UNAUTHORIZED", { reason: "credentials_wrong" }),
  );

Deno.test("countFailure - does not count a correct password", async () => {
  const limits = failedTriesFixture();
  for (let i = 0; i < 5; i++) {
    assert.equal(
      await countFailure(limits, counts, () => Promise.resolve("in")),
      "in",
    );
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
  await assert.rejects(
    countFailure(limits, counts, attempt),
    (error) => error instanceof AppError && error.status === 429,
  );
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
    Array.from({ length: 10 }, () => countFailure(limits, counts, attempt)),
  );
  assert.equal(tried, 2);
});
