import { withDeadline } from "../async/deadline.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { answerKey } from "../store/keys.ts";
import { retryLocked } from "../store/retry_locked.ts";
import { Circuit } from "./circuit.ts";
import type { Findings } from "./profile.ts";

/** What a remote source said, and for how long that holds. Milliseconds since the epoch. */
export interface KeptAnswer {
  readonly findings: Findings;
  readonly savedAt: number;
  readonly expiresAt: number;
}

/** Where the answers of remote sources outlive the process. */
export interface AnswerCache {
  /** What is kept of each source about an address, null where nothing is. Never rejects. */
  read(
    sources: readonly string[],
    ip: IpAddress,
  ): Promise<readonly (KeptAnswer | null)[]>;
  /** Keeps an answer, a little later. */
  write(source: string, ip: IpAddress, answer: KeptAnswer): void;
}

interface Stored extends KeptAnswer {
  readonly ip: string;
}

/** For each source. Bounded because strangers choose the addresses; two addresses of one slot push each other out. */
const SLOTS = 32_768;
/** Answers that wait to be written; what comes while a slow store has so many is not kept. */
const MAX_UNWRITTEN = 4_096;
/** Most keys that one read of Deno KV takes. */
const MAX_KEYS = 10;
const MAX_IN_COMMIT = 100;

/** The answers of remote sources in Deno KV. */
export class KvAnswerCache implements AnswerCache {
  readonly #kv: Deno.Kv;
  readonly #now: () => number;
  readonly #readLimitMs: number;
  readonly #circuit: Circuit;
  readonly #unwritten = new Map<string, { key: Deno.KvKey; value: Stored }>();

  constructor(
    { kv, now, readLimitMs = 250 }: {
      kv: Deno.Kv;
      /** Milliseconds since the epoch. */
      now: () => number;
      /** How long an answer waits for the store before the source is asked instead. */
      readLimitMs?: number;
    },
  ) {
    this.#kv = kv;
    this.#now = now;
    this.#readLimitMs = readLimitMs;
    this.#circuit = new Circuit(now);
  }

  get unwritten(): number {
    return this.#unwritten.size;
  }

  async read(
    sources: readonly string[],
    ip: IpAddress,
  ): Promise<(KeptAnswer | null)[]> {
    const slot = slotOf(ip.text);
    const keys = sources.map((source) => answerKey(source, slot));
    const found = await this.#get(keys);
    return found.map((stored) =>
      stored?.ip === ip.text && stored.expiresAt > this.#now() ? stored : null
    );
  }

  write(source: string, ip: IpAddress, answer: KeptAnswer): void {
    const key = answerKey(source, slotOf(ip.text));
    const name = key.join(" ");
    const full = this.#unwritten.size >= MAX_UNWRITTEN;
    if (full && !this.#unwritten.has(name)) return;
    this.#unwritten.set(name, { key, value: { ip: ip.text, ...answer } });
  }

  /** Writes what waits. @throws what KV fails with; nothing is lost by it */
  async flush(): Promise<void> {
    while (this.#unwritten.size > 0) {
      const batch = [...this.#unwritten].slice(0, MAX_IN_COMMIT);
      await retryLocked(() => this.#commit(batch.map(([, entry]) => entry)));
      for (const [name, entry] of batch) {
        // What came for the same slot meanwhile still waits.
        if (this.#unwritten.get(name) === entry) this.#unwritten.delete(name);
      }
    }
  }

  async #commit(entries: readonly { key: Deno.KvKey; value: Stored }[]) {
    const operation = this.#kv.atomic();
    for (const { key, value } of entries) {
      const expireIn = Math.max(value.expiresAt - this.#now(), 1);
      operation.set(key, value, { expireIn });
    }
    await operation.commit();
  }

  async #get(keys: readonly Deno.KvKey[]): Promise<(Stored | null)[]> {
    const nothing = keys.map(() => null);
    if (!this.#circuit.allows()) return nothing;
    try {
      const entries = await withDeadline(
        this.#readLimitMs,
        () => this.#getAll(keys),
      );
      this.#circuit.succeeded();
      return entries;
    } catch {
      // A store that is away takes the cache with it, not the answer.
      this.#circuit.failed();
      return nothing;
    }
  }

  async #getAll(keys: readonly Deno.KvKey[]): Promise<(Stored | null)[]> {
    const reads = [];
    for (let i = 0; i < keys.length; i += MAX_KEYS) {
      reads.push(this.#kv.getMany<Stored[]>(keys.slice(i, i + MAX_KEYS)));
    }
    return (await Promise.all(reads)).flat().map(({ value }) => value);
  }
}

/** FNV-1a (32 bits) of the text, down to the slots. */
function slotOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash ^ hash >>> 16) & (SLOTS - 1);
}
