import type { SharedFiles } from "../../data/shared_files.ts";
import type { HostNames } from "../../dns/host_names.ts";
import type { SourceCounts } from "../../ipinfo/remote_sources.ts";
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

/** What all threads have counted, for the metrics. */
export class FiguresOfThreads implements ThreadFigures {
  /** By thread, those that run. */
  readonly #running = new Map<number, ThreadFigures>();
  /** The sum of those that have ended. */
  #ended: ThreadFigures = { queryCount: 0, sourceCounts: new Map() };

  /** @param own what this thread has counted */
  constructor(private readonly own: () => ThreadFigures) {}

  set(thread: number, figures: ThreadFigures): void {
    this.#running.set(thread, figures);
  }

  end(thread: number): void {
    const figures = this.#running.get(thread);
    if (!figures) return;
    this.#running.delete(thread);
    this.#ended = sumOf([this.#ended, figures]);
  }

  get queryCount(): number {
    return this.#sum().queryCount;
  }

  get sourceCounts(): ThreadFigures["sourceCounts"] {
    return this.#sum().sourceCounts;
  }

  #sum(): ThreadFigures {
    return sumOf([this.own(), this.#ended, ...this.#running.values()]);
  }
}

function sumOf(all: readonly ThreadFigures[]): ThreadFigures {
  const sourceCounts = new Map<string, SourceCounts>();
  for (const [name, counts] of all.flatMap((of) => [...of.sourceCounts])) {
    const sum = sourceCounts.get(name);
    if (!sum) sourceCounts.set(name, { ...counts });
    else {
      for (const key of Object.keys(sum) as (keyof SourceCounts)[]) {
        sum[key] += counts[key];
      }
    }
  }
  return {
    queryCount: all.reduce((sum, { queryCount }) => sum + queryCount, 0),
    sourceCounts,
  };
}

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
