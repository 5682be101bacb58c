import * as z from "zod";
import { AppError, type Busy } from "../core/errors.ts";
import { mapInOrder } from "../core/async.ts";
import type { Caller } from "../core/fair_queue.ts";
import { Semaphore } from "../core/semaphore.ts";
import { readJson } from "../http/body.ts";
import { errorText } from "../i18n/errors.ts";
import { parseTargetText, type Target } from "../net/target.ts";
import type { ValidTarget } from "./target_lookup.ts";

const MAX_TARGETS = 100;

/** Enough for 100 names of the maximum length in ASCII, twice over. */
const MAX_BYTES = 64 * 1024;

/** Most batches of one client, and of an IPv6 /48, that run at the same time. */
const BATCHES_PER_CLIENT = 2;

/**
 * Lookups of a batch under way at a time: together, the batches of a client have
 * as many queries for host names as one client can always have (a sixteenth of
 * 512), so that they never wait for themselves.
 */
export const BATCH_CONCURRENCY = 32 / BATCHES_PER_CLIENT;

/** What a batch gets if too many are in progress. */
export const BATCHES_BUSY: Busy = [{ reason: "batches_busy" }, 5];

/** Limits concurrent batches, and shares them fairly among clients. */
export class BatchPool {
  readonly permits: Semaphore;
  readonly #queueTimeoutMs: number;

  constructor(
    { maxBatches = 16, maxWaiting = 256, queueTimeoutMs = 30_000 } = {},
  ) {
    this.permits = new Semaphore({
      permits: maxBatches,
      maxWaiting,
      maxPerGroup: BATCHES_PER_CLIENT,
    });
    this.#queueTimeoutMs = queueTimeoutMs;
  }

  /**
   * Runs a batch once it is its turn.
   *
   * @throws {AppError} 503 with `Retry-After` if its turn doesn't come in time;
   * the signal's reason; what `work` throws
   */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    using _permit = await this.permits.acquire(caller, {
      timeoutMs: this.#queueTimeoutMs,
      busy: BATCHES_BUSY,
    });
    return await work();
  }
}

export const batchRequest = z.strictObject({
  targets: z.array(z.string()).min(1).max(MAX_TARGETS).describe(
    "IPv4 addresses, IPv6 addresses or domain names.",
  ),
});

/** A target of a batch; `error` if it is malformed. */
export type BatchTarget = ValidTarget | { kind: "error"; error: AppError };

/**
 * Reads the targets in the body `{"targets":[…]}`. A malformed target is one of
 * them: only its own record is an error.
 *
 * @throws {AppError} 400 `INVALID_INPUT`, 413 `PAYLOAD_TOO_LARGE`
 */
export async function readBatch(request: Request): Promise<BatchTarget[]> {
  const body = await readJson(request, { maxBytes: MAX_BYTES });
  const { success, data } = batchRequest.safeParse(body);
  if (success) {
    return data.targets.map((text) => asBatchTarget(parseTargetText(text)));
  }
  throw new AppError(
    400,
    "INVALID_INPUT",
    { reason: "target_list_malformed", max: MAX_TARGETS },
  );
}

function asBatchTarget(target: Target): BatchTarget {
  if (target.kind !== "error") return target;
  const { code, params } = target;
  return { kind: "error", error: new AppError(400, code, params) };
}

interface BatchResult {
  /** A JSON array, in the order of the targets. */
  json: string;
  /** How many of the records are errors. */
  failed: number;
}

/**
 * Looks up the targets of a batch. If a target can't be described, its record
 * is an error.
 *
 * @param lookUp returns the record of a target as JSON
 * @throws the signal's reason; what `lookUp` throws, unless it is an `AppError`
 */
export async function lookUpBatch(
  targets: readonly BatchTarget[],
  signal: AbortSignal,
  lookUp: (target: ValidTarget) => string | Promise<string>,
): Promise<BatchResult> {
  let failed = 0;
  const failure = (error: unknown): string => {
    if (!(error instanceof AppError)) throw error;
    failed++;
    const { code, params } = error;
    // APIs are in English.
    const message = errorText("en", params);
    return JSON.stringify({ ok: false, error: { code, message } });
  };
  const recordOf = (target: BatchTarget): string | Promise<string> => {
    if (target.kind === "error") return failure(target.error);
    const record = lookUp(target);
    return record instanceof Promise ? record.catch(failure) : record;
  };
  const records = await mapInOrder(targets, recordOf, {
    concurrency: BATCH_CONCURRENCY,
    signal,
  });
  return { json: `[${records.join(",")}]`, failed };
}
