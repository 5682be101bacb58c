import type { ClientAddressReader } from "../net/client_address.ts";
import type { PrefixSet } from "../net/prefix_set.ts";

/** What an operator asks of every host; null where the path is for the app. */
export type Operations = (
  request: Request,
  info: Deno.ServeHandlerInfo,
  pathname: string,
) => Response | Promise<Response> | null;

export interface OperationsParts {
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
export function createOperations(
  { isReady, clientAddress, metrics }: OperationsParts,
): Operations {
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
    return request.method === "GET" ? answer() : new Response(
      "This method is not allowed here.\n",
      { status: 405, headers: { ...headers, allow: "GET, HEAD" } },
    );
  };
}
