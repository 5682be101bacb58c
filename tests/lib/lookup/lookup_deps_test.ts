import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { scanPool } from "../../../lib/lookup/lookup_deps.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { clientAt } from "../../support/caller.ts";

const { signal } = new AbortController();
const caller = (n: number) => ({ client: clientAt(`192.0.2.${n}`), signal });

const isBusy = (error: unknown) =>
  error instanceof AppError && error.status === 503 &&
  error.code === "SERVICE_UNAVAILABLE" &&
  error.headers["retry-after"] === "15" &&
  isDeepStrictEqual(error.params, { reason: "scans_busy", retrySeconds: 15 });

Deno.test("scanPool - gives a client two permits, then throws 503 with Retry-After", async () => {
  const scans = scanPool({ maxScans: 16, queueTimeoutMs: 1 });
  const one = await scans.acquire(caller(1));
  await scans.acquire(caller(1));
  await assert.rejects(scans.acquire(caller(1)), isBusy);
  one[Symbol.dispose]();
  // Disposing twice releases one permit.
  one[Symbol.dispose]();
  assert.equal(scans.acquired, 1);
  await scans.acquire(caller(1));
  await assert.rejects(scans.acquire(caller(1)), isBusy);
});

Deno.test("scanPool - queues others while all permits are taken", async () => {
  const scans = scanPool({ maxScans: 2, queueTimeoutMs: 10_000 });
  const one = await scans.acquire(caller(1));
  await scans.acquire(caller(2));
  const waiting = [scans.acquire(caller(1)), scans.acquire(caller(3))];
  one[Symbol.dispose]();
  // The first client came earlier and holds no permit now.
  (await waiting[0])[Symbol.dispose]();
  (await waiting[1])[Symbol.dispose]();
  assert.equal(scans.acquired, 1);
});
