import type { ZoneCheckName, ZoneState } from "../view/lookup_view.ts";

/** What a check of a zone found, with the records or responses that prove it. */
export interface Finding {
  check: ZoneCheckName;
  state: ZoneState;
  /** A code; null if the state says it all. */
  reason: string | null;
  /** Limited in number and length, since the owner of the zone chooses them. */
  evidence: string[];
}

const MAX_LINES = 32;
const MAX_LINE_LENGTH = 1000;

function finding(
  check: ZoneCheckName,
  state: ZoneState,
  reason: string | null,
  lines: readonly string[],
): Finding {
  const evidence = lines.slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).toWellFormed());
  return { check, state, reason, evidence };
}

export const ok = (
  check: ZoneCheckName,
  lines: readonly string[] = [],
  reason: string | null = null,
) => finding(check, "ok", reason, lines);

export const missing = (
  check: ZoneCheckName,
  reason: string | null = null,
  lines: readonly string[] = [],
) => finding(check, "missing", reason, lines);

export const wrong = (
  check: ZoneCheckName,
  reason: string,
  lines: readonly string[] = [],
) => finding(check, "wrong", reason, lines);

/** Not decided: the reason says what stood in the way. */
export const untested = (check: ZoneCheckName, reason: string) =>
  finding(check, "untested", reason, []);
