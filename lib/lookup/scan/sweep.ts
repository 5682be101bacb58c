import { addAbortListener } from "node:events";
import { withDeadline } from "../../core/deadline.ts";
import type { Caller } from "../../core/fair_queue.ts";
import type { Semaphore } from "../../core/semaphore.ts";
import type { Cidr } from "../../net/cidr.ts";
import type { PtrResult } from "../../dns/dns_client.ts";
import { DnsError } from "../../dns/errors.ts";
import { addressCount, queryableAddresses } from "../addresses.ts";
import type { LookupDeps } from "../lookup_deps.ts";
import { queryFailed } from "../lookup_errors.ts";
import { MAX_EDGES, pointerEdges, recordEdges } from "../record_edges.ts";

interface BatchedOptions {
  /** A batch of this size is passed on at once. */
  maxItems: number;
  /** Maximum time that an item waits for its batch. */
  maxMs: number;
}

/**
 * Groups items into batches, so that many items cost the reader few turns, and
 * a single one is hardly delayed. Reads one item ahead.
 *
 * @throws what the source throws, after yielding the items before it
 */
export async function* batched<T>(
  source: AsyncIterable<T>,
  { maxItems, maxMs }: BatchedOptions,
): AsyncGenerator<T[]> {
  const items = source[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readOn = () => {
    const next = items.next();
    // It can reject before anyone awaits it; the reader still gets the error.
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
      while (batch.length < maxItems) {
        // The end and a failure are met once more at the top.
        const step = await Promise.race([next, timeUp]).catch(() => null);
        if (step === null || step.done) break;
        batch.push(step.value);
        next = readOn();
      }
      clearTimeout(timer);
      yield batch;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: the generator can only return once the item that was read
    // ahead arrives.
    items.return?.().catch(() => {});
  }
}

export interface SweepDeps extends LookupDeps {
  scans: Semaphore;
}

export interface SweepOptions extends Caller {
  /** Time limit for the sweep, including the time that its reader takes. */
  timeoutMs?: number;
  /** Time limit for writing the results to the index at the end. */
  flushTimeoutMs?: number;
}

/** The progress of a sweep, and its results since the last step. */
interface SweepStep {
  pointers: readonly PtrResult[];
  /** Addresses looked up, and how many of them gave no response. */
  scanned: number;
  failed: number;
  /** Addresses of the block that are not looked up. */
  reserved: number;
  /**
   * Whether names are missing, because an address has too many or the time was
   * up.
   */
  isCut: boolean;
}

/** Short, since a sweep treats a timeout like any other failure. */
const QUERY_TIMEOUT_MS = 3000;
/** Abort the scan after 15 s without any response. */
const SILENCE_MS = 15_000;
/** The owner of a reverse zone chooses how many names an address has. */
const MAX_NAMES = 16;
/** Limit for the names added to the index, per address of the network. */
const EDGES_PER_ADDRESS = 2;

/**
 * Looks up the names of all addresses in a block, except reserved ones, and
 * yields them as they arrive. The first step is empty, and comes as soon as the
 * sweep has a permit. Adds the names to the index.
 *
 * @throws {AppError} 503 if too many scans are running; 422 if no server
 * responded; the signal's reason
 */
export async function* sweep(
  cidr: Cidr,
  deps: SweepDeps,
  {
    client: onBehalfOf,
    signal,
    timeoutMs = 120_000,
    flushTimeoutMs = 2_000,
  }: SweepOptions,
): AsyncGenerator<SweepStep> {
  signal.throwIfAborted();
  const { client, index, now, scans } = deps;
  const queried = queryableAddresses(cidr, deps.policy);
  const count = queried.length;
  const reserved = addressCount(cidr) - count;
  // A single address needs no permit: the rate limit of lookups covers it.
  const permit = count > 1
    ? await scans.acquire({ client: onBehalfOf, signal })
    : null;
  const ending = new AbortController();
  // Called by a timer and by the signal, too: a reader that stops reading must
  // not keep its permit.
  const end = () => {
    clearTimeout(timer);
    ending.abort();
    permit?.[Symbol.dispose]();
  };
  const timer = setTimeout(end, timeoutMs);
  using _leave = addAbortListener(signal, end);
  const startedAt = now();
  let scanned = 0;
  let failed = 0;
  let edgesLeft = Math.max(MAX_EDGES, EDGES_PER_ADDRESS * count);
  try {
    // It may have aborted between the permit's grant and the listener.
    signal.throwIfAborted();
    yield { pointers: [], scanned, failed, reserved, isCut: false };
    if (count === 0) return;
    const found = client.queryPtr(queried, {
      client: onBehalfOf,
      signal: ending.signal,
      timeoutMs: QUERY_TIMEOUT_MS,
    });
    for await (const batch of batched(found, { maxItems: 256, maxMs: 100 })) {
      scanned += batch.length;
      failed += batch.filter(({ names }) => names === null).length;
      if (failed === scanned && now() - startedAt >= SILENCE_MS) {
        throw queryFailed({ reason: "name_servers_failed" });
      }
      const pointers = batch.map(bounded);
      const edges = pointers.flatMap(({ ip, names }) =>
        pointerEdges(ip, names ?? [])
      );
      edgesLeft -= recordEdges(edges, deps, edgesLeft);
      const isCut = pointers.some((pointer, i) => pointer !== batch[i]);
      yield { pointers, scanned, failed, reserved, isCut };
    }
    if (failed === scanned) {
      throw queryFailed({ reason: "name_servers_failed" });
    }
    await flushed(index, flushTimeoutMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DnsError) throw queryFailed(undefined, error);
    if (!ending.signal.aborted) throw error;
    await flushed(index, flushTimeoutMs, signal);
    yield { pointers: [], scanned, failed, reserved, isCut: true };
  } finally {
    end();
  }
}

/**
 * Makes the index contain what the response does, but does not wait long for an
 * index that is stuck.
 */
async function flushed(
  index: SweepDeps["index"],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  await withDeadline(timeoutMs, () => index.flush(), signal)
    .catch(() => signal.throwIfAborted());
}

function bounded(pointers: PtrResult): PtrResult {
  const { ip, names } = pointers;
  return names && names.length > MAX_NAMES
    ? { ip, names: names.slice(0, MAX_NAMES) }
    : pointers;
}
