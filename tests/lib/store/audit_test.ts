import assert from "node:assert/strict";
import {
  addAudit,
  Audit,
  type NewAuditEntry,
} from "../../../lib/store/audit.ts";
import { auditKey } from "../../../lib/store/keys.ts";
import { Store } from "../../../lib/store/store.ts";
import { startMs } from "../limits/gated_kv.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openAudit);

const dayMs = 86_400_000;

const tier = { code: "tier", params: { tier: "vip", quota: 500 } } as const;

function entryAt(atMs: number, subject = "x@example.net"): NewAuditEntry {
  const by = { name: "admin@example.net", accountId: "1" };
  return { atMs, by, action: "account.tier", subject, detail: tier };
}

/** The same as it is stored. */
const stored = {
  atMs: startMs,
  actor: "admin@example.net",
  actorId: "1",
  action: "account.tier",
  subject: "x@example.net",
  detail: tier,
};

async function openAudit() {
  const kv = await Deno.openKv(":memory:");
  const store = new Store({ kv, timeoutMs: 60_000 });
  const clock = { nowMs: startMs };
  return {
    kv,
    store,
    clock,
    audit: new Audit({ store, now: () => clock.nowMs }),
    async add(entry: NewAuditEntry, id = "id") {
      const operation = store.atomic();
      addAudit(operation, entry, id);
      assert(await store.commit(operation));
    },
    keys: () =>
      Array.fromAsync(kv.list({ prefix: ["audit"] }), ({ key }) => key),
    [Symbol.dispose]: () => kv.close(),
  };
}

test("addAudit - stored only if its commit succeeds", async ({ kv, store, add, keys }) => {
  await kv.set(["taken"], 1);
  const check = { key: ["taken"], versionstamp: null };
  const operation = store.atomic().check(check);
  addAudit(operation, entryAt(startMs), "id");
  assert.equal(await store.commit(operation), null);
  assert.deepEqual(await keys(), []);
  await add(entryAt(startMs));
  const { value } = await kv.get(auditKey(startMs, "id"));
  assert.deepEqual(value, stored);
});

test("Audit.list - pages, newest first, also within one millisecond", async ({ audit, add }) => {
  const none = await audit.list({ before: null, limit: 2 });
  assert.deepEqual(none, { entries: [], next: null });
  for (const id of ["a", "b", "c"]) await add(entryAt(startMs, id), id);
  await add(entryAt(startMs + 1, "later"));
  await add(entryAt(startMs - 1, "earlier"));
  const pages: string[][] = [];
  let before: string | null = null;
  do {
    const page = await audit.list({ before, limit: 2 });
    pages.push(page.entries.map(({ subject }) => subject));
    before = page.next;
  } while (before !== null);
  assert.deepEqual(pages, [["later", "c"], ["b", "a"], ["earlier"]]);
  const all = await audit.list({ before: null, limit: 5 });
  assert.equal(all.next, null);
  const earlier = { atMs: startMs - 1, subject: "earlier" };
  assert.deepEqual(all.entries.at(-1), { ...stored, ...earlier });
});

for (const before of ["", "x", "1", ".a", "1.", "-1.a", "1e3.a"]) {
  test(`Audit.list - starts with the newest for the cursor "${before}"`, async ({ audit, add }) => {
    await add(entryAt(startMs));
    const page = await audit.list({ before, limit: 9 });
    assert.deepEqual(page, { entries: [stored], next: null });
  });
}

test("Audit.list - leaves out malformed records", async ({ kv, audit, add }) => {
  const odd = [null, 7, {}, { ...stored, action: "unheard.of" }];
  for (const [i, value] of odd.entries()) {
    await kv.set(auditKey(startMs, `odd${i}`), value);
  }
  await kv.set(["audit", "x", "id"], stored);
  await kv.set(["audit", 1.5, "id"], stored);
  await kv.set(["audit", startMs], stored);
  await add(entryAt(startMs));
  const page = await audit.list({ before: null, limit: 1 });
  assert.deepEqual(page, { entries: [stored], next: null });
});

test("Audit.deleteExpired - deletes entries older than 400 days", async ({ clock, audit, add, keys }) => {
  await add(entryAt(startMs));
  await add(entryAt(startMs + 1));
  clock.nowMs = startMs + 400 * dayMs;
  await audit.deleteExpired();
  assert.equal((await keys()).length, 2);
  clock.nowMs++;
  await audit.deleteExpired();
  assert.deepEqual(await keys(), [auditKey(startMs + 1, "id")]);
});

test("Audit.deleteExpired - keeps the newest maxEntries, in as many commits as needed", async ({ store, keys }) => {
  for (let i = 0; i < 1_203; i += 401) {
    const operation = store.atomic();
    for (let j = i; j < i + 401; j++) {
      addAudit(operation, entryAt(startMs + j), "id");
    }
    await store.commit(operation);
  }
  await new Audit({ store, now: () => startMs, maxEntries: 2 }).deleteExpired();
  const newest = [1_201, 1_202].map((ms) => auditKey(startMs + ms, "id"));
  assert.deepEqual(await keys(), newest);
});

test("Audit.list - details as code and parameters; entries with others are left out", async ({ kv, audit }) => {
  const { detail: _, ...entry } = stored;
  const switched = { shown: ["city"], hidden: [] };
  const details = [
    tier,
    { code: "tier", params: { tier: "free", quota: null } },
    { code: "administrator", params: {} },
    { code: "fields", params: { guest: switched, member: switched } },
    null,
  ];
  const dropped = [
    ...[undefined, 7, "vip, 500 a month", {}],
    { code: "tier", params: {} },
    { code: "tier", params: { tier: "vip", quota: "500" } },
    { code: "administrator", params: { more: 1 } },
    { code: "administrator", params: {}, more: 1 },
    { code: "constructor", params: {} },
    { code: "later", params: {} },
  ];
  for (const [i, detail] of [...dropped, ...details.toReversed()].entries()) {
    await kv.set(auditKey(startMs + i, "id"), { ...entry, detail });
  }
  const { entries } = await audit.list({ before: null, limit: 99 });
  assert.deepEqual(entries.map(({ detail }) => detail), details);
});
