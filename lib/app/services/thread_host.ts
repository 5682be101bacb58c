import type { SharedFiles } from "../../data/shared_files.ts";
import type { HostNames } from "../../dns/host_names.ts";
import { formatManualBan } from "../../limits/ip_ban_set.ts";
import type { Limits } from "../../limits/limits.ts";
import type { SharedPermits } from "../../http/shared_permits.ts";
import type {
  ThreadChanges,
  ThreadFigures,
  ThreadHost,
} from "../threads/thread_state.ts";
import type { AccountServices } from "./accounts.ts";
import type { OperationsServices } from "./operations.ts";

type ThreadHostDeps =
  & Pick<
    AccountServices,
    "quotas" | "tokenVerifier" | "manualBans" | "fieldSwitches"
  >
  & Pick<OperationsServices, "requestCountsOf">
  & {
    limits: Limits;
    padding: string;
    files: SharedFiles;
    hostNames: Pick<HostNames, "share">;
    permits: SharedPermits;
  };

/** What other threads have counted, for the metrics. */
export class FiguresOfThreads {
  /** By thread: those that run, and of each number the sum of those that have ended. */
  readonly #running = new Map<number, ThreadFigures>();
  #ended: ThreadFigures[] = [];

  set(thread: number, figures: ThreadFigures): void {
    this.#running.set(thread, figures);
  }

  end(thread: number): void {
    const figures = this.#running.get(thread);
    this.#running.delete(thread);
    if (!figures) return;
    const all = [...this.#ended, figures];
    this.#ended = [{
      dnsQueries: all.reduce((sum, { dnsQueries }) => sum + dnsQueries, 0),
      sources: sumOf(all.map(({ sources }) => sources)),
    }];
  }

  dnsQueries(own: number): number {
    return [...this.#ended, ...this.#running.values()]
      .reduce((sum, { dnsQueries }) => sum + dnsQueries, own);
  }

  sources(own: ThreadFigures["sources"]): ThreadFigures["sources"] {
    const all = [...this.#ended, ...this.#running.values()];
    return sumOf([own, ...all.map(({ sources }) => sources)]);
  }
}

type Sources = ThreadFigures["sources"];

function sumOf(all: readonly Sources[]): Sources {
  const sums = new Map<string, { -readonly [K in keyof Counts]: number }>();
  for (const [name, counts] of all.flatMap((sources) => [...sources])) {
    const sum = sums.get(name);
    if (!sum) sums.set(name, { ...counts });
    else {
      for (const key of Object.keys(sum) as (keyof Counts)[]) {
        sum[key] += counts[key];
      }
    }
  }
  return sums;
}

type Counts = Sources extends ReadonlyMap<string, infer Value> ? Value : never;

/** Opens what the services of this thread share with other threads. */
export function createThreadHost(
  deps: ThreadHostDeps,
  figures: FiguresOfThreads,
): ThreadHost {
  const { limits, quotas, tokenVerifier, manualBans, fieldSwitches } = deps;
  const { permits, files } = deps;
  let bans: ThreadChanges["bans"] = manualBans.blocks.bans.map(formatManualBan);
  const host: ThreadHost = {
    publish: async () => {},
    open(number) {
      permits.lock.isShared = true;
      const padding = deps.padding;
      return {
        state: {
          ...{ number, padding, changes: host.changes() },
          limits: limits.share(),
          inFlight: permits.buffer,
          requestCounts: deps.requestCountsOf?.(number) ?? null,
        },
        served: {
          ...{ quotas, tokenVerifier, limits },
          figures: {
            set: (of: ThreadFigures) => figures.set(number, of),
          },
        },
      };
    },
    changes: () => ({
      files: files.inUse(),
      bans,
      fields: fieldSwitches.current,
    }),
    close(number) {
      permits.release(number);
      limits.release(number);
      figures.end(number);
    },
    share: (threads) => deps.hostNames.share(threads),
  };
  manualBans.onLoaded = async () => {
    bans = manualBans.blocks.bans.map(formatManualBan);
    await host.publish({ bans });
  };
  fieldSwitches.onChange = (fields) => host.publish({ fields });
  return host;
}
