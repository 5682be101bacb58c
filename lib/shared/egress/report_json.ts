import { readiness } from "./readiness.ts";
import type { EgressReport } from "./report.ts";
import { verdicts } from "./verdicts.ts";

/**
 * A report with its verdicts as JSON text, in snake_case like the other
 * interfaces: `started_at` is ISO 8601 in UTC or null, `places` a list.
 */
export function reportJson(report: EgressReport): string {
  const { startedAtMs, places, ...probes } = report;
  const record = {
    startedAt: startedAtMs === null
      ? null
      : new Date(startedAtMs).toISOString(),
    ...probes,
    places: Object.values(places),
    readiness: readiness(report),
    verdicts: verdicts(report),
  };
  return JSON.stringify(inSnakeCase(record), null, 2) + "\n";
}

/** The same with every key in snake_case; the keys are ours, never a stranger's. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(inner),
    ]),
  );
}
