import type { Base } from "./deps.ts";
import { dnsIndexPath } from "./dns.ts";
import {
  createOperatorEndpoints,
  createReadiness,
} from "../../http/operator_endpoints.ts";
import type { Metrics, MetricsDeps } from "../metrics/metrics.ts";
import type { RequestServices } from "./requests.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import type { Store } from "../../store/store.ts";

/** What an operator monitors the server with. */
export type OperationsServices = Omit<
  Awaited<ReturnType<typeof openOperations>>,
  "close"
>;

type OperationsServiceDeps =
  & Base
  & Pick<RequestServices, "clientAddress" | "responseHooks">
  & Pick<
    MetricsDeps,
    "limits" | "quotas" | "profiles" | "dnsClient" | "lookup"
  >
  & {
    store: Store;
    loaded: () => Promise<void>;
  };

/**
 * Opens the operator's endpoints. Loads the metrics only if somebody may read
 * them.
 */
export async function openOperations(deps: OperationsServiceDeps) {
  const { config, now, store, clientAddress, responseHooks } = deps;
  const metrics = await openMetrics(deps);
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
    responseHooks: metrics
      ? [metrics.watcher, ...responseHooks]
      : responseHooks,
    /** Null if nobody may read them. */
    requestCountsOf: metrics
      ? (thread: number) => metrics.countsOf(thread).buffer
      : null,
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
    // Without the index's worker, and without opening an index that is not open.
    indexSize() {
      try {
        return sizeOfFile(indexPath);
      } catch {
        return null;
      }
    },
    memory: () => Deno.memoryUsage(),
    startedAtMs: now(),
    elapsed: () => performance.now(),
  });
}
