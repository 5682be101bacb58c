import { Quotas } from "../../lib/accounts/quotas/quotas.ts";
import { newToken } from "../../lib/accounts/tokens/token.ts";
import { accountKey, tokenHashKey } from "../../lib/store/keys.ts";
import { Store } from "../../lib/store/store.ts";
import { callsPerSecond, median } from "./figures.ts";

/*
 * Compares the cost of a charge with that of its commits:
 *
 *     deno run -A tests/bench/charge_bench.ts
 *
 * All rounds run on one KV file, in turn, and each figure is a median. A single
 * charge should cost at most 1.25 times as much as a commit; concurrent charges
 * should reach at least 0.8 of the commits per second.
 */

const CALLERS = 64;
const CALLS = 1_000;
/** Consecutive calls of one kind, before those of the other. */
const ALONE = 30;
const TURNS = 10;
const ROUNDS = 15;

const folder = await Deno.makeTempDir();
const kv = await Deno.openKv(`${folder}/bench.kv`);
const store = new Store({ kv });
const quotas = new Quotas({ store, now: Date.now });
const hashes = await Promise.all(Array.from({ length: CALLERS }, newAccount));
await Promise.all(hashes.map((hash) => quotas.charge(hash)));

const rates: Record<string, number[]> = {};
const times: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round++) {
  note(rates, "KV commits/s, 64 writers", await rate(bareCommit));
  note(rates, "charges/s, one token", await rate(() => charge(0)));
  note(rates, "charges/s, 64 tokens", await rate(charge));
  for (let turn = 0; turn < TURNS; turn++) {
    note(times, "one KV commit", await timeAlone(() => bareCommit(0)));
    note(times, "one charge", await timeAlone(() => charge(0)));
  }
}
for (const [name, values] of Object.entries(rates)) {
  console.log(`${name}: ${Math.round(median(values))}`);
}
for (const [name, values] of Object.entries(times)) {
  console.log(`${name}, alone: ${(median(values) * 1_000).toFixed(0)} µs`);
}
const ratios = times["one charge"].map((ms, i) =>
  ms / times["one KV commit"][i]
);
console.log(
  `one charge / one commit: ${median(ratios).toFixed(2)} (at most 1.25)`,
);
for (const name of ["charges/s, one token", "charges/s, 64 tokens"]) {
  const share = rates[name].map((charges, i) =>
    charges / rates["KV commits/s, 64 writers"][i]
  );
  console.log(
    `${name} / KV commits/s: ${median(share).toFixed(2)} (at least 0.8)`,
  );
}
await quotas.close();
kv.close();
await Deno.remove(folder, { recursive: true });

async function newAccount(_: unknown, i: number): Promise<string> {
  const id = `account-${i}`;
  const { hash, lastFour } = newToken((bytes) =>
    crypto.getRandomValues(new Uint8Array(bytes))
  );
  const token = { id, name: id, hash, lastFour, slot: 0, createdAtMs: 0 };
  await kv.atomic()
    .set(tokenHashKey(hash), id)
    .set(accountKey(id), {
      id,
      email: `${id}@example.com`,
      passwordHash: "",
      isAdmin: false,
      isDisabled: false,
      tier: "vip",
      vipQuota: 1_000_000_000,
      createdAtMs: 0,
      sessionsSinceMs: 0,
      tokens: [token],
      spentSlots: [],
    })
    .commit();
  return hash;
}

async function bareCommit(caller: number): Promise<void> {
  await kv.set(["bench", caller], caller);
}

async function charge(caller: number): Promise<void> {
  const { isGranted } = await quotas.charge(hashes[caller]);
  if (!isGranted) throw new Error("The quota of this measurement is used up.");
}

function rate(call: (caller: number) => Promise<void>): Promise<number> {
  return callsPerSecond(CALLERS, CALLS, call);
}

/** Milliseconds per call. */
async function timeAlone(call: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  for (let i = 0; i < ALONE; i++) await call();
  return (performance.now() - startMs) / ALONE;
}

function note(table: Record<string, number[]>, name: string, value: number) {
  (table[name] ??= []).push(value);
}
