export interface LineLimitOptions {
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
export class LineLimit {
  readonly #now: () => number;
  readonly #quietMs: number;
  readonly #maxKinds: number;
  readonly #kinds = new Map<string, Kind>();

  constructor({ now, quietMs = 60_000, maxKinds = 32 }: LineLimitOptions) {
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
