import type { Base } from "./deps.ts";
import type { Log } from "../../core/log.ts";
import type { DatabaseInfo } from "../../data/geo_database.ts";
import { UNLIMITED } from "../../data/feeds/feed.ts";
import type { TableReloader } from "../../data/table_reloader.ts";
import type { DataFile } from "../../data/view/data_file.ts";
import {
  dataFiles,
  dueTime,
  oldData,
  type Period,
} from "../../data/update/data_files.ts";
import { type Schedule, startSchedule } from "../../data/update/schedule.ts";
import {
  missingSetting,
  missingVariables,
} from "../../data/update/update_feeds.ts";
import {
  configuredFeeds,
  pickUpdateSettings,
  updateInThread,
  updateOptions,
} from "../../data/update/update_settings.ts";
import {
  isOffline,
  operatorMessage,
  type Outcome,
  summaryText,
} from "../../data/update/outcome.ts";

type DataUpdatesDeps =
  & Pick<Base, "config" | "dataRoot" | "version" | "now" | "log">
  & {
    /** Whether files can be kept in `DATA_DIR`. */
    hasFolder: boolean;
    tables: Pick<TableReloader, "current" | "refresh">;
  };

export type DataUpdates = ReturnType<typeof createDataUpdates>;

/** Updates data in the background, and warns about old data. */
export function createDataUpdates(deps: DataUpdatesDeps) {
  const { config, hasFolder, dataRoot, version, now, log } = deps;
  const every = periodOf(deps);
  const lines = new UpdateLog(log);
  const stopped = new AbortController();
  let schedule: Schedule | undefined;
  let announced: Promise<void> | undefined;
  let running: Promise<void> | null = null;

  /** @param only names of feeds; undefined for all */
  function update(
    only: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const ended = (async () => {
      try {
        const settings = pickUpdateSettings(config);
        const root = dataRoot.href;
        lines.outcomes(
          await updateInThread(
            { settings, dataRoot: root, version, only },
            signal,
          ),
        );
      } catch (error) {
        if (!signal.aborted) lines.error(error);
      } finally {
        running = null;
      }
    })();
    return running = ended;
  }

  return {
    /** Whether there is a folder for downloads. */
    canUpdate: hasFolder,
    /**
     * Call it once the server listens. If automatic updates are off, it only warns
     * about old data.
     */
    start() {
      warnOfUnlimited(deps);
      if (every === "off") {
        announced = warnOfOldData(deps)
          .then(() => announceFaulty(deps))
          .catch((error) => lines.error(error));
        return;
      }
      announced = announceFirst(deps, every)
        .catch((error) => lines.error(error));
      schedule = startSchedule({
        now,
        random: Math.random,
        async dueTimes() {
          await announced;
          return await dueTimes(deps, every);
        },
        async run(only, signal) {
          await running;
          signal.throwIfAborted();
          await update(only, signal);
        },
        onFirst: () => warnOfOldData(deps),
        onError: (error) => lines.error(error),
      });
    },
    /** Stops an update that is running, without damage to the data. Never rejects. */
    async stop() {
      stopped.abort();
      await schedule?.stop();
      await running;
      await announced;
    },
    /** All data with its dates. */
    files: () => filesOf(deps),
    /** The update that is running; null if there is none. Never rejects. */
    get running() {
      return running;
    },
    /** Updates all feeds, unless an update is running or none is possible. */
    startNow() {
      if (hasFolder && !running) void update(undefined, stopped.signal);
    },
  };
}

/** How often data is updated automatically. */
function periodOf({ config, hasFolder }: DataUpdatesDeps): Period | "off" {
  return hasFolder ? config.DATA_UPDATE : "off";
}

async function filesOf(deps: DataUpdatesDeps): Promise<DataFile[]> {
  const { config, dataRoot, now, tables } = deps;
  const given = updateOptions(config);
  return dataFiles({
    infos: tables.current.infos,
    feeds: await configuredFeeds(config, dataRoot, now),
    states: await given.store.states(),
    needsOf: (feed) => missingVariables(feed, given),
    every: periodOf(deps),
    now: now(),
  });
}

/** The feeds whose settings are complete. */
async function usableFeeds({ config, dataRoot, now }: DataUpdatesDeps) {
  const given = updateOptions(config);
  const feeds = await configuredFeeds(config, dataRoot, now);
  return feeds.filter((feed) => missingSetting(feed, given) === undefined);
}

async function dueTimes(
  deps: DataUpdatesDeps,
  every: Period,
): Promise<Map<string, number>> {
  const { config, now } = deps;
  const { store } = updateOptions(config);
  const feeds = await usableFeeds(deps);
  return new Map(
    await Promise.all(
      feeds.map(async (feed) =>
        [
          feed.name,
          dueTime(feed, await store.state(feed.name), every, now()),
        ] as const
      ),
    ),
  );
}

/** Logs at the first start what is downloaded, and how to stop it. */
async function announceFirst(
  deps: DataUpdatesDeps,
  every: Period,
): Promise<void> {
  const { store } = updateOptions(deps.config);
  if ((await store.states()).length > 0) return;
  const feeds = await usableFeeds(deps);
  deps.log.info(
    "downloading public data in the background, now and regularly; to stop this, set DATA_UPDATE=off",
    { every, feeds: feeds.map(({ name }) => name).join(" ") },
  );
  announceFaulty(deps);
}

/** What the maker of some bundled data says of it. */
export const FAULTY =
  "says that it contains errors and gets no updates; in use until `data update` has others";

/** Logs which bundled data is in use that its maker warns of. */
function announceFaulty({ log, now, tables }: DataUpdatesDeps): void {
  const faulty = tables.current.infos.filter(({ isFaulty }) => isFaulty);
  if (faulty.length === 0) return;
  log.info(
    `the maker of some bundled data ${FAULTY}`,
    {
      data: faulty.map(({ name, builtAt }) =>
        `${name} (${Math.floor((now() - builtAt) / 86_400_000)} days)`
      ).join(", "),
    },
  );
}

function warnOfUnlimited({ config, log }: DataUpdatesDeps): void {
  const unlimited = config.GEOFEEDS.filter(({ networks }) =>
    networks.length === 0
  );
  if (unlimited.length === 0) return;
  log.warn(`a geofeed ${UNLIMITED}`, {
    geofeeds: unlimited.map(({ url }) => url).join(" "),
  });
}

async function warnOfOldData(
  { config, now, log, tables }: DataUpdatesDeps,
): Promise<void> {
  const states = await updateOptions(config).store.states();
  // What was just downloaded may not be loaded yet.
  await tables.refresh();
  const infos: readonly DatabaseInfo[] = tables.current.infos;
  const old = oldData(infos, states, now());
  if (old.length === 0) return;
  log.warn("some data is more than 60 days old; `data status` shows it", {
    data: old.map(({ name, days }) => `${name} (${days} days)`).join(", "),
  });
}

/**
 * Logs background updates. A failure is logged once, until the feed succeeds
 * again.
 */
export class UpdateLog {
  /** The feeds whose failure was logged. */
  #failed = new Set<string>();
  #wasOffline = false;
  #error: string | undefined;

  constructor(private readonly log: Pick<Log, "warn">) {}

  /** Logs the result of an update, if more feeds fail than before. */
  outcomes(outcomes: readonly Outcome[]): void {
    this.#error = undefined;
    const failures = outcomes.filter(({ outcome }) => outcome === "failed");
    const newer = failures.filter(({ feed }) => !this.#failed.has(feed));
    for (const { feed, outcome } of outcomes) {
      if (outcome !== "failed") this.#failed.delete(feed);
    }
    for (const { feed } of newer) this.#failed.add(feed);
    const isStillOffline = isOffline(outcomes) && this.#wasOffline;
    this.#wasOffline = isOffline(outcomes);
    // Without a network, one line for all feeds, including those due later.
    if (newer.length > 0 && !isStillOffline) this.#warn(outcomes, newer);
  }

  /** Logs why an update could not run, unless it is the same as before. */
  error(cause: unknown): void {
    const error = operatorMessage(cause);
    if (error === this.#error) return;
    this.#error = error;
    this.log.warn("data could not be updated; trying again later", { error });
  }

  #warn(outcomes: readonly Outcome[], failures: readonly Outcome[]): void {
    const [{ feed, message }] = failures;
    this.log.warn(`${summaryText(outcomes)} Trying again later`, {
      feeds: failures.length === 1
        ? undefined
        : failures.map(({ feed }) => feed).join(" "),
      error: `${feed}: ${message}`,
    });
  }
}
