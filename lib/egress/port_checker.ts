import { withDeadline } from "../core/deadline.ts";
import type { Caller } from "../core/fair_queue.ts";
import { type Permit, Semaphore } from "../core/semaphore.ts";
import { AppError } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";
import { isBogon } from "../net/special_blocks.ts";

/** Opens a TCP connection. No data is sent over it. */
export type Connect = (
  to: { hostname: string; port: number; signal: AbortSignal },
) => Promise<{ close(): void }>;

export interface PortReport {
  ip: string;
  port: number;
  reachable: boolean;
  /** Time to connect in milliseconds; null if unreachable. */
  ms: number | null;
}

export interface PortCheckerOptions {
  trustedProxies: PrefixSet;
  connect?: Connect;
  timeoutMs?: number;
  /** Limit for concurrent checks, shared fairly among clients. */
  maxConcurrent?: number;
  /** Time limit for waiting in the queue. */
  queueTimeoutMs?: number;
  /** Milliseconds on a monotonic clock. */
  clock?: () => number;
}

/**
 * Error codes that mean that the client, or the way to it, cannot be reached.
 */
const UNREACHABLE = new Set<unknown>([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  // Reported by routers and firewalls (for example ICMPv6 "administratively
  // prohibited"), including this machine's own.
  "EACCES",
  "EPERM",
  "EPROTO",
  "ENOPROTOOPT",
  // This machine has no address of that family.
  "EADDRNOTAVAIL",
]);

/** A port number in a path. @throws {AppError} 400 `INVALID_INPUT` */
export function parsePort(text: string): number {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65535) return port;
  throw new AppError(400, "INVALID_INPUT", { reason: "port_malformed" });
}

/**
 * Connects to a client on request, to check whether it can be reached.
 *
 * Strangers could abuse this as a port scanner. So it connects only to the
 * client's own address, only on the public internet, and only a few times at
 * once.
 */
export class PortChecker {
  readonly #options: Required<Omit<PortCheckerOptions, "maxConcurrent">>;
  readonly #semaphore: Semaphore;

  constructor(
    {
      maxConcurrent = 64,
      connect = Deno.connect,
      timeoutMs = 3000,
      queueTimeoutMs = 1000,
      clock = () => performance.now(),
      ...options
    }: PortCheckerOptions,
  ) {
    this.#options = { ...options, connect, timeoutMs, queueTimeoutMs, clock };
    this.#semaphore = new Semaphore({
      permits: maxConcurrent,
      maxWaiting: maxConcurrent,
    });
  }

  /**
   * Whether a connection from this server to a port of the client succeeds in
   * time.
   *
   * @param ip the client's address, from the peer or a trusted proxy's header
   * @throws {AppError} 403 `FORBIDDEN` if it is unknown, 400
   * `RESERVED_ADDRESS`, 503 if too many checks are running; the signal's reason
   */
  async check(
    ip: IpAddress,
    port: number,
    caller: Caller,
  ): Promise<PortReport> {
    this.#assertAllowed(ip);
    const { signal } = caller;
    const { clock, timeoutMs, queueTimeoutMs } = this.#options;
    const permit = this.#semaphore.tryAcquire(caller.client) ??
      await this.#semaphore.acquire(caller, {
        timeoutMs: queueTimeoutMs,
        busy: [{ reason: "port_checks_busy" }, 5],
      });
    if (signal.aborted) permit[Symbol.dispose]();
    const startedAt = clock();
    try {
      await withDeadline(
        timeoutMs,
        (signal) => this.#tryConnect(ip.text, port, signal, permit),
        signal,
      );
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      return { ip: ip.text, port, reachable: false, ms: null };
    }
    const ms = Math.round(clock() - startedAt);
    return { ip: ip.text, port, reachable: true, ms };
  }

  #assertAllowed(ip: IpAddress): void {
    // The proxy named no client, or only other proxies, and the proxy's own
    // ports must stay private.
    if (this.#options.trustedProxies.has(ip)) {
      throw new AppError(403, "FORBIDDEN", { reason: "client_unknown" });
    }
    if (isBogon(ip)) {
      throw new AppError(
        400,
        "RESERVED_ADDRESS",
        { reason: "client_reserved" },
      );
    }
  }

  /**
   * Holds the permit until the attempt has ended, which can be after the
   * timeout.
   */
  async #tryConnect(
    hostname: string,
    port: number,
    signal: AbortSignal,
    permit: Permit,
  ) {
    using _permit = permit;
    const { connect } = this.#options;
    (await connect({ hostname, port, signal })).close();
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" ||
    "code" in error && UNREACHABLE.has(error.code);
}
