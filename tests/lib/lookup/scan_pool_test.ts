import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { ScanPool } from "../../../lib/lookup/scan_pool.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { clientAt } from "../../support/caller.ts";

const { signal } = new AbortController();
const caller = (n: number) => ({ client: clientAt(`192.0.2.${n}`), signal });

const isBusy = (error: unknown) =>
  error instanceof AppError && error.status === 503 &&
  error.code === "SERVICE_UNAVAILABLE" &&
  error.headers["retry-after"] === "15" &&
  isDeepStrictEqual(error.params, { reason: "scans_busy", retrySeconds: 15 });

Deno.test("ScanPool - a client has two places at most, then 503 with when to come back", async () => {
  const scans = new ScanPool({ maxScans: 16, waitMs: 1 });
  const one = await scans.acquire(caller(1));
  await scans.acquire(caller(1));
  await assert.rejects(scans.acquire(caller(1)), isBusy);
  one[Symbol.dispose]();
  // Given back twice, a place is still one.
  one[Symbol.dispose]();
  assert.equal(scans.taken, 1);
  await scans.acquire(caller(1));
  await assert.rejects(scans.acquire(caller(1)), isBusy);
});

Deno.test("ScanPool - where all places are taken, others wait for a while and get the next", async () => {
  const scans = new ScanPool({ maxScans: 2, waitMs: 10_000 });
  const one = await scans.acquire(caller(1));
  await scans.acquire(caller(2));
  const waiting = [scans.acquire(caller(1)), scans.acquire(caller(3))];
  one[Symbol.dispose]();
  // The first holds nothing now, and came before.
  (await waiting[0])[Symbol.dispose]();
  (await waiting[1])[Symbol.dispose]();
  assert.equal(scans.taken, 1);
});
