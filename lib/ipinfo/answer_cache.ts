import { z } from "zod";
import { withDeadline } from "../core/deadline.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { responseCacheKey } from "../store/keys.ts";
import { retryLocked } from "../store/store.ts";
import { FACT_NAMES, FACTS } from "../data/facts.ts";
import { Circuit } from "../core/circuit.ts";
import {
  type EvidenceDetail,
  isEvidenceDetail,
  TRAITS,
} from "./view/evidence_detail.ts";
import type { Findings } from "./profile.ts";

/** What a remote source said, and for how long that holds. Milliseconds since the epoch. */
export interface CachedFindings {
  readonly findings: Findings;
  readonly savedAt: number;
  readonly expiresAt: number;
}

/** Where the answers of remote sources outlive the process. */
export interface FindingsCache {
  /** What is kept of each source about an address, null where nothing is. Never rejects. */
  read(
    sources: readonly string[],
    ip: IpAddress,
  ): Promise<readonly (CachedFindings | null)[]>;
  /** Keeps an answer, a little later. */
  write(source: string, ip: IpAddress, answer: CachedFindings): void;
}

const schemas = { text: z.string(), number: z.number() };
const facts = Object.fromEntries(
  FACT_NAMES.map((fact) => [fact, schemas[FACTS[fact].type].optional()]),
);

/** Another version may have written it: what is not of this shape is as good as nothing. */
const stored = z.strictObject({
  ip: z.string(),
  savedAt: z.number(),
  expiresAt: z.number(),
  findings: z.strictObject({
    facts: z.strictObject(facts),
    evidence: z.array(z.strictObject({
      kind: z.enum(TRAITS),
      source: z.string(),
      weight: z.number(),
      detail: z.custom<EvidenceDetail>(isEvidenceDetail),
      observedAt: z.number().nullable(),
    })),
    isPartial: z.boolean().optional(),
  }),
});

/** For each source. Bounded because strangers choose the addresses; two addresses of one slot push each other out. */
const SLOTS = 32_768;
/** Answers that wait to be written; what comes while a slow store has so many is not kept. */
const MAX_UNWRITTEN = 4_096;
/** Most keys that one read of Deno KV takes. */
const MAX_KEYS = 10;
const MAX_IN_COMMIT = 100;

interface Entry {
  readonly key: Deno.KvKey;
  readonly value: CachedFindings & { readonly ip: string };
}

/** The answers of remote sources in Deno KV. */
export class KvFindingsCache implements FindingsCache {
  readonly #kv: Deno.Kv;
  readonly #asked: string;
  readonly #now: () => number;
  readonly #readLimitMs: number;
  readonly #circuit: Circuit;
  readonly #unflushed = new Map<string, Entry>();

  constructor(
    { kv, asked, now, readLimitMs = 250 }: {
      kv: Deno.Kv;
      /** Stands for the servers that are configured, and gives none of them away. */
      asked: string;
      /** Milliseconds since the epoch. */
      now: () => number;
      /** How long an answer waits for the store before the source is asked instead. */
      readLimitMs?: number;
    },
  ) {
    this.#kv = kv;
    this.#asked = asked;
    this.#now = now;
    this.#readLimitMs = readLimitMs;
    this.#circuit = new Circuit(now);
  }

  get unflushed(): number {
    return this.#unflushed.size;
  }

  async read(
    sources: readonly string[],
    ip: IpAddress,
  ): Promise<(CachedFindings | null)[]> {
    const slot = slotOf(ip.text);
    const keys = sources.map((source) =>
      responseCacheKey(this.#asked, source, slot)
    );
    const found = await this.#get(keys);
    return found.map((value) => {
      const answer = stored.safeParse(value).data;
      return answer?.ip === ip.text && answer.expiresAt > this.#now()
        ? answer as CachedFindings
        : null;
    });
  }

  write(source: string, ip: IpAddress, answer: CachedFindings): void {
    const key = responseCacheKey(this.#asked, source, slotOf(ip.text));
    const name = key.join(" ");
    const full = this.#unflushed.size >= MAX_UNWRITTEN;
    if (full && !this.#unflushed.has(name)) return;
    this.#unflushed.set(name, { key, value: { ip: ip.text, ...answer } });
  }

  /** Writes what waits. @throws what KV fails with; nothing is lost by it */
  async flush(): Promise<void> {
    while (this.#unflushed.size > 0) {
      const batch = [...this.#unflushed].slice(0, MAX_IN_COMMIT);
      await retryLocked(() => this.#commit(batch.map(([, entry]) => entry)));
      for (const [name, entry] of batch) {
        // What came for the same slot meanwhile still waits.
        if (this.#unflushed.get(name) === entry) this.#unflushed.delete(name);
      }
    }
  }

  async #commit(entries: readonly Entry[]) {
    const operation = this.#kv.atomic();
    for (const { key, value } of entries) {
      const expireIn = Math.max(value.expiresAt - this.#now(), 1);
      operation.set(key, value, { expireIn });
    }
    await operation.commit();
  }

  async #get(keys: readonly Deno.KvKey[]): Promise<unknown[]> {
    const nothing = keys.map(() => null);
    if (!this.#circuit.tryRequest()) return nothing;
    try {
      const entries = await withDeadline(
        this.#readLimitMs,
        () => this.#getAll(keys),
      );
      this.#circuit.recordSuccess();
      return entries;
    } catch {
      // A store that is away takes the cache with it, not the answer.
      this.#circuit.recordFailure();
      return nothing;
    }
  }

  async #getAll(keys: readonly Deno.KvKey[]): Promise<unknown[]> {
    const reads = [];
    for (let i = 0; i < keys.length; i += MAX_KEYS) {
      reads.push(this.#kv.getMany<unknown[]>(keys.slice(i, i + MAX_KEYS)));
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
