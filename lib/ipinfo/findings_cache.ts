import * as z from "zod";
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

/** The findings of a remote source, and how long they are valid. */
export interface CachedFindings {
  readonly findings: Findings;
  readonly savedAt: number;
  readonly expiresAt: number;
}

/** A cache of the findings of remote sources that outlives the process. */
export type FindingsCache = Pick<KvFindingsCache, "read" | "write">;

const schemas = { text: z.string(), number: z.number() };
const facts = Object.fromEntries(
  FACT_NAMES.map((fact) => [fact, schemas[FACTS[fact].type].optional()]),
);

/** A stored record. Another version may have written a different one, which is ignored. */
const storedFindings = z.strictObject({
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

/** Slots for each source. Bounded because strangers choose the addresses; addresses that share a slot replace each other. */
const SLOTS = 32_768;
/** Records that wait to be written. If the store is slow and there are this many, new ones are dropped. */
const MAX_UNWRITTEN = 4_096;
/** Deno KV reads up to 10 keys at once. */
const MAX_KEYS = 10;
const MAX_IN_COMMIT = 100;

interface PendingWrite {
  readonly key: Deno.KvKey;
  readonly value: CachedFindings & { readonly ip: string };
}

/** Caches the findings of remote sources in Deno KV. */
export class KvFindingsCache {
  readonly #circuit: Circuit;
  readonly #unflushed = new Map<string, PendingWrite>();

  constructor(
    private readonly options: {
      readonly kv: Deno.Kv;
      /** A hash of the configured servers: findings of other servers are not read. */
      readonly sourcesStamp: string;
      readonly now: () => number;
      /** Time limit for a read, after which the sources are queried instead. */
      readonly readTimeoutMs?: number;
    },
  ) {
    this.#circuit = new Circuit(options.now);
  }

  get unflushed(): number {
    return this.#unflushed.size;
  }

  /** The cached findings about an address, one for each source; null if there are none. Never rejects. */
  async read(
    sources: readonly string[],
    ip: IpAddress,
  ): Promise<(CachedFindings | null)[]> {
    const keys = sources.map((source) => this.#keyOf(source, ip));
    const values = await this.#get(keys);
    return values.map((value) => {
      const cached = storedFindings.safeParse(value).data;
      return cached?.ip === ip.text && cached.expiresAt > this.options.now()
        ? cached as CachedFindings
        : null;
    });
  }

  /** Caches findings. They are written soon, in a batch. */
  write(source: string, ip: IpAddress, cached: CachedFindings): void {
    const key = this.#keyOf(source, ip);
    const name = key.join(" ");
    const isFull = this.#unflushed.size >= MAX_UNWRITTEN;
    if (isFull && !this.#unflushed.has(name)) return;
    this.#unflushed.set(name, { key, value: { ip: ip.text, ...cached } });
  }

  /** Writes the waiting records. @throws the error of KV; no record is lost */
  async flush(): Promise<void> {
    while (this.#unflushed.size > 0) {
      const batch = [...this.#unflushed].slice(0, MAX_IN_COMMIT);
      await retryLocked(() => this.#commit(batch.map(([, entry]) => entry)));
      for (const [name, entry] of batch) {
        // A newer record for the same slot still has to be written.
        if (this.#unflushed.get(name) === entry) this.#unflushed.delete(name);
      }
    }
  }

  #keyOf(source: string, { text }: IpAddress): Deno.KvKey {
    return responseCacheKey(this.options.sourcesStamp, source, slotOf(text));
  }

  async #commit(entries: readonly PendingWrite[]) {
    const operation = this.options.kv.atomic();
    for (const { key, value } of entries) {
      const expireIn = Math.max(value.expiresAt - this.options.now(), 1);
      operation.set(key, value, { expireIn });
    }
    await operation.commit();
  }

  async #get(keys: readonly Deno.KvKey[]): Promise<unknown[]> {
    const nothing = keys.map(() => null);
    if (!this.#circuit.tryRequest()) return nothing;
    try {
      const entries = await withDeadline(
        this.options.readTimeoutMs ?? 250,
        () => this.#getAll(keys),
      );
      this.#circuit.recordSuccess();
      return entries;
    } catch {
      // Without the store there is no cache, but the sources can still be queried.
      this.#circuit.recordFailure();
      return nothing;
    }
  }

  async #getAll(keys: readonly Deno.KvKey[]): Promise<unknown[]> {
    const reads = [];
    for (let i = 0; i < keys.length; i += MAX_KEYS) {
      reads.push(
        this.options.kv.getMany<unknown[]>(keys.slice(i, i + MAX_KEYS)),
      );
    }
    return (await Promise.all(reads)).flat().map(({ value }) => value);
  }
}

/** The slot of an address: a 32-bit FNV-1a hash, reduced to the number of slots. */
function slotOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash ^ hash >>> 16) & (SLOTS - 1);
}
