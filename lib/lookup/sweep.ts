import { withDeadline } from "../core/deadline.ts";
import type { Caller } from "../core/caller.ts";
import type { Cidr } from "../net/cidr.ts";
import type { PtrResult } from "../dns/dns_client.ts";
import { DnsError } from "../dns/errors.ts";
import type { Edge } from "../dns/index/dns_index.ts";
import { addressCount, askedAddresses } from "./addresses.ts";
import type { LookupDeps } from "./lookup_deps.ts";
import { queryFailed } from "./lookup_errors.ts";
import { MAX_EDGES, recordEdges } from "./record_edges.ts";
import type { ScanPool } from "./scan_pool.ts";

export interface BatchedOptions {
  /** Handed on at once when so many are there. */
  maxItems: number;
  /** No item waits longer than this. */
  maxMs: number;
}

/**
 * Groups what comes, so that a flood costs its reader few turns and a trickle
 * is not held up. Reads one item ahead.
 *
 * @throws what the source throws, after the items before it
 */
export async function* batched<T>(
  source: AsyncIterable<T>,
  { maxItems, maxMs }: BatchedOptions,
): AsyncGenerator<T[]> {
  const items = source[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readOn = () => {
    const next = items.next();
    // It may fail while nobody waits for it; whoever reads on learns of it.
    next.catch(() => {});
    return next;
  };
  try {
    let next = readOn();
    for (;;) {
      const first = await next;
      if (first.done) return;
      const batch = [first.value];
      next = readOn();
      const timeUp = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), maxMs);
      });
      let isDone = false;
      let failure: { reason: unknown } | undefined;
      while (batch.length < maxItems) {
        const step = await Promise.race([next, timeUp]).catch((reason) => {
          failure = { reason };
          return null;
        });
        if (step === null) break;
        if (step.done) {
          isDone = true;
          break;
        }
        batch.push(step.value);
        next = readOn();
      }
      clearTimeout(timer);
      yield batch;
      if (failure) throw failure.reason;
      if (isDone) return;
    }
  } finally {
    clearTimeout(timer);
    // Not waited for: it ends behind the item that is read ahead, which may be long in coming.
    items.return?.().catch(() => {});
  }
}

export interface SweepDeps extends LookupDeps {
  scans: ScanPool;
}

export interface SweepOptions extends Caller {
  /** The longest it may take, its reader's time included. */
  limitMs?: number;
  /** How long it waits at its end for the index to hold what it found. */
  flushLimitMs?: number;
}

/** How far a sweep has come, and what it has found since it was looked at. */
export interface SweepStep {
  pointers: readonly PtrResult[];
  /** Addresses asked for, and those of them that nobody answered for. */
  scanned: number;
  failed: number;
  /** Addresses of the block that are not asked for. */
  reserved: number;
  /** Something is left out: an address has more names than are taken, or the time was up before all were asked for. */
  isCut: boolean;
}

/** A sweep does not tell silence from a refusal. */
const TIMEOUT_MS = 3000;
/** Nobody answers for so long: there is nobody. */
const SILENCE_MS = 15_000;
/** Whoever holds a reverse zone decides on the number of names of an address. */
const MAX_NAMES = 16;
/** Names that are recorded of a network, for each of its addresses. */
const EDGES_PER_ADDRESS = 2;

/**
 * Asks for the names of the addresses of a block, but for reserved ones, and gives them as they come;
 * the first step comes before any, once there is a place. The index is fed by the way.
 *
 * @throws {AppError} 503 where too many sweeps are under way for too long; 422 where no server answered; the signal's reason
 */
export async function* sweep(
  cidr: Cidr,
  parts: SweepDeps,
  {
    client: onBehalfOf,
    signal,
    limitMs = 120_000,
    flushLimitMs = 2_000,
  }: SweepOptions,
): AsyncGenerator<SweepStep> {
  signal.throwIfAborted();
  const { client, index, now, scans } = parts;
  const asked = askedAddresses(cidr, parts.policy);
  const count = asked.length;
  const reserved = addressCount(cidr) - count;
  // One address is a question like others, which the limit of lookups counts.
  const place = count > 1
    ? await scans.acquire({ client: onBehalfOf, signal })
    : null;
  const ending = new AbortController();
  // By a timer and the signal too: a reader that stays away must not keep the
  // place of others.
  const end = () => {
    clearTimeout(timer);
    ending.abort();
    place?.[Symbol.dispose]();
  };
  const timer = setTimeout(end, limitMs);
  signal.addEventListener("abort", end, { once: true });
  const startedAt = now();
  let scanned = 0;
  let failed = 0;
  let edgesLeft = Math.max(MAX_EDGES, EDGES_PER_ADDRESS * count);
  try {
    yield { pointers: [], scanned, failed, reserved, isCut: false };
    if (count === 0) return;
    const found = client.queryPtr(asked, {
      client: onBehalfOf,
      signal: ending.signal,
      timeoutMs: TIMEOUT_MS,
    });
    for await (const batch of batched(found, { maxItems: 256, maxMs: 100 })) {
      scanned += batch.length;
      failed += batch.filter(({ names }) => names === null).length;
      if (failed === scanned && now() - startedAt >= SILENCE_MS) {
        throw queryFailed({ reason: "name_servers_failed" });
      }
      const pointers = batch.map(bounded);
      edgesLeft -= recordEdges(pointers.flatMap(edgesOf), parts, edgesLeft);
      const isCut = pointers.some((kept, i) => kept !== batch[i]);
      yield { pointers, scanned, failed, reserved, isCut };
    }
    if (failed === scanned) {
      throw queryFailed({ reason: "name_servers_failed" });
    }
    await flushed(index, flushLimitMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DnsError) throw queryFailed(undefined, error);
    if (!ending.signal.aborted) throw error;
    await flushed(index, flushLimitMs, signal);
    yield { pointers: [], scanned, failed, reserved, isCut: true };
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** Whoever has the whole response finds in the index what it holds; an index that is stuck keeps nobody waiting. */
async function flushed(
  index: SweepDeps["index"],
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  await withDeadline(limitMs, () => index.flush(), signal)
    .catch(() => signal.throwIfAborted());
}

function bounded(pointers: PtrResult): PtrResult {
  const { ip, names } = pointers;
  return names && names.length > MAX_NAMES
    ? { ip, names: names.slice(0, MAX_NAMES) }
    : pointers;
}

function edgesOf({ ip, names }: PtrResult): Edge[] {
  return (names ?? []).map((name) => ({
    kind: "ptr",
    name,
    value: ip.text,
  }));
}
