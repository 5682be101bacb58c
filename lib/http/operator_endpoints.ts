import { withDeadline } from "../core/deadline.ts";
import { errorText } from "../i18n/errors.ts";
import type { ClientAddressReader } from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";

export interface ReadinessDeps {
  /** Resolves when every table is in memory. */
  loaded: () => Promise<void>;
  /** Resolves where the store answers. */
  askStore: () => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long the store may take, and how long tables that are being loaded are waited for. */
  limitMs?: number;
  /** How long an outcome counts. */
  keptMs?: number;
}

/** Requests wait 2 seconds for the store, so one that takes as long still serves them. */
const LIMIT_MS = 2500;

/**
 * Makes a function that tells whether requests can be served: all tables are
 * loaded, and the store answers. It never rejects.
 *
 * Requests wait for tables that are being loaded, and so does this, for a
 * limited time: a probe in the first second of a process finds it ready a little
 * later, not broken.
 *
 * Anybody may ask without a limit, so one look at the store is for all who ask
 * in the meantime, and counts for a while.
 */
export function createReadiness(
  { loaded, askStore, now, limitMs = LIMIT_MS, keptMs = 1000 }: ReadinessDeps,
): () => Promise<boolean> {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let kept: Promise<boolean> | undefined;
  let expiresAt = Infinity;

  async function look(): Promise<boolean> {
    try {
      await withDeadline(limitMs, askStore);
      return true;
    } catch {
      return false;
    } finally {
      expiresAt = now() + keptMs;
    }
  }

  async function load(): Promise<void> {
    try {
      await loaded();
      isLoaded = true;
    } catch {
      // What could not be loaded now may be later.
      loading = undefined;
    }
  }

  async function waitForTables(): Promise<void> {
    const current = loading ??= load();
    try {
      await withDeadline(limitMs, () => current);
    } catch {
      // They are still being loaded.
    } finally {
      waiting = undefined;
    }
  }

  return async () => {
    if (!isLoaded) waiting ??= waitForTables();
    // A clock that was put back must not keep an outcome for ever.
    const isFresh = kept !== undefined && now() < expiresAt &&
      (expiresAt === Infinity || expiresAt - now() <= keptMs);
    if (!isFresh) {
      expiresAt = Infinity;
      kept = look();
    }
    const [answers] = await Promise.all([kept, waiting]);
    // Not kept: tables that have come count at once.
    return isLoaded && answers === true;
  };
}

/** What an operator asks of every host; null where the path is for the app. */
export type OperatorEndpoints = (
  request: Request,
  info: Deno.ServeHandlerInfo,
  pathname: string,
) => Response | Promise<Response> | null;

export interface OperatorEndpointsDeps {
  isReady: () => Promise<boolean>;
  clientAddress: ClientAddressReader;
  /** Absent: there are no metrics. */
  metrics?: {
    /** Whom they are told. */
    allowed: Pick<PrefixSet, "has">;
    /** In the text form of Prometheus. */
    scrape: () => string;
  };
}

const HEALTH_PATH = "/healthz";
const READY_PATH = "/readyz";
const METRICS_PATH = "/metrics";

/** Whether a path is one that probers ask all the time: it is neither counted nor logged. */
export function isProbePath(pathname: string): boolean {
  return /^\/(?:healthz|readyz)\/*$/.test(pathname);
}

const RETRY_SECONDS = "2";

const headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/**
 * Health, readiness and metrics. They are answered before bans, limits and
 * logs: a process that shuts a prober out would be restarted for it. Strangers
 * learn whether it is well, and nothing of the inside.
 */
export function createOperatorEndpoints(
  { isReady, clientAddress, metrics }: OperatorEndpointsDeps,
): OperatorEndpoints {
  async function ready(): Promise<Response> {
    return await isReady()
      ? new Response("ok\n", { headers })
      : new Response("not ready\n", {
        status: 503,
        headers: { ...headers, "retry-after": RETRY_SECONDS },
      });
  }

  function isAllowed(request: Request, { remoteAddr }: Deno.ServeHandlerInfo) {
    const peer = (remoteAddr as Deno.NetAddr).hostname;
    return metrics?.allowed.has(clientAddress(peer, request.headers).ip);
  }

  function scraped(scrape: () => string): Response {
    return new Response(scrape(), {
      headers: {
        ...headers,
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
      },
    });
  }

  return (request, info, pathname) => {
    let answer: () => Response | Promise<Response>;
    if (pathname === HEALTH_PATH) {
      answer = () => new Response("ok\n", { headers });
    } else if (pathname === READY_PATH) answer = ready;
    else if (
      pathname === METRICS_PATH && metrics && isAllowed(request, info)
    ) answer = () => scraped(metrics.scrape);
    else return null;
    if (request.method === "GET") return answer();
    const allow = "GET, HEAD";
    const message = errorText("en", { reason: "method_not_allowed", allow });
    return new Response(message + "\n", {
      status: 405,
      headers: { ...headers, allow },
    });
  };
}
