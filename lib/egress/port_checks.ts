import { withDeadline } from "../core/deadline.ts";
import type { Caller } from "../core/caller.ts";
import { type Permit, Semaphore, SemaphoreError } from "../core/semaphore.ts";
import { AppError } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";
import { isBogon } from "../net/special_blocks.ts";

/** Opens a TCP connection; nothing is sent over it. */
export type Connect = (
  to: { hostname: string; port: number; signal: AbortSignal },
) => Promise<{ close(): void }>;

export interface PortReport {
  ip: string;
  port: number;
  reachable: boolean;
  /** Until the connection stood, in milliseconds; null where none came about. */
  ms: number | null;
}

export interface PortChecksOptions {
  trustedProxies: PrefixSet;
  connect?: Connect;
  limitMs?: number;
  /** Shared fairly among clients. */
  maxUnderWay?: number;
  /** The longest wait for a turn. */
  waitMs?: number;
  /** Milliseconds since whenever. */
  clock?: () => number;
}

/** What says of the other side, or the way to it, that no connection comes about. */
const UNREACHABLE = new Set<unknown>([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  // Routers and firewalls that say so (ICMPv6 "administratively prohibited" and
  // the like), this machine's own rules among them.
  "EACCES",
  "EPERM",
  "EPROTO",
  "ENOPROTOOPT",
  // There is no address of its family to connect from.
  "EADDRNOTAVAIL",
]);

/** A port as a path names it. @throws {AppError} 400 `INVALID_INPUT` */
export function parsePort(text: string): number {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65535) return port;
  throw new AppError(
    400,
    "INVALID_INPUT",
    { reason: "port_malformed" },
  );
}

/**
 * Connects to clients that ask for it, to see whether they can be reached.
 *
 * A way to make this machine knock on doors: only on those of the one who asks,
 * on the public internet, a few at once.
 */
export class PortChecks {
  readonly #trustedProxies: PrefixSet;
  readonly #connect: Connect;
  readonly #limitMs: number;
  readonly #knocks: Semaphore;
  readonly #waitMs: number;
  readonly #clock: () => number;

  constructor(options: PortChecksOptions) {
    this.#trustedProxies = options.trustedProxies;
    this.#connect = options.connect ?? Deno.connect;
    this.#limitMs = options.limitMs ?? 3000;
    const permits = options.maxUnderWay ?? 64;
    this.#knocks = new Semaphore({ permits, maxWaiting: permits });
    this.#waitMs = options.waitMs ?? 1000;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /**
   * Whether a connection from here to a port of the client comes about in time.
   *
   * @param ip the client, as read from the peer or from what a trusted proxy says
   * @throws {AppError} 403 `FORBIDDEN` where it is not known, 400 `RESERVED_ADDRESS`, 503 while too many are tested; the signal's reason
   */
  async check(
    ip: IpAddress,
    port: number,
    caller: Caller,
  ): Promise<PortReport> {
    this.#admit(ip);
    const { signal } = caller;
    const permit = this.#knocks.tryAcquire(caller.client) ??
      await this.#permit(caller);
    if (signal.aborted) permit[Symbol.dispose]();
    const begunAt = this.#clock();
    try {
      await withDeadline(
        this.#limitMs,
        (signal) => this.#knock(ip.text, port, signal, permit),
        signal,
      );
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      return { ip: ip.text, port, reachable: false, ms: null };
    }
    const ms = Math.round(this.#clock() - begunAt);
    return { ip: ip.text, port, reachable: true, ms };
  }

  #admit(ip: IpAddress): void {
    // A proxy that named nobody, or only proxies: what is behind it is unknown,
    // and its own ports are nobody's business.
    if (this.#trustedProxies.has(ip)) {
      throw new AppError(
        403,
        "FORBIDDEN",
        { reason: "client_unknown" },
      );
    }
    if (isBogon(ip)) {
      throw new AppError(
        400,
        "RESERVED_ADDRESS",
        { reason: "client_reserved" },
      );
    }
  }

  async #permit(caller: Caller): Promise<Permit> {
    try {
      return await this.#knocks.acquire(caller, { timeoutMs: this.#waitMs });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      throw new AppError(
        503,
        "SERVICE_UNAVAILABLE",
        { reason: "port_checks_busy" },
        { cause, headers: { "retry-after": "5" } },
      );
    }
  }

  /** Counted to its end, which may come after its time where the system is slow to give up. */
  async #knock(
    hostname: string,
    port: number,
    signal: AbortSignal,
    permit: Permit,
  ) {
    using _permit = permit;
    (await this.#connect({ hostname, port, signal })).close();
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "TimeoutError" ||
    "code" in error && UNREACHABLE.has(error.code);
}
