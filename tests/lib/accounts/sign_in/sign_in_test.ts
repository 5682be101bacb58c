import assert from "node:assert/strict";
import type { Account } from "../../../../lib/accounts/account.ts";
import { KnownDevices } from "../../../../lib/accounts/sign_in/known_devices.ts";
import { AppError } from "../../../../lib/core/errors.ts";
import {
  beginSession,
  endSessions,
  requireMember,
  seeOther,
  type SignInRequest,
} from "../../../../lib/accounts/sign_in/sign_in.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";

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

Deno.test("seeOther - redirects with GET, uncached", () => {
  const answer = seeOther("/console", "a=b");
  assert.equal(answer.status, 303);
  assert.deepEqual(Object.fromEntries(answer.headers), {
    "cache-control": "no-store",
    "location": "/console",
    "set-cookie": "a=b",
  });
  assert.equal(seeOther("/").headers.get("set-cookie"), null);
});

Deno.test("beginSession - passes on the browser, and the cookies to replace", async () => {
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
  const answer = await beginSession(visit, account, "/console");
  assert.deepEqual(begun, [
    [account, { agent: "Test/1.0", address: "192.0.2.1" }, [
      "old.one",
      "old.two",
    ]],
  ]);
  assert.equal(answer.headers.get("location"), "/console");
  assert.deepEqual(answer.headers.getSetCookie(), [
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

function rig(end: () => Promise<void>) {
  const ended: string[] = [];
  const told: AppError[] = [];
  const report = (error: AppError) => void told.push(error);
  const sessions = {
    end(cookie: string) {
      ended.push(cookie);
      return end();
    },
  };
  return { ended, told, end: () => endSessions(sessions, ["a", "b"], report) };
}

Deno.test("endSessions - ends every session", async () => {
  const { ended, told, end } = rig(() => Promise.resolve());
  assert.equal(await end(), true);
  assert.deepEqual([ended, told], [["a", "b"], []]);
});

Deno.test("endSessions - returns false and reports the error if the store fails", async () => {
  const gone = new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "store_unavailable",
  });
  const { told, end } = rig(() => Promise.reject(gone));
  assert.equal(await end(), false);
  assert.deepEqual(told, [gone]);
});

Deno.test("endSessions - rejects with other errors", async () => {
  const fault = new TypeError("a slip");
  const { told, end } = rig(() => Promise.reject(fault));
  await assert.rejects(end(), fault);
  assert.deepEqual(told, []);
});
