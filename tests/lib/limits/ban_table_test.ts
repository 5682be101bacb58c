import assert from "node:assert/strict";
import fc from "fast-check";
import { BanTable, type Strike } from "../../../lib/limits/ban_table.ts";
import { startMs } from "./gated_kv.ts";
import { forAll } from "../../support/for_all.ts";

/** The strikes of two lists after an hour. */
function mergeStrikes(a: readonly Strike[], b: readonly Strike[]): Strike[] {
  return new BanTable({ now: Date.now }).mergeRecent(a, b, 3_600_000);
}

function at(startMs: number, bucket: Strike["bucket"] = "text"): Strike {
  return { bucket, startMs };
}

Deno.test("BanTable.mergeRecent - one strike per window, however many processes saw it", () => {
  const [text, later] = [at(100_000), at(100_400)];
  const geoip = at(100_000, "geoip");
  assert.deepEqual(mergeStrikes([text], [later, geoip]), [text, geoip]);
});

Deno.test("BanTable.mergeRecent - adjacent windows are separate strikes", () => {
  const strikes = [at(100_000), at(160_000)];
  assert.deepEqual(mergeStrikes(strikes, []), strikes);
});

Deno.test("BanTable.mergeRecent - drops strikes older than the period", () => {
  const scan = at(1, "scan");
  assert.deepEqual(mergeStrikes([at(0)], [scan]), [scan]);
});

Deno.test("BanTable.mergeRecent - commutative and idempotent", () => {
  const strikes = fc.array(fc.record({
    bucket: fc.constantFrom<Strike["bucket"]>("text", "scan"),
    startMs: fc.integer({ min: 0, max: 40 }).map((n) => n * 60_000),
  }));
  forAll([strikes, strikes], (a, b) => {
    const order = ({ bucket, startMs }: Strike) => `${startMs} ${bucket}`;
    const merged = mergeStrikes(a, b);
    const reversed = mergeStrikes(b, a).map(order).sort();
    assert.deepEqual(reversed, merged.map(order).sort());
    assert.deepEqual(mergeStrikes(merged, b), merged);
  });
});

const hourMs = 3_600_000;

function tableOn(maxStrikes: number) {
  const clock = { nowMs: startMs };
  return { table: new BanTable({ now: () => clock.nowMs, maxStrikes }), clock };
}

function banAt(client: string, sinceMs: number) {
  return { client, sinceMs, untilMs: sinceMs + hourMs };
}

Deno.test("BanTable.replaceBans - keeps active bans that are not yet stored", () => {
  const { table, clock } = tableOn(1);
  for (const client of ["seen", "unseen"]) {
    table.strike(client, "text", clock.nowMs);
    clock.nowMs += 1;
  }
  table.unwritten.delete("seen");
  table.replaceBans([
    banAt("ended", clock.nowMs - hourMs),
    banAt("stored", clock.nowMs - 1_000),
  ]);
  assert.equal(table.size.bans, 2);
  assert.deepEqual(table.listActive(), [
    banAt("unseen", startMs + 1),
    banAt("stored", startMs - 998),
  ]);
  clock.nowMs = startMs + 1 + hourMs;
  table.replaceBans([]);
  assert.deepEqual(table.size, { strikes: 0, bans: 0 });
});

Deno.test("BanTable.replaceBans - a ban replaces strikes", () => {
  const { table } = tableOn(2);
  table.strike("client", "text", startMs);
  table.replaceBans([banAt("client", startMs)]);
  assert.deepEqual(table.size, { strikes: 0, bans: 1 });
  assert.deepEqual(table.getStrikes("client"), []);
});

Deno.test("BanTable.removeClient - removes one client only", () => {
  const { table } = tableOn(2);
  for (const client of ["banned", "banned", "struck", "other"]) {
    const bucket = table.getStrikes(client).length === 0 ? "text" : "scan";
    table.strike(client, bucket, startMs);
  }
  table.removeClient("banned");
  table.removeClient("struck");
  table.removeClient("nobody");
  assert.deepEqual(table.size, { strikes: 1, bans: 0 });
  assert.deepEqual([...table.unwritten], ["other"]);
  assert.equal(table.getBan("banned"), undefined);
});

Deno.test("BanTable.removeExpired - removes expired bans only", () => {
  const { table, clock } = tableOn(1);
  assert.equal(table.banEndMs("first"), null);
  table.strike("first", "text", startMs);
  clock.nowMs += 1;
  table.strike("second", "text", startMs + 1);
  clock.nowMs = startMs + hourMs;
  // A ban has ended at its end.
  assert.equal(table.banEndMs("first"), null);
  assert.notEqual(table.banEndMs("second"), null);
  assert.equal(table.banEndMs("third"), null);
  assert.equal(table.listActive().length, 1);
  table.removeExpired();
  assert.deepEqual(table.listActive(), [banAt("second", startMs + 1)]);
  assert.equal(table.size.bans, 1);
});

Deno.test("BanTable.strike - windows last a minute by default", () => {
  const { table } = tableOn(3);
  table.strike("client", "text", startMs);
  table.strike("client", "text", startMs + 59_999);
  assert.equal(table.getStrikes("client").length, 1);
  table.strike("client", "text", startMs + 60_000);
  assert.equal(table.getStrikes("client").length, 2);
});

Deno.test("BanTable.strike - leaves nothing to write about a client that is displaced", () => {
  const table = new BanTable({ now: () => startMs, maxClients: 2 });
  for (const client of ["a", "b", "c"]) table.strike(client, "text", startMs);
  assert.deepEqual([...table.unwritten], ["b", "c"]);
});

Deno.test("BanTable - other threads see a ban until it is displaced", () => {
  const table = new BanTable({ now: () => startMs, maxClients: 2 });
  const seen = () => ["a", "b", "c"].map((one) => table.shared.untilMs(one));
  for (const client of ["a", "b"]) table.setBan(client, table.newBan(startMs));
  // The strikes of a client that is banned go, and its ban stays.
  table.setStrikes("a", [at(startMs)]);
  for (const client of ["x", "y", "z"]) table.setStrikes(client, [at(startMs)]);
  assert.deepEqual(seen(), [startMs + hourMs, startMs + hourMs, 0]);
  table.setBan("c", table.newBan(startMs));
  assert.deepEqual(seen(), [0, startMs + hourMs, startMs + hourMs]);
});
