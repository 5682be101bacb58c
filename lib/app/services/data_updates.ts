import type { Config } from "../config.ts";
import type { Log } from "../../core/log.ts";
import type { DatabaseInfo } from "../../data/geo_database.ts";
import type { TableReloader } from "../../data/table_reloader.ts";
import { dueTime, type Period } from "../../data/update/due_time.ts";
import { oldData } from "../../data/update/old_data.ts";
import { type Schedule, startSchedule } from "../../data/update/schedule.ts";
import { missingSetting } from "../../data/update/update_feeds.ts";
import { updateInThread } from "../../data/update/update_thread.ts";
import {
  configuredFeeds,
  pickUpdateSettings,
  updateOptions,
} from "../../data/update/update_settings.ts";
import { UpdateLog } from "./update_log.ts";

export interface DataUpdatesDeps {
  config: Config;
  /** The folder of the bundled databases, with a trailing slash. */
  dataRoot: URL;
  /** The program's version, for the User-Agent of downloads. */
  version: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Pick<Log, "info" | "warn">;
  /** The tables in use. */
  tables: Pick<TableReloader, "current" | "refresh">;
}

/** Updates data in the background, and warns of old data. */
export interface DataUpdates {
  /** Call it once, when the server listens. */
  start(): void;
  /** Stops an update that is running, without damage to the data. Never rejects. */
  stop(): Promise<void>;
}

/** Creates the background updates, unless `DATA_UPDATE` is off. */
export function createDataUpdates(deps: DataUpdatesDeps): DataUpdates {
  const { config, dataRoot, version, now, log } = deps;
  const { DATA_UPDATE: every } = config;
  const lines = new UpdateLog(log);
  if (every === "off") {
    let warning: Promise<void> | undefined;
    return {
      start() {
        warning = warnOfOldData(deps).catch((error) => lines.error(error));
      },
      stop: async () => await warning,
    };
  }
  let schedule: Schedule | undefined;
  let announced: Promise<void> | undefined;
  return {
    start() {
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
          lines.outcomes(
            await updateInThread({
              settings: pickUpdateSettings(config),
              dataRoot: dataRoot.href,
              version,
              only,
            }, signal),
          );
        },
        onFirst: () => warnOfOldData(deps),
        onError: (error) => lines.error(error),
      });
    },
    async stop() {
      await schedule?.stop();
      await announced;
    },
  };
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

/** Says at the first start what is downloaded, and how to stop it. */
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
