import { withDeadline } from "../core/deadline.ts";
import { errorText } from "../i18n/errors.ts";
import type { ClientAddressReader } from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";

interface ReadinessDeps {
  /** Resolves when all tables are loaded. */
  loaded: () => Promise<void>;
  /** Resolves if the store responds. */
  pingStore: () => Promise<unknown>;
  now: () => number;
  /** How long to wait for the store, and for tables that are loading. */
  limitMs?: number;
}

/** How long a result is cached. */
const CACHE_MS = 1_000;
/** Longer than the 2 seconds that requests wait for the store: a store that takes 2 seconds is still useful. */
const LIMIT_MS = 2500;

/**
 * Creates a function that returns whether requests can be served: all tables are
 * loaded, and the store responds. It never rejects.
 *
 * Like requests, it waits for tables that are loading, up to a limit, so that a
 * probe in the first second of a process gets a late "ready", not a failure.
 *
 * There is no rate limit, so concurrent calls share one check of the store, and
 * its result is cached.
 */
export function createReadiness(
  { loaded, pingStore, now, limitMs = LIMIT_MS }: ReadinessDeps,
): () => Promise<boolean> {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let storeCheck: Promise<boolean> | undefined;
  let expiresAt = Infinity;

  async function check(): Promise<boolean> {
    try {
      await withDeadline(limitMs, pingStore);
      return true;
    } catch {
      return false;
    } finally {
      expiresAt = now() + CACHE_MS;
    }
  }

  async function load(): Promise<void> {
    try {
      await loaded();
      isLoaded = true;
    } catch {
      // The next call tries again.
      loading = undefined;
    }
  }

  async function waitForTables(): Promise<void> {
    const current = loading ??= load();
    try {
      await withDeadline(limitMs, () => current);
    } catch {
      // Still loading.
    } finally {
      waiting = undefined;
    }
  }

  return async () => {
    if (!isLoaded) waiting ??= waitForTables();
    // If the clock was set back, the result must not be kept forever.
    const isFresh = storeCheck !== undefined && now() < expiresAt &&
      (expiresAt === Infinity || expiresAt - now() <= CACHE_MS);
    if (!isFresh) {
      expiresAt = Infinity;
      storeCheck = check();
    }
    const [isStoreUp] = await Promise.all([storeCheck, waiting]);
    // Not cached: loaded tables count immediately.
    return isLoaded && isStoreUp === true;
  };
}

/** Serves the endpoints for the operator, on every host; null if the path belongs to the app. */
export type OperatorEndpoints = (
  request: Request,
  info: Deno.ServeHandlerInfo,
  pathname: string,
) => Response | Promise<Response> | null;

interface OperatorEndpointsDeps {
  isReady: () => Promise<boolean>;
  clientAddress: ClientAddressReader;
  /** Undefined: no metrics. */
  metrics?: {
    /** The clients that may read them. */
    allowed: Pick<PrefixSet, "has">;
    /** Returns them in the Prometheus text format. */
    scrape: () => string;
  };
}

const HEALTH_PATH = "/healthz";
const READY_PATH = "/readyz";
const METRICS_PATH = "/metrics";

/** Whether a path is for health probes, whose frequent requests are neither counted nor logged. */
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
 * Creates the endpoints for health, readiness and metrics. They come before bans,
 * rate limits and logs, because a process that bans its own health probe would be
 * restarted. Anyone can see whether it is healthy, and nothing else.
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
    let respond: () => Response | Promise<Response>;
    if (pathname === HEALTH_PATH) {
      respond = () => new Response("ok\n", { headers });
    } else if (pathname === READY_PATH) respond = ready;
    else if (
      pathname === METRICS_PATH && metrics && isAllowed(request, info)
    ) respond = () => scraped(metrics.scrape);
    else return null;
    if (request.method === "GET") return respond();
    const allow = "GET, HEAD";
    const message = errorText("en", { reason: "method_not_allowed", allow });
    return new Response(message + "\n", {
      status: 405,
      headers: { ...headers, allow },
    });
  };
}
