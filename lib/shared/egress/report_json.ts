import type { EgressTexts } from "../texts/egress.ts";
import { readiness } from "./readiness.ts";
import type { EgressReport } from "./report.ts";
import { verdicts } from "./verdicts.ts";

/**
 * A report with its verdicts as JSON text, in snake_case like the other
 * interfaces: `started_at` is ISO 8601 in UTC or null, `places` a list. Its
 * sentences are in the language of the page, all else is the same in each.
 */
export function reportJson(report: EgressReport, texts: EgressTexts): string {
  const { startedAtMs, places, ...probes } = report;
  const record = {
    startedAt: startedAtMs === null
      ? null
      : new Date(startedAtMs).toISOString(),
    ...probes,
    places: Object.values(places),
    readiness: readiness(report, texts),
    verdicts: verdicts(report, texts),
  };
  return JSON.stringify(record, null, 2).replace(KEY, inSnakeCase) + "\n";
}

/** A key in the lines of `JSON.stringify`; the keys are ours, never a stranger's. */
const KEY = /^ *"\w+":/gm;

function inSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
