import type { Caller } from "../core/fair_queue.ts";
import { withDeadline } from "../core/deadline.ts";
import { AppError, type Busy, busyError } from "../core/errors.ts";
import { type Permit, Semaphore } from "../core/semaphore.ts";
import { providerKey } from "../net/client_address.ts";

/** The most that one request may transfer, in either direction. */
const MAX_TRANSFER_BYTES = 25_000_000;

/** The speed test, if it is on. @throws {AppError} 404 `NOT_FOUND` */
export function requireSpeedTest(speedTest: SpeedTest | null): SpeedTest {
  if (speedTest) return speedTest;
  throw new AppError(404, "NOT_FOUND", { reason: "no_speed_test" });
}

/** A block of random bytes, sent again and again. */
const BLOCK_BYTES = 1 << 20;
const CHUNK_BYTES = 65_536;

/** What a transfer gets if too many are in progress. */
export const SPEED_TEST_BUSY: Busy = [{ reason: "speed_test_busy" }, 5];

interface SpeedTestOptions {
  /** Cryptographically secure random bytes; at most 65,536 at a time. */
  random: (bytes: number) => Uint8Array;
  maxBytes?: number;
  timeoutMs?: number;
  /** Limit for concurrent transfers, shared fairly among clients. */
  maxConcurrent?: number;
  /** Limit for the concurrent transfers of one client. */
  maxPerClient?: number;
}

/**
 * Sends and receives bytes, so that browsers can measure their throughput.
 *
 * Strangers could use up the server's bandwidth. So every transfer is limited
 * in bytes and time, and so is the number of transfers at once: of all clients
 * together, and of each.
 */
export class SpeedTest {
  readonly #block: Uint8Array<ArrayBuffer>;
  readonly #maxBytes: number;
  readonly #timeoutMs: number;
  /** Transfers in progress. */
  readonly transfers: Semaphore;

  constructor(
    {
      random,
      maxBytes = MAX_TRANSFER_BYTES,
      timeoutMs = 20_000,
      maxConcurrent = 24,
      maxPerClient = 6,
    }: SpeedTestOptions,
  ) {
    // No compression in between finds a repetition this far apart (gzip looks
    // back 32 kB).
    this.#block = new Uint8Array(BLOCK_BYTES);
    for (let at = 0; at < BLOCK_BYTES; at += CHUNK_BYTES) {
      this.#block.set(random(CHUNK_BYTES), at);
    }
    this.#maxBytes = maxBytes;
    this.#timeoutMs = timeoutMs;
    this.transfers = new Semaphore({
      permits: maxConcurrent,
      maxWaiting: 0,
      maxPerGroup: maxPerClient,
      networkOf: providerKey,
    });
  }

  /**
   * The number of bytes that a query asks for; all if it names none.
   *
   * @throws {AppError} 400 `INVALID_INPUT`
   */
  parseBytes(text: string | null): number {
    if (text === null) return this.#maxBytes;
    const bytes = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    if (bytes >= 1 && bytes <= this.#maxBytes) return bytes;
    throw new AppError(400, "INVALID_INPUT", {
      reason: "transfer_size",
      maxBytes: this.#maxBytes,
    });
  }

  /**
   * A stream of exactly this many incompressible bytes. It breaks off when its
   * time is up. Only what the client takes is produced.
   *
   * @throws {AppError} 503 if too many transfers are in progress
   */
  download(bytes: number, caller: Caller): ReadableStream<Uint8Array> {
    const permit = this.#permit(caller);
    const block = this.#block;
    let left = bytes;
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      permit[Symbol.dispose]();
    };
    return new ReadableStream({
      start: (controller) => {
        timer = setTimeout(() => {
          end();
          controller.error(new DOMException("time is up", "TimeoutError"));
        }, this.#timeoutMs);
      },
      pull(controller) {
        const at = (bytes - left) % BLOCK_BYTES;
        // A copy, because consumers may detach what they get.
        const chunk = block.slice(at, at + Math.min(left, CHUNK_BYTES));
        left -= chunk.length;
        controller.enqueue(chunk);
        if (left > 0) return;
        end();
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
  }

  /**
   * Receives a body, discards it as it comes and returns its length.
   *
   * @throws {AppError} 413 `PAYLOAD_TOO_LARGE`; 400 `INVALID_INPUT` if it breaks
   * off or its time is up; 503 if too many transfers are in progress
   */
  async upload(
    body: ReadableStream<Uint8Array> | null,
    caller: Caller,
  ): Promise<number> {
    using _permit = this.#permit(caller);
    if (body === null) return 0;
    const reader = body.getReader();
    try {
      return await withDeadline(this.#timeoutMs, () => this.#count(reader));
    } catch (error) {
      // Not awaited, because the other end may never respond.
      reader.cancel().catch(() => {});
      if (error instanceof AppError) throw error;
      throw new AppError(400, "INVALID_INPUT", { reason: "body_incomplete" });
    }
  }

  async #count(
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): Promise<number> {
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return length;
      length += value.length;
      if (length > this.#maxBytes) {
        throw new AppError(413, "PAYLOAD_TOO_LARGE", {
          reason: "body_too_large",
          maxBytes: this.#maxBytes,
        });
      }
    }
  }

  #permit({ client }: Caller): Permit {
    const permit = this.transfers.tryAcquire(client);
    if (permit) return permit;
    throw busyError(...SPEED_TEST_BUSY);
  }
}
