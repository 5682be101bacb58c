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

export interface LogRateLimiterOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long a kind is quiet after a line of it. */
  quietMs?: number;
  /** Kinds told apart; what comes beyond them is one kind. */
  maxKinds?: number;
}

interface Kind {
  quietUntil: number;
  heldBack: number;
}

const OTHERS = "";

/**
 * Keeps what happens again and again from filling the log: of each kind of
 * event one is written in a while, the others are counted.
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

  /** How many of a kind were held back since its last line, where the next may be written; null where this one is held back. */
  take(kind: string): number | null {
    const now = this.#now();
    const known = this.#kindOf(kind, now);
    if (this.#isQuiet(known, now)) {
      known.heldBack++;
      return null;
    }
    const { heldBack } = known;
    known.heldBack = 0;
    known.quietUntil = now + this.#quietMs;
    return heldBack;
  }

  /** A clock that was put back must not keep a kind quiet for ever. */
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
    let kind = this.#kinds.get(name);
    if (!kind) {
      kind = { quietUntil: now, heldBack: 0 };
      this.#kinds.set(name, kind);
    }
    return kind;
  }
}

/**
 * A log that takes each message once in a while, then with `more`: how many of
 * it were held back. For what goes wrong again and again while strangers use up
 * what the system has to give.
 */
export function rateLimitedLog(log: Log, lines: LogRateLimiter): Log {
  const at =
    (level: keyof Log) => (message: string, fields: LogFields = {}) => {
      const heldBack = lines.take(`${level} ${message}`);
      if (heldBack === null) return;
      log[level](message, { ...fields, more: heldBack || undefined });
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}
