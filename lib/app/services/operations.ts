import type { Base } from "./deps.ts";
import type { IndexSize } from "../../dns/index/schema.ts";
import { dnsIndexPath } from "./dns.ts";
import {
  createAccessLog,
  createErrorReporter,
  createRequestFields,
  createRequestIds,
  type ReportError,
} from "../../http/request_log.ts";
import {
  createOperatorEndpoints,
  createReadiness,
  type OperatorEndpoints,
} from "../../http/operator_endpoints.ts";
import type { OnResponse } from "../../http/on_response.ts";
import { LogRateLimiter } from "../../core/log.ts";
import type { Metrics, MetricsDeps } from "../metrics/metrics.ts";
import type { ClientAddressReader } from "../../net/client_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import type { Store } from "../../store/store.ts";

/** What an operator monitors the server with. */
export interface OperationsServices {
  operations: OperatorEndpoints;
  responseHooks: readonly OnResponse[];
  reportError: ReportError;
  /** Null if nobody may read them. */
  requestCountsOf: ((thread: number) => SharedArrayBuffer) | null;
}

type OperationsServiceDeps =
  & Base
  & Pick<
    MetricsDeps,
    "limits" | "quotas" | "profiles" | "dnsClient" | "lookup"
  >
  & {
    store: Store;
    loaded: () => Promise<void>;
    clientAddress: ClientAddressReader;
    trustedProxies: PrefixSet;
  };

/**
 * Opens the operator's endpoints. Loads the metrics only if somebody may read
 * them.
 */
export async function openOperations(
  deps: OperationsServiceDeps,
): Promise<OperationsServices & { close(): void }> {
  const { config, log, now, random, store, clientAddress, trustedProxies } =
    deps;
  const metrics = await openMetrics(deps);
  const fieldsOf = createRequestFields({
    requestId: createRequestIds({ trustedProxies, random }),
    clientAddress,
    clientForm: config.LOG_CLIENT,
  });
  const responseHooks = metrics ? [metrics.watcher] : [];
  if (config.ACCESS_LOG === "on") {
    responseHooks.push(createAccessLog({ log, fieldsOf }));
  }
  return {
    operations: createOperatorEndpoints({
      isReady: createReadiness({
        loaded: deps.loaded,
        pingStore: () => store.check(),
        now,
      }),
      clientAddress,
      metrics: metrics && {
        allowed: PrefixSet.from(config.METRICS_ALLOW),
        scrape: () => metrics.scrape(),
      },
    }),
    responseHooks,
    requestCountsOf: metrics
      ? (thread) => metrics.countsOf(thread).buffer
      : null,
    reportError: createErrorReporter({
      log,
      lines: new LogRateLimiter({ now }),
      fieldsOf,
    }),
    close: () => metrics?.[Symbol.dispose](),
  };
}

async function openMetrics(
  deps: OperationsServiceDeps,
): Promise<Metrics | undefined> {
  const { config, now } = deps;
  if (config.METRICS_ALLOW.length === 0) return undefined;
  const [{ createMetrics }, { sizeOfFile }] = await Promise.all([
    import("../metrics/metrics.ts"),
    import("../../dns/index/schema.ts"),
  ]);
  const indexPath = dnsIndexPath(config);
  return createMetrics({
    ...deps,
    indexSize: () => sizeOrNull(() => sizeOfFile(indexPath)),
    memory: () => Deno.memoryUsage(),
    startedAtMs: now(),
    elapsed: () => performance.now(),
  });
}

/**
 * Reads the size without the index's worker, and without opening an index that
 * is not open.
 */
function sizeOrNull(sizeOf: () => IndexSize): IndexSize | null {
  try {
    return sizeOf();
  } catch {
    return null;
  }
}
