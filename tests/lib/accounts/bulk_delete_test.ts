import assert from "node:assert/strict";
import type { Account } from "../../../lib/accounts/account_record.ts";
import {
  type AccountSelection,
  parseSelection,
} from "../../../lib/accounts/bulk_delete.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { Audit, COMMAND_LINE } from "../../../lib/store/audit.ts";
import { signUpNetworkPrefix } from "../../../lib/store/keys.ts";
import { emailOf, openFixture, PASSWORD, START_MS } from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openFlood);

const DAY_MS = 86_400_000;
const ANY: AccountSelection = { fromMs: 0, untilMs: Infinity, network: null };

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Signs up as a visitor does, a second after the one before. */
async function signUpFrom(
  { accounts, clock }: Fixture,
  name: string,
  group: string,
  isAdmin = false,
): Promise<Account> {
  clock.nowMs += 1_000;
  const client = { key: group, group };
  return await accounts.create({
    email: emailOf(`${name}@example.net`),
    password: PASSWORD,
    isAdmin,
    caller: { client, signal: new AbortController().signal },
  });
}

async function namesOf(
  { accounts }: Fixture,
  selection: Partial<AccountSelection>,
): Promise<string[]> {
  const selected = await accounts.select({ ...ANY, ...selection });
  return selected.map(({ email }) => email.split("@")[0]);
}

async function openFlood(): Promise<Fixture> {
  const fixture = await openFixture();
  await signUpFrom(fixture, "root", "192.0.2.1", true);
  await signUpFrom(fixture, "ann", "192.0.2.1");
  await signUpFrom(fixture, "bot1", "2001:db8:1::/48");
  await signUpFrom(fixture, "bot2", "2001:db8:1::/48");
  await signUpFrom(fixture, "bob", "198.51.100.7");
  return fixture;
}

const cases = [
  [null, ["ann", "bot1", "bot2", "bob"]],
  ["2001:db8:1::/48", ["bot1", "bot2"]],
  ["2001:db8::/32", ["bot1", "bot2"]],
  ["2001:db8:2::/48", []],
  ["192.0.2.0/24", ["ann"]],
  ["198.51.100.7/32", ["bob"]],
  ["0.0.0.0/0", ["ann", "bob"]],
] as const;
for (const [network, names] of cases) {
  test(`Accounts.select - of ${network ?? "any network"}: ${names.join(", ") || "nobody"}, never administrators`, async (fixture) => {
    const cidr = network && parseCidr(network);
    assert.deepEqual(await namesOf(fixture, { network: cidr }), names);
  });
}

test("Accounts.select - from the start on and before the end", async (fixture) => {
  const fromMs = START_MS + 3_000;
  assert.deepEqual(await namesOf(fixture, { fromMs }), ["bot1", "bot2", "bob"]);
  assert.deepEqual(await namesOf(fixture, { fromMs, untilMs: fromMs + 1 }), [
    "bot1",
  ]);
  assert.deepEqual(await namesOf(fixture, { untilMs: fromMs }), ["ann"]);
});

test("Accounts.select - the network is forgotten after 30 days", async (fixture) => {
  const network = parseCidr("198.51.100.7/32");
  fixture.clock.nowMs += 30 * DAY_MS - 1;
  assert.deepEqual(await namesOf(fixture, { network }), ["bob"]);
  fixture.clock.nowMs += 1;
  assert.deepEqual(await namesOf(fixture, { network }), []);
});

test("Accounts.select - passes over malformed records of networks", async (fixture) => {
  for (const [id, record] of [["odd", { network: 5 }], ["none", null]]) {
    await fixture.kv.set([...signUpNetworkPrefix(), String(id)], record);
  }
  const network = parseCidr("198.51.100.7/32");
  assert.deepEqual(await namesOf(fixture, { network }), ["bob"]);
});

test("Accounts.deleteMany - fails with the store, and counts nothing as deleted", async (fixture) => {
  // The audit entry and the first account.
  fixture.store.commitsLeft = 2;
  await assert.rejects(
    fixture.accounts.deleteMany(ANY, COMMAND_LINE, 10),
    { name: "AppError", status: 503 },
  );
  fixture.store.commitsLeft = Infinity;
  assert.deepEqual(await namesOf(fixture, {}), ["bot1", "bot2", "bob"]);
});

test("Accounts.deleteMany - spares who becomes an administrator or is deleted meanwhile", async (fixture) => {
  const { accounts, store } = fixture;
  const idOf = async (name: string) =>
    (await accounts.byEmail(emailOf(`${name}@example.net`)))!.id;
  const [ann, bob] = [await idOf("ann"), await idOf("bob")];
  const commit = store.commit.bind(store);
  // The first commit is the audit entry, once the members are selected.
  store.commit = async (operation, limitMs) => {
    store.commit = commit;
    const stamp = await commit(operation, limitMs);
    await accounts.setAdmin(ann, true, COMMAND_LINE);
    await accounts.deleteMember(bob, COMMAND_LINE);
    return stamp;
  };
  assert.deepEqual(await accounts.deleteMany(ANY, COMMAND_LINE, 10), {
    deleted: 2,
    left: 0,
  });
  assert.equal((await accounts.counts()).administrators, 2);
  assert.deepEqual(await namesOf(fixture, {}), []);
});

test("Accounts.deleteMany - deletes the oldest with all that belongs to them, and is recorded once", async (fixture) => {
  const selection = { ...ANY, network: parseCidr("2001:db8:1::/48") };
  const remove = (max: number) =>
    fixture.accounts.deleteMany(selection, COMMAND_LINE, max);
  assert.deepEqual(await remove(1), { deleted: 1, left: 1 });
  assert.equal(
    await fixture.accounts.byEmail(emailOf("bot1@example.net")),
    null,
  );
  assert.deepEqual(await remove(5), { deleted: 1, left: 0 });
  assert.deepEqual(await remove(5), { deleted: 0, left: 0 });
  assert.deepEqual(await namesOf(fixture, {}), ["ann", "bob"]);
  assert.deepEqual(await fixture.accounts.counts(), {
    accounts: 3,
    administrators: 1,
  });
  const networks = fixture.store.list({ prefix: signUpNetworkPrefix() });
  assert.equal((await Array.fromAsync(networks)).length, 3);
  const audit = new Audit({
    store: fixture.store,
    now: () => fixture.clock.nowMs,
  });
  const { entries } = await audit.list({ before: null, limit: 10 });
  assert.deepEqual(
    entries.map(({ actor, action, subject, detail }) => [
      actor,
      action,
      subject,
      detail,
    ]),
    Array(2).fill([
      "command line",
      "account.delete",
      "../.. 2001:db8:1::/48",
      { code: "accounts", params: { count: 1 } },
    ]),
  );
});

const rows = [
  ["2026-11-23", Date.UTC(2026, 10, 23)],
  ["1970-01-01", 0],
  ["2026-02-30", null],
  ["2026-13-01", null],
  ["2026-1-1", null],
  ["2026-11-23T00:00", null],
  ["-000001-01-01", null],
  ["", null],
] as const;
for (const [text, day] of rows) {
  Deno.test(`parseSelection - the first day "${text}" begins at ${day}`, () => {
    if (day !== null) {
      const { fromMs } = parseSelection({ from: text }, Error);
      assert.equal(fromMs, day);
      return;
    }
    assert.throws(() => parseSelection({ from: text }, Error), {
      message: "from",
    });
  });
}

Deno.test("parseSelection - includes the last day, and has no limits by default", () => {
  const day = "1970-01-02";
  assert.deepEqual(
    parseSelection({ from: day, to: day, network: null }, Error),
    { fromMs: DAY_MS, untilMs: 2 * DAY_MS, network: null },
  );
  assert.deepEqual(parseSelection({}, Error), ANY);
});

Deno.test("parseSelection - reads a network, and names a malformed condition", () => {
  const network = parseCidr("192.0.2.0/24");
  assert.deepEqual(
    parseSelection({ network: "::ffff:192.0.2.7/120" }, Error),
    { ...ANY, network },
  );
  for (const condition of ["from", "to", "network"] as const) {
    assert.throws(() => parseSelection({ [condition]: "192.0.2" }, Error), {
      message: condition,
    });
  }
});
