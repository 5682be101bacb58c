import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account.ts";
import { AppError } from "../../../lib/http/errors.ts";
import {
  beginSession,
  chargeOwnPassword,
  chargePassword,
  memberIn,
  seeOther,
  type Visit,
} from "../../../lib/http/sign_in.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

const account: Account = {
  id: "a".repeat(22),
  email: "member@example.com",
  passwordHash: "",
  isAdmin: false,
  isDisabled: false,
  tier: "free",
  vipQuota: null,
  createdAtMs: 0,
  sessionsSinceMs: 0,
  tokens: [],
  spentSlots: [],
};

Deno.test("seeOther - sends the browser on, and nobody keeps it", () => {
  const answer = seeOther("/console", "a=b");
  assert.equal(answer.status, 303);
  assert.deepEqual(Object.fromEntries(answer.headers), {
    "cache-control": "no-store",
    "location": "/console",
    "set-cookie": "a=b",
  });
  assert.equal(seeOther("/").headers.get("set-cookie"), null);
});

Deno.test("beginSession - tells who begins it, and which cookies it takes the place of", async () => {
  const begun: unknown[] = [];
  const visit: Visit = {
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
        sessions: {
          begin(...what) {
            begun.push(what);
            return Promise.resolve("new.one");
          },
        },
      },
    },
  };
  const answer = await beginSession(visit, account, "/console");
  assert.deepEqual(begun, [
    [account, { agent: "Test/1.0", address: "192.0.2.1" }, [
      "old.one",
      "old.two",
    ]],
  ]);
  assert.equal(answer.headers.get("location"), "/console");
  assert.equal(
    answer.headers.get("set-cookie"),
    "__Host-porthole=new.one; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000",
  );
});

Deno.test("memberIn - gives who is signed in, or throws 401", () => {
  const member = { account, sessionId: "s" };
  assert.equal(memberIn({ member }), member);
  for (const state of [{}, { member: null }]) {
    assert.throws(() => memberIn(state), (error) => {
      assert(error instanceof AppError);
      assert.deepEqual([error.status, error.code, error.message], [
        401,
        "UNAUTHORIZED",
        "Please sign in.",
      ]);
      return true;
    });
  }
});

Deno.test("chargePassword - counts against the client and the account, whether there is one or not", () => {
  const taken: string[][] = [];
  const limits = {
    take: (...what: string[]) => (taken.push(what), null),
  };
  const email = { text: "Member@example.com", key: "member@example.com" };
  chargePassword(limits, { key: "192.0.2.1" }, email);
  chargePassword(limits, { key: "192.0.2.1" }, null);
  chargeOwnPassword(limits, { key: "192.0.2.1" }, account);
  assert.deepEqual(taken, [
    ["auth", "192.0.2.1"],
    ["auth", "account:member@example.com"],
    ["auth", "192.0.2.1"],
    ["auth", "192.0.2.1"],
    ["auth", `account:${account.id}`],
  ]);
});
