import assert from "node:assert/strict";
import { BanTable } from "../../../lib/limits/ban_table.ts";

const startMs = 1_700_000_000_000;
const hourMs = 3_600_000;

function tableOn(maxStrikes: number) {
  const clock = { nowMs: startMs };
  return {
    table: new BanTable({ now: () => clock.nowMs, maxStrikes }),
    clock,
  };
}

function banAt(client: string, sinceMs: number) {
  return { client, sinceMs, untilMs: sinceMs + hourMs };
}

Deno.test("replaceBans - keeps of its own only what the store has not seen and has not ended", () => {
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
  assert.deepEqual(table.list(), [
    banAt("unseen", startMs + 1),
    banAt("stored", startMs - 998),
  ]);
  clock.nowMs = startMs + 1 + hourMs;
  table.replaceBans([]);
  assert.deepEqual(table.size, { strikes: 0, bans: 0 });
});

Deno.test("replaceBans - a ban takes the place of strikes", () => {
  const { table } = tableOn(2);
  table.strike("client", "text", startMs);
  table.replaceBans([banAt("client", startMs)]);
  assert.deepEqual(table.size, { strikes: 0, bans: 1 });
  assert.deepEqual(table.strikesOf("client"), []);
});

Deno.test("forget - leaves nothing of the client, and all of the others", () => {
  const { table } = tableOn(2);
  for (const client of ["banned", "banned", "struck", "other"]) {
    const bucket = table.strikesOf(client).length === 0 ? "text" : "scan";
    table.strike(client, bucket, startMs);
  }
  table.forget("banned");
  table.forget("struck");
  table.forget("nobody");
  assert.deepEqual(table.size, { strikes: 1, bans: 0 });
  assert.deepEqual([...table.unwritten], ["other"]);
  assert.equal(table.banOf("banned"), undefined);
});

Deno.test("dropEnded - drops what has ended, and nothing else", () => {
  const { table, clock } = tableOn(1);
  table.strike("first", "text", startMs);
  clock.nowMs += 1;
  table.strike("second", "text", startMs + 1);
  clock.nowMs = startMs + hourMs;
  table.dropEnded();
  assert.deepEqual(table.list(), [banAt("second", startMs + 1)]);
  assert.equal(table.size.bans, 1);
});
