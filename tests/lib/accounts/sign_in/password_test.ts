import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asStoredPassword,
  type PasswordCaller,
  PasswordHasher,
  type PasswordHasherOptions,
  RecentFailures,
  type Scrypt,
  storedPasswordText,
} from "../../../../lib/accounts/sign_in/password.ts";
import { codePoint } from "../../../support/code_point.ts";
import {
  assertRefused,
  PASSWORD,
  pause,
  quickScrypt,
  random,
  refusal,
  refusalOf,
  times,
} from "../fixture.ts";
import { clientAt } from "../../../support/caller.ts";
import { forAll } from "../../../support/for_all.ts";

const now = () => 0;
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length });

Deno.test("storedPasswordText - names the function and its cost", () => {
  const salt = new Uint8Array(16).fill(255);
  assert.equal(
    storedPasswordText({ ln: 15, salt, key: new Uint8Array(32) }),
    `$scrypt$ln=15,r=8,p=1$${"_".repeat(21)}w$${"A".repeat(43)}`,
  );
});

Deno.test("asStoredPassword - parses a formatted hash", () =>
  forAll(
    [fc.integer({ min: 1, max: 17 }), bytes(16), bytes(32)],
    (ln, salt, key) => {
      const text = storedPasswordText({ ln, salt, key });
      assert.deepEqual(asStoredPassword(text), { ln, salt, key });
    },
  ));

Deno.test("asStoredPassword - null for another function, cost or length", () => {
  const [salt, key] = ["A".repeat(22), "A".repeat(43)];
  const bad = [
    "",
    "secret",
    `$2b$12$${salt}${key}`,
    `$scrypt$ln=0,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=18,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=99,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=15,r=9,p=1$${salt}$${key}`,
    `$scrypt$ln=15,r=8,p=2$${salt}$${key}`,
    `$scrypt$ln=15,r=8,p=1$$`,
    `$scrypt$ln=15,r=8,p=1$${salt}A$${key}`,
    `$scrypt$ln=15,r=8,p=1$${salt}$${key}\n`,
  ];
  assert.deepEqual(bad.filter((text) => asStoredPassword(text) !== null), []);
});

Deno.test("asStoredPassword - never throws", () =>
  forAll([fc.string({ unit: codePoint })], (text) => {
    assert.equal(asStoredPassword(text), null);
  }));

const small = () => new PasswordHasher({ random, now, ln: 4 });

// The key is what OpenSSL computes.
Deno.test("hash - stores scrypt's key with its cost", async () => {
  const salt = Uint8Array.from({ length: 16 }, (_, i) => i);
  const hasher = new PasswordHasher({ random: () => salt, now, ln: 4 });
  assert.equal(
    await hasher.hash(PASSWORD),
    "$scrypt$ln=4,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$coHb6LlzckOeOHbDHR6JGt8ViaJ_p4LgT4TcMJHWRUI",
  );
});

Deno.test("hash - uses a new salt each time", async () => {
  const hasher = small();
  const [one, two] = [await hasher.hash(PASSWORD), await hasher.hash(PASSWORD)];
  assert.notDeepEqual(asStoredPassword(one)?.salt, asStoredPassword(two)?.salt);
  assert.notEqual(one, two);
});

Deno.test("hash - the usual cost is 2^15, with the memory that takes", async () => {
  const costs: unknown[] = [];
  const scrypt: Scrypt = (...call) => {
    costs.push(call[3]);
    return quickScrypt(...call);
  };
  const hasher = new PasswordHasher({ random, now, scrypt });
  const stored = await hasher.hash(PASSWORD);
  assert.match(stored, /^\$scrypt\$ln=15,r=8,p=1\$/);
  assert.deepEqual(costs, [{ N: 32_768, r: 8, p: 1, maxmem: 67_108_864 }]);
});

const verified = [
  ["accepts the password that was hashed", PASSWORD, PASSWORD, 4, true],
  ["refuses an empty one", PASSWORD, "", 4, false],
  ["refuses one with another space", PASSWORD, PASSWORD + " ", 4, false],
  ["refuses another case", PASSWORD, PASSWORD.toUpperCase(), 4, false],
  [
    "accepts another encoding",
    "caf\u00e9 au lait",
    "cafe\u0301 au lait",
    4,
    true,
  ],
  ["accepts one that was hashed at another cost", PASSWORD, PASSWORD, 5, true],
] as const;
for (const [what, hashed, given, ln, isRight] of verified) {
  Deno.test(`verify - ${what}`, async () => {
    const stored = await small().hash(hashed);
    const hasher = new PasswordHasher({ random, now, ln });
    assert.equal(await hasher.verify(given, stored), isRight);
  });
}

Deno.test("verify - without an account, or with a broken record: the same computation, and false", async () => {
  const costs: unknown[] = [];
  const scrypt: Scrypt = (password, salt, keyBytes, cost) => {
    costs.push([password, salt.length, keyBytes, cost]);
    // What the stand-in expects: it must not open anything all the same.
    return Promise.resolve(new Uint8Array(keyBytes));
  };
  const hasher = new PasswordHasher({ random, now, scrypt });
  const stored = await hasher.hash(PASSWORD);
  costs.length = 0;
  assert.equal(await hasher.verify(PASSWORD, stored), true);
  assert.equal(await hasher.verify(PASSWORD, null), false);
  assert.equal(await hasher.verify(PASSWORD, "plain text"), false);
  assert.deepEqual(costs, times(3, () => costs[0]));
});

/** A hasher whose computations wait until they are let go, and how many there were at once. */
function heldHasher(options: Partial<PasswordHasherOptions> = {}) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const counts = { now: 0, most: 0 };
  const scrypt: Scrypt = async (...call) => {
    counts.most = Math.max(counts.most, ++counts.now);
    await held;
    const key = await quickScrypt(...call);
    counts.now--;
    return key;
  };
  const hasher = new PasswordHasher({ random, now, scrypt, ...options });
  return { hasher, counts, letGo };
}

const { signal } = new AbortController();
const at = (n: number) => ({ client: clientAt(`192.0.2.${n}`), signal });

Deno.test("PasswordHasher - runs two at a time, queues a limited number, and refuses the next with 503", async () => {
  const { hasher, counts, letGo } = heldHasher({ maxWaiting: 16 });
  const eighteen = times(18, (n) => hasher.hash(PASSWORD, at(n)));
  const params = { reason: "password_checks_busy" } as const;
  await assertRefused(
    hasher.verify(PASSWORD, null, at(99)),
    refusal(503, "SERVICE_UNAVAILABLE", params, { "retry-after": "5" }),
  );
  letGo();
  assert.equal(new Set(await Promise.all(eighteen)).size, 18);
  assert.equal(counts.most, 2);
});

Deno.test("PasswordHasher - a client that tries many passwords delays only itself", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const scrypt: Scrypt = async (password, _, keyBytes) => {
    begun.push(password);
    await new Promise<void>((resolve) => ends.push(resolve));
    return new Uint8Array(keyBytes);
  };
  const hasher = new PasswordHasher({ random, now, scrypt, maxWaiting: 4 });
  let refused = 0;
  const ask = (n: number, password: string) =>
    hasher.verify(password, null, at(n)).catch(() => refused++);
  const tries = times(8, (i) => ask(1, `try ${i}`));
  const right = [ask(2, "two"), ask(3, "three"), ask(4, "four")];
  // One ends after the other, so that the order of those that begin is fixed.
  while (begun.length < 6 || ends.length > 0) {
    ends.shift()?.();
    await pause();
  }
  await Promise.all([...tries, ...right]);
  assert.deepEqual(begun, ["try 0", "two", "try 1", "three", "four", "try 2"]);
  assert.equal(refused, 5);
});

Deno.test("PasswordHasher - a known browser does not wait behind strangers", async () => {
  const { hasher, counts, letGo } = heldHasher();
  const strangers = times(24, (n) => hasher.verify(PASSWORD, null, at(n)));
  const member = { ...at(99), isKnownDevice: true };
  const known = hasher.verify(PASSWORD, null, member);
  await pause();
  // Two strangers and the member are at work; the other strangers wait.
  assert.equal(counts.now, 3);
  letGo();
  await Promise.all([...strangers, known]);
  assert.equal(counts.most, 3);
});

/** A wrong password of each of 24 clients, and then one more, whose computations do not end before `finish`. */
async function retriesOf24(options: { isKnownDevice?: boolean } = {}) {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const scrypt: Scrypt = async (...call) => {
    if (isHeld) {
      begun.push(call[0]);
      await held.promise;
    }
    return await quickScrypt(...call);
  };
  const hasher = new PasswordHasher({ random, now, scrypt });
  const guess = (caller: PasswordCaller) =>
    hasher.verify("guess", null, caller);
  const clients = times(24, at);
  await Promise.all(clients.map((caller) => guess({ ...caller, ...options })));
  isHeld = true;
  const retries = clients.map(guess);
  return {
    hasher,
    /** Passwords whose computations have begun. */
    async begun() {
      await pause();
      return begun;
    },
    async finish() {
      held.resolve();
      await Promise.all(retries);
    },
  };
}

Deno.test("PasswordHasher - clients with a recent wrong password have one computation at a time between them", async () => {
  const { hasher, begun, finish } = await retriesOf24();
  assert.deepEqual(await begun(), ["guess"]);
  const right = hasher.verify(PASSWORD, null, at(99));
  // A client without one waits behind none of them.
  assert.deepEqual(await begun(), ["guess", PASSWORD]);
  await finish();
  await right;
});

Deno.test("PasswordHasher - a wrong password from a browser that the account knows does not count", async () => {
  const { begun, finish } = await retriesOf24({ isKnownDevice: true });
  assert.deepEqual(await begun(), ["guess", "guess"]);
  await finish();
});

Deno.test("PasswordHasher - the wait is limited", async () => {
  const { hasher, letGo } = heldHasher({ waitMs: 1 });
  const both = [hasher.hash(PASSWORD, at(1)), hasher.hash(PASSWORD, at(2))];
  const { status } = await refusalOf(hasher.hash(PASSWORD, at(3)));
  assert.equal(status, 503);
  letGo();
  await Promise.all(both);
});

function failuresFixture() {
  const clock = { nowMs: 0 };
  return { clock, failures: new RecentFailures({ now: () => clock.nowMs }) };
}

Deno.test("RecentFailures - has only the clients that were added, of which an IPv6 /48 is one", () => {
  const { failures } = failuresFixture();
  failures.add(clientAt("192.0.2.1"));
  const has = (address: string) => failures.has(clientAt(address));
  assert.deepEqual(["192.0.2.1", "192.0.2.2"].map(has), [true, false]);
  const at = (key: string) => ({ key, group: "2001:db8::/48" });
  failures.add(at("2001:db8:0:1::/64"));
  assert.equal(failures.has(at("2001:db8:0:2::/64")), true);
});

Deno.test("RecentFailures - forgets a client ten minutes after its last failure", () => {
  const { clock, failures } = failuresFixture();
  const client = clientAt("192.0.2.1");
  failures.add(client);
  clock.nowMs = 300_000;
  failures.add(client);
  const has = [899_999, 900_000].map((nowMs) => {
    clock.nowMs = nowMs;
    return failures.has(client);
  });
  assert.deepEqual(has, [true, false]);
});

Deno.test("RecentFailures - keeps the 10,000 clients that failed last", () => {
  const { failures } = failuresFixture();
  const at = (n: number) => clientAt(`client ${n}`);
  for (let n = 0; n <= 10_000; n++) failures.add(at(n));
  const has = [0, 1, 10_000].map((n) => failures.has(at(n)));
  assert.deepEqual(has, [false, true, true]);
});
