const levels = ["debug", "info", "warn", "error"] as const;

export type LogLevel = typeof levels[number];

export type LogFields = Record<string, string | number | boolean | undefined>;

export type Log = Record<
  LogLevel,
  (message: string, fields?: LogFields) => void
>;

export interface LogOptions {
  /** The least level that is written. */
  level: LogLevel;
  /** Milliseconds since the epoch. */
  now: () => number;
  write: (line: string) => void;
}

/**
 * What a terminal, a pager or a log viewer may act on, break a line at or not
 * show: controls (C1 too, ESC [ in one character), formats (bidirectional
 * overrides), line and paragraph separators, other invisible characters, and
 * halves of surrogate pairs, which no encoding has.
 */
const unprintable =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Text with all that could forge or hide part of a line written as JSON escapes it. */
function printable(text: string): string {
  return text.replace(unprintable, (found) => {
    const units = Array.from(
      { length: found.length },
      (_, i) => found.charCodeAt(i).toString(16).padStart(4, "0"),
    );
    return units.map((unit) => `\\u${unit}`).join("");
  });
}

// A value can hold what a stranger sent: quoting by JSON keeps it on its line.
function field([key, value]: [string, unknown]): string {
  const text = String(value);
  return ` ${key}=${
    /^[\w.:/+[\]-]+$/.test(text) ? text : printable(JSON.stringify(text))
  }`;
}

/** A log of one line an event: time, level, message, then `key=value` pairs. */
export function createLog({ level, now, write }: LogOptions): Log {
  const least = levels.indexOf(level);
  const at = (name: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (levels.indexOf(name) < least) return;
    const pairs = Object.entries(fields)
      .filter(([, value]) => value !== undefined).map(field).join("");
    const time = new Date(now()).toISOString();
    write(`${time} ${name.padEnd(5)} ${printable(message)}${pairs}`);
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

/** An error with all its causes and their stacks in one line, for the log only. */
export function describeError(error: unknown): string {
  return withCauses(error, (e) => e.stack ?? e.message);
}

/** A message can repeat what another server sent. */
const MAX_SUMMARY_LENGTH = 300;

/** An error with its causes in a few words, for what may happen in a program without a slip. */
export function summarizeError(error: unknown): string {
  return withCauses(error, (e) => `${e.name}: ${e.message}`)
    .slice(0, MAX_SUMMARY_LENGTH);
}

function withCauses(error: unknown, textOf: (error: Error) => string): string {
  const parts: string[] = [];
  for (let e = error, depth = 0; e !== undefined && depth < 4; depth++) {
    parts.push(e instanceof Error ? textOf(e) : String(e));
    e = e instanceof Error ? e.cause : undefined;
  }
  return parts.join(" caused by ");
}
