import type { Config } from "../config.ts";
import {
  type Schedule,
  scheduledUpdate,
  startSchedule,
} from "../../data/update/schedule.ts";
import type { Log } from "../../core/log.ts";
import { operatorMessage } from "../../data/update/outcome.ts";
import { updateInThread } from "../../data/update/update_thread.ts";
import {
  createFeedStore,
  pickUpdateSettings,
} from "../../data/update/update_settings.ts";

export interface DataScheduleDeps {
  config: Config;
  /** The folder of the bundled databases, with a trailing slash. */
  dataRoot: URL;
  /** The program's version, for the User-Agent of downloads. */
  version: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Pick<Log, "warn">;
}

/** Updates data at the configured interval; null if updates are off. */
export function startDataSchedule(
  { config, dataRoot, version, now, log }: DataScheduleDeps,
): Schedule | null {
  const { DATA_UPDATE: every } = config;
  if (every === "off") return null;
  return startSchedule({
    every,
    now,
    random: Math.random,
    lastRun: () => createFeedStore(config).lastRunAt(),
    run: scheduledUpdate((signal, only) =>
      updateInThread({
        settings: pickUpdateSettings(config),
        dataRoot: dataRoot.href,
        version,
        only,
      }, signal)
    ),
    log: (message, cause) =>
      log.warn(message, { error: operatorMessage(cause) }),
  });
}
