const levels = ["debug", "info", "warn", "error"] as const;

type LogLevel = typeof levels[number];

export type LogFields = Record<string, string | number | boolean | undefined>;

export type Log = Record<
  LogLevel,
  (message: string, fields?: LogFields) => void
>;

interface LogOptions {
  /** Lowest level that is written. */
  level: LogLevel;
  now: () => number;
  write: (line: string) => void;
}

/**
 * Characters that a terminal, pager or log viewer can interpret, hide or break a
 * line at: control characters (including C1, in which ESC [ is one character),
 * format characters (bidirectional overrides), line and paragraph separators, other
 * invisible characters, and unpaired surrogates, which cannot be encoded.
 */
const unprintable =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Text with everything that could forge or hide part of a line escaped as in JSON. */
function printable(text: string): string {
  return text.replace(unprintable, (found) => {
    const units = Array.from(
      { length: found.length },
      (_, i) => found.charCodeAt(i).toString(16).padStart(4, "0"),
    );
    return units.map((unit) => `\\u${unit}`).join("");
  });
}

// A value can come from an untrusted client: JSON quoting keeps it on one line.
function field([key, value]: [string, unknown]): string {
  const text = String(value);
  return ` ${key}=${
    /^[\w.:/+[\]-]+$/.test(text) ? text : printable(JSON.stringify(text))
  }`;
}

function logOf(at: (level: LogLevel) => Log[LogLevel]): Log {
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

/** Creates a log that writes one line per event: time, level, message, `key=value` pairs. */
export function createLog({ level, now, write }: LogOptions): Log {
  const minLevel = levels.indexOf(level);
  const at = (name: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (levels.indexOf(name) < minLevel) return;
    const pairs = Object.entries(fields)
      .filter(([, value]) => value !== undefined).map(field).join("");
    const time = new Date(now()).toISOString();
    write(`${time} ${name.padEnd(5)} ${printable(message)}${pairs}`);
  };
  return logOf(at);
}

/** An error with its causes and their stacks on one line. For the log only. */
export function describeError(error: unknown): string {
  return withCauses(error, (e) => e.stack ?? e.message);
}

/** Limited, because an error message can contain a response of another server. */
const MAX_SUMMARY_LENGTH = 300;

/** An error with its causes, without stacks, for expected failures such as a source that is down. */
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

interface LogRateLimiterOptions {
  now: () => number;
  /** How long a kind is suppressed after a line. */
  quietMs?: number;
  /** Kinds tracked separately; further ones share one kind. */
  maxKinds?: number;
}

interface Kind {
  quietUntil: number;
  suppressed: number;
}

const OTHERS = "";

/**
 * Keeps repeated events from filling the log: admits one event of each kind per
 * `quietMs` and counts the others.
 */
export class LogRateLimiter {
  readonly #now: () => number;
  readonly #quietMs: number;
  readonly #maxKinds: number;
  readonly #kinds = new Map<string, Kind>();

  constructor({ now, quietMs = 60_000, maxKinds = 32 }: LogRateLimiterOptions) {
    this.#now = now;
    this.#quietMs = quietMs;
    this.#maxKinds = maxKinds;
  }

  /** Null if the event must be suppressed; otherwise the number suppressed since the last line of this kind. */
  admit(kind: string): number | null {
    const now = this.#now();
    const state = this.#kindOf(kind, now);
    if (this.#isQuiet(state, now)) {
      state.suppressed++;
      return null;
    }
    const { suppressed } = state;
    state.suppressed = 0;
    state.quietUntil = now + this.#quietMs;
    return suppressed;
  }

  /** Limited to `quietMs`, in case the clock was set back. */
  #isQuiet({ quietUntil }: Kind, now: number): boolean {
    return now < quietUntil && quietUntil - now <= this.#quietMs;
  }

  #kindOf(name: string, now: number): Kind {
    if (!this.#kinds.has(name) && this.#kinds.size >= this.#maxKinds) {
      for (const [old, kind] of this.#kinds) {
        if (!this.#isQuiet(kind, now)) this.#kinds.delete(old);
      }
      if (this.#kinds.size >= this.#maxKinds) name = OTHERS;
    }
    return this.#kinds.getOrInsertComputed(
      name,
      () => ({ quietUntil: now, suppressed: 0 }),
    );
  }
}

/**
 * A log that writes each message at most once per `quietMs`, with the number
 * suppressed since as `more`. For errors that repeat while clients exhaust
 * system resources.
 */
export function rateLimitedLog(log: Log, limiter: LogRateLimiter): Log {
  const at =
    (level: keyof Log) => (message: string, fields: LogFields = {}) => {
      const suppressed = limiter.admit(`${level} ${message}`);
      if (suppressed === null) return;
      log[level](message, { ...fields, more: suppressed || undefined });
    };
  return logOf(at);
}
