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
  /** The folder of the bundled databases, with a slash at the end. */
  dataRoot: URL;
  /** Of the program, for those it downloads data from. */
  version: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Pick<Log, "warn">;
}

/** Has data updated as often as the operator wants it; null where that is never. */
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
