import assert from "node:assert/strict";
import {
  type AccountSelection,
  parseSelection,
} from "../../../lib/accounts/bulk_delete.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { COMMAND_LINE } from "../../../lib/store/audit.ts";
import { signUpNetworkPrefix } from "../../../lib/store/keys.ts";
import { emailOf, openFixture, PASSWORD, START_MS } from "./fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openFlood);

const DAY_MS = 86_400_000;
const ANY: AccountSelection = { fromMs: 0, untilMs: Infinity, network: null };
const BOB = parseCidr("198.51.100.7/32");
const { signal } = new AbortController();

async function openFlood() {
  const fixture = await openFixture();
  const { accounts, clock } = fixture;
  /** Signs up as a visitor does, a second after the one before. */
  const signUpFrom = async (name: string, group: string, isAdmin = false) => {
    clock.nowMs += 1_000;
    const caller = { client: { key: group, group }, signal };
    const email = emailOf(`${name}@example.net`);
    await accounts.create({ email, password: PASSWORD, isAdmin, caller });
  };
  await signUpFrom("root", "192.0.2.1", true);
  await signUpFrom("ann", "192.0.2.1");
  await signUpFrom("bot1", "2001:db8:1::/48");
  await signUpFrom("bot2", "2001:db8:1::/48");
  await signUpFrom("bob", "198.51.100.7");
  return {
    ...fixture,
    async namesOf(selection: Partial<AccountSelection>) {
      const selected = await accounts.select({ ...ANY, ...selection });
      return selected.map(({ email }) => email.split("@")[0]);
    },
    byName: (name: string) => accounts.byEmail(emailOf(`${name}@example.net`)),
  };
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
    assert.deepEqual(await fixture.namesOf({ network: cidr }), names);
  });
}

test("Accounts.select - from the start on and before the end", async (fixture) => {
  const fromMs = START_MS + 3_000;
  assert.deepEqual(await fixture.namesOf({ fromMs }), ["bot1", "bot2", "bob"]);
  const second = { fromMs, untilMs: fromMs + 1 };
  assert.deepEqual(await fixture.namesOf(second), ["bot1"]);
  assert.deepEqual(await fixture.namesOf({ untilMs: fromMs }), ["ann"]);
});

test("Accounts.select - the network is forgotten after 30 days", async (fixture) => {
  fixture.clock.nowMs += 30 * DAY_MS - 1;
  assert.deepEqual(await fixture.namesOf({ network: BOB }), ["bob"]);
  fixture.clock.nowMs += 1;
  assert.deepEqual(await fixture.namesOf({ network: BOB }), []);
});

test("Accounts.select - passes over malformed records of networks", async (fixture) => {
  for (const [id, record] of [["odd", { network: 5 }], ["none", null]]) {
    await fixture.kv.set([...signUpNetworkPrefix(), String(id)], record);
  }
  assert.deepEqual(await fixture.namesOf({ network: BOB }), ["bob"]);
});

test("Accounts.deleteMany - fails with the store, and counts nothing as deleted", async (fixture) => {
  // The audit entry and the first account.
  fixture.store.commitsLeft = 2;
  await assert.rejects(
    fixture.accounts.deleteMany(ANY, COMMAND_LINE, 10),
    { name: "AppError", status: 503 },
  );
  fixture.store.commitsLeft = Infinity;
  assert.deepEqual(await fixture.namesOf({}), ["bot1", "bot2", "bob"]);
});

test("Accounts.deleteMany - spares who becomes an administrator or is deleted meanwhile", async (fixture) => {
  const { accounts, store, byName } = fixture;
  const [ann, bob] = [await byName("ann"), await byName("bob")];
  const commit = store.commit.bind(store);
  // The first commit is the audit entry, once the members are selected.
  store.commit = async (operation, limitMs) => {
    store.commit = commit;
    const stamp = await commit(operation, limitMs);
    await accounts.setAdmin(ann!.id, true, COMMAND_LINE);
    await accounts.deleteMember(bob!.id, COMMAND_LINE);
    return stamp;
  };
  const outcome = await accounts.deleteMany(ANY, COMMAND_LINE, 10);
  assert.deepEqual(outcome, { deleted: 2, left: 0 });
  assert.equal((await accounts.counts()).administrators, 2);
  assert.deepEqual(await fixture.namesOf({}), []);
});

test("Accounts.deleteMany - deletes the oldest with all that belongs to them, and is recorded once", async (fixture) => {
  const selection = { ...ANY, network: parseCidr("2001:db8:1::/48") };
  const remove = (max: number) =>
    fixture.accounts.deleteMany(selection, COMMAND_LINE, max);
  assert.deepEqual(await remove(1), { deleted: 1, left: 1 });
  assert.equal(await fixture.byName("bot1"), null);
  assert.deepEqual(await remove(5), { deleted: 1, left: 0 });
  assert.deepEqual(await remove(5), { deleted: 0, left: 0 });
  assert.deepEqual(await fixture.namesOf({}), ["ann", "bob"]);
  const left = { accounts: 3, administrators: 1 };
  assert.deepEqual(await fixture.accounts.counts(), left);
  const networks = fixture.store.list({ prefix: signUpNetworkPrefix() });
  assert.equal((await Array.fromAsync(networks)).length, 3);
  const entry = {
    atMs: START_MS + 5_000,
    actor: "command line",
    actorId: null,
    action: "account.delete",
    subject: "../.. 2001:db8:1::/48",
    detail: { code: "accounts", params: { count: 1 } },
  };
  assert.deepEqual(await fixture.audited(), [entry, entry]);
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
    const parse = () => parseSelection({ from: text }, Error);
    if (day !== null) assert.equal(parse().fromMs, day);
    else assert.throws(parse, { message: "from" });
  });
}

Deno.test("parseSelection - includes the last day, and has no limits by default", () => {
  const day = { from: "1970-01-02", to: "1970-01-02", network: null };
  const limits = { fromMs: DAY_MS, untilMs: 2 * DAY_MS, network: null };
  assert.deepEqual(parseSelection(day, Error), limits);
  assert.deepEqual(parseSelection({}, Error), ANY);
});

Deno.test("parseSelection - reads a network, and names a malformed condition", () => {
  const network = parseCidr("192.0.2.0/24");
  const text = { network: "::ffff:192.0.2.7/120" };
  assert.deepEqual(parseSelection(text, Error), { ...ANY, network });
  for (const message of ["from", "to", "network"]) {
    const parse = () => parseSelection({ [message]: "192.0.2" }, Error);
    assert.throws(parse, { message });
  }
});
